"""``dealer-console card-sets FILE...``: the card sets of a table, from its journals, as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from console.arguments import print_refusal
from console.command_line import Arg, Lang
from console.game.rulebook import RulebookError, load_rulebook
from console.history.card_sets import CardSetsFold, Done, SetFact
from console.journal import DamagedJournal, JournalError
from console.journal.reader import review
from console.records.documents.export import ExportError, check_target, write_export
from console.table.games.registry import game_of
from console.table.judging.checkpoints import table_of
from console.table.judging.transition import advance_kept
from console.table.state import events
from console.visible import escape_json, visible
from console.words import Words
from console.words.incident_phrases import answer_text

_PROGRAM: Final = "dealer-console card-sets"


def card_sets(
    files: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")],
    *,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    lang: Lang,
) -> int:
    """Print the sets, each with its life, or write them. Returns 2, with one line on standard error, if that
    is not possible.
    """
    words = Words(lang)
    try:
        if json is not None:
            check_target(json)
        found = sets_of(files)
        if json is not None:
            text = msgspec.json.format(msgspec.json.encode([_object(each) for each in found]), indent=2)
            write_export(json, escape_json(text.decode()).encode())
            print(words.text("record.written", file=json))
        else:
            print("\n".join(line for each in found for line in lines_of(each, words)))
    except (JournalError, ExportError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except RulebookError as error:
        return print_refusal(_PROGRAM, str(error))
    return 0


def sets_of(files: tuple[Path, ...]) -> list[SetFact]:
    """The sets of these journals, files of one table in their order. Raises JournalError, RulebookError."""
    fold = CardSetsFold()
    for path in files:
        with review(path) as journal:
            game = game_of(load_rulebook(journal.identity.rules), journal.identity.game)
            _, state = journal.begin(0)
            table = table_of(state)
            for entry in journal.entries(0):
                try:
                    event = events.DECODER.decode(entry.event)
                    after = advance_kept(game, table, event, entry.refused, entry.at)
                except msgspec.DecodeError as error:
                    raise DamagedJournal(path, entry.number) from error
                fold.follow(event, entry.refused, entry.at, table, after)
                table = after
    return fold.sets


def lines_of(fact: SetFact, words: Words) -> Iterator[str]:
    """A set in a line, and what happened to it in a line each."""
    number = fact.number
    yield (
        words.text("report.set.unnoted")
        if number is None
        else _labelled(words, "report.set", visible(number))
    )
    for key, done in (
        ("received", fact.received), ("inspected", fact.inspected), ("presented", fact.presented),
    ):  # fmt: skip
        if done is not None:
            counted = fact.counted if key == "inspected" and fact.counted is not None else None
            said = words.count("count.counted", counted) if counted is not None else ""
            yield "  " + _labelled(words, f"report.set.{key}", _done(words, done, said))
    yield "  " + _labelled(words, "report.set.shoes", str(len(fact.shoes)))
    yield "  " + _labelled(words, "record.head.set_rounds", _rounds(words, fact))
    if fact.concerned:
        yield "  " + words.text("record.set_rounds.note")
    if fact.put_aside is not None:
        cause = "" if fact.cause is None else answer_text(words, "cause", fact.cause)
        yield "  " + _labelled(words, "report.set.put_aside", _done(words, fact.put_aside, cause))


def _rounds(words: Words, fact: SetFact) -> str:
    concerned = words.figure(len(fact.concerned))
    return words.count("count.set_rounds", len(fact.rounds), concerned=concerned)


def _labelled(words: Words, key: str, said: str) -> str:
    return words.locale.colon.join((words.text(key), said))


def _done(words: Words, done: Done, said: str) -> str:
    parts = (_time(done.at), visible(done.by), said)
    return words.text("access.list").join(part for part in parts if part)


def _time(at: datetime) -> str:
    return at.astimezone().isoformat(sep=" ", timespec="minutes")


def _object(fact: SetFact) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(fact)
    for key in ("received", "inspected", "presented", "put_aside"):
        done = getattr(fact, key)
        found[key] = None if done is None else {"by": done.by, "at": done.at}
    return found

"""``dealer-console rehearsal from JOURNAL INCIDENT``: a rehearsal made from what happened, without names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import Arg, Lang, print_refusal
from console.base.plain_text import visible
from console.base.words import Words
from console.rehearsals.from_life import FromLife, NotRehearsable, rehearsal_of, toml_of
from console.rehearsals.proficiency.proficiency_paper import plain_kind
from console.supervisor.commands import of_earlier_file
from console.supervisor.records import (
    ExportError,
    NoSuchRecord,
    check_target,
    entry_of,
    full_id,
    in_newest_file,
    write_export,
)
from console.table.core import JournalEntry
from console.table.custody import game_of_journal, rulebook_of_journal
from console.table.journal import JournalError, Review, review

BEFORE: Final = 500
"""How many entries before the report are read: its round, and more."""
AFTER: Final = 500
"""The most entries after the report that are read: its steps, and the end of its round."""
_PROGRAM: Final = "dealer-console rehearsal from"


def main(
    journal: Annotated[Path, Arg("option.journal", "JOURNAL")],
    incident: Annotated[str, Arg("option.incident", "INCIDENT")],
    *,
    out: Annotated[Path | None, Arg("option.out_printed", "FILE")] = None,
    lang: Lang,
) -> int:
    """Print the file, or write it. Returns 2, with a line on standard error, on failure."""
    words = Words(lang)
    try:
        if out is not None:
            check_target(out)
        made = in_newest_file(journal, incident, _of_file)
        kind = plain_kind(words, made.script.kind or "")
        text = f"# {words.text('rehearsal.from.comment', kind=kind)}\n\n{toml_of(made.script)}"
        if out is None:
            print(text, end="")
        else:
            write_export(out, text.encode())
            print(words.text("record.written", file=out))
        if not made.exact:
            print(words.text("rehearsal.from.near"), file=sys.stderr)
    except NotRehearsable as error:
        slots = {name: _named(words, name, value) for name, value in error.slots.items()}
        return print_refusal(_PROGRAM, words.text(error.key, file=journal, **slots))
    except NoSuchRecord as error:
        nothing = words.text("rehearsal.from.nothing", file=journal, incident=visible(error.record))
        return print_refusal(_PROGRAM, of_earlier_file(journal, words, nothing))
    except (JournalError, ExportError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    return 0


def _of_file(path: Path, incident: str) -> FromLife:
    with review(path) as journal:
        return from_journal(journal, incident)


def from_journal(journal: Review, incident: str) -> FromLife:
    """Make the rehearsal of an incident in a journal. Raises NoSuchRecord, NotRehearsable, JournalError."""
    identity = journal.identity
    incident = full_id(identity.table, incident)
    entry = journal.first_mention(incident)
    if entry is None:
        if entry_of(incident) is None:
            raise NoSuchRecord(incident)
        raise NotRehearsable("rehearsal.from.no_incident", incident=incident)
    rulebook = rulebook_of_journal(journal.path, identity)
    number, state = journal.begin(max(0, entry - BEFORE))
    rows: list[JournalEntry] = []
    for row in journal.entries(number):
        if row.number > entry + AFTER:
            break
        rows.append(row)
    return rehearsal_of(game_of_journal(journal.path, identity), rulebook, state, rows, incident)


def _named(words: Words, name: str, value: str) -> str:
    match name:
        case "kind":
            return plain_kind(words, value)
        case "game":
            return words.find(f"game.{value}") or value
        case _:
            return visible(value)

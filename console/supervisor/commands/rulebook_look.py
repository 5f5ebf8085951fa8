"""``dealer-console rulebook``: whether a rulebook can be used, its sheet, and what it would have changed.

Checks the form of its files, finds incident rows that are never the answer, checks the words of every
language, and prints the decision table. A row has the name that it has in its file; its outcome is the one
that the table itself would decide. The caller passes the function that draws the pages: nothing here imports
Qt.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import PROGRAM, Arg, Lang, path_text, print_refusal
from console.base.plain_text import nearest, visible
from console.base.words import LANGUAGES, Words
from console.supervisor.records.documents.decision_sheet import decision_sheet
from console.supervisor.records.documents.export import ExportError, check_target, lines_of, write_export
from console.supervisor.records.documents.paper import Paged, Paper
from console.table.core import Action
from console.table.game import (
    GAMES,
    Case,
    FactText,
    Rulebook,
    RulebookFault,
    Source,
    digest_of_source,
    faults_of,
    load_procedures,
    rulebook_folder,
    rulebook_ids,
    rulebook_of_source,
    source_of,
)
from console.table.incidents import CHOICE, CoveredCase, Fact, TooManySituations, coverage, span
from console.table.words import clause_text, game_name, outcome_key, question_key

WRONG: Final = 1
"""The exit status if something must be corrected."""
WIDE: Final = 150
"""Columns of a line if the terminal's width is not known."""
_COMMAND: Final = f"{PROGRAM} rulebook"
_UNPRESSED: Final = (Action.ENTER_NUMBER, Action.SCAN_CARD, Action.SCAN_CUT_CARD)
"""Steps that end with a reading instead of a button."""


def check(rules: Annotated[str, Arg("option.rulebook", "FILE", path_text)], *, lang: Lang) -> int:
    """Print what must be corrected, and which row is the answer to what. Returns 0 if nothing must, 1 if
    something must, 2 without a rulebook.
    """
    words = Words(lang)
    try:
        source = named_source(rules, words)
        return _print_check(words, source, rulebook_of_source(source))
    except UnusableRulebook as error:
        return error.said()


def show(
    rules: Annotated[str, Arg("option.rulebook", "RULES", path_text)],
    *,
    game: Annotated[str | None, Arg("option.game_shown", choices=GAMES)] = None,
    pdf: Annotated[Path | None, Arg("option.pdf_sheet", "FILE")] = None,
    lang: Lang,
    draw: Paged,
    now: Callable[[], datetime] = datetime.now,
) -> int:
    words = Words(lang)
    try:
        source = named_source(rules, words)
        rulebook = rulebook_of_source(source)
        games = games_shown(rulebook, source.file.name, game, words)
    except UnusableRulebook as error:
        return error.said()
    sheet = decision_sheet(words, rulebook, games, digest_of_source(source, rulebook), now())
    return _print_or_draw(words, sheet, pdf, draw)


class UnusableRulebook(Exception):
    """A rulebook that a command can't use: lines with its faults, or why there is none."""

    def __init__(self, reason: str, faults: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self._faults = faults

    def said(self, command: str = _COMMAND) -> int:
        """Print the lines; returns the exit status, 1 for a rulebook that must be corrected."""
        if not self._faults:
            return print_refusal(command, str(self))
        print(*self._faults, self, sep="\n")
        return WRONG


def named_source(name: str, words: Words) -> Source:
    """The files of a rulebook without a fault, by its id or its path. Raises UnusableRulebook."""
    file = rulebook_folder() / f"{name}.toml" if name in rulebook_ids() else Path(name)
    if not file.is_file():
        raise UnusableRulebook(_no_rules(words, name))
    source = source_of(file)
    if faults := faults_of(source):
        bad = words.text("rulebook.check.bad", file=visible(file.name))
        raise UnusableRulebook(bad, [fault_text(words, fault) for fault in faults])
    return source


def games_shown(rulebook: Rulebook, file: str, game: str | None, words: Words) -> tuple[str, ...]:
    """The one game that is asked for, or all of the rulebook. Raises UnusableRulebook."""
    if game is not None and game not in rulebook.games:
        wrong = words.text("rulebook.no_game", rules=file, game=game)
        there = words.list_of(list(rulebook.games))
        raise UnusableRulebook(words.text("arguments.there", wrong=wrong, names=there))
    return (game,) if game else tuple(rulebook.games)


def _no_rules(words: Words, name: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:60])
    if (near := nearest(name, rulebook_ids())) is not None:
        return words.text("rulebook.no_rules.near", rules=shown, near=near)
    return words.text("rulebook.no_rules", rules=shown, there=words.list_of(rulebook_ids()))


def fault_text(words: Words, fault: RulebookFault) -> str:
    """A mistake in words, with the way out."""
    place = f"{fault.file}: {fault.place}" if fault.place else fault.file
    key = f"rulebook.fault.{fault.kind}"
    slots = {"place": visible(place), "given": visible(fault.given), "right": visible(fault.right)}
    if fault.near is not None:
        return words.text(f"{key}.near", near=fault.near, **slots)
    return words.text(key, **slots)


def _print_or_draw(words: Words, sheet: Paper, pdf: Path | None, page: Paged) -> int:
    if pdf is None:
        print(*lines_of(sheet, shutil.get_terminal_size((WIDE, 0)).columns), sep="\n")
        return 0
    try:
        check_target(pdf)
        write_export(pdf, page(sheet))
    except ExportError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    print(words.text("record.written", file=pdf))
    return 0


# --- what is reachable, and said ----------------------------------------------------------------------


def _print_check(words: Words, source: Source, rulebook: Rulebook) -> int:
    wrong: list[str] = []
    for game in rulebook.games:
        lines, found = _covered(words, source, rulebook, game)
        print(*lines, sep="\n")
        wrong += found
    wrong += _without_words(words, rulebook)
    if wrong:
        print("", *wrong, "", sep="\n")
        print(words.text("rulebook.check.bad", file=source.file.name))
        return WRONG
    print(words.text("rulebook.check.good", file=source.file.name, digest=digest_of_source(source, rulebook)))
    return 0


def _covered(words: Words, source: Source, rulebook: Rulebook, game: str) -> tuple[list[str], list[str]]:
    """The lines about a game's rows, and the lines that must be corrected."""
    lines: list[str] = []
    wrong: list[str] = []
    kinds, named = rulebook.games[game].incidents.kinds, _row_names(source, rulebook, game)
    reached = 0
    for kind, rows in kinds.items():
        names = named[kind]
        try:
            covered = coverage(rows)
        except TooManySituations:
            wrong.append(words.text("rulebook.check.too_many", kind=f"{game}.{kind}"))
            continue
        for name, row, reach in zip(names, rows, covered.rows, strict=True):
            if reach.example is not None:
                reached += 1
                answer = f"{row.outcome} {row.clause or '–'}"
                lines.append(f"  {name}: {_situation(row, reach.example)} → {answer}")
            elif reach.shadows:
                others = words.list_of(names[number] for number in reach.shadows)
                wrong.append(words.text("rulebook.check.shadowed", row=name, others=others))
            else:
                wrong.append(words.text("rulebook.check.never", row=name))
        for meeting in covered.meetings:
            if covered.rows[meeting.loses].example is None:
                continue  # This row never wins, which is reported elsewhere.
            wins, loses = names[meeting.wins], names[meeting.loses]
            at = _situation(rows[meeting.wins], meeting.example)
            wrong.append(words.text("rulebook.check.meet", wins=wins, loses=loses, facts=at))
        for gap in covered.gaps:
            lines.append(f"  {words.text('rulebook.check.gap', kind=f'{game}.{kind}', facts=_facts(gap))}")
    count = sum(map(len, kinds.values()))
    of = {"game": game_name(words, game), "kinds": len(kinds), "rows": count, "reached": reached}
    return [words.text("rulebook.check.counted", **of), *lines], wrong


def _row_names(source: Source, rulebook: Rulebook, game: str) -> dict[str, list[str]]:
    """The place of each row in its file, in the rulebook's order."""
    files = load_procedures(next(iter(source.procedures.values())).parent.parent)
    found: dict[str, list[str]] = {}
    for name in (rulebook.incidents.own, rulebook.incidents.house):
        for kind, rows in files[name].get(game, {}).items():
            for number, row in enumerate(rows):
                if not row.only or rulebook.id in row.only:
                    found.setdefault(kind, []).append(f"{name}.toml {game}.{kind}[{number}]")
    return found


def _situation(row: Case, example: CoveredCase) -> str:
    """An example in the words of the file: ``R; cards=1, seen=true``."""
    moments = " ".join(sorted(row.moments & example.moments))
    return f"{moments}; {_facts(example.facts)}" if example.facts else moments


def _facts(facts: Mapping[str, Fact]) -> str:
    return ", ".join(f"{fact}={str(value).lower()}" for fact, value in facts.items())


def _without_words(words: Words, rulebook: Rulebook) -> Iterator[str]:
    for language in LANGUAGES:
        own = Words(language)
        missing = dict.fromkeys(
            key
            for game in rulebook.games
            for kind, rows in rulebook.games[game].incidents.kinds.items()
            for row in rows
            for key in missing_words(own, kind, row)
        )
        if missing:
            yield words.text("rulebook.check.no_words", language=language, keys=words.list_of(missing))


def missing_words(words: Words, kind: str, row: Case) -> Iterator[str]:
    """The keys of the phrases that a row needs and a language does not have."""
    keys = [f"incident.{kind}", f"incident.{kind}.hint", outcome_key(row.outcome, 1)]
    for fact, wanted in row.facts.items():
        keys += _fact_keys(kind, fact, wanted)
    keys += [f"answer.{CHOICE}.{choice}" for choice in row.choices]
    keys += [f"whom.{row.tell.whom}"] if row.tell is not None else []
    for step in row.steps:
        keys.append(f"step.{step.action}")
        keys += [f"button.step.{step.action}"] if step.action not in _UNPRESSED else []
    yield from (key for key in keys if not words.has(key))
    if row.clause is not None and clause_text(words, row.clause) is None:
        yield f"clause.{row.clause}"


def _fact_keys(kind: str, fact: str, condition: FactText) -> Iterator[str]:
    yield question_key(kind, fact)
    if not isinstance(condition, bool) and span(condition) is None:
        yield f"answer.{fact}.{condition}"

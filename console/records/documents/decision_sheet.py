"""A rulebook's incidents as a decision table: the sheet that hangs in the pit, as values and for a terminal.

The columns are the incident, its moment, the deciding facts; the outcome, who decides it, the steps, the
clause. One row of the rulebook is one row of the sheet. Its layout on paper is in `ui`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Final

import msgspec

from console.game.incident_cases import Case, FactText, Kinds
from console.incidents.facts import CHOICE, span
from console.incidents.moments import Moment
from console.records.documents.paper import SOFT_HYPHEN
from console.records.documents.rulebook_figures import FigureSheet
from console.table.state.actions import Action
from console.table.state.roles import Role
from console.words import Words
from console.words.incident_phrases import fact_name, outcome_key, step_of
from console.words.line_breaks import pieces, places, wrap
from console.words.names import game_name, role_name

HOUSE: Final = "◇"
"""The mark after a clause that only another market's document has: here it is the studio's procedure."""
HEADS: Final = (
    "rulebook.head.kind",
    "rulebook.head.when",
    "rulebook.head.facts",
    "record.head.outcome",
    "rulebook.head.authority",
    "record.head.steps",
    "rulebook.head.clause",
)
_COUNTS: Final = ("cards", "cards_to_remove")
"""The facts whose numbers count cards."""
_LEAST: Final = 8
"""The least width of a column, in characters."""
_GAP: Final = "  "


class SheetRow(msgspec.Struct, frozen=True):
    """One case of the table in words."""

    kind: str
    when: str
    facts: tuple[str, ...]
    outcome: str
    authority: str
    steps: tuple[str, ...]
    clause: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's cells, one a column; a cell of several lines has a text for each line."""
        facts, steps = "\n".join(self.facts), "\n".join(self.steps)
        return (self.kind, self.when, facts, self.outcome, self.authority, steps, self.clause)


class DecisionSheet(msgspec.Struct, frozen=True):
    """A game's decision table in one language. ``of`` says which rulebook it is: rules, digest, date."""

    language: str
    title: str
    of: str
    heads: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    footer: str
    figures: FigureSheet | None = None
    """The rulebook's other figures of the game, to be compared with the rule document."""


def decision_sheet(
    words: Words,
    rules: str,
    game: str,
    kinds: Kinds,
    digest: str,
    made_at: datetime,
    figures: FigureSheet | None = None,
) -> DecisionSheet:
    """The decision table of a rulebook's game; ``digest`` is the digest of the rulebook's files, ``made_at``
    the day on which it is printed.
    """
    named = words.find(f"rules.{rules}") or rules
    return DecisionSheet(
        words.language,
        words.text("rulebook.sheet.title", game=game_name(words, game)),
        words.text("rulebook.sheet.of", rules=named, id=rules, digest=digest, date=f"{made_at:%Y-%m-%d}"),
        tuple(words.text(head) for head in HEADS),
        tuple(sheet_row(words, kind, case) for kind, cases in kinds.items() for case in cases),
        f"{HOUSE} {words.text('rulebook.sheet.house')}",
        figures,
    )


def sheet_row(words: Words, kind: str, case: Case) -> SheetRow:
    """A case of a kind in words, as a row of the sheet."""
    return SheetRow(
        words.text(f"incident.{kind}"),
        when_text(words, case.moments),
        tuple(fact_text(words, fact, wanted) for fact, wanted in case.facts.items()),
        decided_text(words, case.outcome, () if CHOICE in case.facts else case.choices),
        role_name(words, Role(case.authority)),
        step_texts(words, kind, case.facts, ((step.action, step.actor) for step in case.steps)),
        _clause(case),
    )


def when_text(words: Words, moments: Iterable[str]) -> str:
    """The moments at which a case can be reported, in the order of a round."""
    there = set(moments)
    names = (words.text(f"rulebook.when.{each.name.lower()}") for each in Moment if each in there)
    return _either(words, names)


def _either(words: Words, texts: Iterable[str]) -> str:
    """Several texts as alternatives."""
    return reduce(lambda one, other: words.text("rulebook.or", one=one, other=other), texts)


def fact_text(words: Words, fact: str, condition: FactText) -> str:
    """A case's condition on a fact: ``Cards: 3 or more cards``."""
    return f"{fact_name(words, fact)}{words.locale.colon}{_answer(words, fact, condition)}"


def _answer(words: Words, fact: str, condition: FactText) -> str:
    if isinstance(condition, bool):
        return words.text("answer.yes" if condition else "answer.no")
    family = "cards" if fact in _COUNTS else fact
    phrase = words.find(f"answer.{family}.{condition}")
    if phrase is not None or span(condition) is None:
        return phrase or words.text(f"answer.{fact}.{condition}")
    return str(condition).replace("-", "–")


def decided_text(words: Words, outcome: str, choices: Sequence[str] = ()) -> str:
    """An outcome, with the pit boss's options where there is a choice."""
    text = words.text(outcome_key(outcome))
    if not choices:
        return text
    ways = _either(words, (words.text(f"answer.choice.{each}") for each in choices))
    return f"{text}{words.locale.colon}{ways}"


def step_texts(
    words: Words, kind: str, facts: Mapping[str, FactText], steps: Iterable[tuple[str, str]]
) -> tuple[str, ...]:
    """The steps of an outcome, numbered, each an action and its role."""
    return tuple(
        words.text(
            "rulebook.step",
            number=number,
            step=_step(words, kind, facts, action),
            who=role_name(words, Role(actor)),
        )
        for number, (action, actor) in enumerate(steps, start=1)
    )


def _step(words: Words, kind: str, facts: Mapping[str, FactText], action: str) -> str:
    if action == Action.REMOVE_CARDS:  # how many is known at the table
        return words.text("rulebook.step.remove_cards")
    return step_of(words, kind, facts, action)


def _clause(case: Case) -> str:
    if case.clause is None:
        return "–"
    return f"{case.clause} {HOUSE}" if case.basis == "house" else case.clause


# --- a terminal --------------------------------------------------------------------------------------


def sheet_lines(sheet: DecisionSheet, width: int) -> Iterator[str]:
    """The decision table for a terminal of this width; the rows of one kind stand together, with a line
    between two kinds.
    """
    rows = [tuple(cell.replace(SOFT_HYPHEN, "") for cell in row.cells) for row in sheet.rows]
    table = [sheet.heads, *rows]
    widths = _fitted(table, width)
    yield from (sheet.title, sheet.of, "")
    yield from _set(sheet.heads, widths)
    above = ""
    for kind, *rest in rows:
        if kind != above:
            yield "─" * min(width, sum(widths) + len(_GAP) * (len(widths) - 1))
        yield from _set((kind if kind != above else "", *rest), widths)
        above = kind
    yield from ("", sheet.footer)


def figure_lines(sheet: FigureSheet, width: int) -> Iterator[str]:
    """The figures for a terminal of this width: each part's heading with its rows beneath it."""
    rows = [row.cells for part in sheet.parts for row in part.rows]
    widths = _fitted([sheet.heads, *rows], width)
    yield sheet.title
    for part in sheet.parts:
        yield from ("", part.heading, "─" * min(width, sum(widths) + len(_GAP) * (len(widths) - 1)))
        for row in part.rows:
            yield from _set(row.cells, widths)


def _fitted(table: Sequence[Sequence[str]], width: int) -> list[int]:
    """The columns' widths, the widest narrowed until all fit.

    No column becomes narrower than its longest word, as long as all of them have room for that.
    """
    columns = list(zip(*table, strict=True))
    widths, least = ([max(map(of, column)) for column in columns] for of in (_widest, _longest))
    room = width - len(_GAP) * (len(widths) - 1)
    if sum(least) > room:
        least = [min(each, _LEAST) for each in least]
    while sum(widths) > room:
        spare = [each - low for each, low in zip(widths, least, strict=True)]
        if max(spare) <= 0:
            break
        at = max(range(len(widths)), key=lambda at: (spare[at] > 0, widths[at]))
        widths[at] -= 1
    return widths


def _set(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    columns = [
        [line for each in cell.split("\n") for line in wrap(each, width)]
        for cell, width in zip(cells, widths, strict=True)
    ]
    for number in range(max(map(len, columns))):
        line = (
            f"{cell}{' ' * (width - places(cell))}"
            for lines, width in zip(columns, widths, strict=True)
            for cell in (lines[number] if number < len(lines) else "",)
        )
        yield _GAP.join(line).rstrip()


def _widest(cell: str) -> int:
    return max(map(places, cell.split("\n")))


def _longest(cell: str) -> int:
    """The width of the cell's longest word."""
    return max(places(piece.rstrip()) for piece in pieces(cell.replace("\n", " ")))

"""The rule documents' own tables as they ship: every clause, and every row of the decision table.

``unshown.tsv`` says which clauses no scene can show, and why. The tables are apart from the rulebooks, so
that a rulebook can be compared with them. The suite keeps them equal to the documents' tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Final

import msgspec

from console.base.system import content_of
from console.table.game.rulebook import Rulebook
from console.table.incidents.facts import CHOICE, Fact, span
from console.table.scenes.scene_file import scene_folder

_UNTOLD: Final = (CHOICE, "total")
"""Facts that no report has: the pit boss chooses, or the table counts."""
_TRUTH: Final = {"true": True, "false": False}


class Unshown(StrEnum):
    """Why no scene can show a clause: it is about nothing that a console does, shows or records."""

    DEFINITION = "definition"
    """The clause defines a word."""
    EQUIPMENT = "equipment"
    PLAYER = "player"
    """A player's own duty."""
    PLAYER_SCREEN = "player_screen"
    """The player's screen, or the game server."""
    NOT_PLAYED = "not_played"
    """It is about a kind of table for which this console is not made."""


class Clause(msgspec.Struct, frozen=True):
    """A clause: its id, its game, what kind of rule it is, and the documents that state it."""

    id: str
    game: str
    kind: str
    documents: tuple[str, ...]
    unshown: Unshown | None = None
    """The reason why no scene shows it; None if one can."""


class Decision(msgspec.Struct, frozen=True):
    """The rules' decision on an incident."""

    outcome: str
    authority: str
    steps: tuple[str, ...]
    """``action:actor``, in order."""
    choices: tuple[str, ...]
    clause: str
    """Empty if no clause decides it."""


class DecisionRow(msgspec.Struct, frozen=True):
    """A row of the decision table: what went wrong and when, and the rules' decision."""

    number: int
    """The row's place in the table, from 1."""
    kind: str
    game: str
    rules: tuple[str, ...]
    """The documents that have the row; empty: all."""
    when: tuple[str, ...]
    facts: dict[str, str]
    clause: str
    outcome: str
    authority: str
    steps: tuple[str, ...]
    """``action:actor``, in order."""
    choices: tuple[str, ...]

    @property
    def choice(self) -> str | None:
        """The pit boss's choice for this row; None if the facts alone lead to it."""
        return self.facts.get(CHOICE)

    @property
    def reported_facts(self) -> dict[str, Fact]:
        """A report's facts for this row, of whole numbers the lowest; but those that only the table knows."""
        return {fact: _value(wanted) for fact, wanted in self.facts.items() if fact not in _UNTOLD}

    @property
    def decision(self) -> Decision:
        return Decision(self.outcome, self.authority, self.steps, self.choices, self.clause)


@cache
def clauses() -> tuple[Clause, ...]:
    """Every clause of the documents, in their order. Raises OSError."""
    unshown = {id: Unshown(why) for id, why in _lines("unshown.tsv")}
    return tuple(
        Clause(id, game, kind, tuple(by.split()), unshown.get(id))
        for id, game, kind, by, *_ in _lines("clauses.tsv")
    )


@cache
def decision_rows() -> tuple[DecisionRow, ...]:
    """Every row of the decision table, in its order. Raises OSError."""
    return tuple(
        DecisionRow(
            number, kind, game, tuple(rules.split()), tuple(when.split()), _facts(facts), clause, outcome,
            authority, tuple(steps.split()), tuple(choices.split()),
        )
        for number, (kind, game, rules, when, facts, clause, outcome, authority, steps, choices) in enumerate(
            _lines("decisions.tsv"), start=1
        )
    )  # fmt: skip


def clauses_of(rulebook: Rulebook, game: str) -> tuple[Clause, ...]:
    """The clauses that a rulebook's document states of a game, with the document's limits."""
    names = {game, game.replace("_", " "), "all"}
    return tuple(each for each in clauses() if rulebook.document in each.documents and each.game in names)


def rows_of(rulebook: Rulebook, game: str) -> tuple[DecisionRow, ...]:
    """The rows that apply at a table of a game, by a rulebook."""
    return tuple(
        row
        for row in decision_rows()
        if row.game == game and (not row.rules or rulebook.document in row.rules)
    )


def _lines(name: str) -> Iterator[list[str]]:
    text = content_of(scene_folder() / name).decode("utf-8")
    yield from (line.split("\t") for line in text.splitlines())


def _facts(cell: str) -> dict[str, str]:
    parts = (part.partition("=") for part in cell.split("; ") if part)
    return {fact: wanted for fact, _, wanted in parts}


def _value(wanted: str) -> Fact:
    numbers = span(wanted)
    return numbers[0] if numbers is not None else _TRUTH.get(wanted, wanted)

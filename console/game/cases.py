"""The cases of a rulebook's game: its own rows first, then the studio's house procedures.

It knows which rows a house takes and what each rests on, and nothing of what happens at a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, get_args

import msgspec

from console.game.incident_rows import Authority, Choice, FactText, Game, Named, Procedures, Result, Row

GAMES: Final[tuple[Game, ...]] = get_args(Game)

_PREFIX: Final[dict[Game, str]] = {"baccarat": "BAC", "blackjack": "BJ", "roulette": "ROU"}
"""How the clauses of a game begin, behind the ``LT-`` of the Lithuanian document."""


class CaseStep(msgspec.Struct, frozen=True):
    """What is to be done, and by whom."""

    action: str
    actor: Authority


class Case(msgspec.Struct, frozen=True):
    """A row as a rulebook has it: with ``basis``, the rule of this table or a house procedure.

    ``basis`` is None where no clause is written.
    """

    moments: frozenset[str]
    facts: dict[str, FactText]
    clause: str | None
    basis: Literal["rule", "house"] | None
    outcome: Result
    authority: Authority
    steps: tuple[CaseStep, ...] = ()
    choices: tuple[Choice, ...] = ()


Kinds = dict[str, tuple[Case, ...]]
"""The cases of each kind of incident, in the order in which their facts are asked."""


class Cases(msgspec.Struct, frozen=True):
    """What can go wrong at a rulebook's game, and the kinds that it knows not to be its own."""

    kinds: Kinds = {}
    everywhere: Kinds = {}
    """The cases of every kind of this game, whichever rulebook has them."""
    not_this_game: Kinds = {}
    """Kinds of the other games alone."""


def cases_of(rulebook: str, game: Game, named: Named, files: dict[str, Procedures]) -> Cases:
    """The cases that a rulebook has for a game; ``files`` are all procedures that there are, by name."""
    own, house = files[named.own], files[named.house]
    kinds = _kinds((*_taken(rulebook, game, own, True), *_taken(rulebook, game, house, False)))
    every = {each: _every(each, files) for each in GAMES}
    elsewhere = _kinds(row for each in GAMES for row in every[each])
    here = _kinds(every[game])
    return Cases(
        kinds,
        here,
        {kind: cases for kind, cases in elsewhere.items() if kind not in here},
    )


def _taken(rulebook: str, game: Game, file: Procedures, own: bool) -> tuple[tuple[str, Case], ...]:
    """The rows of a file that this rulebook takes."""
    return tuple(
        (kind, _case(row, own and _is_of(row, game)))
        for kind, rows in file.of(game).items()
        for row in rows
        if not row.only or rulebook in row.only
    )


def _is_of(row: Row, game: Game) -> bool:
    """Whether the clause is this game's own: one game may do as another's clause says."""
    return (row.clause or "").removeprefix("LT-").startswith(f"{_PREFIX[game]}-")


def _every(game: Game, files: dict[str, Procedures]) -> tuple[tuple[str, Case], ...]:
    """All rows of a game, whoever takes them."""
    return tuple(
        (kind, _case(row, False))
        for file in files.values()
        for kind, rows in file.of(game).items()
        for row in rows
    )


def _case(row: Row, is_rule: bool) -> Case:
    return Case(
        moments=frozenset(row.when.split()),
        facts=row.facts,
        clause=row.clause,
        basis=None if row.clause is None else "rule" if is_rule else "house",
        outcome=row.outcome,
        authority=row.authority,
        steps=tuple(_steps(row)),
        choices=row.choices,
    )


def _steps(row: Row) -> Iterator[CaseStep]:
    for step in row.steps:
        action, _, actor = step.partition(":")
        yield CaseStep(action, "dealer" if actor == "dealer" else "pit_boss")


def _kinds(cases: Iterator[tuple[str, Case]] | tuple[tuple[str, Case], ...]) -> Kinds:
    kinds: dict[str, tuple[Case, ...]] = {}
    for kind, case in cases:
        kinds[kind] = (*kinds.get(kind, ()), case)
    return kinds

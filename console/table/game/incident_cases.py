"""The incident procedures of a rulebook's game: the rows of the files, and the cases that they make.

A game's own rows come first, then the studio's house procedures. It knows the form of a row, the rows of each
house and the clauses behind them; the meaning of a case for a report is decided in
:mod:`console.table.incidents`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final, Literal

import msgspec

from console.table.game.games import GAMES
from console.table.game.rule_values import Clause, Code, Rule, Text

When = Annotated[str, msgspec.Meta(pattern=r"^[TRCNELSIA]( [TRCNELSIA])*\Z")]
"""The moments at which a case can be reported, by their letters."""

StepText = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+:(dealer|pit_boss)\Z")]
"""A step and whose it is: ``put_back:dealer``."""

FactText = bool | Annotated[int, msgspec.Meta(ge=0)] | Text
"""A case's condition on a fact: true or false, a word, or whole numbers as ``2``, ``"1-2"`` or ``"3+"``."""


class Result(StrEnum):
    """The outcome of an incident."""

    GO_ON = "go_on"
    VOID = "void"
    REPLACE_DECKS = "replace_decks"
    SHUFFLE_ON = "shuffle_on"
    SHUFFLE_AGAIN = "shuffle_again"
    CHANGE_SHOE = "change_shoe"
    CHANGE_SHOE_AFTER = "change_shoe_after"
    RESHUFFLE_AFTER = "reshuffle_after"
    CARRY_CARD = "carry_card"
    BURN_CARD = "burn_card"
    REPLACE_READER = "replace_reader"
    MOVE_CARD = "move_card"
    MOVE_CARDS = "move_cards"
    REPLACE_CARD = "replace_card"
    REMOVE_LAST = "remove_last"
    REFUND_HAND = "refund_hand"
    RESTORE_HANDS = "restore_hands"
    SETTLE_BY_HAND = "settle_by_hand"
    RESPIN = "respin"
    FINISH = "finish"
    PIT_BOSS_DECIDES = "pit_boss_decides"
    RECORD_ONLY = "record_only"


Authority = Literal["dealer", "pit_boss"]
Choice = Literal["go_on", "void", "reveal", "change_shoe", "reshuffle_after"]


_MOMENTS: Final = {
    Result.VOID: frozenset("TRCN"),
    Result.REMOVE_LAST: frozenset("C"),
    Result.SHUFFLE_ON: frozenset("S"),
    Result.SHUFFLE_AGAIN: frozenset("S"),
    Result.REPLACE_DECKS: frozenset("SI"),
}
"""The moments of outcomes that need a round open, a card out, or cards being made ready."""
_NEEDED: Final = {
    Result.REMOVE_LAST: ("cards_to_remove",),
    Result.SETTLE_BY_HAND: ("actual",),
    Result.REFUND_HAND: ("seat", "hand"),
}
"""The facts without which an outcome can't be carried out."""


class OfficeToInform(Rule, frozen=True):
    """The office to inform of an incident, and by when: its name is the phrase ``whom.WHOM``."""

    whom: Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+\Z")]
    within_hours: Annotated[int, msgspec.Meta(ge=1, le=8_784)]
    """Hours from the report: a year at most."""

    @property
    def text(self) -> str:
        """The office and the hours: ``authority:24``."""
        return f"{self.whom}:{self.within_hours}"


class CaseRow(Rule, frozen=True):
    """A case: its moments, the facts that distinguish it from the others, and its outcome with its steps.

    ``only`` are the rulebooks that have it; all if it is empty. ``stops`` is false if the clause says
    that play is not stopped for it.
    """

    when: When
    outcome: Result
    authority: Authority
    facts: dict[str, FactText] = msgspec.field(default_factory=dict)
    clause: Clause | None = None
    steps: tuple[StepText, ...] = ()
    choices: tuple[Choice, ...] = ()
    only: tuple[Code, ...] = ()
    stops: bool = True
    house: bool = False
    """Whether its clause leaves open what follows: the house's procedure decides, at any document's table."""
    tell: OfficeToInform | None = None

    def __post_init__(self) -> None:
        """Raises ValueError for an outcome that its moments or its facts can't have."""
        possible = _MOMENTS.get(self.outcome)
        wrong = set() if possible is None else {*self.when.split()} - possible
        if possible is not None and wrong:
            at, only = " ".join(sorted(wrong)), " ".join(sorted(possible))
            raise ValueError(f"{self.outcome} is no outcome at {at}: only at {only}")
        for needed in _NEEDED.get(self.outcome, ()):
            if needed not in self.facts:
                raise ValueError(f"{self.outcome} needs the fact {needed}")


Rows = dict[str, tuple[CaseRow, ...]]
"""A game's rows by their kind of incident."""


Procedures = dict[str, Rows]
"""A file of incident procedures: the rows of each game, by its name."""


class IncidentFiles(Rule, frozen=True):
    """The files that a rulebook takes: those of its own document, and the studio's house procedures."""

    own: Text
    house: Text


class CaseStep(msgspec.Struct, frozen=True):
    """The action of a step, and its actor."""

    action: str
    actor: Authority


class Case(msgspec.Struct, frozen=True):
    """A row as a rulebook has it; ``basis``: this table's rule, a house procedure, or None without clause."""

    moments: frozenset[str]
    facts: dict[str, FactText]
    clause: str | None
    basis: Literal["rule", "house"] | None
    outcome: Result
    authority: Authority
    steps: tuple[CaseStep, ...] = ()
    choices: tuple[Choice, ...] = ()
    stops: bool = True
    """Whether players hear that play is halted; False if the clause says that play is not stopped."""
    tell: OfficeToInform | None = None


Kinds = dict[str, tuple[Case, ...]]
"""The cases of each kind of incident, in the order in which their facts are asked."""


class Cases(msgspec.Struct, frozen=True):
    """The possible incidents of a rulebook's game, and the kinds that the rulebook names as not its own."""

    kinds: Kinds = {}
    everywhere: Kinds = {}
    """The cases of every kind of this game, whichever rulebook has them."""
    not_this_game: Kinds = {}
    """Kinds of the other games alone."""


def cases_of(rulebook: str, game: str, file_names: IncidentFiles, files: dict[str, Procedures]) -> Cases:
    """The cases that a rulebook has for a game; ``files`` are all procedures that there are, by name."""
    own, house = files[file_names.own], files[file_names.house]
    kinds = _kinds(
        (
            *_rows_of_rulebook(rulebook, game, own, own=True),
            *_rows_of_rulebook(rulebook, game, house, own=False),
        )
    )
    every = {each: _every(each, files) for each in GAMES}
    elsewhere = _kinds(row for each in GAMES for row in every[each])
    here = _kinds(every[game])
    return Cases(kinds, here, {kind: cases for kind, cases in elsewhere.items() if kind not in here})


def own_cases(game: str, procedures: Procedures, files: dict[str, Procedures]) -> Cases:
    """The cases of a game whose rows stand in a file of its own: no document's rule is among them."""
    here = _kinds(_every(game, {game: procedures}))
    elsewhere = _kinds(row for each in GAMES for row in _every(each, files))
    return Cases(here, here, {kind: cases for kind, cases in elsewhere.items() if kind not in here})


def _rows_of_rulebook(
    rulebook: str, game: str, file: Procedures, *, own: bool
) -> tuple[tuple[str, Case], ...]:
    """The rows of a file that this rulebook takes."""
    return tuple(
        (kind, _case(row, is_rule=own and not row.house and _is_of(row, game)))
        for kind, rows in file.get(game, {}).items()
        for row in rows
        if not row.only or rulebook in row.only
    )


def _is_of(row: CaseRow, game: str) -> bool:
    """Whether the clause belongs to this game: one game may follow a clause of another."""
    return (row.clause or "").removeprefix("LT-").startswith(f"{GAMES[game].prefix}-")


def _every(game: str, files: dict[str, Procedures]) -> tuple[tuple[str, Case], ...]:
    """All rows of a game, for whichever rulebook."""
    return tuple(
        (kind, _case(row, is_rule=False))
        for file in files.values()
        for kind, rows in file.get(game, {}).items()
        for row in rows
    )


def _case(row: CaseRow, *, is_rule: bool) -> Case:
    return Case(
        moments=frozenset(row.when.split()),
        facts=row.facts,
        clause=row.clause,
        basis=None if row.clause is None else "rule" if is_rule else "house",
        outcome=row.outcome,
        authority=row.authority,
        steps=tuple(_steps(row)),
        choices=row.choices,
        stops=row.stops,
        tell=row.tell,
    )


def _steps(row: CaseRow) -> Iterator[CaseStep]:
    for step in row.steps:
        action, _, actor = step.partition(":")
        yield CaseStep(action, "dealer" if actor == "dealer" else "pit_boss")


def _kinds(cases: Iterator[tuple[str, Case]] | tuple[tuple[str, Case], ...]) -> Kinds:
    kinds: dict[str, tuple[Case, ...]] = {}
    for kind, case in cases:
        kinds[kind] = (*kinds.get(kind, ()), case)
    return kinds

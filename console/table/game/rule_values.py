"""The values of every game's rules: actions, actors, figures, each with the clauses behind it. It never knows
a word that a person reads, nor which game has which part.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from console.table.game.games import PREFIXES

Clause = Annotated[str, msgspec.Meta(pattern=rf"^(GEN|LIM|(LT-)?({'|'.join(PREFIXES)}))-[0-9A-Za-z.-]+\Z")]
"""The id of a row of the clause table."""

Clauses = Annotated[tuple[Clause, ...], msgspec.Meta(min_length=1)]
"""The rows that something rests on, at least one."""

Code = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2}\Z")]
"""A rulebook's, document's or language's two letters."""

Count = Annotated[int, msgspec.Meta(ge=1)]
"""A whole number from 1."""

Text = Annotated[str, msgspec.Meta(min_length=1)]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"with_": "with"}):
    """A part of a rulebook: a key that it does not know is refused."""


class Erratum(Rule, frozen=True):
    """An erratum: its place and subject, what is written, what is applied, in cards, figures and keys."""

    clause: Clause
    about: Text
    written: Text
    applied: Text


class BetTime(Rule, frozen=True):
    """The time for which bets are open, in seconds."""

    seconds: Count
    clauses: Clauses


class Quickest(Rule, frozen=True):
    """The seconds that a hand needs at least, by the step: the inspection of the decks, their wash, each step
    that shuffles them; at a wheel, from 'no more bets' to a number that no wheel reads, and the ball's run.
    A step without a limit is not judged.
    """

    inspect: Count | None = None
    wash: Count | None = None
    shuffle: Count | None = None
    number: Count | None = None
    ball: Count | None = None


class EndSignal(Rule, frozen=True):
    """The signal at the end of bet time: the timer's display, the sound (BAC-3.4.2, BAC-2.1.6-sound), and the
    warning sign (ROU-2.1.1-sign).
    """

    shows: Literal["blink_running_out", "flash", "light"]
    sound: bool
    clauses: Clauses
    sign: bool = False


class CutCard(Rule, frozen=True):
    """The number of cards behind the cut card; with two ``pieces`` one lies behind the stack (BAC-1.3.1)."""

    from_end: Count
    clauses: Clauses
    pieces: Literal[1, 2]


class Preparing(StrEnum):
    """The actions with decks and shoe, or with the wheel, before the first round."""

    CHECK_SHOE = "check_shoe"
    RECEIVE_DECKS = "receive_decks"
    INSPECT = "inspect"
    PRESENT = "present"
    WASH = "wash"
    SHUFFLE = "shuffle"
    SPLIT_PILES = "split_piles"
    RIFFLE = "riffle"
    SHUFFLE_1 = "shuffle_1"
    SHUFFLE_2 = "shuffle_2"
    SHUFFLE_3 = "shuffle_3"
    STACK = "stack"
    CUT = "cut"
    PLACE_CUT_CARD = "place_cut_card"
    LOAD = "load"
    CHECK_WHEEL = "check_wheel"
    CHECK_LEVEL = "check_level"
    CHECK_RUN = "check_run"
    CHECK_BALL = "check_ball"


STAGES: Final = sum(step.startswith("shuffle_") for step in Preparing)
"""Stages of a shuffle that has them (LT-BAC-19a, LT-BAC-19b)."""

WHEEL_STEPS: Final = frozenset(
    {Preparing.CHECK_WHEEL, Preparing.CHECK_LEVEL, Preparing.CHECK_RUN, Preparing.CHECK_BALL}
)
"""The steps with a wheel; all others are with cards."""


CountOf: TypeAlias = Literal["whole", "decks"]
"""The parts that an inspection counts: the set, or each deck."""


class Step(Rule, frozen=True):
    """A step of the preparation, and its role; ``with_`` is who takes part in it.

    ``faces`` is where the cards' faces look as they are stacked: to the dealer or away from him (BAC-3.3.1).
    ``count`` is the part that an inspection counts by its number, the whole set or each deck; left
    out, nobody is asked for one. ``how`` is the order in which the decks are spread, each by itself
    (BAC-3.1.2, BJ-3.1.2), or that each pile is shuffled by itself (BAC-3.2.1). ``daily`` is whether it is
    done again before the first cards of a new gaming day go in (BJ-1.4).
    """

    action: Preparing
    actor: Literal["dealer", "pit_boss"]
    clauses: Clauses
    with_: Literal["dealer"] | None = None
    faces: Literal["dealer", "away"] | None = None
    count: CountOf | None = None
    how: Literal["in_order", "by_suit", "by_suit_in_order", "each_pile"] | None = None
    daily: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for a way in which this step is not done."""
        if self.daily and self.action != Preparing.CHECK_SHOE:
            raise ValueError(f"{self.action} is not done daily")
        done_so = Preparing.SHUFFLE if self.how == "each_pile" else Preparing.PRESENT
        if self.how is not None and self.action != done_so:
            raise ValueError(f"{self.action} is not done {self.how}")


Steps = Annotated[tuple[Step, ...], msgspec.Meta(min_length=1)]


class Preparation(Rule, frozen=True):
    """The way of the cards into the shoe, in four parts. A table that opens begins at the first step, one
    with new decks at ``decks``, a reshuffle at ``shuffle``.
    """

    shoe: Steps
    decks: Steps
    shuffle: Steps
    load: Steps

    def __post_init__(self) -> None:
        """Raises ValueError for a step of the wheel check."""
        if wrong := [step.action for step in self.steps if step.action in WHEEL_STEPS]:
            raise ValueError(f"{wrong[0]} is done with a wheel, not with cards")

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.shoe + self.decks + self.shuffle + self.load

    @property
    def first_of_decks(self) -> int:
        """The place in :attr:`steps` where new decks begin."""
        return len(self.shoe)

    @property
    def first_of_shuffle(self) -> int:
        """The place in :attr:`steps` where a reshuffle begins."""
        return len(self.shoe) + len(self.decks)

    @property
    def first_of_load(self) -> int:
        """The place in :attr:`steps` where the shuffle is over."""
        return len(self.shoe) + len(self.decks) + len(self.shuffle)


class WheelCheck(Rule, frozen=True):
    """The pit boss's check before a wheel is played (ROU-3.2.1 to ROU-3.2.4)."""

    wheel: Steps

    def __post_init__(self) -> None:
        """Raises ValueError for a step with cards."""
        if wrong := [step.action for step in self.steps if step.action not in WHEEL_STEPS]:
            raise ValueError(f"{wrong[0]} is done with cards, not with a wheel")

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.wheel


class AfterLastHand(Rule, frozen=True):
    """The order after the last hand of a shoe: the same cards shuffled, or another shoe."""

    action: Literal["shuffle", "replace_shoe"]
    clauses: Clauses


class ReplacedShoe(Rule, frozen=True):
    """Where the preparation begins if another shoe replaces this one after a hand: inspection, or shuffle."""

    begins_at: Literal["decks", "shuffle"]
    clauses: Clauses


class PickUp(Rule, frozen=True):
    """The direction in which the cards are picked up, as the dealer sees the table."""

    direction: Literal["left_to_right", "right_to_left"]
    clauses: Clauses
    first: Literal["dealer"] | None = None
    """The hand whose cards are taken before all others."""


class Odds(Rule, frozen=True):
    """The payment of a won bet to one of its stake, exactly."""

    odds: Fraction
    clauses: Clauses


class PrintedRule(msgspec.Struct, frozen=True):
    """A rule that a felt has printed: what a felt may say of it, and what this rulebook says. A payment to
    one is a choice as players read it, ``3:2``; any other choice is part of a phrase's key.
    """

    name: str
    choices: tuple[str, ...]
    right: str

    @classmethod
    def of_odds(cls, name: str, usual: tuple[str, ...], odds: Fraction) -> PrintedRule:
        """The payment of a bet, among those that felts usually have."""
        right = f"{odds.numerator}:{odds.denominator}"
        return cls(name, tuple(sorted({*usual, right})), right)


Currency = Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}\Z")]
"""A currency's three letters."""


class Stakes(Rule, frozen=True):
    """The lowest and the highest stake, in minor units."""

    lowest: Count
    highest: Count


class TableLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's own limits, in minor units (BJ-1.3, LT-BAC-10, LT-BJ-14, LT-ROU-04). ``bets`` with other
    stakes than the rest, by name; with ``top_win`` None no win is limited.
    """

    currency: Currency
    lowest: Count
    highest: Count
    top_win: Count | None = None
    bets: dict[str, Stakes] = {}

    def of(self, bet: str) -> Stakes:
        return self.bets.get(bet, Stakes(self.lowest, self.highest))


class AnyLimits(Rule, frozen=True):
    """The limits of the bets at a table, by its game; in minor units of the currency."""

    currency: Currency
    clauses: Clauses

    def of(self, bet: str) -> Stakes:
        raise NotImplementedError

    @property
    def ranges(self) -> dict[str, Stakes]:
        """The stakes by the kind of bet, those of all other bets under an empty name."""
        raise NotImplementedError


class Limits(AnyLimits, frozen=True):
    """The lowest and highest stake and the highest win (LT-BAC-10).

    A rulebook names all three. A table's own limits may leave the win open, and give some bets stakes of
    their own; no clause stands behind them if the rulebook names no limits.
    """

    lowest: Count
    highest: Count
    top_win: Count | None
    bets: dict[str, Stakes] = {}

    def of(self, bet: str) -> Stakes:
        return self.bets.get(bet, Stakes(self.lowest, self.highest))

    @property
    def ranges(self) -> dict[str, Stakes]:
        return {"": Stakes(self.lowest, self.highest), **self.bets}

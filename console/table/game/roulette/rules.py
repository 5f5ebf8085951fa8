"""A rulebook's roulette: when a spin is valid, who may give the number, the odds of bets, the stakes. It
knows no house: its values come from the rulebook's file.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from console.table.game import table_rules
from console.table.game.roulette.spin import WHEEL, BallRun
from console.table.game.rule_values import (
    AnyLimits,
    Clause,
    Clauses,
    Count,
    Erratum,
    Odds,
    PrintedRule,
    Rule,
    Stakes,
    TableLimits,
    WheelCheck,
)
from console.table.game.table_rules import TableAnnouncements, TablePrompts, TableRules


class BetKind(StrEnum):
    """The kinds of bets that are paid, and limited, alike."""

    STRAIGHT = "straight"
    SPLIT = "split"
    STREET = "street"
    CORNER = "corner"
    SIX_LINE = "six_line"
    COLUMN = "column"
    DOZEN = "dozen"
    EVEN_CHANCE = "even_chance"


class Turns(Rule, frozen=True):
    """How many full turns of the ball, against the wheel, a valid spin has (ROU-3.1.1, LT-ROU-25)."""

    least: Count
    clauses: Clauses


class Leave(Rule, frozen=True):
    allowed: bool
    clauses: Clauses


class ResolveClauses(table_rules.ResolveClauses, frozen=True):
    """The clauses behind a halt, by its reason; a wheel has more reasons."""

    no_spin: Clauses
    number_differs: Clauses


class PromptClauses(TablePrompts, frozen=True):
    """The clauses behind each prompt of a roulette table; those of the wheel check are in its steps."""

    spin: Clauses
    await_number: Clauses
    confirm_number: Clauses
    resolve: ResolveClauses


class Announcements(TableAnnouncements, frozen=True):
    number: Clauses
    no_spin: Clauses


class Payouts(Rule, frozen=True):
    """The odds of every kind of bet (ROU-2.2, LT-ROU-05)."""

    straight: Odds
    split: Odds
    street: Odds
    corner: Odds
    six_line: Odds
    column: Odds
    dozen: Odds
    even_chance: Odds

    def of(self, kind: BetKind) -> Odds:
        odds: Odds = getattr(self, kind)
        return odds


class StakeLimits(AnyLimits, frozen=True):
    """The stakes that each kind of bet may have; no win is limited (LT-ROU-04)."""

    straight: Stakes
    split: Stakes
    street: Stakes
    corner: Stakes
    six_line: Stakes
    column: Stakes
    dozen: Stakes
    even_chance: Stakes

    def of(self, bet: str) -> Stakes:
        stakes: Stakes = getattr(self, bet)
        return stakes

    @property
    def ranges(self) -> dict[str, Stakes]:
        return {kind: self.of(kind) for kind in BetKind}


class Restriction(Rule, frozen=True):
    """The part of the wheel that one player's bets may cover, in per cent of its numbers (LIM-roulette)."""

    clause: Clause
    percent: Annotated[int, msgspec.Meta(ge=1, le=100)]

    @property
    def most_numbers(self) -> int:
        """The count of numbers that may be covered: at 92 %, 34 of the 37."""
        return len(WHEEL) * self.percent // 100


class RouletteRules(TableRules, frozen=True, kw_only=True):
    """A rulebook's roulette."""

    game: ClassVar[str] = "roulette"

    turns: Turns
    dealers_number: Leave
    """Whether a dealer may say the number if no reader did (not in lt: LT-ROU-28)."""
    ball_in_bet_time: Leave
    """Whether the ball may run while bets are open (ROU-2.1.3)."""
    bets_after_signal: Count = 2
    """The seconds for which bets may stay open after the wheel's own 'no more bets'; a house's own rulebook
    of 1.2 has no such line.
    """
    preparation: WheelCheck
    prompts: PromptClauses
    announcements: Announcements
    payouts: Payouts
    limits: StakeLimits | None = None
    restriction: Restriction | None = None
    errata: tuple[Erratum, ...] = ()

    printed = (PrintedRule("zeros", ("one", "two"), "one"),)
    """Every wheel of the house has one zero (ROU-1.3)."""
    limited_bets = tuple(BetKind)
    """The kinds of bets, each with its own stakes (LT-ROU-04)."""

    def with_limits(self, limits: TableLimits | None) -> Self:
        """The rules with a table's own limits, if it sets any (ROU-04, LT-ROU-04)."""
        if limits is None:
            return self
        clauses = self.limits.clauses if self.limits else ()
        stakes = {str(kind): limits.of(kind) for kind in BetKind}
        return replace(self, limits=StakeLimits(limits.currency, clauses, **stakes))

    def no_spin(self, run: BallRun) -> Literal["same_direction", "few_turns"] | None:
        """Why a run makes no valid spin, its direction first; None if it does (ROU-3.1.1, LT-ROU-25)."""
        if run.direction == "with":
            return "same_direction"
        return "few_turns" if run.turns < self.turns.least else None

    def restricts(self, covered: Collection[int]) -> str | None:
        """The clause that a player's bets on these different numbers break, or None (LIM-roulette)."""
        if self.restriction is None or len(covered) <= self.restriction.most_numbers:
            return None
        return self.restriction.clause

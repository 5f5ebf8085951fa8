"""What a stake wins at its odds, and how it breaks a table's limits: the same in every game, in minor units.

Knows no bet by its name: which odds and limits are a bet's is for its game.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from console.game.rule_parts import Limits


class NotOffered(ValueError):
    """A bet that this rulebook does not have."""


class BrokenLimit(StrEnum):
    """How a stake breaks the table's limits (LT-BAC-10, LT-BJ-14)."""

    BELOW = "below"
    ABOVE = "above"
    TOP_WIN = "top_win"
    NO_MAIN = "no_main"
    """A side bet without the seat's main bet (LT-BJ-11)."""


def winnings(stake: int, odds: Fraction) -> int:
    """What a stake wins at these odds to one, fractions cut off."""
    return stake * odds.numerator // odds.denominator


def broken_limit(stake: int, won: int, limits: Limits | None) -> BrokenLimit | None:
    """The first limit that a stake, or what it wins, breaks; None without limits (LT-BAC-10, LT-BJ-14)."""
    if limits is None:
        return None
    if stake < limits.lowest:
        return BrokenLimit.BELOW
    if stake > limits.highest:
        return BrokenLimit.ABOVE
    return BrokenLimit.TOP_WIN if won > limits.top_win else None

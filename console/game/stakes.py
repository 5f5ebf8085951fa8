"""What a stake wins at its odds, and how it breaks a table's limits: the same in every game, in minor units.

Knows no bet by its name: which odds and limits are a bet's is for its game.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from console.game.rule_values import Limits, Stakes


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


def broken_limit(bet: str, stake: int, won: int, limits: Limits | None) -> BrokenLimit | None:
    """The first limit that a bet's stake, or its win, breaks; None without limits (LT-BAC-10, LT-BJ-14)."""
    if limits is None:
        return None
    if (broken := broken_stakes(stake, limits.of(bet))) is not None:
        return broken
    return BrokenLimit.TOP_WIN if limits.top_win is not None and won > limits.top_win else None


def broken_stakes(stake: int, allowed: Stakes) -> BrokenLimit | None:
    """Whether a stake is below or above what is allowed (LT-ROU-04)."""
    if stake < allowed.lowest:
        return BrokenLimit.BELOW
    return BrokenLimit.ABOVE if stake > allowed.highest else None

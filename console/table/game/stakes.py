"""The win of a stake at its odds, and the limits that a stake breaks: in every game, in minor units. It knows
no bet by its name: its game knows a bet's odds and limits.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from console.table.game.rule_values import Limits, Stakes


class NotOffered(ValueError):
    """A bet that this rulebook does not have."""


class BrokenLimit(StrEnum):
    """The table's limit that a stake breaks (LT-BAC-10, LT-BJ-14)."""

    BELOW = "below"
    ABOVE = "above"
    TOP_WIN = "top_win"
    NO_MAIN = "no_main"
    """A side bet without the seat's main bet (LT-BJ-11)."""


def winnings(stake: int, odds: Fraction) -> int:
    """The win of a stake at these odds to one, fractions cut off."""
    return stake * odds.numerator // odds.denominator


def broken_limit(bet: str, stake: int, won: int, limits: Limits | None) -> BrokenLimit | None:
    """The first limit that a bet's stake, or its win, breaks; None without limits (LT-BAC-10, LT-BJ-14)."""
    if limits is None:
        return None
    if (broken := broken_stakes(stake, limits.of(bet))) is not None:
        return broken
    return BrokenLimit.TOP_WIN if limits.top_win is not None and won > limits.top_win else None


def broken_stakes(stake: int, allowed: Stakes) -> BrokenLimit | None:
    """The limit that a stake breaks (LT-ROU-04); None if it breaks none."""
    if stake < allowed.lowest:
        return BrokenLimit.BELOW
    return BrokenLimit.ABOVE if stake > allowed.highest else None

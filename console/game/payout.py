"""What a bet on a coup gets back, and which bets a house does not allow, in minor units.

Odds, limits and restrictions come from the rulebook; this module knows how they are applied, exactly. It
never knows whose bet it is, nor what was recorded elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from fractions import Fraction
from typing import Final

from console.game.baccarat import Outcome, Size, Winner
from console.game.baccarat_rules import BaccaratRules, Bet, Restriction
from console.game.rules import Limits

_EVEN: Final = (Bet.PLAYER, Bet.BANKER)
"""The bets that stand off when the hands are equal."""


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


def is_won(bet: Bet, outcome: Outcome) -> bool:
    """Whether the outcome is what was bet on (BAC-2.1.2, BAC-2.1.3, BAC-2.1.4, LT-BAC-09)."""
    match bet:
        case Bet.PLAYER | Bet.BANKER | Bet.TIE:
            return outcome.winner == Winner(bet.value)
        case Bet.BIG | Bet.SMALL:
            return outcome.size == Size(bet.value)
        case Bet.PLAYER_PAIR:
            return outcome.player_pair
        case Bet.BANKER_PAIR:
            return outcome.banker_pair
        case Bet.EITHER_PAIR:
            return outcome.either_pair
        case Bet.PERFECT_PAIR:
            return outcome.perfect_pair


def stands_off(bet: Bet, outcome: Outcome) -> bool:
    """Whether the stake goes back unwon: player and banker on a tie (BAC-2.1.5, LT-BAC-08)."""
    return bet in _EVEN and outcome.winner is Winner.TIE


def win(bet: Bet, stake: int, rules: BaccaratRules) -> int:
    """What the stake wins if the bet does, fractions cut off (BAC-2.2, LT-BAC-08, LT-BAC-09).

    The banker's odds already have the commission off. NotOffered if the rulebook has no such bet.
    """
    odds = rules.odds(bet)
    if odds is None:
        raise NotOffered(f"{bet}: this rulebook has no such bet")
    return winnings(stake, odds)


def back(bet: Bet, stake: int, outcome: Outcome, rules: BaccaratRules) -> int:
    """What a stake brings back: stake and win, the stake alone, or nothing."""
    most = stake + win(bet, stake, rules)
    if is_won(bet, outcome):
        return most
    return stake if stands_off(bet, outcome) else 0


def broken_limit(stake: int, won: int, limits: Limits | None) -> BrokenLimit | None:
    """The first limit that a stake, or what it wins, breaks; None without limits (LT-BAC-10, LT-BJ-14)."""
    if limits is None:
        return None
    if stake < limits.lowest:
        return BrokenLimit.BELOW
    if stake > limits.highest:
        return BrokenLimit.ABOVE
    return BrokenLimit.TOP_WIN if won > limits.top_win else None


def broken_restriction(bets: Collection[Bet], rules: BaccaratRules) -> Restriction | None:
    """The restriction that one player's bets break together, or None (LIM-baccarat)."""
    for restriction in rules.restrictions:
        if all(bet in bets for bet in restriction.never_together):
            return restriction
    return None

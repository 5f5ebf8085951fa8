"""The return of a bet on a coup, the bets that a house does not allow together, and a worksheet of such bets.

Odds and restrictions come from the rulebook; this module knows how they are applied, exactly, in minor units.
It never knows the owner of a bet, nor what was recorded elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from console.table.game.baccarat.coup import Outcome, Size, Winner
from console.table.game.baccarat.rules import BaccaratRules, Bet, Restriction
from console.table.game.stakes import BrokenLimit, NotOffered, broken_limit, winnings
from console.table.game.worksheet import Wager, Worksheet, stake_back, worksheet

_EVEN: Final = (Bet.PLAYER, Bet.BANKER)
"""The bets that stand off when the hands are equal."""


def is_won(bet: Bet, outcome: Outcome) -> bool:
    """Whether the bet wins by this outcome (BAC-2.1.2, BAC-2.1.3, BAC-2.1.4, LT-BAC-09)."""
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
    """Whether a stake returns without a win: on player and banker in a tie (BAC-2.1.5, LT-BAC-08)."""
    return bet in _EVEN and outcome.winner is Winner.TIE


def win(bet: Bet, stake: int, rules: BaccaratRules) -> int:
    """The win of the stake if the bet wins, fractions cut off (BAC-2.2, LT-BAC-08, LT-BAC-09). The banker's
    odds already have the commission off. Raises NotOffered if the rulebook has no such bet.
    """
    odds = rules.odds(bet)
    if odds is None:
        raise NotOffered(f"{bet}: this rulebook has no such bet")
    return winnings(stake, odds)


def back(bet: Bet, stake: int, outcome: Outcome, rules: BaccaratRules) -> int:
    """The return of a stake: stake and win, the stake alone, or nothing."""
    most = stake + win(bet, stake, rules)
    if is_won(bet, outcome):
        return most
    return stake if stands_off(bet, outcome) else 0


def broken_restriction(bets: Collection[Bet], rules: BaccaratRules) -> Restriction | None:
    """The restriction that one player's bets break together, or None (LIM-baccarat)."""
    for restriction in rules.restrictions:
        if all(bet in bets for bet in restriction.never_together):
            return restriction
    return None


def coup_worksheet(
    wagers: Sequence[Wager], outcome: Outcome | None, void: bool, rules: BaccaratRules
) -> Worksheet:
    """The return of every bet, by the outcome or as void (BAC-2.2, LT-BAC-08 to LT-BAC-10). They count as one
    player's (LIM-baccarat). Raises NotOffered if the rulebook has no such bet.
    """

    def limit(wager: Wager) -> BrokenLimit | None:
        return broken_limit(wager.on, wager.stake, win(Bet(wager.on), wager.stake, rules), rules.limits)

    restriction = broken_restriction({Bet(wager.on) for wager in wagers}, rules)
    brought = stake_back if void else _brought(outcome, rules)
    return worksheet(wagers, brought, limit, restriction.clause if restriction else None)


def _brought(outcome: Outcome | None, rules: BaccaratRules) -> Callable[[Wager], int] | None:
    if outcome is None:
        return None
    return lambda wager: back(Bet(wager.on), wager.stake, outcome, rules)

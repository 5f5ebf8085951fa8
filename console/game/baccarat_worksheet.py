"""A worksheet of baccarat: bets on a coup, each with what it brings back and the limit that it breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from console.game.baccarat import Outcome
from console.game.baccarat_rules import BaccaratRules, Bet
from console.game.payout import BrokenLimit, back, broken_limit, broken_restriction, win
from console.game.worksheet import Wager, Worksheet, stake_back, worksheet


def coup_worksheet(
    wagers: Sequence[Wager], outcome: Outcome | None, void: bool, rules: BaccaratRules
) -> Worksheet:
    """Every bet by the outcome, its stake if the coup is void (BAC-2.2, LT-BAC-08, LT-BAC-09, LT-BAC-10).

    They count as one player's (LIM-baccarat). NotOffered if the rulebook has no such bet.
    """

    def limit(wager: Wager) -> BrokenLimit | None:
        return broken_limit(wager.stake, win(Bet(wager.on), wager.stake, rules), rules.limits)

    restriction = broken_restriction({Bet(wager.on) for wager in wagers}, rules)
    brought = stake_back if void else _brought(outcome, rules)
    return worksheet(wagers, brought, limit, restriction.clause if restriction else None)


def _brought(outcome: Outcome | None, rules: BaccaratRules) -> Callable[[Wager], int] | None:
    if outcome is None:
        return None
    return lambda wager: back(Bet(wager.on), wager.stake, outcome, rules)

"""A worksheet of roulette: bets on a spin, each with what it brings back and the limit that it breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from console.game.roulette import Spin
from console.game.roulette_payout import back, broken, covered, laid
from console.game.roulette_rules import RouletteRules
from console.game.worksheet import Wager, Worksheet, worksheet


def spin_worksheet(wagers: Sequence[Wager], spin: Spin, void: bool, rules: RouletteRules) -> Worksheet:
    """Every bet by the winning number, all its chips if the round is void (ROU-2.2, LT-ROU-04, LT-ROU-05).

    Beside it what it would bring back by another number that was recorded, of several the most: what of that
    was credited is not taken back (LT-ROU-33). The bets count as one player's (LIM-roulette). ValueError if
    one is no bet.
    """
    brought = laid if void else _by(() if spin.number is None else (spin.number,), rules)
    recorded = None if void else _by(spin.credited, rules)
    restriction = rules.restricts(covered(wagers))
    return worksheet(wagers, brought, lambda wager: broken(wager, rules), restriction, recorded)


def _by(numbers: tuple[int, ...], rules: RouletteRules) -> Callable[[Wager], int] | None:
    if not numbers:
        return None
    return lambda wager: max(back(wager, number, rules) for number in numbers)

"""The return of a bet of roulette, the bets that a house does not allow, and a worksheet of bets on a spin.

Odds and limits come from the rulebook; this module knows how they are applied, exactly, in minor units. It
never knows the owner of a bet, nor by which number others were paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from console.table.game.roulette import bets
from console.table.game.roulette.rules import RouletteRules
from console.table.game.roulette.spin import Spin
from console.table.game.stakes import BrokenLimit, broken_stakes, winnings
from console.table.game.worksheet import Wager, Worksheet, worksheet

BETS: Final = frozenset({*bets.Bet, *bets.Sector, bets.NEIGHBOURS})
"""The bets that a wager of roulette can be ``on``."""


def is_a_bet(wager: Wager) -> bool:
    """Whether the layout or the racetrack has this bet: there is no split of 1 and 5 (ROU-1.1-bets)."""
    try:
        return bool(stacks(wager))
    except ValueError:
        return False


def stacks(wager: Wager) -> tuple[bets.Stack, ...]:
    """The chips that a wager lays. Raises ValueError if neither the layout nor the racetrack has it."""
    if wager.on == bets.NEIGHBOURS:
        if wager.number is None or wager.each is None:
            raise ValueError("neighbours are those of a number, so many at each side")
        return bets.neighbours(wager.number, wager.each)
    if wager.on in bets.SECTORS:
        return bets.SECTORS[wager.on]
    return (bets.stack(bets.Bet(wager.on), wager.numbers),)


def whole_stake(wager: Wager) -> int:
    """The whole stake of a wager: for a racetrack bet every chip, as its stake is one chip's."""
    return wager.stake * sum(each.chips for each in stacks(wager))


def back(wager: Wager, number: int, rules: RouletteRules) -> int:
    """A wager's return: stake and win of its chips that won (ROU-2.2, LT-ROU-05). Raises ValueError if no
    bet.
    """
    return sum(_back(each, wager.stake, rules) for each in stacks(wager) if number in each.numbers)


def _back(won: bets.Stack, chip: int, rules: RouletteRules) -> int:
    stake = chip * won.chips
    return stake + winnings(stake, rules.payouts.of(won.on.kind).odds)


def first_broken_limit(wager: Wager, rules: RouletteRules) -> BrokenLimit | None:
    """The first limit that any of a wager's bets breaks; two chips on one field are one stake (LT-ROU-04)."""
    limits = rules.limits
    if limits is None:
        return None
    each_one = (broken_stakes(wager.stake * each.chips, limits.of(each.on.kind)) for each in stacks(wager))
    return next((limit for limit in each_one if limit), None)


def covered_numbers(wagers: Iterable[Wager]) -> bets.Numbers:
    """The numbers that bets cover together (LIM-roulette)."""
    return frozenset(number for wager in wagers for each in stacks(wager) for number in each.numbers)


def spin_worksheet(wagers: Sequence[Wager], spin: Spin, void: bool, rules: RouletteRules) -> Worksheet:
    """The return of every bet: by the winning number, or all its chips if the round is void (ROU-2.2,
    LT-ROU-04, LT-ROU-05).

    Beside it stands the bet's return by a wrong number that was recorded or announced (the highest, if there
    were several): an amount credited by that number is not taken back (LT-ROU-33). The amount that was in
    fact paid is a value of its own: not every wrong number was paid by. The bets count as one player's
    (LIM-roulette). Raises ValueError if one is no bet.
    """
    brought = whole_stake if void else _by(() if spin.number is None else (spin.number,), rules)
    recorded = None if void else _by(spin.mistakes, rules)
    paid = None if void else _by(spin.paid, rules)
    restriction = rules.restricts(covered_numbers(wagers))
    return worksheet(
        wagers, brought, lambda wager: first_broken_limit(wager, rules), restriction, recorded, paid
    )


def _by(numbers: tuple[int, ...], rules: RouletteRules) -> Callable[[Wager], int] | None:
    if not numbers:
        return None
    return lambda wager: max(back(wager, number, rules) for number in numbers)

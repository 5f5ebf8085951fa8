"""The racetrack: bets on parts of the wheel, as the chips on the layout that they are made of.

It knows the wheel's order; a bet's stake is that of one chip.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from console.game.roulette import WHEEL
from console.game.roulette_bets import Bet, Stack, stack

MOST_EACH: Final = len(WHEEL) // 2
"""With so many neighbours at each side the whole wheel is covered."""


class Sector(StrEnum):
    """A part of the wheel that is bet on at once (LT-ROU-07 to LT-ROU-10)."""

    VOISINS = "voisins"
    JEU_ZERO = "jeu_zero"
    TIERS = "tiers"
    ORPHELINS = "orphelins"


NEIGHBOURS: Final = "neighbours"
"""What a bet on a number and those at its sides is called."""


def _splits(*pairs: tuple[int, int]) -> tuple[Stack, ...]:
    return tuple(stack(Bet.SPLIT, pair) for pair in pairs)


SECTORS: Final[dict[str, tuple[Stack, ...]]] = {
    Sector.VOISINS: (
        stack(Bet.STREET, (0, 2, 3), chips=2),
        stack(Bet.CORNER, (25, 26, 28, 29), chips=2),
        *_splits((4, 7), (12, 15), (18, 21), (19, 22), (32, 35)),
    ),
    Sector.JEU_ZERO: (stack(Bet.STRAIGHT, (26,)), *_splits((0, 3), (12, 15), (32, 35))),
    Sector.TIERS: _splits((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36)),
    Sector.ORPHELINS: (stack(Bet.STRAIGHT, (1,)), *_splits((6, 9), (14, 17), (17, 20), (31, 34))),
}
"""The chips of each: 9, 4, 6 and 5 (LT-ROU-07, LT-ROU-08, LT-ROU-09, LT-ROU-10)."""


def neighbours(number: int, each: int) -> tuple[Stack, ...]:
    """A chip on the number and on each of the ``each`` pockets at its two sides, clockwise (LT-ROU-11).

    ValueError if the wheel has no such number, or ``each`` is not 1 to 18.
    """
    if number not in WHEEL or not 1 <= each <= MOST_EACH:
        raise ValueError(f"{number} and {each} at each side: no bet on neighbours")
    at = WHEEL.index(number)
    covered = (WHEEL[(at + step) % len(WHEEL)] for step in range(-each, each + 1))
    return tuple(stack(Bet.STRAIGHT, (each_number,)) for each_number in covered)

"""Roulette's layout and racetrack: what can be bet on, and which numbers each bet covers.

It knows the fields of a single-zero table, and the wheel's order: a bet on the racetrack is the chips on the
layout that it is made of, its stake that of one chip. What a bet pays, and how much may be bet, it never
knows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Set
from enum import StrEnum
from itertools import chain
from typing import Final

import msgspec

from console.table.game.roulette.rules import BetKind
from console.table.game.roulette.spin import WHEEL, Pocket, pocket

Numbers = frozenset[int]
"""The numbers that a bet covers."""


class Bet(StrEnum):
    """The bets of the layout (ROU-1.1-bets, LT-ROU-12); the last six are the even chances."""

    STRAIGHT = "straight"
    SPLIT = "split"
    STREET = "street"
    CORNER = "corner"
    SIX_LINE = "six_line"
    COLUMN = "column"
    DOZEN = "dozen"
    RED = "red"
    BLACK = "black"
    ODD = "odd"
    EVEN = "even"
    LOW = "low"
    HIGH = "high"

    @property
    def kind(self) -> BetKind:
        return BetKind.EVEN_CHANCE if self in EVEN_CHANCES else BetKind(self.value)


EVEN_CHANCES: Final = (Bet.RED, Bet.BLACK, Bet.ODD, Bet.EVEN, Bet.LOW, Bet.HIGH)
"""Each covers half of the numbers without zero (LT-ROU-01)."""


class Stack(msgspec.Struct, frozen=True):
    """Chips that lie as one bet on the layout."""

    on: Bet
    numbers: Numbers
    chips: int


def _sets(*bets: Iterable[Iterable[int]]) -> frozenset[Numbers]:
    return frozenset(map(frozenset, chain(*bets)))


def _that(is_covered: Callable[[Pocket], bool]) -> frozenset[Numbers]:
    return _sets([[number for number in WHEEL if is_covered(pocket(number))]])


_ROWS: Final = range(1, 37, 3)
"""The first number of every row of three."""

FIELDS: Final[dict[Bet, frozenset[Numbers]]] = {
    Bet.STRAIGHT: _sets([number] for number in WHEEL),
    Bet.SPLIT: _sets(
        ({number, number + 1} for number in range(1, 36) if number % 3),
        ({number, number + 3} for number in range(1, 34)),
        ({0, number} for number in range(1, 4)),
    ),
    Bet.STREET: _sets((range(row, row + 3) for row in _ROWS), [{0, 1, 2}, {0, 2, 3}]),
    Bet.CORNER: _sets(
        ({number, number + 1, number + 3, number + 4} for number in range(1, 33) if number % 3),
        [range(4)],
    ),
    Bet.SIX_LINE: _sets(range(row, row + 6) for row in _ROWS[:-1]),
    Bet.COLUMN: _sets(range(column, 37, 3) for column in range(1, 4)),
    Bet.DOZEN: _sets(range(first, first + 12) for first in range(1, 37, 12)),
    Bet.RED: _that(lambda each: each.colour == "red"),
    Bet.BLACK: _that(lambda each: each.colour == "black"),
    Bet.ODD: _that(lambda each: each.parity == "odd"),
    Bet.EVEN: _that(lambda each: each.parity == "even"),
    Bet.LOW: _that(lambda each: each.half == "low"),
    Bet.HIGH: _that(lambda each: each.half == "high"),
}
"""Every bet of the layout by the numbers that it covers: zero has three splits, two streets, one corner."""


def stack(on: Bet, numbers: Collection[int] | None, chips: int = 1) -> Stack:
    """Chips on these numbers, or on an even chance, which needs none. Raises ValueError without a field."""
    if on in EVEN_CHANCES:
        (covered,) = FIELDS[on]
        return Stack(on, covered, chips)
    covered = frozenset(numbers or ())
    if covered not in FIELDS[on] or len(covered) != len(numbers or ()):
        raise ValueError(f"{on} {numbers}: the layout has no such bet")
    return Stack(on, covered, chips)


MOST_EACH: Final = len(WHEEL) // 2
"""The number of neighbours at each side that cover the whole wheel."""


class Sector(StrEnum):
    """A part of the wheel that is bet on at once (LT-ROU-07 to LT-ROU-10)."""

    VOISINS = "voisins"
    JEU_ZERO = "jeu_zero"
    TIERS = "tiers"
    ORPHELINS = "orphelins"


NEIGHBOURS: Final = "neighbours"
"""The name of a bet on a number and those at its sides."""


def _splits(*pairs: Set[int]) -> tuple[Stack, ...]:
    return tuple(stack(Bet.SPLIT, pair) for pair in pairs)


SECTORS: Final[dict[str, tuple[Stack, ...]]] = {
    Sector.VOISINS: (
        stack(Bet.STREET, {0, 2, 3}, chips=2),
        stack(Bet.CORNER, {25, 26, 28, 29}, chips=2),
        *_splits({4, 7}, {12, 15}, {18, 21}, {19, 22}, {32, 35}),
    ),
    Sector.JEU_ZERO: (stack(Bet.STRAIGHT, {26}), *_splits({0, 3}, {12, 15}, {32, 35})),
    Sector.TIERS: _splits({5, 8}, {10, 11}, {13, 16}, {23, 24}, {27, 30}, {33, 36}),
    Sector.ORPHELINS: (stack(Bet.STRAIGHT, {1}), *_splits({6, 9}, {14, 17}, {17, 20}, {31, 34})),
}
"""The chips of each: 9, 4, 6 and 5 (LT-ROU-07, LT-ROU-08, LT-ROU-09, LT-ROU-10)."""


def neighbours(number: int, each: int) -> tuple[Stack, ...]:
    """A chip on the number and on each of the ``each`` pockets at its two sides, clockwise (LT-ROU-11).
    Raises ValueError if the wheel has no such number, or ``each`` is not 1 to 18.
    """
    if number not in WHEEL or not 1 <= each <= MOST_EACH:
        raise ValueError(f"{number} and {each} at each side: no bet on neighbours")
    at = WHEEL.index(number)
    covered = (WHEEL[(at + step) % len(WHEEL)] for step in range(-each, each + 1))
    return tuple(stack(Bet.STRAIGHT, (each_number,)) for each_number in covered)

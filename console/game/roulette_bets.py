"""Roulette's layout: what can be bet on, and which numbers each bet covers.

It knows the fields of a single-zero table; what a bet pays, and how much may be bet, it never knows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import StrEnum
from itertools import chain
from typing import Final

import msgspec

from console.game.roulette import WHEEL, Pocket, pocket
from console.game.roulette_rules import BetKind

Numbers = frozenset[int]
"""The numbers that a bet covers."""


class Bet(StrEnum):
    """What can be bet on the layout (ROU-1.1-bets, LT-ROU-12); the last six are the even chances."""

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
        """The kind that is paid, and limited, alike."""
        return BetKind.EVEN_CHANCE if self in EVEN_CHANCES else BetKind(self.value)


EVEN_CHANCES: Final = (Bet.RED, Bet.BLACK, Bet.ODD, Bet.EVEN, Bet.LOW, Bet.HIGH)
"""Half of the numbers without zero each (LT-ROU-01)."""


class Stack(msgspec.Struct, frozen=True):
    """Chips that lie as one bet on the layout."""

    on: Bet
    numbers: Numbers
    chips: int = 1


def _sets(*bets: Iterable[Iterable[int]]) -> frozenset[Numbers]:
    return frozenset(map(frozenset, chain(*bets)))


def _that(is_covered: Callable[[Pocket], bool]) -> frozenset[Numbers]:
    return _sets([[number for number in WHEEL if is_covered(pocket(number))]])


_ROWS: Final = range(1, 37, 3)
"""The first number of every row of three."""

FIELDS: Final[dict[Bet, frozenset[Numbers]]] = {
    Bet.STRAIGHT: _sets([number] for number in WHEEL),
    Bet.SPLIT: _sets(
        ((number, number + 1) for number in range(1, 36) if number % 3),
        ((number, number + 3) for number in range(1, 34)),
        ((0, number) for number in (1, 2, 3)),
    ),
    Bet.STREET: _sets((range(row, row + 3) for row in _ROWS), [(0, 1, 2), (0, 2, 3)]),
    Bet.CORNER: _sets(
        ((number, number + 1, number + 3, number + 4) for number in range(1, 33) if number % 3),
        [range(4)],
    ),
    Bet.SIX_LINE: _sets(range(row, row + 6) for row in _ROWS[:-1]),
    Bet.COLUMN: _sets(range(column, 37, 3) for column in (1, 2, 3)),
    Bet.DOZEN: _sets(range(first, first + 12) for first in (1, 13, 25)),
    Bet.RED: _that(lambda each: each.colour == "red"),
    Bet.BLACK: _that(lambda each: each.colour == "black"),
    Bet.ODD: _that(lambda each: each.parity == "odd"),
    Bet.EVEN: _that(lambda each: each.parity == "even"),
    Bet.LOW: _that(lambda each: each.half == "low"),
    Bet.HIGH: _that(lambda each: each.half == "high"),
}
"""Every bet of the layout by the numbers that it covers: zero has three splits, two streets, one corner."""


def stack(on: Bet, numbers: Collection[int] | None, chips: int = 1) -> Stack:
    """Chips on these numbers, or on an even chance, which needs none; ValueError if no field is theirs."""
    if on in EVEN_CHANCES:
        (covered,) = FIELDS[on]
        return Stack(on, covered, chips)
    covered = frozenset(numbers or ())
    if covered not in FIELDS[on] or len(covered) != len(numbers or ()):
        raise ValueError(f"{on} {numbers}: the layout has no such bet")
    return Stack(on, covered, chips)

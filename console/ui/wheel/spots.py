"""Which bets of the layout a touched set of numbers can mean, the one with the fewest numbers first.

Pure: touching 8 and 11 means their split, their corners, their six lines; nothing is on both 8 and 20.
"""

from __future__ import annotations

from typing import Final

import msgspec

from console.game.roulette_bets import FIELDS, Bet
from console.game.roulette_racetrack import NEIGHBOURS, SECTORS
from console.game.worksheet import Wager
from console.ui.wheel.fields import Field

_INSIDE: Final = (Bet.STRAIGHT, Bet.SPLIT, Bet.STREET, Bet.CORNER, Bet.SIX_LINE)
MOST: Final = 6
"""Bets that are offered at once."""


class Spot(msgspec.Struct, frozen=True):
    """What is bet on, without its stake."""

    on: str
    numbers: tuple[int, ...] | None = None
    number: int | None = None
    """Of neighbours, whose they are; how many at each side is chosen with the stake."""

    def wager(self, stake: int, each: int | None = None) -> Wager:
        """The bet with its stake."""
        at_sides = each if self.on == NEIGHBOURS else None
        return Wager(on=self.on, numbers=self.numbers, number=self.number, each=at_sides, stake=stake)


def spots_with(touched: frozenset[int]) -> tuple[Spot, ...]:
    """The bets on all of these numbers; the racetrack's where none is touched, or one."""
    if not touched:
        return tuple(Spot(sector) for sector in SECTORS)
    found = [
        Spot(on.value, tuple(sorted(numbers)))
        for on in _INSIDE
        for numbers in sorted(map(sorted, FIELDS[on]))
        if touched <= frozenset(numbers) and (len(touched) > 1 or on in _OF_ONE)
    ]
    if len(touched) == 1:
        found.insert(1, Spot(NEIGHBOURS, number=next(iter(touched))))
    return tuple(found[:MOST])


_OF_ONE: Final = (Bet.STRAIGHT, Bet.STREET, Bet.SIX_LINE)
"""What one number means: splits and corners need a second one."""


def spot_of(field: Field) -> Spot:
    """The bet on a field beside the numbers."""
    name, at = field
    if name == "column":
        return Spot(name, tuple(range(at, 37, 3)))
    if name == "dozen":
        return Spot(name, tuple(range(12 * at - 11, 12 * at + 1)))
    return Spot(name)

"""The layout a second time, by where its fields lie: a grid of twelve rows and three columns below zero.

Bets are found by what they touch, not by arithmetic on numbers, so that the tests have another source.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from console.table.game import Wager

ZERO = 0
GRID = {(row, column): 3 * row + column + 1 for row in range(12) for column in range(3)}
ROWS = [frozenset(GRID[row, column] for column in range(3)) for row in range(12)]
FIRST = {1, 2, 3}
"""The fields that zero touches along its edge."""

Covered = frozenset[int]


def edges() -> set[Covered]:
    """Two fields with an edge in common."""
    inside = {
        frozenset((GRID[one], GRID[other]))
        for one, other in combinations(GRID, 2)
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    }
    return inside | {frozenset((ZERO, number)) for number in FIRST}


def points() -> set[Covered]:
    """The fields around a point inside the layout: four, or three at zero's edge."""
    fours = {
        frozenset(GRID[row + down, column + right] for down in (0, 1) for right in (0, 1))
        for row in range(11)
        for column in range(2)
    }
    return fours | {frozenset((ZERO, 1, 2)), frozenset((ZERO, 2, 3))}


def bets() -> dict[str, set[Covered]]:
    """Every bet that can be laid, by what it is called."""
    numbers = range(1, 37)
    return {
        "straight": {frozenset((number,)) for number in range(37)},
        "split": edges(),
        "street": {*ROWS, *(at for at in points() if len(at) == 3)},
        "corner": {at for at in points() if len(at) == 4} | {frozenset((ZERO, *FIRST))},
        "six_line": {one | other for one, other in pairwise(ROWS)},
        "column": {frozenset(GRID[row, column] for row in range(12)) for column in range(3)},
        "dozen": {frozenset().union(*ROWS[first : first + 4]) for first in (0, 4, 8)},
        "red": {frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))},
        "black": {frozenset((2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35))},
        "odd": {frozenset(number for number in numbers if number % 2)},
        "even": {frozenset(number for number in numbers if not number % 2)},
        "low": {frozenset(number for number in numbers if number < 19)},
        "high": {frozenset(number for number in numbers if number > 18)},
    }


EVERY = [
    (on, tuple(sorted(covered))) for on, fields in bets().items() for covered in sorted(fields, key=sorted)
]
"""Each bet of the layout with its numbers."""

NAMED_ALONE = frozenset({"red", "black", "odd", "even", "low", "high"})
"""The bets that name no numbers."""


def wager(on: str, numbers: tuple[int, ...], stake: int) -> Wager:
    """A bet of the layout as it is asked about."""
    return Wager(on=on, stake=stake) if on in NAMED_ALONE else Wager(on=on, numbers=numbers, stake=stake)


RACETRACK = {
    "voisins": "0/2/3 0/2/3 25/26/28/29 25/26/28/29 4/7 12/15 18/21 19/22 32/35",
    "jeu_zero": "26 0/3 12/15 32/35",
    "tiers": "5/8 10/11 13/16 23/24 27/30 33/36",
    "orphelins": "1 6/9 14/17 17/20 31/34",
}
"""The chips of each part of the wheel, one after the other (LT-ROU-07 to LT-ROU-10)."""

CHIPS = {on: [tuple(map(int, chip.split("/"))) for chip in chips.split()] for on, chips in RACETRACK.items()}

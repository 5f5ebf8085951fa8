"""A shoe's coups on the score boards: the bead plate, the big road, and the three roads derived from it.

A board only shows what was dealt, in the order dealt; it says nothing of the cards to come. Its drawing is
known elsewhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from itertools import count, groupby
from typing import Final

import msgspec

from console.table.game.baccarat.coup import Outcome, Winner

ROWS: Final = 6
"""The number of rows that either board has."""
_FLAGS: Final = ("natural", "player_pair", "banker_pair")


class CoupResult(msgspec.Struct, frozen=True):
    winner: Winner
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False


class RoadCell(msgspec.Struct, frozen=True):
    """A cell of the big road: column and row from 0, its coup (None before any winner), the ties after it."""

    column: int
    row: int
    result: CoupResult | None
    ties: int = 0


class DerivedCell(msgspec.Struct, frozen=True):
    """A cell of a derived road: column and row from 0, red or blue as the trade calls them."""

    column: int
    row: int
    red: bool


@cache
def result_word(outcome: Outcome) -> str:
    """A coup's result as the table remembers it: ``banker natural player_pair``."""
    return " ".join([outcome.winner, *[flag for flag in _FLAGS if getattr(outcome, flag)]])


def result_of(word: str) -> CoupResult:
    """The coup's result in this word. Older journals have words without flags, the winner alone."""
    winner, *flags = word.split()
    return CoupResult(Winner(winner), *(flag in flags for flag in _FLAGS))


def bead_plate(results: Sequence[CoupResult], columns: int) -> tuple[tuple[CoupResult, ...], ...]:
    """The coups by columns of six, filled downwards; of a full plate its last columns."""
    filled = [tuple(results[at : at + ROWS]) for at in range(0, len(results), ROWS)]
    return tuple(filled[-columns:])


def big_road(results: Sequence[CoupResult]) -> tuple[RoadCell, ...]:
    """One column for each run of a winner; ties stand on the coup before them, or on the first winner."""
    won = [at for at, result in enumerate(results) if result.winner is not Winner.TIE]
    if not won:
        return (RoadCell(0, 0, None, len(results)),) if results else ()
    ends = [*won[1:], len(results)]
    ties = [end - at - 1 for at, end in zip(won, ends, strict=True)]
    ties[0] += won[0]
    places = _places([results[at].winner for at in won])
    return tuple(
        RoadCell(*place, results[at], tied) for place, at, tied in zip(places, won, ties, strict=True)
    )


def derived_road(results: Sequence[CoupResult], distance: int) -> tuple[DerivedCell, ...]:
    """The road that compares the big road's columns with those at a distance to the left: 1 for the Big Eye
    Boy, 2 for the Small Road, 3 for the Cockroach Pig.

    The columns are those of the whole shoe, before they turn. The first coup of a column looks at whether the
    two columns before it, the nearer and the one at the distance from it, are equally long; any other coup at
    whether the column at the distance does not end just above its row.
    """
    winners = [result.winner for result in results if result.winner is not Winner.TIE]
    lengths = [len(tuple(run)) for _, run in groupby(winners)]
    reds = [
        lengths[column - distance] != row if row else lengths[column - 1] == lengths[column - 1 - distance]
        for column, length in enumerate(lengths)
        for row in range(length)
        if column - distance >= (row == 0)
    ]
    return tuple(DerivedCell(*place, red) for place, red in zip(_places(reds), reds, strict=True))


def _places(marks: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """The column and row of each mark of a road, one column for each run of the same mark.

    A run goes down until the sixth row or a taken cell, then to the right, and down again as soon as the cell
    below is free. The next run begins in the top row, in the first free column after the one where the last
    run began.
    """
    taken: set[tuple[int, int]] = set()
    began = -1
    for _, run in groupby(marks):
        began = next(free for free in count(began + 1) if (free, 0) not in taken)
        column, row = began, -1
        for _ in run:
            if row + 1 < ROWS and (column, row + 1) not in taken:
                row += 1
            else:
                column += 1
            taken.add((column, row))
            yield column, row

"""A shoe's coups on the score boards of the game: the bead plate and the big road.

A board only shows what was dealt, in the order dealt; it says nothing of the cards to come. Its drawing is
known elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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
    """A cell of the big road: column and row from 0, the coup that took it, the ties that followed it.

    ``result`` is None in a shoe that has begun with ties and has had no winner yet.
    """

    column: int
    row: int
    result: CoupResult | None
    ties: int = 0


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
    """One column for each run of a winner; ties stand on the coup before them.

    A run goes down until the sixth row or a taken cell, then to the right in the row where it is. The next
    run begins in the top row, in the first free column after the one where the last run began.
    """
    cells: list[RoadCell] = []
    taken: set[tuple[int, int]] = set()
    ties, began, column, row = 0, -1, -1, 0
    winner: Winner | None = None
    for result in results:
        if result.winner is Winner.TIE:
            if cells:
                cells[-1] = msgspec.structs.replace(cells[-1], ties=cells[-1].ties + 1)
            else:
                ties += 1
            continue
        if result.winner is winner:
            if row + 1 < ROWS and (column, row + 1) not in taken:
                row += 1
            else:
                column += 1
        else:
            began = next(free for free in range(began + 1, len(results) + 1) if (free, 0) not in taken)
            winner, column, row = result.winner, began, 0
        taken.add((column, row))
        cells.append(RoadCell(column, row, result, ties))
        ties = 0
    return tuple(cells) if cells or not ties else (RoadCell(0, 0, None, ties),)

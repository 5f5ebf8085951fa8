"""How many cards fit into a box so that every index can be read: one row, else two, of smaller cards.

Pure geometry; it never knows which cards lie there.
"""

from __future__ import annotations

from math import ceil
from typing import Final

import msgspec
from PySide6.QtCore import QRectF

_WIDTHS: Final = (64.0, 56.0, 46.0, 40.0, 34.0)
"""Widths of a card, the best first."""
_ENOUGH: Final = 24.0
"""A strip in which an index can be read well; more is no gain."""
INDEX: Final = 0.62
"""Of a card's width, what its index takes."""
_ROW: Final = 0.6
"""Of a card's height, what shows of a card under the next row."""


class Fan(msgspec.Struct, frozen=True):
    """A way to lay cards: how wide they are, in how many rows, and what shows of each."""

    width: float
    rows: int
    step: float
    in_row: int

    @property
    def height(self) -> float:
        """A card's height."""
        return self.width * 1.4

    @property
    def tall(self) -> float:
        """What all rows take."""
        return self.height + (self.rows - 1) * self.height * _ROW

    def place(self, at: int, count: int, middle: float, top: float) -> QRectF:
        """Where the ``at``-th of ``count`` cards lies, from 0, the whole centred on ``middle``."""
        row, column = divmod(at, self.in_row)
        in_this = min(self.in_row, count - row * self.in_row) if self.rows == 1 else self.in_row
        left = middle - (self.width + (in_this - 1) * self.step) / 2
        return QRectF(left + column * self.step, top + row * self.height * _ROW, self.width, self.height)


def fan(count: int, wide: float, high: float) -> Fan:
    """The best way to lay this many cards into a box."""
    ways = [_way(max(1, count), width, rows, wide) for width in _WIDTHS for rows in (1, 2)]
    fitting = [way for way in ways if way.tall <= high] or ways[-2:-1]
    return max(fitting, key=lambda way: (round(min(way.step, _ENOUGH), 1), -way.rows, way.width))


def _way(count: int, width: float, rows: int, wide: float) -> Fan:
    in_row = ceil(count / rows)
    room = INDEX * width if in_row == 1 else (wide - width) / (in_row - 1)
    return Fan(width, rows, max(2.0, min(INDEX * width, room)), in_row)

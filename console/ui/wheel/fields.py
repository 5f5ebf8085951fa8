"""Where the fields of a layout lie: zero, the 36 numbers, columns, dozens and the even chances.

Pure geometry in units, as the dealer's screen shows them. What a field wins is not known here.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QPointF, QRectF

from console.game.roulette import pocket

Name: TypeAlias = Literal["column", "dozen", "low", "even", "red", "black", "odd", "high"]
Field: TypeAlias = tuple[Name, int]
"""A field beside the numbers, and which of its kind, from 1."""

CHANCES: Final[tuple[Name, ...]] = ("low", "even", "red", "black", "odd", "high")
"""As they lie from the left to the right."""
FIELDS: Final[tuple[Field, ...]] = (
    *(("column", at) for at in (1, 2, 3)),
    *(("dozen", at) for at in (1, 2, 3)),
    *((name, 1) for name in CHANCES),
)
_COLUMN: Final = 1.18
"""How wide the fields at the end are, against a number's."""


class LayoutPlan(msgspec.Struct, frozen=True):
    """A layout in a box; the outside fields are there if ``outside``."""

    left: float
    top: float
    wide: float
    high: float
    gap: float = 4
    outside: bool = True
    zero: float = 0.9
    """How wide zero's field is, against a number's."""

    @property
    def _step(self) -> float:
        """From one number's left edge to the next."""
        ends = self.zero + (_COLUMN if self.outside else 0)
        return (self.wide + self.gap) / (12 + ends)

    @property
    def _row(self) -> float:
        """From one row of numbers to the next; the rows beneath are 0.84 of it, a little apart."""
        return (self.high + self.gap) / (3 + (2 * 0.96 if self.outside else 0))

    @property
    def _first(self) -> float:
        return self.left + self.zero * self._step

    def number(self, number: int) -> QRectF:
        """A number's field; zero's is as high as the three rows."""
        row = self._row
        if number == 0:
            return QRectF(self.left, self.top, self.zero * self._step - self.gap, 3 * row - self.gap)
        column, line = divmod(number - 1, 3)
        x, y = self._first + column * self._step, self.top + (2 - line) * row
        return QRectF(x, y, self._step - self.gap, row - self.gap)

    def field(self, field: Field) -> QRectF:
        """A field beside the numbers."""
        name, at = field
        row, step = self._row, self._step
        if name == "column":
            y = self.top + (3 - at) * row
            return QRectF(self._first + 12 * step, y, _COLUMN * step - self.gap, row - self.gap)
        top = self.top + (3.12 if name == "dozen" else 4.08) * row
        high = row * 0.84 - self.gap * 0.5
        if name == "dozen":
            return QRectF(self._first + (at - 1) * 4 * step, top, 4 * step - self.gap, high)
        place = CHANCES.index(name)
        return QRectF(self._first + place * 2 * step, top, 2 * step - self.gap, high)

    def number_at(self, point: QPointF) -> int | None:
        """The number under a point; the gaps belong to nobody."""
        return next((number for number in range(37) if self.number(number).contains(point)), None)


def fields_of(number: int) -> frozenset[Field]:
    """The fields that win with a number; none with zero (LT-ROU-01)."""
    told = pocket(number)
    fields: set[Field] = set()
    if told.column and told.dozen and told.parity and told.half:
        fields = {("column", told.column), ("dozen", told.dozen), (told.parity, 1), (told.half, 1)}
        fields.add(("red" if told.colour == "red" else "black", 1))
    return frozenset(fields)

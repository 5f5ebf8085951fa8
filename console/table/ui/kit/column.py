"""A flowing column of text: a panel gives rows, never a rectangle, and every text is fitted here.

All rows are broken at one factor of their sizes, the largest at which they fit the column's height; no
letters are smaller than ``theme.LEAST``. If even that is too high, the rows that may go are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter

from console.table.ui.kit import theme
from console.table.ui.kit.lettering import DOT, advance, elide, hyphenate, write
from console.table.ui.kit.surface import Tint, fill, outline, pen
from console.table.ui.signs.sign import Sign

_FACTORS: Final = tuple(step / 20 for step in range(20, 8, -1))
_LEADING, _CLOSEST = 1.38, 1.22
"""The distance between two lines of a row, in letter sizes: at full size, and at the least."""
_MARK: Final = 48.0
"""From a sign's or a number's left edge to its text."""
_NAMES: Final = 0.5
"""The most share of the width that the names take; a longer one has a line above its value."""
_BESIDE: Final = 24.0
"""The free width between a name and its value, and between a text and who acts."""
_ENDS: Final = DOT
"""Marks with which no line begins or ends, if it is broken between two parts with a dot."""
_INSIDE: Final = 14.0
"""The free room at the edges of a box."""


class Row(NamedTuple):
    """A text with what stands beside it; sizes and gaps are in units."""

    text: str
    size: float = 20
    ink: QColor = theme.T0
    bold: bool = False
    sign: Sign | None = None
    sign_ink: QColor | None = None
    """None: the text's ink."""
    number: int | None = None
    """The number of a step, in a ring; a line leads to the next number."""
    name: str = ""
    """The name of which the text is the value; the values of a column stand one beneath the other."""
    name_ink: QColor | None = None
    """The ink of a name that is as bold as its value; None: it is quieter."""
    who: str = ""
    """The person who acts, or the time, at the right; in a box as large as the text."""
    gap: float = 8
    """The free height above it."""
    boxed: Tint | None = None
    """The edge and the ground of a box, which it shares with the rows beside it that have the very same."""
    spare: int = 0
    """The order in which rows may go if not all fit, the highest first; 0: it stays."""


def heading(text: str, gap: float = 8) -> Row:
    return Row(text.upper(), theme.LEAST, theme.T2, bold=True, gap=gap)


class PlacedRow(NamedTuple):
    row: Row
    lines: tuple[str, ...]
    size: int
    box: QRectF
    """Its place; a name that has no room beside its value stands above it in the box."""
    left: float
    right: float
    """The edges of its text."""
    first: float
    """The middle of the text's first line."""
    step: float
    """The distance between two lines."""

    side: float
    """The room of its sign or number, which is a square."""

    @property
    def ring(self) -> QRectF:
        side = self.side - 2
        middle = self.left - (0.9 * self.size if self.row.name else _MARK - 18)
        return QRectF(middle - side / 2, self.first - side / 2, side, side)


class Column:
    """Rows that are set into a width and a height."""

    def __init__(
        self,
        rows: Sequence[Row],
        wide: float,
        high: float,
        *,
        align: float = 0,
        most: float = 1,
        least: int = theme.LEAST,
    ) -> None:
        """``align`` 0: the texts begin at the left edge; 0.5: they stand in the middle.

        ``most`` is the largest factor: columns beside one another have one size. ``least`` are the least
        letters: smaller ones than ``theme.LEAST`` for what no dealer or pit boss must read.
        """
        self._wide, self._align = wide, align
        self.factor = next(each for each in _FACTORS if each <= most)
        self.rows = _place(rows, wide, self.factor, least)
        self.fits = self.high <= high and all(map(_is_whole, self.rows))
        """Whether all rows that stay have room, and no word is cut."""
        if self.fits:
            return
        for spare in sorted({row.spare for row in rows} | {0}, reverse=True):
            kept = [row for row in rows if row.spare <= spare]
            self.factor = _FACTORS[-1]
            self.rows = smallest = _place(kept, wide, self.factor, least)
            self.fits = self.high <= high and all(map(_is_whole, smallest))
            if spare and self.high > high:
                continue
            for self.factor in (each for each in _FACTORS if each <= most):
                self.rows = _place(kept, wide, self.factor, least)
                whole = (
                    _is_whole(row) or not _is_whole(low) for row, low in zip(self.rows, smallest, strict=True)
                )
                if self.high <= high and all(whole):
                    return

    @property
    def high(self) -> float:
        if not self.rows:
            return 0.0
        return self.rows[-1].box.bottom() + _inside(self.rows[-1].row.boxed, self.factor)

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Paint the rows with their upper left corner at a place."""
        painter.save()
        painter.translate(left, top)
        for _, group in groupby(self.rows, key=lambda each: id(each.row.boxed)):
            together = [*group]
            if (boxed := together[0].row.boxed) is not None:
                places = [each.box for each in together]
                box = QRectF(0, places[0].top(), self._wide, places[-1].bottom() - places[0].top())
                box.adjust(0, -_inside(boxed, self.factor), 0, _inside(boxed, self.factor))
                fill(painter, box, boxed.fill, 6)
                fill(painter, QRectF(0, box.top(), 5, box.height()), boxed.edge)
        painter.setPen(pen(theme.T2, 2))
        for one, other in pairwise(self.rows):
            if one.row.number is not None and one.ring.center().x() == other.ring.center().x():
                x = one.ring.center().x()
                painter.drawLine(QPointF(x, one.ring.bottom()), QPointF(x, other.ring.top()))
        for each in self.rows:
            _paint_row(painter, each, self._align)
        painter.restore()

    def paint_in(self, painter: QPainter, box: QRectF) -> None:
        """Paint the rows from a box's left edge, in the middle of its height."""
        self.paint(painter, box.left(), box.center().y() - self.high / 2)


def _paint_row(painter: QPainter, placed: PlacedRow, align: float) -> None:
    row, size, middle = placed.row, placed.size, placed.first
    if row.number is not None:
        outline(painter, placed.ring, pen(theme.T1, 2), placed.ring.height() / 2)
        at = placed.ring.center()
        write(
            painter, str(row.number), at.x(), at.y(), theme.font(theme.LEAST, bold=True), theme.T0, align=0.5
        )
    elif row.sign is not None:
        row.sign(painter, placed.ring, row.sign_ink or row.ink)
    if row.name:
        y = placed.box.top() + placed.step / 2
        write(painter, row.name, placed.box.left(), y, _of_name(row, size), row.name_ink or theme.T1)
    if row.who:
        ink = theme.T2 if row.boxed is None else row.ink
        write(painter, row.who, placed.box.right(), middle, _beside(row, size), ink, align=1)
    face, room = theme.font(size, bold=row.bold), placed.right - placed.left
    for line in placed.lines:
        x = placed.left + room * align
        write(painter, elide(line, room, face), x, middle, face, row.ink, align=align)
        middle += placed.step


def _is_whole(placed: PlacedRow) -> bool:
    face, room = theme.font(placed.size, bold=placed.row.bold), placed.right - placed.left
    return all(advance(line, face) <= room for line in placed.lines)


def _place(rows: Sequence[Row], wide: float, factor: float, least: int) -> list[PlacedRow]:
    """The rows at a factor, one beneath the other from the height 0."""
    leading, y = max(_CLOSEST, _LEADING * factor), 0.0
    box_above: Tint | None = None
    mark = 0.9 + 0.9 * factor
    names = [advance(row.name, _of_name(row, _letters(row, factor, least))) for row in rows if row.name]
    values = max((name for name in names if name <= wide * _NAMES), default=0.0) + _BESIDE
    placed = list[PlacedRow]()
    for row in rows:
        size, inside = _letters(row, factor, least), 1.5 * _INSIDE * bool(row.boxed)
        face, left, right, step = theme.font(size, bold=row.bold), inside, wide - inside, size * leading
        y += row.gap * factor * bool(placed)
        if row.boxed is not box_above:
            y += _inside(box_above, factor) + _inside(row.boxed, factor)
        box_above, over, side = row.boxed, 0.0, 0.0
        if row.sign is not None or row.number is not None:
            side = size * (1.3 if row.name else mark)
            left += size * 1.8 if row.name else _MARK
        if row.who:
            right -= advance(row.who, _beside(row, size)) + _BESIDE
        if (
            row.name
            and advance(row.text, face) <= right - left - values
            and advance(row.name, _of_name(row, size)) < values
        ):
            left += values
        elif row.name:
            over = step
        lines = tuple(line.strip(_ENDS) for line in hyphenate(row.text, right - left, face))
        high = max(side, len(lines) * step)
        first = y + over + (high - (len(lines) - 1) * step) / 2
        box = QRectF(inside, y, wide - 2 * inside, over + high)
        placed.append(PlacedRow(row, lines, size, box, left, right, first, step, side))
        y = box.bottom()
    return placed


def _of_name(row: Row, size: int) -> QFont:
    return theme.font(size, bold=row.bold and row.name_ink is not None)


def _beside(row: Row, size: int) -> QFont:
    """The letters of who acts in a row."""
    return theme.font(theme.LEAST) if row.boxed is None else theme.font(size, bold=row.bold)


def _inside(boxed: Tint | None, factor: float) -> float:
    """The free height at a box's upper and lower edge."""
    return 0.0 if boxed is None else _INSIDE * factor


def _letters(row: Row, factor: float, least: int) -> int:
    return max(least, round(row.size * factor))

"""The line of a replay: where it stands, the cards as ticks, waits as amber spans, what went wrong above.

It is told places from 0 to 1 and says where it was moved to; it never knows what a moment is.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.ui.lettering import advance, shrunk, write
from console.ui.signs.nib import Sign
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import AMBER, AMBER_FILL, BG0, BG3, LINE, SLATE, T0, T1, T2, font

LINE_AT: Final = 84.0
"""How far down the line lies."""
_SIDE: Final = 60.0
_THICK: Final = 10.0
_HANDLE: Final = 44.0
TOUCH: Final = 64.0


class Mark(msgspec.Struct, frozen=True):
    """Something that went wrong, above the line."""

    place: float
    sign: Sign


class Stretch(msgspec.Struct, frozen=True):
    """A part of the line with its words beneath it."""

    begin: float
    end: float
    text: str
    waits: bool = False


class OnLine(msgspec.Struct, frozen=True):
    """All that stands on a line, whatever moment is shown."""

    first: str
    last: str
    ticks: tuple[float, ...] = ()
    marks: tuple[Mark, ...] = ()
    stretches: tuple[Stretch, ...] = ()


class Scrubber(Surface):
    """The line with its handle; a touch anywhere on it moves there."""

    moved = Signal(float)
    """Somebody moved the handle to this place, from 0 to 1."""
    grabbed = Signal()
    """Somebody took hold of it: what runs by itself stops."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._on = OnLine("", "")
        self._at, self._time, self._beside = 0.0, "", ""
        self.covers()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_line(self, on: OnLine) -> None:
        """Show another line."""
        self._on = on
        self.update()

    def show_place(self, at: float, time: str, beside: str, name: str) -> None:
        """Put the handle at a place; ``beside`` is the video to look up, ``name`` all of it in words."""
        shown = (at, time, beside)
        if shown != (self._at, self._time, self._beside):
            self._at, self._time, self._beside = shown
            self.setAccessibleName(name)
            self.update()

    # --- where things lie -------------------------------------------------------------------------

    def along(self, place: float) -> float:
        """Where a place of the line is, in units."""
        return _SIDE + place * (self.wide - 2 * _SIDE)

    def place(self, x: float) -> float:
        """The place of the line over or under a point."""
        return min(1.0, max(0.0, (x - _SIDE) / max(1.0, self.wide - 2 * _SIDE)))

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """The line and all that stands on it; the handle last."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        fill(painter, QRectF(0, 0, self.wide, 1), LINE)
        self._paint_line(painter)
        for stretch in self._on.stretches:
            self._paint_stretch(painter, stretch)
        for tick in self._on.ticks:
            ink = T0 if tick <= self._at else T2
            fill(painter, QRectF(self.along(tick) - 1.5, LINE_AT - 15, 3, 30), ink, 1)
        self._paint_marks(painter)
        self._paint_times(painter)
        self._paint_handle(painter)

    def _paint_line(self, painter: QPainter) -> None:
        top = LINE_AT - _THICK / 2
        fill(painter, QRectF(self.along(0), top, self.along(1) - self.along(0), _THICK), BG3, 3)
        fill(painter, QRectF(self.along(0), top, self.along(self._at) - self.along(0), _THICK), SLATE, 3)

    def _paint_stretch(self, painter: QPainter, stretch: Stretch) -> None:
        begin, end = self.along(stretch.begin), self.along(stretch.end)
        if stretch.waits:
            box = QRectF(begin, LINE_AT - _THICK / 2, max(4.0, end - begin), _THICK)
            fill(painter, box, AMBER_FILL, 2)
            outline(painter, box, pen(AMBER, 2), 2)
        face = shrunk(stretch.text, 300, (17, 16))
        reach = advance(stretch.text, face)
        middle = min(self.wide - 24 - reach / 2, max(24 + reach / 2, (begin + end) / 2))
        write(painter, stretch.text, middle, LINE_AT + 33, face, AMBER if stretch.waits else T2, align=0.5)

    def _paint_marks(self, painter: QPainter) -> None:
        """Signs over the line; one that would lie on another is moved to its right."""
        free = 0.0
        for mark in self._on.marks:
            x = max(free, self.along(mark.place) - 13)
            mark.sign(painter, QRectF(min(x, self.wide - 40), LINE_AT - 51, 26, 26), AMBER)
            free = x + 30

    def _paint_times(self, painter: QPainter) -> None:
        write(painter, self._on.first, 24, 21, font(17), T2)
        write(painter, self._on.last, self.wide - 24, 21, font(17), T2, align=1)
        face = font(22, bold=True)
        reach, clear = advance(self._time, face), advance(self._on.first, font(17)) + 44
        x = min(self.wide * 0.5 - reach, max(clear, self.along(self._at) - reach / 2))
        end = write(painter, self._time, x, 21, face, T0)
        room = self.wide - 24 - advance(self._on.last, font(17)) - 24 - (end + 32)
        beside = shrunk(self._beside, room, (18, 17, 16))
        write(painter, self._beside, self.wide - 24 - clear + 20, 21, beside, T1, align=1)

    def _paint_handle(self, painter: QPainter) -> None:
        x, half = self.along(self._at), _HANDLE / 2
        fill(painter, QRectF(x - half - 4, LINE_AT - half - 4, _HANDLE + 8, _HANDLE + 8), BG0, half + 4)
        fill(painter, QRectF(x - half, LINE_AT - half, _HANDLE, _HANDLE), T0, half)
        for dot in (-8, 0, 8):
            fill(painter, QRectF(x + dot - 2, LINE_AT - 2, 4, 4), BG0, 2)

    # --- touching ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A touch near the line moves there."""
        if abs(event.position().y() / self.u - LINE_AT) <= TOUCH / 2:
            self.grabbed.emit()
            self.moved.emit(self.place(event.position().x() / self.u))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it along."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.moved.emit(self.place(event.position().x() / self.u))

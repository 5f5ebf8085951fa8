"""The list beside a replay: what came, what is shown now, and quietly what is still to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.ui.lettering import advance, broken, shrunk, write
from console.ui.review.beside import Row
from console.ui.surface import Surface, fill
from console.ui.theme import AMBER, BG1, SLATE, SLATE_FILL, T0, T1, T2, font
from console.ui.times import clock_time
from console.words import Words

ROW: Final = 50.0
_TOP: Final = 54.0
_SIZES: Final = (18, 17, 16)


class BesideList(Surface):
    """Rows of 50 units; the row of the moment stands in view, a touch of one goes there."""

    chosen = Signal(int)
    """The moment of the row that was touched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._words: Words | None = None
        self._now = self._first = 0
        self.covers()

    def show_rows(self, rows: Sequence[Row], words: Words) -> None:
        """Show other rows."""
        self._rows, self._words, self._first = tuple(rows), words, 0
        self.update()

    def show_moment(self, moment: int) -> None:
        """Mark the last row of a moment, and have it in view with what comes next."""
        now = max((at for at, row in enumerate(self._rows) if row.moment <= moment), default=0)
        if now == self._now and self._first <= now < self._first + self._fitting:
            return
        self._now = now
        if not self._first <= now < self._first + self._fitting - 1:
            self._first = now - self._fitting // 2
        self._keep_in()
        if self._rows:
            self.setAccessibleName(f"{self._rows[now].text}. {self._rows[now].below}")
        self.update()

    @property
    def _fitting(self) -> int:
        return max(1, int((self.high - _TOP) // ROW))

    def _keep_in(self) -> None:
        self._first = max(0, min(self._first, len(self._rows) - self._fitting))

    def arrange(self) -> None:
        """As many rows as fit."""
        self._keep_in()

    def paint(self, painter: QPainter) -> None:
        """The heading and the rows that are in view."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        if self._words is None:
            return
        heading = self._words.text("replay.beside").upper()
        face = shrunk(heading, self.wide - 44, (16, 15, 14), bold=True)
        write(painter, heading, 22, 29, face, T2)
        for at in range(self._first, min(len(self._rows), self._first + self._fitting)):
            top = _TOP + (at - self._first) * ROW
            self._paint_row(painter, self._rows[at], QRectF(0, top, self.wide, ROW), at)

    def _paint_row(self, painter: QPainter, row: Row, box: QRectF, at: int) -> None:
        now, past = at == self._now, at <= self._now
        if now:
            fill(painter, box, SLATE_FILL)
            fill(painter, QRectF(0, box.top(), 6, box.height()), SLATE)
        ink = T0 if now else T1 if past else T2
        middle = box.center().y()
        write(painter, clock_time(row.at, self._words), 22, middle, font(17, bold=now), ink)
        row.sign(painter, QRectF(110, middle - 13, 26, 26), AMBER if row.amber else ink)
        room = self.wide - 144 - 12
        first, second = _two_lines(row, room, bold=now)
        face = shrunk(first, room, _SIZES, bold=now)
        write(painter, first, 144, middle - (10 if second else 0), face, ink)
        if second:
            # An order is cut nowhere: its decisive word may be the last.
            below = shrunk(second, room, (15, 14, 13, 12))
            told = within(second, room, below.pixelSize())
            write(painter, told, 144, middle + 12, below, ink if now else T2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the row's moment."""
        at = self._first + int((event.position().y() / self.u - _TOP) // ROW)
        if event.position().y() / self.u >= _TOP and at < len(self._rows):
            self.chosen.emit(self._rows[at].moment)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Look further up or down; the moment stays."""
        self._first -= round(event.angleDelta().y() / 60)
        self._keep_in()
        self.update()


def _two_lines(row: Row, room: float, *, bold: bool) -> tuple[str, str]:
    """What it says, and below it who it was; a text that is too long goes on in the second line."""
    for size in (*_SIZES, 15, 14):
        lines = broken(row.text, room, font(size, bold=bold))
        if len(lines) <= 2 and all(advance(line, font(size, bold=bold)) <= room for line in lines):
            break
    rest = " ".join(lines[1:])
    return lines[0], f"{rest}  {row.below}".strip() if rest else row.below


def within(text: str, room: float, size: int, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where there is no room for all of it."""
    face = font(size, bold=bold)
    if advance(text, face) <= room:
        return text
    while text and advance(text + "…", face) > room:
        text = text[:-1]
    return text.rstrip() + "…"

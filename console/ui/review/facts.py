"""The facts of one entry, a label and its value in each row; where they don't all fit they scroll.

It shows what it is given and loses none of it: a value takes the lines it needs, up to four.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.ui.lettering import advance, broken, shortened, shrunk, write
from console.ui.review.log_list import cut
from console.ui.surface import Surface, fill
from console.ui.theme import BG1, BG3, RED, T0, T1, T2, font

FACT: Final = 24.0
_LINE: Final = 20.0
_SIDE: Final = 24.0
_LABEL: Final = 112.0
_WIDEST: Final = 300
"""More characters than any line has room for."""
_MOST: Final = 4
"""Lines of a value: a flood of bytes is all in the round's file."""


class Fact(NamedTuple):
    """A label, its value, and whether it is to be heeded."""

    label: str
    value: str
    heed: bool


class Facts(Surface):
    """Facts one beneath the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[Fact, ...] = ()
        self.top = 0.0
        """How much of them is scrolled past, in units."""
        self._dragged: tuple[float, float] | None = None
        self.covers()

    def show_facts(self, facts: Iterable[tuple[str, str, bool]], *, anew: bool) -> None:
        """Show them, from the first on if they are of ``anew`` another entry."""
        self._facts = tuple(Fact(*fact) for fact in facts)
        self.top = 0.0 if anew else self.top
        self.arrange()

    @property
    def reach(self) -> float:
        """How high all of them are."""
        return sum(_high(self._lines(fact.value)) for fact in self._facts)

    @property
    def scrolls(self) -> bool:
        """Whether there are more than fit."""
        return self.reach > self.high

    def _lines(self, value: str) -> tuple[str, ...]:
        room, value = self._room, shortened(value)
        if advance(value, font(15)) <= room:
            return (value,)
        found = tuple(piece for line in broken(value, room, font(15)) for piece in _pieces(line, room))
        kept = (*found[: _MOST - 1], " ".join(found[_MOST - 1 :])) if len(found) > _MOST else found
        return tuple(cut(line, room, font(15)) for line in kept)

    @property
    def _room(self) -> float:
        return self.wide - 2 * _SIDE - _LABEL

    def _scroll(self, top: float) -> None:
        self.top = max(0.0, min(top, self.reach - self.high))
        self.update()

    def arrange(self) -> None:
        """As many as fit."""
        self._scroll(self.top)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self.scrolls else Qt.FocusPolicy.NoFocus)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Those in view, and where among all of them the view is."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        y = -self.top
        for fact in self._facts:
            lines = self._lines(fact.value)
            if -_high(lines) < y < self.high:
                self._paint_fact(painter, fact, lines, y + FACT / 2)
            y += _high(lines)
        if self.scrolls:
            lane = QRectF(self.wide - 12, 0, 8, self.high)
            fill(painter, lane, BG3, 4)
            share = self.high / self.reach
            ink = T0 if self.hasFocus() else T2
            fill(painter, QRectF(lane.left(), self.top * share, 8, self.high * share), ink, 4)

    def _paint_fact(self, painter: QPainter, fact: Fact, lines: tuple[str, ...], y: float) -> None:
        face = shrunk(fact.label, _LABEL - 10, (16, 15, 14, 13, 12))
        write(painter, fact.label, _SIDE, y, face, T2)
        told = shrunk(lines[0], self._room, (16, 15)) if len(lines) == 1 else font(15)
        for at, line in enumerate(lines):
            write(painter, line, _SIDE + _LABEL, y + at * _LINE, told, RED if fact.heed else T1)

    # --- touching ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of them."""
        self._dragged = (event.position().y() / self.u, self.top)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Dragging anywhere scrolls."""
        if self._dragged is not None:
            y, top = self._dragged
            self._scroll(top + y - event.position().y() / self.u)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of them."""
        self._dragged = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down a row at a time; the rest is the log's."""
        step = {Qt.Key.Key_Up: -FACT, Qt.Key.Key_Down: FACT}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._scroll(self.top + step)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Two rows with each notch."""
        self._scroll(self.top - event.angleDelta().y() / 120 * 2 * FACT)


def _pieces(line: str, room: float) -> Iterator[str]:
    """A line that has no space to break at, in pieces that fit: what a device sent, or a line of the game."""
    while len(line) > 1 and advance(line, font(15)) > room:
        at = max(1, _fitting(line[:_WIDEST], room))
        yield line[:at]
        line = line[at:]
    yield line


def _fitting(line: str, room: float) -> int:
    """How many of its characters there is room for."""
    return bisect_right(range(1, len(line)), room, key=lambda to: advance(line[:to], font(15)))


def _high(lines: tuple[str, ...]) -> float:
    return FACT + _LINE * (len(lines) - 1)

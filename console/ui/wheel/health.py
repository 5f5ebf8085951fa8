"""How long ago the wheel was heard, in the rail: quiet while it speaks, an amber frame once it is silent.

A healthy wheel speaks twice a second, so its age is told in halves: the figure stands still then.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.views import DealerView
from console.table.wheel_view import WheelView
from console.ui.lettering import advance, write
from console.ui.signs import places
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import AMBER, AMBER_FILL, RAIL, T1, T2, font
from console.words import Words

SILENT_AFTER: Final = 2.0
"""Seconds without a whole line."""
_LOOK: Final = 250
"""Milliseconds between looks at the clock."""
_TEXT: Final = 16


class WheelHealth(Surface):
    """The rail's left end at a roulette table."""

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._wheel: WheelView | None = None
        self._words: Words | None = None
        self.texts: tuple[str, str] = ("", "")
        """The wheel's name, and when it was heard."""
        self.silent = False
        self._timer = QTimer(self, interval=_LOOK)
        self._timer.timeout.connect(self.look)
        self.covers()

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the wheel of a view."""
        self._wheel, self._words = view.wheel, words
        self.look()
        if view.wheel is not None and not self._timer.isActive():
            self._timer.start()

    def look(self) -> None:
        """Look at the clock; paint only where the words differ."""
        if self._wheel is None or self._words is None:
            return
        age = self._age(self._wheel)
        silent = self._wheel.has_reader and age is not None and age > SILENT_AFTER
        shown = (_name(self._wheel, self._words), _heard(self._wheel, age, self._words))
        if (shown, silent) != (self.texts, self.silent):
            self.texts, self.silent = shown, silent
            self.setAccessibleName(self._words.text("access.list").join(shown))
            self.update()

    def _age(self, wheel: WheelView) -> float | None:
        return None if wheel.heard is None else max(0.0, (self._now() - wheel.heard).total_seconds())

    @property
    def wish(self) -> float:
        """How wide the words are."""
        return 40 + sum(advance(text, font(_TEXT, bold=True)) for text in self.texts) + 52

    def paint(self, painter: QPainter) -> None:
        """Sign, name, and when it was heard."""
        fill(painter, QRectF(0, 0, self.wide, self.high), RAIL)
        name, heard = self.texts
        middle = self.high / 2
        places.wheel(painter, QRectF(0, middle - 13, 26, 26), T2)
        x = write(painter, name, 40, middle, font(_TEXT), T2)
        if self.silent:
            box = QRectF(x + 14, middle - 17, advance(heard, font(_TEXT, bold=True)) + 28, 34)
            fill(painter, box, AMBER_FILL, 6)
            outline(painter, box, pen(AMBER, 2), 6)
            write(painter, heard, x + 28, middle, font(_TEXT, bold=True), AMBER)
            return
        x = write(painter, "·", x + 12, middle, font(_TEXT), T2)
        write(painter, heard, x + 12, middle, font(_TEXT), T1)


def _name(wheel: WheelView, words: Words) -> str:
    return words.text("wheel.heading") if not wheel.serial else words.text("rail.wheel", serial=wheel.serial)


def _heard(wheel: WheelView, age: float | None, words: Words) -> str:
    if not wheel.has_reader:
        return words.text("wheel.no_reader")
    if age is None:
        return words.text("rail.wheel.never")
    if age > SILENT_AFTER:
        return words.text("rail.wheel.silent", time=f"{int(age) // 60}:{int(age) % 60:02}")
    seconds = max(0.5, ceil(age * 2) / 2)
    point = "." if words.language in ("en", "ja") else ","
    return words.text("rail.wheel.heard", seconds=f"{seconds:.1f}".replace(".", point))

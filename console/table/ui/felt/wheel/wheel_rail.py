"""A wheel on the rail: its last twenty numbers, and the time since its last message.

The numbers are only history; each number is equally likely in the next spin. A wheel that works sends
something twice a second, so the time is shown in half seconds, and its figure then does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import WheelView
from console.table.game.roulette.spin_tally import NumberCount, tally
from console.table.ui.felt.wheel.pockets import draw_pocket
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, sentence, shrunk, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.kit.times import lasting
from console.table.ui.signs.sign import Sign

_ROW: Final = 10
_ROWS: Final = 2
_GAP: Final = 0.1
"""The gap between two numbers, as a share of a number's width."""
_COUNTED: Final = 180.0
"""The least height beneath the heading at which the counts have room, too."""


def draw_last_numbers(
    painter: QPainter, box: QRectF, results: Sequence[str], words: Words, size: int = 18
) -> None:
    """Draw the board in a box, the newest number first; ``size`` is its heading's."""
    numbers = [int(result) for result in results]
    heading = words.count("numbers.last", _ROW * _ROWS)
    head = size * 1.7
    face = shrunk(sentence(heading), box.width(), (size, size - 1, size - 2), bold=True)
    write(painter, sentence(heading), box.left(), box.top() + head * 0.42, face, theme.T1)
    wide = box.width() / (_ROW + (_ROW - 1) * _GAP)
    counted = tally(numbers) if box.height() - head >= _COUNTED else None
    rows = _ROWS if counted is None else _ROWS + 1.4
    high = min((box.height() - head) / rows * 0.92, wide * 0.86)
    step = high * 1.09
    for at, number in enumerate(reversed(numbers[-_ROW * _ROWS :])):
        down, right = divmod(at, _ROW)
        x = box.left() + right * wide * (1 + _GAP)
        draw_pocket(painter, QRectF(x, box.top() + head + down * step, wide, high), number)
    if counted is None:
        return
    y = box.top() + head + _ROWS * step + step * 0.16
    spins = words.count("wheel_figures.spins", counted.spins)
    row = QRectF(box.left(), y, box.width(), (box.bottom() - y) / 2)
    texts = [sentence(words.text(key)) for key in ("numbers.hot", "numbers.cold")]
    faces = theme.font(size, bold=True)
    left = max(advance(text, faces) for text in texts) + 18
    for text, counts in zip(texts, (counted.hot, counted.cold), strict=True):
        write(painter, text, row.left(), row.center().y(), faces, theme.T1)
        _draw_counts(painter, row.adjusted(left, 0, 0, 0), counts, size)
        row = row.translated(0, row.height())
    write(painter, spins, box.right(), box.top() + head * 0.42, theme.font(size), theme.T2, align=1)


def _draw_counts(painter: QPainter, row: QRectF, counts: tuple[NumberCount, ...], size: int) -> None:
    each = row.width() / len(counts)
    high = min(row.height() * 0.82, each * 0.5)
    for at, count in enumerate(counts):
        box = QRectF(row.left() + at * each, row.center().y() - high / 2, high * 1.25, high)
        draw_pocket(painter, box, count.number)
        write(painter, f"{count.times}×", box.right() + 8, box.center().y(), theme.font(size), theme.T1)


def spoken_numbers(results: Sequence[str], words: Words) -> str:
    """The last numbers as a text for a screen reader, the newest first."""
    named = words.text("access.list").join(reversed(results[-_ROW * _ROWS :]))
    return words.label(words.count("numbers.last", _ROW * _ROWS), named)


SILENT_AFTER: Final = 2.0
"""Seconds without a whole line after which the wheel counts as silent."""
_LOOK: Final = 250
"""Milliseconds between looks at the clock."""
_TEXT: Final = 18


class WheelHealth(Surface):
    """The rail's left end at a roulette table."""

    def __init__(
        self,
        wheel: WheelView,
        words: Words,
        parent: QWidget | None = None,
        *,
        now: Callable[[], datetime],
        relaid: Callable[[], None],
    ) -> None:
        """``relaid`` is called when other words stand here: they need another width."""
        super().__init__(parent)
        self._now, self._relaid = now, relaid
        self._wheel, self._words = wheel, words
        self.texts: tuple[str, str] = ("", "")
        """The wheel's name, and the time since its last message."""
        self.silent = False
        self._timer = QTimer(self, interval=_LOOK)
        self._timer.timeout.connect(self.look)
        self.covers()

    def show_wheel(self, wheel: WheelView, words: Words) -> None:
        self._wheel, self._words = wheel, words
        self.look()
        if not self._timer.isActive():
            self._timer.start()

    def look(self) -> None:
        """Look at the clock, and paint again only if the words have changed."""
        age = self._age(self._wheel)
        silent = self._wheel.has_reader and age is not None and age > SILENT_AFTER
        shown = (_name(self._wheel, self._words), _age_text(self._wheel, age, self._words))
        if (shown, silent) != (self.texts, self.silent):
            self.texts, self.silent = shown, silent
            self.setAccessibleName(self._words.text("access.list").join(filter(None, shown)))
            self._relaid()
            self.update()

    def _age(self, wheel: WheelView) -> float | None:
        return None if wheel.heard is None else max(0.0, (self._now() - wheel.heard).total_seconds())

    @property
    def wish(self) -> float:
        return 40 + sum(advance(text, theme.font(_TEXT, bold=True)) for text in self.texts) + 52

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.RAIL)
        name, age = self.texts
        middle = self.high / 2
        Sign("places.wheel")(painter, QRectF(0, middle - 13, 26, 26), theme.T2)
        x = write(painter, name, 40, middle, theme.font(_TEXT), theme.T2)
        if self.silent:
            box = QRectF(x + 14, middle - 17, advance(age, theme.font(_TEXT, bold=True)) + 28, 34)
            outline(painter, box, pen(theme.FAULT, 2, dashes=[6, 4]), 6)
            write(painter, age, x + 28, middle, theme.font(_TEXT, bold=True), theme.FAULT)
            return
        if not age:
            return
        x = write(painter, "·", x + 12, middle, theme.font(_TEXT), theme.T2)
        write(painter, age, x + 12, middle, theme.font(_TEXT), theme.T1)


def _name(wheel: WheelView, words: Words) -> str:
    return words.text("wheel.heading") if not wheel.serial else words.text("rail.wheel", serial=wheel.serial)


def _age_text(wheel: WheelView, age: float | None, words: Words) -> str:
    if not wheel.has_reader:
        return ""
    if age is None:
        return words.text("rail.wheel.never")
    if age > SILENT_AFTER:
        return words.text("rail.wheel.silent", time=lasting(int(age)))
    seconds = max(0.5, ceil(age * 2) / 2)
    return words.text("rail.wheel.heard", seconds=words.figure(seconds, 1))

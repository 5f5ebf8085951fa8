"""The bar over the review's screens: REVIEW or REPLAY, what is read, the language, who reads, the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.table.views import Mode, Person
from console.ui.lettering import advance, write
from console.ui.signs import outcomes
from console.ui.status import NameButton, paint_mode
from console.ui.surface import Surface, fill, hatch
from console.ui.theme import BG0, BG1, BG3, EDGE, SLATE, SLATE_FILL, STATUS_HEIGHT, T0, T1, T2, font, mixed
from console.ui.times import clock_time
from console.words import Words
from console.words.names import table_title

_MIDDLE: Final = STATUS_HEIGHT / 2


class ReviewBar(Surface):
    """What is read, by whom; only the name can be pressed."""

    menu_requested = Signal()

    def __init__(self, clock: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock, self._time = clock, ""
        self._mode, self._texts = Mode.REVIEW, tuple[str, ...]()
        self._words: Words | None = None
        self._person: Person | None = None
        self._right = self._code_at = 0.0
        self.covers()
        self.name = NameButton(self)
        self.name.clicked.connect(self.menu_requested)
        self._timer = QTimer(self, interval=200)
        self._timer.timeout.connect(self.tick)
        self._timer.start()

    def show_reading(self, mode: Mode, texts: Sequence[str], person: Person | None, words: Words) -> None:
        """Show what is read: the most important text first; one that is only a number names a table."""
        texts = tuple(table_title(words, text) for text in texts)
        self._mode, self._texts, self._person, self._words = mode, texts, person, words
        self.name.setVisible(person is not None)
        if person is not None:
            self.name.show_person(person, words)
        self.setAccessibleName("  ".join((words.text(f"mode.{mode}"), *texts)))
        self.tick()
        self.arrange()
        self.update()

    def tick(self) -> None:
        """Show the time if another second has begun."""
        time = clock_time(self._clock(), self._words)
        if time != self._time:
            self._time = time
            self.update(round((self.wide - 130) * self.u), 0, self.width(), self.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The language's code asks for the menu, where no name does."""
        place = event.position().x() / self.u
        if self._code_at - 24 <= place <= self.wide - 126:
            self.menu_requested.emit()

    def arrange(self) -> None:
        """The name before the clock."""
        right = self.wide - 128
        if self._person is not None:
            right -= self.name.wish
            self.put(self.name, QRectF(right, 0, self.name.wish, STATUS_HEIGHT))
        self._right = right

    def paint(self, painter: QPainter) -> None:
        """Bar, mode block, texts, language, clock."""
        bar = QRectF(0, 0, self.wide, self.high)
        if self._mode is Mode.REPLAY:
            hatch(painter, bar, mixed(SLATE_FILL, BG1, 0.9), BG1, 6, 9)
        else:
            fill(painter, bar, BG1)
        if self._words is None:
            return
        x = self._paint_mode(painter, self._words) + 22
        code = "日本語" if self._words.language == "ja" else self._words.language.upper()
        left = self._right - advance(code, font(16, bold=True)) - 12
        self._paint_texts(painter, x, left - 24)
        self._code_at = left
        self._rule(painter, left - 14)
        write(painter, code, left, _MIDDLE + 1, font(16, bold=True), T2)
        self._rule(painter, self.wide - 126)
        write(painter, self._time, self.wide - 20, _MIDDLE + 1, font(22, bold=True), T1, align=1)

    def _paint_mode(self, painter: QPainter, words: Words) -> float:
        if self._mode in (Mode.LIVE, Mode.TRAINING):
            return paint_mode(painter, self._mode, self.high, words)
        text, face = words.text(f"mode.{self._mode}"), font(18, bold=True, track=103)
        block = QRectF(0, 0, 46 + advance(text, face) + 22, self.high)
        replay = self._mode is Mode.REPLAY
        ink = BG0 if replay else T1
        fill(painter, block, SLATE if replay else BG3)
        sign = outcomes.video if replay else outcomes.book
        sign(painter, QRectF(14, _MIDDLE - 12, 24, 24), ink)
        write(painter, text, 46, _MIDDLE, face, ink)
        return block.right()

    def _paint_texts(self, painter: QPainter, x: float, right: float) -> None:
        for at, text in enumerate(self._texts):
            face = font(22, bold=True) if at == 0 else font(20) if at == 1 else font(17)
            ruled = 24 if at > 1 else 0
            if x + ruled + advance(text, face) > right:
                continue
            if ruled:
                self._rule(painter, x + 8)
            x = write(painter, text, x + ruled, _MIDDLE + 1, face, (T0, T1)[at] if at < 2 else T2) + 14

    def _rule(self, painter: QPainter, x: float) -> None:
        fill(painter, QRectF(x, 16, 1, 24), mixed(EDGE, BG1, 0.5))

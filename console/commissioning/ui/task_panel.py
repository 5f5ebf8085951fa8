"""The present task of a person away from the screen, in large letters, with its seconds."""

from __future__ import annotations

import math
import time
from typing import Final

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.ui.dealer import announce
from console.table.ui.hands import PressGuard
from console.table.ui.kit import (
    FOCUS,
    SmallKey,
    Surface,
    at_most,
    balance,
    fill,
    lasting,
    lay_row,
    theme,
    write,
    write_lines,
)
from console.table.ui.signs import Sign

_LINE: Final = 46.0
_ACCENT: Final = 8.0
_KEY: Final = 48.0
_LINES: Final = 4
_SIZES: Final = (38, 36, 34, 32, 30, 28, 26, 24)
_EVERY: Final = 200
"""Milliseconds between two looks at the seconds that are left."""


class TaskPanel(Surface):
    """A task of the person at the table, over the list of proofs while it lasts."""

    def __init__(self, words: Words, guard: PressGuard, parent: QWidget) -> None:
        """``guard`` is the page's, and restarts with each task: the same key leaves the next task."""
        super().__init__(parent)
        self._guard = guard
        self.covers()
        self._words, self._key, self._slots = words, "", dict[str, object]()
        self._until: float | None = None
        self._may_leave = False
        self.is_left = False
        """Whether the person goes on without the task, for a waiting thread."""
        self.leave = SmallKey(Sign("outcomes.skip"), self, guard)
        self.leave.meant.connect(self._leave)
        self._each = QTimer(self, interval=_EVERY)
        self._each.timeout.connect(self.update)
        self.hide()

    def ask(
        self, key: str, seconds: float | None = None, *, may_leave: bool = False, **slots: object
    ) -> None:
        """Ask for a task by its phrase. ``seconds`` is its longest time, which the phrase may contain.
        ``may_leave``: a person may go on without waiting for it.
        """
        self._key, self._slots, self._may_leave = key, dict(slots), may_leave
        if seconds is not None:
            self._slots["seconds"] = round(seconds)
        self.is_left = False
        self._until = None if seconds is None else time.monotonic() + seconds
        self.show()
        self.raise_()
        self._each.start()
        self._guard.renew()
        self._show_task()
        self._guard.hand_over()
        announce(self, self.text, at_once=True)

    def _leave(self) -> None:
        self.is_left = True

    def end(self) -> None:
        self._key, self._until = "", None
        self._each.stop()
        self.hide()

    def set_words(self, words: Words) -> None:
        self._words = words
        self._show_task()

    @property
    def text(self) -> str:
        """The words of the task; empty without one."""
        return self._words.text(self._key, **self._slots) if self._key else ""

    @property
    def seconds_left(self) -> int | None:
        """The whole seconds that are left; None if no time is set."""
        return None if self._until is None else max(0, math.ceil(self._until - time.monotonic()))

    def _show_task(self) -> None:
        self.setAccessibleName(self.text)
        self.leave.setVisible(self._may_leave)
        self.leave.show_label(self._words.text("commissioning.window.without"))
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """The key that goes on without, at the bottom."""
        row = QRectF(0, self.high - FOCUS - _KEY, self.wide, _KEY)
        lay_row(self, [self.leave] if self._may_leave else [], row)

    def paint(self, painter: QPainter) -> None:
        """The task, and the seconds beneath it."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        face, lines = _lines(self.text, self.wide)
        high = _LINE * len(lines)
        # An accent above a capital is higher than the line.
        write_lines(painter, lines, QRectF(0, _ACCENT, self.wide, high), face, theme.T0, leading=1.2)
        if (left := self.seconds_left) is not None:
            write(painter, lasting(left), 0, high + 60, theme.font(72, bold=True), theme.NOW)


def _lines(text: str, room: float) -> tuple[QFont, tuple[str, ...]]:
    for size in _SIZES:
        face = theme.font(size, bold=True)
        lines = tuple(balance(text, room, face))
        if len(lines) <= _LINES:
            break
    return face, tuple(at_most(_LINES, lines))

"""Typed characters: those of a finger act after a moment, those of a badge reader are joined to a badge
number.

A reader types like a keyboard, but faster than any person: four signs within fifty milliseconds of each
other, and an Enter.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.people.answers import is_badge
from console.ui.hands.guard import ENTERS, PressGuard

APART: Final = 0.05
"""The most seconds between two signs of a reader."""
LEAST: Final = 4
"""The number of signs in quick order that no finger can type."""
HELD: Final = 80
"""Milliseconds that a sign waits for the next one before it acts."""
TRAILS: Final = 0.3
"""Seconds after a reader's signs in which an Enter still belongs to them."""
_ENDS: Final = (*ENTERS, Qt.Key.Key_Tab)
"""The key that a reader types after a badge's number."""


class TypedSigns(QObject):
    """The signs that come to one window."""

    badge = Signal(str, object)
    """A badge was read: its number, and the part that it was typed into."""
    dropped = Signal()
    """Signs came from a reader that are no badge's number."""

    def __init__(self, guard: PressGuard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._guard = guard
        self._held: list[tuple[QWidget, QKeyEvent, float]] = []
        self._run, self._last, self._read_at = "", float("-inf"), float("-inf")
        self._to: QWidget | None = None
        self._goes_on = False
        self._timer = QTimer(self, singleShot=True, interval=HELD, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.release)

    def takes(self, to: QWidget, event: QEvent, *, types: bool = False) -> bool:
        """Whether an event is kept from its widget, for now or for good.

        ``types``: what is typed there goes in at once, and only a whole badge is taken out again. Signs from
        the console's own keyboard never come from a reader.
        """
        if self._goes_on or not event.spontaneous():
            return False
        match event.type():
            case QEvent.Type.KeyPress if isinstance(event, QKeyEvent) and not event.isAutoRepeat():
                took = self._takes_key(to, event, types=types)
                if took:
                    event.accept()
                return took
            case QEvent.Type.MouseButtonPress:
                self.release()
        return False

    def _takes_key(self, to: QWidget, event: QKeyEvent, *, types: bool) -> bool:
        at, sign = self._guard.time_of(event), _sign_of(event)
        if not sign:
            return self._takes_end(event, at) if event.key() in _ENDS else self._goes_past(event)
        follows = at - self._last <= APART
        self._run = self._run + sign if follows else sign
        self._last, self._to = at, to
        if types:
            return False
        if not follows:
            self.release()
        self._held.append((to, event.clone(), at))
        self._timer.start()
        return True

    def _takes_end(self, event: QKeyEvent, at: float) -> bool:
        soon = at - self._last <= HELD / 1000
        if soon and len(self._run) >= LEAST and (self._held or is_badge(self._run)):
            self._end_run(at)
            return True
        if at - self._read_at <= TRAILS:
            return True
        return self._goes_past(event)

    def _goes_past(self, event: QKeyEvent) -> bool:
        """Another key came: what waits acts first; a key like Shift is no key of its own."""
        if event.key() not in _MODIFIERS:
            self.release()
            self._run = ""
        return False

    def release(self) -> None:
        """Let the waiting signs act as they were typed; a reader's signs are a badge even without an
        Enter.
        """
        self._timer.stop()
        if len(self._held) >= LEAST:
            self._end_run(self._last)
            return
        held, self._held = self._held, []
        for to, event, at in held:
            self._goes_on = True
            try:
                with self._guard.at(at):
                    QApplication.sendEvent(to, event)
            finally:
                self._goes_on = False

    def _end_run(self, at: float) -> None:
        number, self._run, self._held = self._run, "", []
        self._timer.stop()
        self._read_at = at
        if is_badge(number):
            self.badge.emit(number, self._to)
        else:
            self.dropped.emit()


_MODIFIERS: Final = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr)


def _sign_of(event: QKeyEvent) -> str:
    """The letter, digit or mark that a key types; none with Ctrl or Alt, none of Space and Enter."""
    held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    text = event.text()
    return text.strip() if text.isprintable() and not held else ""

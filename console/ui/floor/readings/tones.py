"""The sound of an alarm: one tone for each urgency, with a rhythm of its own.

Only a more urgent tone interrupts one that plays: nobody can tell two tones at once from each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from console.floor.alarms.items import Priority

STRIKES: Final = {Priority.HIGH: 3, Priority.MEDIUM: 2, Priority.LOW: 1}
APART: Final = 220
"""Milliseconds between two strikes of a tone."""


class Tones(QObject):
    """Plays a tone on the system's bell."""

    def __init__(self, strike: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._strike = strike
        self._left, self._of = 0, Priority.INFO
        self._next = QTimer(self, interval=APART)
        self._next.timeout.connect(self._go_on)

    def play(self, priority: Priority) -> None:
        """Play the tone of an urgency; information has none."""
        if priority not in STRIKES or (self._left and priority <= self._of):
            return
        self._left, self._of = STRIKES[priority], priority
        self._go_on()

    def _go_on(self) -> None:
        if not self._left:
            self._next.stop()
            return
        self._left -= 1
        self._strike()
        self._next.start()

    def stop(self) -> None:
        """Stop the tone."""
        self._left = 0
        self._next.stop()

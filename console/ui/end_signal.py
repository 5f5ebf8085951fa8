"""The end of bet time: a red light, flashing or steady, and a sound, as the market's rules say.

Where the red comes as the time runs out, the countdown has shown it, and this stays dark (BAC-3.4.2).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from console.ui.surface import Surface, fill
from console.ui.telling import RUNNING_OUT
from console.ui.theme import RED

_SWITCH: Final = 250
"""Milliseconds on or off: two flashes a second, no more."""
_SWITCHES: Final = 6


class EndSignal(Surface):
    """A red line over the table, for a second and a half."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._flashes, self._left = False, 0
        self._timer = QTimer(self, interval=_SWITCH, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._switch)
        self.hide()

    def begin(self, signal: str, *, sounds: bool) -> None:
        """Bet time is over: light up as ``flash`` or ``light``; sound where it does (BAC-2.1.6-sound)."""
        if sounds:
            QApplication.beep()
        if signal == RUNNING_OUT:
            return
        self._flashes, self._left = signal == "flash", _SWITCHES
        self.show()
        self.raise_()
        self._timer.start()

    def _switch(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._timer.stop()
            self.hide()
        elif self._flashes:
            self.setVisible(self._left % 2 == 0)

    def paint(self, painter: QPainter) -> None:
        """The line."""
        fill(painter, QRectF(0, 0, self.wide, self.high), RED)

"""A field to type in, in the colours of the screen: what is searched for, and the time that is gone to."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from console.ui.signs.nib import Sign
from console.ui.surface import Scaled
from console.ui.theme import BG1, NOW, STRONG_EDGE, T0, T1, T2, font

_WAIT = 250
"""Milliseconds after the last letter before it is looked for."""


class Field(Scaled, QLineEdit):
    """One line; :attr:`typed` comes once the letters stand still, :attr:`entered` with Enter."""

    typed = Signal(str)
    entered = Signal(str)
    left = Signal()
    """Esc, or an arrow down into the list."""

    def __init__(self, sign: Sign, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sign = sign
        self._timer = QTimer(self, singleShot=True, interval=_WAIT)
        self._timer.timeout.connect(lambda: self.typed.emit(self.text()))
        self.textEdited.connect(lambda _: self._timer.start())
        self.setFrame(False)

    def ask(self, placeholder: str) -> None:
        """Say what is to be typed here."""
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)

    def arrange(self) -> None:
        """Letters and edges as large as the screen's."""
        edge = max(1, round(2 * self.u))
        face = font(round(18 * self.u))
        self.setFont(face)
        self.setStyleSheet(
            f"QLineEdit {{ background: {BG1.name()}; color: {T0.name()};"
            f" border: {edge}px solid {STRONG_EDGE.name()}; border-radius: {round(8 * self.u)}px;"
            f" padding: 0 {round(14 * self.u)}px 0 {round(48 * self.u)}px;"
            f" placeholder-text-color: {T2.name()}; selection-background-color: {NOW.name()};"
            f" font-size: {round(18 * self.u)}px; }}"
            f"QLineEdit:focus {{ border-color: {T0.name()}; }}"
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field, and in it what it is for."""
        super().paintEvent(event)
        painter = self.started()
        self.sign(painter, QRectF(14, self.high / 2 - 12, 24, 24), T1)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter at once, Esc back to the list, Down into it."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._timer.stop()
                self.entered.emit(self.text())
            case Qt.Key.Key_Escape | Qt.Key.Key_Down:
                self.left.emit()
            case _:
                super().keyPressEvent(event)

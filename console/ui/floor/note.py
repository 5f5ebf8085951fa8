"""The result of the last press, shown over the foot of the content; and the ground behind the wall."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.ui.dealer.prompt import announce
from console.ui.kit.lettering import advance, set_in, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import BG0, BG2, STRONG_EDGE, T0

_SHOWN_FOR: Final = 8_000
"""Milliseconds for which the result of a press is shown."""


class Note(Surface):
    """The result of the last press, over the foot of the content."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_FOR)
        self._timer.timeout.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # presses go to what lies beneath
        self.hide()

    def say(self, text: str, *, stays: bool = False) -> None:
        """Show and speak a result; a refusal stays until the next press."""
        self.text = text
        self.setAccessibleName(text)
        announce(self, text, at_once=False)
        self.show()
        self.raise_()
        self.update()
        self._timer.stop() if stays else self._timer.start()

    def paint(self, painter: QPainter) -> None:
        """A line in a box."""
        box = QRectF(0, 0, self.wide, self.high)
        fill(painter, box, BG2, 8)
        outline(painter, box, pen(STRONG_EDGE, 2), 8)
        room = self.wide - 32
        for sizes, most in (((22, 20, 18), 1), ((17, 16, 15, 14), 2), ((13, 12, 11), 3)):
            lines, face = set_in(self.text, room, sizes, most=most, bold=True)
            if "…" not in lines[-1] and all(advance(line, face) <= room for line in lines):
                break
        write_lines(painter, lines, box.adjusted(16, 2, -16, -2), face, T0, leading=1.12)


class Ground(Surface):
    """The ground behind the wall."""

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)

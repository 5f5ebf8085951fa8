"""The result of the last press, shown over the foot of the content; and the ground behind the wall."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.ui.dealer.prompt import announce
from console.ui.kit.lettering import advance, set_in, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import BG0, BG2, STRONG_EDGE, T0

_SHOWN_FOR: Final = 8_000
"""Milliseconds for which the result of a press is shown."""


_HIGH: Final = 52.0
"""The height of a note of one line or two, in units."""
_LINE: Final = 18.0
"""The height of a third line."""


class Note(Surface):
    """The result of the last press, over the foot of the content."""

    changed = Signal()
    """Another text is to be shown: its height, and the keys that lie beneath, may be others than before."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_FOR)
        self._timer.timeout.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # presses go to what lies beneath
        self.hide()

    @property
    def wish(self) -> float:
        """The height in units that the text needs."""
        return _HIGH if len(self._lines()[0]) < 3 else _HIGH + _LINE

    def _lines(self) -> tuple[tuple[str, ...], QFont]:
        room = self.wide - 32
        for sizes, most in (((22, 20, 18), 1), ((17, 16, 15, 14), 2), ((15, 14, 13, 12), 3)):
            lines, face = set_in(self.text, room, sizes, limit=most, bold=True)
            if "…" not in lines[-1] and all(advance(line, face) <= room for line in lines):
                break
        return lines, face

    def show_text(self, text: str, *, stays: bool = False) -> None:
        """Show and speak a result; a refusal stays until the next press."""
        self.text = text
        self.changed.emit()
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
        lines, face = self._lines()
        write_lines(painter, lines, box.adjusted(16, 2, -16, -2), face, T0, leading=1.12)


class Ground(Surface):
    """The ground behind the wall."""

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)

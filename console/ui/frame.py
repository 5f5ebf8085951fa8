"""The hatched frame around the screen of a simulated table: TRAINING, unmistakable from any angle."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.ui.surface import Surface, hatch
from console.ui.theme import VIOLET, VIOLET_FILL

_THICK = 10.0


class _Strip(Surface):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paint(self, painter: QPainter) -> None:
        """Stripes."""
        hatch(painter, QRectF(0, 0, self.wide, self.high), VIOLET, VIOLET_FILL, 6, 8)


class TrainingFrame:
    """Three strips at the left, the right and the bottom; the status bar closes the frame."""

    def __init__(self, parent: Surface) -> None:
        self._parent = parent
        self.strips = tuple(_Strip(parent) for _ in range(3))
        self.setVisible(False)

    def setVisible(self, visible: bool) -> None:
        """Show or hide the frame."""
        for strip in self.strips:
            strip.setVisible(visible)

    def surround(self, box: QRectF) -> None:
        """Lay the strips along a box's inner edges, in the parent's units."""
        left, right, bottom = self.strips
        self._parent.put(left, QRectF(box.left(), box.top(), _THICK, box.height()))
        self._parent.put(right, QRectF(box.right() - _THICK, box.top(), _THICK, box.height()))
        self._parent.put(bottom, QRectF(box.left(), box.bottom() - _THICK, box.width(), _THICK))

    def raise_all(self) -> None:
        """Keep the frame over everything else."""
        for strip in self.strips:
            strip.raise_()

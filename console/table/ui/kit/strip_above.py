"""A strip along the top of the window, and beneath it the page of a person who reads or works."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.table.ui.kit import theme
from console.table.ui.kit.surface import Surface, fill


class StripAbove(Surface):
    """A covering part of the window; subclasses give the strip, and what stands beneath it."""

    strip: Surface

    def __init__(self, window: QWidget, high: float) -> None:
        """``high`` is the strip's height in units."""
        super().__init__(window)
        self._high = high
        self.covers()
        self.hide()

    @property
    def beneath(self) -> QWidget | None:
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The strip is as high as its parts would be on a screen of their own; the page has the rest."""
        self.lay_out()

    def lay_out(self) -> None:
        self.u = theme.unit(self.width(), self.height())
        high = round(self._high * self.u)
        self.strip.set_unit(self.u)
        self.strip.setGeometry(QRect(0, 0, self.width(), high))
        if self.beneath is not None:
            self.beneath.setGeometry(QRect(0, high, self.width(), self.height() - high))

    def set_unit(self, u: float) -> None:
        pass  # its parts take the unit from their own sizes

    def paint(self, painter: QPainter) -> None:
        fill(painter, self.rect().toRectF(), theme.BG0)

"""The pen that draws signs: strokes on a grid of 96 by 96, in one colour that the caller gives."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from console.game.cards import Suit
from console.ui.signs.suits import draw_suit

GRID: Final = 96.0

Sign: TypeAlias = Callable[[QPainter, QRectF, QColor], None]
"""A sign: draws itself into a square in a colour."""


Cubic: TypeAlias = tuple[float, float, float, float, float, float]
"""Two control points and the end of a curve."""


class Nib:
    """A pen on the grid. Below 30 units its stroke grows, so that lines stay 2 pixels wide."""

    def __init__(self, painter: QPainter, size: float, colour: QColor) -> None:
        self.painter = painter
        self.colour = colour
        self.stroke = min(11.0, max(6.0, 2.0 * GRID / size))

    def _pen(self, width: float | None = None) -> None:
        stroke = QPen(self.colour, width or self.stroke)
        stroke.setCapStyle(Qt.PenCapStyle.RoundCap)
        stroke.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(stroke)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    def line(self, *points: tuple[float, float], width: float | None = None, close: bool = False) -> None:
        """A stroke through points."""
        self._pen(width)
        path = QPainterPath(QPointF(*points[0]))
        for point in points[1:]:
            path.lineTo(*point)
        if close:
            path.closeSubpath()
        self.painter.drawPath(path)

    def curve(self, start: tuple[float, float], *cubics: Cubic) -> None:
        """A stroke along cubic curves."""
        self._pen()
        path = QPainterPath(QPointF(*start))
        for cubic in cubics:
            path.cubicTo(*cubic)
        self.painter.drawPath(path)

    def arc(self, x: float, y: float, radius: float, start: float, span: float) -> None:
        """A part of a circle; degrees count from three o'clock against the clock."""
        self._pen()
        box = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
        self.painter.drawArc(box, round(start * 16), round(span * 16))

    def ring(self, x: float, y: float, radius: float, flat: float = 1) -> None:
        """A circle's edge; ``flat`` below 1 makes it an ellipse lying down."""
        self._pen()
        self.painter.drawEllipse(QPointF(x, y), radius, radius * flat)

    def dot(self, x: float, y: float, radius: float) -> None:
        """A filled circle."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.colour)
        self.painter.drawEllipse(QPointF(x, y), radius, radius)

    def box(self, x: float, y: float, width: float, height: float, radius: float = 5) -> None:
        """A rounded box's edge."""
        self._pen()
        self.painter.drawRoundedRect(QRectF(x, y, width, height), radius, radius)

    def slab(self, x: float, y: float, width: float, height: float, radius: float = 2) -> None:
        """A filled box."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.colour)
        self.painter.drawRoundedRect(QRectF(x, y, width, height), radius, radius)

    def solid(self, *points: tuple[float, float], holes: tuple[tuple[float, float], ...] = ()) -> None:
        """A filled shape; ``holes`` are round and show the ground."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.colour)
        path = QPainterPath(QPointF(*points[0]))
        for point in points[1:]:
            path.lineTo(*point)
        path.closeSubpath()
        for hole in holes:
            path.addEllipse(QPointF(*hole), 7, 7)
        self.painter.drawPath(path)

    def suit(self, suit: Suit, x: float, y: float, side: float) -> None:
        """A suit centred on a point."""
        draw_suit(self.painter, suit, QRectF(x - side / 2, y - side / 2, side, side), self.colour)

    def arrow(self, tail: tuple[float, float], tip: tuple[float, float], head: float = 12) -> None:
        """A straight arrow."""
        dx, dy = tip[0] - tail[0], tip[1] - tail[1]
        length = max((dx * dx + dy * dy) ** 0.5, 1e-6)
        ux, uy = dx / length * head, dy / length * head
        self.line(tail, tip)
        self.line((tip[0] - ux - uy, tip[1] - uy + ux), tip, (tip[0] - ux + uy, tip[1] - uy - ux))

    def rotated(self, degrees: float, x: float, y: float, draw: Callable[[Nib], None]) -> None:
        """Draw something turned about a point."""
        self.painter.save()
        self.painter.translate(x, y)
        self.painter.rotate(degrees)
        self.painter.translate(-x, -y)
        draw(self)
        self.painter.restore()


def sign(draw: Callable[[Nib], None]) -> Sign:
    """Make a drawing on the grid a sign that fits into any square."""

    @wraps(draw)
    def drawn(painter: QPainter, rect: QRectF, colour: QColor) -> None:
        side = min(rect.width(), rect.height())
        painter.save()
        painter.translate(rect.center() - QPointF(side / 2, side / 2))
        painter.scale(side / GRID, side / GRID)
        draw(Nib(painter, side, colour))
        painter.restore()

    return drawn

"""A pocket as it is drawn: its colour, its shape and its figure, so that colour never speaks alone.

Red is round, black is square, zero has pointed sides. It knows no round and no word.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from console.game.roulette import Colour, pocket
from console.ui.lettering import shrunk, write
from console.ui.surface import pen
from console.ui.theme import EDGE, FELT, T0, mixed

WHITE: Final = QColor("#FFFFFF")
COLOURS: Final = {
    Colour.RED: QColor("#C2222E"),
    Colour.BLACK: QColor("#15191B"),
    Colour.GREEN: QColor("#1E7A4B"),
}
"""The pockets' own colours; none of them is the interface's."""
QUIET: Final = {
    colour: mixed(ink, FELT, share)
    for (colour, ink), share in zip(COLOURS.items(), (0.56, 1.0, 0.6), strict=True)
}
"""The same where another number is the one that counts."""


def colour_of(number: int, *, quiet: bool = False) -> QColor:
    """The colour of a number's pocket."""
    return (QUIET if quiet else COLOURS)[pocket(number).colour]


def pocket_shape(box: QRectF, number: int, radius: float = 6) -> QPainterPath:
    """Round for red, square for black, pointed at both sides for zero."""
    path = QPainterPath()
    match pocket(number).colour:
        case Colour.RED:
            half = min(box.width(), box.height()) / 2
            path.addRoundedRect(box, half, half)
        case Colour.BLACK:
            path.addRoundedRect(box, radius, radius)
        case _:
            point, middle = min(box.width(), box.height()) * 0.28, box.center().y()
            path.moveTo(box.left(), middle)
            for x, y in (
                (box.left() + point, box.top()),
                (box.right() - point, box.top()),
                (box.right(), middle),
                (box.right() - point, box.bottom()),
                (box.left() + point, box.bottom()),
            ):
                path.lineTo(QPointF(x, y))
            path.closeSubpath()
    return path


def draw_pocket(painter: QPainter, box: QRectF, number: int, *, edge: QPen | None = None) -> None:
    """A number on its colour in its shape; ``edge`` marks one among several."""
    half = 0.75 if edge is None else edge.widthF() / 2
    painter.setPen(edge or _edge_of(number))
    painter.setBrush(colour_of(number))
    painter.drawPath(pocket_shape(box.adjusted(half, half, -half, -half), number, box.height() * 0.14))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    size = round(box.height() * 0.56)
    face = shrunk(str(number), box.width() * 0.8, (size, round(size * 0.85)), bold=True)
    write(painter, str(number), box.center().x(), box.center().y(), face, WHITE, align=0.5)


def marked(width: float = 2) -> QPen:
    """The edge of the number that counts."""
    return pen(T0, width)


def _edge_of(number: int) -> QPen:
    """Black on the dark ground needs an edge to be seen."""
    black = pocket(number).colour is Colour.BLACK
    return pen(EDGE, 1.5) if black else QPen(Qt.PenStyle.NoPen)

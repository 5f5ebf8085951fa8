"""What the pictures of the preparation are put together from: shoe, rack, stack, packet, arrow, labels.

All in the units of the picture, 812 by 416.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from console.ui.card_faces import draw_back
from console.ui.lettering import shrunk, write
from console.ui.surface import fill, outline, pen
from console.ui.theme import BG2, CUT_CARD, FACE, FELT, T1, mixed

_DARKER: Final = mixed(FACE, FELT, 0.82)


def shoe_shape(painter: QPainter, at: QRectF, edge: QColor) -> None:
    """A dealing shoe from the side, its mouth at the left."""
    x, y, w, h = at.x(), at.y(), at.width(), at.height()
    path = QPainterPath(QPointF(x, y + h))
    for px, py in ((0.0, 0.52), (0.46, 0.0), (1.0, 0.0), (1.0, 1.0)):
        path.lineTo(x + w * px, y + h * py)
    path.closeSubpath()
    painter.setPen(pen(edge, 4))
    painter.setBrush(BG2)
    painter.drawPath(path)
    painter.drawLine(QPointF(x, y + h * 0.68), QPointF(x + w * 0.3, y + h * 0.68))


def rack_shape(painter: QPainter, at: QRectF, edge: QColor) -> None:
    """The discard rack: open at the top and at the front."""
    painter.setPen(pen(edge, 4))
    painter.setBrush(BG2)
    painter.drawPolygon(
        [
            QPointF(at.left(), at.top()),
            QPointF(at.left(), at.bottom()),
            QPointF(at.right(), at.bottom()),
            QPointF(at.right(), at.top()),
            QPointF(at.right() - 26, at.top()),
            QPointF(at.right() - 26, at.bottom() - 30),
            QPointF(at.left() + 26, at.bottom() - 30),
            QPointF(at.left() + 26, at.top()),
        ]
    )


def stack_on_edge(painter: QPainter, at: QRectF, cards: int) -> None:
    """A stack seen on its edge: lines side by side, two tones so that they can be told apart."""
    step = at.width() / cards
    for card in range(cards):
        line = QRectF(at.left() + card * step, at.top(), step - 1.4, at.height())
        fill(painter, line, (FACE, _DARKER)[card % 2])


def pile(painter: QPainter, at: QRectF, cards: int) -> None:
    """A pile lying flat: lines upon one another."""
    step = at.height() / cards
    for card in range(cards):
        line = QRectF(at.left(), at.bottom() - (card + 1) * step, at.width(), step - 1.4)
        fill(painter, line, (FACE, _DARKER)[card % 2], 1)


def turned_back(painter: QPainter, x: float, y: float, width: float, degrees: float) -> None:
    """A card face down, turned about its middle."""
    painter.save()
    painter.translate(x, y)
    painter.rotate(degrees)
    draw_back(painter, QRectF(-width / 2, -width * 0.7, width, width * 1.4))
    painter.restore()


def cut_card_on_edge(painter: QPainter, at: QRectF, edge: QColor | None = None) -> None:
    """The cut card seen on its edge; with an edge it is the one that matters now."""
    fill(painter, at, CUT_CARD)
    if edge is not None:
        outline(painter, at.adjusted(-3, -3, 3, 3), pen(edge, 3), 3)


def arrow(painter: QPainter, tail: QPointF, tip: QPointF, colour: QColor, head: float = 18) -> None:
    """A straight arrow."""
    way = tip - tail
    length = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-6)
    u = way / length * head
    painter.setPen(pen(colour, 6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(tail, tip)
    painter.drawPolyline([tip - u + QPointF(-u.y(), u.x()), tip, tip - u - QPointF(-u.y(), u.x())])


def bow(painter: QPainter, box: QRectF, start: float, span: float, colour: QColor) -> None:
    """A bent arrow along an ellipse; degrees count against the clock, its head where the span ends."""
    painter.setPen(pen(colour, 6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(box, round(start * 16), round(span * 16))
    end = radians(start + span)
    tip = box.center() + QPointF(box.width() / 2 * cos(end), -box.height() / 2 * sin(end))
    turn = 1 if span > 0 else -1
    u = QPointF(-box.width() * sin(end), -box.height() * cos(end)) * turn
    u = u / max((u.x() ** 2 + u.y() ** 2) ** 0.5, 1e-6) * 18
    aside = QPointF(-u.y(), u.x()) * 0.8
    painter.drawPolyline([tip - u + aside, tip, tip - u - aside])


def label(p: QPainter, text: str, x: float, y: float, colour: QColor = T1, *, bold: bool = False) -> None:
    """A word centred on a place."""
    write(p, text, x, y, shrunk(text, 330, (20, 18, 17, 16), bold=bold), colour, align=0.5)

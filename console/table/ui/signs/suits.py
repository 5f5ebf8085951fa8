"""The four suits as shapes.

Built at 1000 units and scaled down: Qt flattens curves at a path's own scale, and a small club would
come out with corners.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

from console.table.game.cards import Suit

_SIDE: Final = 1000.0
_CORE: Final = 0.56
"""The open core of a red suit, as a share of its width."""
_HEART_RISES: Final = 0.03
"""How far a heart's core stands above its middle, so that the rim is as wide at the point as at the sides."""


@cache
def shape(suit: Suit) -> QPainterPath:
    """The suit in a square of 1000 units; a red one has an open core."""
    match suit:
        case Suit.HEARTS:
            return _hollow(_heart(), _HEART_RISES)
        case Suit.DIAMONDS:
            return _hollow(_diamond(), 0)
        case Suit.SPADES:
            return _spade()
        case Suit.CLUBS:
            return _club()


def draw_suit(painter: QPainter, suit: Suit, square: QRectF, colour: QColor) -> None:
    """Paint a suit into a square: a black one full, a red one hollow, at every size.

    So does print in one colour. Small red is next to black for a person who sees no red (protanopia), and a
    suit that were full on large cards alone would be another sign.
    """
    painter.save()
    painter.translate(square.topLeft())
    painter.scale(square.width() / _SIDE, square.height() / _SIDE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(shape(suit))
    painter.restore()


def _hollow(outline: QPainterPath, rises: float) -> QPainterPath:
    middle = QPointF(_SIDE / 2, _SIDE / 2)
    core = QTransform.fromTranslate(middle.x(), middle.y() - rises * _SIDE).scale(_CORE, _CORE)
    return outline.subtracted(core.translate(-middle.x(), -middle.y()).map(outline))


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(500, 950))
    path.cubicTo(390, 800, 30, 620, 30, 320)
    path.cubicTo(30, 20, 400, -20, 500, 230)
    path.cubicTo(600, -20, 970, 20, 970, 320)
    path.cubicTo(970, 620, 610, 800, 500, 950)
    return path


def _diamond() -> QPainterPath:
    path = QPainterPath(QPointF(500, 10))
    path.cubicTo(590, 180, 730, 360, 880, 500)
    path.cubicTo(730, 640, 590, 820, 500, 990)
    path.cubicTo(410, 820, 270, 640, 120, 500)
    path.cubicTo(270, 360, 410, 180, 500, 10)
    return path


def _spade() -> QPainterPath:
    leaf = QPainterPath(QPointF(500, 10))
    leaf.cubicTo(600, 240, 960, 400, 960, 620)
    leaf.cubicTo(960, 850, 630, 880, 525, 690)
    leaf.lineTo(475, 690)
    leaf.cubicTo(370, 880, 40, 850, 40, 620)
    leaf.cubicTo(40, 400, 400, 240, 500, 10)
    return leaf.united(_stem(600))


def _club() -> QPainterPath:
    """A club whose leaves stand well apart: at eleven pixels it would otherwise look like a spade."""
    path = QPainterPath()
    path.addEllipse(QPointF(500, 215), 205, 205)
    for x in (220, 780):
        leaf = QPainterPath()
        leaf.addEllipse(QPointF(x, 580), 205, 205)
        path = path.united(leaf)
    heart = QPainterPath()
    heart.addEllipse(QPointF(500, 530), 130, 130)
    return path.united(heart).united(_stem(420))


def _stem(top: float) -> QPainterPath:
    path = QPainterPath(QPointF(470, top))
    path.lineTo(530, top)
    path.cubicTo(535, 800, 580, 900, 680, 985)
    path.lineTo(320, 985)
    path.cubicTo(420, 900, 465, 800, 470, top)
    return path

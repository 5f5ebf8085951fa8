"""Pictures of the wheel's check, each in a frame of 812 by 416 units: wheel, level, run, ball.

Drawn in words of nobody: what to look at is shown, the prompt says it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from console.ui.signs import states
from console.ui.step_shapes import arrow, bow
from console.ui.surface import fill, outline, pen
from console.ui.theme import BG2, FACE, GREEN, RIM, T0, T1, T2
from console.ui.wheel.ring import draw_ring


def _check_wheel(painter: QPainter, now: QColor) -> None:
    """The wheel from above, under an eye."""
    middle = QPointF(406, 164)
    draw_ring(painter, middle, 138, 0, mark=None, ball=False)
    _cone(painter, middle, 60)
    states.eye(painter, QRectF(600, 118, 92, 92), now)


def _cone(painter: QPainter, middle: QPointF, radius: float) -> None:
    """The turret with its four arms."""
    painter.setPen(pen(T1, 3))
    painter.setBrush(BG2)
    painter.drawEllipse(middle, radius, radius)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        painter.drawLine(
            QPointF(middle.x() + dx * radius * 0.28, middle.y() + dy * radius * 0.28),
            QPointF(middle.x() + dx * radius * 0.72, middle.y() + dy * radius * 0.72),
        )
    painter.drawEllipse(middle, radius * 0.26, radius * 0.26)


def _bowl(painter: QPainter, tilt: float = 0) -> None:
    """The wheel from the side: bowl, rim and foot."""
    path = QPainterPath(QPointF(146, 214))
    path.cubicTo(196, 336, 616, 336, 666, 214)
    path.closeSubpath()
    painter.setPen(pen(T1, 4))
    painter.setBrush(RIM)
    painter.drawPath(path)
    fill(painter, QRectF(356, 306, 100, 22), T2, 4)
    fill(painter, QRectF(126, 202, 560, 14), T1, 7)


def _check_level(painter: QPainter, now: QColor) -> None:
    """A spirit level on the rim, its bubble in the middle."""
    _bowl(painter)
    tube = QRectF(246, 136, 320, 60)
    fill(painter, tube, BG2, 12)
    outline(painter, tube, pen(now, 4), 12)
    for x in (382.0, 430.0):
        painter.setPen(pen(T0, 3))
        painter.drawLine(QPointF(x, 142), QPointF(x, 190))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(now)
    painter.drawEllipse(QPointF(406, 166), 19, 13)
    painter.setPen(pen(T2, 2, dashes=[8, 8]))
    painter.drawLine(QPointF(60, 209), QPointF(112, 209))
    painter.drawLine(QPointF(700, 209), QPointF(752, 209))
    states.tick(painter, QRectF(640, 130, 56, 56), GREEN)


def _check_run(painter: QPainter, now: QColor) -> None:
    """The wheel from above, turning."""
    middle = QPointF(406, 208)
    draw_ring(painter, middle, 138, 0, mark=None, ball=False)
    _cone(painter, middle, 60)
    bow(painter, QRectF(232, 34, 348, 348), 150, -110, now)
    bow(painter, QRectF(232, 34, 348, 348), 330, -110, now)


def _check_ball(painter: QPainter, now: QColor) -> None:
    """Balls between two fingers' arrows: smooth, round; and what must not be."""
    painter.setPen(pen(T1, 3))
    painter.setBrush(FACE)
    painter.drawEllipse(QPointF(300, 196), 96, 96)
    painter.setPen(pen(T2, 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(236, 132, 128, 128), 100 * 16, 70 * 16)
    bow(painter, QRectF(180, 76, 240, 240), 130, -80, now)
    bow(painter, QRectF(180, 76, 240, 240), 310, -80, now)
    states.tick(painter, QRectF(276, 316, 48, 48), GREEN)
    _bad_ball(painter, QPointF(560, 196))
    arrow(painter, QPointF(690, 96), QPointF(606, 152), T2)


def _bad_ball(painter: QPainter, middle: QPointF) -> None:
    """One with a flat side and a crack."""
    path = QPainterPath()
    box = QRectF(middle.x() - 66, middle.y() - 66, 132, 132)
    path.arcMoveTo(box, 60)
    path.arcTo(box, 60, 300)
    path.closeSubpath()
    painter.setPen(pen(T2, 3))
    painter.setBrush(BG2)
    painter.drawPath(path)
    crack = [
        QPointF(middle.x() + dx, middle.y() + dy) for dx, dy in ((-30, 10), (-8, 18), (-16, 34), (6, 50))
    ]
    painter.drawPolyline(crack)


WHEEL_PICTURES: Final[dict[str, Callable[[QPainter, QColor], None]]] = {
    "check_wheel": _check_wheel,
    "check_level": _check_level,
    "check_run": _check_run,
    "check_ball": _check_ball,
}
"""A picture for each step of the check, in the colour of who acts."""

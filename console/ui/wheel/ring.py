"""The wheel's ring, its 37 pockets in their real order, turned so that one of them is on top.

Pure drawing in units; which pocket is on top, and whether the ball lies in it, is told.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from console.game.roulette import WHEEL
from console.ui.lettering import legible, write
from console.ui.surface import pen
from console.ui.theme import PRINT, RIM, T1, font
from console.ui.wheel.pockets import WHITE, colour_of

INNER: Final = 0.715
"""The inner edge's share of the radius."""
_SPAN: Final = 360.0 / len(WHEEL)


def draw_ring(
    painter: QPainter, middle: QPointF, radius: float, top: int, *, mark: QColor | None, ball: bool
) -> None:
    """The ring with the number ``top`` on top, lit with an edge where ``mark`` has a colour."""
    at = WHEEL.index(top)
    for step in range(1, len(WHEEL)):
        _draw_pocket(painter, middle, radius, WHEEL[(at + step) % len(WHEEL)], step * _SPAN, quiet=True)
    painter.setPen(pen(PRINT, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for reach in (radius, radius * INNER):
        painter.drawEllipse(middle, reach, reach)
    _draw_pocket(painter, middle, radius, top, 0, quiet=mark is None)
    if mark is not None:
        _mark_top(painter, middle, radius, top, mark)
    if ball:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(WHITE)
        painter.drawEllipse(QPointF(middle.x(), middle.y() - radius * 0.775), radius * 0.052, radius * 0.052)


def draw_ball_out(painter: QPainter, middle: QPointF, radius: float, due: QColor) -> None:
    """The ball in its track, and the way out: what the dealer is to do with it at once."""
    painter.setPen(pen(due, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, radius * 1.01, radius * 1.01)
    turned = radians(_OUT_AT)
    way = QPointF(sin(turned), -cos(turned))
    ball, tip = middle + way * radius * 0.97, middle + way * radius * 1.3
    aside = QPointF(-way.y(), way.x()) * radius * 0.08
    painter.setPen(pen(due, 7))
    painter.drawLine(ball, tip)
    back = tip - way * radius * 0.11
    painter.drawPolyline([back + aside, tip, back - aside])
    painter.setPen(pen(due, 4))
    painter.setBrush(WHITE)
    painter.drawEllipse(ball, radius * 0.075, radius * 0.075)


_OUT_AT: Final = 62.0
"""Where the ball is drawn that is to be taken out, in degrees clockwise from the top."""


def _sector(middle: QPointF, outer: float, inner: float, degrees: float, half: float) -> QPainterPath:
    """A pocket's shape; degrees count clockwise from the top."""
    start = 90 - degrees + half
    path = QPainterPath()
    path.arcMoveTo(_circle(middle, outer), start)
    path.arcTo(_circle(middle, outer), start, -2 * half)
    path.arcTo(_circle(middle, inner), start - 2 * half, 2 * half)
    path.closeSubpath()
    return path


def _circle(middle: QPointF, radius: float) -> QRectF:
    return QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)


def _draw_pocket(
    painter: QPainter, middle: QPointF, radius: float, number: int, degrees: float, *, quiet: bool
) -> None:
    painter.setPen(pen(RIM, 1.5))
    painter.setBrush(colour_of(number, quiet=quiet))
    painter.drawPath(_sector(middle, radius, radius * INNER, degrees, _SPAN / 2))
    _write_figure(painter, middle, radius * 0.9, number, degrees, T1 if quiet else WHITE)


def _write_figure(
    painter: QPainter, middle: QPointF, reach: float, number: int, degrees: float, ink: QColor
) -> None:
    """A figure upright towards the rim, as on the wheel."""
    turned = radians(degrees)
    painter.save()
    painter.translate(middle.x() + reach * sin(turned), middle.y() - reach * cos(turned))
    painter.rotate(degrees)
    face = font(round(reach * 0.105), bold=True)
    if legible(painter, face):
        write(painter, str(number), 0, 0, face, ink, align=0.5)
    painter.restore()


def _mark_top(painter: QPainter, middle: QPointF, radius: float, top: int, mark: QColor) -> None:
    """The pocket that counts, larger than the others and with an edge."""
    outer = radius * 1.045
    painter.setPen(pen(mark, 3.5))
    painter.setBrush(colour_of(top))
    painter.drawPath(_sector(middle, outer, radius * (INNER - 0.02), 0, _SPAN * 0.62))
    face = font(max(13, round(radius * 0.13)), bold=True)
    write(painter, str(top), middle.x(), middle.y() - radius * 0.925, face, WHITE, align=0.5)

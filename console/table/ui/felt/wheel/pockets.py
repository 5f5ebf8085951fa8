"""The wheel's pockets as they are drawn: each by colour, shape and figure, and the ring of all 37.

Red is round, black is square, zero has pointed sides, so that nobody has to see the colour. They stand in
their real order; the caller says which one is on top, and whether the ball lies in it.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from console.table.game.roulette.spin import WHEEL, Colour, pocket
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, legible, shrunk, write, write_in
from console.table.ui.kit.surface import pen

WHITE: Final = QColor("#FFFFFF")
COLOURS: Final = {
    Colour.RED: QColor("#C2222E"),
    Colour.BLACK: QColor("#15191B"),
    Colour.GREEN: QColor("#1E7A4B"),
}
"""The pockets' own colours; none of them is the interface's."""
QUIET: Final = {
    colour: theme.mix(ink, theme.FELT, share)
    for (colour, ink), share in zip(COLOURS.items(), (0.56, 1.0, 0.6), strict=True)
}
"""The pockets' colours while another number counts."""


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
    size = round(box.height() * 0.64)
    face = shrunk(str(number), box.width() * 0.8, (size, round(size * 0.85)), bold=True)
    write_in(painter, str(number), box, face, WHITE)


def draw_hollow_pocket(painter: QPainter, box: QRectF, ink: QColor, number: int) -> None:
    """A number that is not counted: its pocket's shape dashed, without its colour."""
    edge = pen(ink, 3)
    edge.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(pocket_shape(box.adjusted(2, 2, -2, -2), number, box.height() * 0.14))
    write_in(painter, str(number), box, theme.font(round(box.height() * 0.5), bold=True), ink)


def _edge_of(number: int) -> QPen:
    """The edge of a pocket; black on the dark ground needs one to be seen."""
    black = pocket(number).colour is Colour.BLACK
    return pen(theme.EDGE, 1.5) if black else QPen(Qt.PenStyle.NoPen)


INNER: Final = 0.715
"""The inner edge's share of the radius."""
_SPAN: Final = 360.0 / len(WHEEL)
_FIGURE, _FIGURES_AT = 0.12, 0.9
"""A figure's size, and its distance from the middle, as shares of the radius."""
BALL_OUT: Final = 1.3
"""The end of the arrow by which a ball is taken out, from the ring's middle, as a share of the radius."""


def draw_ring(
    painter: QPainter,
    middle: QPointF,
    radius: float,
    top: int,
    *,
    mark: QColor | None,
    ball: bool,
    scale: float = 1,
) -> None:
    """The ring with the number ``top`` on top, lit with an edge if ``mark`` has a colour. Its figures are
    left out if a pocket has no room for letters that can be read at a felt's ``scale``.
    """
    at = WHEEL.index(top)
    face = theme.font(max(theme.LEAST, round(radius * _FIGURE)), bold=True)
    has_room = advance("36", face) < radius * _FIGURES_AT * radians(_SPAN)
    figures = face if has_room and legible(face, scale) else None
    for step in range(1, len(WHEEL)):
        number = WHEEL[(at + step) % len(WHEEL)]
        _draw_pocket(painter, middle, radius, number, step * _SPAN, figures, quiet=True)
    painter.setPen(pen(theme.PRINT, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for reach in (radius, radius * INNER):
        painter.drawEllipse(middle, reach, reach)
    _draw_pocket(painter, middle, radius, top, 0, figures, quiet=mark is None)
    if mark is not None:
        _mark_top(painter, middle, radius, top, mark)
    if ball:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(WHITE)
        painter.drawEllipse(QPointF(middle.x(), middle.y() - radius * 0.775), radius * 0.052, radius * 0.052)


def draw_ball_out(painter: QPainter, middle: QPointF, radius: float, due: QColor) -> None:
    """The ball in its track, and the way out: the dealer is to remove it at once."""
    painter.setPen(pen(due, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, radius * 1.01, radius * 1.01)
    turned = radians(_OUT_AT)
    way = QPointF(sin(turned), -cos(turned))
    ball, tip = middle + way * radius * 0.97, middle + way * radius * BALL_OUT
    aside = QPointF(-way.y(), way.x()) * radius * 0.08
    painter.setPen(pen(due, 7))
    painter.drawLine(ball, tip)
    back = tip - way * radius * 0.11
    painter.drawPolyline([back + aside, tip, back - aside])
    painter.setPen(pen(due, 4))
    painter.setBrush(WHITE)
    painter.drawEllipse(ball, radius * 0.075, radius * 0.075)


_OUT_AT: Final = 62.0
"""The place of a ball that is to be taken out, in degrees clockwise from the top."""


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
    painter: QPainter,
    middle: QPointF,
    radius: float,
    number: int,
    degrees: float,
    face: QFont | None,
    *,
    quiet: bool,
) -> None:
    painter.setPen(pen(theme.RIM, 1.5))
    painter.setBrush(colour_of(number, quiet=quiet))
    painter.drawPath(_sector(middle, radius, radius * INNER, degrees, _SPAN / 2))
    if face is not None:
        _write_figure(
            painter,
            middle,
            radius * _FIGURES_AT,
            number,
            degrees,
            face=face,
            ink=theme.T1 if quiet else WHITE,
        )


def _write_figure(
    painter: QPainter, middle: QPointF, reach: float, number: int, degrees: float, *, face: QFont, ink: QColor
) -> None:
    """A figure upright towards the rim, as on the wheel."""
    turned = radians(degrees)
    painter.save()
    painter.translate(middle.x() + reach * sin(turned), middle.y() - reach * cos(turned))
    painter.rotate(degrees)
    write(painter, str(number), 0, 0, face, ink, align=0.5)
    painter.restore()


def _mark_top(painter: QPainter, middle: QPointF, radius: float, top: int, mark: QColor) -> None:
    """The pocket that counts, larger than the others and with an edge."""
    outer = radius * 1.045
    painter.setPen(pen(mark, 3.5))
    painter.setBrush(colour_of(top))
    painter.drawPath(_sector(middle, outer, radius * (INNER - 0.02), 0, _SPAN * 0.62))
    face = theme.font(max(theme.LEAST, round(radius * 0.13)), bold=True)
    write(painter, str(top), middle.x(), middle.y() - radius * 0.925, face, WHITE, align=0.5)

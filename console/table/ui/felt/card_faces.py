"""A card on the table as a widget, and its drawing at any size: face, back, cut card. The widget knows the
look of its place, and is given its name in words.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, TypeAlias

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

from console.table.game.cards import Card, Rank
from console.table.ui.kit import theme
from console.table.ui.kit.surface import Surface, Tint, fill, hatch, outline, pen
from console.table.ui.signs.sign import Sign
from console.table.ui.signs.suits import draw_suit

SPARE: Final = 4
"""Units around a card for its shadow and its frame."""
_SHADOW: Final = QColor(0, 0, 0, 110)
_LOSER: Final = 0.66
"""The share of a losing card's colour that stays visible on the felt."""
_FAN_EDGE: Final = QColor("#7C776C")
"""The line that separates a card from the one under it."""
_UPRIGHT: Final = frozenset(
    (
        QTransform.TransformationType.TxNone,
        QTransform.TransformationType.TxTranslate,
        QTransform.TransformationType.TxScale,
    )
)
_Paint: TypeAlias = Callable[[QPainter, QRectF], None]
"""Paints all of a card except its index, at a place."""
_CAP: Final = 714
"""Cap height of the index at 1000 pixels."""
_TALLEST: Final = 1.06
"""Share of the cap height: the tails of J and Q are made shorter, because they would touch the suit."""


def draw_face(painter: QPainter, rect: QRectF, card: Card, *, dimmed: bool = False) -> None:
    """A face in an upright or a crosswise box; the index is upright in both."""
    _lay(painter, rect, _paint_lost_blank if dimmed else _paint_blank)
    ink = _dim(theme.SUIT_RED if card.suit.is_red else theme.INK, dimmed, 0.92)
    if rect.width() > rect.height():
        _lying(painter, rect, card, ink)
    else:
        _upright(painter, rect, card, ink)


def draw_fanned(painter: QPainter, rect: QRectF, card: Card, strip: float, *, dimmed: bool = False) -> None:
    """A face in a fan: its index fits into the left ``strip`` of its width, not covered by the next card."""
    _lay(painter, rect, _paint_lost_fanned if dimmed else _paint_fanned)
    ink = _dim(theme.SUIT_RED if card.suit.is_red else theme.INK, dimmed, 0.92)
    wide = rect.width() * min(strip, 1)
    middle = rect.left() + wide / 2
    index = min(0.56 * rect.width(), wide * 0.94)
    draw_rank(painter, card.rank, QPointF(middle, rect.top() + 0.27 * rect.height()), index, ink, wide * 0.9)
    side = min(0.5 * rect.width(), wide * 0.84)
    suit = QRectF(middle - side / 2, rect.top() + 0.72 * rect.height() - side / 2, side, side)
    draw_suit(painter, card.suit, suit, ink)


def draw_back(painter: QPainter, rect: QRectF) -> None:
    """A back: double hatch inside an ivory edge."""
    _lay(painter, rect, _paint_back)


def draw_cut_card(painter: QPainter, rect: QRectF) -> None:
    """The cut card: one colour, striped."""
    _lay(painter, rect, _paint_cut_card)


def _lay(painter: QPainter, rect: QRectF, paint: _Paint) -> None:
    """Paint a card from its stored picture: a felt or a fan shows many of one size, so each is drawn once."""
    drawn = painter.deviceTransform()
    scale = math.sqrt(abs(drawn.determinant()))
    upright = drawn.type() in _UPRIGHT
    if upright:  # on whole pixels, so that the picture stays sharp
        at = drawn.map(rect.topLeft())
        rect = QRectF(drawn.inverted()[0].map(QPointF(round(at.x()), round(at.y()))), rect.size())
    picture = _picture(paint, round(rect.width(), 3), round(rect.height(), 3), round(scale, 4))
    around = rect.adjusted(-SPARE, -SPARE, SPARE, SPARE)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not upright)
    painter.drawPixmap(around, picture, QRectF(0, 0, around.width() * scale, around.height() * scale))
    painter.restore()


@lru_cache(maxsize=32)
def _picture(paint: _Paint, width: float, height: float, scale: float) -> QPixmap:
    """The stored picture of a card of a size in units, with ``SPARE`` units around it."""
    picture = QPixmap(math.ceil((width + 2 * SPARE) * scale), math.ceil((height + 2 * SPARE) * scale))
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    paint(painter, QRectF(SPARE, SPARE, width, height))
    painter.end()
    return picture


def _paint_blank(painter: QPainter, rect: QRectF, face: QColor = theme.FACE) -> None:
    _shadow(painter, rect)
    fill(painter, rect, face, _radius(rect))


def _paint_lost_blank(painter: QPainter, rect: QRectF) -> None:
    _paint_blank(painter, rect, _dim(theme.FACE, dimmed=True))


def _paint_fanned(painter: QPainter, rect: QRectF) -> None:
    _paint_blank(painter, rect)
    outline(painter, rect, pen(_FAN_EDGE, 1), _radius(rect))


def _paint_lost_fanned(painter: QPainter, rect: QRectF) -> None:
    _paint_lost_blank(painter, rect)
    outline(painter, rect, pen(_dim(_FAN_EDGE, dimmed=True), 1), _radius(rect))


def _paint_back(painter: QPainter, rect: QRectF) -> None:
    _shadow(painter, rect)
    radius, edge = _radius(rect), min(rect.width(), rect.height()) * 0.062
    fill(painter, rect, theme.FACE, radius)
    inner = rect.adjusted(edge, edge, -edge, -edge)
    painter.save()
    shape = QPainterPath()
    shape.addRoundedRect(inner, radius * 0.6, radius * 0.6)
    painter.setClipPath(shape)
    painter.fillRect(inner, theme.BACK_DARK)
    _weave(painter, inner, min(rect.width(), rect.height()) / 5.6)
    painter.restore()


def _paint_cut_card(painter: QPainter, rect: QRectF) -> None:
    _shadow(painter, rect)
    fill(painter, rect, theme.CUT_CARD, _radius(rect))
    width = rect.width()
    inner = rect.adjusted(width * 0.06, width * 0.06, -width * 0.06, -width * 0.06)
    hatch(painter, inner, theme.CUT_CARD_DARK, theme.CUT_CARD, width / 11, width / 9)


def _upright(painter: QPainter, rect: QRectF, card: Card, ink: QColor) -> None:
    width = rect.width()
    rank = QPointF(rect.center().x(), rect.top() + 0.285 * rect.height())
    draw_rank(painter, card.rank, rank, 0.56 * width, ink)
    side, top = 0.5 * width, rect.top() + 0.56 * rect.height()
    square = QRectF(rect.center().x() - side / 2, top, side, side)
    draw_suit(painter, card.suit, square, ink)


def _lying(painter: QPainter, rect: QRectF, card: Card, ink: QColor) -> None:
    width = rect.height()
    rank = QPointF(rect.left() + 0.3 * rect.width(), rect.center().y())
    draw_rank(painter, card.rank, rank, 0.56 * width, ink)
    side = 0.5 * width
    middle = rect.left() + 0.755 * rect.width()
    square = QRectF(middle - side / 2, rect.center().y() - side / 2, side, side)
    draw_suit(painter, card.suit, square, ink)


def draw_rank(
    painter: QPainter, rank: Rank, centre: QPointF, cap: float, ink: QColor, room: float = 0
) -> None:
    """Draw a rank, centred, its capitals ``cap`` high, at most ``room`` wide if given; tens are narrowed."""
    shape = _rank_shape(rank)
    box, scale = shape.boundingRect(), cap / _CAP
    tail = min(1.0, _TALLEST * _CAP / box.height())
    painter.save()
    painter.translate(centre)
    across = scale * (0.78 if rank is Rank.TEN else 1)
    if room:
        across = min(across, room / box.width())
    painter.scale(across, scale * tail)
    painter.translate(-box.center().x(), -box.center().y())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPath(shape)
    painter.restore()


@cache
def _rank_shape(rank: Rank) -> QPainterPath:
    path = QPainterPath()
    path.addText(0, 0, theme.font(1000, bold=True), "10" if rank is Rank.TEN else rank)
    return path


def _weave(painter: QPainter, rect: QRectF, step: float) -> None:
    painter.setPen(pen(theme.BACK_LIGHT, step * 0.26))
    reach = rect.height()
    x = rect.left() - reach
    while x < rect.right() + reach:
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + reach, rect.top()))
        painter.drawLine(QPointF(x, rect.top()), QPointF(x + reach, rect.bottom()))
        x += step


def _shadow(painter: QPainter, rect: QRectF) -> None:
    fill(painter, rect.translated(0, min(rect.width(), rect.height()) * 0.025), _SHADOW, _radius(rect))


def _radius(rect: QRectF) -> float:
    return min(rect.width(), rect.height()) * 0.08


def _dim(colour: QColor, dimmed: bool, share: float = _LOSER) -> QColor:
    return theme.mix(colour, theme.FELT, share) if dimmed else colour


def draw_place(painter: QPainter, rect: QRectF, edge: QColor, width: float, *, dashed: bool) -> None:
    outline(painter, rect, pen(edge, width, dashes=[6, 5] if dashed else None), _radius(rect))


_ARROW: Final = 72.0
"""The arrow to the next card's place, on a card of the baccarat table; smaller on smaller cards."""


class LaidThing(StrEnum):
    NOTHING = "nothing"
    NEXT = "next"
    FACE = "face"
    BACK = "back"
    CUT_CARD = "cut_card"


class MarkedFor(StrEnum):
    NOT = "not"
    NOW = "now"
    PIT_BOSS = "pit_boss"


class PlaceFace(msgspec.Struct, frozen=True):
    """The look of a place: what lies there, its face, and whether it lost, halted the table, or is marked."""

    lies: LaidThing = LaidThing.NOTHING
    card: Card | None = None
    dimmed: bool = False
    held: bool = False
    marked: MarkedFor = MarkedFor.NOT
    strip: float | None = None
    """The width of it that is visible in a fan, as a share of its whole width."""
    backs: int = 0
    """How many backs lie beneath it, each a little further to the right."""


class CardFace(Surface):
    """The place of one card; if it is wider than high, the card lies crosswise."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face = PlaceFace()

    def show_card(self, face: PlaceFace, name: str) -> None:
        if name != self.accessibleName():
            self.setAccessibleName(name)
        if face != self.face:
            self.face = face
            self.update()

    def lay(self, card: QRectF) -> None:
        """Place the widget so that the card itself fills a box of its parent."""
        parent = self.parent()
        assert isinstance(parent, Surface)
        spare = SPARE * 4 if self.face.held else SPARE
        parent.put(self, card.adjusted(-spare, -spare, spare, spare))

    def paint(self, painter: QPainter) -> None:
        spare = SPARE * 4 if self.face.held else SPARE
        card = QRectF(0, 0, self.wide, self.high).adjusted(spare, spare, -spare, -spare)
        if self.face.held:
            outline(painter, card.adjusted(-12, -12, 12, 12), pen(theme.RED, 4, dashes=[12, 8]), 12)
        if self.face.backs:
            one = QRectF(card.topLeft(), QSizeF(min(card.width(), card.height() / 1.4), card.height()))
            step = (card.width() - one.width()) / self.face.backs
            for at in range(self.face.backs, 0, -1):
                draw_back(painter, one.translated(at * step, 0))
            card = one
        match self.face.lies:
            case LaidThing.FACE if self.face.card is not None and self.face.strip is not None:
                draw_fanned(painter, card, self.face.card, self.face.strip, dimmed=self.face.dimmed)
            case LaidThing.FACE if self.face.card is not None:
                draw_face(painter, card, self.face.card, dimmed=self.face.dimmed)
            case LaidThing.NEXT:
                _draw_next(painter, card, self.tint)
            case LaidThing.CUT_CARD:
                draw_cut_card(painter, card)
            case LaidThing.NOTHING:
                draw_place(painter, card, theme.PRINT, 1.5, dashed=True)
            case _:
                draw_back(painter, card)
        if self.face.marked is not MarkedFor.NOT:
            edge = self.tint.edge if self.face.marked is MarkedFor.NOW else theme.AMBER
            thick = 6 if card.width() > 80 else 4
            outline(painter, card.adjusted(-3, -3, 3, 3), pen(edge, thick), 11)


def _draw_next(painter: QPainter, card: QRectF, tint: Tint) -> None:
    """Draw the next card's place, outlined and filled in the colour of the prompt."""
    radius = 9 if card.width() > 80 else 6
    fill(painter, card, tint.fill, radius)
    outline(painter, card, pen(tint.edge, 4), radius)
    side = min(_ARROW, min(card.width(), card.height()) * 0.64)
    square = QRectF(card.center().x() - side / 2, card.center().y() - side / 2, side, side)
    Sign("play.arrow_down")(painter, square, tint.edge)

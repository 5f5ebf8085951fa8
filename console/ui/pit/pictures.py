"""Pictures of what is asked, where words are slow: a card seen or not, how many, which stage.

Each fits any box; the words beneath say the answer, the picture only shows it.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from console.game.cards import Suit
from console.table.views import Fact
from console.ui.card_faces import draw_back, draw_place
from console.ui.pit.tiles import Picture
from console.ui.signs import outcomes, places, shoe, states, wheel
from console.ui.signs.nib import Sign
from console.ui.suits import draw_suit
from console.ui.surface import fill
from console.ui.theme import FACE, FELT, GREEN, INK, NOW, SUIT_RED, T0, T1, T2

_MOST_CARDS: Final = 24
"""As many cards as can be told apart in a picture."""


def picture_of(fact: str, value: Fact) -> Picture | None:
    """The picture of an answer; None where its words are quick."""
    match fact, value:
        case (("seen" | "shown"), bool()):
            return lambda painter, box: _seen(painter, box, seen=value)
        case (("cards" | "cards_to_remove"), int()):
            return lambda painter, box: _cards(painter, box, value)
        case "cards_to_move", int():
            return lambda painter, box: _moved(painter, box, value)
        case "stage", int():
            return _signed((shoe.shuffle_1, shoe.shuffle_2, shoe.shuffle_3)[min(2, max(0, value - 1))])
        case "first_card", bool():
            return lambda painter, box: _first(painter, box, first=value)
        case "pit_boss_read", bool():
            return lambda painter, box: _read(painter, box, read=value)
        case "ball_damaged", bool():
            return _signed(wheel.damaged_ball if value else wheel.whole_ball)
        case "recorded", bool():
            return lambda painter, box: _read(painter, box, read=value, sign=places.wheel)
        case "result_known", bool():
            return lambda painter, box: _read(painter, box, read=value, sign=outcomes.video)
        case "ball_removed_in_time", bool():
            return _signed(wheel.remove_ball if value else wheel.in_pocket)
        case _, bool():
            return _signed(states.tick if value else outcomes.cross)
        case _:
            return _signed(_WORDS[value]) if isinstance(value, str) and value in _WORDS else None


_WORDS: dict[str, Sign] = {
    "round": states.hourglass,
    "shuffle": shoe.shuffle,
    "inspection": shoe.inspect,
    "betting": outcomes.bets_stand,
    "equipment": outcomes.service,
    "premises": places.table,
    "health": places.person,
    "aside": outcomes.struck_eye,
    "shown": outcomes.eye,
    "discarded": outcomes.discard,
    "cards_changed": outcomes.move,
    "card_peeked": outcomes.eye,
    "advice_given": outcomes.question,
    "few_turns": wheel.few_turns,
    "same_direction": wheel.same_direction,
    "wrong_direction": wheel.wrong_direction,
    "wheel_stopped": wheel.wheel_stopped,
    "ball_hangs": wheel.ball_hangs,
    "ball_out": wheel.ball_out,
    "foreign_object": wheel.foreign_object,
    "track": wheel.on_track,
    "pocket": wheel.in_pocket,
}


def _signed(sign: Sign) -> Picture:
    def drawn(painter: QPainter, box: QRectF) -> None:
        side = min(112.0, box.height())
        sign(painter, QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side), T0)

    return drawn


def _seen(painter: QPainter, box: QRectF, *, seen: bool) -> None:
    """An eye, and the camera's picture with the card as it was."""
    reach = min(416.0, box.width() - 40)
    left, middle = box.center().x() - reach / 2, box.center().y()
    eye = QRectF(left, middle - 56, 112, 112)
    (outcomes.eye if seen else outcomes.struck_eye)(painter, eye, T0)
    frame = QRectF(left + reach - 252, middle - 75, 252, 150)
    fill(painter, frame.adjusted(2, 2, -2, -2), FELT)
    _corners(painter, frame)
    card = QRectF(frame.center().x() - 37.5, frame.center().y() - 52.5, 75, 105)
    if seen:
        _face(painter, card)
    else:
        draw_back(painter, card)


def _face(painter: QPainter, card: QRectF) -> None:
    """A face that is no card's: one of a rank would be taken for the card that it is asked of."""
    fill(painter, card, FACE, 0.08 * card.width())
    side = 0.34 * card.width()
    for at, suit in enumerate(Suit):
        column, row = at % 2, at // 2
        x = card.left() + card.width() * (0.28 + 0.44 * column) - side / 2
        y = card.top() + card.height() * (0.3 + 0.4 * row) - side / 2
        draw_suit(painter, suit, QRectF(x, y, side, side), SUIT_RED if suit.is_red else INK)


def _corners(painter: QPainter, frame: QRectF) -> None:
    painter.setPen(QPen(T1, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = frame.adjusted(2, 2, -2, -2)
    for corner, dx, dy in (
        (inner.topLeft(), 1, 1),
        (inner.topRight(), -1, 1),
        (inner.bottomLeft(), 1, -1),
        (inner.bottomRight(), -1, -1),
    ):
        painter.drawPolyline([corner + QPointF(26 * dx, 0), corner, corner + QPointF(0, 26 * dy)])


def _cards(painter: QPainter, box: QRectF, count: int) -> None:
    """So many backs, side by side as far as there is room; beyond that only their number, in words, tells."""
    count = min(max(1, count), _MOST_CARDS)
    high = min(126.0, box.height())
    wide = high / 1.4
    step = min(wide + 10, (box.width() - 60 - wide) / max(1, count - 1)) if count > 1 else 0.0
    left = box.center().x() - (wide + step * (count - 1)) / 2
    for at in range(count):
        draw_back(painter, QRectF(left + at * step, box.center().y() - high / 2, wide, high))


def _moved(painter: QPainter, box: QRectF, count: int) -> None:
    """Where they lie, an arrow, and the places where they belong."""
    count = min(max(1, count), _MOST_CARDS)
    high = min(96.0, box.height())
    wide, middle = high / 1.4, box.center().y()
    step = min(20.0, 60.0 / count)
    reach = 2 * (wide + step * (count - 1)) + 76
    left = box.center().x() - reach / 2
    for at in range(count):
        draw_back(painter, QRectF(left + at * step, middle - high / 2, wide, high))
    arrow = left + wide + step * (count - 1) + 14
    states.arrow_right(painter, QRectF(arrow, middle - 24, 48, 48), NOW)
    for at in range(count):
        place = QRectF(arrow + 64 + at * step, middle - high / 2, wide, high)
        draw_place(painter, place, T2, 2, dashed=True)


def _first(painter: QPainter, box: QRectF, *, first: bool) -> None:
    """The card alone, or with others that lay before it."""
    high = min(120.0, box.height())
    wide, middle = high / 1.4, box.center().y()
    cards = 1 if first else 3
    left = box.center().x() - (3 * wide + 24) / 2
    for at in range(3):
        place = QRectF(left + at * (wide + 12), middle - high / 2, wide, high)
        if at < cards:
            draw_back(painter, place)
        else:
            draw_place(painter, place, T2, 2, dashed=True)
    marked = left + (cards - 1) * (wide + 12)
    painter.setPen(QPen(NOW, 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(marked - 5, middle - high / 2 - 5, wide + 10, high + 10), 10, 10)


def _read(painter: QPainter, box: QRectF, *, read: bool, sign: Sign = places.reader) -> None:
    middle = box.center()
    sign(painter, QRectF(middle.x() - 130, middle.y() - 56, 112, 112), T0)
    mark = QRectF(middle.x() + 24, middle.y() - 44, 88, 88)
    (states.tick if read else outcomes.cross)(painter, mark, GREEN if read else T1)

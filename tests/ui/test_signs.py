"""Signs, suits and cards draw something, inside their place, in the colour that they are given."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from console.game.cards import DECK, Card, Suit
from console.ui.card_faces import draw_back, draw_face
from console.ui.signs import places, play, shoe, states, wheel
from console.ui.signs.nib import Sign
from console.ui.suits import shape
from console.ui.theme import SUIT_RED

SIGNS: dict[str, Sign] = {
    name: sign
    for module in (places, play, shoe, states, wheel)
    for name, sign in vars(module).items()
    if hasattr(sign, "__wrapped__")
}


def canvas() -> QImage:
    image = QImage(160, 160, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    return image


def painted(image: QImage) -> list[tuple[int, int]]:
    return [
        (x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).alpha()
    ]


@pytest.mark.parametrize("name", SIGNS)
@pytest.mark.parametrize("side", [20, 128])
def test_a_sign_stays_in_its_square(qtbot: QtBot, name: str, side: int) -> None:
    image = canvas()
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    SIGNS[name](painter, QRectF(16, 16, side, side), QColor("white"))
    painter.end()
    points = painted(image)
    assert points
    spare = side * 0.07 + 1
    assert min(min(point) for point in points) >= 16 - spare
    assert max(max(point) for point in points) <= 16 + side + spare


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_fills_its_square_and_is_the_same_left_and_right(qtbot: QtBot, suit: Suit) -> None:
    box = shape(suit).boundingRect()
    assert QRectF(0, 0, 1000, 1000).contains(box)
    assert box.height() > 880
    assert box.center().x() == pytest.approx(500, abs=5)


@pytest.mark.parametrize("card", DECK)
def test_a_red_card_is_red_and_a_black_one_has_none(qtbot: QtBot, card: Card) -> None:
    image = canvas()
    painter = QPainter(image)
    draw_face(painter, QRectF(10, 5, 100, 140), card)
    painter.end()
    assert any(image.pixelColor(x, y) == SUIT_RED for x in range(110) for y in range(145)) is card.suit.is_red


def test_a_back_shows_nothing_of_a_face(qtbot: QtBot) -> None:
    image = canvas()
    painter = QPainter(image)
    draw_back(painter, QRectF(10, 5, 100, 140))
    painter.end()
    colours = {image.pixelColor(x, y).name() for x in range(20, 100) for y in range(15, 135)}
    assert SUIT_RED.name() not in colours

"""Signs, suits and cards draw something, inside their place, in the colour that they are given."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from console.table.game import DECK, Suit
from console.table.ui.felt import draw_back, draw_face
from console.table.ui.kit import theme
from console.table.ui.signs.incident_signs import kind_sign
from console.table.ui.signs.sign import Sign
from console.table.ui.signs.suits import shape
from tests.base.words.catalogues import CHECKOUT
from tests.table.words.test_incident_phrases import ALL as KINDS

FOLDER = CHECKOUT / "resources" / "signs"
SIGNS = {f"{file.parent.name}.{file.stem}" for file in FOLDER.rglob("*.svg")}


def canvas() -> QImage:
    image = QImage(160, 160, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    return image


def painted(image: QImage) -> list[tuple[int, int]]:
    wide, alpha = image.width(), bytes(image.constBits())[3::4]
    return [(at % wide, at // wide) for at, opaque in enumerate(alpha) if opaque]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("side", [20, 128])
def test_a_sign_stays_in_its_square(qtbot: QtBot, side: int) -> None:
    for name in SIGNS:
        image = canvas()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        Sign(name)(painter, QRectF(16, 16, side, side), QColor("white"))
        painter.end()
        points = painted(image)
        assert points, name
        spare = side * 0.07 + 1
        assert min(min(point) for point in points) >= 16 - spare, name
        assert max(max(point) for point in points) <= 16 + side + spare, name


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_fills_its_square_and_is_the_same_left_and_right(qtbot: QtBot, suit: Suit) -> None:
    box = shape(suit).boundingRect()
    assert QRectF(0, 0, 1000, 1000).contains(box)
    assert box.height() > 880
    assert box.center().x() == pytest.approx(500, abs=5)


@pytest.mark.sweep
def test_a_red_card_is_painted_with_red_and_a_black_one_without(qtbot: QtBot) -> None:
    for card in DECK:
        image = canvas()
        painter = QPainter(image)
        draw_face(painter, QRectF(10, 5, 100, 140), card)
        painter.end()
        red = any(image.pixel(x, y) == theme.SUIT_RED.rgba() for x in range(110) for y in range(145))
        assert red is card.suit.is_red, card


def test_a_back_shows_nothing_of_a_face(qtbot: QtBot) -> None:
    image = canvas()
    painter = QPainter(image)
    draw_back(painter, QRectF(10, 5, 100, 140))
    painter.end()
    colours = {image.pixelColor(x, y).name() for x in range(20, 100) for y in range(15, 135)}
    assert theme.SUIT_RED.name() not in colours


def test_each_kind_of_incident_has_a_sign_of_its_own() -> None:
    """The triangle stands for a kind that nobody has named yet: on a tile it would only say 'something'."""
    assert not [kind for kind in KINDS if kind_sign(kind) == Sign("states.caution")]

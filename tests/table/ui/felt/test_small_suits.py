"""Small cards: how every eye can tell their suits from each other.

A heart at a full seat is eleven pixels wide, and its red next to black for who has no cone for red.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from console.table.game import Card, Suit
from console.table.ui.felt.card_faces import draw_face, draw_fanned
from console.table.ui.kit import theme
from tests.table.ui.dichromats import SIGHTS, contrast, luminances

pytestmark = pytest.mark.usefixtures("qapp")

SIDES = (11, 16, 28)
"""Sizes of a suit's sign with seven full seats, in a split hand, at a seat with two cards."""


def _suit(suit: Suit, side: int) -> QImage:
    """The square in which a fanned card has its suit, painted as it is at this size."""
    width = 2 * side
    picture = QImage(width, round(1.4 * width), QImage.Format.Format_RGB32)
    picture.fill(theme.FACE)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    card = QRectF(0, 0, width, 1.4 * width)
    draw_fanned(painter, card, Card(f"7{suit.value}"), 1.0)
    painter.end()
    middle = round(card.height() * 0.72)
    return picture.copy((width - side) // 2, middle - side // 2, side, side)


def _core(suit: Suit, side: int, sight: str) -> float:
    """The brightness in the middle of the suit: three pixels of eleven each way."""
    picture, share = _suit(suit, side), max(3, side // 4)
    found = luminances(picture.copy((side - share) // 2, (side - share) // 2, share, share), sight)
    return sum(found) / len(found)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("side", SIDES)
def test_the_red_suits_are_open_and_the_black_ones_filled(side: int, sight: str) -> None:
    for red in (Suit.HEARTS, Suit.DIAMONDS):
        for black in (Suit.SPADES, Suit.CLUBS):
            assert contrast(_core(red, side, sight), _core(black, side, sight)) >= 3, (red, black)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("width", (50, 64, 90, 118))
def test_a_red_suit_has_the_same_look_on_a_card_of_every_size(width: int) -> None:
    """An open core: on a large card it was full."""
    picture = QImage(width, round(1.4 * width), QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    for suit in Suit:
        draw_face(painter, QRectF(0, 0, width, 1.4 * width), Card(f"7{suit.value}"))
        middle = picture.pixelColor(width // 2, round(0.56 * 1.4 * width + 0.25 * width))
        assert (middle == theme.FACE) is suit.is_red, suit
    painter.end()


@pytest.mark.sweep(3)
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("side", SIDES)
def test_any_two_suits_differ_in_a_tenth_of_their_place(side: int, sight: str) -> None:
    pictures = {suit: luminances(_suit(suit, side), sight) for suit in Suit}
    for one, other in combinations(Suit, 2):
        apart = [
            contrast(here, there) >= 2 for here, there in zip(pictures[one], pictures[other], strict=True)
        ]
        assert sum(apart) >= 0.1 * side * side, (one, other, sum(apart))

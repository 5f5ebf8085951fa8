"""A card on the table as a widget: its face, its back, or the place where one goes.

It knows how a place looks and is told its name in words; it never knows whose turn it is.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.cards import Card
from console.ui.card_faces import draw_back, draw_cut_card, draw_face, draw_fanned, draw_place
from console.ui.signs.play import arrow_down
from console.ui.surface import Surface, Tint, fill, outline, pen
from console.ui.theme import AMBER, PRINT, RED

SPARE: Final = 4
"""Units around a card for its shadow and its frame."""


_ARROW: Final = 72.0
"""The arrow where the next card goes, on a card of the baccarat table; smaller on smaller ones."""


class Lies(StrEnum):
    """What lies at a place."""

    NOTHING = "nothing"
    NEXT = "next"
    FACE = "face"
    BACK = "back"
    CUT_CARD = "cut_card"


class Marked(StrEnum):
    """Whose act a card is marked for."""

    NOT = "not"
    NOW = "now"
    PIT_BOSS = "pit_boss"


class Shown(msgspec.Struct, frozen=True):
    """How a place looks: what lies there, its face, whether it lost, halted the table, or is marked."""

    lies: Lies = Lies.NOTHING
    card: Card | None = None
    dimmed: bool = False
    held: bool = False
    marked: Marked = Marked.NOT
    strip: float | None = None
    """In a fan, what shows of it, of its width."""


class CardFace(Surface):
    """One place for one card; wider than high, the card lies crosswise."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = Shown()

    def show_card(self, shown: Shown, name: str) -> None:
        """Show what lies here, with its name in words for who can't see it."""
        if name != self.accessibleName():
            self.setAccessibleName(name)
        if shown != self.shown:
            self.shown = shown
            self.update()

    def lay(self, card: QRectF) -> None:
        """Put the widget so that the card itself fills a box of its parent."""
        parent = self.parent()
        assert isinstance(parent, Surface)
        spare = SPARE * 4 if self.shown.held else SPARE
        parent.put(self, card.adjusted(-spare, -spare, spare, spare))

    def paint(self, painter: QPainter) -> None:
        """The card, or its place."""
        spare = SPARE * 4 if self.shown.held else SPARE
        card = QRectF(0, 0, self.wide, self.high).adjusted(spare, spare, -spare, -spare)
        if self.shown.held:
            outline(painter, card.adjusted(-12, -12, 12, 12), pen(RED, 4, dashes=[12, 8]), 12)
        match self.shown.lies:
            case Lies.FACE if self.shown.card is not None and self.shown.strip is not None:
                draw_fanned(painter, card, self.shown.card, self.shown.strip, dimmed=self.shown.dimmed)
            case Lies.FACE if self.shown.card is not None:
                draw_face(painter, card, self.shown.card, dimmed=self.shown.dimmed)
            case Lies.NEXT:
                _draw_next(painter, card, self.tint)
            case Lies.CUT_CARD:
                draw_cut_card(painter, card)
            case Lies.NOTHING:
                draw_place(painter, card, PRINT, 1.5, dashed=True)
            case _:
                draw_back(painter, card)
        if self.shown.marked is not Marked.NOT:
            edge = self.tint.edge if self.shown.marked is Marked.NOW else AMBER
            thick = 6 if card.width() > 80 else 4
            outline(painter, card.adjusted(-3, -3, 3, 3), pen(edge, thick), 11)


def _draw_next(painter: QPainter, card: QRectF, tint: Tint) -> None:
    """Here goes the card that is due: outlined and filled in the colour of what to do now."""
    radius = 9 if card.width() > 80 else 6
    fill(painter, card, tint.fill, radius)
    outline(painter, card, pen(tint.edge, 4), radius)
    side = min(_ARROW, min(card.width(), card.height()) * 0.64)
    square = QRectF(card.center().x() - side / 2, card.center().y() - side / 2, side, side)
    arrow_down(painter, square, tint.edge)

"""The two sides of felt and game: the felt's description of itself, and a game's part on it.

A game places its cards on the felt as widgets and paints the text between them; the felt itself has the empty
table, the band's room and the halt's line. Neither decides anything.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView


class FeltScene(msgspec.Struct, frozen=True):
    """The felt's state, in units: its size, its covered parts, its scale, and the cards that count.

    ``band`` says that a band with words covers the upper edge; ``lies`` that the round's cards lie on the
    table; ``counting`` that a time runs down, ``alarm`` that it is shown in red; ``halted`` that the halt is
    shown here. ``dimmed`` cards do not count, ``caption`` stands beneath them, ``chosen`` is a card that was
    touched. ``foot`` is how much of the lower edge is covered.
    """

    wide: float
    high: float
    scale: float = 1
    band: bool = False
    lies: bool = False
    counting: bool = False
    alarm: bool = False
    halted: bool = False
    dimmed: bool = False
    caption: str = ""
    chosen: tuple[str, int] | None = None
    foot: float = 0

    def is_seen(self, y: float) -> bool:
        """Whether a height is above what covers the lower edge."""
        return y <= self.high - self.foot

    def size(self, size: int) -> int:
        """A size that stays the same however small the table is drawn."""
        return round(size / self.scale)


class FeltGame(Protocol):
    """A game on the felt; made with the felt that it is drawn on, and the first view that it shows."""

    @property
    def crown(self) -> float | None:
        """The felt's upper edge; None if it fills the zone."""

    @property
    def card_apart(self) -> QRectF:
        """The place of the card in no hand."""

    @property
    def cut_card(self) -> QRectF:
        """The place of the cut card once it has come."""

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """The places that have cards, by hand and position, from left to right."""

    @property
    def fingerprint(self) -> object:
        """All that :meth:`paint` shows outside :attr:`changing`; while equal, nothing needs to be painted."""

    @property
    def changing(self) -> tuple[QRectF, ...]:
        """The boxes whose content a card or a second can change."""

    def show(self, view: DealerView, words: Words, scene: FeltScene) -> None:
        """Show the round's cards at their places."""

    def arrange(self, scene: FeltScene) -> None:
        """Place every card; called after something was shown, and after the size changed."""

    def paint(self, painter: QPainter) -> None:
        """Paint names, totals and all other text on the felt."""

    def at(self, point: QPointF) -> tuple[str, int] | None:
        """The place of the card under a point."""

    def speech(self, words: Words) -> list[str]:
        """The hands in words, for the one sentence that assistive tools speak."""

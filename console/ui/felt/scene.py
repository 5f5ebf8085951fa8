"""The seam between the felt and a game: what the felt tells of itself, and what a game does on it.

A game lays its places on the felt as widgets and paints what is written between them; the empty table, the
band's room and the halt's line are the felt's. Neither decides anything.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from console.table.showing.screen_values import DealerView
from console.words import Words


class Scene(msgspec.Struct, frozen=True):
    """How the felt stands, in units: its size, what is taken of it, how small it is drawn, what counts.

    ``band`` says that a worded band lies over the upper edge; ``lies`` that the round's cards lie on the
    table; ``counting`` that time runs, ``alarm`` that it does so in red; ``halted`` that the halt is shown
    here. ``dimmed`` cards count for nothing, ``caption`` stands beneath them, ``chosen`` is a card that was
    touched. ``foot`` is how much of the lower edge something else covers, ``corner`` how
    much more of it at the right.
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
    corner: float = 0

    def size(self, size: int) -> int:
        """A size that stays the same however small the table is drawn."""
        return round(size / self.scale)


class OnFelt(Protocol):
    """A game on the felt, made with the felt that it lies on."""

    @property
    def crown(self) -> float | None:
        """The felt's upper edge; None where it fills the zone."""
        ...

    @property
    def held(self) -> QRectF:
        """Where a card lies that is in no hand."""
        ...

    @property
    def cut_card(self) -> QRectF:
        """Where the cut card lies once it has come."""
        ...

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """The places with cards, by hand and position, from the left to the right."""
        ...

    @property
    def painted(self) -> object:
        """What :meth:`paint` shows, but for what lies in :attr:`changing`; equal means no paint is due."""
        ...

    @property
    def changing(self) -> tuple[QRectF, ...]:
        """The boxes that a card or a second may change."""
        ...

    def show(self, view: DealerView, words: Words, scene: Scene) -> None:
        """Show the round's cards at their places."""
        ...

    def arrange(self, scene: Scene) -> None:
        """Lay every place out; called when something was shown or the size changed."""
        ...

    def paint(self, painter: QPainter) -> None:
        """Names, totals and whatever else is written on the felt."""
        ...

    def at(self, point: QPointF) -> tuple[str, int] | None:
        """The place of the card under a point."""
        ...

    def heard(self, words: Words) -> list[str]:
        """The hands in words, for who hears the table as one sentence."""
        ...

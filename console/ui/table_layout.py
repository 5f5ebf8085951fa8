"""Where a coup lies on the half-round table, in units: both hands' places, the cards apart, the edge.

Pure geometry; it never knows which cards lie there.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from console.game.baccarat import Hand
from console.ui.theme import CARD_WIDTH

CARD_HEIGHT: Final = CARD_WIDTH * 1.4
_GAP: Final = 12.0
_DESIGN: Final = 360.0
"""The height that the table zone has in the design; what is more is left over."""


class TableLayout(msgspec.Struct, frozen=True):
    """A table of a size, its upper edge at ``crown``, its nearest cards ``inner`` from the middle."""

    wide: float
    high: float
    crown: float = 10
    inner: float = 114
    banker_left: bool = True
    foot: float = 34
    """What is kept free beneath the cards: their positions, and what is said of a card apart."""

    @property
    def middle(self) -> float:
        """The table's middle, from the left."""
        return self.wide / 2

    @property
    def top(self) -> float:
        """The upper edge of upright cards, near the middle where the zone is higher than designed."""
        least = self.crown + (82 if self.crown > 40 else 101)
        return min(least, self.high - CARD_HEIGHT - self.foot) + max(0.0, self.high - _DESIGN) * 0.42

    @property
    def names(self) -> float:
        """The middle of the line with the hands' names."""
        return self.top - 40

    def at_left(self, hand: Hand) -> bool:
        """Whether a hand lies at the dealer's left."""
        return (hand is Hand.BANKER) == self.banker_left

    def place(self, hand: Hand, at: int) -> QRectF:
        """Where a card lies: two upright beside the middle, the third crosswise at the outer side."""
        steps = (2 - at) if self.at_left(hand) else (at - 1)
        width: float = CARD_WIDTH
        if at == 3:
            steps, width = 2, CARD_HEIGHT
        far = self.inner + steps * (CARD_WIDTH + _GAP)
        x = self.middle - far - width if self.at_left(hand) else self.middle + far
        if at == 3:
            return QRectF(x, self.top + CARD_HEIGHT - CARD_WIDTH, width, CARD_WIDTH)
        return QRectF(x, self.top, width, CARD_HEIGHT)

    def hand(self, hand: Hand, cards: int) -> QRectF:
        """What a hand of two or three cards covers."""
        box = self.place(hand, 1).united(self.place(hand, 2))
        return box.united(self.place(hand, 3)) if cards == 3 else box

    @property
    def held(self) -> QRectF:
        """Where a card lies that is in no hand."""
        return QRectF(self.middle - CARD_WIDTH / 2, self.top - 22, CARD_WIDTH, CARD_HEIGHT)

    @property
    def cut_card(self) -> QRectF:
        """Where the cut card lies once it has come."""
        return QRectF(self.wide - 90, self.high - 84, 44, 61.6)


def table_edge(wide: float, high: float, crown: float, inset: float) -> QPainterPath:
    """The half-round outline of a table, open towards the dealer, its upper edge at ``crown``."""
    left, right, bottom = 10 + inset, wide - 10 - inset, high + 20
    top, middle = crown + inset, wide / 2
    side = top + (high - top) * 0.56
    reach, rise = (right - left) / 2 * 0.52, top + (side - top) * 0.25
    path = QPainterPath(QPointF(left, bottom))
    path.lineTo(left, side)
    path.cubicTo(left, rise, middle - reach, top, middle, top)
    path.cubicTo(middle + reach, top, right, rise, right, side)
    path.lineTo(right, bottom)
    return path

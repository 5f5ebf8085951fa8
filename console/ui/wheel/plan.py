"""Where wheel, number and layout lie in the table zone: side by side, or in two rows where it is high.

Pure geometry. What is left over at a larger screen goes around them; they keep their shape.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRectF

from console.ui.theme import BAND_HEIGHT
from console.ui.wheel.fields import LayoutPlan

_FLAT: Final = (1280.0, 316.0)
_HIGH: Final = (880.0, 470.0)
"""The design's sizes: side by side, and in two rows."""
_STRIP: Final = 36.0
"""What the countdown's blocks take."""
_ROWS_BELOW: Final = 2.6
"""The zone's width against its height from which two rows make things larger."""


class WheelPlan(msgspec.Struct, frozen=True):
    """A zone of a size; ``top`` is what the band and the countdown's blocks take of it."""

    wide: float
    high: float
    top: float

    @property
    def rows(self) -> bool:
        """Whether the layout lies beneath wheel and number."""
        return self.wide < (self.high - self.top) * _ROWS_BELOW

    @property
    def scale(self) -> float:
        """How large a unit of the design is."""
        wide, high = _HIGH if self.rows else _FLAT
        return min(self.wide / wide, (self.high - self.top) / high)

    def box(self, x: float, y: float, wide: float, high: float) -> QRectF:
        """A box of the design, in the zone."""
        scale = self.scale
        of = _HIGH if self.rows else _FLAT
        left = (self.wide - of[0] * scale) / 2
        top = self.top + (self.high - self.top - of[1] * scale) / 2
        return QRectF(left + x * scale, top + y * scale, wide * scale, high * scale)

    @property
    def ring(self) -> QRectF:
        """The wheel's box."""
        return self.box(96, 4, 248, 248) if self.rows else self.box(34, 7, 300, 300)

    @property
    def middle(self) -> QPointF:
        """The wheel's middle."""
        return self.ring.center()

    @property
    def card(self) -> QRectF:
        """Where the number stands, or what there is instead."""
        return self.box(392, 8, 396, 240) if self.rows else self.box(372, 8, 292, 300)

    @property
    def layout(self) -> LayoutPlan:
        """The layout."""
        box = self.box(40, 272, 800, 164) if self.rows else self.box(694, 10, 562, 250)
        return LayoutPlan(box.left(), box.top(), box.width(), box.height(), 4 * self.scale)

    @property
    def bets(self) -> QRectF:
        """The whole layout's box."""
        lay = self.layout
        return QRectF(lay.left, lay.top, lay.wide, lay.high)

    @property
    def line(self) -> QRectF:
        """The number's line beneath the layout."""
        return self.box(40, 440, 800, 26) if self.rows else self.box(694, 272, 562, 36)

    @property
    def entry(self) -> QRectF:
        """Where the dealer touches the number: all that is right of the wheel, or beneath it."""
        if self.rows:
            low = self.box(0, 256, 880, 210)
            return QRectF(16, low.top(), self.wide - 32, low.height())
        return self.box(366, 6, 890, 304)

    @property
    def blocks(self) -> QRectF:
        """The countdown's row."""
        return QRectF(24, self.top - 31, self.wide - 48, 27)


def plan(wide: float, high: float, *, band: bool, counting: bool, small: bool) -> WheelPlan:
    """How a zone is used; a strip for the blocks is kept when no time runs, so that nothing jumps."""
    strip = 0.0 if small or (band and not counting) else _STRIP
    return WheelPlan(wide, high, (BAND_HEIGHT if band else 0) + strip)

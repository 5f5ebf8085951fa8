"""The betting layout: its place in the zone, its fields' places, and the bets that touched numbers can mean.

Pure, in units. Touching 8 and 11 means their split, their corners, their six lines, the bet with the fewest
numbers first; no bet covers both 8 and 20.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QPointF, QRectF

from console.base.words import Words
from console.table.game.roulette.bets import FIELDS, NEIGHBOURS, SECTORS, Bet
from console.table.game.roulette.spin import pocket
from console.table.game.worksheet import Wager
from console.table.ui.kit import theme
from console.table.words.names import bet_name

Name: TypeAlias = Literal["column", "dozen", "low", "even", "red", "black", "odd", "high"]
Field: TypeAlias = tuple[Name, int]
"""A field beside the numbers, and which of its kind, from 1."""

CHANCES: Final[tuple[Name, ...]] = ("low", "even", "red", "black", "odd", "high")
"""The even chances from the left to the right."""
LAYOUT_FIELDS: Final[tuple[Field, ...]] = (
    *(("column", at) for at in (1, 2, 3)),
    *(("dozen", at) for at in (1, 2, 3)),
    *((name, 1) for name in CHANCES),
)
_COLUMN: Final = 1.18
"""The width of the fields at the end, in widths of a number's."""


class LayoutPlan(msgspec.Struct, frozen=True):
    """A layout in a box; the outside fields are there if ``outside``."""

    left: float
    top: float
    wide: float
    high: float
    gap: float = 4
    outside: bool = True
    zero: float = 0.9
    """The width of zero's field, in widths of a number's."""
    apart: float = 0.12
    """The distance above each of the rows beneath, in heights of a number's row."""

    @property
    def _step(self) -> float:
        """The distance between the left edges of two numbers."""
        ends = self.zero + (_COLUMN if self.outside else 0)
        return (self.wide + self.gap) / (12 + ends)

    @property
    def _row(self) -> float:
        """The distance between two rows of numbers; the rows beneath are a little lower, and apart."""
        return (self.high + self.gap) / (3 + (2 * 0.96 if self.outside else 0))

    @property
    def _first(self) -> float:
        return self.left + self.zero * self._step

    def number(self, number: int) -> QRectF:
        """A number's field; zero's is as high as the three rows."""
        row = self._row
        if number == 0:
            return QRectF(self.left, self.top, self.zero * self._step - self.gap, 3 * row - self.gap)
        column, line = divmod(number - 1, 3)
        x, y = self._first + column * self._step, self.top + (2 - line) * row
        return QRectF(x, y, self._step - self.gap, row - self.gap)

    def field(self, field: Field) -> QRectF:
        name, at = field
        row, step = self._row, self._step
        if name == "column":
            y = self.top + (3 - at) * row
            return QRectF(self._first + 12 * step, y, _COLUMN * step - self.gap, row - self.gap)
        top = self.top + ((3 if name == "dozen" else 3.96) + self.apart) * row
        high = row * (0.96 - self.apart) - self.gap * 0.5
        if name == "dozen":
            return QRectF(self._first + (at - 1) * 4 * step, top, 4 * step - self.gap, high)
        wide = (self.wide + self.gap) / len(CHANCES)  # over the whole layout, for the longest words
        return QRectF(self.left + CHANCES.index(name) * wide, top, wide - self.gap, high)


def fields_of(number: int) -> frozenset[Field]:
    """The fields that win with a number; none with zero (LT-ROU-01)."""
    won = pocket(number)
    fields: set[Field] = set()
    if won.column and won.dozen and won.parity and won.half:
        fields = {("column", won.column), ("dozen", won.dozen), (won.parity, 1), (won.half, 1)}
        fields.add(("red" if won.colour == "red" else "black", 1))
    return frozenset(fields)


_FLAT: Final = (1280.0, 316.0)
_HIGH: Final = (880.0, 470.0)
"""The design's sizes: side by side, and in two rows."""
_HALT_LINE: Final = 12.0
"""The height that a halt's red line takes, with the distance beneath it."""
_STRIP: Final = 36.0
"""The height that the countdown's blocks take."""
_RIM: Final = 14.0
"""The room around a wheel without a layout; the pocket on top is larger than the others."""
_APART: Final = 48.0
"""The distance from that wheel to its box, in which the arrow out of the wheel has room."""
_BESIDE: Final = 1.2
"""The width of its box, as a share of the wheel's."""
_ROWS_BELOW: Final = 2.6
"""The zone's width against its height from which two rows make things larger."""


class WheelPlan(msgspec.Struct, frozen=True):
    """A zone of a size; ``top`` is the height that the band and the countdown's blocks take."""

    wide: float
    high: float
    top: float
    small: bool = False
    """Whether there is no layout: beside a list its figures could not be read."""
    alone: bool = False
    """Whether no box stands beside the wheel."""
    beneath: float = 0
    """The height that the lines beneath the layout take; it is never less than the design's."""

    @property
    def rows(self) -> bool:
        """Whether the layout lies beneath wheel and number."""
        return self.wide < (self.high - self.top) * _ROWS_BELOW

    @property
    def scale(self) -> float:
        wide, high = _HIGH if self.rows else _FLAT
        return min(self.wide / wide, (self.high - self.top) / high)

    def box(self, x: float, y: float, width: float, height: float) -> QRectF:
        scale = self.scale
        of = _HIGH if self.rows else _FLAT
        left = (self.wide - of[0] * scale) / 2
        top = self.top + (self.high - self.top - of[1] * scale) / 2
        return QRectF(left + x * scale, top + y * scale, width * scale, height * scale)

    @property
    def ring(self) -> QRectF:
        if self.small:
            side = min(self.high - self.top - 2 * _RIM, self.wide * 0.4)
            taken = side if self.alone else side * (1 + _BESIDE) + _APART
            return QRectF((self.wide - taken) / 2, (self.high + self.top - side) / 2, side, side)
        if self.rows and self.alone:
            return self.box(316, 4, 248, 248)
        return self.box(96, 4, 248, 248) if self.rows else self.box(34, 7, 300, 300)

    @property
    def middle(self) -> QPointF:
        return self.ring.center()

    @property
    def card(self) -> QRectF:
        """The box of the number, or of the text in its place."""
        if self.small:
            ring = self.ring
            high = ring.height() * 0.86
            left = ring.right() + _APART
            return QRectF(left, ring.center().y() - high / 2, ring.width() * _BESIDE, high)
        return self.box(392, 8, 396, 240) if self.rows else self.box(372, 8, 292, 300)

    @property
    def layout(self) -> LayoutPlan:
        """The place of the numbers that players bet on: a row beneath the wheel, or beside it."""
        if self.rows:
            box = self.box(40, 268, 800, 194 - self._line)
        else:
            box = self.box(self._left, 6, 1256 - self._left, 294 - self._line)
        return LayoutPlan(box.left(), box.top(), box.width(), box.height(), 4 * self.scale)

    @property
    def bets(self) -> QRectF:
        lay = self.layout
        return QRectF(lay.left, lay.top, lay.wide, lay.high)

    @property
    def line(self) -> QRectF:
        """The room beneath the layout: for the number's line, else for the limits of bets."""
        high = self._line
        if self.rows:
            return self.box(40, 468 - high, 800, high)
        return self.box(self._left, 310 - high, 1256 - self._left, high)

    @property
    def _left(self) -> float:
        """The layout's left edge in the design, beside the wheel's box or the wheel alone."""
        return 372 if self.alone else 694

    @property
    def _line(self) -> float:
        """The height of that room, in units of the design."""
        return max(36.0 if self.rows else 56.0, self.beneath / self.scale)

    @property
    def entry(self) -> QRectF:
        """The room for the numbers to touch: all that is right of the wheel, or beneath it."""
        if self.rows:
            low = self.box(0, 256, 880, 210)
            return QRectF(16, low.top(), self.wide - 32, low.height())
        return self.box(366, 6, 890, 304)

    @property
    def blocks(self) -> QRectF:
        return QRectF(24, self.top - 31, self.wide - 48, 27)


def wheel_plan(
    width: float,
    height: float,
    *,
    band: bool,
    counting: bool,
    small: bool,
    halted: bool = False,
    alone: bool = False,
) -> WheelPlan:
    """The plan of a zone; the blocks' strip is always kept: nothing jumps, and a halt's line has room."""
    strip = (_HALT_LINE if halted else 0.0) if small or (band and not counting) else _STRIP
    return WheelPlan(width, height, (theme.BAND_HEIGHT if band else 0) + strip, small, alone)


_INSIDE: Final = (Bet.STRAIGHT, Bet.SPLIT, Bet.STREET, Bet.CORNER, Bet.SIX_LINE)
MOST_SPOTS: Final = 6
"""Bets that are offered at once."""


class BetPlace(msgspec.Struct, frozen=True):
    on: str
    numbers: tuple[int, ...] | None = None
    number: int | None = None
    """The number whose neighbours are bet on; their count at each side is chosen with the stake."""

    def wager(self, stake: int, each: int | None = None) -> Wager:
        at_sides = each if self.on == NEIGHBOURS else None
        return Wager(on=self.on, numbers=self.numbers, number=self.number, each=at_sides, stake=stake)


def spots_with(touched: frozenset[int]) -> tuple[BetPlace, ...]:
    """The bets on all of these numbers; the racetrack's if none is touched, or one."""
    if not touched:
        return tuple(BetPlace(sector) for sector in SECTORS)
    found = [
        BetPlace(on.value, tuple(sorted(numbers)))
        for on in _INSIDE
        for numbers in sorted(map(sorted, FIELDS[on]))
        if touched <= frozenset(numbers) and (len(touched) > 1 or on in _OF_ONE)
    ]
    if len(touched) == 1:
        found.insert(1, BetPlace(NEIGHBOURS, number=next(iter(touched))))
    return tuple(found[:MOST_SPOTS])


_OF_ONE: Final = (Bet.STRAIGHT, Bet.STREET, Bet.SIX_LINE)
"""The bets that one number can mean: splits and corners need a second one."""


def spot_of(field: Field) -> BetPlace:
    name, at = field
    if name == "column":
        return BetPlace(name, tuple(range(at, 37, 3)))
    if name == "dozen":
        return BetPlace(name, tuple(range(12 * at - 11, 12 * at + 1)))
    return BetPlace(name)


def spot_name(words: Words, spot: BetPlace, each: int | None = None) -> str:
    """``Split 8–11``, ``3rd dozen``, ``Neighbours of 17, 2 each side``."""
    return bet_name(words, spot.wager(0, each or 1))

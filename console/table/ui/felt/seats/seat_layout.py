"""The places of seven seats and the dealer's hand on the half-round table, and of cards in a hand; in units.

Pure geometry: seat 1 is at the dealer's left, and so at the left, or at the right if the table is
mirrored. Every index of a hand can be read: its cards lie in one row, or in two rows of smaller ones.
"""

from __future__ import annotations

from math import ceil
from typing import Final

import msgspec
from PySide6.QtCore import QRectF

from console.table.ui.felt.seats.shown_seats import SEATS
from console.table.ui.kit import theme

_WIDTHS: Final = (56.0, 46.0, 40.0, 34.0)
"""Widths of a card, the best first."""
_LARGE_WIDTHS: Final = (84.0, 78.0, 72.0, 66.0, 62.0, 59.0, *_WIDTHS)
"""The widths of the deciding hand's cards, which are the largest on the felt."""
_SMALL_WIDTHS: Final = (*map(float, range(172, 56, -1)), *_WIDTHS)
"""The widths on a table beside a list, whose units are smaller: from 117 units of the screen down."""
_WAITING_WIDTHS: Final = _WIDTHS[1:]
"""The widths of a split's other hand beside it."""
_ENOUGH, _ENOUGH_SMALL, _ENOUGH_ROW = 24.0, 48.0, 40.0
"""The widths at which a strip's index is easy to read: normal, on a small table, in a row above numbers."""
INDEX: Final = 0.62
"""The share of a card's width that its index takes."""
_ROW: Final = 0.6
"""The share of a card's height that shows under the next row."""


class Fan(msgspec.Struct, frozen=True):
    """A way to lay cards: their width, their rows, and the part of each that shows."""

    width: float
    rows: int
    step: float
    in_row: int

    @property
    def height(self) -> float:
        return self.width * 1.4

    @property
    def tall(self) -> float:
        return self.height + (self.rows - 1) * self.height * _ROW

    def place_of(self, at: int, count: int, middle: float, top: float) -> QRectF:
        """The place of the ``at``-th of ``count`` cards, from 0, the whole centred on ``middle``."""
        row, column = divmod(at, self.in_row)
        in_this = min(self.in_row, count - row * self.in_row) if self.rows == 1 else self.in_row
        left = middle - (self.width + (in_this - 1) * self.step) / 2
        return QRectF(left + column * self.step, top + row * self.height * _ROW, self.width, self.height)


def fan(
    count: int, wide: float, height: float, widths: tuple[float, ...] = _WIDTHS,
    enough: float = _ENOUGH, most_rows: int = 2,
) -> Fan:  # fmt: skip
    """The best way to lay this many cards into a box."""
    ways = [_way(max(1, count), width, rows + 1, wide) for width in widths for rows in range(most_rows)]
    fitting = [way for way in ways if way.tall <= height] or ways[-most_rows:][:1]
    return max(fitting, key=lambda way: (round(min(way.step, enough), 1), -way.rows, way.width))


def _way(count: int, width: float, rows: int, wide: float) -> Fan:
    in_row = ceil(count / rows)
    room = INDEX * width if in_row == 1 else (wide - width) / (in_row - 1)
    return Fan(width, rows, max(2.0, min(INDEX * width, room)), in_row)


_EDGE: Final = 6.0
_SMALL_EDGE: Final = 14.0
"""The height between the felt's upper edge and a seat's box, so that its number stands clear of the table's
edge; a small table's numbers are large.
"""
RING: Final = 15.0
"""Radius of the ring around a seat's number."""
WEDGE: Final = 12.0
LINE: Final = 18.0
"""The distance between two lines under a total."""
LOWER: Final = 12.0
"""The distance by which a state's word is lower under a large sign."""
MARGINS: Final = 6.0
"""The width of a seat that no line uses."""
_DESIGN: Final = 360.0
_STRIP: Final = 28.0
"""Room for the countdown's blocks, kept when no time runs: seats don't jump with every answer."""
_ARC: Final = 4.7
"""The distance by which a seat lies lower, for each square of its distance from the middle."""
_PANEL: Final = 226.0
_CONTENT: Final = 168.0
"""The widest row of a seat's cards on any table."""
_CARDS_TOP: Final = 40.0
_AREA: Final = 92.0
_LARGE_AREA: Final = 118.0
_SHARE: Final = 0.62
"""The share of a panel's width for the deciding one of a split's two hands."""
_LEAST_AREA: Final = 48.0
_UNDER: Final = 66.0
"""The height of total and state under the cards."""
_CLOSE_TOP: Final = 30.0
_CLOSE_UNDER: Final = 59.0
_CLOSE_LIFT: Final = 6.0
"""Under a band: where the acting seat's cards begin, the height under them, and how much higher it lies.

So its cards are as large as without a band.
"""
_DEALER: Final = 58.0
_DEALER_GAP: Final = 10.0


class SeatsLayout(msgspec.Struct, frozen=True):
    """A table of a size; ``mirrored``: as the camera sees it."""

    wide: float
    high: float
    scale: float = 1
    band: bool = False
    mirrored: bool = False
    used: tuple[tuple[int, float], ...] = ()
    """The seats that are shown beside a list or a pad, each with its share of the width; none if all are."""
    under: float = 0.0
    """The height under a seat's cards there, and ``foot`` that under the dealer's."""
    foot: float = 64.0

    @property
    def middle(self) -> float:
        return self.wide / 2

    @property
    def small(self) -> bool:
        """Whether the table is drawn small, beside a list or a pad."""
        return self.scale < 1

    @property
    def is_close(self) -> bool:
        """Whether the acting seat's lines lie closer: a band takes room from its cards."""
        return self.band and not self.small

    @property
    def crown(self) -> float:
        if self.small:
            return 10
        return (theme.BAND_HEIGHT - 8 if self.band else 0) + _STRIP

    @property
    def blocks(self) -> QRectF:
        top = theme.BAND_HEIGHT + 2 if self.band else 5
        return QRectF(24, top, self.wide - 48, self.crown - top - 2)

    @property
    def pitch(self) -> float:
        """The distance between the middles of two seats."""
        if self.used:
            return (self.wide - 50) / max(3, sum(share for _, share in self.used))
        return (self.wide - 90) / len(SEATS)

    def content(self, *, beside: bool = False) -> float:
        """The widest row of a seat's cards; ``beside`` the acting seat's panel it is narrower, so that it
        does not touch the panel.
        """
        if self.small:
            return self.pitch - 12
        return min(2 * self.pitch - _PANEL if beside else self.pitch - 4, _CONTENT) - 2

    @property
    def card_width(self) -> float:
        """The largest width of a card on a small table: a seat's and the dealer's lie over each other."""
        spare = self.crown + _SMALL_EDGE + _CARDS_TOP + self.under + self.high - self.bottom + 4
        return max(_WIDTHS[0], min(_SMALL_WIDTHS[0], (self.high - spare) / 2.8))

    def order(self, seat: int) -> float:
        """A seat's place from the middle: -3 at the left to 3 if all are shown, each as wide as its share."""
        shown = self.used or tuple((number, 1.0) for number in SEATS)
        before = sum(share for number, share in shown if number < seat)
        away = before + (dict(shown).get(seat, 1.0) - sum(share for _, share in shown)) / 2
        return -away if self.mirrored else away

    def column(self, seat: int, acting: int | None) -> QRectF:
        """A seat's box from its ring down; the acting seat's is wider, into both of its neighbours'."""
        away = self.order(seat)
        beside = acting is not None and abs(acting - seat) == 1
        wide = self.content(beside=beside) + 2 if acting != seat else max(_PANEL, self.content() + 2)
        if self.small:
            wide = self.pitch * dict(self.used).get(seat, 1.0) - (8 if self.used else 2)
        from_middle = away * self.pitch * len(SEATS) / (self.wide - 90)
        arc, close = _ARC * from_middle * from_middle, acting == seat and self.is_close
        arc -= min(arc, _CLOSE_LIFT) if close else 0
        edge = _SMALL_EDGE if self.small else _EDGE
        if acting == seat and not self.small:
            edge = 0.0  # its panel covers the table's edge
        top = self.crown + edge + arc + self._left_over * 0.3
        floor = self.dealer_top - (0 if close else 4) if abs(away) < 2 or self.used else self.high - 57
        if self.used:
            floor += arc  # an outer seat's cards lie beside the dealer's
        return QRectF(self.middle + away * self.pitch - wide / 2, top, wide, floor - top)

    @property
    def _left_over(self) -> float:
        if self.used:
            return 0.0
        return max(0.0, self.high - _DESIGN) * (0.3 if self.small else 1)

    # --- the dealer's side ------------------------------------------------------------------------

    @property
    def bottom(self) -> float:
        """The lower edge of the dealer's cards."""
        return self.high - (self.foot if self.small else 8)

    @property
    def dealer_top(self) -> float:
        return self.bottom - (self.card_width if self.used else _DEALER) * 1.4

    def dealer_width(self, count: int) -> float:
        """The width of the dealer's cards: smaller if they are many."""
        room = self.middle - 100 if self.used else min(312.0, self.middle - 120)
        return min(self.card_width if self.used else _DEALER, room / max(1, count) - _DEALER_GAP)

    def dealer(self, at: int, count: int, most: float | None = None) -> QRectF:
        """The place of one of the dealer's cards, from 1: apart, no wider than ``most``."""
        width = self.dealer_width(count)
        width = width if most is None else min(width, most)
        left = self.middle - 80 + (at - 1) * (width + _DEALER_GAP)
        return QRectF(left, self.bottom - width * 1.4, width, width * 1.4)

    @property
    def name_end(self) -> float:
        """The right end of the dealer's name and total."""
        return self.middle - 104

    def card_apart(self, dealer_cards: int, most: float | None = None) -> QRectF:
        """The place of a card in no hand: beyond the dealer's cards, as large as those on a small table."""
        last = self.dealer(max(2, dealer_cards), max(2, dealer_cards), most)
        end = last.right()
        if self.used:
            return last.translated(last.width() + 36, 0)
        return QRectF(max(self.middle + 150, end + 36), self.bottom - 76, 50, 70)

    @property
    def cut_card(self) -> QRectF:
        return QRectF(self.wide - 84, self.high - 62, 36, 50.4)


class Column(msgspec.Struct, frozen=True):
    """The layout of one seat in its column: cards, total, state, ``lines`` more beneath; in its own units."""

    wide: float
    high: float
    hands: int
    lines: int
    acts: bool
    deciding: int | None = None
    """The hand that decides, from 0; None if none does."""
    lower: float = 0.0
    """The distance by which the lines under the totals are lower, under a sign that is larger than a total.
    """
    close: bool = False
    """Whether an acting seat's lines lie closer, because a band takes room from its cards."""
    most: float = 0.0
    """The largest width of a card that does not decide: all of a table have one; 0 for its own largest."""
    under: float | None = None
    """The height under its cards on a small table whose cards are as large as fits."""
    numbered: bool = False
    """Whether a number stands under each card, and so all of a hand lie in one row."""

    @property
    def middle(self) -> float:
        return self.wide / 2

    @property
    def area(self) -> float:
        """The height for cards; less if much is written under them."""
        if self.under is not None:
            return max(_LEAST_AREA, self.high - self.cards_begin - self.under)
        under = _CLOSE_UNDER if self.close else _UNDER + 14
        beneath = under + self.lower + LINE * self.lines + (WEDGE if self.acts else 0)
        most = _AREA if self.deciding is None else _LARGE_AREA
        return max(_LEAST_AREA, min(most, self.high - self.cards_begin - beneath))

    @property
    def cards_begin(self) -> float:
        """The upper edge of the first hand's cards; above it stands the seat's number."""
        return _CLOSE_TOP if self.close else _CARDS_TOP

    def hand_width(self, at: int) -> float:
        """The width of a hand, from 0; the deciding one of a split's two hands has more."""
        room = self.wide - (10 if self.acts else 4)
        if self.hands < 2:
            return room
        share = 0.5 if self.deciding is None else _SHARE if at == self.deciding else 1 - _SHARE
        return (room - 8) * share

    def hand_middle(self, at: int) -> float:
        """The middle of a hand, from 0."""
        if self.hands < 2:
            return self.middle
        left = self.middle - (self.hand_width(0) + self.hand_width(1) + 8) / 2
        return (
            left + self.hand_width(0) / 2
            if at == 0
            else left + self.hand_width(0) + 8 + self.hand_width(1) / 2
        )

    @property
    def total_y(self) -> float:
        """The middle of a hand's total."""
        return self.cards_begin + self.area + 20

    @property
    def state_y(self) -> float:
        """The middle of its state's line."""
        return self.total_y + 26

    @property
    def panel(self) -> QRectF:
        edge = _CLOSE_UNDER - 46 if self.close else 14
        last = self.state_y + LINE * self.lines + edge
        return QRectF(0, 0, self.wide, min(last, self.high - WEDGE))

    def fan(self, cards: int, at: int = 0) -> Fan:
        """The lay of a hand's cards, from 0; the deciding hand's cards are as large as fits."""
        waits = _WIDTHS if self.deciding is None else _WAITING_WIDTHS
        widths = _LARGE_WIDTHS if at == self.deciding else waits if self.under is None else _SMALL_WIDTHS
        if self.most and at != self.deciding:
            widths = tuple(width for width in widths if width <= self.most) or widths[-1:]
        enough = _ENOUGH if self.under is None else _ENOUGH_ROW if self.numbered else _ENOUGH_SMALL
        return fan(cards, self.hand_width(at), self.area, widths, enough, 1 if self.numbered else 2)

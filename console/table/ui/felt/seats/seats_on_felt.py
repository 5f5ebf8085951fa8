"""A round of blackjack on the felt: seven seats, the dealer's hand at the bottom edge, the notices. The
dealer's total counts only the visible cards: the hole card is a back, and nothing here knows its face.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView, HeldCard
from console.table.core.state.actions import Action
from console.table.core.state.phases import Bets, Phase
from console.table.game.blackjack.layout import BACK
from console.table.game.cards import Card
from console.table.ui.felt.bet_time import draw_blocks, draw_figure_in
from console.table.ui.felt.card_faces import CardFace, LaidThing, MarkedFor, PlaceFace
from console.table.ui.felt.condition import deals_first_cards, marked_for
from console.table.ui.felt.notices import notices
from console.table.ui.felt.scene import FeltScene
from console.table.ui.felt.seats.seat import SeatPlace, next_face
from console.table.ui.felt.seats.seat_layout import SeatsLayout
from console.table.ui.felt.seats.shown_seats import (
    DEALER,
    SEATS,
    ShownDealer,
    card_text,
    next_text,
    share_of,
    shown_dealer,
    shown_seats,
    spoken_dealer,
    spoken_seat,
)
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, balance, sentence, shrunk, write
from console.table.ui.kit.surface import Surface, outline, pen
from console.table.words.names import hand_name, total_text
from console.table.words.speech import halt_note, no_hand_text

_LEFT: Final = 3
"""The most notices at the left; the others stand at the right."""
_LEFT_WIDE: Final = 340.0
"""The width of the notices at the left, up to the dealer's total."""
_SECONDS, _RIGHT_NOTICES = 156.0, 232.0
"""The distances from the felt's middle to that of the seconds left, and to the notices at the right."""
_NOTICE: Final = 20.0
"""The distance between two lines of notices."""
_FOOT, _FOOT_APART = 54.0, 57.0
"""The heights for notices beneath the outer seats, from the first line's middle to the last one's; the second
if a card lies apart, as no seat is then a panel with a wedge.
"""
_UNDER_CUT_CARD: Final = 2
"""The lines of notices that have room under the cut card's name."""
_UNDER_LAID_AGAIN, _UNDER_PLAYED = 34.0, 98.0
"""The heights under a seat's cards beside a list: for their order, or for total, state and a split's name."""
_FOOT_LAID_AGAIN, _FOOT_PLAYED = 84.0, 64.0
"""The heights under the dealer's cards there."""
_NOTICE_SIZES: Final = (theme.LEAST, 17, 16)
"""Players read them, and not from the dealer's place."""
_CLOSEST: Final = 1.05
"""The least distance between two lines of notices, in letter sizes."""


class Corner(NamedTuple):
    """The notices in a corner of the felt, as lines."""

    lines: tuple[str, ...]
    left: float
    step: float
    """The distance between two lines."""
    face: QFont

    @property
    def above(self) -> float:
        """From the last line's middle to that of a line above them."""
        return self.step * len(self.lines)


class SeatsOnFelt:
    def __init__(self, felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> None:
        self._felt = felt
        self._view, self._words, self._scene = view, words, scene
        self._used: tuple[tuple[int, float], ...] = ()
        """The seats with a bet and their shares of the width, shown beside a list; none if all seats are."""
        self._card_width: float | None = None
        self.layout = self._laid_out(scene)
        self._dealer = ShownDealer()
        self._notices: tuple[str, ...] = ()
        self.seats = {number: SeatPlace(number, words, felt) for number in SEATS}
        self.dealer: list[CardFace] = []

    # --- what lies there --------------------------------------------------------------------------

    def show(self, view: DealerView, words: Words, scene: FeltScene) -> None:
        self._view, self._words, self._scene = view, words, scene
        self._notices = notices(view.rules, words, view.limits)
        shown = shown_seats(view, scene)
        used = ((seat.number, share_of(seat)) for seat in shown if not seat.free)
        self._used = tuple(used) if scene.scale < 1 else ()
        self.layout = self._laid_out(scene)
        marked = marked_for(view)
        for seat in shown:
            place = self.seats[seat.number]
            place.setVisible(not self._used or not seat.free)
            place.show_seat(
                seat,
                words,
                scale=scene.scale,
                quiet=not self._is_dealt(view),
                marked=marked,
                chosen=scene.chosen,
                moved=_moved(view),
            )
            if seat.acts:
                place.raise_()
        self._show_dealer(shown_dealer(view, scene), words, marked)

    @staticmethod
    def _is_dealt(view: DealerView) -> bool:
        """Whether the hands' states are shown; not while the first cards are dealt, or a halt breaks the deal
        off: no hand decides yet.
        """
        return not (deals_first_cards(view) and view.view.phase in (Phase.DEALING, Phase.HALTED))

    def _show_dealer(self, dealer: ShownDealer, words: Words, marked: MarkedFor) -> None:
        self._dealer = dealer
        shows = self._scene.lies and not self._is_bet_time
        empty = max(0, 2 - len(dealer.cards) - dealer.next) if shows else 0
        wanted = len(dealer.cards) + dealer.next + empty
        while len(self.dealer) < wanted:
            self.dealer.append(CardFace(self._felt))
            self.dealer[-1].u = self._felt.u
        for at, face in enumerate(self.dealer, 1):
            face.setVisible(at <= wanted)
            if at <= len(dealer.cards):
                lies = dealer.cards[at - 1]
                face.show_card(self._lies(lies, at, marked), card_text(words, DEALER, at, lies, split=True))
            elif at == len(dealer.cards) + 1 and dealer.next:
                face.show_card(next_face(dealer), next_text(words, dealer, split=True))
            elif at <= wanted:
                name = words.text("access.empty")
                place = words.text("access.card", hand=hand_name(words, DEALER), position=at, card=name)
                face.show_card(PlaceFace(), place)

    def _lies(self, lies: Card | str, at: int, marked: MarkedFor) -> PlaceFace:
        chosen = MarkedFor.PIT_BOSS if self._scene.chosen == (DEALER, at) else marked
        if _moved(self._view) == (DEALER, at):
            chosen = MarkedFor.NOW
        if isinstance(lies, Card):
            return PlaceFace(LaidThing.FACE, lies, self._scene.dimmed, marked=chosen)
        return PlaceFace(LaidThing.BACK, marked=MarkedFor.NOW if self._dealer.touched else chosen)

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """The places with cards: seats from the left to the right, then the dealer's."""
        order = sorted(self.seats.values(), key=lambda place: self.layout.order(place.seat.number))
        places = [
            (hand.name, at)
            for place in order
            for hand in place.seat.hands
            for at in range(1, len(hand.cards) + 1)
        ]
        faces = enumerate(self._dealer.cards, 1)
        return (*places, *((DEALER, at) for at, lies in faces if lies != BACK))

    def at(self, point: QPointF) -> tuple[str, int] | None:
        """The place of the card under a point; of two that overlap the upper one."""
        for place in self.seats.values():
            inside = place.rect_in(self._felt).contains(point)
            if inside and (found := place.card_at(point - place.rect_in(self._felt).topLeft())):
                return found
        count = len(self._dealer.cards)
        spots = ((at, self.layout.dealer(at, max(2, count), self._card_width)) for at in range(1, count + 1))
        return next(
            ((DEALER, at) for at, box in spots if box.contains(point) and self._dealer.cards[at - 1] != BACK),
            None,
        )

    def speech(self, words: Words) -> list[str]:
        """The words for a screen reader: every seat with a bet, then the dealer."""
        seats = [spoken_seat(words, place.seat) for place in self.seats.values() if not place.seat.free]
        return [*seats, spoken_dealer(words, self._dealer)]

    # --- where things lie -------------------------------------------------------------------------

    def _laid_out(self, scene: FeltScene) -> SeatsLayout:
        turned = not self._view.banker_left
        again = bool(self._view.view.prompt.places or self._view.cards.put_back)
        under, foot = (_UNDER_LAID_AGAIN, _FOOT_LAID_AGAIN) if again else (_UNDER_PLAYED, _FOOT_PLAYED)
        high = scene.high - scene.foot
        return SeatsLayout(scene.wide, high, scene.scale, scene.band, turned, self._used, under, foot)

    @property
    def crown(self) -> float:
        return self.layout.crown

    @property
    def card_apart(self) -> QRectF:
        """The card apart lies beyond the dealer's hand."""
        held = self._view.halt.held
        others = 0 if held is None else held.cards - 1
        place = self.layout.card_apart(len(self._dealer.cards), self._card_width)
        return place.adjusted(0, 0, min(others * place.width() / 3.6, place.width() * 1.4), 0)

    @property
    def cut_card(self) -> QRectF:
        """The cut card lies at the lower right."""
        return self.layout.cut_card

    def arrange(self, scene: FeltScene) -> None:
        """Seats on their arc, the dealer's cards at the bottom."""
        self._scene = scene
        self.layout = self._laid_out(scene)
        acting = next((number for number, place in self.seats.items() if place.seat.acts), None)
        under = self.layout.under if self._used else None
        for number, place in self.seats.items():
            place.lay_out(close=self.layout.is_close, under=under)
            self._felt.put(place, self.layout.column(number, acting))
        count = max(2, sum(not face.isHidden() for face in self.dealer))
        widths = [width for place in self.seats.values() if (width := place.card_width) is not None]
        widths += [self.layout.dealer_width(count)] if self._used else []
        most = min(widths, default=0.0)
        self._card_width = most if self._used else None
        for place in self.seats.values():
            place.limit(most)
        for at, face in enumerate(self.dealer, 1):
            face.lay(self.layout.dealer(at, count, self._card_width))

    @property
    def fingerprint(self) -> object:
        return (self.layout, self._dealer, self._notices)

    @property
    def changing(self) -> tuple[QRectF, ...]:
        """The boxes of the countdown's blocks and figure, while time runs."""
        if not self._scene.counting:
            return ()
        lay = self.layout
        return (QRectF(0, 0, lay.wide, lay.crown), self._figure_box)

    @property
    def _figure_box(self) -> QRectF:
        lay = self.layout
        if self._is_bet_time:
            return QRectF(lay.middle - 200, lay.crown + 156, 400, lay.high - lay.crown - 156)
        return QRectF(lay.middle + 66, lay.dealer_top, 180, lay.high - lay.dealer_top)

    @property
    def _is_bet_time(self) -> bool:
        return self._view.view.bets == Bets.OPEN

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """The dealer's name and total, the notices, the countdown, and the words on a card apart."""
        view, words = self._view, self._words
        if self._scene.lies and not self._is_bet_time:
            self._paint_dealer(painter, words)
        if not self.layout.small:
            self._paint_notices(painter)
        if view.halt.held is not None:
            self._paint_held(painter, view.halt.held, words)
        elif self._seconds_left is not None:
            self._paint_countdown(painter, view, self._seconds_left, words)
        apart = view.halt.held is not None
        if view.cards.cut_card_out and not apart and len(self._corners[1].lines) <= _UNDER_CUT_CARD:
            self._paint_cut_card_name(painter, words)
        if self._scene.caption:
            face = theme.font(self._scene.size(theme.LEAST))
            y = self.layout.high - 28
            write(painter, self._scene.caption, self.layout.middle, y, face, theme.T1, align=0.5)

    def _paint_dealer(self, painter: QPainter, words: Words) -> None:
        lay, dealer = self.layout, self._dealer
        end, top = lay.name_end, lay.dealer_top
        name = hand_name(words, DEALER).upper()
        size = max(22, self._scene.size(theme.LEAST))
        write(painter, name, end, top + 16, theme.font(size, bold=True, track=108), theme.T1, align=1)
        for at, order in enumerate(dealer.order, 1):
            place = lay.dealer(at, max(2, len(dealer.cards)), self._card_width)
            face, y = theme.font(self._scene.size(theme.LEAST), bold=True), place.bottom() + 14
            write(painter, str(order), place.center().x(), y, face, theme.T0, align=0.5)
        if dealer.order or not dealer.total:
            return
        text = total_text(words, dealer.total, soft=dealer.soft)
        face = shrunk(text, 150, (44, 40, 36, 32, 28), bold=True)
        write(painter, text, end, top + 57, face, theme.T0, align=1)
        if dealer.natural:
            wide = advance(text, face) + 24
            outline(painter, QRectF(end - wide + 12, top + 32, wide, 50), pen(theme.T0, 3), 6)

    def _paint_notices(self, painter: QPainter) -> None:
        """Paint the notices in the lower corners, in a halt, too: BJ-1.2.3 excepts no phase. Nothing is
        painted while a sign-in takes the felt's foot: it would cover the seats' texts.
        """
        if self._scene.foot:
            return
        for corner in self._corners:
            y = self._lowest - corner.above
            for line in corner.lines:
                y += corner.step
                write(painter, line, corner.left, y, corner.face, theme.T2)

    @property
    def _lowest(self) -> float:
        """The middle of the notices' last line, a bit lower if the right ones stand under words on a card."""
        return self.layout.high - (13 if self._view.halt.held is None else 12)

    @property
    def _corners(self) -> tuple[Corner, Corner]:
        """The notices at the left and at the right, in the largest letters in which all have room.

        At the left are three, or four if a card lies apart; fewer if one is long. At the right there is then
        room for the words on that card, unless the notices need all of it in the least letters.
        """
        lay, held = self.layout, self._view.halt.held is not None
        left = self.card_apart.right() + 30 if held else lay.middle + _RIGHT_NOTICES
        if self._seconds_left is not None and not self._is_bet_time:
            unit = advance(self._seconds_text, theme.font(theme.LEAST))
            left = max(left, lay.middle + _SECONDS + unit / 2 + 16)
        foot, right = _FOOT_APART if held else _FOOT, self._right - left
        for named, face, count in product(
            dict.fromkeys((held, False)), map(theme.font, _NOTICE_SIZES), range(_LEFT + held, 1, -1)
        ):
            corners = (
                _corner(self._notices[:count], 48.0, _LEFT_WIDE, foot, face),
                _corner(self._notices[count:], left, right, foot, face, named),
            )
            if all(each.step >= face.pixelSize() * _CLOSEST for each in corners):
                break
        return corners

    @property
    def _right(self) -> float:
        """The end of what stands at the right of the felt's foot."""
        return self.cut_card.left() - 12 if self._view.cards.cut_card_out else self.layout.wide - 48

    @property
    def _seconds_left(self) -> int | None:
        shown = self._scene.counting and self._view.halt.held is None
        return self._view.countdown.seconds_left if shown else None

    @property
    def _seconds_text(self) -> str:
        return self._words.count("countdown.seconds", self._seconds_left or 0)

    def _paint_countdown(self, painter: QPainter, view: DealerView, remaining: int, words: Words) -> None:
        lay = self.layout
        colour = theme.RED if self._scene.alarm else theme.T0
        draw_blocks(painter, lay.blocks, view, colour)
        if self._is_bet_time:
            draw_figure_in(painter, self._figure_box, remaining, words, colour)
            return
        x, unit = lay.middle + _SECONDS, self._seconds_text
        write(painter, str(remaining), x, lay.bottom - 50, theme.font(60, bold=True), theme.T0, align=0.5)
        write(painter, unit, x, lay.bottom - 8, theme.font(theme.LEAST), theme.T1, align=0.5)

    def _paint_held(self, painter: QPainter, held: HeldCard, words: Words) -> None:
        """The words on cards in no hand: above the notices, with the reason if there is room, or on a small
        table beneath the cards.
        """
        box, wide = self.card_apart, self.layout.wide
        heading, face = no_hand_text(words, held.cards), theme.font(self._scene.size(theme.LEAST), bold=True)
        if self.layout.small:
            half, beside = advance(heading, face) / 2, 0.0
            if caption := self._scene.caption:
                beside = self.layout.middle + advance(caption, theme.font(self._scene.size(theme.LEAST))) / 2
            x = max(min(box.center().x(), wide - 24 - half), beside + 24 + half)
            if x + half < wide:  # left out without room, since the prompt says it too
                write(painter, heading, x, box.bottom() + 30, face, theme.T0, align=0.5)
            return
        note, high = halt_note(words, held.reason, unread=held.unread), self._corners[1].above
        x, y = box.right() + 30, self._lowest - high
        if high > _FOOT_APART:  # the prompt says it, too
            return
        write(painter, heading, x, y, face, theme.T0)
        beside = x + advance(heading, face) + 12
        if beside + advance(note, theme.font(theme.LEAST)) <= self._right:  # the prompt says it, too
            write(painter, note, beside, y, theme.font(theme.LEAST), theme.T1)

    def _paint_cut_card_name(self, painter: QPainter, words: Words) -> None:
        name, face = sentence(words.text("felt.cut_card")), theme.font(self._scene.size(theme.LEAST))
        box = self.cut_card
        write(painter, name, box.left() - 10, box.top() + 6, face, theme.T1, align=1)


def _corner(
    texts: Sequence[str], left: float, wide: float, high: float, face: QFont, named: bool = False
) -> Corner:
    """Notices in this height, ``named`` with a line above them."""
    lines = tuple(line for text in texts for line in balance(text, wide, face))
    return Corner(lines, left, min(_NOTICE, high / max(1, len(lines) - 1 + named)), face)


def _moved(view: DealerView) -> tuple[str, int] | None:
    """The right place of the card that the dealer moves, the last one dealt (LT-BJ-2.3.4, LT-BJ-2.3.9a)."""
    if view.view.prompt.action != Action.MOVE_CARD or view.cards.last_card is None:
        return None
    _, hand, card = view.cards.last_card
    return hand, card

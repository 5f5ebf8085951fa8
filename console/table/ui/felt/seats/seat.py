"""One seat as a widget: its number, fanned hands, totals, states; the acting one as a panel with a wedge. It
shows a :class:`~console.table.ui.felt.seats.shown_seats.ShownSeat`; other modules decide whose turn it is.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.game.blackjack.hands import Choice, State
from console.table.ui.felt.card_faces import CardFace, LaidThing, MarkedFor, PlaceFace, draw_place
from console.table.ui.felt.seats.seat_layout import LINE, LOWER, MARGINS, RING, WEDGE, Column
from console.table.ui.felt.seats.shown_seats import (
    ShownDealer,
    ShownHand,
    ShownSeat,
    bets_texts,
    card_text,
    hand_label,
    insurance_text,
    next_text,
    seat_name,
    spoken_seat,
    state_text,
)
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, break_lines, legible, shrunk, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign
from console.table.words.names import total_text as total_words

_SIGNS: Final[dict[State, Sign]] = {
    State.WAITING: Sign("outcomes.clock"),
    State.ACTING: Sign("states.hourglass"),
    State.STOOD: Sign("states.tick"),
    State.DOUBLED: Sign("seats.double"),
    State.BUST: Sign("outcomes.cross"),
    State.BLACKJACK: Sign("seats.star"),
    State.SURRENDERED: Sign("seats.flag"),
    State.REFUNDED: Sign("outcomes.bets_back"),
    State.WON: Sign("states.tick"),
    State.LOST: Sign("outcomes.cross"),
    State.PUSH: Sign("seats.equal"),
}
_CHOSE: Final[dict[Choice, Sign]] = {
    Choice.HIT: Sign("seats.hit"),
    Choice.DOUBLE: Sign("seats.double"),
    Choice.SPLIT: Sign("seats.split"),
    Choice.INSURE: Sign("seats.shield"),
    Choice.DECLINE: Sign("outcomes.cross"),
    Choice.TIMEOUT: Sign("seats.no_answer"),
}
_QUIET: Final = frozenset((State.WAITING, State.BUST, State.LOST, State.SURRENDERED, State.REFUNDED))
_PLACE: Final = QRectF(0, 0, 64, 89.6)
_CHIP: Final = 5.0
FAR: Final = 60.0
"""A state's sign beside the total: it draws 50 pixels, 15 minutes of arc at 3 m and 0.26 mm a pixel."""
_SHARED_FAR: Final = 42.0
"""The sign's size beside the total of a hand that shares its seat with another."""
LEAST_FAR: Final = 38.0
"""The least: if the total is as wide as the hand, the sign stands beneath it."""
_HOURGLASSES: Final = (56.0, LEAST_FAR)
"""Those of an hourglass, alone and shared: it draws more of its height, to the edge of the word beneath."""
_CLEAR: Final = 2.25
"""A sign draws five sixths of its height. At this multiple of the distance from its middle it is clear of
what stands over it.
"""
_TOTALS: Final = (26, 24, 22, 20, theme.LEAST)
_FAR_TOTALS: Final = (40, 36, 32, 28, *_TOTALS)
"""Totals beside a sign: larger than the sign of a hand that waits, which decides nothing."""
_FRAME: Final = 10.0
"""A blackjack's frame at either side of its total."""


def next_face(hand: ShownHand | ShownDealer) -> PlaceFace:
    """The place of a hand's next card: outlined, or with the card that could not be read."""
    return PlaceFace(LaidThing.BACK, marked=MarkedFor.NOW) if hand.unread else PlaceFace(LaidThing.NEXT)


class SeatPlace(Surface):
    def __init__(self, number: int, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self.seat = ShownSeat(number)
        self._words = words
        self._still: object = None
        self._scale, self._close, self._quiet = 1.0, False, False
        self._most: float = 0
        self._under: float | None = None
        self.cards: list[CardFace] = []
        """The hands' cards, hand 1 first; at the next card's place the place itself."""

    # --- what is shown ----------------------------------------------------------------------------

    def show_seat(
        self, seat: ShownSeat, words: Words, *, scale: float, quiet: bool,
        marked: MarkedFor = MarkedFor.NOT, chosen: tuple[str, int] | None = None,
        moved: tuple[str, int] | None = None,
    ) -> None:  # fmt: skip
        """Show a seat; ``quiet``: no card is dealt yet; ``chosen`` was touched, ``moved`` is to be moved."""
        own = chosen if chosen is not None and chosen[0].partition(".")[0] == str(seat.number) else None
        still = (seat, words.language, scale, quiet, marked, own, moved)
        if still == self._still:
            return
        self._still = still
        self.seat, self._words = seat, words
        self._scale, self._quiet = scale, quiet
        self.setAccessibleName(spoken_seat(words, seat))
        self._show_cards(seat, words, marked, own, moved)
        self.arrange()
        self.update()

    def lay_out(self, *, close: bool, under: float | None) -> None:
        """Lay an acting seat's lines close, or cards as large as fits: ``under`` is the height under them."""
        if (close, under, 0) != (self._close, self._under, self._most):
            self._close, self._under, self._most = close, under, 0
            self.arrange()
            self.update()

    def limit(self, most: float) -> None:
        """Lay the cards that do not decide no wider than those of the other seats."""
        if most != self._most:
            self._most = most
            self.arrange()
            self.update()

    @property
    def card_width(self) -> float | None:
        """The least width of its cards that do not decide; None if it has none."""
        column = self.column
        ways = (
            column.fan(len(hand.cards) + hand.next, at).width
            for at, hand in enumerate(self.seat.hands)
            if (hand.cards or hand.next) and at != column.deciding
        )
        return min(ways, default=None)

    def _show_cards(
        self,
        seat: ShownSeat,
        words: Words,
        marked: MarkedFor,
        chosen: tuple[str, int] | None,
        moved: tuple[str, int] | None,
    ) -> None:
        wanted = sum(len(hand.cards) + hand.next for hand in seat.hands)
        while len(self.cards) < wanted:
            self.cards.append(CardFace(self))
            self.cards[-1].u = self.u
        faces = iter(self.cards)
        split = len(seat.hands) > 1
        for number, hand in enumerate(seat.hands):
            waits = split and seat.acts and not hand.acts
            for at, card in enumerate(hand.cards, 1):
                mark = MarkedFor.PIT_BOSS if chosen == (hand.name, at) else marked
                mark = MarkedFor.NOW if moved == (hand.name, at) else mark
                name = card_text(words, hand.name, at, card, split=split)
                strip = self._strip(hand, number)
                lies = PlaceFace(LaidThing.FACE, card, hand.dimmed or waits, marked=mark, strip=strip)
                next(faces).show_card(lies, name)
            if hand.next:
                next(faces).show_card(next_face(hand), next_text(words, hand, split=split))
        for at, face in enumerate(self.cards):
            face.setVisible(at < wanted)

    def _strip(self, hand: ShownHand, number: int) -> float:
        way = self.column.fan(len(hand.cards) + hand.next, number)
        return way.step / way.width

    @property
    def lines(self) -> int:
        """The number of lines under the state: for the hand's name, and for other bets."""
        return (len(self.seat.hands) > 1) + sum(map(len, self._beneath))

    @property
    def _beneath(self) -> tuple[tuple[str, ...], ...]:
        """The small lines about other bets, those of a text together; of a deciding seat insurance alone: its
        cards need the room.
        """
        large = self.seat.acts and self._scale >= 1
        told = insurance_text if large else bets_texts
        room, face = self.wide - MARGINS, theme.font(theme.LEAST)
        texts = tuple(break_lines(text, room, face) for text in told(self._words, self.seat))
        return texts if all(advance(line, face) <= room for text in texts for line in text) else ()

    @property
    def column(self) -> Column:
        hands = max(1, len(self.seat.hands))
        deciding = next((at for at, hand in enumerate(self.seat.hands) if hand.acts), None)
        deciding = deciding if self.seat.acts and self._scale >= 1 else None
        is_far = self._scale >= 1 and hands == 1 and not self.seat.acts and not self._quiet
        lower = LOWER if is_far else 0.0
        acts = self.seat.acts
        close = self._close and acts
        large = None if self._scale >= 1 else self._under
        return Column(
            self.wide, self.high, hands, self.lines, acts, deciding, lower, close,
            self._most, large, numbered=any(hand.order for hand in self.seat.hands),
        )  # fmt: skip

    def _cards_end(self, column: Column, number: int) -> float:
        hand = self.seat.hands[number]
        tall = column.fan(len(hand.cards) + hand.next, number).tall
        return column.cards_begin + (column.area + tall) / 2

    def arrange(self) -> None:
        """Fan every hand: each card lies over the ones before it, which were made before it."""
        column, faces = self.column, iter(self.cards)
        for number, hand in enumerate(self.seat.hands):
            count = len(hand.cards) + hand.next
            way = column.fan(count, number)
            top = column.cards_begin + (column.area - way.tall) / 2
            for at in range(count):
                face = next(faces)
                if face.face.lies is LaidThing.FACE:
                    face.show_card(replace(face.face, strip=way.step / way.width), face.accessibleName())
                face.lay(way.place_of(at, count, column.hand_middle(number), top))

    def rect_in(self, felt: Surface) -> QRectF:
        box = self.geometry()
        return QRectF(box.x() / felt.u, box.y() / felt.u, box.width() / felt.u, box.height() / felt.u)

    def card_at(self, point: QPointF) -> tuple[str, int] | None:
        """The card under a point of the seat; of two that overlap the upper one."""
        names = [(hand.name, at, at <= len(hand.cards)) for hand in self.seat.hands
                 for at in range(1, len(hand.cards) + hand.next + 1)]  # fmt: skip
        for (name, at, lies), face in reversed(list(zip(names, self.cards, strict=False))):
            if lies and face.geometry().contains((point * self.u).toPoint()):
                return name, at
        return None

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        words = self._words
        column = self.column
        if self.seat.acts:
            self._paint_panel(painter, column, words)
        else:
            self._paint_ring(painter, column)
        if not any(hand.cards or hand.next for hand in self.seat.hands):
            self._paint_empty(painter, column, words)
        for number, hand in enumerate(self.seat.hands):
            if hand.cards or hand.next:
                self._paint_hand(painter, column, number, hand, words)
        self._paint_bets(painter, column)

    def _size(self, size: int, least: int = theme.LEAST) -> int:
        """A size of letters: never smaller on the screen than ``least`` units of it."""
        return max(size, round(least / self._scale))

    def _paint_panel(self, painter: QPainter, column: Column, words: Words) -> None:
        box, middle = column.panel, column.middle
        wedge = QPainterPath(QPointF(middle - 18, box.bottom() - 1))
        wedge.lineTo(QPointF(middle + 18, box.bottom() - 1))
        wedge.lineTo(QPointF(middle, box.bottom() + WEDGE - 1))
        painter.fillPath(wedge, self.tint.edge)
        fill(painter, box, self.tint.fill, 8)
        outline(painter, box, pen(self.tint.edge, 4), 8)
        face = theme.font(self._size(21), bold=True)
        y = column.cards_begin / 2 + 1
        write(painter, seat_name(words, self.seat.number), middle, y, face, theme.T0, align=0.5)

    def _paint_ring(self, painter: QPainter, column: Column) -> None:
        colour = theme.T2 if self.seat.free else self.tint.edge if self.seat.asked else theme.T0
        face = theme.font(self._size(18), bold=True)
        radius = max(RING, 0.6 * face.pixelSize())
        middle = max(radius + 1, 21.0)
        ring = QRectF(column.middle - radius, middle - radius, 2 * radius, 2 * radius)
        if self.seat.asked:
            fill(painter, ring, self.tint.edge, radius)
        else:
            outline(painter, ring, pen(theme.T2 if self.seat.free else theme.T1, 1.6), radius)
        ink = theme.BG0 if self.seat.asked else colour
        write(painter, str(self.seat.number), column.middle, middle, face, ink, align=0.5)

    def _paint_empty(self, painter: QPainter, column: Column, words: Words) -> None:
        """A free seat's dashed place; a bettor's, while no card lies there, in one line."""
        card = QRectF(0, 0, column.most, column.most * 1.4) if column.under and column.most else _PLACE
        place = card.translated(column.middle - card.width() / 2, column.cards_begin)
        if column.area < place.height():
            place.setHeight(column.area)
        draw_place(painter, place, theme.PRINT if self.seat.free else theme.T1, 1.5, dashed=self.seat.free)
        text = words.text("seat.free" if self.seat.free else "seat.has_bet")
        face, inside = theme.font(theme.LEAST), place.width() - 6
        if not legible(face, self._scale) or (self.seat.free and advance(text, face) > inside):
            return  # its dashes say the same
        y = place.center().y() if advance(text, face) <= inside else place.bottom() + 16
        write(painter, text, column.middle, y, face, theme.T2 if self.seat.free else theme.T0, align=0.5)

    def _paint_hand(
        self, painter: QPainter, column: Column, number: int, hand: ShownHand, words: Words
    ) -> None:
        middle, room = column.hand_middle(number), column.hand_width(number)
        text = "" if self._quiet else state_text(words, self.seat, hand)
        if self._scale >= 1 and text and hand.total and not hand.acts:
            self._paint_far(painter, column, number, hand, text, words)
            return
        for at, order in enumerate(hand.order):
            way, count = column.fan(len(hand.cards), number), len(hand.cards)
            place = way.place_of(at, count, middle, 0)
            shows = way.step if at < count - 1 else place.width()
            y, face = self._cards_end(column, number) + 14, theme.font(self._size(theme.LEAST), bold=True)
            write(painter, str(order), place.left() + shows / 2, y, face, theme.T0, align=0.5)
        if hand.order:
            return  # its total counts for nothing now
        if hand.total:
            self._paint_total(painter, middle, column.total_y, room, hand, words)
        if text:
            self._paint_state(painter, column, number, hand, text)
        if len(self.seat.hands) > 1:
            self._paint_label(painter, column, number, hand, words)

    def _paint_label(
        self, painter: QPainter, column: Column, number: int, hand: ShownHand, words: Words
    ) -> None:
        """The label of a split's hand, if there is room; without the label the hands' order says it."""
        bold, colour = hand.acts, theme.T0 if hand.acts else theme.T1
        label, room = hand_label(words, hand), column.hand_width(number)
        y = column.state_y + LINE + hand.acts  # below the tails of the state's letters
        face = theme.font(theme.LEAST, bold=bold)
        if legible(face, self._scale) and advance(label, face) <= room:
            write(painter, label, column.hand_middle(number), y, face, colour, align=0.5)

    def _paint_far(
        self, painter: QPainter, column: Column, number: int, hand: ShownHand, text: str, words: Words
    ) -> None:
        """Paint the part to be read from afar: the total, with the state's sign beside it.

        The sign's word stands beneath if the hand is alone and there is room. If the total is as wide as its
        hand, the sign stands beneath it, in place of word and label.
        """
        ink, y, middle = self._ink(hand), column.total_y, column.hand_middle(number)
        room = column.hand_width(number)
        total = total_words(words, hand.total, soft=hand.soft)
        framed = 2 * _FRAME if hand.natural else 0
        sign = self._sign(hand)
        # An hourglass is the tallest sign; with a void round's, no hand has any other.
        small = self.seat.void or hand.state is State.WAITING
        alone, shared = _HOURGLASSES if sign == Sign("states.hourglass") else (FAR, _SHARED_FAR)
        most = LEAST_FAR if small else alone if len(self.seat.hands) == 1 else shared
        wide = advance(total, shrunk(total, room - most - 8 - framed, _FAR_TOTALS, bold=True)) + framed
        below = column.total_y - self._cards_end(column, number)
        side, sign_ink = min(most, room - wide - 6, below * _CLEAR), self._sign_ink(hand)
        if side < LEAST_FAR:
            self._paint_total(painter, middle, y, room, hand, words)
            box = QRectF(middle - LEAST_FAR / 2, column.state_y - LINE / 2, LEAST_FAR, LEAST_FAR)
            sign(painter, box, sign_ink)
            return
        left = middle - (side + 6 + wide) / 2
        sign(painter, QRectF(left, y - side / 2, side, side), sign_ink)
        self._paint_total(painter, left + side + 6 + wide / 2, y, wide - framed, hand, words)
        # If the column keeps room for a lower word, the word uses it: a band makes the sign smaller alone.
        lower = max(column.lower, LOWER * (side - _SHARED_FAR) / (FAR - _SHARED_FAR))
        if len(self.seat.hands) > 1:
            self._paint_label(painter, column, number, hand, words)
            return
        face = theme.font(theme.LEAST, bold=True)
        word = text.upper() if advance(text.upper(), face) <= room else text
        if advance(word, face) <= room:
            write(painter, word, middle, column.state_y + lower, face, ink, align=0.5)

    def _ink(self, hand: ShownHand) -> QColor:
        if self.seat.void:
            return theme.T2  # no hand of a void seat is acting any more
        if hand.acts or (self.seat.asked and hand.state is not State.SURRENDERED):
            return self.tint.edge
        return theme.T2 if hand.state in _QUIET else theme.T0

    def _sign_ink(self, hand: ShownHand) -> QColor:
        return theme.GREEN if hand.state is State.WON else self._ink(hand)

    def _sign(self, hand: ShownHand) -> Sign:
        if self.seat.void:
            return Sign("states.void")
        if hand.chose is not None:
            return _CHOSE[hand.chose]
        if self.seat.asked:
            return Sign("states.hourglass")
        if self.seat.answered is not None:
            return _CHOSE[self.seat.answered]
        if hand.timed_out and hand.state is State.STOOD:
            return Sign("seats.no_answer")
        return _SIGNS[hand.state or State.WAITING]

    def _paint_total(
        self, painter: QPainter, middle: float, y: float, room: float, hand: ShownHand, words: Words
    ) -> None:
        text = total_words(words, hand.total, soft=hand.soft)
        is_far = self._scale >= 1 and not (hand.acts or self._quiet)
        every = _FAR_TOTALS if is_far else (self._size(26), *_TOTALS)
        sizes = [size for size in every if legible(theme.font(size), self._scale)]
        face = shrunk(text, room - (12 if hand.acts else 0), tuple(sizes), bold=True)
        if hand.soft and advance(text, face) > room:  # the ace among its cards says it, too
            text = total_words(words, hand.total, soft=False)
        half = advance(text, face) / 2 + 10
        high = max(34.0, 1.2 * face.pixelSize())
        box, ink = QRectF(middle - half, y - high / 2, 2 * half, high), theme.T0
        if hand.acts:
            box.setHeight(1.08 * face.pixelSize())  # beneath it stands a word that may have an umlaut
            y = box.center().y()
            fill(painter, box, self.tint.edge, _CHIP)
            ink = theme.BG0
        elif hand.natural:
            outline(painter, box, pen(theme.T2 if hand.dimmed else theme.T0, 2.5), _CHIP)
        if hand.dimmed and not hand.acts:
            ink = theme.mix(theme.T0, theme.FELT, 0.6)
        write(painter, text, middle, y, face, ink, align=0.5)

    def _paint_state(
        self, painter: QPainter, column: Column, number: int, hand: ShownHand, text: str
    ) -> None:
        """Sign and word; a word too long for a narrow hand stands alone, else the sign does."""
        middle, room, y = column.hand_middle(number), column.hand_width(number), column.state_y
        sign, ink, sign_ink = self._sign(hand), self._ink(hand), self._sign_ink(hand)
        side, face, shown = float(self._size(16)), theme.font(theme.LEAST, bold=True), text.upper()
        if not legible(face, self._scale) or advance(text, face) > room:
            sign(painter, QRectF(middle - side / 2, y - side / 2, side, side), sign_ink)
            return
        wide = advance(shown, face) + side + 5
        if wide > room:
            write(painter, text, middle, y, face, ink, align=0.5)
            return
        sign(painter, QRectF(middle - wide / 2, y - side / 2, side, side), sign_ink)
        write(painter, shown, middle - wide / 2 + side + 5, y, face, ink)

    def _paint_bets(self, painter: QPainter, column: Column) -> None:
        """Insurance and side bets, quietly, under everything else; each whole or not at all."""
        texts = self._beneath
        y = column.state_y + LINE * (1 + self.lines - sum(map(len, texts))) + column.lower
        for text in texts:
            fits = y + LINE * (len(text) - 1) + theme.LEAST / 2 <= self.high
            for line in text if fits and legible(theme.font(theme.LEAST), self._scale) else ():
                write(painter, line, column.middle, y, theme.font(theme.LEAST), theme.T1, align=0.5)
                y += LINE

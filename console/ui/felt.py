"""The table as the dealer sees it: half-round, both hands, points, winner, cut card, countdown.

The same widget in live play, after a restart and in a replay. Knows where things lie on the felt, never
why; which side is whose is the table's configuration.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from console.game.baccarat import Hand, Winner
from console.game.cards import Card
from console.table.roles import Actor
from console.table.views import CoupView, DealerView
from console.ui.cards import SPARE, CardFace, Lies, Marked, Shown
from console.ui.countdown import BLOCKS_HEIGHT, draw_blocks, draw_figure
from console.ui.lettering import advance, sentence, shrunk, write
from console.ui.lying import held_card, held_name, laid_again, lies_on_table, next_place_of
from console.ui.surface import Surface, fill, pen
from console.ui.table_layout import CARD_HEIGHT, TableLayout
from console.ui.telling import red_ending
from console.ui.theme import (
    BAND_HEIGHT,
    BG0,
    FELT,
    NOW,
    PRINT,
    QUIET_PRINT,
    RED,
    RIM,
    T0,
    T1,
    T2,
    WIDTH,
    font,
    mixed,
)
from console.words import Words
from console.words.names import card_at, card_name, hand_name, next_place
from console.words.speech import halt_note, seconds_left


class Felt(Surface):
    """The table zone in play; ``scale`` below 1 draws it smaller beside a list or a pad."""

    touched = Signal(str, int)
    """A card was touched: its hand and its position from 1."""

    def __init__(self, parent: QWidget | None = None, *, scale: float = 1) -> None:
        super().__init__(parent)
        self.scale = scale
        self._dimmed, self._caption = False, ""
        self._chosen: tuple[str, int] | None = None
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._lying = False
        self._band = False
        self._layout = TableLayout(WIDTH, 360)
        self._ground: tuple[object, QImage] | None = None
        self._still: object = None
        self.covers()
        self.places = {(hand, at): CardFace(self) for hand in Hand for at in (1, 2, 3)}
        self.held = CardFace(self)
        self.cut_card = CardFace(self)

    def set_unit(self, u: float) -> None:
        """Scale this part, and keep its small letters as large as they are elsewhere."""
        super().set_unit(u * self.scale)

    def show_view(
        self,
        view: DealerView,
        words: Words,
        *,
        band: bool,
        dimmed: bool = False,
        caption: str = "",
        chosen: tuple[str, int] | None = None,
    ) -> None:
        """Show the table; ``band`` says that a worded band lies over its upper edge.

        ``dimmed`` cards count for nothing, ``caption`` stands beneath them, ``chosen`` is a card that was
        touched.
        """
        self._lying = lies_on_table(view, self._lying)
        self._dimmed, self._caption, self._chosen = dimmed, caption, chosen
        self._view, self._words, self._band = view, words, band
        self._name_zone(view, words)
        for (hand, at), place in self.places.items():
            self._show_place(place, hand, at, view, words)
        self.held.show_card(held_card(view), held_name(view, words))
        self.cut_card.show_card(Shown(Lies.CUT_CARD), words.text("rail.cut_card_out"))
        self.held.setVisible(view.held is not None)
        self.cut_card.setVisible(view.cut_card_out)
        self.arrange()
        self._update_what_changed(view, words)

    def _update_what_changed(self, view: DealerView, words: Words) -> None:
        """Paint again what a card or a second changes; all of it only if more has changed."""
        still = (
            self._layout,
            self._winner,
            self._halted,
            view.held,
            view.cut_card_out,
            words.language,
            self.u,
            (self._dimmed, self._caption, self._chosen, view.view.prompt.places),
        )
        if still != self._still or view.held is not None:
            self._still = still
            self.update()
            return
        lay = self._layout
        clear = lay.inner - SPARE - 2
        self.update_part(QRectF(lay.middle - clear, lay.crown, 2 * clear, lay.high - lay.crown))
        self.update_part(QRectF(0, lay.top + CARD_HEIGHT + 8, lay.wide, 24))
        if self._counting:
            self.update_part(QRectF(0, 0, lay.wide, lay.crown))

    def cards_of(self, hand: Hand) -> tuple[Card, ...]:
        """What lies in a hand on the table."""
        if self._view is not None and self._view.view.prompt.places:
            return laid_again(self._view, hand)
        lying = self._round
        return () if lying is None else lying.player if hand is Hand.PLAYER else lying.banker

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        """The places with cards, from the left to the right."""
        places = [(hand.value, at) for hand in Hand for at in range(1, len(self.cards_of(hand)) + 1)]
        return tuple(sorted(places, key=lambda place: self._layout.place(Hand(place[0]), place[1]).x()))

    @property
    def _round(self) -> CoupView | None:
        return self._view.view.coup if self._view is not None and self._lying else None

    def _show_place(self, place: CardFace, hand: Hand, at: int, view: DealerView, words: Words) -> None:
        cards = self.cards_of(hand)
        if at <= len(cards):
            lost = self._winner is not None and self._winner not in (Winner.TIE, hand.value)
            key = "access.card.crosswise" if at == 3 else "access.card"
            card = card_name(words, cards[at - 1])
            name = words.text(key, hand=hand_name(words, hand), position=at, card=card)
            marked = self._marked(hand, at, view)
            place.show_card(Shown(Lies.FACE, cards[at - 1], lost or self._dimmed, marked=marked), name)
        elif (hand.value, at) == next_place_of(view):
            place.show_card(Shown(Lies.NEXT), next_place(words, hand, at))
        else:
            place.show_card(Shown(), card_at(words, hand, at, None))
        place.setVisible(at < 3 or place.shown.lies is not Lies.NOTHING)

    def _marked(self, hand: Hand, at: int, view: DealerView) -> Marked:
        """Where something happens: a card to be laid out again, or one that was chosen."""
        if self._chosen == (hand.value, at):
            return Marked.PIT_BOSS
        if not view.view.prompt.places:
            return Marked.NOT
        return Marked.PIT_BOSS if view.view.prompt.actor is Actor.PIT_BOSS else Marked.NOW

    @property
    def _winner(self) -> Winner | None:
        lying = self._round
        return None if lying is None or lying.outcome is None else lying.outcome.winner

    def _name_zone(self, view: DealerView, words: Words) -> None:
        """The whole zone as one sentence, for who hears it."""
        heard = [words.text("access.table")]
        for hand in (Hand.PLAYER, Hand.BANKER):
            name = hand_name(words, hand)
            if self.cards_of(hand):
                heard.append(words.count("access.points", self._points(hand), hand=name))
            if self._winner == hand.value:
                heard.append(words.text("access.wins", hand=name))
        if view.seconds_left is not None:
            heard += [words.text("access.countdown"), seconds_left(words, view.seconds_left)]
        self.setAccessibleName(". ".join(heard))

    def _points(self, hand: Hand) -> int:
        lying = self._round
        return 0 if lying is None else lying.points[hand]

    # --- where things lie -------------------------------------------------------------------------

    @property
    def _counting(self) -> bool:
        view = self._view
        return view is not None and view.seconds_left is not None and view.view.bets == "open"

    @property
    def _halted(self) -> bool:
        """Whether it shows that play is halted; an incident that is open says so in its own way."""
        if self._view is None or self._view.view.phase != "halted":
            return False
        incident = self._view.view.incident
        return incident is None or not incident.open

    @property
    def _crown(self) -> float:
        """The felt's upper edge, under a band and the countdown's blocks."""
        taken = (BAND_HEIGHT if self._band else 0) + (BLOCKS_HEIGHT if self._counting else 0)
        return taken + (16 if self._halted else 10)

    def _laid_out(self) -> TableLayout:
        view = self._view
        if view is None:
            return TableLayout(self.wide, self.high)
        inner = 134 if view.held else 126 if self._counting else 114
        return TableLayout(self.wide, self.high, self._crown, inner, view.banker_left)

    def arrange(self) -> None:
        """Lay every card at its place."""
        self._layout = self._laid_out()
        for (hand, at), place in self.places.items():
            place.lay(self._layout.place(hand, at))
        self.held.lay(self._layout.held)
        self.cut_card.lay(self._layout.cut_card)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """The felt and all that is written on it; cards paint themselves."""
        if self._view is None or self._words is None:
            return
        for hand in Hand:
            self._paint_hand(painter, hand, self._view, self._words)
        self._paint_middle(painter, self._view, self._words)
        if self._halted:
            fill(painter, QRectF(0, 0, self.wide, 6), RED)
        if self._view.cut_card_out:
            self._paint_cut_card_name(painter, self._words)
        if self._caption:
            y = min(self._layout.top + CARD_HEIGHT + 88, self.high - 40)
            face = shrunk(self._caption, self.wide - 160, tuple(self._size(size) for size in (18, 17, 16)))
            write(painter, self._caption, self._layout.middle, y, face, T1, align=0.5)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The empty table, copied box by box (a copy under a box is fast, under a region it is not)."""
        painter, table, sharp = QPainter(self), self._table(), self.devicePixelRatioF()
        for box in event.region():  # type: ignore[attr-defined]  # the stubs have no iteration
            painter.setClipRect(box)
            painter.drawImage(box, table, QRect(box.topLeft() * sharp, box.size() * sharp))
        painter.end()
        super().paintEvent(event)

    def _table(self) -> QImage:
        """The empty table, drawn once for each size and layout."""
        sharp = self.devicePixelRatioF()
        key = (self._layout, self.size(), sharp)
        if self._ground is None or self._ground[0] != key:
            image = QImage(self.size() * sharp, QImage.Format.Format_RGB32)
            image.setDevicePixelRatio(sharp)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), BG0)
            painter.scale(self.u, self.u)
            self._paint_table(painter)
            painter.end()
            self._ground = (key, image)
        return self._ground[1]

    def _paint_table(self, painter: QPainter) -> None:
        for inset, colour in ((0.0, RIM), (10.0, FELT)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawPath(self._layout.edge(inset))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QUIET_PRINT, 1.5))
        painter.drawPath(self._layout.edge(22))

    def _paint_hand(self, painter: QPainter, hand: Hand, view: DealerView, words: Words) -> None:
        first, second = self._layout.place(hand, 1), self._layout.place(hand, 2)
        middle = (first.center().x() + second.center().x()) / 2
        won, lost = self._winner == hand.value, self._winner not in (None, Winner.TIE, hand.value)
        if self.touches(QRectF(0, self._layout.names - 24, self.wide, 48)):
            self._paint_name(painter, hand, middle, words, won=won, lost=lost)
        for at in (1, 2, 3):
            if not self.places[hand, at].isHidden():
                self._paint_position(painter, hand, at)
        if won:
            self._paint_corners(painter, hand)

    def _paint_name(
        self, painter: QPainter, hand: Hand, middle: float, words: Words, *, won: bool, lost: bool
    ) -> None:
        name = hand_name(words, hand).upper()
        if self._view is not None and self._view.held and self.cards_of(Hand.PLAYER):
            name = f"{name}  {self._points(hand)}"
        face, y = font(max(28, self._size(20)), bold=True, track=108), self._layout.names
        chip = words.text("result.wins").upper() if won else None
        wide = 0 if chip is None else 15 + 24 + advance(chip, font(20, bold=True))
        end = write(painter, name, middle - wide / 2, y, face, T1 if lost else T0, align=0.5)
        if chip is not None:
            box = QRectF(end + 13, y - 16, wide - 15, 32)
            fill(painter, box, T0, 5)
            write(painter, chip, box.center().x(), y, font(20, bold=True), BG0, align=0.5)

    def _paint_position(self, painter: QPainter, hand: Hand, at: int) -> None:
        place = self._layout.place(hand, at)
        due = self.places[hand, at].shown.lies is Lies.NEXT
        face, colour = self._small(bold=due), NOW if due else T2
        write(painter, str(at), place.center().x(), place.bottom() + 19 / self.scale, face, colour, align=0.5)

    def _size(self, size: int) -> int:
        """A size that stays the same however small the table is drawn."""
        return round(size / self.scale)

    def _small(self, *, bold: bool = False) -> QFont:
        return font(self._size(16), bold=bold)

    def _paint_corners(self, painter: QPainter, hand: Hand) -> None:
        box = self._layout.hand(hand, len(self.cards_of(hand))).adjusted(-16, -16, 16, 16)
        painter.setPen(QPen(T0, 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for corner, dx, dy in (
            (box.topLeft(), 1, 1),
            (box.topRight(), -1, 1),
            (box.bottomLeft(), 1, -1),
            (box.bottomRight(), -1, -1),
        ):
            painter.drawPolyline([corner + QPointF(34 * dx, 0), corner, corner + QPointF(0, 34 * dy)])

    def _paint_middle(self, painter: QPainter, view: DealerView, words: Words) -> None:
        middle, centre = self._layout.middle, self._layout.top + CARD_HEIGHT / 2
        if view.held is not None:
            self._paint_held(painter, view.held.reason, words)
        elif self._counting and view.seconds_left is not None:
            colour = RED if red_ending(view) else T0
            top = self._crown - BLOCKS_HEIGHT - 10
            draw_blocks(painter, QRectF(24, top + 8, self.wide - 48, 30), view, colour)
            draw_figure(painter, middle, self._layout.top + 57, view.seconds_left, words, colour)
        elif self._round is not None and self.cards_of(Hand.PLAYER):
            self._paint_points(painter, middle, centre, words)

    def _paint_points(self, painter: QPainter, middle: float, centre: float, words: Words) -> None:
        painter.setPen(pen(PRINT, 1.5))
        painter.drawLine(QPointF(middle, centre - 53), QPointF(middle, centre + 53))
        for hand in Hand:
            lost = self._winner not in (None, Winner.TIE, hand.value)
            colour = mixed(T0, FELT, 0.6) if lost else T0
            x = middle + (-55 if self._layout.at_left(hand) else 55)
            write(painter, str(self._points(hand)), x, centre, font(128, bold=True), colour, align=0.5)
        if self._winner is Winner.TIE:
            chip = words.text("result.tie").upper()
            wide = advance(chip, font(20, bold=True)) + 24
            fill(painter, QRectF(middle - wide / 2, self._layout.top - 56, wide, 32), T0, 5)
            write(painter, chip, middle, self._layout.names, font(20, bold=True), BG0, align=0.5)

    def _paint_held(self, painter: QPainter, reason: str, words: Words) -> None:
        middle, y = self._layout.middle, self._layout.top + CARD_HEIGHT + 20
        face, step = font(self._size(18), bold=True), 26 / self.scale
        write(painter, words.text("halt.no_hand"), middle, y, face, T0, align=0.5)
        write(painter, halt_note(words, reason), middle, y + step, self._small(), T1, align=0.5)

    # --- touching ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Say which card was touched; who does not ask for one does not listen."""
        at = event.position() / self.u
        for hand, position in self.cards:
            if self._layout.place(Hand(hand), position).contains(at):
                self.touched.emit(hand, position)

    def _paint_cut_card_name(self, painter: QPainter, words: Words) -> None:
        name, face = sentence(words.text("felt.cut_card")), font(16)
        middle = min(self.wide - 68, self.wide - 36 - advance(name, face) / 2)
        write(painter, name, middle, self.high - 12, face, T1, align=0.5)

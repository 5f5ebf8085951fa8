"""A coup of baccarat on the felt: both hands, points, winner, and between them the countdown of bet time.

The module knows the places of baccarat's cards on the half-round table, in units, and the look of a winner;
the table's configuration gives each hand its side.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from console.base.words import Words
from console.table.core import DealerView, Mode, Phase
from console.table.core.state.views import CoupView
from console.table.game.baccarat.coup import Hand
from console.table.game.baccarat.roads import ROWS
from console.table.game.cards import Card
from console.table.ui.felt import score_boards
from console.table.ui.felt.bet_time import BLOCKS_HEIGHT
from console.table.ui.felt.card_faces import SPARE, CardFace, LaidThing, MarkedFor, PlaceFace
from console.table.ui.felt.condition import cards_to_lay_out, laid_aside, next_place_of
from console.table.ui.felt.notices import hand_limits
from console.table.ui.felt.scene import FeltScene
from console.table.ui.felt.two_hands import TwoHands, paint_corners
from console.table.ui.kit import Surface, theme
from console.table.ui.kit.lettering import balance, fill_lines, shrunk, write, write_lines
from console.table.words.names import card_at, card_name, hand_name, next_place

CARD_HEIGHT: Final = theme.CARD_WIDTH * 1.4
_GAP: Final = 12.0
_DESIGN: Final = 360.0
"""The height of the table zone in the design; any more height is spare."""
_LIMITS: Final = 18.0
"""The distance from one line of the limits to the next."""


def _rows(limits: tuple[str, ...]) -> int:
    return -(-len(limits) // 2)


_OVER_LIMITS: Final = 53.0
"""The height from the cards to the lower edge with the lines of limits beneath the cards' numbers."""
_CAPTION: Final = 48.0
"""The height of the line above what covers the lower edge."""


class TableLayout(msgspec.Struct, frozen=True):
    """The places on a table: ``crown`` is its upper edge, ``inner`` the nearest cards' way to the middle."""

    wide: float
    high: float
    crown: float = 10
    inner: float = 114
    banker_left: bool = True
    foot: float = 34
    """The height that is free beneath the cards: for their positions, and the words on a card in no hand."""
    covered: float = 0
    """The height of what covers the lower edge, with the line above it."""

    @property
    def middle(self) -> float:
        return self.wide / 2

    @property
    def top(self) -> float:
        """The upper edge of upright cards; nearer to the middle if the zone is higher than designed."""
        least = self.crown + (82 if self.crown > 40 else 101)
        top = min(least, self.high - CARD_HEIGHT - self.foot) + max(0.0, self.high - _DESIGN) * 0.42
        return min(top, self.high - self.covered - CARD_HEIGHT - self.foot)

    @property
    def is_low(self) -> bool:
        """Whether no name has room above its cards: a strip with keys reaches far into the table zone."""
        return self.top - 35 < self.crown + 22

    @property
    def names(self) -> float:
        """The middle of the hands' names: above the cards, on a low felt in place of the cards' positions."""
        return self.top + CARD_HEIGHT + 15 if self.is_low else self.top - 35

    def at_left(self, hand: Hand) -> bool:
        """Whether a hand lies at the dealer's left."""
        return (hand is Hand.BANKER) == self.banker_left

    def place_of(self, hand: Hand, at: int) -> QRectF:
        """A card's place: the first two upright beside the middle, the third crosswise at the outer side."""
        steps = (2 - at) if self.at_left(hand) else (at - 1)
        width: float = theme.CARD_WIDTH
        if at == 3:
            steps, width = 2, CARD_HEIGHT
        far = self.inner + steps * (theme.CARD_WIDTH + _GAP)
        x = self.middle - far - width if self.at_left(hand) else self.middle + far
        if at == 3:
            return QRectF(x, self.top + CARD_HEIGHT - theme.CARD_WIDTH, width, theme.CARD_WIDTH)
        return QRectF(x, self.top, width, CARD_HEIGHT)

    def hand(self, hand: Hand, cards: int) -> QRectF:
        """The box that a hand of two or three cards covers."""
        box = self.place_of(hand, 1).united(self.place_of(hand, 2))
        return box.united(self.place_of(hand, 3)) if cards == 3 else box

    @property
    def card_apart(self) -> QRectF:
        return QRectF(self.middle - theme.CARD_WIDTH / 2, self.top - 22, theme.CARD_WIDTH, CARD_HEIGHT)


class CoupOnFelt(TwoHands):
    def __init__(self, felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> None:
        super().__init__(felt, view, words, scene)
        self._limits: tuple[str, ...] = ()
        """Lines of text; the first half of them stands at the left."""
        self.layout = TableLayout(scene.wide, scene.high)
        self.places = {(hand, at): CardFace(felt) for hand in Hand for at in (1, 2, 3)}

    # --- what lies there --------------------------------------------------------------------------

    def show(self, view: DealerView, words: Words, scene: FeltScene) -> None:
        """Show both hands, and the place of the next card."""
        self._view, self._words, self._scene = view, words, scene
        self._limits = fill_lines(
            hand_limits(words, view.limits), self.layout.middle - 190, theme.font(theme.LEAST)
        )
        for (hand, at), place in self.places.items():
            self._show_place(place, hand, at, view, words)
            if self._has_boards:
                place.hide()

    def cards_of(self, hand: Hand) -> tuple[Card, ...]:
        if self._view.view.prompt.places:
            return cards_to_lay_out(self._view, hand)
        lying = self._round
        return () if lying is None else lying.player if hand is Hand.PLAYER else lying.banker

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        places = [(hand.value, at) for hand in Hand for at in range(1, len(self.cards_of(hand)) + 1)]
        return tuple(sorted(places, key=lambda place: self._box(*place).x()))

    def _box(self, hand: str, at: int) -> QRectF:
        return self.layout.place_of(Hand(hand), at)

    @property
    def _round(self) -> CoupView | None:
        return self._view.view.coup if self._scene.lies else None

    def _show_place(self, place: CardFace, hand: Hand, at: int, view: DealerView, words: Words) -> None:
        cards = self.cards_of(hand)
        if at <= len(cards):
            key = "access.card.crosswise" if at == 3 else "access.card"
            card = card_name(words, cards[at - 1])
            name = words.text(key, hand=hand_name(words, hand), position=at, card=card)
            dimmed = self._has_lost(hand) or self._scene.dimmed
            marks = self._mark_of((hand.value, at))
            place.show_card(PlaceFace(LaidThing.FACE, cards[at - 1], dimmed, marked=marks), name)
        elif (hand.value, at) == next_place_of(view) and not laid_aside(view):
            place.show_card(PlaceFace(LaidThing.NEXT), next_place(words, hand, at))
        elif view.cards.unread and view.cards.due_to == hand.value and at == len(cards) + 1:
            face = PlaceFace(LaidThing.BACK, marked=MarkedFor.NOW)
            unread = words.text("record.said.card_unread")
            name = words.text("access.card", hand=hand_name(words, hand), position=at, card=unread)
            place.show_card(face, name)
        else:
            place.show_card(PlaceFace(), card_at(words, hand, at, None))
        place.setVisible(at < 3 or place.face.lies is not LaidThing.NOTHING)

    @property
    def _has_boards(self) -> bool:
        """Whether the score boards have the hands' room. Beside another list nobody could read them."""
        return (self._scene.scale == 1 or self._view.mode is Mode.REPLAY) and self._between_coups

    @property
    def _between_coups(self) -> bool:
        """Whether no card lies on the table and none comes next."""
        view = self._view
        return (
            bool(view.results)
            and view.view.phase == Phase.BETTING
            and not any(map(self.cards_of, Hand))
            and not self._scene.halted
            and view.halt.held is None
            and next_place_of(view) is None
        )

    @property
    def boards(self) -> tuple[QRectF, QRectF] | None:
        """The boxes of the two score boards, in the hands' room between coups; None while they are away."""
        if not self._has_boards:
            return None
        scene, size = self._scene, self._scene.size(theme.LEAST)
        inner, outer = (150.0, 130.0) if scene.scale == 1 else (130.0, 40.0)
        heading = score_boards.heading_height(size)
        top = (theme.BAND_HEIGHT if scene.band else 0) + BLOCKS_HEIGHT + 14
        limits = 16 + _LIMITS * _rows(self._limits) if self._limits and scene.scale == 1 else 22
        bottom = self._caption_at - _CAPTION / 2 if scene.caption else scene.high - scene.foot - limits
        room = scene.wide / 2 - inner - outer
        side = min((bottom - top - heading) / ROWS, room / 12, 46.0)
        if side * scene.scale < score_boards.LEAST_CELL:
            return None
        high, wide = side * ROWS + heading, int(room / side + 0.01) * side
        left = QRectF(scene.wide / 2 - inner - wide, bottom - high, wide, high)
        right = left.translated(wide + 2 * inner, 0)
        if self._view.derived_roads:
            left.setTop(min(left.top(), max(top, bottom - size * score_boards.LINES)))
        return left, right

    @property
    def _caption_at(self) -> float:
        """The middle of the line beneath the cards."""
        scene = self._scene
        below = 88 if self._view.halt.held is None else 20 + 52 / scene.scale
        lowest = scene.high - max(40.0, scene.foot + _CAPTION / 2)
        return min(self.layout.top + CARD_HEIGHT + below, lowest)

    def speech(self, words: Words) -> list[str]:
        """Both hands' points and the winner for assistive tools; between coups the shoe's results so far."""
        spoken = []
        if self._between_coups:
            return [score_boards.spoken_boards(self._view.results, words)]
        for hand in (Hand.PLAYER, Hand.BANKER):
            name = hand_name(words, hand)
            if self.cards_of(hand):
                spoken.append(words.count("access.points", self._points(hand), hand=name))
            if self._winner == hand.value:
                spoken.append(words.text("access.wins", hand=name))
        return spoken

    def _points(self, hand: Hand) -> int:
        lying = self._round
        return 0 if lying is None else lying.points[hand]

    # --- where things lie -------------------------------------------------------------------------

    @property
    def card_apart(self) -> QRectF:
        """The card in no hand lies between the hands."""
        return self._apart_box(self.layout.card_apart)

    def arrange(self, scene: FeltScene) -> None:
        self._scene, view = scene, self._view
        held = view.halt.held is not None
        inner = 134 if held else 126 if scene.counting else 114
        foot = (66 if held else 34) / scene.scale
        covered = scene.foot + _CAPTION if scene.foot and scene.caption else 0
        self.layout = TableLayout(scene.wide, scene.high, self.crown, inner, view.banker_left, foot, covered)
        for (hand, at), place in self.places.items():
            place.lay(self.layout.place_of(hand, at))

    @property
    def fingerprint(self) -> object:
        """Layout, winner and score boards: all that is painted outside the changing boxes."""
        results = self._view.results if self.boards else ()
        return (self.layout, self._winner, self._has_boards, results, self._view.derived_roads)

    @property
    def changing(self) -> tuple[QRectF, ...]:
        """The boxes that change in play: the points, the line of positions, and the countdown's blocks."""
        lay = self.layout
        clear = lay.inner - SPARE - 2
        middle = QRectF(lay.middle - clear, lay.crown, 2 * clear, lay.high - lay.crown)
        line = QRectF(0, lay.top + CARD_HEIGHT + 8 / self._scene.scale, lay.wide, 24 / self._scene.scale)
        return (middle, line, *((QRectF(0, 0, lay.wide, lay.crown),) if self._scene.counting else ()))

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Names, positions, points, countdown, and the words on a card in no hand."""
        view, words, scene = self._view, self._words, self._scene
        boards = self.boards
        if boards is not None and any(self._felt.touches(board) for board in boards):
            draw = score_boards.draw_derived_roads if view.derived_roads else score_boards.draw_roads
            draw(painter, boards, view.results, words, self._felt.u, scene.size(theme.LEAST))
        if not self._has_boards:
            for hand in Hand:
                self._paint_hand(painter, hand)
        self._paint_middle(painter)
        has_room = self.layout.top + CARD_HEIGHT + _OVER_LIMITS <= scene.high
        has_room = has_room and not scene.foot  # under a sign-in half a line would show
        if self._limits and scene.scale == 1 and has_room:
            # Half of them stand at each side: the countdown has the middle, and cards begin above two lines.
            high, room = _rows(self._limits), self.layout.middle - 190
            for at, line in enumerate(self._limits):
                x = 36 if at < high else self.layout.middle + 140
                y = self._scene.high - 16 - _LIMITS * (high - 1 - at % high)
                write(painter, line, x, y, shrunk(line, room, (theme.LEAST, 17, 16)), theme.T2)
        self._paint_cut_card_name(painter)
        if scene.caption:
            y = self._caption_at
            face = shrunk(
                scene.caption, scene.wide - 160, tuple(scene.size(size) for size in (20, theme.LEAST))
            )
            lines = balance(scene.caption, scene.wide - 24, face)
            write_lines(painter, lines, QRectF(0, y, scene.wide, 0), face, theme.T1, align=0.5)

    def _paint_hand(self, painter: QPainter, hand: Hand) -> None:
        first, second = self.layout.place_of(hand, 1), self.layout.place_of(hand, 2)
        middle = (first.center().x() + second.center().x()) / 2
        if self._felt.touches(QRectF(0, self.layout.names - 24, self._scene.wide, 48)):
            name = hand_name(self._words, hand).upper()
            if self._view.halt.held and self.cards_of(Hand.PLAYER):
                name = f"{name}  {self._points(hand)}"
            place, size = QPointF(middle, self.layout.names), 22 if self.layout.is_low else 28
            self._paint_name(painter, hand, name, place, self.layout.middle, size)
        for at in (1, 2, 3):
            if not self.layout.is_low and not self.places[hand, at].isHidden():
                self._paint_position(painter, hand, at)
        if self._winner == hand.value:
            box = self.layout.hand(hand, len(self.cards_of(hand)))
            paint_corners(painter, box.adjusted(-16, -16, 16, 16))

    def _paint_position(self, painter: QPainter, hand: Hand, at: int) -> None:
        place = self.layout.place_of(hand, at)
        due = self.places[hand, at].face.lies is LaidThing.NEXT
        face, colour = self._small(bold=due), self._felt.tint.edge if due else theme.T2
        y = place.bottom() + 19 / self._scene.scale
        if self._scene.is_seen(y + face.pixelSize() / 2):
            write(painter, str(at), place.center().x(), y, face, colour, align=0.5)

    def _small(self, *, bold: bool = False) -> QFont:
        return theme.font(self._scene.size(theme.LEAST), bold=bold)

    def _paint_middle(self, painter: QPainter) -> None:
        lay = self.layout
        between = QPointF(lay.middle, lay.top)
        room = 2 * (lay.inner - 16) - 24  # between the corners of a hand that wins
        if self._paint_held(painter, between + QPointF(0, CARD_HEIGHT + 20), room):
            return
        if not self._has_boards:
            self._paint_tie(painter, QPointF(lay.middle, lay.names))
        is_taken = self._paint_countdown(painter, between + QPointF(0, 57))
        if self._round is not None and self.cards_of(Hand.PLAYER) and not is_taken:
            sides = ((hand, -55.0 if lay.at_left(hand) else 55.0) for hand in Hand)
            points = ((hand.value, str(self._points(hand)), side) for hand, side in sides)
            self._paint_counts(painter, between + QPointF(0, CARD_HEIGHT / 2), points, (128,))

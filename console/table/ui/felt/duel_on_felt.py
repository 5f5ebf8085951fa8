"""Dragon tiger on the felt, the house's own example: two cards, their ranks, and the winner.

The module knows the places of its cards on the half-round table, in units. The felt always says that the game
is only an example, since no rule document has it.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.views import DuelView
from console.table.game.cards import Card
from console.table.game.duel import Hand, Winner
from console.table.ui.felt.card_faces import SPARE, CardFace, LaidThing, PlaceFace
from console.table.ui.felt.condition import cards_to_lay_out, laid_aside, next_place_of
from console.table.ui.felt.game_on_screen import GameOnScreen, RoundPicture, draw_hand, draw_mark
from console.table.ui.felt.scene import FeltScene
from console.table.ui.felt.two_hands import TwoHands, paint_corners
from console.table.ui.kit import Surface, shrunk, theme, write
from console.table.ui.signs.sign import Sign
from console.table.words.names import card_at, card_name, hand_name, next_place

_WIDE: Final = 140.0
"""A card's width if nothing covers the felt's upper edge."""
_INNER: Final = 172.0
"""From the middle to either card: the countdown's figure and the points stand between them."""
_DESIGN: Final = 360.0


class DuelOnFelt(TwoHands):
    def __init__(self, felt: Surface, view: DealerView, words: Words, scene: FeltScene) -> None:
        super().__init__(felt, view, words, scene)
        self.places = {hand: CardFace(felt) for hand in Hand}

    # --- what lies there --------------------------------------------------------------------------

    def show(self, view: DealerView, words: Words, scene: FeltScene) -> None:
        self._view, self._words, self._scene = view, words, scene
        for hand, place in self.places.items():
            cards = self._cards_of(hand)
            if cards:
                dimmed, marks = self._has_lost(hand) or scene.dimmed, self._mark_of((hand.value, 1))
                shown = PlaceFace(LaidThing.FACE, cards[0], dimmed, marked=marks)
                place.show_card(shown, card_at(words, hand, 1, cards[0]))
            elif (hand.value, 1) == next_place_of(view) and not laid_aside(view):
                place.show_card(PlaceFace(LaidThing.NEXT), next_place(words, hand, 1))
            else:
                place.show_card(PlaceFace(), card_at(words, hand, 1, None))

    def _cards_of(self, hand: Hand) -> tuple[Card, ...]:
        if self._view.view.prompt.places:
            return cards_to_lay_out(self._view, hand)
        lying = self._round
        return () if lying is None else cards_of(lying, hand)

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        lying = [hand for hand in Hand if self._cards_of(hand)]
        return tuple((hand.value, 1) for hand in sorted(lying, key=lambda hand: self._box(hand).x()))

    @property
    def _round(self) -> DuelView | None:
        lying = self._view.view.round
        return lying if isinstance(lying, DuelView) and self._scene.lies else None

    def speech(self, words: Words) -> list[str]:
        """Each card's points, the winner, and the words for the example, for assistive tools."""
        spoken = []
        for hand in Hand:
            if self._cards_of(hand) and self._round is not None:
                points = self._round.points[hand]
                spoken.append(words.count("access.points", points, hand=hand_name(words, hand)))
            if self._winner == hand.value:
                spoken.append(words.text("access.wins", hand=hand_name(words, hand)))
        return [*spoken, words.text("felt.example")]

    # --- where things lie -------------------------------------------------------------------------

    @property
    def _middle(self) -> float:
        return self._scene.wide / 2

    @property
    def _top(self) -> float:
        """The cards' upper edge; nearer to the middle if the zone is higher than designed."""
        spare = max(0.0, self._scene.high - _DESIGN) * 0.42
        return min(self.crown + 84, self._scene.high - self._high - 52) + spare

    @property
    def _high(self) -> float:
        """A card's height; smaller under a band or the blocks, so that the names still stand on the felt."""
        return (_WIDE - 20 if self.crown > 40 else _WIDE) * 1.4

    def _box(self, hand: str, at: int = 1) -> QRectF:
        """The dragon's card lies at the dealer's left, or at the right if the table is mirrored."""
        at_left = (hand == Hand.DRAGON) == self._view.banker_left
        wide = self._high / 1.4
        x = self._middle - _INNER - wide if at_left else self._middle + _INNER
        return QRectF(x, self._top, wide, self._high)

    @property
    def card_apart(self) -> QRectF:
        """The card in no hand lies between the two."""
        return self._apart_box(QRectF(self._middle - 59, self._top - 4, 118, 165.2))

    def arrange(self, scene: FeltScene) -> None:
        self._scene = scene
        for hand, place in self.places.items():
            place.lay(self._box(hand))

    @property
    def fingerprint(self) -> object:
        """The winner; the rest is painted in the changing boxes."""
        return (self._winner, self.crown, self._top)

    @property
    def changing(self) -> tuple[QRectF, ...]:
        """The boxes of the points between the cards, and of the countdown's blocks."""
        clear, high = _INNER - SPARE - 2, self._scene.high - self.crown
        middle = QRectF(self._middle - clear, self.crown, 2 * clear, high)
        blocks = QRectF(0, 0, self._scene.wide, self.crown)
        return (middle, blocks) if self._scene.counting else (middle,)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Names, ranks, the countdown, the mark of the example, and the words on a card in no hand."""
        for hand in Hand:
            box = self._box(hand)
            place = QPointF(box.center().x(), box.top() - 36)
            self._paint_name(painter, hand, hand_name(self._words, hand).upper(), place, self._middle)
            if self._winner == hand.value:
                paint_corners(painter, box.adjusted(-14, -14, 14, 14))
        between = QPointF(self._middle, self._top)
        is_taken = self._paint_held(painter, between + QPointF(0, 186), 2 * _INNER - 24)
        is_taken = is_taken or self._paint_countdown(painter, between + QPointF(0, 62))
        if self.cards and not is_taken:
            self._paint_ranks(painter)
        self._paint_foot(painter)

    def _paint_ranks(self, painter: QPainter) -> None:
        """The two ranks side by side as on the cards; at a tie the word for it between the names."""
        ranks = []
        for hand in Hand:
            side = 70 if self._box(hand).x() > self._middle else -70
            text = str(cards[0].rank).replace("T", "10") if (cards := self._cards_of(hand)) else "–"
            ranks.append((hand.value, text, side))
        middle = QPointF(self._middle, self._top + self._high / 2)
        self._paint_counts(painter, middle, ranks, (116, 100, 88, 80))
        self._paint_tie(painter, QPointF(self._middle, self._top - 36))

    def _paint_foot(self, painter: QPainter) -> None:
        """Paint the lower edge: the mark of the example, the cut card's name, the words below the cards."""
        scene = self._scene
        sizes = tuple(scene.size(size) for size in (theme.LEAST, 17, 16))
        if scene.caption:
            y = min(self._top + self._high + 24 / scene.scale, scene.high - 40 / scene.scale)
            font = shrunk(scene.caption, scene.wide - 60, sizes)
            write(painter, scene.caption, self._middle, y, font, theme.T1, align=0.5)
        text = self._words.text("felt.example")
        face = shrunk(text, scene.wide - 280, sizes)
        write(painter, text, self._middle, scene.high - 14 / scene.scale, face, theme.VIOLET, align=0.5)
        self._paint_cut_card_name(painter)


def cards_of(lying: DuelView, hand: Hand) -> tuple[Card, ...]:
    return lying.dragon if hand is Hand.DRAGON else lying.tiger


def duel_name(result: str, words: Words) -> str:
    return words.text(f"result.{result}")


def _draw_mark(painter: QPainter, result: str, words: Words) -> None:
    """A ring for the dragon, a disc for the tiger, a bar for a tie."""
    tie = result == Winner.TIE
    letter = "=" if tie else words.text(f"result.letter.{result}")
    draw_mark(painter, letter, ring=result == Winner.DRAGON, disc=result == Winner.TIGER)


def _draw_frozen(painter: QPainter, view: DealerView, words: Words, of_hand: str | None) -> None:
    lying = view.view.round
    if not isinstance(lying, DuelView):
        return
    for hand, left in zip(Hand, (0.0, 184.0), strict=True):
        draw_hand(painter, hand_name(words, hand).upper(), cards_of(lying, hand), "", left, places=1)


def _spoken_frozen(view: DealerView, words: Words) -> list[str]:
    lying, spoken = view.view.round, []
    for hand in Hand:
        cards = cards_of(lying, hand) if isinstance(lying, DuelView) else ()
        named = card_name(words, cards[0]) if cards else words.text("access.empty")
        spoken.append(words.label(hand_name(words, hand), named))
    return spoken


ON_SCREEN: Final = GameOnScreen(
    DuelOnFelt,
    _draw_mark,
    duel_name,
    RoundPicture(_draw_frozen, _spoken_frozen),
    "manual.ranks",
    ("card_fell", "misread", "extra_card_drawn", "reader_failed", "technical_fault"),
    Sign("play.both"),
)

"""The table as it lies, beside the pad on which the pit boss enters the next card.

Four suits, thirteen ranks; chosen ones have a thick amber edge until they are taken. The same pad puts a
misread card right: then the pit boss first touches a card on the table.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.game.cards import Card, Rank, Suit
from console.table.ui.felt.felt import Felt
from console.table.ui.felt.games import on_screen
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import PressArea, Tone, lay
from console.table.ui.kit.keys import EraseKey
from console.table.ui.kit.lettering import shrunk, write, write_in
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.suits import draw_suit

_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_RANKS: Final = tuple(Rank(rank) for rank in "A23456789TJQK")
_SUIT_KEYS: Final = {
    Qt.Key.Key_S: Suit.SPADES,
    Qt.Key.Key_H: Suit.HEARTS,
    Qt.Key.Key_D: Suit.DIAMONDS,
    Qt.Key.Key_C: Suit.CLUBS,
}
PAD_WIDTH: Final = 664.0
_SUIT: Final = QRectF(0, 0, 157, 96)
_RANK: Final = QRectF(0, 0, 84.6, 104)
_GAP: Final = 12.0


class SuitKey(PressArea):
    def __init__(self, suit: Suit, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(guard, parent, Tone.AMBER_EDGE)
        self.suit = suit

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """A card's face; while another suit is chosen it steps back."""
        lit = self.chosen or self.isDown()
        fill(painter, body, theme.FACE if lit else theme.mix(theme.FACE, theme.BG0, 0.74), theme.RADIUS)
        if self.chosen:
            outline(painter, body, pen(theme.AMBER, 5), theme.RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        ink = theme.SUIT_RED if self.suit.is_red else theme.INK
        draw_suit(painter, self.suit, QRectF(body.center().x() - 22, body.top() + 10, 44, 44), ink)
        face = shrunk(self.text(), body.width() - 16, (18, 17, 16), bold=self.chosen)
        write(painter, self.text(), body.center().x(), body.bottom() - 20, face, theme.INK, align=0.5)


class RankKey(PressArea):
    def __init__(self, rank: Rank, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(guard, parent, Tone.AMBER_EDGE)
        self.rank = rank

    def draw(self, painter: QPainter, body: QRectF) -> None:
        text = "10" if self.rank is Rank.TEN else self.rank.value
        size = 46 if self.rank is Rank.TEN else 50
        write_in(painter, text, body, theme.font(size, bold=True), theme.T0)


class CardPad(Surface):
    """Suits above, ranks below; a card is chosen once both are."""

    changed = Signal()

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.suit: Suit | None = None
        self.rank: Rank | None = None
        self._words = words
        self.suits = {suit: SuitKey(suit, guard, self) for suit in _SUITS}
        self.ranks = {rank: RankKey(rank, guard, self) for rank in _RANKS}
        self.erase = EraseKey(guard, self)
        for suit, key in self.suits.items():
            key.meant.connect(lambda suit=suit: self.choose(suit=suit))
        for rank, rank_key in self.ranks.items():
            rank_key.meant.connect(lambda rank=rank: self.choose(rank=rank))
        self.erase.meant.connect(self.clear)

    @property
    def card(self) -> Card | None:
        return None if self.suit is None or self.rank is None else Card(f"{self.rank.value}{self.suit.value}")

    def choose(self, *, suit: Suit | None = None, rank: Rank | None = None) -> None:
        self.suit, self.rank = suit or self.suit, rank or self.rank
        self._show()
        self.changed.emit()

    def clear(self) -> None:
        self.suit = self.rank = None
        self._show()
        self.changed.emit()

    def show_words(self, words: Words) -> None:
        self._words = words
        self.setAccessibleName(words.text("manual.choose"))
        self._show()

    def _show(self) -> None:
        words = self._words
        for suit, key in self.suits.items():
            name = words.text(f"pad.suit.{suit.name.lower()}")
            key.show_answer(name, chosen=suit is self.suit)
        for rank, each in self.ranks.items():
            each.show_answer("10" if rank is Rank.TEN else rank.value, chosen=rank is self.rank)
        self.erase.show_answer(words.text("pad.erase"))

    def takes(self, key: int, text: str) -> bool:
        """Take a key: S H D C, then A 2 to 9 T J Q K, and backspace."""
        if key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.clear()
            return True
        if (suit := _SUIT_KEYS.get(Qt.Key(key))) is not None:
            self.choose(suit=suit)
            return True
        rank = next((rank for rank in _RANKS if rank.value == text.upper()), None)
        if rank is not None:
            self.choose(rank=rank)
        return rank is not None

    def arrange(self) -> None:
        share = self.wide / PAD_WIDTH
        for at, suit in enumerate(self.suits.values()):
            wide = _SUIT.width() * share
            lay(self, suit, QRectF(at * (wide + _GAP), 16, wide, _SUIT.height()))
        wide = (self.wide - 6 * _GAP) / 7
        keys: tuple[PressArea, ...] = (*self.ranks.values(), self.erase)
        for at, each in enumerate(keys):
            row, column = divmod(at, 7)
            top = 128 + row * (_RANK.height() + _GAP)
            lay(self, each, QRectF(column * (wide + _GAP), top, wide, _RANK.height()))


_FELT: Final = 0.66
_WITH_THIRDS: Final = 0.48
"""The scale of the table, and its scale once third cards lie crosswise."""
_DIGITS: Final = range(Qt.Key.Key_1, Qt.Key.Key_9 + 1)


class CardEntryPanel(Surface):
    """The zone of table and rail while a card is keyed in."""

    changed = Signal()

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.felt = Felt(self, scale=_FELT)
        self.pad = CardPad(guard, words, self)
        self.card_place: tuple[str, int] | None = None
        """The card on the table that is to be put right."""
        self._correcting = False
        self._for: object = None
        self.felt.touched.connect(self._choose_place)
        self.pad.changed.connect(self.changed)

    @property
    def card(self) -> Card | None:
        """The card that would be taken; None while something is still to be chosen."""
        return None if self.awaits_place else self.pad.card

    def show_view(self, view: DealerView, words: Words, *, correcting: bool) -> None:
        """Show table and pad; another prompt, and another pit boss, begins with nothing chosen."""
        about = (view.view.prompt, correcting, view.view.round, view.pit_boss)
        if about != self._for:
            self._for, self.card_place = about, None
            self.pad.clear()
        self._correcting = correcting
        game = on_screen(view.game)
        text = words.text("correct.touch" if correcting else game.by_hand)
        scale = game.small or (_WITH_THIRDS if _has_thirds(view) else _FELT)
        if scale != self.felt.scale:
            self.felt.scale = scale
            self.felt.set_unit(self.u)
        self.felt.show_view(view, words, band=False, caption=text, chosen=self.card_place)
        self.pad.show_words(words)
        self.arrange()

    def _choose_place(self, hand: str, at: int) -> None:
        if self._correcting:
            self.card_place = (hand, at)
            self.changed.emit()

    @property
    def awaits_place(self) -> bool:
        """Whether the card that is to be put right is still to be named."""
        return self._correcting and self.card_place is None

    def takes(self, key: int, text: str) -> bool:
        """Take a key; the first digit names the card to be put right, from the left."""
        if self.awaits_place and key in _DIGITS:
            cards, at = self.felt.cards, key - Qt.Key.Key_1
            if at < len(cards):
                self._choose_place(*cards[at])
            return True
        return self.pad.takes(key, text)

    def arrange(self) -> None:
        pad = PAD_WIDTH + max(0.0, self.wide - 1280) * 0.4
        self.put(self.pad, QRectF(self.wide - theme.MARGIN - pad, 0, pad, self.high))
        self.put(self.felt, QRectF(0, 0, self.wide - theme.MARGIN - pad - 32, self.high))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)


def _has_thirds(view: DealerView) -> bool:
    """Whether a third card lies on the table, or comes next."""
    lying = view.view.coup
    out = lying is not None and max(len(lying.player), len(lying.banker)) > 2
    return out or view.view.prompt.card == 3

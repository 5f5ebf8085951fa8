"""The pad for a card: four suits, thirteen ranks; chosen ones have a thick edge in amber.

It keeps what is chosen until it is taken; which card is meant for which place is not known here.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.cards import Card, Rank, Suit
from console.ui.buttons import PressGuard, Tone
from console.ui.lettering import shrunk, write
from console.ui.pit.tiles import Target, lay
from console.ui.signs import places
from console.ui.suits import draw_suit
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import AMBER, BG0, FACE, INK, RADIUS, SUIT_RED, T0, T1, font, mixed
from console.words import Words

_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_RANKS: Final = tuple(Rank(rank) for rank in "A23456789TJQK")
_SUIT_KEYS: Final = {
    Qt.Key.Key_S: Suit.SPADES,
    Qt.Key.Key_H: Suit.HEARTS,
    Qt.Key.Key_D: Suit.DIAMONDS,
    Qt.Key.Key_C: Suit.CLUBS,
}
WIDTH: Final = 664.0
_SUIT: Final = QRectF(0, 0, 157, 96)
_RANK: Final = QRectF(0, 0, 84.6, 104)
_GAP: Final = 12.0


class SuitKey(Target):
    """A suit on a card's ground."""

    def __init__(self, suit: Suit, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(guard, parent, Tone.AMBER_EDGE)
        self.suit = suit

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """A card's face; while another suit is chosen it steps back."""
        lit = self.chosen or self.isDown()
        fill(painter, body, FACE if lit else mixed(FACE, BG0, 0.74), RADIUS)
        if self.chosen:
            outline(painter, body, pen(AMBER, 5), RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """The suit and its name."""
        ink = SUIT_RED if self.suit.is_red else INK
        draw_suit(painter, self.suit, QRectF(body.center().x() - 22, body.top() + 10, 44, 44), ink)
        face = shrunk(self.text(), body.width() - 16, (18, 17, 16, 15), bold=self.chosen)
        write(painter, self.text(), body.center().x(), body.bottom() - 20, face, INK, align=0.5)


class RankKey(Target):
    """A rank."""

    def __init__(self, rank: Rank, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(guard, parent, Tone.AMBER_EDGE)
        self.rank = rank

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """The rank, as on the card."""
        text = "10" if self.rank is Rank.TEN else self.rank.value
        size = 46 if self.rank is Rank.TEN else 50
        write(painter, text, body.center().x(), body.center().y(), font(size, bold=True), T0, align=0.5)


class EraseKey(Target):
    """Takes the choice back."""

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """A quiet one."""
        fill(painter, body, BG0, RADIUS)
        outline(painter, body, pen(mixed(T1, BG0, 0.5), 2), RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """Its sign."""
        places.backspace(painter, QRectF(body.center().x() - 19, body.center().y() - 19, 38, 38), T1)


class CardPad(Surface):
    """Suits above, ranks below; a card is chosen once both are."""

    changed = Signal()

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.suit: Suit | None = None
        self.rank: Rank | None = None
        self._words: Words | None = None
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
        """The card that is chosen; None until suit and rank are."""
        return None if self.suit is None or self.rank is None else Card(f"{self.rank.value}{self.suit.value}")

    def choose(self, *, suit: Suit | None = None, rank: Rank | None = None) -> None:
        """Choose a suit or a rank."""
        self.suit, self.rank = suit or self.suit, rank or self.rank
        self._show()
        self.changed.emit()

    def clear(self) -> None:
        """Choose nothing."""
        self.suit = self.rank = None
        self._show()
        self.changed.emit()

    def show_words(self, words: Words) -> None:
        """Name the keys."""
        self._words = words
        self.setAccessibleName(words.text("manual.choose"))
        self._show()

    def _show(self) -> None:
        words = self._words
        if words is None:
            return
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
        """A row of suits, two rows of ranks."""
        share = self.wide / WIDTH
        for at, suit in enumerate(self.suits.values()):
            wide = _SUIT.width() * share
            lay(self, suit, QRectF(at * (wide + _GAP), 16, wide, _SUIT.height()))
        wide = (self.wide - 6 * _GAP) / 7
        keys: tuple[Target, ...] = (*self.ranks.values(), self.erase)
        for at, each in enumerate(keys):
            row, column = divmod(at, 7)
            top = 128 + row * (_RANK.height() + _GAP)
            lay(self, each, QRectF(column * (wide + _GAP), top, wide, _RANK.height()))

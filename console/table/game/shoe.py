"""The known content of a shoe: how often each card has come, and how many have not been read. The shoe counts
faces; it does not know the order of the cards that are still in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from console.table.game.cards import DECKS, Card

CARDS: Final = DECKS * 52
"""Cards in a full shoe."""

TRIES: Final = 3
"""The number of times that the dealer tries to have a card read (LT-BAC-27)."""


def is_tried_again(last: Card | None, read: Card | None) -> bool:
    """Whether a reading directly after another is of the same card; None is one that could not be read."""
    return last is None or last is read


class Shoe(msgspec.Struct, frozen=True, gc=False):
    """The cards that left one shoe; ``seen``: a byte a card, as in a new deck, ``unseen``: cards not read."""

    seen: bytes = bytes(52)
    unseen: int = 0

    @property
    def left(self) -> int:
        """The number of the 416 cards that are still in the shoe, as far as is known."""
        return max(0, CARDS - self.drawn)

    @property
    def drawn(self) -> int:
        """The number of cards that have left it: more than it should have had if its set was wrong."""
        return sum(self.seen) + self.unseen

    def count(self, card: Card) -> int:
        return self.seen[card.in_deck]

    def can_hold(self, card: Card) -> bool:
        """Whether one more of this card can be in the shoe: a ninth can't (BAC-1.3.1)."""
        return self.seen[card.in_deck] < DECKS

    def draw(self, card: Card) -> Shoe:
        """The shoe after a card was read from it, a ninth too (the pit boss may let one lie)."""
        return self._with(card.in_deck, +1)

    def put_back(self, card: Card) -> Shoe:
        """The shoe without a card that was counted by mistake."""
        return self._with(card.in_deck, -1)

    def draw_unseen(self, cards: int = 1) -> Shoe:
        """The shoe after cards left it that nobody read."""
        return Shoe(self.seen, self.unseen + cards)

    def draw_all(self, cards: Iterable[Card | None]) -> Shoe:
        """The shoe after these cards; None if one was not read."""
        shoe = self
        for card in cards:
            shoe = shoe.draw(card) if card is not None else shoe.draw_unseen()
        return shoe

    def _with(self, at: int, change: int) -> Shoe:
        seen = bytearray(self.seen)
        seen[at] += change
        return Shoe(bytes(seen), self.unseen)

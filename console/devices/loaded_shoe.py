"""The cards as they lie in a simulated shoe, in their order, with the cut card among them.

Chance comes from the caller. It knows no table; the table's count is told to it.
"""

from __future__ import annotations

import random
from typing import Final

from console.game.cards import DECK, Card

DECKS: Final = 8
FROM_END: Final = 7
"""Cards behind the cut card where nothing else is said."""


class LoadedShoe:
    """A shuffled shoe of eight decks without the cards that have left it already.

    ``seen`` counts those by their place in a new deck, as :attr:`console.game.shoe.Shoe.seen` does.
    """

    def __init__(
        self, chance: random.Random, seen: bytes = bytes(len(DECK)), from_end: int = FROM_END
    ) -> None:
        """Shuffle what has not left; ``from_end`` cards lie behind the cut card."""
        self._chance = chance
        self._cards = [card for card, gone in zip(DECK, seen, strict=True) for _ in range(DECKS - gone)]
        self._taken: list[Card] = []
        self._chance.shuffle(self._cards)
        self._from_end = from_end
        self.cut_card_out = len(self._cards) < from_end

    @property
    def left(self) -> int:
        """Cards that lie in the shoe."""
        return len(self._cards)

    @property
    def top(self) -> Card:
        """The card that comes next; IndexError if none is left."""
        return self._cards[-1]

    @property
    def cut_card_next(self) -> bool:
        """Whether the cut card comes before the next card."""
        return not self.cut_card_out and self.left <= self._from_end

    def take(self) -> Card:
        """Draw the next card; IndexError if none is left."""
        self._taken.append(self._cards.pop())
        return self._taken[-1]

    def exhausted(self) -> Card | None:
        """A card of which all eight have left, so that one more cannot be; None while there is none."""
        lying = set(self._cards)
        return next((card for card in DECK if card not in lying), None)

    def shuffle_anew(self) -> None:
        """All the cards again, in a new order, the cut card among them."""
        self._cards = list(DECK) * DECKS
        self._chance.shuffle(self._cards)
        self._taken.clear()
        self.cut_card_out = False

    def agree(self, left: int) -> None:
        """Bring the shoe to the table's count.

        A withdrawn card lies on top again; cards that the table counts as gone without having read them
        (burned, or out of a void coup) are gone. A full count after many cards is another shoe.
        """
        if left == len(DECK) * DECKS and len(self._taken) > 1:
            self.shuffle_anew()
        while self.left < left and self._taken:
            self._cards.append(self._taken.pop())
        while self.left > left:
            self.take()

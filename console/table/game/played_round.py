"""The names that a round of every game has, and what follows from those that its game states. A game with
cards states its next place, its placed cards and its hands' points; a spin has none of them.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeAlias, TypeVar

from console.table.game.cards import Card

Place = TypeVar("Place")
"""The place of a card: its hand's ``name``, its position ``card`` from 1, whether it lies ``face_down``."""

SeenCard: TypeAlias = Card | Literal["??"]
"""A card as everybody may see it; ``??`` is its back."""


class PlayedRound(Generic[Place]):
    """A round as a value; what a game leaves out is as in a round without cards."""

    __slots__ = ()

    @property
    def next_place(self) -> Place | None:
        """The place where the next card goes; None if none is due now."""
        return None

    @property
    def placed_cards(self) -> tuple[tuple[Place, Card], ...]:
        """The cards with their places, in the order in which they were dealt."""
        return ()

    @property
    def points(self) -> dict[str, int]:
        return {}

    @property
    def is_empty(self) -> bool:
        """Whether nobody plays it, so that nothing is dealt; False if a round goes on without a bet."""
        return False

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order in which they were dealt."""
        return tuple([card for _, card in self.placed_cards])

    @property
    def card_count(self) -> int:
        return len(self.cards)

    @property
    def in_view(self) -> tuple[tuple[Place, SeenCard], ...]:
        """The cards with their places as everybody may see them."""
        return self.placed_cards

    def lies_face_down(self, hand: str, card: int) -> bool:
        """Whether everybody sees the back of the card at this place; ``card`` is its position from 1."""
        seen: tuple[tuple[Any, SeenCard], ...] = self.in_view
        return any((at.name, at.card) == (hand, card) and not isinstance(face, Card) for at, face in seen)

    @property
    def last_in_view(self) -> tuple[Place, SeenCard] | None:
        """The last of :attr:`in_view`; None before the first."""
        return self.in_view[-1] if self.card_count else None

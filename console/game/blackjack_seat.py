"""A seat of blackjack that has bet: its hand, or two after a split, and what it answered to an ace.

It knows what is due of its own hands and in which order; never whether the round has come to them.
"""

from __future__ import annotations

import msgspec

from console.game.blackjack_due import Decision, Place
from console.game.blackjack_hand import OUT, Choice, Hand, State
from console.game.cards import Card


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seat that has bet: one hand, two after a split, and what it answered to the dealer's ace."""

    number: int
    hands: tuple[Hand, ...] = (Hand(),)
    answer: Choice | None = None

    @property
    def is_out(self) -> bool:
        """Whether the seat is out of the round without a result."""
        return self.hands[0].left in OUT

    @property
    def first_two(self) -> tuple[Card, ...]:
        """The first two cards, also after a split; fewer while they have not come."""
        if len(self.hands) == 2:
            return (self.hands[0].cards[0], self.hands[1].cards[0])
        return self.hands[0].cards[:2]

    @property
    def due(self) -> Place | Decision | None:
        """A split's missing second cards, then each hand in its turn (BJ-2.7); None once all have ended."""
        for number, hand in enumerate(self.hands, 1):
            if hand.needs_card:
                return Place(number, len(hand.cards) + 1, self.number)
        for number, hand in enumerate(self.hands, 1):
            if hand.ended is None:
                return Decision(self.number, number, hand.offers)
        return None

    @property
    def later_cards(self) -> tuple[Card, ...]:
        """All cards after the first two, in the order dealt."""
        if len(self.hands) == 1:
            return self.hands[0].cards[2:]
        one, two = (hand.cards for hand in self.hands)
        return (*one[1:2], *two[1:2], *one[2:], *two[2:])

    @property
    def first_places(self) -> tuple[tuple[Place, Card], ...]:
        """The first two cards with their places; after a split each is the first of its hand."""
        places = (Place(1, 1, self.number), Place(len(self.hands), 3 - len(self.hands), self.number))
        return tuple(zip(places, self.first_two, strict=False))

    @property
    def later_places(self) -> tuple[tuple[Place, Card], ...]:
        """All cards after the first two with their places, in the order dealt."""
        dealt = [self._places(number) for number in range(1, len(self.hands) + 1)]
        if len(dealt) == 1:
            return dealt[0][2:]
        one, two = dealt
        return (*one[1:2], *two[1:2], *one[2:], *two[2:])

    def _places(self, hand: int) -> tuple[tuple[Place, Card], ...]:
        cards = self.hands[hand - 1].cards
        return tuple((Place(hand, at, self.number), card) for at, card in enumerate(cards, 1))

    def laid(self, hand: int, card: Card) -> Seat:
        """The seat with one more card on a hand."""
        return self._with(hand, self.hands[hand - 1].laid(card))

    def chose(self, hand: int, choice: Choice) -> Seat:
        """The seat after a hand's answer (BJ-2.7: a split once, its hands a card each)."""
        if choice is Choice.SPLIT:
            one, two = self.hands[0].cards
            return Seat(self.number, (Hand((one,), split=True), Hand((two,), split=True)), self.answer)
        return self._with(hand, self.hands[hand - 1].chose(choice))

    def answered(self, choice: Choice) -> Seat:
        """The seat after its answer to the dealer's ace; none is 'no' (LT-BJ-07, LT-BJ-08)."""
        if choice is Choice.SURRENDER:
            return Seat(self.number, (self.hands[0].chose(choice),), choice)
        return Seat(self.number, self.hands, Choice.INSURE if choice is Choice.INSURE else Choice.DECLINE)

    def refunded(self) -> Seat:
        """The seat out of the round, its bets given back (LT-BJ-2.3.8)."""
        return Seat(self.number, tuple(hand.ending(State.REFUNDED) for hand in self.hands), self.answer)

    def _with(self, number: int, hand: Hand) -> Seat:
        if len(self.hands) == 1:
            return Seat(self.number, (hand,), self.answer)
        one, two = self.hands
        return Seat(self.number, (hand, two) if number == 1 else (one, hand), self.answer)

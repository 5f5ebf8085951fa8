"""One hand of blackjack: what its cards count, what it may choose, and how it ended.

It knows nothing of the dealer's cards, of the other hands, nor of what lies beside it in money: a bet is one
or two of the first bet's size.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from console.game.cards import Card, Rank


class Choice(StrEnum):
    """What a player can answer; ``timeout`` is no answer in time, and is in no offers (BJ-3.5-i)."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    INSURE = "insure"
    DECLINE = "decline"
    SURRENDER = "surrender"
    TIMEOUT = "timeout"


class State(StrEnum):
    """Where a hand stands: in play, ended, and won, lost or push once the round is decided."""

    WAITING = "waiting"
    ACTING = "acting"
    STOOD = "stood"
    DOUBLED = "doubled"
    BUST = "bust"
    BLACKJACK = "blackjack"
    SURRENDERED = "surrendered"
    REFUNDED = "refunded"
    WON = "won"
    LOST = "lost"
    PUSH = "push"


VALUE: Final[dict[Card, int]] = {
    card: 10 if card.rank in "TJQK" else 1 if card.rank is Rank.ACE else int(card.rank) for card in Card
}
"""What a card counts, an ace as one (BJ-1.5, LT-BJ-05)."""

OUT: Final = frozenset({State.SURRENDERED, State.REFUNDED})
"""How a hand leaves the round without a result (LT-BJ-07, LT-BJ-2.3.8)."""

IN_PLAY: Final = frozenset({State.STOOD, State.DOUBLED})
"""The ends of a hand whose result the dealer's next card can change (BJ-4.4-iii, LT-BJ-10)."""

_ACES: Final = frozenset(card for card in Card if card.rank is Rank.ACE)
_ANY: Final = (Choice.HIT, Choice.STAND)
_TWO_CARDS: Final = (*_ANY, Choice.DOUBLE)
_EQUAL_CARDS: Final = (*_TWO_CARDS, Choice.SPLIT)


def is_soft(cards: tuple[Card, ...]) -> bool:
    """Whether an ace counts eleven (BJ-1.1-soft; else the total is hard, BJ-1.1-hard)."""
    return sum(map(VALUE.__getitem__, cards)) <= 11 and not _ACES.isdisjoint(cards)


def total(cards: tuple[Card, ...]) -> int:
    """What cards count, one ace as eleven where that does not pass 21 (BJ-1.5, LT-BJ-05)."""
    hard = sum(map(VALUE.__getitem__, cards))
    return hard if hard > 11 or _ACES.isdisjoint(cards) else hard + 10


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """Whether these are an ace and a ten-value card alone, the dealer's too (BJ-1.1-blackjack, LT-BJ-05)."""
    return len(cards) == 2 and total(cards) == 21


def is_ace(card: Card) -> bool:
    """Whether it is one of the four aces."""
    return card in _ACES


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A player's hand.

    ``bet`` is 2 from the answer to double on; ``split`` says that it is one of two; ``asked`` that a card it
    asked for has not come; ``left`` how the player ended it: stood, surrendered or refunded.
    """

    cards: tuple[Card, ...] = ()
    bet: int = 1
    split: bool = False
    asked: bool = False
    left: State | None = None

    @property
    def is_blackjack(self) -> bool:
        """Ace and ten-value card as the first two of an unsplit hand (BJ-1.1-blackjack, BJ-2.7, LT-BJ-06)."""
        return not self.split and is_blackjack(self.cards)

    @property
    def ended(self) -> State | None:
        """How the hand ended, or None while it lacks a card or an answer (BJ-2.6, BJ-2.7, BJ-4.4-i)."""
        if self.left is not None:
            return self.left
        dealt, points = len(self.cards), total(self.cards)
        if points > 21:
            return State.BUST
        if self.asked or dealt < 2:
            return None
        if self.bet == 2:
            return State.DOUBLED
        if points == 21:
            return State.BLACKJACK if self.is_blackjack else State.STOOD
        return State.STOOD if self.split and is_ace(self.cards[0]) else None

    @property
    def needs_card(self) -> bool:
        """Whether the hand waits for a card: its second, or the one that it asked for."""
        return self.left is None and (self.asked or len(self.cards) < 2)

    @property
    def offers(self) -> tuple[Choice, ...]:
        """What the hand may choose if it is asked now (BJ-2.6, BJ-2.7, BJ-3.5-i, LT-BJ-06)."""
        if len(self.cards) != 2:
            return _ANY
        first, second = self.cards
        return _TWO_CARDS if self.split or VALUE[first] != VALUE[second] else _EQUAL_CARDS

    def laid(self, card: Card) -> Hand:
        """The hand with one more card; nothing that it asked for is due any more."""
        return Hand((*self.cards, card), self.bet, self.split, False, self.left)

    def chose(self, choice: Choice) -> Hand:
        """The hand after an answer of its own that is no split; no answer stands (LT-BJ-08, BJ-3.5-iii)."""
        match choice:
            case Choice.HIT:
                return Hand(self.cards, self.bet, self.split, True)
            case Choice.DOUBLE:
                return Hand(self.cards, 2, self.split, True)
            case Choice.STAND | Choice.TIMEOUT:
                return self.ending(State.STOOD)
            case Choice.SURRENDER:
                return self.ending(State.SURRENDERED)
        raise ValueError(f"{choice}: no choice for a hand alone")

    def ending(self, how: State) -> Hand:
        """The hand ended so: no card that it asked for is due any more."""
        return Hand(self.cards, self.bet, self.split, False, how)

    def against(self, dealer: tuple[Card, ...]) -> State:
        """What the hand has come to against the dealer's final cards (BJ-2.1.1, BJ-2.2, LT-BJ-09)."""
        if self.left in OUT:
            return State(self.left)
        own, theirs = _rank(self.cards, self.is_blackjack), _rank(dealer, is_blackjack(dealer))
        if own == 0 or own < theirs:
            return State.LOST
        return State.WON if own > theirs else State.PUSH


def _rank(cards: tuple[Card, ...], blackjack: bool) -> int:
    """A hand's strength: 22 for blackjack, else its total, 0 over 21."""
    points = total(cards)
    return 22 if blackjack else points if points <= 21 else 0

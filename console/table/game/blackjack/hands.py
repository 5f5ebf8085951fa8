"""A hand of blackjack, what can be due in a round, and the seat that has one hand, or two after a split.

A hand knows its total, its choices and its end; a seat knows which of its own hands is due, and for what.
Neither knows the dealer's cards, nor money: a bet is one or two of the first bet's size.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from console.table.game.cards import Card, Rank


class Choice(StrEnum):
    """A player's answers; ``timeout`` is no answer in time, and is never offered (BJ-3.5-i)."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    INSURE = "insure"
    DECLINE = "decline"
    SURRENDER = "surrender"
    TIMEOUT = "timeout"


class State(StrEnum):
    """The state of a hand: in play, ended, and won, lost or push once the round is decided."""

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
"""The value of each card, an ace as one (BJ-1.5, LT-BJ-05)."""
_value_of: Final = VALUE.__getitem__

ACES: Final = frozenset(card for card in Card if card.rank is Rank.ACE)
"""The aces, which count one or eleven (BJ-1.5, LT-BJ-05)."""

OUT: Final = frozenset({State.SURRENDERED, State.REFUNDED})
"""The ways in which a hand leaves the round without a result (LT-BJ-07, LT-BJ-2.3.8)."""

IN_PLAY: Final = frozenset({State.STOOD, State.DOUBLED})
"""The ends of a hand whose result the dealer's next card can change (BJ-4.4-iii, LT-BJ-10)."""

# Looking up an enum's member costs as much as a call before Python 3.12, and these at every card.
_HIT: Final = Choice.HIT
_DOUBLE: Final = Choice.DOUBLE
_SPLIT: Final = Choice.SPLIT
_STOOD: Final = State.STOOD
_DOUBLED: Final = State.DOUBLED
_STANDS: Final = frozenset({Choice.STAND, Choice.TIMEOUT})

_ANY: Final = (Choice.HIT, Choice.STAND)
_TWO_CARDS: Final = (*_ANY, Choice.DOUBLE)
_EQUAL_CARDS: Final = (*_TWO_CARDS, Choice.SPLIT)


def is_soft(cards: tuple[Card, ...]) -> bool:
    """Whether an ace counts eleven (BJ-1.1-soft; else the total is hard, BJ-1.1-hard)."""
    return sum(map(_value_of, cards)) <= 11 and not ACES.isdisjoint(cards)


def total(cards: tuple[Card, ...]) -> int:
    """The total of the cards; one ace counts as eleven if that does not pass 21 (BJ-1.5, LT-BJ-05)."""
    hard = sum(map(_value_of, cards))
    return hard if hard > 11 or ACES.isdisjoint(cards) else hard + 10


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """Whether these are an ace and a ten-value card alone, the dealer's too (BJ-1.1-blackjack, LT-BJ-05)."""
    return len(cards) == 2 and total(cards) == 21


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A player's hand.

    ``bet`` is 2 from the answer to double on; ``split``: the hand is one of two; ``asked``: the card that it
    asked for has not come; ``left`` is how the player ended it: stood, surrendered or refunded.
    """

    cards: tuple[Card, ...] = ()
    bet: int = 1
    split: bool = False
    asked: bool = False
    left: State | None = None
    main_only: bool = False
    """Whether its main bet alone went back: side bets and insurance stay (LT-BJ-2.3.8)."""

    @property
    def is_blackjack(self) -> bool:
        """Ace and ten-value card as the first two of an unsplit hand (BJ-1.1-blackjack, BJ-2.7, LT-BJ-06)."""
        return not self.split and is_blackjack(self.cards)

    @property
    def end(self) -> State | None:
        """The end of the hand; None while it lacks a card or an answer (BJ-2.6, BJ-2.7, BJ-4.4-i)."""
        if self.left is not None:
            return self.left
        cards = self.cards
        points = total(cards)
        if points > 21:
            return State.BUST
        if self.asked or len(cards) < 2:
            return None
        if self.bet == 2:
            return _DOUBLED
        if points == 21:
            return State.BLACKJACK if self.is_blackjack else _STOOD
        return _STOOD if self.split and cards[0] in ACES else None

    @property
    def needs_card(self) -> bool:
        """Whether the hand waits for a card: its second, or a card that its player asked for."""
        return self.left is None and (self.asked or len(self.cards) < 2)

    @property
    def offers(self) -> tuple[Choice, ...]:
        """The choices of the hand if it is asked now (BJ-2.6, BJ-2.7, BJ-3.5-i, LT-BJ-06)."""
        if len(self.cards) != 2:
            return _ANY
        first, second = self.cards
        return _TWO_CARDS if self.split or VALUE[first] != VALUE[second] else _EQUAL_CARDS

    def with_card(self, card: Card) -> Hand:
        """The hand with one more card: the card that it asked for, if any, has come."""
        return Hand((*self.cards, card), self.bet, self.split, False, self.left)

    def chose(self, choice: Choice) -> Hand:
        """The hand after an answer of its own that is no split. No answer in time counts as stand (LT-BJ-08,
        BJ-3.5-iii). Raises ValueError for a split.
        """
        if choice is _HIT:
            return Hand(self.cards, self.bet, self.split, True)
        if choice in _STANDS:
            return self.ending(_STOOD)
        if choice is _DOUBLE:
            return Hand(self.cards, 2, self.split, True)
        if choice is Choice.SURRENDER:
            return self.ending(State.SURRENDERED)
        raise ValueError(f"{choice}: no choice for a hand alone")

    def without_last(self) -> Hand:
        """The hand without its last card, for which it waits again."""
        left = self.left if self.left in OUT else None
        return Hand(self.cards[:-1], self.bet, self.split, len(self.cards) > 2, left)

    @property
    def with_first_bet_back(self) -> Hand:
        """The doubled hand without its first bet: it stays in play with the second one (LT-BJ-2.3.8)."""
        return replace(self, bet=1, left=_DOUBLED)

    def ending(self, how: State) -> Hand:
        """The hand, ended in this way; a card that it had asked for is no longer due."""
        return Hand(self.cards, self.bet, self.split, False, how)

    def against(self, dealer: tuple[Card, ...]) -> State:
        """The hand's result against the dealer's final cards (BJ-2.1.1, BJ-2.2, LT-BJ-09)."""
        if self.left in OUT:
            return State(self.left)
        own, theirs = (
            _rank(self.cards, blackjack=self.is_blackjack),
            _rank(dealer, blackjack=is_blackjack(dealer)),
        )
        if own == 0 or own < theirs:
            return State.LOST
        return State.WON if own > theirs else State.PUSH


def _rank(cards: tuple[Card, ...], *, blackjack: bool) -> int:
    """A hand's strength: 22 for blackjack, 0 for a total over 21, else the total."""
    points = total(cards)
    return 22 if blackjack else points if points <= 21 else 0


DEALER: Final = "dealer"
"""The dealer's hand, if a player's is a number."""


class Face(StrEnum):
    """The way in which a card is dealt: face up or face down."""

    UP = "up"
    DOWN = "down"


class ChoiceRefusal(StrEnum):
    """The reason why an answer is not taken; the first that holds."""

    NO_SUCH_HAND = "no_such_hand"
    OUT_OF_TURN = "out_of_turn"
    NOT_OFFERED = "not_offered"


class HandPlace(msgspec.Struct, frozen=True, gc=False):
    """The place of a card: the hand, its position from 1, the seat (None: the dealer's), up or down."""

    hand: int | Literal["dealer"]
    card: int
    seat: int | None = None
    face: Face = Face.UP

    @property
    def name(self) -> str:
        """The hand as a correction names it: ``dealer``, or seat and hand as ``3.1``."""
        return DEALER if self.seat is None else f"{self.seat}.{self.hand}"

    @property
    def face_down(self) -> bool:
        """Whether nobody may see the card yet (BJ-1.1-hole)."""
        return self.face is Face.DOWN


place_of: Final = lru_cache(maxsize=512)(HandPlace)
"""A card's place, made once: there are not many, and the next one is asked for at every card."""


class SeatsDue(StrEnum):
    """The game server has to name the seats with bets (BJ-2.1.2, LT-BJ-02)."""

    AWAIT_SEATS = "await_seats"


class InsuranceStage(msgspec.Struct, frozen=True, gc=False):
    """The answers to insurance, which several seats may give in any order (BJ-3.7, LT-BJ-07)."""

    seats: tuple[int, ...]
    offers: tuple[Choice, ...]


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The answer that is due of one hand (BJ-3.5-i, LT-BJ-06)."""

    seat: int
    hand: int
    offers: tuple[Choice, ...]


class HoleDue(StrEnum):
    """The dealer's due act with the hole card (BJ-3.7, LT-BJ-09)."""

    PEEK = "peek"
    TURN_HOLE = "turn_hole"


Due = HandPlace | SeatsDue | InsuranceStage | Decision | HoleDue


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seat that has bet: one hand, two after a split, and its answer to the dealer's ace."""

    number: int
    hands: tuple[Hand, ...] = (Hand(),)
    answer: Choice | None = None

    @property
    def is_out(self) -> bool:
        return all(hand.left in OUT for hand in self.hands)

    @property
    def is_refunded(self) -> bool:
        """Whether every bet of the seat has gone back (LT-BJ-2.3.8)."""
        return all(hand.left is State.REFUNDED for hand in self.hands)

    @property
    def first_two(self) -> tuple[Card, ...]:
        """The first two cards, also after a split; fewer while they have not come."""
        if len(self.hands) == 2:
            return (self.hands[0].cards[0], self.hands[1].cards[0])
        return self.hands[0].cards[:2]

    @property
    def due(self) -> HandPlace | Decision | None:
        """A split's missing second cards, then each hand in its turn (BJ-2.7); None once all have ended."""
        if len(self.hands) == 1:
            (hand,) = self.hands
            if hand.needs_card:
                return place_of(1, len(hand.cards) + 1, self.number)
            return Decision(self.number, 1, hand.offers) if hand.end is None else None
        due = [number for number, hand in enumerate(self.hands, 1) if hand.needs_card]
        if due:
            # A hand that still lacks its second card comes before one that has asked for a further card.
            number = next((each for each in due if len(self.hands[each - 1].cards) < 2), due[0])
            return place_of(number, len(self.hands[number - 1].cards) + 1, self.number)
        for number, hand in enumerate(self.hands, 1):
            if hand.end is None:
                return Decision(self.number, number, hand.offers)
        return None

    @property
    def first_places(self) -> tuple[tuple[HandPlace, Card], ...]:
        """The first two cards with their places; after a split each is the first of its hand."""
        places = (HandPlace(1, 1, self.number), HandPlace(len(self.hands), 3 - len(self.hands), self.number))
        return tuple(zip(places, self.first_two, strict=False))

    @property
    def later_places(self) -> tuple[tuple[HandPlace, Card], ...]:
        """All cards after the first two with their places, in the order dealt."""
        if len(self.hands) == 1:
            return self._places(1)[2:] if len(self.hands[0].cards) > 2 else ()
        one, two = self._places(1), self._places(2)
        return (*one[1:2], *two[1:2], *one[2:], *two[2:])

    def _places(self, hand: int) -> tuple[tuple[HandPlace, Card], ...]:
        cards = self.hands[hand - 1].cards
        return tuple((HandPlace(hand, at, self.number), card) for at, card in enumerate(cards, 1))

    def with_card(self, hand: int, card: Card) -> Seat:
        if len(self.hands) == 1:
            return Seat(self.number, (self.hands[0].with_card(card),), self.answer)
        return self._with(hand, self.hands[hand - 1].with_card(card))

    def chose(self, hand: int, choice: Choice) -> Seat:
        """The seat after a hand's answer (BJ-2.7: a split once, its hands a card each)."""
        if choice is _SPLIT:
            one, two = self.hands[0].cards
            return Seat(self.number, (Hand((one,), split=True), Hand((two,), split=True)), self.answer)
        return self._with(hand, self.hands[hand - 1].chose(choice))

    def without_last(self, hand: int) -> Seat:
        return self._with(hand, self.hands[hand - 1].without_last())

    def with_answer(self, choice: Choice) -> Seat:
        """The seat after its answer to the dealer's ace; no answer counts as 'no' (LT-BJ-07, LT-BJ-08)."""
        if choice is Choice.SURRENDER:
            return Seat(self.number, (self.hands[0].chose(choice),), choice)
        return Seat(self.number, self.hands, Choice.INSURE if choice is Choice.INSURE else Choice.DECLINE)

    @property
    def keeps_side_bets(self) -> bool:
        """Whether the seat's side bets and insurance are decided although its hands are out."""
        return any(hand.main_only for hand in self.hands)

    def with_first_bet_back(self, hand: int) -> Seat:
        return self._with(hand, self.hands[hand - 1].with_first_bet_back)

    def with_refund(self, hand: int | None, *, main_only: bool) -> Seat:
        """The seat with this hand, or each of its hands, out of the round, its bet back (LT-BJ-2.3.8)."""
        back = tuple(
            replace(each.ending(State.REFUNDED), main_only=main_only) if hand in (None, number) else each
            for number, each in enumerate(self.hands, 1)
        )
        return Seat(self.number, back, self.answer)

    def _with(self, number: int, hand: Hand) -> Seat:
        if len(self.hands) == 1:
            return Seat(self.number, (hand,), self.answer)
        one, two = self.hands
        return Seat(self.number, (hand, two) if number == 1 else (one, hand), self.answer)

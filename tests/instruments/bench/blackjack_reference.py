"""A round of blackjack for one seat, as plain and immutable as one would write it at first: one frozen value.

The same rules as the console's: an ace is looked under once insurance is declined, equal values split once,
split aces get a card each, the dealer stands on 17 and draws only while it can change a result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from console.table.game import Card, Rank
from console.table.game.blackjack import Choice
from console.table.game.blackjack.hands import VALUE

Due = tuple[Literal["card", "answer", "insurance", "peek", "turn"], int]
"""The thing that is due, and its hand; the dealer's is -1."""
DEALER = -1


@dataclass(frozen=True)
class Hand:
    """A player's hand, whether it waits for a card, and whether it stood or doubled."""

    cards: tuple[Card, ...] = ()
    asked: bool = False
    over: bool = False


@dataclass(frozen=True)
class Dealt:
    """The player's hands, the dealer's cards, and what was said and done between."""

    hands: tuple[Hand, ...] = (Hand(),)
    dealer: tuple[Card, ...] = ()
    declined: bool = False
    looked: bool = False
    turned: bool = False

    @property
    def due(self) -> Due | None:
        if len(self.dealer) < 2:
            return ("card", 0 if len(self.hands[0].cards) == len(self.dealer) else DEALER)
        if self.dealer[0].rank is Rank.ACE and not self.looked:
            return ("peek", DEALER) if self.declined else ("insurance", 0)
        if self.turned:
            return ("card", DEALER) if self._dealer_draws() else None
        for number, hand in enumerate(self.hands):
            if hand.asked or len(hand.cards) < 2:
                return ("card", number)
        for number, hand in enumerate(self.hands):
            if not self._ended(hand):
                return ("answer", number)
        return ("turn", DEALER)

    def _ended(self, hand: Hand) -> bool:
        split_aces = len(self.hands) == 2 and hand.cards[0].rank is Rank.ACE
        return hand.over or split_aces or _total(hand.cards) >= 21

    def _dealer_draws(self) -> bool:
        return _total(self.dealer) < 17 and any(self._can_still_win(hand.cards) for hand in self.hands)

    def _can_still_win(self, cards: tuple[Card, ...]) -> bool:
        blackjack = len(self.hands) == 1 and len(cards) == 2 and _total(cards) == 21
        return _total(cards) <= 21 and not blackjack

    def dealt(self, card: Card) -> Dealt:
        match self.due:
            case "card", -1:
                dealer = (*self.dealer, card)
                return Dealt(self.hands, dealer, self.declined, self.looked, self.turned)
            case "card", number:
                hand = self.hands[number]
                return self._with(number, Hand((*hand.cards, card), False, hand.over))
            case _:
                raise ValueError("no card is due")

    def answered(self, choice: Choice) -> Dealt:
        match self.due:
            case "answer", number:
                return self._answered(number, self.hands[number].cards, choice)
            case _:
                raise ValueError("no answer is due")

    def _answered(self, number: int, cards: tuple[Card, ...], choice: Choice) -> Dealt:
        match choice:
            case Choice.HIT:
                return self._with(number, Hand(cards, asked=True))
            case Choice.STAND:
                return self._with(number, Hand(cards, over=True))
            case Choice.DOUBLE if len(cards) == 2:
                return self._with(number, Hand(cards, asked=True, over=True))
            case Choice.SPLIT if len(self.hands) == 1 and len({VALUE[card] for card in cards}) == 1:
                hands = tuple(Hand((card,)) for card in cards)
                return Dealt(hands, self.dealer, self.declined, self.looked, self.turned)
        raise ValueError(f"{choice} is not offered")

    def _with(self, number: int, changed: Hand) -> Dealt:
        hands = (*self.hands[:number], changed, *self.hands[number + 1 :])
        return Dealt(hands, self.dealer, self.declined, self.looked, self.turned)

    def insurance_declined(self) -> Dealt:
        match self.due:
            case "insurance", _:
                return Dealt(self.hands, self.dealer, True, self.looked, self.turned)
            case _:
                raise ValueError("no insurance is offered")

    def pressed(self) -> Dealt:
        match self.due:
            case "peek", _:
                return Dealt(self.hands, self.dealer, self.declined, True, _total(self.dealer) == 21)
            case "turn", _:
                return Dealt(self.hands, self.dealer, self.declined, self.looked, True)
            case _:
                raise ValueError("there is nothing to do with the hole card")


def _total(cards: tuple[Card, ...]) -> int:
    low = sum(VALUE[card] for card in cards)
    return low + 10 if low <= 11 and any(card.rank is Rank.ACE for card in cards) else low

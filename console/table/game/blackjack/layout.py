"""The view that everybody may have of a round of blackjack: hands, totals, states, the dealer's as shown.

No other place makes a total of the dealer's cards before they are turned: a card that lies face down is in
none. It decides nothing.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.table.game.blackjack.hands import (
    Choice,
    Decision,
    Due,
    Hand,
    HandPlace,
    InsuranceStage,
    Seat,
    State,
    is_blackjack,
    is_soft,
    total,
)
from console.table.game.cards import Card

BACK: Final = "??"
"""The back of a card that lies face down."""


class Hole(StrEnum):
    """The state of the hole card; after a peek it is still face down (BJ-1.1-hole)."""

    HIDDEN = "hidden"
    PEEKED = "peeked"
    TURNED = "turned"


class Insurance(StrEnum):
    """The state of an insurance bet (BJ-2.5.1)."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"


class SeenHand(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]
    total: int
    soft: bool
    state: State
    bet: int
    insurance: Insurance | None


class DealerHand(msgspec.Struct, frozen=True):
    """The dealer's hand as everybody may see it."""

    cards: tuple[Card | Literal["??"], ...]
    total: int
    soft: bool


class Layout(msgspec.Struct, frozen=True):
    """The context of a seat's hands: the dealer's cards, the hole, and the next card or answer."""

    dealer: tuple[Card, ...]
    hole: Hole
    due: Due | None

    @property
    def dealer_hand(self) -> DealerHand:
        """The dealer's hand: its up card alone until the hole card is turned (BJ-1.1-hole)."""
        if self.hole is Hole.TURNED or len(self.dealer) < 2:
            return DealerHand(self.dealer, total(self.dealer), is_soft(self.dealer))
        up = self.dealer[:1]
        return DealerHand((*up, BACK), total(up), is_soft(up))

    def hands(self, seat: Seat) -> tuple[SeenHand, ...]:
        """A seat's hands; insurance lies on the first."""
        insurance = self.insurance(seat)
        return tuple(
            [
                SeenHand(
                    hand.cards,
                    total(hand.cards),
                    is_soft(hand.cards),
                    self.state(seat.number, number, hand),
                    hand.bet,
                    insurance if number == 1 else None,
                )
                for number, hand in enumerate(seat.hands, 1)
            ]
        )

    def state(self, seat: int, number: int, hand: Hand) -> State:
        """The state of a hand: the acting hand is the one whose card or answer is due."""
        if self.due is None:
            return hand.against(self.dealer)
        return hand.end or (State.ACTING if _is_due(self.due, seat, number) else State.WAITING)

    def insurance(self, seat: Seat) -> Insurance | None:
        """The state of the seat's insurance; None without one, or when its bets went back (BJ-2.5.3)."""
        if seat.answer is not Choice.INSURE or (seat.is_out and not seat.keeps_side_bets):
            return None
        if self.hole is Hole.HIDDEN:
            return Insurance.OPEN
        won = self.hole is Hole.TURNED and is_blackjack(self.dealer)
        return Insurance.WON if won else Insurance.LOST


def _is_due(due: Due, seat: int, hand: int) -> bool:
    """Whether a card or an answer of this hand is due."""
    match due:
        case HandPlace() | Decision():
            return (due.seat, due.hand) == (seat, hand)
        case InsuranceStage(seats):
            return seat in seats
    return False

"""Blackjack's round as a value: the hands of seats and dealer, the next card or answer, the outcome.

It never asks who deals or when; it holds no bets (see :mod:`console.table.game.blackjack.payout`). The hole
card is among its cards, but not in the dealer's hand that it shows until the card is turned. A misread card
is corrected here: the result is the round as it would have been with the right card, if only cards since a
player's last answer can be corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, Self, TypeVar, overload

import msgspec
from msgspec.structs import replace

from console.table.game.blackjack.hands import (
    ACES,
    DEALER,
    IN_PLAY,
    Choice,
    ChoiceRefusal,
    Decision,
    Due,
    Face,
    Hand,
    HandPlace,
    HoleDue,
    InsuranceStage,
    Seat,
    SeatsDue,
    State,
    is_blackjack,
    is_soft,
    place_of,
    total,
)
from console.table.game.blackjack.layout import BACK, DealerHand, Hole, Layout, SeenHand
from console.table.game.blackjack.side_bets import Sides, sides
from console.table.game.cards import Card
from console.table.game.played_round import PlayedRound, SeenCard

Of = TypeVar("Of")
Worked = TypeVar("Worked")


class cached_value(Generic[Of, Worked]):
    """``functools.cached_property`` without its lock, which before Python 3.12 costs more than the work."""

    def __init__(self, work: Callable[[Of], Worked]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, of: None, owner: Any = None) -> Self: ...

    @overload
    def __get__(self, of: Of, owner: Any = None) -> Worked: ...

    def __get__(self, of: Of | None, owner: Any = None) -> Self | Worked:
        """Computes the value at its first use; Python then finds the stored one and calls no more."""
        if of is None:
            return self
        worked = of.__dict__[self._name] = self._work(of)
        return worked


_DEALERS_FIRST: Final = HandPlace(DEALER, 1)
_HOLE: Final = HandPlace(DEALER, 2, face=Face.DOWN)
# Looking up an enum's member costs as much as a call before Python 3.12, and these at every card.
_HIDDEN: Final = Hole.HIDDEN
_TURNED: Final = Hole.TURNED
_PEEK: Final = HoleDue.PEEK
_TURN_HOLE: Final = HoleDue.TURN_HOLE
_INSURE: Final = (Choice.INSURE, Choice.DECLINE)
_INSURE_OR_SURRENDER: Final = (*_INSURE, Choice.SURRENDER)


class Outcome(msgspec.Struct, frozen=True):
    """The dealer's result; each hand's own result is its state."""

    total: int
    soft: bool
    blackjack: bool
    bust: bool


class Round(
    PlayedRound[HandPlace], msgspec.Struct, frozen=True, dict=True, tag_field="game", tag="blackjack"
):
    """One round of blackjack: the seats that have bet, ascending, and the dealer's cards, the hole second.

    ``surrender``: whether this house lets a player give up against an ace (LT-BJ-07); ``told``: whether the
    game server has named the seats with bets, even if there are none; ``void``: the seats as a void has left
    them, once one was refunded after it.
    """

    seats: tuple[Seat, ...] = ()
    dealer: tuple[Card, ...] = ()
    hole: Hole = Hole.HIDDEN
    surrender: bool = False
    told: bool = True
    void: tuple[Seat, ...] = ()

    @cached_value
    def next_due(self) -> Due | None:
        """The next card or answer; None once decided (BJ-3.4, BJ-3.5-i, BJ-3.7, BJ-4.4-iii)."""
        if not self.seats:
            return SeatsDue.AWAIT_SEATS
        if len(self.dealer) < 2:
            return self._first_deal()
        if self.hole is _HIDDEN and self.dealer[0] in ACES:
            return self._insurance_stage() or _PEEK
        if self.hole is _TURNED:
            return HandPlace(DEALER, len(self.dealer) + 1) if self._dealer_draws() else None
        for seat in self.seats:
            if (due := seat.due) is not None:
                return due
        return _TURN_HOLE

    def _first_deal(self) -> HandPlace:
        """One up to each seat, the dealer's up, a second to each, the dealer's down (BJ-3.4, LT-BJ-04)."""
        card = len(self.dealer) + 1
        for seat in self.seats:
            # a split's hands get theirs once the dealer has both: a hole card may be due again after a split
            if len(seat.hands) == 1 and len(seat.hands[0].cards) < card and not seat.is_out:
                return place_of(1, card, seat.number)
        return _DEALERS_FIRST if card == 1 else _HOLE

    def _insurance_stage(self) -> InsuranceStage | None:
        """Every seat's answer to the dealer's ace, a blackjack's too, before any other (BJ-2.5.2)."""
        seats = tuple(seat.number for seat in self.seats if seat.answer is None and not seat.is_out)
        offers = _INSURE_OR_SURRENDER if self.surrender else _INSURE
        return InsuranceStage(seats, offers) if seats else None

    def _dealer_draws(self) -> bool:
        """Whether the dealer draws: below 17, soft or hard, while a hand can still win or lose by it
        (BJ-4.4-ii, BJ-4.4-iii, LT-BJ-09).
        """
        if total(self.dealer) >= 17:
            return False
        for seat in self.seats:
            for hand in seat.hands:
                if hand.end in IN_PLAY:
                    return True
        return False

    @property
    def next_place(self) -> HandPlace | None:
        due = self.next_due
        return due if isinstance(due, HandPlace) else None

    @property
    def is_empty(self) -> bool:
        """Whether nobody has bet; then nothing is dealt."""
        return self.told and not self.seats

    def with_seats(self, seats: tuple[int, ...]) -> Round:
        """The round with these seats in it, in any order. Raises ValueError once a card is out (LT-BJ-02)."""
        if self.card_count:
            raise ValueError("who has bet is settled with the first card")
        return Round(tuple(map(Seat, sorted(seats))), surrender=self.surrender)

    def deal(self, card: Card) -> Round:
        """The round with a card laid where it is expected. Raises ValueError if none is due."""
        due = self.next_due
        if not isinstance(due, HandPlace):
            raise ValueError("no card is due")
        if due.seat is None or due.hand == DEALER:
            return Round(self.seats, (*self.dealer, card), self.hole, self.surrender)
        return self._with(self._at(due.seat).with_card(due.hand, card))

    def refusal(self, seat: int, hand: int, choice: Choice) -> ChoiceRefusal | None:
        """The reason why this answer can't be taken now; None if it can. No other place decides that."""
        due = self.next_due
        match due:
            case Decision() if due.seat == seat and due.hand == hand:
                taken = choice in due.offers
            case InsuranceStage() if seat in due.seats and self.has(seat, hand):
                taken = choice in due.offers
            case _:
                return ChoiceRefusal.OUT_OF_TURN if self.has(seat, hand) else ChoiceRefusal.NO_SUCH_HAND
        return None if taken or choice is Choice.TIMEOUT else ChoiceRefusal.NOT_OFFERED

    def decide(self, seat: int, hand: int, choice: Choice) -> Round:
        """The round after a player's answer. Raises ValueError if :meth:`refusal` has a reason against it."""
        if refused := self.refusal(seat, hand, choice):
            raise ValueError(f"{choice} of seat {seat}, hand {hand}: {refused}")
        found = self._at(seat)
        insuring = isinstance(self.next_due, InsuranceStage)
        return self._with(found.with_answer(choice) if insuring else found.chose(hand, choice))

    def peek(self) -> Round:
        """The round after the dealer looked at the hole card: a blackjack is turned (BJ-3.7). Raises
        ValueError if that look is not due.
        """
        if self.next_due is not _PEEK:
            raise ValueError("no look at the hole card is due")
        hole = Hole.TURNED if is_blackjack(self.dealer) else Hole.PEEKED
        return Round(self.seats, self.dealer, hole, self.surrender)

    def turn(self) -> Round:
        """The round with the hole card turned (BJ-3.7, LT-BJ-09). Raises ValueError if that is not due."""
        if self.next_due is not _TURN_HOLE:
            raise ValueError("the hole card is not to be turned now")
        return Round(self.seats, self.dealer, _TURNED, self.surrender)

    def after_press(self) -> Round:
        """The round after the dealer's due press for the hole card. Raises ValueError if there is none."""
        return self.peek() if self.next_due is _PEEK else self.turn()

    def without_last(self) -> Round:
        """The round as it was before its last card was dealt: its place is due again, what has been decided
        on it is not decided, and a hole card that was turned after it is to be turned again once that seat
        has its card. Raises ValueError before any.
        """
        if not self.card_count:
            raise ValueError("no card lies on the table")
        place, _ = self.placed_cards[-1]
        if place.seat is None:
            hole = _HIDDEN if place.card == 2 else self.hole
            return Round(self.seats, self.dealer[:-1], hole, self.surrender)
        assert place.hand != DEALER, "a seat's hands are numbers"
        before = self._with(self._at(place.seat).without_last(place.hand))
        if self.hole is not _TURNED:
            return before
        return replace(before, hole=Hole.PEEKED if self.dealer[0] in ACES else _HIDDEN)

    def refund(self, seat: int, hand: int | None = None, *, main_only: bool = True) -> Round:
        """The round without this hand, or the whole seat: its bets go back, others play on (LT-BJ-2.3.8).
        ``main_only``: side bets and insurance stay. At any time. Raises ValueError if the seat has no bet.
        """
        return self._with(self._at(seat).with_refund(hand, main_only=main_only))

    def refund_first_bet(self, seat: int, hand: int) -> Round:
        """The round with a doubled hand's first bet back: the hand plays for the second one (LT-BJ-2.3.8)."""
        return self._with(self._at(seat).with_first_bet_back(hand))

    def refund_void(self, seat: int, hand: int | None = None, *, main_only: bool = True) -> Round:
        """Give bets back in a void round: nobody plays on, and the other hands stay as they are."""
        return replace(self.refund(seat, hand, main_only=main_only), void=self.void or self.seats)

    @property
    def hands(self) -> dict[int, tuple[SeenHand, ...]]:
        """Every seat's hands as everybody may see them, by the seat's number."""
        layout = self._layout
        return {seat.number: layout.hands(seat) for seat in self.seats}

    @property
    def sides(self) -> dict[int, Sides]:
        """The results of every seat's side bets, by the seat's number (LT-BJ-11, LT-BJ-12)."""
        up = self.dealer[:1]
        return {seat.number: sides(seat.first_two, *up) if up else Sides() for seat in self.seats}

    @property
    def dealer_hand(self) -> DealerHand:
        """The dealer's hand as everybody may see it (BJ-1.1-hole)."""
        return self._layout.dealer_hand

    @property
    def _layout(self) -> Layout:
        due = replace(self, seats=self.void, void=()).next_due if self.void else self.next_due
        return Layout(self.dealer, self.hole, due)

    @cached_value
    def card_count(self) -> int:
        """The number of cards that lie on the table, the hole card among them."""
        return sum([len(hand.cards) for seat in self.seats for hand in seat.hands]) + len(self.dealer)

    @property
    def placed_cards(self) -> tuple[tuple[HandPlace, Card], ...]:
        """The cards with their places in the order in which they were dealt, the hole card among them."""
        two = [seat.first_places for seat in self.seats]
        own = [
            (HandPlace(DEALER, at, face=Face.DOWN if at == 2 else Face.UP), card)
            for at, card in enumerate(self.dealer, 1)
        ]
        firsts = (*(first for places in two for first in places[:1]), *own[:1])
        seconds = (*(second for places in two for second in places[1:]), *own[1:2])
        return (*firsts, *seconds, *(later for seat in self.seats for later in seat.later_places), *own[2:])

    @property
    def in_view(self) -> tuple[tuple[HandPlace, SeenCard], ...]:
        """The cards as everybody may see them: an unturned hole card is a back (BJ-1.1-hole)."""
        if self.hole is Hole.TURNED:
            return self.placed_cards
        return tuple((place, BACK if place == _HOLE else card) for place, card in self.placed_cards)

    @property
    def last_in_view(self) -> tuple[HandPlace, SeenCard] | None:
        """The last card as everybody may see it, with its place, as in :attr:`in_view`; None before any."""
        dealt = len(self.dealer)
        if dealt > 2:
            return HandPlace(DEALER, dealt), self.dealer[-1]
        for seat in reversed(self.seats):
            if later := seat.later_places:
                return later[-1]
        if dealt == 2:
            return _HOLE, self.dealer[1] if self.hole is _TURNED else BACK
        for seat in reversed(self.seats):
            if len(seat.first_two) == 2:
                return seat.first_places[1]
        if dealt == 1:
            return _DEALERS_FIRST, self.dealer[0]
        for seat in reversed(self.seats):
            if seat.first_two:
                return seat.first_places[0]
        return None

    @property
    def _named_hands(self) -> Iterator[tuple[str, Hand]]:
        for seat in self.seats:
            yield from ((f"{seat.number}.{number}", hand) for number, hand in enumerate(seat.hands, 1))

    @property
    def points(self) -> dict[str, int]:
        """The total of every hand, by its name; of the dealer's hand the visible total."""
        hands = {name: total(hand.cards) for name, hand in self._named_hands}
        return hands | {DEALER: self.dealer_hand.total}

    @property
    def doubled_hands(self) -> tuple[str, ...]:
        """The hands on which two stakes lie since the player's answer, by their names (BJ-2.7)."""
        return tuple(name for name, hand in self._named_hands if hand.bet > 1)

    @property
    def refunded_hands(self) -> tuple[str, ...]:
        """The hands whose bets have gone back, by their names (LT-BJ-2.3.8)."""
        return tuple(name for name, hand in self._named_hands if hand.left is State.REFUNDED)

    @property
    def outcome(self) -> Outcome | None:
        """The dealer's result; None while anything is due."""
        if self.next_due is not None:
            return None
        points = total(self.dealer)
        return Outcome(points, is_soft(self.dealer), is_blackjack(self.dealer), points > 21)

    def has(self, seat: int, hand: int) -> bool:
        return any(there.number == seat and 1 <= hand <= len(there.hands) for there in self.seats)

    def is_refunded(self, seat: int) -> bool:
        """Whether the main bet of every hand of the seat has gone back (LT-BJ-2.3.8)."""
        return self._at(seat).is_refunded

    def all_refunded(self, seat: int) -> bool:
        """Whether every bet of the seat has gone back, its side bets too (LT-BJ-2.3.8)."""
        found = self._at(seat)
        return found.is_refunded and not found.keeps_side_bets

    @property
    def has_no_seat_left(self) -> bool:
        """Whether the round is over since every hand was refunded before it was void (LT-BJ-2.3.8)."""
        seats = self.seats
        return bool(seats) and not self.void and all(each.is_refunded for each in seats)

    def insurance_lies(self, seat: int, *, void: bool) -> bool:
        """Whether insurance lies, or still may: not after the peek, in a void, or without a dealer's ace."""
        if self._at(seat).answer is Choice.INSURE:
            return True
        return not void and self.hole is _HIDDEN and (not self.dealer or self.dealer[0] in ACES)

    def decided_beside(self, seat: int) -> tuple[bool, bool]:
        """Whether a seat's side bets, and its insurance, are decided by the cards that lie there."""
        found = self._at(seat)
        insured = found.answer is Choice.INSURE and self.hole is not _HIDDEN
        return len(found.first_two) == 2 and bool(self.dealer), insured

    def _at(self, number: int) -> Seat:
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise ValueError(f"seat {number} is not in the round")

    def _with(self, changed: Seat) -> Round:
        if len(self.seats) == 1:
            return Round((changed,), self.dealer, self.hole, self.surrender)
        seats = tuple([changed if seat.number == changed.number else seat for seat in self.seats])
        return Round(seats, self.dealer, self.hole, self.surrender)


def with_other_card(answered: Round, played: Round, at: int, card: Card) -> Round | None:
    """The round with the ``at``-th card, from 0 as dealt, another; None if it can't have been played so.
    ``answered`` is the round after the last answer: everything after that answer is played again.
    """
    round: Round | None = answered
    for number, (place, face) in enumerate(played.placed_cards[answered.card_count :], answered.card_count):
        round = _until(round, played, place) if round else None
        round = round.deal(card if number == at else face) if round else None
    return _as_far(round, played) if round else None


def _until(round: Round, played: Round, place: HandPlace) -> Round | None:
    """The round played on until a card is due in this place; None if none ever is."""
    while round.next_due != place:
        if (further := _pressed(round, played) or _refunded(round, played)) is None:
            return None
        round = further
    return round


def _as_far(round: Round, played: Round) -> Round | None:
    """The round after all acts of the other round as it was played; None if one was not possible."""
    while further := _pressed(round, played) or _refunded(round, played):
        round = further
    return round if round.hole is played.hole else None


def _pressed(round: Round, played: Round) -> Round | None:
    """The round after the dealer looked at the hole card or turned it, if the dealer did."""
    due = round.next_due
    return round.after_press() if isinstance(due, HoleDue) and round.hole is not played.hole else None


def _refunded(round: Round, played: Round) -> Round | None:
    """The round without the next hand that has its bet back in the round as it was played."""
    for was, now in zip(round.seats, played.seats, strict=True):
        for hand, (before, after) in enumerate(zip(was.hands, now.hands, strict=True), 1):
            if after.left is State.REFUNDED and before.left is not State.REFUNDED:
                return round.refund(now.number, hand, main_only=after.main_only)
            if after.left is State.DOUBLED and before.left is not State.DOUBLED:
                return round.refund_first_bet(now.number, hand)
    return None

"""Any round of blackjack, whatever the cards and answers: it ends, nothing is lost, the hole is hidden.

The test computes the result a second time, from its own record of the cards and answers.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.game import DECK, Card, load_rulebook
from console.table.game.blackjack.hands import (
    Choice,
    Decision,
    HandPlace,
    HoleDue,
    InsuranceStage,
    SeatsDue,
    State,
)
from console.table.game.blackjack.layout import BACK, Hole, Insurance
from console.table.game.blackjack.payout import Bet, back
from console.table.game.blackjack.round import Round
from console.table.game.blackjack.rules import BlackjackRules
from tests.examples import examples
from tests.table.game.blackjack.rounds import laid, round_of

LT = load_rulebook("lt").of(BlackjackRules)

UNDECIDED = {State.WAITING, State.ACTING}
ENDED = {State.STOOD, State.DOUBLED, State.BUST, State.BLACKJACK, State.SURRENDERED, State.REFUNDED}
RESULTS = {State.WON, State.LOST, State.PUSH, State.SURRENDERED, State.REFUNDED}


class Record(msgspec.Struct):
    """The test's own notes of a round: where each card went, and what each hand answered."""

    order: list[Card] = []
    hands: dict[tuple[int, int], list[Card]] = {}
    dealer: list[Card] = []
    doubled: set[tuple[int, int]] = set()
    split: set[int] = set()
    insured: set[int] = set()
    surrendered: set[int] = set()
    refunded: set[int] = set()

    def card(self, place: HandPlace, card: Card) -> None:
        self.order.append(card)
        if place.seat is None:
            self.dealer.append(card)
        else:
            self.hands.setdefault((place.seat, int(place.hand)), []).append(card)

    def answer(self, seat: int, hand: int, choice: Choice) -> None:
        match choice:
            case Choice.DOUBLE:
                self.doubled.add((seat, hand))
            case Choice.INSURE:
                self.insured.add(seat)
            case Choice.SURRENDER:
                self.surrendered.add(seat)
            case Choice.SPLIT:
                self.split.add(seat)
                self.hands[seat, 2] = [self.hands[seat, 1].pop()]


# The result, reckoned a second time


def best(cards: list[Card]) -> int:
    """The best total: of every way to count the aces the highest up to 21, else the lowest."""
    ways = [(1, 11) if c[0] == "A" else (10,) if c[0] in "TJQK" else (int(c[0]),) for c in cards]
    totals = {sum(counts) for counts in product(*ways)}
    return max((points for points in totals if points <= 21), default=min(totals))


def is_natural(cards: list[Card]) -> bool:
    return (
        len(cards) == 2
        and {cards[0][0] in "TJQK", cards[1][0] in "TJQK"} == {True, False}
        and ("A" in (cards[0][0], cards[1][0]))
    )


def share(record: Record, seat: int, hand: int) -> Fraction:
    """The return of one unit on a hand."""
    if seat in record.refunded:
        return Fraction(1)
    if seat in record.surrendered:
        return Fraction(1, 2)
    cards, dealer = record.hands[seat, hand], record.dealer
    natural = is_natural(cards) and seat not in record.split
    if best(cards) > 21:
        return Fraction(0)
    if is_natural(dealer):
        return Fraction(1 if natural else 0)
    if natural:
        return Fraction(5, 2)
    if best(dealer) > 21 or best(cards) > best(dealer):
        return Fraction(2)
    return Fraction(1 if best(cards) == best(dealer) else 0)


def _lived(record: Record, seat: int, hand: int) -> bool:
    """Whether the dealer's cards decide on a hand."""
    cards, out = record.hands[seat, hand], record.refunded | record.surrendered
    natural = is_natural(cards) and seat not in record.split
    return seat not in out and best(cards) <= 21 and not natural


# Rounds


class Course(msgspec.Struct):
    """A round that was played to its end, and every value that it had on the way."""

    record: Record
    rounds: list[Round]


@st.composite
def courses(draw: st.DrawFn) -> Course:
    """Any round: few ranks, so that there are pairs and aces; any answer, and none; a seat refunded."""
    seats = tuple(sorted(draw(st.sets(st.integers(1, 7), min_size=1, max_size=7))))
    card = st.sampled_from(draw(st.sampled_from([DECK, tuple(c for c in DECK if c[0] in "A8TK2")])))
    chance, record = draw(st.randoms(use_true_random=False)), Record()
    round = round_of(seats, surrender=draw(st.booleans()))
    out, when = draw(st.sets(st.sampled_from(seats), max_size=1)), draw(st.integers(0, 30))
    rounds = [round]
    while (due := round.next_due) is not None:
        if out and len(rounds) > when:
            record.refunded |= out
            round = round.refund(out.pop())
        elif isinstance(due, HandPlace):
            drawn = draw(card)
            record.card(due, drawn)
            round = round.deal(drawn)
        elif isinstance(due, HoleDue):
            round = round.peek() if due is HoleDue.PEEK else round.turn()
        else:
            assert not isinstance(due, SeatsDue)
            round = _answered(
                round, due, chance.choice((*due.offers, Choice.TIMEOUT)), record, chance.random()
            )
        rounds.append(round)
        assert len(rounds) < 200
    return Course(record, rounds)


def _answered(
    round: Round, due: Decision | InsuranceStage, choice: Choice, record: Record, whose: float
) -> Round:
    if isinstance(due, Decision):
        seat, hand = due.seat, due.hand
    else:
        seat, hand = due.seats[int(whose * len(due.seats))], 1
    record.answer(seat, hand, choice)
    return round.decide(seat, hand, choice)


any_course = settings(max_examples=examples(20, at_night=700), deadline=None)


@any_course
@given(courses())
def test_every_round_ends_with_every_hand_in_a_result(course: Course) -> None:
    """BJ-2.1.1, BJ-2.2, LT-BJ-09."""
    last = course.rounds[-1]
    assert last.outcome is not None
    assert {hand.state for hand in laid(last)} <= RESULTS
    assert all(round.outcome is None for round in course.rounds[:-1])


@any_course
@given(courses())
def test_until_then_every_hand_is_in_one_of_its_states(course: Course) -> None:
    """BJ-3.5-iii: at most one acts, but for the answers to an ace."""
    for round in course.rounds[:-1]:
        hands = laid(round)
        assert {hand.state for hand in hands} <= UNDECIDED | ENDED
        acting = sum(hand.state is State.ACTING for hand in hands)
        assert acting <= (len(round.seats) if isinstance(round.next_due, InsuranceStage) else 1)


@any_course
@given(courses())
def test_no_card_appears_or_vanishes(course: Course) -> None:
    """BJ-4.1."""
    record, last = course.record, course.rounds[-1]
    assert list(last.cards) == record.order
    assert {
        (seat, n): list(hand.cards) for seat, hands in last.hands.items() for n, hand in enumerate(hands, 1)
    } == {
        (seat.number, n): record.hands.get((seat.number, n), [])
        for seat in last.seats
        for n in range(1, len(seat.hands) + 1)
    }
    assert list(last.dealer_hand.cards) == record.dealer
    assert all(len(after.cards) - len(before.cards) in (0, 1) for before, after in _steps(course))


@any_course
@given(courses())
def test_the_last_card_in_view_is_the_last_of_all_in_view(course: Course) -> None:
    for round in course.rounds:
        assert round.last_in_view == (round.in_view[-1] if round.card_count else None)
        assert round.card_count == len(round.in_view)


@any_course
@given(courses())
def test_a_hand_of_twenty_one_or_over_is_neither_asked_nor_dealt_to(course: Course) -> None:
    """BJ-4.4-i, BJ-2.6, LT-BJ-06."""
    for round in course.rounds:
        due = round.next_due
        if isinstance(due, Decision) or (isinstance(due, HandPlace) and due.seat is not None):
            seat = due.seat
            assert seat is not None
            hand = round.hands[seat][int(due.hand) - 1]
            assert hand.total < 21
            assert hand.state is State.ACTING


@any_course
@given(courses())
def test_the_dealer_draws_below_seventeen_and_only_against_a_standing_hand(course: Course) -> None:
    """BJ-4.4-ii, BJ-4.4-iii, LT-BJ-09, LT-BJ-10."""
    for before, after in _steps(course):
        if len(after.dealer) > max(2, len(before.dealer)):
            assert best(list(before.dealer)) < 17
            assert {State.STOOD, State.DOUBLED} & {hand.state for hand in laid(before)}
    if any(_lived(course.record, *hand) for hand in course.record.hands):
        assert best(course.record.dealer) >= 17


@any_course
@given(courses(), st.sampled_from(DECK))
def test_nothing_that_is_shown_or_due_hangs_on_the_hole_card_before_its_time(
    course: Course, other: Card
) -> None:
    """BJ-1.1-hole, BJ-3.7: but for the look, which shows whether it is a blackjack."""
    for round in course.rounds:
        if round.hole is Hole.TURNED or len(round.dealer) < 2:
            continue
        up, hole = round.dealer
        twin = Round(round.seats, (up, other), round.hole, round.surrender)
        assert (twin.dealer_hand, twin.hands, twin.sides) == (round.dealer_hand, round.hands, round.sides)
        assert twin.next_due == round.next_due
        assert round.dealer_hand.cards == (up, BACK)
        assert round.dealer_hand.total == best([up])
        if round.next_due is not HoleDue.PEEK:
            assert hole not in round.dealer_hand.cards[1:]


@any_course
@given(courses(), st.integers(1, 10**9))
def test_every_bet_is_settled_as_a_second_reckoning_has_it(course: Course, stake: int) -> None:
    """BJ-2.1.1, BJ-2.2, BJ-2.3, BJ-2.5.3, LT-BJ-07, LT-BJ-13: fractions cut off, nothing else lost."""
    record, last = course.record, course.rounds[-1]
    for seat, hands in last.hands.items():
        for number, hand in enumerate(hands, 1):
            assert hand.bet == 1 + ((seat, number) in record.doubled)
            brought = back(Bet.MAIN, stake, last, seat, number, LT)
            assert 0 <= stake * share(record, seat, number) - brought < 1
        if seat in record.insured:
            won = seat in record.refunded or is_natural(record.dealer)
            paid = 1 if seat in record.refunded else 3
            assert back(Bet.INSURANCE, stake, last, seat, 1, LT) == (stake * paid if won else 0)


@any_course
@given(courses())
def test_insurance_is_open_from_the_answer_to_the_look(course: Course) -> None:
    """BJ-2.5.1, BJ-2.5.3."""
    last = course.rounds[-1]
    for seat, (hand, *_) in last.hands.items():
        if seat in course.record.insured - course.record.refunded:
            won = is_natural(course.record.dealer)
            assert hand.insurance is (Insurance.WON if won else Insurance.LOST)
        else:
            assert hand.insurance is None
    opened = [round for round in course.rounds if Insurance.OPEN in {hand.insurance for hand in laid(round)}]
    assert all(round.hole is Hole.HIDDEN and round.dealer[0][0] == "A" for round in opened)


@any_course
@given(courses(), st.data())
def test_an_answer_is_taken_exactly_when_its_hand_exists_and_it_is_offered(
    course: Course, data: st.DataObject
) -> None:
    """BJ-3.5-i, LT-BJ-08."""
    round = data.draw(st.sampled_from(course.rounds))
    for seat, hand, choice in product(range(9), range(4), Choice):
        due = round.next_due
        there = seat in round.hands and 1 <= hand <= len(round.hands[seat])
        asked = isinstance(due, Decision) and (due.seat, due.hand) == (seat, hand)
        asked = asked or (isinstance(due, InsuranceStage) and seat in due.seats and hand == 1)
        offered = isinstance(due, Decision | InsuranceStage) and choice in (*due.offers, Choice.TIMEOUT)
        expected = (
            "no_such_hand"
            if not there
            else "out_of_turn"
            if not asked
            else None
            if offered
            else "not_offered"
        )
        assert round.refusal(seat, hand, choice) == expected


def _steps(course: Course) -> list[tuple[Round, Round]]:
    return list(zip(course.rounds, course.rounds[1:], strict=False))

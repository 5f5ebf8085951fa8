"""Blackjack at a table: the seats with bets, the prompts, the announcements, and the changes to a round.

No view of it reveals the hole card before it is turned; the round itself hides it. It never knows who deals,
nor how long an answer has taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import UNSET
from msgspec.structs import replace

from console.table.core.games.game import CardGame
from console.table.core.protocol.lines import OF_CARDS, Line, Seats
from console.table.core.protocol.lines import Decision as DecisionLine
from console.table.core.protocol.permissions import actor_of
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.phases import Bets, Phase, RoundStatus
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Play, ShoesResult, Table
from console.table.core.state.views import HandsView, HandView, Prompt, Say
from console.table.game.blackjack.hands import (
    OUT,
    Choice,
    Decision,
    Due,
    Hand,
    HandPlace,
    HoleDue,
    InsuranceStage,
    SeatsDue,
    State,
    total,
)
from console.table.game.blackjack.layout import SeenHand
from console.table.game.blackjack.payout import SIDE_BETS, Bet, is_on_a_hand, round_worksheet
from console.table.game.blackjack.round import Round, with_other_card
from console.table.game.blackjack.rules import BlackjackRules
from console.table.game.blackjack.side_bets import Sides
from console.table.game.card_set import picked_up
from console.table.game.cards import Card
from console.table.game.rule_values import TableLimits
from console.table.game.worksheet import Wager, Worksheet
from console.table.incidents.facts import Fact
from console.table.incidents.known_kinds import Kind

_HOLE_KINDS: Final = frozenset((Kind.HOLE_CARD_EXPOSED, Kind.HOLE_CARD_TURNED_EARLY))
_BETS: Final = frozenset(map(str, Bet))
_HOLE: Final = 2
"""The hole card's place in the dealer's hand: the last of the first two cards."""


class Blackjack:
    """Blackjack by a rulebook (see :class:`console.table.core.games.game.Game`)."""

    name: Final = "blackjack"
    lines: Final[frozenset[type[Line]]] = OF_CARDS | {Seats, DecisionLine}
    begins_in: Final = Phase.DEALING
    wheel: Final = None
    burn_clauses: Final[tuple[str, ...]] = ()

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules

    @property
    def cards(self) -> CardGame:
        return self

    def burns(self, first: Card) -> int:
        return 0

    def picked_up(self, play: Play) -> bytes:
        """The dealer's cards, then the hands from the last seat to the first (BJ-3.6)."""
        round = _round(play)
        hands = [hand.cards for seat in round.seats for hand in seat.hands]
        return picked_up((round.dealer,), None) + picked_up(reversed(hands), None)

    def begin(self) -> Round:
        """A round whose seats with bets are not known yet."""
        return Round(surrender=self.rules.surrender is not None, told=False)

    # --- what is due ------------------------------------------------------------------------------

    def phase(self, play: Play) -> Phase:
        """Deciding from the first answer that is due until no hand is left to act."""
        round = _round(play)
        match round.next_due:
            case None:
                return Phase.RESULT
            case InsuranceStage() | Decision() | HoleDue.PEEK:
                return Phase.DECIDING
            case HandPlace(seat=int()) if len(round.dealer) == _HOLE:
                return Phase.DECIDING
        return Phase.DEALING

    def prompt(self, table: Table) -> Prompt:
        """The seats, a card, an answer, or the dealer's look or hand at the hole card."""
        round = _round(table.play)
        due = round.next_due
        assert due is not None, "something is due while a round is played"
        clauses = self.rules.prompts.due(due, _has_split(round, due))
        seconds = table.decision_time or self.rules.answer_seconds
        match due:
            case HandPlace():
                deal = Prompt(Action.DEAL, actor_of(Action.DEAL), clauses, due.hand, due.card)
                return replace(deal, seat=due.seat, face=due.face.value)
            case InsuranceStage():
                answer = Prompt(
                    Action.AWAIT_DECISION,
                    actor_of(Action.AWAIT_DECISION),
                    clauses,
                    stage="insurance",
                    seconds=seconds,
                )
                return replace(answer, seats=due.seats, offers=due.offers)
            case Decision():
                answer = Prompt(
                    Action.AWAIT_DECISION, actor_of(Action.AWAIT_DECISION), clauses, due.hand, seconds=seconds
                )
                return replace(answer, seat=due.seat, offers=due.offers)
            case SeatsDue() | HoleDue():
                return Prompt(due.value, actor_of(due.value), clauses)

    def after_press(self, play: Play) -> Round | None:
        """After the look at the hole card, or its turning (BJ-3.7, LT-BJ-09)."""
        round = _round(play)
        return round.after_press() if isinstance(round.next_due, HoleDue) else None

    # --- seats and answers ------------------------------------------------------------------------

    def refusal(self, table: Table, event: events.EventOfSomeGames) -> Refusal | None:
        """The seats with bets can be named until the first card; an answer in its turn, if it is offered."""
        match event:
            case events.SeatsTold():
                return None if _may_name_seats(table) else Refusal.OUT_OF_TURN
            case events.PlayerAnswered():
                play = table.play
                if not isinstance(play, Round) or not play.has(event.seat, event.hand):
                    return Refusal.NO_SUCH_HAND
                if table.phase is not Phase.DECIDING:
                    return Refusal.OUT_OF_TURN
                why = play.refusal(event.seat, event.hand, event.choice)
                return None if why is None else Refusal(why)
            case _:
                return Refusal.OUT_OF_TURN

    def after_players(self, play: Play, event: events.PlayersEvent) -> Round:
        match event:
            case events.SeatsTold():
                return _round(play).with_seats(event.seats)
            case events.PlayerAnswered():
                return _round(play).decide(event.seat, event.hand, event.choice)

    # --- the result -------------------------------------------------------------------------------

    def announcement(self, play: Play) -> Say:
        """The dealer's blackjack, or the dealer's total (BJ-2.1.4)."""
        end = _round(play).outcome
        assert end is not None, "only a decided round has a result to announce"
        return Say("blackjack") if end.blackjack else Say("dealer_result", total=end.total, bust=end.bust)

    def result(self, play: Play) -> str:
        """``blackjack``, ``bust``, or the dealer's total."""
        end = _round(play).outcome
        assert end is not None, "only a decided round has a result"
        return "blackjack" if end.blackjack else "bust" if end.bust else str(end.total)

    def agrees(self, play: Play, event: events.ShoeResulted | ShoesResult) -> bool:
        """No shoe counts a round of blackjack."""
        return False

    def view(self, table: Table) -> HandsView:
        """Every seat's hands and the dealer's, whose hole card is hidden until it is turned."""
        played, round = _round(table.play), table.round
        assert round is not None, "there has been a round"
        sides = played.sides if self.rules.side_bets else {}
        nothing_due = table.bet_time or not round.bets_closed
        timed_out = table.answers.timed_out
        seats = {
            str(seat): tuple(
                [
                    _hand(
                        hand,
                        sides.get(seat) if number == 1 else None,
                        nothing_due,
                        timed_out=(seat, number) in timed_out and hand.state not in OUT,
                    )
                    for number, hand in enumerate(hands, 1)
                ]
            )
            for seat, hands in played.hands.items()
        }
        outcome = None if round.status == RoundStatus.VOID else played.outcome
        return HandsView(round.id, round.status, seats, played.dealer_hand, outcome)

    # --- bets -------------------------------------------------------------------------------------

    def bet_refusal(self, bet: str) -> Refusal | None:
        """Side bets are not in every rulebook (LT-BJ-11, LT-BJ-12)."""
        if bet not in _BETS:
            return Refusal.NOT_THIS_GAME
        return Refusal.NOT_IN_RULEBOOK if bet in SIDE_BETS and self.rules.side_bets is None else None

    def has_bet(self, play: Play, wager: Wager, *, void: bool) -> bool:
        """Bets are on a seat's hands; before the first round there is none."""
        return isinstance(play, Round) and is_on_a_hand(wager, play, void=void)

    def worksheet(
        self, play: Play, wagers: tuple[Wager, ...], void: bool, limits: TableLimits | None
    ) -> Worksheet:
        """Bets on the round's hands (BJ-2.3, LT-BJ-13)."""
        round = play if isinstance(play, Round) else self.begin()
        return round_worksheet(wagers, round, void, self.rules.with_limits(limits))

    # --- what went wrong --------------------------------------------------------------------------

    def with_other_card(self, answered_play: Play, play: Play, at: int, card: Card) -> Round | None:
        """The round with another card in this place, gone through again from the last answer on."""
        return with_other_card(_round(answered_play), _round(play), at, card)

    def redealt(self, cards: tuple[Card, ...]) -> Play:
        """Raises ValueError always: cards alone don't make a round, since seats and answers belong to it."""
        raise ValueError("no rule of blackjack takes the last cards back")

    def without_last(self, play: Play) -> Round:
        """The round without its last card (LT-BJ-2.3.18)."""
        return _round(play).without_last()

    def without_hand(self, play: Play, seat: int, hand: int, *, void: bool, first_alone: bool) -> Round:
        """The hand is out, its bet back; a doubled one's first bet alone (LT-BJ-2.3.8)."""
        round = _round(play)
        if first_alone and f"{seat}.{hand}" in round.doubled_hands:
            return round.refund_first_bet(seat, hand)
        refund = round.refund_void if void else round.refund
        return refund(seat, hand)

    def is_refunded(self, play: Play) -> bool:
        return all(seat.is_refunded for seat in _round(play).seats)

    def known_fact(self, table: Table, fact: str, facts: dict[str, Fact]) -> Fact | None:
        """The only hand of a seat, and the total of the hand."""
        match fact:
            case "hand":
                return _hand_number(table, facts)
            case "total":
                return _total(table, facts)
        return None

    def contradicts(self, table: Table, facts: dict[str, Fact]) -> bool:
        given, known = facts.get("total"), _total(table, facts)
        return given is not None and known is not None and given != known

    def lacks_hand(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Whether a hand that the round does not have is said to have had no chance to act (LT-BJ-2.3.8)."""
        seat, hand, play = facts.get("seat"), facts.get("hand", 1), table.play
        if kind != Kind.NO_CHANCE_TO_ACT or not isinstance(play, Round) or not play.seats:
            return False
        return type(seat) is int and type(hand) is int and not play.has(seat, hand)

    def can_be(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Whether such an incident can be: the hole card must be out, or the hand must have a bet."""
        if kind == Kind.HOLE_CARD_EXPOSED and _is_hole_card_due(table):
            return True  # the card can be seen while it is drawn, before it is read (LT-BJ-2.3.11)
        if kind in _HOLE_KINDS:
            return _hole_is_out(table)
        if kind == Kind.TOO_FEW_HANDS and facts.get("cards_to_move") == 1 and table.holds(editions.KNOWN):
            return not _is_another_card_out(table)
        if kind != Kind.NO_CHANCE_TO_ACT:
            return True
        seat, hand = facts.get("seat"), facts.get("hand")
        is_asked = table.holds(editions.TURN)
        of_seat = [
            number
            for of, number in _hands_with_bets(table)
            if seat in (None, of) and not (is_asked and turn_left(table, of, number))
        ]
        return bool(of_seat) if seat is None or hand is None else hand in of_seat


def _is_another_card_out(table: Table) -> bool:
    """Whether a card was read beyond the first two of each hand and of the dealer (LT-BJ-2.3.4)."""
    return any(place.card > _HOLE for place, _ in table.play.placed_cards)


def _round(play: Play) -> Round:
    assert isinstance(play, Round), "a blackjack table's rounds are of blackjack"
    return play


def _has_split(round: Round, due: Due) -> bool:
    return isinstance(due, HandPlace) and any(
        seat.number == due.seat and len(seat.hands) == 2 for seat in round.seats
    )


def _may_name_seats(table: Table) -> bool:
    """Whether seats with bets can be named: from bets' opening to the first card, read or not (LT-BJ-02)."""
    if table.bet_time:
        return True
    return table.open_round and table.playing and not table.play.card_count and not table.tries


def _hand(hand: SeenHand, sides: Sides | None, nothing_due: bool, *, timed_out: bool) -> HandView:
    waits = nothing_due and hand.state is State.ACTING  # before the bets are closed no card is due
    return HandView(
        cards=hand.cards,
        total=hand.total,
        soft=hand.soft,
        state=State.WAITING if waits else hand.state,
        bet=hand.bet,
        insurance=hand.insurance,
        side=sides,
        timed_out=timed_out or UNSET,
    )


def _hands_with_bets(table: Table) -> Iterator[tuple[int, int]]:
    """The hands whose bets stand, by seat and number: none of a void round, no refunded one (LT-BJ-2.3.8)."""
    play = table.play
    if isinstance(play, Round) and table.bets is not Bets.REFUNDED:
        for seat in play.seats:
            for number, hand in enumerate(seat.hands, 1):
                if hand.left not in (State.REFUNDED, State.DOUBLED):  # doubled: the first bet is back
                    yield seat.number, number


def turn_left(table: Table, seat: int, hand: int) -> Literal["now", "later"] | None:
    """When a hand of the round has its turn; None once that has ended, and for one that missed insurance by a
    time-out as soon as the dealer looks at the hole card (LT-BJ-2.3.8).
    """
    due = _round(table.play).next_due
    if isinstance(due, InsuranceStage) and seat in due.seats:
        return "now"
    if had_turn(table, seat, hand):
        return None
    answer = table.answers.last(seat, 1, insurance=True)
    missed = answer is not None and answer.choice is Choice.TIMEOUT
    if missed and not isinstance(due, InsuranceStage):
        return None
    named = isinstance(due, (Decision, HandPlace)) and (due.seat, due.hand) == (seat, hand)
    return "now" if named else "later"


def had_turn(table: Table, seat: Fact | None, hand: Fact | None) -> bool:
    """Whether the turn of a hand has ended, in an answer of its own, a time-out, or a card."""
    return type(hand) is int and _hands_of(table, seat)[hand - 1].end is not None


def _hands_of(table: Table, seat: Fact | None) -> tuple[Hand, ...]:
    seats = table.play.seats if isinstance(table.play, Round) else ()
    return next((each.hands for each in seats if each.number == seat), ())


def _hand_number(table: Table, facts: dict[str, Fact]) -> int | None:
    """The number of the hand that the facts are about; None while a seat with two hands leaves it open."""
    hands, given = _hands_of(table, facts.get("seat")), facts.get("hand")
    if type(given) is int:
        return given if given <= len(hands) else None
    return 1 if len(hands) == 1 else None


def _total(table: Table, facts: dict[str, Fact]) -> int | None:
    number = _hand_number(table, facts)
    return None if number is None else total(_hands_of(table, facts.get("seat"))[number - 1].cards)


def _hole_is_out(table: Table) -> bool:
    """Whether the hole card has been dealt, or is the card that halts the table."""
    play = table.play
    if not isinstance(play, Round):
        return False
    return len(play.dealer) >= _HOLE or (_is_hole_card_due(table) and _is_due_card_out(table))


def _is_hole_card_due(table: Table) -> bool:
    place = table.card_due
    return isinstance(place, HandPlace) and place.face_down


def _is_due_card_out(table: Table) -> bool:
    """Whether the card that is due has left the shoe, not read yet or read and not laid."""
    return table.is_unread_out or (table.halt is not None and table.halt.in_turn)

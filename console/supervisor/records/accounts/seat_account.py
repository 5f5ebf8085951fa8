"""The effect of an incident on blackjack's seats: side bets, and cards at a wrong place.

The console never learns which side bets were placed, nor where a card lay by mistake. So a side bet has the
result it would have if placed, and a card the place where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from console.supervisor.history.interventions import IncidentFact
from console.supervisor.records.accounts.record import BetState, Correction, MisplacedCard, Origin, SideBet
from console.supervisor.records.accounts.spans import Span
from console.table.core import RoundStatus, Table, game_of
from console.table.game import Odds, Result, load_rulebook
from console.table.game.blackjack import (
    DEALER,
    Bet,
    BlackjackRules,
    Choice,
    Pair,
    Round,
    Seat,
    SideBets,
    Sides,
    Three,
)
from console.table.incidents import Kind

MOVED: Final = frozenset((Kind.WRONG_POSITION, Kind.TOO_FEW_HANDS))
"""The kinds about cards that were read right and laid wrong: the place that was due is right."""


def misplaced_cards(incident: IncidentFact | None, before: Table) -> tuple[MisplacedCard, ...]:
    """The cards that a report calls misplaced, each with the place where it belongs: one card is the last one
    (LT-BAC-26a, LT-BJ-2.3.4), as many as were dealt are all; any other number gives an empty tuple.
    """
    count = cards_to_move(incident)
    lay = before.play.in_view
    if not count or (count != 1 and count != len(lay)):
        return ()
    return tuple(MisplacedCard(place.name, place.card, str(face)) for place, face in lay[-count:])


def cards_to_move(incident: IncidentFact | None) -> int | None:
    """How many cards lay at a wrong place; None if the incident is about something else."""
    if incident is None or incident.kind not in MOVED:
        return None
    count = incident.facts.get("cards_to_move")
    return count if isinstance(count, int) else None


def side_bets(
    span: Span,
    after: Table,
    round_id: str | None,
    incident: IncidentFact | None,
    moved: Sequence[MisplacedCard],
    corrections: Iterable[Correction],
    origin: Origin,
) -> tuple[SideBet, ...]:
    """The side bets of the seats that the incident touches, at its end (LT-BJ-11, LT-BJ-12), and the
    insurance that went back. ``after`` is the table then, without what its last press decided on another
    report. Empty for another game; no side bets if the rulebook has none.
    """
    every = (*(each.after for each in span.moments[:-1]), after)
    tables = [table for table in every if table.round and table.round.id == round_id]
    if not tables or not isinstance(tables[-1].play, Round):
        return ()
    rules = game_of(load_rulebook(origin.rules), origin.game).rules
    if not isinstance(rules, BlackjackRules):
        return ()
    touched = _touched(tables[-1], incident, moved, corrections)
    if _is_void(tables[-1]):
        touched -= _refunded_before(span, round_id)
    return tuple(_of_seats(tables[-1], incident, touched, rules.side_bets))


def _refunded_before(span: Span, round_id: str | None) -> set[int]:
    """The seats whose bets went back before the round was void: another record has them (LT-BJ-2.3.8)."""
    befores = (each.before for each in span.moments)
    of_round = (each for each in befores if each.round is not None and each.round.id == round_id)
    plays = [each.play for each in of_round if not _is_void(each) and isinstance(each.play, Round)]
    last = plays[-1] if plays else Round()
    return {seat.number for seat in last.seats if last.all_refunded(seat.number)}


def _touched(
    table: Table,
    incident: IncidentFact | None,
    moved: Sequence[MisplacedCard],
    corrections: Iterable[Correction],
) -> set[int]:
    """The seats that the incident touches: all if it is a void or about the dealer's first card."""
    assert isinstance(table.play, Round), "looked at before"
    everybody = {seat.number for seat in table.play.seats}
    if _is_void(table):
        return everybody
    places = [(each.hand, each.card) for each in moved] + [(each.hand, each.position) for each in corrections]
    if (DEALER, 1) in places or (cards_to_move(incident) and not moved):
        return everybody
    seats = {int(hand.partition(".")[0]) for hand, _ in places if hand != DEALER}
    named = incident.facts.get("seat") if incident is not None else None
    return seats | ({named} if isinstance(named, int) else set())


def _of_seats(
    table: Table, incident: IncidentFact | None, touched: set[int], rules: SideBets | None
) -> Iterator[SideBet]:
    assert isinstance(table.play, Round), "looked at before"
    made = table.play.sides
    for seat in table.play.seats:
        if seat.number not in touched:
            continue
        sides, insurance = False, False
        if seat.keeps_side_bets and (not _is_void(table) or table.play.has_no_seat_left):
            sides, insurance = table.play.decided_beside(seat.number)
            sides, insurance = sides or not _is_void(table), insurance or not _is_void(table)
        gone_back = _is_void(table) or table.play.all_refunded(seat.number)
        clauses = _gave_back(incident, table, seat) if gone_back else ()
        if rules is not None and (sides or not gone_back):
            yield from _by_cards(seat, made[seat.number], bool(table.play.dealer), rules)
        elif rules is not None:
            both = (Bet.PERFECT_PAIRS, Bet.PLUS_THREE)
            yield from (SideBet(seat.number, bet, "back", None, clauses) for bet in both)
        if gone_back and not insurance and seat.answer is Choice.INSURE:
            yield SideBet(seat.number, Bet.INSURANCE, "back", None, clauses)


def _by_cards(seat: Seat, sides: Sides, dealer_has_card: bool, rules: SideBets) -> Iterator[SideBet]:
    two, pairs, threes = len(seat.first_two) == 2 and dealer_has_card, rules.perfect_pairs, rules.plus_three
    pair, three = sides.perfect_pairs, sides.plus_three
    of_pair = [pairs.of(pair)] if pair else [pairs.of(each) for each in Pair]
    of_three = [threes.of(three)] if three else [threes.of(each) for each in Three]
    yield SideBet(seat.number, Bet.PERFECT_PAIRS, _state(two, pair), pair, _clauses(of_pair))
    yield SideBet(seat.number, Bet.PLUS_THREE, _state(two, three), three, _clauses(of_three))


def _state(complete: bool, combination: str | None) -> BetState:
    if not complete:
        return "open"
    return "won" if combination else "lost"


def _clauses(odds: Iterable[Odds]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for each in odds for clause in each.clauses))


def _gave_back(incident: IncidentFact | None, table: Table, seat: Seat) -> tuple[str, ...]:
    """The clause by which the incident gave the seat's bets back, if it did."""
    case = incident.case if incident is not None else None
    if incident is None or case is None or case.clause is None:
        return ()
    voided = incident.outcome == Result.VOID and _is_void(table)
    refunded = incident.outcome == Result.REFUND_HAND and incident.facts.get("seat") == seat.number
    return (case.clause,) if voided or refunded else ()


def _is_void(table: Table) -> bool:
    return table.round is not None and table.round.status == RoundStatus.VOID

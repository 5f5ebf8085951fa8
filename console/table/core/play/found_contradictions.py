"""The contradictions of a table's events: a row a kind, from the event and the table before and after it. A
row states both sides and judges neither. Where a contradiction halts the table, the rules of play do that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from console.table.core.games.game import Game, of_cards
from console.table.core.play.typed_cards import exchanges, is_in_doubt
from console.table.core.play.wheel_run import differs, spin_of, told_of, voided_by
from console.table.core.protocol.permissions import is_own
from console.table.core.state import editions, events
from console.table.core.state.contradictions import (
    Claim,
    Contradiction,
    ContradictionKind,
    Contradictions,
    Statement,
)
from console.table.core.state.open_incident import Incident
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import HaltReason, Refusal
from console.table.core.state.roles import Role
from console.table.core.state.table import CardCount, Manual, NumberedRound, PlacedCard, ShoesResult, Table
from console.table.devices.model import DeviceRole
from console.table.game.baccarat.coup import Coup, Outcome
from console.table.game.incident_cases import Result
from console.table.game.rule_values import Preparing
from console.table.incidents.known_kinds import Kind


class Change(NamedTuple):
    game: Game
    before: Table
    after: Table
    event: events.AnyEvent
    at: datetime


def found_by(
    game: Game, before: Table, after: Table, event: events.AnyEvent, at: datetime
) -> Iterator[Contradiction]:
    """The contradictions that an event brings, in the rows' order; their ids are still to be given."""
    change = Change(game, before, after, event, at)
    dealer = next((each.who for each in after.people if each.role is Role.DEALER), None)
    for found in _rows_of(change):
        is_ours = found.round is None and before.round is not None
        is_ours = is_ours and (before.open_round or found.is_of_typed)
        round = before.round.id if is_ours and before.round is not None else found.round
        yield replace(found, round=round, dealer=dealer)


def _rows_of(change: Change) -> Iterator[Contradiction]:
    for row in _ROWS.get(type(change.event), ()):
        yield from row(change)
    for row in _OF_INCIDENTS if change.before.incident is not change.after.incident else ():
        yield from row(change)


def _between(kind: ContradictionKind, first: Statement, second: Statement) -> Contradiction:
    return Contradiction("", kind, first, second)


# --- the rows ------------------------------------------------------------------------------------


def _halt_lifted(change: Change) -> Iterator[Contradiction]:
    """A finding about the card set, or no spin, that a pit boss dismissed."""
    event, halt = change.event, change.before.halt
    if not isinstance(event, events.HaltWithdrawn) or halt is None or change.after.halt is halt:
        return
    dismissed = Statement(Claim.DISMISSED, change.at, by=event.by, reason=event.reason or "")
    if halt.finding is not None:
        found = Statement(Claim.FINDING, halt.at, finding=halt.finding)
        yield _between(ContradictionKind.CARD_SET, found, dismissed)
    elif halt.told_reason in (HaltReason.NO_SPIN, Kind.NO_SPIN) and not halt.fell:
        device = DeviceRole.WHEEL if halt.reason is HaltReason.DEVICE or halt.rotor else None
        cause = halt.rotor or halt.cause or ""
        stated = Statement(Claim.NO_SPIN, halt.at, by=halt.by, device=device, value=cause)
        yield _between(ContradictionKind.NO_SPIN, stated, dismissed)


def _number_read(change: Change) -> Iterator[Contradiction]:
    """A number of the wheel's game in which its ball was said to be out, or to have been out in time."""
    before, after, event = change.before, change.after, change.event
    if not isinstance(event, events.NumberRead):
        return
    read = Statement(Claim.NUMBER, change.at, device=DeviceRole.WHEEL, value=str(event.number))
    if event.of_round is not None:
        if differs(before, event):
            yield _of_earlier(before, event.of_round, read)
        return
    said, fell = before.wheel.said_out, after.wheel.said_out
    if said is not None and fell is not None and said.fell is None and fell.fell is not None:
        out = Statement(Claim.BALL_OUT, said.at, by=said.by)
        yield _between(ContradictionKind.BALL_OUT, out, read)
    early = spin_of(after).nobodys
    is_in_round = fell is not None and after.round is not None and fell.round == after.round.id
    if fell is not None and is_in_round and len(early) > len(spin_of(before).nobodys):
        yield _between(ContradictionKind.BALL_OUT, Statement(Claim.BALL_OUT, fell.at, by=fell.by), read)
    was, now = before.incident, after.incident
    in_time = was.report.in_time if was is not None else None
    if in_time is not None and was is not None and now is not None and now.contradicted > was.contradicted:
        out = Statement(Claim.IN_TIME, in_time.at, by=in_time.by)
        yield _between(ContradictionKind.BALL_OUT, out, read)


def _of_earlier(table: Table, round: str, read: Statement) -> Contradiction:
    """The number of a round that is over, or the report after which it is void, and another number of it."""
    told, report = told_of(table, round), voided_by(table, round)
    if told is not None:
        return replace(_between(ContradictionKind.NUMBER, _number(told, read.at), read), round=round)
    assert report is not None, "a number differs from another one, or from a report"
    stated = Statement(Claim.REPORT, report.at, value=report.kind or "")
    return replace(_between(ContradictionKind.REPORT, stated, read), round=round)


def _number(told: NumberedRound, at: datetime) -> Statement:
    device = DeviceRole.WHEEL if told.by is None else None
    return Statement(Claim.NUMBER, told.at or at, by=told.by, device=device, value=str(told.play.number))


def _card_by_hand(change: Change) -> Iterator[Contradiction]:
    """A card that was typed, and another one that a device read for its place, whichever came first."""
    was, now = change.before.manual, change.after.manual
    if was is None or now is None or (now.typed == was.typed and now.read == was.read):
        return
    if change.after.holds(editions.TYPED):
        known = exchanges(change.before)
        for each in exchanges(change.after):
            found = _between(ContradictionKind.CARD, *_in_order(_card(each.typed), _card(each.read)))
            sides = [(one.first, one.second) for one in change.before.contradictions.open]
            if each not in known and (found.first, found.second) not in sides:
                yield replace(found, hand=each.typed.hand, card=each.typed.card)
        if is_in_doubt(change.after) and not is_in_doubt(change.before):
            yield _between(ContradictionKind.CARD, *_in_order(_row(now.typed), _row(now.read)))
        return
    came, others = (now.typed[-1], now.read) if now.typed != was.typed else (now.read[-1], now.typed)
    other = _at_place(others, came)
    if other is None or (other.by is None and _is_device_ahead(now)):
        return
    if other.face != came.face and _at_place(was.typed + was.read, came) is other:
        found = _between(ContradictionKind.CARD, _card(other), _card(came))
        yield replace(found, hand=came.hand, card=came.card)


def _at_place(cards: tuple[PlacedCard, ...], came: PlacedCard) -> PlacedCard | None:
    return next((each for each in cards[::-1] if (each.hand, each.card) == (came.hand, came.card)), None)


def _is_device_ahead(manual: Manual) -> bool:
    """Whether two cards of this round were read for one place: no reading's place is known from then on."""
    read = {(each.hand, each.card, each.face) for each in manual.read}
    return len({(hand, card) for hand, card, _ in read}) < len(read)


def _card(placed: PlacedCard) -> Statement:
    device = placed.device if placed.by is None else None
    return Statement(Claim.CARD, placed.at, by=placed.by, device=device, value=str(placed.face))


def _row(cards: tuple[PlacedCard, ...]) -> Statement:
    """All cards that were typed, or read, as one statement."""
    faces = " ".join(str(each.face) for each in cards if each.face is not None)
    return replace(_card(cards[-1]), value=faces)


def _result_by_hand(change: Change) -> Iterator[Contradiction]:
    """The winner by the cards that were typed, and the shoe's own."""
    was, now = change.before.manual, change.after.manual
    if was is None or now is None or now.result is None or not now.typed:
        return
    if not now.counts_alike and not change.after.holds(editions.TYPED):
        return
    known = change.before.phase is Phase.RESULT and was.result is not None
    play, is_new = change.after.play, change.after.holds(editions.TYPED)
    is_over = change.after.phase is Phase.RESULT or (is_new and change.after.phase is Phase.COLLECTING)
    if known or not is_over or not isinstance(play, Coup) or play.outcome is None:
        return
    outcome, result, last = play.outcome, now.result, now.typed[-1]
    values = outcome.winner.value, result.winner
    if is_new and values[0] == values[1]:
        values = _with_pairs(outcome), _with_pairs(result)
    if values[0] != values[1]:
        typed = Statement(Claim.WINNER, last.at, by=last.by, value=values[0])
        read = Statement(Claim.WINNER, result.at, device=DeviceRole.SHOE, value=values[1])
        yield _between(ContradictionKind.RESULT, *_in_order(typed, read))


def _with_pairs(result: Outcome | ShoesResult) -> str:
    pairs = {"player_pair": result.player_pair, "banker_pair": result.banker_pair}
    return " ".join((result.winner, *(name for name, there in pairs.items() if there)))


def _in_order(typed: Statement, read: Statement) -> tuple[Statement, Statement]:
    return (read, typed) if read.at < typed.at else (typed, read)


def _inspected(change: Change) -> Iterator[Contradiction]:
    """Two counts of a set, or one and an inspection that ended without; refused lines state none."""
    preparation, event = change.before.preparation, change.event
    if not isinstance(event, events.StepDone) or preparation is None or change.before.halted:
        return
    if preparation.due != Preparing.INSPECT or change.after.preparation == preparation:
        return
    earlier, counted = preparation.miscount, event.counted
    if counted is None:
        if earlier is not None:
            passed = Statement(Claim.UNCOUNTED, change.at, by=event.by, reason=event.reason or "")
            yield _between(ContradictionKind.COUNT, _count(earlier), passed)
        return
    now = CardCount(event.by, change.at, counted)
    typed = next((each for each in event.before if each != counted and isinstance(counted, int)), None)
    if earlier is None or earlier.cards == counted:
        earlier = None if typed is None else CardCount(event.by, change.at, typed)
    if earlier is not None:
        yield _between(ContradictionKind.COUNT, _count(earlier), _count(now))


def _count(counted: CardCount) -> Statement:
    cards = (counted.cards,) if isinstance(counted.cards, int) else counted.cards
    return Statement(Claim.COUNT, counted.at, by=counted.by, value=" ".join(map(str, cards)))


def _wheel_noted(change: Change) -> Iterator[Contradiction]:
    """The wheel's own 'no more bets' while bets are open, and the ball may run."""
    event, before, game = change.event, change.before, change.game
    if not isinstance(event, events.DeviceNoted) or event.kind != events.NO_MORE_BETS or game.wheel is None:
        return
    may_run = game.wheel.rules.ball_in_bet_time.allowed and not change.after.holds(editions.LATE_CLOSE)
    if may_run and before.bet_time and before.round is not None and not before.halted:
        opened = Statement(Claim.BETS_OPEN, before.round.opened)
        told = Statement(Claim.NO_MORE_BETS, change.at, device=DeviceRole.WHEEL)
        yield _between(ContradictionKind.BETS_OPEN, opened, told)


def _settled_by_hand(change: Change) -> Iterator[Contradiction]:
    """Another number by which a round is settled than the one that was announced (LT-ROU-33)."""
    before, after = change.before, change.after
    decided = {each.report.id for each in before.changed_incidents if each.authorised is not None}
    for incident in after.changed_incidents:
        if incident.report.id in decided or incident.outcome != Result.SETTLE_BY_HAND:
            continue
        was, now = _numbered(before, incident), _numbered(after, incident)
        if was is None or now is None or was.play.number == now.play.number or incident.authorised is None:
            continue
        told = _number(was, change.at)
        by, why = incident.authorised.by, incident.authorised.reason or ""
        found = Statement(Claim.NUMBER, change.at, by=by, value=str(now.play.number), reason=why)
        yield replace(_between(ContradictionKind.NUMBER, told, found), round=incident.round)


def _reported_otherwise(change: Change) -> Iterator[Contradiction]:
    """A report, and what the table itself knows against it."""
    was, now = change.before.incident, change.after.incident
    if now is None or now.against is None:
        return
    if was is not None and was.report.id == now.report.id and was.against == now.against:
        return
    sides = sorted((_reporters_side(now), now.against), key=lambda each: each.at)
    yield replace(_between(ContradictionKind.REPORT, *sides), round=now.round)


def _numbered(table: Table, incident: Incident) -> NumberedRound | None:
    """The incident's round, if its result was announced."""
    return None if incident.round is None else told_of(table, incident.round)


Row: TypeAlias = Callable[[Change], Iterator[Contradiction]]

_ROWS: Final[dict[type[events.AnyEvent], tuple[Row, ...]]] = {
    events.HaltWithdrawn: (_halt_lifted,),
    events.NumberRead: (_number_read,),
    events.CardDrawn: (_card_by_hand, _result_by_hand),
    events.CardUnread: (_card_by_hand,),
    events.CardCorrected: (_card_by_hand, _result_by_hand),
    events.ShoeResulted: (_result_by_hand,),
    events.StepDone: (_inspected,),
    events.DeviceNoted: (_wheel_noted,),
}
_OF_INCIDENTS: Final[tuple[Row, ...]] = (_settled_by_hand, _reported_otherwise)
"""The rows of events that decide an incident."""


# --- open and answered ---------------------------------------------------------------------------


def with_found(table: Table, found: Contradiction) -> Table:
    known = table.contradictions
    return replace(table, contradictions=Contradictions((*known.open, found), known.found + 1))


def answered_by(game: Game, after: Table, event: events.AnyEvent) -> Iterator[events.ContradictionAnswered]:
    """The contradictions that a correction answers: of a card that is now what was read, and of the result
    that now agrees with it. They have no reason: what was typed is taken back.
    """
    if not isinstance(event, events.CardCorrected) or after.round is None or after.manual is None:
        return
    if not after.holds(editions.TYPED):
        return
    ours = [each for each in after.contradictions.open if each.round == after.round.id and each.is_of_typed]
    cards = [
        each
        for each in ours
        if (each.hand, each.card) == (event.hand, event.card)
        and any(side.device is not None and side.value == str(event.to) for side in (each.first, each.second))
    ]
    result = after.manual.result
    agrees = result is not None and of_cards(game).agrees(after.play, result)
    results = [each for each in ours if each.kind is ContradictionKind.RESULT and agrees and cards]
    for each in (*cards, *results):
        yield events.ContradictionAnswered(each.id, event.by, "")


def without_answered(table: Table, event: events.ContradictionAnswered) -> Table:
    known = table.contradictions
    still = tuple(each for each in known.open if each.id != event.id)
    return replace(table, contradictions=replace(known, open=still))


def refusal_of_answer(table: Table, event: events.ContradictionAnswered) -> Refusal | None:
    """Why an answer does not count: no reason, no open contradiction, or given by one of its sides."""
    found = next((each for each in table.contradictions.open if each.id == event.id), None)
    if found is None or not event.reason:
        return Refusal.BAD_INPUT
    return Refusal.NOT_AUTHORISED if any(is_own(event.by, side, table) for side in found.sides) else None


def _reporters_side(incident: Incident) -> Statement:
    report = incident.report
    made = Statement(Claim.REPORT, report.at, by=report.by, value=report.kind or "")
    match report.kind:
        case Kind.NO_SPIN:
            cause = str(incident.facts.get("cause", ""))
            return Statement(Claim.NO_SPIN, report.at, by=report.by, value=cause)
        case Kind.TECHNICAL_FAULT if incident.facts.get("result_known") is True:
            number = str(incident.facts.get("actual", ""))
            return Statement(Claim.NUMBER, report.at, by=report.by, value=number)
        case _:
            return made

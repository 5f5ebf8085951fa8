"""The record of an incident as a value, made from moments of the journal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from console.game.blackjack.round import Round as Hands21
from console.game.games import has_wheel
from console.game.rule_values import ReplacedShoe
from console.game.rulebook import load_rulebook
from console.history.moments import Moment
from console.incidents.facts import Fact
from console.incidents.known_kinds import KIND
from console.records.accounts.answer_account import answers_in
from console.records.accounts.device_account import (
    AROUND,
    has_sealed_card,
    nearby,
    readings_of,
    without_faces,
)
from console.records.accounts.record import (
    UNREAD,
    Amendment,
    Authorisation,
    Correction,
    GivenFact,
    Hands,
    InterventionKind,
    Origin,
    Record,
    RecordedRemark,
    RecordPlace,
    RecordProof,
    StepRecord,
    WorksheetRecord,
)
from console.records.accounts.seat_account import misplaced_cards, side_bets
from console.records.accounts.spans import Span, decides, is_correction, is_same_halt, pit_boss_of
from console.records.accounts.spin_account import (
    is_of,
    known_at,
    spin_reports,
    spin_state,
    worksheets,
    worksheets_of_incident,
)
from console.table.games.registry import game_of
from console.table.incident.onset import Onset, OnsetFold
from console.table.incident.outcome_effects import is_about_last_number
from console.table.incident.outcome_steps import brought_in
from console.table.judging.transition import advance_kept
from console.table.protocol.answered_parts import painted_for
from console.table.showing.incident_view import shown_facts
from console.table.state import events
from console.table.state.actions import Action
from console.table.state.entries import JournalEntry
from console.table.state.open_incident import Incident, IncidentState, Report
from console.table.state.phases import Bets, RoundStatus
from console.table.state.roles import Role
from console.table.state.table import Halt, Table


def record_of(
    span: Span,
    moments: Sequence[Moment],
    origin: Origin,
    chain: str,
    later: Iterable[RecordedRemark] = (),
    *,
    shown: bool = False,
    older: bool = False,
) -> Record:
    """The record of a span; ``moments`` are the ones around it, ``chain`` the digest at its last entry.

    ``later`` are remarks that name it, in the order in which they were made; ``shown``: no card in these
    moments may still come, whatever they say; ``older``: as consoles up to 1.0 told it, for their files.
    """
    first, last = span.first, span.last
    incident, after = incident_of(span), _after(span, origin)
    halt = first.before.halt or first.after.halt
    about, wheel = _round(first, incident), has_wheel(origin.game)
    near = nearby(moments, span, about if wheel and _is_about_last(incident) else None, older=older)
    if wheel:  # spins follow one another within seconds, and each is a round's own
        near = tuple(moment for moment in near if moment.row.round == about)
    hidden = not shown and has_sealed_card(moments, near)
    readings = readings_of(near, moments[-1].after, older=older)
    row = first.row
    steps = tuple(_steps(span, incident))
    overtaken_by = _overtaken_by(span, incident)
    is_pressed = span.ended and overtaken_by is None
    own = None if not older and _waited(span) else halt  # play stood for another matter
    kind, happened = _kind(span, incident, halt), _happened(span, incident, own)
    moved, mended = misplaced_cards(incident, first.before), tuple(_corrections(span, moments))
    return Record(
        id=span.id,
        sort=span.sort,
        origin=origin,
        where=RecordPlace(row.shift, first.before.shoe_in_play.number, about, first.before.wheel.serial),
        kind=kind,
        happened=happened,
        filmed_from=min(happened, _onset(moments, first).of_kind(kind)),
        reported=row.at,
        closed=last.row.at if span.ended else None,
        reported_by=row.person,
        closed_by=last.row.person if is_pressed else None,
        closed_seen_ms=painted_for(last.event) if is_pressed else None,
        closed_reason=_why_withdrawn(last) if is_pressed else None,
        facts=_facts(span, incident),
        told=tuple(_given_facts(span, older=older)),
        clause=incident.case.clause if incident and incident.case else None,
        basis=incident.case.basis if incident and incident.case else None,
        outcome=_outcome(span, incident),
        authority=incident.case.authority if incident and incident.case else None,
        authorised=_authorised_by_row(span, incident) if older else _authorised(span, incident),
        steps=steps,
        brought_in=_brought_in(origin, incident, steps),
        before=_lay(first.before, halt, hidden, about, wheel),
        after=_lay(after, after.halt, hidden, about, wheel),
        corrections=mended,
        remarks=tuple(_remarks(span, moments, later)),
        readings=without_faces(readings) if hidden else readings,
        sealed=hidden,
        proof=RecordProof(row.number, last.row.number, chain),
        spins=tuple(spin_reports(near)),
        worksheets=worksheets(span.moments) if older else _worksheets(span),
        answers=tuple(answers_in(moments, about, last.place)),
        misplaced=moved,
        side_bets=side_bets(span, after, about, incident, moved, mended, origin),
        overtaken_by=overtaken_by,
    )


def complete_at(span: Span, later: Iterable[Moment]) -> Moment | None:
    """The first of the moments after an ended span at which its record is complete: nothing that comes
    after it adds to the record. None where ``later`` ends before.
    """
    end = span.last
    for moment in later:
        if moment.row.at - span.last.row.at <= AROUND:
            end = moment  # a fast table plays whole rounds in these seconds, each with a card to hide
            continue
        rounds = moment.after.round_number - end.after.round_number
        shoes = moment.after.shoe_in_play.number - end.after.shoe_in_play.number
        if rounds > 2 or shoes > 1:
            return moment
    return None


def incident_of(span: Span) -> Incident | None:
    """The incident in its last state."""
    found = None
    for moment in span.moments:
        for incident in moment.after.changed_incidents:
            if incident.report.id == span.id:
                found = incident
    return found


def _after(span: Span, origin: Origin) -> Table:
    """The table after the span; where its last press also decided reports that waited behind the incident,
    the table without their outcomes.
    """
    last = span.last
    behind = last.before.incidents.waiting
    opened = [each.report.id for each in last.after.changed_incidents if each.authorised is not None]
    decided = span.id in opened and opened[-1] != span.id
    if not decided or not any(each.id == opened[-1] for each in behind):
        return last.after
    own = [at for at, each in enumerate(behind, 1) if each.id == span.id]
    kept = replace(last.before.incidents, waiting=behind[: own[0] if own else 0])
    game = game_of(load_rulebook(origin.rules), origin.game)
    return advance_kept(game, replace(last.before, incidents=kept), last.event, last.row.refused, last.row.at)


def _is_about_last(incident: Incident | None) -> bool:
    """Whether the incident is about a number that was known before (LT-ROU-33)."""
    return incident is not None and is_about_last_number(incident.report.kind)


def _happened(span: Span, incident: Incident | None, halt: Halt | None) -> datetime:
    """The time when play stopped for it, else the time of the report; for a wrong number, when it was
    known (LT-ROU-33).
    """
    if incident is not None and _is_about_last(incident):
        known = known_at(span.last.before, incident.round)
        if known is not None:
            return known
    return halt.at if halt is not None else span.first.row.at


def _onset(moments: Sequence[Moment], first: Moment) -> Onset:
    """The onset of what begins with this moment."""
    fold = OnsetFold()
    for moment in moments:
        if moment.place < first.place:
            _follow(fold, moment)
    return _follow(fold, first)


def _follow(fold: OnsetFold, moment: Moment) -> Onset:
    row = moment.row
    return fold.follow(moment.event, row.refused, row.at, moment.before, moment.after)


def _round(first: Moment, incident: Incident | None = None) -> str | None:
    """The round in which the incident happened; for a wrong number, the round with that number."""
    if incident is not None and _is_about_last(incident):
        return incident.round
    table = first.after if first.before.round is None else first.before
    return table.round.id if table.round else None


def _kind(span: Span, incident: Incident | None, halt: Halt | None) -> str | None:
    match span.sort:
        case InterventionKind.INCIDENT:
            report = incident.report if incident else _waiting(span)
            return report.named_kind if report else None
        case InterventionKind.HALT:
            return _told_reason(span, halt) if halt else None
        case InterventionKind.CORRECTION:
            return None


def _told_reason(span: Span, halt: Halt) -> str:
    """The reason of a halt as it was known last: a wheel may tell of the ball after its first warning."""
    for moment in span.moments:
        later = moment.after.halt
        halt = later if later is not None and is_same_halt(halt, later) else halt
    return halt.told_reason


def _waiting(span: Span) -> Report | None:
    """The report of the span, if it had to wait."""
    return next((each for each in span.first.after.incidents.waiting if each.id == span.id), None)


def _facts(span: Span, incident: Incident | None) -> dict[str, Fact | None]:
    if incident is not None:
        return dict(shown_facts(incident))
    report = _waiting(span)  # of one that never opened the table keeps no incident
    return {} if report is None else {**report.facts}


def _outcome(span: Span, incident: Incident | None) -> str | None:
    if span.sort is InterventionKind.INCIDENT:
        if incident is None:
            return "record_only" if span.ended else None
        return incident.outcome
    if span.sort is InterventionKind.CORRECTION or not span.ended:
        return None
    match span.last.event:
        case events.HaltWithdrawn():
            return "withdrawn"
        case events.RoundVoided():
            return "void"
        case events.CardDrawn():
            return "read"
        case _:
            return "incident"


def _waited(span: Span) -> bool:
    """Whether the report came while another one was open."""
    return span.sort is InterventionKind.INCIDENT and span.first.before.incident is not None


def _given_facts(span: Span, *, older: bool) -> Iterator[GivenFact]:
    if span.sort is not InterventionKind.INCIDENT:
        return
    for moment in span.moments:
        event = moment.event
        if moment.row.refused is None and isinstance(
            event, events.IncidentReported | events.IncidentAnswered
        ):
            mine = moment is span.first or (
                isinstance(event, events.IncidentAnswered) and _is_open(moment.before, span.id)
            )
            kind = getattr(event, KIND, None) if moment is span.first else None
            if moment is span.first and not older and isinstance(event, events.IncidentReported):
                kind = kind or event.meant  # said then, though it is confirmed when its turn comes
            facts = {**event.facts} if kind is None else {KIND: kind, **event.facts}
            if mine and facts:
                yield GivenFact(moment.row.at, event.by, facts, painted_for(event))


def _is_open(table: Table, report: str) -> bool:
    return table.incident is not None and table.incident.report.id == report


def _worksheets(span: Span) -> tuple[WorksheetRecord, ...]:
    """An incident's own; of a halt those of its whole length."""
    if span.sort is not InterventionKind.INCIDENT:
        return worksheets(span.moments)
    return worksheets_of_incident(span.moments, span.id)


def _authorised(span: Span, incident: Incident | None) -> Authorisation | None:
    """The decision, by the person whose press made it: an outcome that the rules leave to the dealer may be a
    pit boss's, who reported or answered it.
    """
    if incident is None or incident.authorised is None:
        return None
    known, own = incident.authorised, [moment for moment in span.moments if decides(moment, span.id)]
    by, painted = known.by, painted_for(own[-1].event) if own else None
    if by is None and own:
        by = pit_boss_of(own[-1].row, own[-1].before)
    return Authorisation(by, known.at, incident.choice, known.reason, painted)


def _authorised_by_row(span: Span, incident: Incident | None) -> Authorisation | None:
    """As consoles up to 1.0 told it: by the row's authority, with the span's first press that authorised."""
    if incident is None or incident.authorised is None:
        return None
    by = incident.authorised
    painted = (
        painted_for(moment.event)
        for moment in span.moments
        if isinstance(moment.event, events.OutcomeAuthorised) and moment.row.refused is None
    )
    return Authorisation(by.by, by.at, incident.choice, by.reason, next(painted, None))


def _steps(span: Span, incident: Incident | None) -> Iterator[StepRecord]:
    """The steps of the outcome in their order; a done step has its person and time."""
    if incident is None or (span.ended and incident.state != IncidentState.CLOSED):
        return
    ticks = [moment for moment in span.moments if _ticks(moment, span.id)]
    for step in incident.steps:
        if step.is_done and ticks:
            yield _step_record(step.action, step.actor, ticks.pop(0))
        else:
            yield StepRecord(step.action, step.actor, "done" if step.is_done else "due")


def _overtaken_by(span: Span, incident: Incident | None) -> str | None:
    """The incident that was over as a report that waited behind it was no longer possible. Of such a report
    the table keeps no incident.
    """
    ahead = span.last.before.incident
    waited = span.sort is InterventionKind.INCIDENT and span.ended and incident is None
    return ahead.report.id if waited and ahead is not None else None


def _why_withdrawn(last: Moment) -> str | None:
    event = last.event
    if not isinstance(event, events.ReportWithdrawn | events.HaltWithdrawn) or last.row.refused is not None:
        return None
    return event.reason


def _brought_in(
    origin: Origin, incident: Incident | None, steps: tuple[StepRecord, ...]
) -> ReplacedShoe | None:
    """The shoe for which the pit boss's authorisation stands; None where the shoe stayed
    (BAC-3.1.4, BJ-3.1.4).
    """
    if incident is None or incident.authorised is None:
        return None
    if any(step.action == Action.CHANGE_SHOE and step.state == "skipped" for step in steps):
        return None
    return brought_in(game_of(load_rulebook(origin.rules), origin.game), incident)


def _ticks(moment: Moment, report: str) -> bool:
    """Whether this moment did a step of the incident."""
    return _steps_done(moment.after, report) > _steps_done(moment.before, report)


def _steps_done(table: Table, report: str) -> int:
    for incident in table.changed_incidents:
        if incident.report.id == report:
            return sum(step.is_done for step in incident.steps)
    return 0


def _step_record(action: str, actor: str, moment: Moment) -> StepRecord:
    row, event = moment.row, moment.event
    if not isinstance(event, events.StepDone):
        return StepRecord(action, actor, "done", row.person, row.at, seen_ms=painted_for(event))
    boss = moment.before.role_of(event.by) is Role.PIT_BOSS
    skipped = boss and bool(event.reason and event.reason.strip())
    taken = StepRecord(
        action, actor, "skipped" if skipped else "done", event.by, row.at, event.reason, event.note
    )
    return replace(taken, damaged=event.damaged, seen_ms=painted_for(event))


def _lay(table: Table, halt: Halt | None, hidden: bool, round_id: str | None, wheel: bool) -> Hands:
    """The hands, or the state of the wheel; an earlier round's bets were settled long ago."""
    hands = _hands(table, halt, hidden)
    if not wheel:
        return hands
    spun = replace(
        hands,
        spin=spin_state(table, halt, round_id),
        shoe_left=None,
        player=(),
        banker=(),
        points={},
        hands={},
    )
    earlier = round_id is not None and not is_of(table, round_id)
    return replace(spun, status=RoundStatus.FINISHED, bets=Bets.SETTLED.value) if earlier else spun


def _hands(table: Table, halt: Halt | None, hidden: bool) -> Hands:
    points = {} if table.round is None else table.play.points  # before any round no hand is known
    hands: dict[str, tuple[str, ...]] = {name: () for name in points}
    for place, face in table.play.in_view:
        hands[place.name] += (str(face),)
    held = None
    if halt is not None and (halt.card_out or halt.card is not None):
        shown = halt.card is not None and (halt.visible_card is not None or not hidden)
        held = halt.card.value if halt.card is not None and shown else UNREAD
    return Hands(
        player=hands.get("player", ()),
        banker=hands.get("banker", ()),
        points=points,
        hands=hands,
        held=held,
        phase=table.shown_phase.value,
        status=table.round.status if table.round else None,
        bets=table.bets.value,
        shoe_left=table.shoe.left if table.is_open else None,
        back=table.play.refunded_hands if isinstance(table.play, Hands21) else (),
    )


def _corrections(span: Span, moments: Sequence[Moment]) -> Iterator[Correction]:
    """The cards corrected in the span's round, and during the span."""
    for moment in moments:
        within = span.first.place <= moment.place <= span.last.place
        same_round = span.first.before.open_round and moment.row.round == _round(span.first)
        if (within or same_round) and is_correction(moment):
            yield _correction(moment)


def _correction(moment: Moment) -> Correction:
    event = moment.event
    assert isinstance(event, events.CardCorrected), "only a correction mends a card"
    row, place = moment.row, (event.hand, event.card)
    lay = {(each.name, each.card): str(face) for each, face in moment.before.play.in_view}
    before, why = lay.get(place), _reason(row.line)
    after = UNREAD if before == UNREAD else event.to.value
    return Correction(row.number, row.at, event.by, *place, before, after, why, painted_for(event))


def _reason(line: str | None) -> str | None:
    """The reason, if the line's sender gave one in a field of its own: the journal keeps fields that the
    protocol does not list.
    """
    try:
        sent = msgspec.json.decode(line or "{}")
    except (msgspec.DecodeError, RecursionError):
        return None
    reason = sent.get("reason") if isinstance(sent, dict) else None
    return reason if isinstance(reason, str) and reason.strip() else None


def amendment_of(row: JournalEntry, event: events.EntryCorrected) -> Amendment:
    """The amendment in an entry that corrects another entry."""
    fields = (event.what, event.before, event.after, event.by, event.authorised_by, event.why)
    return Amendment(event.id, row.number, row.at, event.entry, *fields)


def amendments(rows: Iterable[JournalEntry], first: int, last: int) -> Iterator[Amendment]:
    """The corrections among these entries of the entries ``first`` to ``last`` of the same file."""
    for row in rows:
        event = events.DECODER.decode(row.event)
        taken = isinstance(event, events.EntryCorrected) and row.refused is None and event.file is None
        if taken and first <= event.entry <= last:
            yield amendment_of(row, event)


def _remarks(
    span: Span, moments: Sequence[Moment], later: Iterable[RecordedRemark]
) -> Iterator[RecordedRemark]:
    """The remarks during the span, and those of ``later`` that name it by its id."""
    within = [
        RecordedRemark(moment.row.number, moment.row.at, moment.event.by, moment.event.text)
        for moment in moments
        if span.first.place <= moment.place <= span.last.place
        and isinstance(moment.event, events.Remarked)
        and moment.row.refused is None
    ]
    yield from within
    yield from (each for each in later if each not in within)


def remarks_naming(record: str, rows: Iterable[JournalEntry]) -> Iterator[RecordedRemark]:
    """The remarks among these entries that name a record by its id."""
    name = re.compile(rf"(?<![\w-]){re.escape(record)}(?![\w-])")
    for row in rows:
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.Remarked) and row.refused is None and name.search(event.text):
            yield RecordedRemark(row.number, row.at, event.by, event.text)

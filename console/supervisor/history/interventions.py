"""Halts, incidents and corrections as facts: each from its first entry to its last, as far as it is known.
The fold follows a table moment by moment and keeps what is not over. A fact is complete: nobody has to look
at the moments again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.table.core import (
    Action,
    Game,
    Incident,
    Incidents,
    IncidentState,
    Onset,
    OnsetFold,
    Report,
    Role,
    SetRounds,
    StepEnd,
    Table,
    Who,
    brought_in,
    earliest,
    events,
    filmed_from,
    is_about_last_number,
    known_at,
    last_number_round,
    painted_for,
    report_in,
    shown_facts,
    unread_onset,
)
from console.table.game import Card, Case, ReplacedShoe, Result
from console.table.game.blackjack import Round
from console.table.incidents import KIND, Fact


class InterventionKind(StrEnum):
    INCIDENT = "incident"
    HALT = "halt"
    CORRECTION = "correction"


class GivenFact(msgspec.Struct, frozen=True):
    """Facts that a person gave, and when; a value of None means that it was to be asked again."""

    at: datetime
    by: Who
    facts: dict[str, Fact | None]
    seen_ms: int | None = None
    """Milliseconds for which the question had been on the screen; None if the journal does not say."""


class Authorisation(msgspec.Struct, frozen=True):
    """Who confirmed the outcome (None: a dealer alone, by the rules), when, the choice and the reason."""

    by: Who | None
    at: datetime
    choice: str | None
    reason: str | None
    seen_ms: int | None = None
    """As :attr:`GivenFact.seen_ms`."""


class RetractedDecision(msgspec.Struct, frozen=True):
    """A decision that was taken back because the wheel read a number that contradicted it (LT-ROU-32a)."""

    outcome: str
    clause: str | None
    basis: Literal["rule", "house"] | None
    by: Who | None
    """The pit boss who confirmed it; None if a dealer decided it alone, as the rules allow."""
    at: datetime
    back: datetime
    back_by: Who | None
    """None for a device."""


class StepRecord(msgspec.Struct, frozen=True):
    """A step of the outcome: its role, the person who did it, and when; ``by`` is None for a device."""

    action: str
    actor: str
    state: Literal["due", "done", "skipped"]
    by: Who | None = None
    at: datetime | None = None
    reason: str | None = None
    note: str | None = None
    damaged: bool = False
    """Whether the ball that was checked was damaged."""
    seen_ms: int | None = None
    """As :attr:`GivenFact.seen_ms`."""


class HaltEnd(StrEnum):
    WITHDRAWN = "withdrawn"
    VOID = "void"
    """It ended with its void round."""
    READ = "read"
    """A card that could not be read was read at a later try."""
    CORRECTED = "corrected"
    """A typed card was corrected to what was read."""
    INCIDENT = "incident"
    """An incident was reported, and its outcome ended the halt."""


class End(msgspec.Struct, frozen=True, gc=False):
    """How an incident or a halt ended: the entry, the time, the person and the reason that was given."""

    place: int
    entry: int
    at: datetime
    how: str
    """For an incident ``closed``, ``taken_back`` or ``came_to_nothing``; for a halt its HaltEnd."""
    by: Who | None = None
    """None for a device, and for a report that came to nothing."""
    seen_ms: int | None = None
    """As :attr:`GivenFact.seen_ms`, for the press that ended it."""
    reason: str | None = None
    overtaken_by: str | None = None
    """The incident after which a report that waited behind it was no longer possible."""


class HaltFact(msgspec.Struct, frozen=True, gc=False):
    """A stop of play with another cause than a report."""

    number: int
    """The number of its entry, counted over the files of its journal."""
    place: int
    entry: int
    at: datetime
    reason: str
    """The latest known state: a wheel may report the ball after its first warning."""
    lay: str | None
    """The round that was open, or lay there, when play stopped; None in a preparation."""
    dealer: str | None
    onset: Onset
    ended: End | None = None

    @property
    def id(self) -> str:
        return f"H{self.number}"

    @property
    def kind(self) -> str:
        return self.reason

    @property
    def outcome(self) -> str | None:
        """None while it lasts."""
        return self.ended.how if self.ended is not None else None

    @property
    def about(self) -> str | None:
        return self.lay

    @property
    def happened(self) -> datetime:
        return self.at

    @property
    def filmed_from(self) -> datetime:
        """The earliest moment that it is about."""
        return filmed_from(self.at, self.onset, self.reason)


class CorrectionFact(msgspec.Struct, frozen=True):
    number: int
    """As :attr:`HaltFact.number`."""
    place: int
    entry: int
    at: datetime
    stopped: datetime | None
    """When the halt began in which it was corrected."""
    lay: str | None
    onset: Onset
    ended: End
    """It begins and ends with one entry."""
    kind: None = None
    outcome: None = None

    @property
    def id(self) -> str:
        return f"C{self.number}"

    @property
    def about(self) -> str | None:
        return self.lay

    @property
    def happened(self) -> datetime:
        return self.stopped or self.at

    @property
    def filmed_from(self) -> datetime:
        """The earliest moment that it is about."""
        return filmed_from(self.at, self.onset, None, self.stopped)


class NumberKnown(msgspec.Struct, frozen=True):
    """The dealer, and the wheel's serial if it was noted, when a round's number became known."""

    dealer: str | None
    wheel: str | None


class IncidentFact(msgspec.Struct, frozen=True):
    """A report with its whole life, as it is known by now."""

    id: str
    place: int | None
    entry: int | None
    """None if the report is in a file that was not read."""
    by: Who | None
    dealer_then: str | None
    """The dealer when it was reported, or when play stopped for it."""
    reported: datetime
    since: float
    """The time of the report on the clock that nobody can set, in seconds."""
    stopped: datetime | None
    """When the halt that it explains began; a halt that it met while it waited is not meant."""
    onset: Onset
    lay: str | None
    """The round that was open, or lay there, when it was reported; None in a preparation."""
    kind: str | None = None
    """Its kind, or until that is known the kind that was chosen for it."""
    round: str | None = None
    """The round to which it belongs; None if it never opened."""
    known: datetime | None = None
    """When the number that was wrong was first known (LT-ROU-33)."""
    number_known: NumberKnown | None = None
    """The dealer and the wheel then; None if the entry was not read."""
    case: Case | None = None
    state: str = IncidentState.FACTS
    facts: dict[str, Fact | None] = {}
    told: tuple[GivenFact, ...] = ()
    decider: Who | None = None
    """The last pit boss who reported, answered or authorised it; None if that was a dealer."""
    decider_saw_ms: int | None = None
    """As :attr:`GivenFact.seen_ms`, for that press."""
    outcome: str | None = None
    authorised: Authorisation | None = None
    retracted: tuple[RetractedDecision, ...] = ()
    """The decisions before the one in force."""
    waited: float | None = None
    """Seconds from the report until its outcome was authorised."""
    steps: tuple[StepRecord, ...] = ()
    brought_in: ReplacedShoe | None = None
    """The shoe that the authorisation brings; None once its change is left out (BAC-3.1.4, BJ-3.1.4)."""
    seat_back: int | None = None
    """The seat whose first bet its outcome gave back (LT-BJ-2.3.8): a seat has several hands."""
    counted: int | tuple[int, ...] | None = None
    """The count of an inspection that made the report."""
    card_set: str | None = None
    """The number of the card set in play at the report; None without a number."""
    set_rounds: SetRounds | None = None
    """The rounds since the card set that was found wrong came into play."""
    opened: bool = False
    """Whether it was ever the table's open incident."""
    ended: End | None = None

    @property
    def clause(self) -> str | None:
        return self.case.clause if self.case is not None else None

    @property
    def dealer(self) -> str | None:
        """The dealer when it happened, who may have been relieved since a wrong number; or None."""
        return self.dealer_then if self.number_known is None else self.number_known.dealer

    @property
    def about(self) -> str | None:
        """The round that it is about, else the one that lay there when it was reported, or None."""
        return self.round or self.lay

    @property
    def happened(self) -> datetime:
        """When play stopped for it, or it was reported; a wrong number: when first known (LT-ROU-33)."""
        return self.known or self.stopped or self.reported

    @property
    def filmed_from(self) -> datetime:
        """The earliest moment that it is about."""
        filmed = filmed_from(self.reported, self.onset, self.kind, self.known)
        return filmed if filmed > self.reported else min(self.happened, filmed)

    @property
    def taken_back_by(self) -> Who | None:
        return self.ended.by if self.ended is not None and self.ended.how == "taken_back" else None

    @property
    def undecided(self) -> str | None:
        """How a report without a decision ended; None if it is an incident, or open."""
        return None if self.ended is None or self.ended.how == "closed" else self.ended.how

    def number(self, fact: str) -> int | None:
        """The number of its seat or hand; None if it is about none."""
        found = self.facts.get(fact)
        return found if type(found) is int else None


Intervention: TypeAlias = IncidentFact | HaltFact | CorrectionFact


class InterventionFold:
    """Follows a table and keeps the halt and the incidents that are not over."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._onset = OnsetFold()
        self.halt: HaltFact | None = None
        """The halt that lasts; None also if it began in a file that was not read."""
        self.open: dict[str, IncidentFact] = {}
        self.stopped: str | None = None
        """The dealer when the present stop of play began."""
        self._read: dict[Card, datetime] = {}
        """The times of the round's first reading of each face."""
        self._given_back: set[int] = set()
        """The seats whose bet has gone back with this moment."""
        self._numbers: dict[str, NumberKnown] = {}
        """The last rounds whose number is known: one of them can still turn out wrong."""
        self._looked: object = None
        """The numbers when the incidents about them were last looked at."""
        self._taken: tuple[Incident | None, Incidents | None] = None, None
        """The table's incidents, each with its fact here. Few entries change them."""
        self._left = set[str]()
        """The facts that are kept here although the table lost them when it began a new file."""

    def follow(self, moment: Moment) -> tuple[Intervention, ...]:
        """Go on to the next moment; the facts that began, changed or ended with it, as they are then."""
        row, event, before, after = moment.row, moment.event, moment.before, moment.after
        # This is done even for an entry that changes nothing else: the onset of a later report looks back on
        # it.
        if row.refused is None:
            self._onset.count_reading(event, row.at, before)
            self._count_card(moment)
        self._given_back.clear()
        if self._game.wheel is not None and before.wheel.number_at != after.wheel.number_at:
            self._keep_number(moment)
        corrects = is_correction(event, row.refused, before, after)
        is_same = before.halt is after.halt and before.incident is after.incident
        if is_same and before.incidents is after.incidents and not corrects:
            return ()
        onset = self._onset.now(row.at, before, after)
        changed = list[Intervention](self._follow_halt(moment, onset))
        if corrects:
            changed.append(_correction(moment, self._card_onset(moment, onset)))
        # The table's earlier incidents come first: one that ends precedes the one that begins.
        self.take_unread(before)
        if (made := report_in(event, row.refused)) is not None:
            self.open[made] = self._reported(moment, made, onset)
        if self.open:
            changed += self._follow_incidents(moment, made)
        if len(self.open) == (after.incident is not None) + len(after.incidents.waiting):
            self._taken = after.incident, after.incidents
        return tuple(changed)

    def _count_card(self, moment: Moment) -> None:
        match moment.event:
            case events.BetsOpened():
                self._read.clear()
            case events.CardDrawn(card=card):
                self._read.setdefault(card, moment.row.at)

    def _card_onset(self, moment: Moment, onset: Onset) -> Onset:
        """The onset of a correction: its card's reading, even if the card was corrected before."""
        event = moment.event
        assert isinstance(event, events.CardCorrected), "it corrects a card"
        lay = {(place.name, place.card): card for place, card in moment.before.play.placed_cards}
        face = lay.get((event.hand, event.card))
        read = onset.stopped if face is None else self._read.get(face, onset.stopped)
        at = moment.row.at
        self._read[event.to] = earliest(at, (read, self._read.get(event.to)))
        return onset._replace(stopped=earliest(at, (read, onset.stopped)))

    def _keep_number(self, moment: Moment) -> None:
        table = moment.after
        if table.round is not None and table.wheel.number_at is not None:
            older = list(self._numbers.items())[-1:]
            self._numbers = {**dict(older), table.round.id: NumberKnown(moment.dealer, table.wheel.serial)}

    def _of_number(self, fact: IncidentFact) -> IncidentFact:
        """The fact with the dealer and the wheel when the number that it is about became known."""
        known = self._numbers.get(fact.round or "") if is_about_last_number(fact.kind) else None
        return fact if known == fact.number_known else replace(fact, number_known=known)

    def take_unread(self, table: Table) -> tuple[IncidentFact, ...]:
        """Take in the table's incidents that were reported in a file that was not read."""
        incident, incidents = self._taken
        if incident is table.incident and incidents is table.incidents:
            return ()  # Nothing is open at most entries.
        self._taken, reports = (table.incident, table.incidents), table.open_reports
        unread = [_unread(table, each) for each in reports if each.id not in self.open]
        self.open.update({each.id: each for each in unread})
        self._left = self.open.keys() - {each.id for each in reports}
        return tuple(unread)

    def open_one(self, table: Table) -> IncidentFact | None:
        return None if table.incident is None else self.open[table.incident.report.id]

    def opened(self, table: Table) -> tuple[IncidentFact, ...]:
        """The incidents of a table that are not over, the open one first."""
        self.take_unread(table)
        return tuple([self.open[each.id] for each in table.open_reports])

    def _seat_back(self, moment: Moment, incident: Incident) -> int | None:
        """The seat whose first bet an outcome gives back; two outcomes of one moment may be for one seat."""
        seat = incident.facts.get("seat")
        if incident.outcome != Result.REFUND_HAND or type(seat) is not int or seat in self._given_back:
            return None
        if seat in _refunded_seats(moment.before) or seat not in _refunded_seats(moment.after):
            return None
        self._given_back.add(seat)
        return seat

    def _follow_halt(self, moment: Moment, onset: Onset) -> Iterator[HaltFact]:
        was, now, known = moment.before.halt, moment.after.halt, self.halt
        if was is now:
            return
        if was is not None and now is not None and (was.reason, was.at) == (now.reason, now.at):
            if known is not None and now is not None and known.reason != now.told_reason:
                self.halt = replace(known, reason=now.told_reason)
                yield self.halt
            return
        self.halt = None
        if known is not None:
            yield replace(known, ended=_end_of_halt(moment))
        if now is None:
            return
        # In a halt during another, play has stood since the first, and its dealer counts.
        if was is None:
            self.stopped = moment.dealer
        told, lay = now.told_reason, _lay(moment)
        self.halt = HaltFact(*_where(moment), now.at, told, lay, moment.dealer, onset)
        yield self.halt

    def _follow_incidents(self, moment: Moment, made: str | None) -> Iterator[IncidentFact]:
        """The incidents that are new, better known or over."""
        after = moment.after
        changed = {each.report.id: each for each in after.changed_incidents}
        left, come = ({each.id for each in reports} for reports in queue_change(moment.before, after))
        own = set() if made is None else {made}
        gone = left | self._left | (own - come)
        self._left = set()
        looked_at = (gone | own | changed.keys()) & self.open.keys()
        now = (last_number_round(after), self._numbers) if self._game.wheel is not None else None
        if self._looked != now:
            self._looked = now  # A fact about the last number may now belong to another round.
            looked_at |= {id for id, known in self.open.items() if is_about_last_number(known.kind)}
        for known in sorted([self.open[id] for id in looked_at], key=_order_of_reports):
            id = known.id
            learned = self._learn(moment, known, changed[id]) if id in changed else _waiting(known, after)
            learned = self._of_number(learned)
            if id in gone:
                del self.open[id]
                yield _over(moment, learned)
            elif id == made or learned != known:
                self.open[id] = learned
                yield learned

    def _reported(self, moment: Moment, id: str, onset: Onset) -> IncidentFact:
        row, event, before = moment.row, moment.event, moment.before
        halt = (before.halt or moment.after.halt) if before.incident is None else None
        waits = next((each for each in reversed(moment.after.incidents.waiting) if each.id == id), None)
        return IncidentFact(
            id=id,
            place=moment.place,
            entry=row.number,
            by=moment.person,
            dealer_then=self.stopped if before.halt is not None else moment.dealer,
            reported=row.at,
            since=moment.seconds,
            stopped=None if halt is None else halt.at,
            onset=onset,
            lay=_lay(moment),
            kind=getattr(event, KIND, None) if waits is None else waits.named_kind,
            facts={} if waits is None else {**waits.facts},
            told=_told(moment),
            decider=_pit_boss(moment),
            decider_saw_ms=painted_for(event),
            counted=getattr(event, "counted", None),
        )

    def _learn(self, moment: Moment, known: IncidentFact, incident: Incident) -> IncidentFact:
        known = replace(known, card_set=incident.report.set_in_play)
        was = moment.before.incident
        was = was if was is not None and was.report.id == known.id else None
        event = moment.event
        if was is not None and moment.is_accepted:
            if isinstance(event, events.IncidentAnswered):
                known = replace(known, told=(*known.told, *_told(moment)))
            if isinstance(event, events.IncidentAnswered | events.OutcomeAuthorised):
                known = replace(known, decider=_pit_boss(moment), decider_saw_ms=painted_for(event))
        learned = _as_it_is(known, incident, _steps(moment, known, incident))
        since = known_at(moment.before, incident) or known_at(moment.after, incident)
        by = incident.authorised
        learned = replace(learned, known=since or (known.known if learned.kind == known.kind else None))
        if by is None:
            retracted = (*known.retracted, *_retracted(moment, known))
            undecided = replace(learned, authorised=None, waited=None, brought_in=None, seat_back=None)
            return replace(undecided, retracted=retracted)
        if known.authorised is None or known.authorised.at != by.at:
            who = Who(by.by) if by.by else known.decider
            # A report in an unread file has no time on the clock that nobody can set.
            passed = moment.seconds - known.since
            waited = (by.at - known.reported).total_seconds() if known.entry is None else passed
            learned = replace(
                learned,
                authorised=Authorisation(who, by.at, incident.choice, by.reason, known.decider_saw_ms),
                waited=max(0.0, waited),
                brought_in=brought_in(self._game, incident),
                seat_back=self._seat_back(moment, incident),
            )
        skipped = (step.action for step in incident.steps if step.end is StepEnd.SKIPPED)
        if Action.CHANGE_SHOE in skipped:
            learned = replace(learned, brought_in=None)
        return learned


def _order_of_reports(fact: IncidentFact) -> tuple[int, datetime, int, str]:
    return fact.place or 0, fact.reported, len(fact.id), fact.id


def queue_change(before: Table, after: Table) -> tuple[list[Report], list[Report]]:
    """The reports that an entry closed, and opened. Only the ends of a queue of thousands are looked at."""
    if before.incident is after.incident and before.incidents is after.incidents:
        return [], []  # Nothing is open at most entries.
    was, now = before.incidents.waiting, after.incidents.waiting
    common = now[: len(was)]
    if was[len(was) - len(common) :] == common:
        was, now = was[: len(was) - len(common)], now[len(common) :]
    gone = {each.id: each for each in (*_open_report(before), *was)}
    come = {each.id: each for each in (*_open_report(after), *now)}
    both = gone.keys() & come.keys()
    return [gone[id] for id in gone if id not in both], [come[id] for id in come if id not in both]


def _open_report(table: Table) -> tuple[Report, ...]:
    return () if table.incident is None else (table.incident.report,)


def _retracted(moment: Moment, known: IncidentFact) -> Iterator[RetractedDecision]:
    """An incident's decision until this moment, if the moment takes it back."""
    by, case, row = known.authorised, known.case, moment.row
    if by is not None and case is not None and known.outcome is not None:
        yield RetractedDecision(known.outcome, case.clause, case.basis, by.by, by.at, row.at, moment.person)


def _waiting(known: IncidentFact, table: Table) -> IncidentFact:
    """The fact of a waiting report; one about a wrong number already belongs to its round (LT-ROU-33)."""
    last = last_number_round(table) if is_about_last_number(known.kind) and known.known is None else None
    return known if known.opened or last is None else replace(known, round=last.round, known=last.at)


def _as_it_is(known: IncidentFact, incident: Incident, steps: tuple[StepRecord, ...]) -> IncidentFact:
    """The fact with what the table's incident itself knows."""
    of_round = known.place is None or known.lay is not None or is_about_last_number(incident.report.kind)
    round_ = incident.round if of_round else None
    opened = known.opened or incident.state != IncidentState.CLOSED or bool(incident.moments)
    unconfirmed = incident.report.kind is None and is_about_last_number(incident.report.meant)
    if unconfirmed or not opened:
        round_ = known.round or round_  # The round was known while the report waited.
    return replace(
        known,
        kind=incident.report.named_kind,
        round=round_,
        case=incident.case,
        state=incident.state,
        facts=shown_facts(incident),
        outcome=incident.outcome,
        steps=steps,
        set_rounds=incident.set_rounds,
        opened=opened,
    )


def _over(moment: Moment, known: IncidentFact) -> IncidentFact:
    row, event = moment.row, moment.event
    past = next((each for each in moment.after.incidents.past if each.id == known.id), None)
    how = "closed" if past is None else past.undecided or "closed"
    known = replace(
        known, state=IncidentState.CLOSED, outcome=known.outcome if past is None else past.outcome or None
    )
    if past is not None:
        known = replace(known, kind=past.kind)
    if how == "came_to_nothing" and past is not None:
        ended = End(moment.place, row.number, row.at, how, overtaken_by=past.overtaken_by)
        return replace(known, ended=ended)
    reason = event.reason if isinstance(event, events.ReportWithdrawn) and how == "taken_back" else None
    ended = End(moment.place, row.number, row.at, how, moment.person, painted_for(event), reason)
    return replace(known, ended=ended)


def _unread(table: Table, report: Report) -> IncidentFact:
    """A report that was made in a file that was not read."""
    made = IncidentFact(
        id=report.id,
        place=None,
        entry=None,
        by=Who(report.by),
        dealer_then=report.by if report.role is Role.DEALER else None,
        reported=report.at,
        since=0.0,
        stopped=None,
        onset=unread_onset(table, report),
        lay=None,
        kind=report.named_kind,
        facts={**report.facts},
    )
    incident = table.incident
    if incident is None or incident.report.id != report.id:
        return made
    steps = (
        StepRecord(each.action, each.actor, "done" if each.is_done else "due", at=each.done_at)
        for each in incident.steps
    )
    made, by = _as_it_is(made, incident, tuple(steps)), incident.authorised
    if by is None:
        return made
    seat = made.number("seat") if made.outcome == Result.REFUND_HAND else None
    who = Who(by.by) if by.by else None
    return replace(made, authorised=Authorisation(who, by.at, incident.choice, by.reason), seat_back=seat)


def _refunded_seats(table: Table) -> set[int]:
    """The seats with a hand whose bet has gone back, by the round itself."""
    play = table.play
    return {int(name.partition(".")[0]) for name in play.refunded_hands} if isinstance(play, Round) else set()


def _told(moment: Moment) -> tuple[GivenFact, ...]:
    """The facts in a report or an answer. A kind belongs to its report, even if it is confirmed later. A void
    that reports what the halt offered counts as that report (ROU-2.1.6).
    """
    event, made = moment.event, moment.after.incident
    match event:
        case events.IncidentReported():
            kind = event.kind or event.meant
            facts: dict[str, Fact | None] = {**event.facts}
        case events.IncidentAnswered():
            kind, facts = None, event.facts
        case events.RoundVoided() if made is not None:
            kind, facts = made.report.kind, {**made.report.facts}
        case _:
            return ()
    facts = facts if kind is None else {KIND: kind, **facts}
    return (GivenFact(moment.row.at, event.person, facts, painted_for(event)),) if facts else ()


def _steps(moment: Moment, known: IncidentFact, incident: Incident) -> tuple[StepRecord, ...]:
    """The steps of the outcome in order; one that is done now gets this entry's person and time. A report
    that was taken back has none.
    """
    done = [each for each in known.steps if each.at is not None]
    steps = list[StepRecord]()
    for step in incident.steps:
        if not step.is_done:
            steps.append(StepRecord(step.action, step.actor, "due"))
        elif done and done[0].action == step.action:
            steps.append(done.pop(0))
        elif step.done_at is not None and step.done_at < moment.row.at:
            # The report itself was the press; the outcome was planned again since (LT-ROU-32).
            steps.append(StepRecord(step.action, step.actor, "done", Who(incident.report.by), step.done_at))
        else:
            steps.append(_step_record(step.action, step.actor, step.end, moment))
    return tuple(steps)


def _step_record(action: str, actor: str, end: StepEnd, moment: Moment) -> StepRecord:
    row, event = moment.row, moment.event
    if not isinstance(event, events.StepDone):
        return StepRecord(action, actor, "done", moment.person, row.at, seen_ms=painted_for(event))
    state: Literal["done", "skipped"] = "skipped" if end is StepEnd.SKIPPED else "done"
    taken = StepRecord(action, actor, state, moment.person, row.at, event.reason, event.note)
    return replace(taken, damaged=bool(event.damaged), seen_ms=painted_for(event))


def is_correction(event: events.AnyEvent, refused: str | None, before: Table, after: Table) -> bool:
    """Whether an entry corrects a misread card; a card that was read right stays as it is."""
    return isinstance(event, events.CardCorrected) and refused is None and before.play != after.play


def _correction(moment: Moment, onset: Onset) -> CorrectionFact:
    row, event = moment.row, moment.event
    place, stood = moment.place, moment.before.halt or moment.after.halt
    ended = End(place, row.number, row.at, "corrected", moment.person, painted_for(event))
    stopped = None if stood is None else stood.at
    return CorrectionFact(*_where(moment), row.at, stopped, _lay(moment), onset, ended)


def _where(moment: Moment) -> tuple[int, int, int]:
    """An entry's number over the files of its journal, its place, and its number."""
    return moment.before.earlier + moment.row.number, moment.place, moment.row.number


def _end_of_halt(moment: Moment) -> End:
    row, event = moment.row, moment.event
    # Another halt may follow at once, such as for a number that was kept: the event ended this one all the
    # same.
    match event:
        case events.HaltWithdrawn():
            how = HaltEnd.WITHDRAWN
        case events.RoundVoided():
            how = HaltEnd.VOID
        case events.CardDrawn():
            how = HaltEnd.READ
        case events.CardCorrected():
            how = HaltEnd.CORRECTED
        case _:
            how = HaltEnd.INCIDENT
    reason = None
    if isinstance(event, events.HaltWithdrawn | events.ReportWithdrawn) and row.refused is None:
        reason = event.reason
    who = moment.person
    if how is HaltEnd.READ and who is None:
        # A device read the card that the pit boss scans after three failed tries (LT-BJ-2.3.12).
        bosses = (each.who for each in moment.before.people if each.role is Role.PIT_BOSS)
        who = next(map(Who, bosses), None)
    return End(moment.place, row.number, row.at, how, who, painted_for(event), reason)


def _lay(moment: Moment) -> str | None:
    """The round that was open, or lay there, when a moment came; else the one that it opened. While cards are
    shuffled, or the wheel is checked, the last round no longer counts.
    """
    stood = moment.before.round or moment.after.round
    return None if stood is None or moment.before.preparation is not None else stood.id


def _pit_boss(moment: Moment) -> Who | None:
    """The pit boss who made an entry; None if a dealer or a device did."""
    who = moment.person
    return who if who is not None and moment.before.role_of(who) is Role.PIT_BOSS else None

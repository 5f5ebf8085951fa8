"""The events of an interval, counted moment by moment: rounds, hours, incidents, devices, shoes, staff.

Counting follows the table from before the interval on, so that an earlier beginning is known at the end, and
counts only where its caller says so. Every game is counted alike: a device is known by its name alone, and a
wheel's check is a preparation like any other. An incident is counted once, in its state when it was over, or
when the interval ended: a report that was taken back too. An incident that is open across a bound is counted
in each interval in which it is open, and the seat whose bet it gives back where it ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, Literal

from msgspec.structs import replace

from console.devices.health import Health
from console.game.incident_cases import Result
from console.game.roulette.spin import Spin
from console.game.rule_values import Preparing, ReplacedShoe
from console.game.shoe import CARDS
from console.history.moments import Moment, dealer_of
from console.records.accounts.spans import decides, halt_id, is_same_halt, pit_boss_of, report_in
from console.reports.figures import (
    HOUR,
    CheckCount,
    Consumable,
    DealerTurn,
    DeviceFigures,
    FailedSignIn,
    FirstRows,
    Hour,
    NamedCount,
    ReportedIncident,
    ShoeUsed,
    SkippedStep,
    Staffing,
    Tallies,
    Tally,
    VoidedHalt,
    counts,
)
from console.table.games.game import Game
from console.table.incident.guidance import skips, step_due
from console.table.incident.onset import Onset, OnsetFold
from console.table.incident.outcome_effects import is_about_last_number
from console.table.incident.outcome_steps import brought_in
from console.table.judging.prompts import prompt_due
from console.table.play.wheel_run import OF_A_SPIN
from console.table.state import events
from console.table.state.actions import Action
from console.table.state.note_kinds import About, CountedAs, NotedDevice, NoteKind, row_of
from console.table.state.open_incident import Incident, IncidentState, Past, Report
from console.table.state.phases import Bets, Phase, RoundStatus
from console.table.state.roles import Actor, Role
from console.table.state.table import Overdue, Preparation, Table

OPEN: Final = "open"
"""Stands for the outcome of an incident that is not over."""
_REFUND: Final = "refund_hand"


class PlayCounts:
    """Counts rounds, incidents, halts, corrections, manual mode and calls, for the table and its dealers."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.tallies = Tallies()
        self._closed: float | None = None
        self._known: float | None = None
        self._waits = self._has_come = self._came_to_call = False
        """Whether a pit boss is awaited; has been at the table since play stopped, and is asked for nothing;
        came after the call.
        """
        self._wanted: float | None = None
        """Since when a pit boss is awaited, by the clock that nobody can set."""
        self._waiting: str | None = None
        """The dealer when the wait began."""
        self._stopped: str | None = None
        """The dealer when the halt that still lasts began."""
        self._halted: tuple[str | None, tuple[Tally, ...]] = None, ()
        """The reason by which that halt is counted, and where."""
        self._reported: dict[str, str | None] = {}
        """The dealer when each incident happened that is not over, by its report."""
        self._counted: dict[str, bool] = {}
        """The incidents that are not over and are counted; whether each was reported before the interval."""
        self._back: set[tuple[str | None, int]] = set()
        """The round in which bets went back last, with each of their seats."""

    def count_moment(self, moment: Moment, counting: bool) -> None:
        """Count one moment; ``counting`` says whether it is in the interval."""
        tallies = self.tallies.of(moment.dealer) if counting else ()
        if begins_halt(moment) and moment.before.halt is None:
            self._stopped = moment.dealer
        self._round(moment, tallies)
        self._reports(moment, counting)
        self._calls(moment, counting)
        if counting:
            self._takings(moment)
        if counting and moment.is_accepted and isinstance(moment.event, events.EntryCorrected):
            self.tallies.whole.counts["amended"] += 1  # the present dealer had no part in it
        self._halt(moment, tallies)
        for tally in tallies:
            _presses(tally, moment)

    def pass_time(self, table: Table, dealer: str | None, seconds: float) -> None:
        """Count the time for which the table stayed as it is."""
        for tally in self.tallies.of(dealer):
            if table.phase is not Phase.CLOSED:
                tally.seconds["open_seconds"] += seconds
            if table.halted:
                tally.seconds["stood_seconds"] += seconds
            if table.manual is not None:
                tally.seconds["manual_seconds"] += seconds

    def end(self, table: Table) -> None:
        """End the interval: reports that are still open are counted as open."""
        opened = table.incident
        if opened is not None and opened.report.id in self._counted:
            clause = opened.case.clause if opened.case else None
            self._settle(_still_open(opened.report, clause))
        for report in table.incidents.waiting:
            if report.id in self._counted:
                self._settle(_still_open(report, None))

    def _halt(self, moment: Moment, tallies: tuple[Tally, ...]) -> None:
        """Count a halt that begins; where its reason turns out to be another, count it by that one."""
        if begins_halt(moment):
            self._halted = None, tallies
        halt, (before, where) = moment.after.halt, self._halted
        if halt is None or not tallies or halt.told_reason == before:
            return
        self._halted = halt.told_reason, where
        for tally in where:
            tally.halts[halt.told_reason] += 1
            if before is not None:
                tally.halts[before] -= 1

    # --- rounds -----------------------------------------------------------------------------------

    def _round(self, moment: Moment, tallies: tuple[Tally, ...]) -> None:
        before, after = moment.before, moment.after
        if before.bets is Bets.OPEN and after.bets is not Bets.OPEN:
            self._closed, self._known = moment.seconds, None
        if before.phase is not Phase.RESULT and after.phase is Phase.RESULT:
            self._known = moment.seconds
        if (status := ended_round(moment)) is None:
            return
        known = moment.seconds if self._known is None else self._known
        if status == "void" and tallies:
            tallies = self.tallies.of(self._dealt(moment))
        for tally in tallies:
            tally.counts[_NAMES[status]] += 1
            if status == "finished" and self._closed is not None:
                tally.to_result.add(known - self._closed)
        self._closed = self._known = None

    def _dealt(self, moment: Moment) -> str | None:
        """The dealer at the time when play stopped: a relief in mid-incident had no part in it."""
        if (incident := moment.before.incident) is not None:
            return self._reported.get(incident.report.id, moment.dealer)
        return self._stopped if moment.before.halt is not None else moment.dealer

    # --- reports ----------------------------------------------------------------------------------

    def _reports(self, moment: Moment, counting: bool) -> None:
        event, before = moment.event, moment.before
        if counting:
            for report in before.open_reports:
                if report.id not in self._counted:
                    self._reported.setdefault(report.id, report.by if report.role is Role.DEALER else None)
                    self._counted[report.id] = True
        if (made := report_in(event, moment.row.refused)) is not None:
            self._reported[made] = self._stopped if before.halt is not None else moment.dealer
            if counting:
                self._counted[made] = False
        if self._reported and moment.after.incidents.past is not before.incidents.past:
            for past in moment.after.incidents.past:
                back = past.outcome == _REFUND and self._goes_back(moment.after, past.id)
                if past.id in self._counted and past.undecided is not None and not counting:
                    self._counted.pop(past.id)  # it ended while a set clock interrupted the shift
                    self._reported.pop(past.id)
                elif past.id in self._counted:
                    self._settle(past, back)
                else:
                    self._reported.pop(past.id, None)

    def _goes_back(self, table: Table, report: str) -> bool:
        """Whether an incident is the first by which bets of its seat go back: a seat has several hands."""
        incident = next((each for each in table.changed_incidents if each.report.id == report), None)
        seat = _number(incident, "seat") if incident is not None else None
        if incident is None or seat is None:
            return True
        if (place := (incident.round, seat)) in self._back:
            return False
        self._back = {each for each in self._back if each[0] == incident.round} | {place}
        return True

    def _settle(self, past: Past, refund: bool = False) -> None:
        carried_over = self._counted.pop(past.id)
        for tally in self.tallies.of(self._reported.pop(past.id)):
            if past.undecided is not None:
                tally.counts[past.undecided] += 1
                continue
            tally.incidents[past.kind or "", past.clause or "", past.outcome] += 1
            tally.counts["carried_over"] += carried_over
            tally.counts["refunds"] += refund

    # --- calls ------------------------------------------------------------------------------------

    def _calls(self, moment: Moment, counting: bool) -> None:
        """Count how long the table waited for a pit boss.

        The wait begins with the halt where no pit boss was there, else with the call; again, if play still
        stands and a pit boss is asked after the last one left. It ends as one comes or answers the call. A
        halt or call that ends without one was no wait.
        """
        before, after, waited = moment.before, moment.after, self._waits
        arrives = _is_there(after) and not _is_there(before)
        came = waited and before.called is None and arrives
        self._came_to_call = arrives or (self._came_to_call and before.called is not None)
        ended = before.called is not None and after.called is None
        answered = ended and (self._came_to_call or _is_a_pit_boss(moment))
        if _is_there(after) or not after.halted:
            self._has_come = after.halted
        elif self._has_come and prompt_due(self._game, after).actor == Actor.PIT_BOSS:
            self._has_come = False
        self._waits = after.called is not None or (after.halted and not self._has_come)
        if self._waits and not waited and before.called is None:
            self._wanted, self._waiting = moment.seconds, moment.dealer
        if counting and (came or answered):
            since = self._wanted
            seconds = _called(before, moment.row.at) if since is None else moment.seconds - since
            for tally in self.tallies.of(moment.dealer if since is None else self._waiting):
                tally.waits.add(max(0.0, seconds))
        if not self._waits:
            self._wanted = self._waiting = None

    def _takings(self, moment: Moment) -> None:
        """Count how long it took until a call was taken on the floor, and until a pit boss was there."""
        before, after = moment.before, moment.after
        if after.coming is not None and before.coming is None:
            begun = [at for at in (after.called, after.stood_since) if at is not None]
            wanted = min(begun, default=after.coming.since)
            for tally in self.tallies.of(moment.dealer):
                tally.to_take.add(max(0.0, (after.coming.since - wanted).total_seconds()))
        if before.coming is not None and after.coming is None and _has_come(moment.event):
            for tally in self.tallies.of(moment.dealer):
                tally.to_arrive.add(max(0.0, (moment.row.at - before.coming.since).total_seconds()))


def _still_open(report: Report, clause: str | None) -> Past:
    return Past(report.id, report.kind, report.at, OPEN, clause)


def _is_there(table: Table) -> bool:
    return table.has(Role.PIT_BOSS)


def _is_a_pit_boss(moment: Moment) -> bool:
    event = moment.event
    return isinstance(event, events.PitBossCalled) and moment.before.role_of(event.by) is Role.PIT_BOSS


def _called(table: Table, until: datetime) -> float:
    """The seconds of a call that began before the first entry read."""
    return (until - (table.called or until)).total_seconds()


def _has_come(event: events.AnyEvent) -> bool:
    return isinstance(event, events.SignedIn) or (
        isinstance(event, events.Noted) and event.what == NoteKind.ARRIVED
    )


_NAMES: Final = {"finished": "rounds", "void": "voids", "unplayed": "unplayed"}


def ended_round(moment: Moment) -> str | None:
    """The end of the open round in this moment: ``finished``, ``void`` or ``unplayed``; None if it did not
    end.
    """
    before, after = moment.before, moment.after
    if not before.open_round or after.open_round or after.round is None:
        return None
    if after.round.status == RoundStatus.FINISHED:
        return "finished"
    voided = isinstance(moment.event, events.RoundVoided) or any(
        each.outcome == Result.VOID for each in after.changed_incidents
    )
    return "unplayed" if after.play.is_empty and not voided else "void"


def begins_halt(moment: Moment) -> bool:
    """Whether play stopped in this moment, or now stands for another reason than before."""
    before, after = moment.before.halt, moment.after.halt
    return after is not None and not is_same_halt(before, after)


def _presses(tally: Tally, moment: Moment) -> None:
    """Count a person's actions that are counted one by one."""
    event = moment.event
    if not moment.is_accepted:
        return
    match event:
        case events.CardCorrected():
            tally.counts["corrections"] += 1
        case events.ManualSet(on=True) if moment.before.manual is None:
            tally.counts["manual"] += 1
        case events.CardDrawn(by=str()):
            tally.counts["manual_cards"] += 1


LONGEST: Final = 7 * 24 * HOUR
"""The longest time, in seconds, for which a table is taken to have stayed as it is.

A clock that was wrong by decades adds no more hours than this.
"""
PREPARED: Final = frozenset((Phase.SHOE, Phase.WHEEL))


class HourCounts:
    """Counts each hour separately."""

    def __init__(self) -> None:
        self._hours: defaultdict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    def count_moment(self, moment: Moment) -> None:
        """Count one moment of the interval."""
        if ended_round(moment) == "finished":
            self._at(moment.row.at)["rounds"] += 1
        if begins_halt(moment):
            self._at(moment.row.at)["halts"] += 1

    def pass_time(self, table: Table, until: datetime, seconds: float) -> None:
        """Count the time for which the table stayed as it is, up to a moment."""
        if table.phase is Phase.CLOSED:
            return
        for hour, part in by_hour(until.timestamp(), min(seconds, LONGEST)):
            counted = self._hours[hour]
            counted["open_seconds"] += part
            if table.halted:
                counted["stood_seconds"] += part
            elif table.phase in PREPARED:
                counted["prepared_seconds"] += part

    @property
    def hours(self) -> tuple[Hour, ...]:
        """The hours in which the table was open, the earliest first."""
        return tuple(_hour(number, self._hours[number]) for number in sorted(self._hours))

    def _at(self, at: datetime) -> dict[str, float]:
        return self._hours[int(at.timestamp() // HOUR)]


def by_hour(until: float, seconds: float) -> Iterator[tuple[int, float]]:
    """A length of time that ends at a moment, divided at full hours; the latest part first."""
    while seconds >= 1e-6:  # no entry's time is finer, and a float of today's time is hardly
        hour = int(until // HOUR)
        part = min(seconds, until - hour * HOUR)
        if part <= 0:
            hour, part = hour - 1, min(seconds, HOUR)
        yield hour, part
        until, seconds = until - part, seconds - part


def _hour(number: int, counted: dict[str, float]) -> Hour:
    start = datetime.fromtimestamp(number * HOUR, UTC)
    lengths = (counted["open_seconds"], counted["stood_seconds"], counted["prepared_seconds"])
    return Hour(start, int(counted["rounds"]), int(counted["halts"]), *lengths)


class IncidentList:
    """Lists the incidents that were open in an interval, in the order of their reports."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._listed: FirstRows[str] = FirstRows()
        self._incidents: dict[str, ReportedIncident] = {}
        """The incidents that are listed, and those that are not over."""
        self._open: set[str] = set()
        """The incidents that are not over and were open in the interval."""
        self._reported: dict[str, float] = {}
        """The time when each incident that is not authorised yet was reported, by the clock that
        nobody can set.
        """
        self._pit_bosses: dict[str, str | None] = {}
        """The pit boss who reported or answered each incident that is not over last; None if a dealer did."""
        self._onset = OnsetFold()
        self._onsets: dict[str, Onset] = {}
        """The onset of each incident that is not over."""
        self._known: dict[str, datetime] = {}
        """Since when the number of the last round was known, and that of the one that may still be open."""
        self.voided: FirstRows[VoidedHalt] = FirstRows()
        self._halt: tuple[str, Onset] | None = None
        """The halt that lasts, and its onset; None if it began in a file that was not read."""

    def list_reports(self, moment: Moment, counting: bool) -> None:
        """List what one moment reports; ``counting`` says whether it is in the interval."""
        self._follow_number(moment)
        row, event = moment.row, moment.event
        onset = self._onset.follow(event, row.refused, row.at, moment.before, moment.after)
        if begins_halt(moment):
            self._halt = halt_id(row.number), onset
        if counting and isinstance(event, events.RoundVoided) and event.report is None:
            self._list_void(moment)
        if counting:
            for report in moment.before.open_reports:
                self._carry_over(report, moment.before.incident)
        if (made := report_in(event, row.refused)) is not None:
            self._onsets[made] = onset
            self._begin(moment, made, counting)
        if self._incidents:
            for incident in moment.after.changed_incidents:
                if incident.report.id in self._incidents:
                    self._learn(moment, incident)
            self._end(moment)

    def _list_void(self, moment: Moment) -> None:
        """List a halt that ended with the round void."""
        row, halt = moment.row, moment.before.halt
        if halt is None or self._halt is None or row.refused is not None:
            return
        number, onset = self._halt
        since = min(halt.at, onset.of_kind(None))
        round_, reason = _round_of(moment.before), str(halt.told_reason)
        self.voided.add(VoidedHalt(number, halt.at, since, row.at, round_, reason, row.person or ""))

    def _follow_number(self, moment: Moment) -> None:
        play, round_ = moment.after.play, moment.after.round
        if round_ is None or not isinstance(play, Spin):
            return
        if play.number is not None:
            self._known.setdefault(round_.id, moment.row.at)
        if round_.status == RoundStatus.VOID:
            self._known.pop(round_.id, None)
        elif round_.status == RoundStatus.FINISHED and round_.id in self._known:
            self._known = {round_.id: self._known[round_.id]}

    def _carry_over(self, report: Report, opened: Incident | None) -> None:
        """List a report of before the interval, the first time that it is open in it."""
        if report.id in self._open:
            return
        known = self._incidents.get(report.id) or ReportedIncident(
            id=report.id,
            at=report.at,
            filmed_from=report.at,
            reported=report.at,
            entry=None,
            by=report.by,
            kind=report.kind or "",
        )
        authorised = opened.authorised if opened is not None and opened.report.id == report.id else None
        if authorised is not None and known.authorised is None:
            by = authorised.by or self._pit_bosses.get(report.id)
            known = replace(known, authorised=authorised.at, authorised_by=by, reason=authorised.reason)
        last: Literal["reported", "authorised"] = "reported" if authorised is None else "authorised"
        self._incidents[report.id] = replace(known, carried_over=last)
        self._list(report.id)

    def _list(self, report: str) -> None:
        self._open.add(report)
        self._listed.add(report)
        if report not in self._listed.rows:
            del self._incidents[report]

    def _begin(self, moment: Moment, report: str, counting: bool) -> None:
        table, at = moment.before, moment.row.at
        halt, kind = table.halt, getattr(moment.event, "kind", None)
        self._reported[report] = moment.seconds
        self._pit_bosses[report] = pit_boss_of(moment.row, table)
        self._incidents[report] = ReportedIncident(
            id=report,
            at=halt.at if halt is not None and table.incident is None else at,
            filmed_from=self._onsets[report].of_kind(kind),
            reported=at,
            entry=moment.row.number,
            by=moment.row.person or "",
            kind=kind or "",
            round=_round_of(table) or _round_of(moment.after),
        )
        if counting:
            self._list(report)

    def _learn(self, moment: Moment, incident: Incident) -> None:
        """Take in the facts of the open incident, or of the incident that ended just now."""
        known = self._incidents[incident.report.id]
        case, authorised = incident.case, incident.authorised
        learned = replace(
            known,
            kind=incident.report.kind or "",
            clause=case.clause or "" if case is not None else "",
            round=incident.round or known.round,
            state=incident.state,
            seat=_number(incident, "seat"),
            hand=_number(incident, "hand"),
            brought_in=self._brought_in(moment, known, incident),
        )
        # A number that was wrong is so since it was known (LT-ROU-33).
        if is_about_last_number(learned.kind) and (since := self._known.get(incident.round or "")):
            learned = replace(learned, at=since)
        if (onset := self._onsets.get(known.id)) is not None:
            learned = replace(learned, filmed_from=min(learned.at, onset.of_kind(learned.kind)))
        if decides(moment, known.id):
            self._pit_bosses[known.id] = pit_boss_of(moment.row, moment.before)
        if authorised is not None and known.authorised is None:
            reported = self._reported.pop(known.id, None)  # None: in a file that was not read
            by_clock = (authorised.at - known.reported).total_seconds()
            waited = by_clock if reported is None else moment.seconds - reported
            by = authorised.by or self._pit_bosses.get(known.id)
            confirmed = {"authorised_by": by, "reason": authorised.reason}
            learned = replace(learned, authorised=authorised.at, **confirmed, waited=max(0.0, waited))
        self._incidents[known.id] = learned

    def _brought_in(self, moment: Moment, known: ReportedIncident, incident: Incident) -> ReplacedShoe | None:
        """The shoe for which the authorisation stands, from then until the change is left out (BAC-3.1.4,
        BJ-3.1.4).
        """
        if incident.authorised is None:
            return None
        event, before = moment.event, moment.before.incident
        is_own = before is not None and before.report.id == known.id  # not of one that waited behind another
        step = before.step if before is not None and is_own else None
        changing = step is not None and step.action == Action.CHANGE_SHOE
        if (
            changing
            and moment.is_accepted
            and isinstance(event, events.StepDone)
            and skips(moment.before, event)
        ):
            return None
        if known.authorised is not None:
            return known.brought_in
        return brought_in(self._game, incident)

    def _end(self, moment: Moment) -> None:
        """Take in the incidents that are over, with their outcomes."""
        if moment.after.incidents.past is moment.before.incidents.past:
            return
        for past in moment.after.incidents.past:
            known = self._incidents.get(past.id)
            self._reported.pop(past.id, None)
            self._pit_bosses.pop(past.id, None)
            if known is not None and past.id not in self._open and known.closed is None:
                del self._incidents[past.id]
            elif known is not None and known.closed is None:
                outcome = {"kind": past.kind or "", "clause": past.clause or "", "outcome": past.outcome}
                back = {"taken_back_by": past.by, "reason": past.reason or known.reason}
                ahead = moment.before.incident
                if past.undecided == "came_to_nothing" and ahead is not None:
                    back["overtaken_by"] = ahead.report.id
                self._incidents[past.id] = replace(
                    known, **outcome, **back, closed=moment.row.at, state=IncidentState.CLOSED
                )
            self._open.discard(past.id)
            self._onsets.pop(past.id, None)

    @property
    def incidents(self) -> tuple[ReportedIncident, ...]:
        """The incidents that are kept, the earliest first."""
        return tuple(self._incidents[number] for number in self._listed.rows)

    @property
    def more(self) -> int:
        """The number of incidents that are left out because the list is full."""
        return self._listed.more


def _number(incident: Incident, fact: str) -> int | None:
    """The number of the seat or hand of an incident; None where it is about none."""
    number = incident.facts.get(fact)
    return number if type(number) is int else None


def _round_of(table: Table) -> str | None:
    return table.round.id if table.round is not None else None


_NO_RESULT: Final = (events.BytesReceived, events.DeviceNoted, events.BallSent)
_FAILED: Final = (Health.LOST, Health.SILENT)
_OVERDUE: Final = (NoteKind.SERVER_OVERDUE, NoteKind.DEVICE_OVERDUE)
_LINK: Final = "link"


class DeviceFailures:
    """Says when a note is a failure of a device; a silence that is noted twice is one."""

    def __init__(self) -> None:
        self._late: set[str] = set()
        """The devices whose last note says that they are overdue."""

    def follow(self, moment: Moment) -> tuple[str, Health] | None:
        """The device that is lost or silent by this moment, and which of the two; None if none is."""
        event = moment.event
        if not isinstance(event, events.Noted) or (device := noted_device(event)) is None:
            return None
        row = row_of(event.what)
        health = None if row is None else row.health
        failure = health or Health.SILENT
        known = failure is Health.SILENT and self._is_silent(moment.before, device)
        if health is None:
            self._late.add(device)
        else:
            self._late.discard(device)
        return None if known or failure not in _FAILED else (device, failure)

    def _is_silent(self, table: Table, device: str) -> bool:
        """Whether the silence of a device is noted already: it may be overdue, and then silent."""
        overdue = table.overdue or Overdue(())
        late = overdue.server if device == _LINK else device in overdue.devices
        return table.console.ailing.get(device) is Health.SILENT or (late and device in self._late)


def noted_device(event: events.Noted) -> str | None:
    """The device about whose connection or silence a note is; None if it is about neither."""
    row = row_of(event.what)
    if row is None or (row.health is None and event.what not in _OVERDUE):
        return None
    return _LINK if row.about is About.LINK else NotedDevice.of(event.text or "").role


class DeviceCounts:
    """Counts each device's results, and by name the console's own notes."""

    def __init__(self) -> None:
        self._devices: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._doings: Counter[str] = Counter()
        self.unsealed: str | None = None
        """For which shift the journal could not be sealed, and why, if it has not been sealed since."""
        self.ailing: dict[str, str] = {}
        """The fault of each device that is lost or silent now, or whose last message was a fault."""
        self.failed: str | None = None
        """The device that failed at this moment; None if none did."""
        self._failures = DeviceFailures()
        self._begun: set[str | None] = set()
        """The shifts that began before the interval, or whose beginning is noted."""

    def count_moment(self, moment: Moment, counting: bool) -> None:
        """Count one moment; ``counting`` says whether it is in the interval."""
        event, self.failed = moment.event, None
        if not counting:
            self._begun.add(moment.row.shift)
        if isinstance(event, events.Noted):
            self._count_note(event, moment, counting)
        elif not isinstance(event, _NO_RESULT) and (device := _device(event)) is not None:
            result = _result_of(event)
            self._remember(device, result, event)
            self.failed = device if result in ("unread", "fault") else None
            if counting:
                self._devices[device][result] += 1
                if result == "fault":
                    self._faults[device][fault_name(event)] += 1

    @property
    def devices(self) -> tuple[DeviceFigures, ...]:
        """The counts of each device, by its name."""
        return tuple(self._figures(name) for name in sorted(self._devices))

    @property
    def doings(self) -> tuple[NamedCount, ...]:
        """The console's own notes: restarts, locks, bugs, by name."""
        return counts(self._doings)

    def _figures(self, name: str) -> DeviceFigures:
        counted = self._devices[name]
        faults = counts(self._faults[name])
        return DeviceFigures(
            name, counted["read"], counted["unread"], faults, counted["lost"], counted["silent"]
        )

    def _remember(self, device: str, result: str, event: events.AnyEvent) -> None:
        if result in ("read", "result"):
            self.ailing.pop(device, None)
        elif result == "fault" and getattr(event, "meaning", None) not in OF_A_SPIN:
            self.ailing[device] = result

    def _count_note(self, event: events.Noted, moment: Moment, counting: bool) -> None:
        if event.what in (NoteKind.JOURNAL_SEALED, NoteKind.JOURNAL_NOT_SEALED):
            self.unsealed = (event.text or "–") if event.what == NoteKind.JOURNAL_NOT_SEALED else None
        if event.what == NoteKind.SHIFT_BEGAN:  # each start notes it again, with the clock as it is then
            counting = counting and moment.row.shift not in self._begun
            self._begun.add(moment.row.shift)
        row = row_of(event.what)
        counted_as = CountedAs.LOG if row is None else row.counted_as  # None: of another version
        if counted_as is not CountedAs.NONE:
            self._doings[f"{event.what} {event.text}" if counted_as is CountedAs.TEXT else event.what] += (
                counting
            )
        if (failed := self._failures.follow(moment)) is not None:
            self.failed, failure = failed
            if counting:
                self._devices[self.failed][failure] += 1
        if row is None or row.health is None or (device := noted_device(event)) is None:
            return
        if row.health in _FAILED:
            self.ailing[device] = row.health
        elif row.health is Health.CONNECTED:
            self.ailing.pop(device, None)


def _device(event: events.AnyEvent) -> str | None:
    """The device of an event; "" for an unread draw that came in a line; None for an event of no device."""
    if isinstance(event, events.CardUnread):
        return event.device or ""
    return event.device


def _result_of(event: events.AnyEvent) -> str:
    if isinstance(event, events.CardUnread):
        return "unread"
    if isinstance(event, events.ShoeResulted):
        return "result"  # no card: else a shoe that tells results would seem to fail less than a reader
    return "fault" if events.kind_of(event).endswith("faulted") else "read"


def fault_name(event: events.AnyEvent) -> str:
    """The name of a device's fault: its code, or its meaning."""
    match event:
        case events.DeviceFaulted():
            return str(event.code)
        case events.WheelFaulted():
            return str(event.meaning)
    return ""


USED_UP: Final = frozenset(
    (
        "receive_decks",
        "replace_shoe",
        "change_shoe",
        "replace_decks",
        "return_decks",
        "replace_card",
        "replace_reader",
        "replace_ball",
    )
)
"""The steps that put decks, a shoe, a reader or a ball into play, or take them out of play."""


class ShoeCounts:
    """Lists shoes, checks, skipped steps and consumables of one table."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.shoes: FirstRows[ShoeUsed] = FirstRows()
        self.skipped: FirstRows[SkippedStep] = FirstRows()
        self.consumables: FirstRows[Consumable] = FirstRows()
        self.shuffles = 0
        self._done: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()
        self._abandoned: dict[str, SkippedStep] = {}
        """The steps that were abandoned and not done since, by action; some may be from before the interval,
        if the table has not played since.
        """
        self._shoe: ShoeUsed | None = None

    def begin(self, table: Table, at: datetime) -> None:
        """Begin the interval with the table as it is now."""
        if table.shoe_in_play.number and table.is_open:
            self._shoe = ShoeUsed(table.shoe_in_play.number, "there", at, table.shoe.left)

    def go_on(self, then: Table, now: Table, at: datetime) -> None:
        """Go on with the interval, which was left with the table as it was then."""
        if now.shoe_in_play.number != then.shoe_in_play.number or now.is_open is not then.is_open:
            self.end(then)
            self._shoe = None
            self.begin(now, at)

    def follow_steps(self, moment: Moment, counting: bool) -> None:
        """Note the steps that are abandoned, and those of them that are done; ``counting`` says whether the
        moment is in the interval.
        """
        then, now = moment.before.preparation, moment.after.preparation
        if then is not None and then is not now:
            for step in _abandoned(moment, then):
                self._abandoned.setdefault(step.action, step)
            if _is_done(moment, then):
                self._abandoned.pop(then.due, None)
        if not counting and now is None and moment.after.is_open:
            self._abandoned.clear()

    def count_moment(self, moment: Moment) -> None:
        """Count one moment of the interval."""
        before, after = moment.before, moment.after
        now, was = after.shoe_in_play, before.shoe_in_play
        then = before.preparation
        if self._shoe is not None and then is not None and _replaces_decks(moment, then):
            self._shoe = replace(self._shoe, how="new_decks")  # before an ordered close takes it away
        if now.number != was.number:
            self._leave(moment)
            self._shoe = ShoeUsed(now.number, _how(moment), moment.row.at, CARDS)
        elif not after.is_open:
            self._leave(moment)
        if self._shoe is not None and now.rounds > was.rounds and after.open_round:
            self._shoe = replace(self._shoe, rounds=self._shoe.rounds + 1)
        if then is not None and then is not after.preparation:
            self._count_preparation(moment, then)
        if moment.is_accepted and isinstance(moment.event, events.StepDone):
            self._count_press(moment, moment.event)

    def end(self, table: Table) -> None:
        """End the interval."""
        if self._shoe is not None:
            self.shoes.add(replace(self._shoe, left=table.shoe.left))

    @property
    def checks(self) -> tuple[CheckCount, ...]:
        """The steps that were due in the interval, by action."""
        actions = sorted({*self._done, *self._missed})
        return tuple(CheckCount(each, self._done[each], self._missed[each]) for each in actions)

    @property
    def follow_ups(self) -> tuple[SkippedStep, ...]:
        """The steps that were skipped with a reason, or abandoned and not done since."""
        skipped = (each for each in self.skipped.rows if each.reason is not None)
        return tuple(sorted((*skipped, *self._abandoned.values()), key=lambda step: step.at))

    def _leave(self, moment: Moment) -> None:
        """End the shoe: the next one, and the inspection that closes the table, begin with a full count."""
        if self._shoe is not None:
            left = moment.before.shoe.left - _is_burn_card(moment)
            self.shoes.add(replace(self._shoe, ended=moment.row.at, left=left))
        self._shoe = None

    def _count_preparation(self, moment: Moment, then: Preparation) -> None:
        for step in _abandoned(moment, then):
            self._missed[step.action] += 1
            self.skipped.add(step)
        if _is_done(moment, then):
            self._done[then.due] += 1
            if moment.after.preparation is None:
                self._ready(moment, then)

    def _ready(self, moment: Moment, then: Preparation) -> None:
        if then.closing:
            return
        self.shuffles += Preparing.LOAD in then.steps
        if self._shoe is not None:
            self._shoe = replace(self._shoe, ready=moment.row.at)

    def _count_press(self, moment: Moment, event: events.StepDone) -> None:
        at = moment.row.at
        step = step_due(moment.before)
        if step is not None and skips(moment.before, event):
            self.skipped.add(SkippedStep(at, step.action, event.by, event.reason))
            return
        due = prompt_due(self._game, moment.before).action if event.note or _may_use_up(moment) else ""
        if event.note or due in USED_UP:
            self.consumables.add(Consumable(at, due, event.by, event.note or ""))


def _abandoned(moment: Moment, then: Preparation) -> Iterator[SkippedStep]:
    """The steps of a preparation that the table's close breaks off."""
    now = moment.after.preparation
    if not then.closing and (now.closing if now is not None else not moment.after.is_open):
        for action in then.steps[len(then.done) :]:
            yield SkippedStep(moment.row.at, action, moment.row.person, None)


def _is_done(moment: Moment, then: Preparation) -> bool:
    """Whether the step that was due is done: after the last one, the preparation is over."""
    now = moment.after.preparation
    if now is not None:
        return now.steps == then.steps and len(now.done) > len(then.done)
    return moment.after.phase is not moment.before.phase and (then.closing or moment.after.is_open)


def _replaces_decks(moment: Moment, then: Preparation) -> bool:
    """Whether new decks take the place of the cards that were being shuffled, even if an ordered close
    begins in the same moment.
    """
    now, received = moment.after.preparation, Preparing.RECEIVE_DECKS
    if now is None or then.closing or received in then.steps:
        return False
    replaced = any(each.outcome == Result.REPLACE_DECKS for each in moment.after.ended_incidents)
    return received in now.steps or (now.closing and replaced)


def _is_burn_card(moment: Moment) -> bool:
    """Whether a card of the burn was read: it may end a halt in which the table was ordered to close."""
    burned = moment.is_accepted and isinstance(moment.event, events.CardDrawn)
    return burned and moment.before.preparation is not None


def _may_use_up(moment: Moment) -> bool:
    """Whether a step may use something up: a step of a preparation, or of an incident."""
    return moment.before.preparation is not None or moment.before.incident is not None


def _how(
    moment: Moment,
) -> Literal["there", "opening", "new_decks", "same_cards", "other_shoe", "changed"]:
    """The origin of the cards in the shoe that begins now."""
    preparation = moment.after.preparation
    if isinstance(moment.event, events.TableOpened):
        return "opening"
    if preparation is None:
        return "changed"
    if Preparing.RECEIVE_DECKS in preparation.steps:
        return "new_decks"
    return "other_shoe" if Action.REPLACE_SHOE in preparation.steps else "same_cards"


class StaffCounts:
    """Lists sign-ins and sign-outs, and counts the changes of dealer."""

    def __init__(self) -> None:
        self.staffing: FirstRows[Staffing] = FirstRows()
        self.failed: FirstRows[FailedSignIn] = FirstRows()
        self.dealt: FirstRows[DealerTurn] = FirstRows()
        self.sign_ins = self.dealer_changes = 0
        self._dealer: str | None = None

    def begin(self, table: Table, at: datetime) -> None:
        """Begin the interval with the people who are at the table now."""
        self.go_on(Table(), at, table, at)

    def go_on(self, then: Table, left: datetime, now: Table, at: datetime) -> None:
        """Go on with the interval, which was left at ``left`` with the table as it was then."""
        dealer = dealer_of(now)
        if dealer != dealer_of(then):
            self._deals(dealer_of(then), None, left)
            self._deals(None, dealer, at)
        self._dealer = dealer or self._dealer
        for person in now.people:
            if person not in then.people:
                self.staffing.add(Staffing(at, person.who, person.role, "there"))

    def count_moment(self, moment: Moment) -> None:
        """Count one moment of the interval."""
        event, at = moment.event, moment.row.at
        if isinstance(event, events.Noted) and event.what == NoteKind.SIGN_IN_FAILED:
            self.failed.add(FailedSignIn(at, event.who or ""))
        if moment.before.people == moment.after.people:
            return
        self._deals(dealer_of(moment.before), dealer_of(moment.after), at)
        self._count_departure(moment)
        for person in moment.after.people:
            if person not in moment.before.people:
                self.sign_ins += 1
                self.staffing.add(Staffing(at, person.who, person.role, "came"))
        dealer = dealer_of(moment.after)
        if dealer is not None and dealer != self._dealer:
            self.dealer_changes += self._dealer is not None
            self._dealer = dealer

    def _deals(self, before: str | None, after: str | None, at: datetime) -> None:
        """Note that from now on another person deals, or nobody does."""
        if before == after:
            return
        if before is not None:
            self.dealt.mend(lambda last: replace(last, until=at) if last.until is None else last)
        if after is not None:
            self.dealt.add(DealerTurn(after, at))

    def _count_departure(self, moment: Moment) -> None:
        went = isinstance(moment.event, events.SignedOut)
        change: Literal["left", "relieved"] = "left" if went else "relieved"
        for person in moment.before.people:
            if person not in moment.after.people:
                self.staffing.add(Staffing(moment.row.at, person.who, person.role, change))

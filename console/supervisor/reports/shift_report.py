"""The report of a shift, or of any other interval: one pass over the moments of a table's journal. It reads
no clock: made again later from the same journal, it is the same. It knows no game; it reads what every table
has, and the names of events, devices and steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.base.software import software_of
from console.base.words import turn_of
from console.supervisor.history.attribution import own_round
from console.supervisor.history.card_sets import CardSetsFold, SetFact
from console.supervisor.history.contradiction_answers import ContradictionFold, as_seen
from console.supervisor.history.facts import NOTHING, History
from console.supervisor.history.interval import Interval
from console.supervisor.history.interventions import CorrectionFact, HaltFact
from console.supervisor.history.quick_steps import BALL, QuickStep
from console.supervisor.history.shoes import ShoeFact
from console.supervisor.history.stays import Stay
from console.supervisor.history.timeline import Moment, is_aside, is_only_bytes
from console.supervisor.records.accounts import record
from console.supervisor.records.accounts.device_account import names_covered_card
from console.supervisor.records.accounts.incident_account import amendment_of, correction_of
from console.supervisor.records.accounts.spans import press_of, remark_of
from console.supervisor.reports import counts, figures
from console.supervisor.reports.handover import (
    STORED,
    AstraySet,
    EndingLicence,
    Handover,
    HandoverSignature,
    MissingPicture,
    UncountedSet,
    WrongSet,
    open_at,
    signature_of,
)
from console.table.core import (
    HANDOVER_TIME,
    LISTS,
    ROWS,
    Contradiction,
    DutyFold,
    Game,
    JournalEntry,
    NoteKind,
    Notification,
    NotificationFold,
    Phase,
    ProbedVideo,
    Table,
    events,
    replay,
    start_between,
)
from console.table.game import Erratum

RARE_RUN: Final = 1e8
"""Rounds in which chance begins once, at most, a run of one winner that is an open point."""


class Lists(msgspec.Struct, frozen=True):
    """Everything that is listed row by row, in order."""

    staffing: tuple[figures.Staffing, ...] = ()
    dealt: tuple[Stay, ...] = ()
    """The dealers' turns within the interval."""
    failed: tuple[figures.FailedSignIn, ...] = ()
    accounts: tuple[figures.ChangedAccount, ...] = ()
    shoes: tuple[ShoeFact, ...] = ()
    skipped: tuple[figures.SkippedStep, ...] = ()
    consumables: tuple[figures.Consumable, ...] = ()
    quick: tuple[QuickStep, ...] = ()
    """The steps that were pressed sooner than their work takes."""
    clock: tuple[figures.ClockChange, ...] = ()
    remarks: tuple[record.RecordedRemark, ...] = ()
    corrected: tuple[record.ListedCorrection, ...] = ()
    """The misread cards that were corrected in play; a card that still lies face down has no faces."""
    amended: tuple[record.Amendment, ...] = ()
    software: tuple[figures.SoftwareUsed, ...] = ()
    """The software that ran the table, a row for each change."""
    halts: tuple[HaltFact, ...] = ()
    """The halts that a pit boss ended without an incident: round voided, or taken back with a reason."""
    events: dict[str, tuple[record.RecordedPress, ...]] = {}
    """The other lists, by the names that kinds of events have in their table rows."""
    more: dict[str, int] = {}
    """How many rows are left out of each list that was too long."""


_FORMS: Final[dict[str, Callable[[JournalEntry, Any], Any]]] = {"remarks": remark_of, "amended": amendment_of}
"""The lists with their own form of row; rows of other lists have who did what, and when."""


_OF_NOTIFICATIONS: Final = frozenset(
    (NoteKind.NOTIFICATION_DUE, NoteKind.NOTIFICATION_MADE, NoteKind.NOTIFICATION_WITHDRAWN)
)
_OF_PICTURES: Final = frozenset((NoteKind.VIDEO_SEEN, NoteKind.VIDEO_MISSING))


class Gap(msgspec.Struct, frozen=True):
    """The names of a file and of the missing one that it continues."""

    file: str
    before: str
    reader: str | None = None
    """The release that reads it, if it is not missing but an older version began it."""


class TableReport(msgspec.Struct, frozen=True):
    """The events at one table, of one journal of one or more files. ``first`` and ``last`` are entries'
    numbers in their own files; None without activity.
    """

    origin: record.Origin
    first: int | None
    last: int | None
    begun: datetime | None
    ended: datetime | None
    """The times of those entries, or the shift's bounds if the journal goes beyond them."""
    whole: figures.Figures
    dealers: tuple[figures.DealerFigures, ...]
    hours: tuple[figures.Hour, ...]
    devices: tuple[figures.DeviceFigures, ...]
    sign_ins: int
    dealer_changes: int
    shuffles: int
    checks: tuple[figures.CheckCount, ...]
    doings: tuple[figures.NamedCount, ...]
    """The console's own notes: restarts, locks, bugs."""
    errata: tuple[Erratum, ...]
    """The errata of the rulebook's document, and what is applied instead."""
    handover: Handover | None
    """The open points at the end; None without activity."""
    lists: Lists
    incidents: tuple[figures.ListedIncident, ...] = ()
    """All reported incidents, the earliest first, withdrawn ones too."""
    card_sets: tuple[SetFact, ...] = ()
    """The card sets received, played or signed for in the interval, with their events; none at a wheel."""
    notifications: tuple[Notification, ...] = ()
    """The notifications that were open in the interval, with the ticks made in it."""
    contradictions: tuple[Contradiction, ...] = ()
    """The contradictions that were open in the interval, with the answers given in it."""
    winners: tuple[figures.WinnerFigures, ...] = ()
    """How often each won, where all bets of a round are on one result."""
    pit_bosses: tuple[figures.PitBossFigures, ...] = ()
    gap: Gap | None = None
    """Where the interval may begin in a file that was not found."""
    beside: record.BesideAtActs | msgspec.UnsetType = msgspec.UNSET
    """The trainees who acted, each with the dealers beside; in the file only if any."""

    @property
    def active(self) -> bool:
        return self.first is not None


class ShiftReport(msgspec.Struct, frozen=True):
    """The tables over the same interval; ``casino`` may be None, ``made`` is the report's time."""

    casino: str | None
    interval: Interval
    made: datetime
    tables: tuple[TableReport, ...]

    @property
    def latest(self) -> datetime | None:
        """The latest time that its tables' clocks may have shown, or None. Entries from before a clock was
        set back may be dated after the end. Clocks ahead of ``made`` count only if all are. It has no turn:
        all entries before it are meant.
        """
        times = [
            each.ended.astimezone(UTC)
            - timedelta(seconds=sum(min(0.0, change.seconds) for change in each.lists.clock))
            for each in self.tables
            if each.ended is not None
        ]
        return max([at for at in times if at <= self.made] or times, default=None)


class TableFold:
    """Counts one table's interval, moment by moment; :meth:`report` is called once, at the end."""

    def __init__(
        self,
        game: Game,
        origin: record.Origin,
        errata: tuple[Erratum, ...],
        interval: Interval,
        next_shift: str | None = None,
    ) -> None:
        """``next_shift`` is the name of the shift after the interval's, with entries or not."""
        self._origin, self._errata, self._interval = origin, errata, interval
        turns = [at and turn_of(at) for at in (interval.start, interval.until)]
        self.made_with = "report", origin, errata, interval, turns, next_shift
        self._next_shift = next_shift
        self._play, self._staff, self._devices = (
            counts.PlayCounts(),
            counts.StaffCounts(),
            counts.DeviceCounts(),
        )
        self._history, self._incidents = History(game), counts.IncidentList()
        self._shoes, self._hours = counts.ShoeCounts(game), counts.HourCounts()
        self._winners, self._bosses = counts.WinnerCounts(), counts.PitBossCounts()
        self._sets = CardSetsFold() if game.cards is not None else None
        self._sets_elsewhere = CardSetsFold()
        """The sets since the interval was left: one that came then is another when it continues."""
        self._notifications: NotificationFold | None = None
        self._elsewhere = list[Moment]()
        """The notes on notifications since the interval was left: it may continue."""
        self._pictures: dict[str, MissingPicture] = {}
        self._contradictions: ContradictionFold | None = None
        self._duties: DutyFold | None = None
        self._corrected: figures.FirstRows[record.ListedCorrection] = figures.FirstRows()
        self._covered: dict[str, Moment] = {}
        """The moments that corrected a face-down card, by the corrections' ids; all of one round."""
        self._seen: Table | None = None
        """The table when one of these cards was turned after the interval, or the present one."""
        self._clock: figures.FirstRows[figures.ClockChange] = figures.FirstRows()
        self._quick: figures.FirstRows[QuickStep] = figures.FirstRows()
        self._events: dict[str, figures.FirstRows[Any]] = {name: figures.FirstRows() for name in LISTS}
        self._software: figures.FirstRows[figures.SoftwareUsed] = figures.FirstRows()
        self._signed: figures.FirstRows[HandoverSignature] = figures.FirstRows()
        self._open_when_signed = list[tuple[Handover, float]]()
        """The open points at each signature, and its moment in seconds on a clock that nobody sets."""
        self._acts = list[tuple[str | None, str | None, datetime]]()
        """The acts of trainees, each with the dealer beside."""
        self._at_work = 0.0
        """When the table was last at work in the interval, by the signatures' clock."""
        self._first: Moment | None = None
        self._last: Moment | None = None
        self._begun: datetime | None = None
        self._ended: datetime | None = None
        self._before: Moment | None = None
        self._inside = False
        self._facts = NOTHING
        self._outside: Moment | None = None
        """The moment after the last one inside, followed if another comes, as after a clock set back. What
        ends with it was open at the interval's end.
        """

    def count_moment(self, moment: Moment, *, inside: bool) -> None:
        """Count one moment; one before the interval, or between two of it, is only followed."""
        self._facts = NOTHING
        if is_aside(moment.event):
            self._count_aside(moment, inside=inside)
            return
        if self._outside is not None:
            self._follow(self._outside, False)
            self._outside = None
        if inside and self._first is None:
            self._begin(moment)
        elif inside and not self._inside:
            self._go_on(moment)
        self._pass_time(moment, inside)
        self._reach(moment, inside)
        if inside or self._last is None:
            self._follow(moment, inside)
        else:
            self._outside = moment
        if moment.set_by and (inside or self._inside):
            self._clock.add(figures.ClockChange(moment.row.at, moment.set_by))
        if inside:
            self._last = moment
            if not (isinstance(moment.event, events.Noted) and moment.after.phase is Phase.CLOSED):
                self._at_work = moment.seconds
            if self._notifications is None or not is_only_bytes(moment):
                self._count(moment)
        elif self._notifications is not None:  # Notifications before the interval are known at its beginning.
            if isinstance(moment.event, events.Noted) and moment.event.what in _OF_NOTIFICATIONS:
                self._elsewhere.append(moment)
            if self._sets is not None:
                self._sets_elsewhere.follow(*_of_sets(moment))
        self._inside, self._before = inside, moment

    def is_covered_after(self, moment: Moment) -> bool:
        """Whether a card corrected in the interval still lies face down, unseen, after a moment."""
        self._seen = moment.after
        hidden = (replay.hides_faces(moment.after, each) for each in self._found)
        return any(hidden) or any(names_covered_card(each, moment.after) for each in self._covered.values())

    @property
    def _found(self) -> tuple[Contradiction, ...]:
        return () if self._contradictions is None else self._contradictions.contradictions

    def _count_aside(self, moment: Moment, *, inside: bool) -> None:
        """Count a seal or a terminal's entry: the interval ends before it, unless it has nothing else."""
        if inside and self._first is None:
            self._begin(moment)
            self._last, self._ended = moment, moment.row.at
            self._follow(moment, inside)
        elif inside or self._inside or self._last is None:
            self._devices.count_moment(moment, (), counting=inside)
        if inside:
            self._count(moment)

    def _follow(self, moment: Moment, inside: bool) -> None:
        self._facts = facts = self._history.follow(moment)
        self._play.count_moment(moment, facts, counting=inside)
        self._devices.count_moment(moment, facts.troubles, counting=inside)
        if facts is not NOTHING:
            self._incidents.list_facts(moment, facts, counting=inside)
        self._shoes.follow_steps(moment, counting=inside)

    def _begin(self, moment: Moment) -> None:
        self._first, self._begun = moment, moment.row.at
        at = moment.row.at
        if self._before is not None:  # It is None if the journal begins within the interval.
            at = self._interval.bound(self._before.row, moment.row, inside=True)
            self._begun = at if self._interval.shift is not None else moment.row.at
            if self._is_off(moment):
                at = moment.row.at
        self._staff.enter(self._history.stays.before(moment), at, is_open=moment.before.is_open)
        self._shoes.begin(self._history.shoes.before(moment), moment.before, at)
        self._incidents.carry_over(self._history.incidents_before(moment))
        self._use(moment.before.console.software, None)

    def _go_on(self, moment: Moment) -> None:
        """Continue after moments of another interval, as when the clock was set back over a bound: what
        others did there does not count, but the people and the shoe they left do.
        """
        assert self._last is not None and self._ended is not None and self._before is not None
        at, bound = moment.row.at, self._interval.bound(self._before.row, moment.row, inside=True)
        if self._before.row.at <= bound <= at and not self._is_off(moment):
            at = bound
        then = self._last.after
        self._staff.enter(self._history.stays.before(moment), at, self._ended, is_open=moment.before.is_open)
        self._shoes.go_on(then, self._history.shoes.before(moment), moment.before, at)
        self._incidents.carry_over(self._history.incidents_before(moment))
        self._go_on_with_notes(moment.before, at)
        if self._sets is not None and any(each.received for each in self._sets_elsewhere.sets):
            self._sets.go_on(moment.before.sets)
        self._sets_elsewhere = CardSetsFold()

    def _go_on_with_notes(self, now: Table, at: datetime) -> None:
        """Continue with what the console noted: who is on duty, what is open, whether there is a picture."""
        assert self._notifications is not None and self._duties is not None and self._ended is not None
        self._duties.go_on(now.console.on_duty, self._ended, at)
        if self._contradictions is not None:
            self._contradictions.go_on(now.contradictions.open)
        known = {each.text for each in self._notifications.notifications}
        for each in self._elsewhere:
            self._notifications.follow(each.event, each.row.refused, each.row.at)
        self._elsewhere.clear()
        self._notifications.keep(lambda each: each.is_open or each.text in known)
        if not (why := now.console.video_missing):
            self._pictures.pop("", None)
        else:
            self._pictures.setdefault("", MissingPicture(why, None))

    def _count(self, moment: Moment) -> None:
        if self._notifications is None:
            self._notifications = NotificationFold(moment.before.notifications)
            if why := moment.before.console.video_missing:
                self._pictures[""] = MissingPicture(why, None)
        if self._contradictions is None:
            self._contradictions = ContradictionFold(moment.before.contradictions.open)
        self._contradictions.follow(moment.event, moment.row.refused, moment.row.at)
        if self._duties is None:
            self._duties = DutyFold(moment.before.console.last_duty)
        if isinstance(moment.event, events.Noted):  # No other entry concerns these counts.
            self._notifications.follow(moment.event, moment.row.refused, moment.row.at)
            self._follow_picture(moment.event)
            self._duties.follow(moment.event, moment.row.refused, moment.row.at)
        if self._sets is not None:
            self._sets.follow(*_of_sets(moment))
        self._staff.count_moment(moment, self._facts)
        self._shoes.count_moment(moment, self._facts)
        self._hours.count_moment(moment, self._facts)
        self._winners.count_moment(moment, self._facts)
        self._bosses.count_moment(moment, self._facts)
        event = moment.event
        if isinstance(event, events.Act) and event.beside is not None:
            self._acts.append((event.by, event.beside, moment.row.at))
        for quick in self._facts.quick:
            self._quick.add(quick)
        for fact in self._facts.interventions:
            if isinstance(fact, CorrectionFact):
                self._correct(moment, fact)
        if moment.after.console.software != moment.before.console.software:
            self._use(moment.after.console.software, moment.row.at)
        if isinstance(event, events.HandoverSigned) and moment.is_accepted:
            self._signed.add(signature_of(moment.row, event))
            self._open_when_signed.append((self._handover(moment, moment.row.at), moment.seconds))
        named = ROWS[type(event)].report
        if named is not None and moment.is_accepted:
            self._events[named].add(_FORMS.get(named, press_of)(moment.row, event))

    def _correct(self, moment: Moment, fact: CorrectionFact) -> None:
        self._corrected.add(_listed(moment, fact.id, hidden=False))
        if names_covered_card(moment, moment.after):
            number = moment.after.round_number
            same = {id: each for id, each in self._covered.items() if each.after.round_number == number}
            self._covered = {**same, fact.id: moment}

    def _follow_picture(self, event: events.Noted) -> None:
        """Keep by incident what the recorder has no picture of, and under "" since when it has none."""
        if event.what == NoteKind.VIDEO_UNASKED:
            self._pictures.pop("", None)
        if event.what not in _OF_PICTURES:
            return
        probed = ProbedVideo.of(event.text or "")
        if probed is None:
            return
        self._pictures.pop(probed.incident, None)
        if probed.answer.why is None:
            self._pictures.pop("", None)  # The recorder answers again.
            return
        missing = MissingPicture(probed.answer.why, probed.moment, probed.incident)
        self._pictures[probed.incident] = missing
        self._pictures.setdefault("", replace(missing, incident=""))

    def _no_pictures(self, last: Table) -> Iterator[MissingPicture]:
        """The present outage, then each incident of the interval without a picture."""
        if last.console.video_missing and "" in self._pictures:
            yield self._pictures[""]
        yield from (each for incident, each in self._pictures.items() if incident)

    def _use(self, text: str, since: datetime | None) -> None:
        """Note the software that is at work from now on."""
        software = software_of(text)
        if software is not None:
            self._software.add(figures.SoftwareUsed(since, software))

    def _pass_time(self, moment: Moment, inside: bool) -> None:
        before = self._before
        if before is None or not (inside or self._inside):
            return
        if self._is_off(moment):
            return
        since, until, begin = moment.since, moment.row.at, None
        if inside is not self._inside:
            bound = self._bound(before.row, moment.row, inside=inside)
            to_bound = min(since, max(0.0, (bound - before.row.at).total_seconds()))
            since, until, begin = (since - to_bound, until, bound) if inside else (to_bound, bound, None)
        if since > 0:
            self._play.pass_time(moment.before, moment.dealer, since)
            self._hours.pass_time(moment.before, until, since, begin, was_off=moment.was_off)

    def _reach(self, moment: Moment, inside: bool) -> None:
        """Note how far the interval goes so far."""
        if inside:
            self._ended = moment.row.at
        elif self._inside and self._before is not None and self._interval.shift is not None:
            last = self._before.row
            # The clock may be set back between.
            self._ended = max(last.at, self._bound(last, moment.row, inside=False))

    def _is_off(self, moment: Moment) -> bool:
        """Whether the console was off from one shift to another just before a moment. An outage within a
        shift counts as time of that shift.
        """
        return moment.was_off and self._before is not None and self._before.row.shift != moment.row.shift

    def _bound(self, last: JournalEntry, row: JournalEntry, *, inside: bool) -> datetime:
        """The interval's bound between two entries: a shift ends where the next begins, even an empty one."""
        bound = self._interval.bound(last, row, inside=inside)
        if self._next_shift is None or inside:
            return bound
        return min(bound, start_between(self._next_shift, last.at, row.at))

    def report(self) -> TableReport:
        first, last = self._first, self._last
        if last is not None:
            self._shoes.end(last.after)
        return TableReport(
            origin=self._origin,
            first=first.row.number if first else None,
            last=last.row.number if last else None,
            begun=self._begun,
            ended=self._ended,
            whole=self._play.tallies.whole.figures,
            dealers=self._play.tallies.dealers,
            hours=self._hours.hours,
            devices=self._devices.devices,
            sign_ins=self._staff.sign_ins,
            dealer_changes=self._staff.dealer_changes,
            shuffles=self._shoes.shuffles,
            checks=self._shoes.checks,
            doings=self._devices.doings,
            errata=self._errata,
            handover=self._signed_handover(last, self._ended) if last and self._ended else None,
            lists=self._lists(),
            incidents=self._incidents.incidents,
            card_sets=() if self._sets is None else tuple(self._sets.sets),
            notifications=() if self._notifications is None else self._notifications.notifications,
            contradictions=as_seen(self._found, self._seen or last.after) if last else (),
            winners=self._winners.figures,
            pit_bosses=self._bosses.figures,
            beside=record.beside_at_acts(self._acts) or msgspec.UNSET,
        )

    def _lists(self) -> Lists:
        staff, shoes = self._staff, self._shoes
        kept: dict[str, figures.FirstRows[Any]] = {
            "staffing": staff.staffing,
            "dealt": staff.dealt,
            "failed": staff.failed,
            "accounts": staff.accounts,
            "shoes": shoes.shoes,
            "skipped": shoes.skipped,
            "consumables": shoes.consumables,
            "clock": self._clock,
            "quick": self._quick,
            "software": self._software,
            "halts": self._incidents.halts,
            "corrected": self._corrected,
            **self._events,
        }
        rows: dict[str, Any] = {name: each.rows for name, each in kept.items()}
        rows["corrected"] = tuple(map(self._as_seen, rows["corrected"]))
        rows["events"] = {name: rows.pop(name) for name in LISTS if name not in _FORMS}
        more = {name: each.more for name, each in kept.items()} | {"incidents": self._incidents.more}
        return Lists(**rows, more={name: count for name, count in more.items() if count})

    def _as_seen(self, corrected: record.ListedCorrection) -> record.ListedCorrection:
        """A correction as everybody may see its card: turned in the interval, or since."""
        moment = self._covered.get(corrected.id)
        if moment is None or self._last is None:
            return corrected
        if not names_covered_card(moment, self._seen or self._last.after):
            return corrected
        return _listed(moment, corrected.id, hidden=True)

    def _signed_handover(self, last: Moment, ended: datetime) -> Handover:
        """The handover with its signatures, each with what it does not cover."""
        handover = self._handover(last, ended)
        signed = tuple(
            replace(
                each,
                early=self._at_work - seconds > HANDOVER_TIME.total_seconds(),
                uncovered=handover.since(then),
            )
            if each.shift == handover.shift
            else each
            for each, (then, seconds) in zip(self._signed.rows, self._open_when_signed, strict=False)
        )
        return replace(handover, signatures=signed)

    def _prepared_by(self, report: str) -> str | None:
        set_then = None if self._sets is None else self._sets.of_report(report)
        return None if set_then is None else set_then.prepared

    def _astray(self) -> tuple[AstraySet, ...]:
        found = () if self._sets is None else self._sets.astray
        return tuple(
            AstraySet(each.number, None if each.rounds is None else each.rounds.last, each.prepared)
            for each in found
        )

    def _uncounted(self) -> tuple[UncountedSet, ...]:
        if self._sets is None or (back := self._sets.present.put_back) is None:
            return ()
        present = self._sets.present
        return (UncountedSet(present.number, back.by, back.at, present.prepared),)

    def _handover(self, last: Moment, ended: datetime) -> Handover:
        opened = open_at(last.after, ended, self._history.troubles.ailing(last.after))
        taken_out = tuple(each for each in self._shoes.consumables.rows if each.action in STORED)
        remarks, unsealed = self._events["remarks"].rows, self._devices.unsealed
        return replace(
            opened,
            contradictions=as_seen(opened.contradictions, self._seen or last.after),
            shift=last.row.shift,
            storage=taken_out,
            wrong_sets=tuple(
                WrongSet(each.fact.id, by.at, found, self._prepared_by(each.fact.id))
                for each in self._incidents.incidents
                if (found := each.fact.set_rounds) is not None
                and (by := each.fact.authorised) is not None
                and each.carried_over != "authorised"
            ),
            short_balls=tuple(each for each in self._quick.rows if each.what == BALL),
            long_runs=tuple(each for each in self._winners.figures if (each.once_in or 0) > RARE_RUN),
            uncounted=self._uncounted(),
            astray=self._astray(),
            unlicensed=tuple(self._staff.unlicensed),
            preparers=tuple(self._staff.preparers),
            licences=tuple(EndingLicence(*each) for each in self._staff.licences.items()),
            follow_ups=self._shoes.follow_ups,
            remarks=remarks,
            lost_entries=self._devices.entries_lost,
            unsealed=unsealed,
            duties=self._duties.duties if self._duties and last.after.console.last_duty is not None else None,
            no_pictures=tuple(self._no_pictures(last.after)),
            notifications=(*opened.notifications, *self._withdrawn()),
        )

    def _withdrawn(self) -> Iterator[Notification]:
        """The notifications withdrawn in the interval: somebody may have informed the office."""
        known = () if self._notifications is None else self._notifications.notifications
        return (each for each in known if each.withdrawn is not None)


def _of_sets(moment: Moment) -> tuple[events.AnyEvent, str | None, datetime, Table, Table]:
    return moment.event, moment.row.refused, moment.row.at, moment.before, moment.after


def _listed(moment: Moment, id: str, *, hidden: bool) -> record.ListedCorrection:
    corrected = correction_of(moment, hidden=hidden)
    return record.ListedCorrection(*msgspec.structs.astuple(corrected), id=id, round=own_round(moment))

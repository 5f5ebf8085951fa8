"""The facts of a table's journal as rows: what a shift report counts and lists, each once, with its shift.

One pass over the entries, by the rules of the report itself: what is counted stands as a row of its own, with
the entry and the dealer, so that a sum over the rows of a shift is the figure of its report. Ids of people
alone are in it, no names; a card that may still come from the shoe has no face, as in a round's file.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from console.supervisor.history.devices import Trouble
from console.supervisor.history.facts import Facts, History
from console.supervisor.history.interventions import HaltFact, IncidentFact, InterventionKind
from console.supervisor.history.sequence import EntrySequence
from console.supervisor.history.shoes import ShoeFact
from console.supervisor.history.stays import Stay, who_stays
from console.supervisor.history.timeline import Moment, is_aside, noted_change
from console.supervisor.records.accounts.lookup import every, find, find_round, in_newest_file
from console.supervisor.records.accounts.record import UNREAD, Record
from console.supervisor.reports.counts import PREPARED, DeviceCounts, PlayCounts, by_hour, changed_account
from console.supervisor.reports.figures import HOUR, Tallies, Tally
from console.table.core import DutyFold, NoteKind, Notification, Phase, Role, events, start_between

Row = dict[str, Any]
Emit = Callable[..., None]
ShiftId = Callable[[str | None], str]


class JournalFacts:
    def __init__(self, files: Sequence[Path]) -> None:
        """``files`` continue one another, the oldest first. Raises JournalError."""
        self.rows: defaultdict[str, list[Row]] = defaultdict(list)
        self._sequence = EntrySequence(files)
        self._identity, self._game = self._sequence.identity, self._sequence.game
        self.table = self._identity.table
        self._rounds: dict[str, Row] = {}
        self._files: dict[tuple[int, datetime | str], str] = {}
        """The files of entries that are listed by their number and time: ticks, and of a round those in
        another file than its own; of notifications by their number, office and incident.
        """
        self._shifts: dict[str, Row] = {}
        self._stays: dict[tuple[str, Role, int | None], Stay] = {}
        self._count()
        self._list_rounds()
        self._list_interventions()

    def _add(self, table: str, **row: Any) -> None:
        self.rows[table].append(row)

    def _count(self) -> None:
        identity = self._identity
        self._add("game_table", id=self.table, game=identity.game, rules=identity.rules)
        fold, history = _Fold(self._count_row, self._shift_id), History(self._game)
        duties: DutyFold | None = None
        for moment in self._sequence.moments(0, decoded=False):
            if not self._stays:
                self._stays = {
                    (each.who, each.role, each.place): each for each in history.stays_before(moment)
                }
            if duties is None:
                duties = DutyFold(moment.before.console.last_duty)
            duties.follow(moment.event, moment.row.refused, moment.row.at)
            facts = history.follow(moment)
            fold.count_moment(moment, facts)
            self._follow(moment, facts)
        fold.end()
        for stay in self._stays.values():
            parts = ("who", "role", "since", "place", "until", "until_place")
            told = {name: getattr(stay, name) for name in parts}
            self._add("stay", table_id=self.table, **told, how_ended=stay.how, beside=stay.who.beside)
        for duty in () if duties is None else duties.duties:
            self._add("duty", table_id=self.table, **msgspec.structs.asdict(duty))
        for trouble in history.troubles:
            self._trouble(trouble)
        if history.shoe is not None:
            self._shoe(history.shoe)
        for at, path in enumerate(self._sequence.files):
            with self._sequence.file(at) as journal:
                counted = {"first_place": self._sequence.earlier(at) + 1, "entries": journal.last}
            self._add("file", table_id=self.table, name=path.name, **counted)
        for (shift, dealer, hour), seconds in fold.times.items():
            start = datetime.fromtimestamp(hour * HOUR, UTC)
            self._add("time_spent", shift_id=shift, dealer=dealer, hour=start, **seconds)
        for (shift, device), counted in fold.devices.items():
            self._add("device", shift_id=shift, device=device, **counted)
        for (shift, faulted, name), count in fold.named.items():
            table = "doing" if faulted is None else "fault"
            of_device = {} if faulted is None else {"device": faulted}
            self._add(table, shift_id=shift, **of_device, name=name, count=count)

    def _shift_id(self, name: str | None) -> str:
        return f"{self.table} {name or ''}".strip()

    def _count_row(self, moment: Moment, shift: str, dealer: str | None, **row: Any) -> None:
        where = {"table_id": self.table, "shift_id": shift, "place": moment.place, "at": moment.row.at}
        self._add("figure", **where, dealer=dealer, **row)

    def _follow(self, moment: Moment, facts: Facts) -> None:
        row, event, place = moment.row, moment.event, moment.place
        shift, file = self._shift_id(row.shift), self._sequence.files[self._sequence.file_at(place)]
        own = self._rounds[row.round]["file"] if row.round in self._rounds else file
        if own != file:
            self._files[row.number, row.at] = file.name
        match event:
            case events.Noted(what=NoteKind.NOTIFICATION_MADE):
                self._files[row.number, row.at] = file.name
            case events.Noted(what=NoteKind.NOTIFICATION_DUE, text=str(text)):
                if (due := Notification.of(text)) is not None:
                    self._files[row.number, due.tick_text] = file.name
        if not is_aside(event):
            begun = {"id": shift, "table_id": self.table, "name": row.shift or "", "begun": row.at}
            self._shifts.setdefault(shift, begun)["ended"] = row.at
            if not (found := self.rows["stretch"]) or found[-1]["shift_id"] != shift:
                self._add("stretch", shift_id=shift, first_place=place, begun=row.at)
            found[-1].update(last_place=place, ended=row.at)
        for fact in facts.rounds:
            names = ("place", "opened", "closed", "known", "ended", "ending", "shoe", "dealer", "number")
            round_ = self._rounds.setdefault(fact.id, {"id": fact.id, "table_id": self.table})
            round_ |= {name: getattr(fact, name) for name in names}
            round_.setdefault("file", file)
            if fact.ended_place == place:
                round_["shift_id"] = shift
        for each in facts.interventions:
            if isinstance(each, IncidentFact):
                known = {name: getattr(each, name) for name in ("kind", "clause", "outcome", "state")}
                how = None if each.ended is None else each.ended.how
                self._add("incident_change", incident_id=each.id, place=place, at=row.at, **known,
                          how_ended=how)  # fmt: skip
        for stay in facts.stays:
            self._stays[stay.who, stay.role, stay.place] = stay
            told = {"who": stay.who, "role": stay.role, "change": stay.how or "came"}
            if (stay.who, stay.role) not in who_stays(facts.stays):
                self._add("staffing", shift_id=shift, place=place, at=row.at, **told)
        for trouble in facts.troubles:
            if trouble.until is not None:
                self._trouble(trouble)
        for shoe in facts.shoes:
            if shoe.ended is not None:
                self._shoe(shoe)
        if seconds := noted_change(event):
            self._add("clock_change", table_id=self.table, shift_id=shift, place=place, at=row.at,
                      seconds=seconds)  # fmt: skip
        if isinstance(event, events.Noted) and (changed := changed_account(event, moment)) is not None:
            self._add("account", shift_id=shift, place=place, **msgspec.structs.asdict(changed))
        if isinstance(event, events.Remarked) and moment.is_accepted:
            self._add("remark", shift_id=shift, place=place, at=row.at, by=event.by, text=event.text)
        if isinstance(event, events.EntryCorrected) and moment.is_accepted:
            put_right = ("id", "entry", "what", "before", "after", "by", "authorised_by")
            amended = {name: getattr(event, name) for name in put_right} | {"file": event.file or file.name}
            self._add("amendment", shift_id=shift, place=place, at=row.at, **amended, reason=event.why)

    def _shoe(self, shoe: ShoeFact) -> None:
        self._add("shoe", table_id=self.table, **msgspec.structs.asdict(shoe))

    def _trouble(self, trouble: Trouble) -> None:
        told = msgspec.structs.asdict(trouble)
        self._add("trouble", table_id=self.table, **told)

    def _list_rounds(self) -> None:
        self.rows["shift"] += self._shifts.values()
        for number, row in self._rounds.items():
            own = row.pop("file")
            # Of a round whose number was corrected in the next file, that one alone may be exported.
            found = in_newest_file(own, number, find_round)
            result = None if found.result is None else json.dumps(found.result, ensure_ascii=False)
            self._add("round", **row, result=result)
            for card in found.dealt:
                told = {name: value for name, value in msgspec.structs.asdict(card).items()
                        if value is not msgspec.UNSET}  # fmt: skip
                if "corrections" in told:
                    told["corrections"] = msgspec.json.encode(card.corrections).decode()
                self._add(
                    "card", round_id=number, file=self._files.get((card.entry, card.at), own.name), **told
                )

    def _list_interventions(self) -> None:
        seen = set[tuple[str, datetime]]()
        for path in self._sequence.files:
            for listed in every(path):
                if (listed.id, listed.reported) in seen:
                    continue
                seen.add((listed.id, listed.reported))
                # A list of all records looks no further than the end of each: a card may be turned later.
                covered = any(each.after == UNREAD for each in listed.corrections[-1:])
                looks_on = listed.sort is InterventionKind.INCIDENT or covered
                self._intervention(find(path, listed.id) if looks_on else listed, path)

    def _intervention(self, record: Record, path: Path) -> None:
        about = record.where.round if record.where.round in self._rounds else None
        shift = self._shift_id(record.where.shift)
        shared = {"shift_id": shift if shift in self._shifts else None, "round_id": about}
        match record.sort:
            case InterventionKind.CORRECTION:
                for each in record.corrections[-1:]:  # those before it in the round come first
                    told = {name: getattr(each, name) for name in ("at", "by", "hand", "position", "reason")}
                    self._add("correction", file=path.name, id=record.id, entry=each.entry, **shared, **told,
                              face_before=each.before, face_after=each.after)  # fmt: skip
            case InterventionKind.HALT:
                names = ("happened", "filmed_from", "closed", "closed_reason", "outcome")
                told = {name: getattr(record, name) for name in names}
                self._add("halt", file=path.name, id=record.id, **shared, reason=record.kind, **told,
                          ended_by=record.closed_by)  # fmt: skip
            case InterventionKind.INCIDENT:
                self._incident(record, shared)

    def _incident(self, record: Record, shared: Row) -> None:
        decided = record.authorised
        names = (
            "kind", "clause", "outcome", "reported", "reported_by", "happened", "filmed_from", "closed",
            "closed_by", "closed_reason", "overtaken_by",
        )  # fmt: skip
        told = {name: getattr(record, name) for name in names}
        seat = record.facts.get("seat")
        self._add(
            "incident", id=record.id, table_id=self.table, **shared, **told, taken_back=record.taken_back,
            authorised=decided and decided.at, authorised_by=decided and decided.by,
            choice=decided and decided.choice, reason=decided and decided.reason,
            seen_ms=decided and decided.seen_ms, seat=seat if type(seat) is int else None,
            facts=json.dumps(record.facts, ensure_ascii=False),
        )  # fmt: skip
        for number, given in enumerate(record.told, 1):
            facts = json.dumps(given.facts, ensure_ascii=False)
            self._add("told", incident_id=record.id, number=number, at=given.at, by=given.by, facts=facts,
                      seen_ms=given.seen_ms)  # fmt: skip
        for notified in record.notifications or ():
            office = {"incident_id": record.id, "whom": notified.whom}
            gone = notified.withdrawn.at if notified.withdrawn else None
            file = self._files.get((notified.entry, f"{notified.whom} {record.id}"))
            self._add("notification", **office, until=notified.until, file=file, entry=notified.entry,
                      withdrawn=gone)  # fmt: skip
            for tick in notified.ticks:
                file = self._files.get((tick.entry, tick.at))
                self._add("tick", **office, file=file, entry=tick.entry, at=tick.at, by=tick.by)
        for number, step in enumerate(record.steps, 1):
            parts = ("action", "actor", "state", "at", "by", "reason", "seen_ms")
            done = {name: getattr(step, name) for name in parts}
            self._add("step", incident_id=record.id, number=number, **done)


class _Figures(dict[Any, float]):
    """Figures of a tally: each change is given on as a row."""

    def __init__(self, emit: Callable[[Any, float], None]) -> None:
        super().__init__()
        self._emit = emit

    def __missing__(self, key: Any) -> float:
        return 0

    def __setitem__(self, key: Any, value: float) -> None:
        if changed := value - self.get(key, 0):
            self._emit(key, changed)
        super().__setitem__(key, value)


class _FactTally(Tally):
    """The tally of a dealer, or of the time without one, that gives each of its changes on."""

    def __init__(self, emit: Emit) -> None:
        self.counts = _Figures(lambda name, by: emit(name=name, amount=by))  # type: ignore[assignment]
        self.halts = _Figures(lambda name, by: emit(name="halts", kind=str(name), amount=by))  # type: ignore[assignment]
        self.incidents = _Figures(  # type: ignore[assignment]
            lambda what, by: emit(
                name="incidents", kind=what[0], clause=what[1], outcome=str(what[2]), amount=by
            )
        )
        for name in ("to_result", "waits", "to_take", "to_arrive"):
            setattr(self, name, _Lengths(name, emit))


class _Lengths:
    def __init__(self, name: str, emit: Emit) -> None:
        self._name, self._emit = name, emit

    def add(self, seconds: float) -> None:
        self._emit(name=self._name, amount=seconds)


class _FactTallies(Tallies):
    """The tallies of dealers; that of the whole table is their sum, and given on by itself for what no dealer
    had part in.
    """

    def __init__(self, emit: Emit) -> None:
        super().__init__()
        self._emit = emit
        self.whole = _FactTally(lambda **row: emit(None, **row))
        self._own: dict[str | None, _FactTally] = {}

    def of(self, dealer: str | None) -> tuple[Tally, ...]:  # type: ignore[override]
        """The dealer's alone: a row is of the whole table, too."""
        if dealer not in self._own:
            self._own[dealer] = _FactTally(lambda **row: self._emit(dealer, **row))
        return (self._own[dealer],)


class _FactCounts(PlayCounts):
    """Counts play over all shifts, and gives each change of a figure on."""

    def __init__(self, emit: Emit) -> None:
        super().__init__()
        self.shift = ""
        """The shift that rows are given to."""
        self._halted_in = ""
        """The shift in which the last halt began."""
        self.tallies = _FactTallies(emit)

    def _halt(self, moment: Moment, fact: HaltFact, tallies: tuple[Tally, ...]) -> None:
        """A shift's report counts a halt by the reason that was known when the shift ended."""
        if fact.place == moment.place:
            self._halted_in = self.shift
        if self._halted_in == self.shift:
            super()._halt(moment, fact, tallies)

    def _key(self, fact: IncidentFact) -> object:
        """An incident is carried over into each shift but the one in which it was reported."""
        return self.shift, fact.id


class _Fold:
    def __init__(self, emit: Emit, shift_id: ShiftId) -> None:
        self._emit, self._shift_id = emit, shift_id
        self._play = _FactCounts(self._change)
        self._notes = DeviceCounts()
        self.times: defaultdict[tuple[str, str | None, int], defaultdict[str, float]] = defaultdict(
            lambda: defaultdict(float)
        )
        self.devices: dict[tuple[str, str], dict[str, int]] = {}
        self.named: dict[tuple[str, str | None, str], int] = {}
        """The faults of devices, and the console's doings (without a device), by shift."""
        self._told: dict[Any, int] = {}
        """The counts at the beginning of the present shift."""
        self._at: Moment | None = None
        self._before: Moment | None = None

    def _change(self, dealer: str | None, **row: Any) -> None:
        assert self._at is not None
        self._emit(self._at, self._play.shift, dealer, **row)

    def count_moment(self, moment: Moment, facts: Facts) -> None:
        shift, before = self._shift_id(moment.row.shift), self._before
        self._at = moment
        if not is_aside(moment.event):
            if before is not None and before.row.shift != moment.row.shift:
                self._keep_notes()
            if before is not None:
                self._pass_time(before, moment)
            self._before, self._play.shift = moment, shift
            self._play.count_moment(moment, facts, counting=True)
        self._notes.count_moment(moment, facts.troubles, counting=True)

    def end(self) -> None:
        if self._before is not None:
            self._keep_notes()

    def _keep_notes(self) -> None:
        """The counts of devices and notes since the last change of shift."""
        assert self._before is not None
        shift = self._shift_id(self._before.row.shift)
        for each in self._notes.devices:
            counted = self.devices.setdefault((shift, each.device), defaultdict(int))
            for name in ("read", "unread", "lost", "silent"):
                counted[name] += self._since((each.device, name), getattr(each, name))
            for fault in each.faults:
                self._keep(shift, each.device, fault.name, fault.count)
        for doing in self._notes.doings:
            self._keep(shift, None, doing.name, doing.count)

    def _keep(self, shift: str, device: str | None, name: str, count: int) -> None:
        if more := self._since((device, None, name), count):
            self.named[shift, device, name] = self.named.get((shift, device, name), 0) + more

    def _since(self, key: Any, count: int) -> int:
        before, self._told[key] = self._told.get(key, 0), count
        return count - before

    def _pass_time(self, before: Moment, moment: Moment) -> None:
        """The time between two moments: the last shift's up to a change, unless the console was off."""
        since, until = moment.since, moment.row.at
        old, new = (self._shift_id(each.row.shift) for each in (before, moment))
        if old != new:
            if moment.was_off:
                return
            bound = start_between(moment.row.shift or "", before.row.at, moment.row.at)
            to_bound = min(since, max(0.0, (bound - before.row.at).total_seconds()))
            self._spend(old, moment, bound, to_bound)
            self._spend(new, moment, until, since - to_bound, bound)
        else:
            self._spend(new, moment, until, since)

    def _spend(
        self, shift: str, moment: Moment, until: datetime, seconds: float, bound: datetime | None = None
    ) -> None:
        table = moment.before
        for hour, part in by_hour(until, seconds, bound):
            spent = self.times[shift, moment.dealer, hour]
            is_open = table.phase is not Phase.CLOSED
            spent["open_seconds"] += part if is_open else 0
            spent["stood_seconds"] += part if table.halted else 0
            spent["manual_seconds"] += part if table.manual is not None else 0
            spent["prepared_seconds"] += part if not table.halted and table.phase in PREPARED else 0

"""The notes of a console beside play, by an account of its own: offices to inform, pictures of the recorder,
supervisors on duty, signatures of a handover.

The account reads the entries alone, one after the other over all files. What a document lists of a shift is
what was open, or went on, at some entry of it; all of it as it was known at the shift's last entry.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from console.supervisor.history.interval import Interval
from console.supervisor.reports import health
from console.supervisor.reports.handover import HandoverSignature, MissingPicture
from console.supervisor.reports.journal_facts import JournalFacts
from console.table.core import Duty, JournalEntry, Notification
from console.table.journal import review
from tests.instruments.agree.documents import WHOLE, Documents, Found, Table, unlike

BOTH: Final = 2
"""The people who tick a notification."""
LATER: Final = timedelta(days=9)
"""After so long every office should have been informed."""


@dataclass(frozen=True)
class Office:
    """An office that has to be informed of an incident."""

    incident: str
    whom: str
    until: datetime
    ticks: tuple[tuple[str, datetime], ...] = ()
    withdrawn: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to be told."""
        return self.withdrawn is None and len(self.ticks) < BOTH


@dataclass(frozen=True)
class Picture:
    """The answer of the recorder: why it had no picture, empty if it had one, and of which minute."""

    why: str
    minute: datetime


@dataclass
class Account:
    """Matters that were open, or went on, in an interval, as they were known at its last entry."""

    offices: dict[int, Office] = field(default_factory=dict)
    """By a number over the files."""
    pictures: dict[str, Picture] = field(default_factory=dict)
    """The answer on each incident that was given in it."""
    outage: Picture | None = None
    """The outage that goes on, with its first answer."""
    began: bool = False
    """Whether that was given in it."""
    duties: dict[int, Duty] = field(default_factory=dict)
    signed: list[tuple[Any, ...]] = field(default_factory=list)
    stretches: int = 0
    """How often it was entered."""


class _Told:
    """Goes on over the entries, and keeps what is so now."""

    def __init__(self) -> None:
        self.offices = list[Office]()
        self.duties = list[Duty]()
        self.outage: tuple[Picture, int] | None = None
        """With the number of the entry that began it."""
        self.answer: tuple[str, Picture] | None = None
        """The incident and the recorder's answer, if the last entry was one; else None."""

    @property
    def present(self) -> Duty | None:
        return self.duties[-1] if self.duties and self.duties[-1].until is None else None

    def open_now(self) -> dict[int, Office]:
        return {at: each for at, each in enumerate(self.offices) if each.is_open}

    def on_duty(self) -> dict[int, Duty]:
        return {} if self.present is None else {len(self.duties) - 1: self.present}

    def follow(self, number: int, row: JournalEntry, event: dict[str, Any]) -> None:
        """Take in one entry."""
        self.answer = None
        what, who, text = event.get("what"), event.get("who"), event.get("text") or ""
        if row.refused is not None or row.kind != "noted":
            return
        match what:
            case "notification_due":
                whom, hours, since, incident = text.split(" ")
                until = datetime.fromisoformat(since) + timedelta(hours=int(hours))
                self.offices.append(Office(incident, whom, until))
            case "notification_made" | "notification_withdrawn":
                whom, incident = text.split(" ")
                at = next(
                    at
                    for at, each in self.open_now().items()
                    if (each.whom, each.incident) == (whom, incident)
                )
                told = self.offices[at]
                ticks = (*told.ticks, (str(who), row.at))
                made = what == "notification_made"
                self.offices[at] = replace(told, ticks=ticks) if made else replace(told, withdrawn=row.at)
            case "video_seen" | "video_missing":
                minute, _, why, *incident = text.split(" ")
                picture = Picture("" if why == "seen" else why, datetime.fromisoformat(minute))
                self.outage = None if not picture.why else self.outage or (picture, number)
                self.answer = (incident[0], picture) if incident else None
            case "video_unasked":
                self.outage = None
            case "supervisor_on_duty" | "supervisor_off_duty" | "supervisor_disabled":
                self._duty(str(who), what, text, row.at)
            case "clock_set" if self.present is not None:
                self.duties[-1] = _changed(self.present, clock_set=True)

    def _duty(self, who: str, what: str, text: str, at: datetime) -> None:
        last = self.duties[-1] if self.duties else None
        told = datetime.fromisoformat(text) if text else at
        known = None if last is None else last.until or last.since
        since = told if told <= at and (known is None or known <= told) else at
        if (present := self.present) is not None:
            self.duties[-1] = _changed(present, until=since, disabled=what == "supervisor_disabled")
        if what == "supervisor_on_duty":
            self.duties.append(Duty(who, since))


def _changed(duty: Duty, **changes: Any) -> Duty:
    known = {name: getattr(duty, name) for name in duty.__struct_fields__}
    return Duty(**{**known, **changes})


def entries_of(files: Sequence[Path]) -> list[tuple[JournalEntry, dict[str, Any]]]:
    """Every entry of a journal's files, with its event."""
    found = list[tuple[JournalEntry, dict[str, Any]]]()
    for file in files:
        with review(file) as journal:
            found += [(row, json.loads(row.event)) for row in journal.entries(0)]
    return found


def account_of(entries: Sequence[tuple[JournalEntry, dict[str, Any]]], interval: Interval) -> Account:
    """The account of an interval."""
    told, found = _Told(), Account()
    offices, duties = set[int](), set[int]()
    was_inside, entered = False, 0
    for number, (row, event) in enumerate(entries):
        is_inside = interval.shift in (None, row.shift)
        before = (told.open_now(), told.on_duty())
        told.follow(number, row, event)
        if is_inside:
            if not was_inside:
                found.stretches += 1
                entered = number
            offices |= before[0].keys() | told.open_now().keys()
            duties |= before[1].keys() | told.on_duty().keys()
            found.offices = {at: told.offices[at] for at in sorted(offices)}
            found.duties = {at: told.duties[at] for at in sorted(duties)}
            found.outage, since = told.outage or (None, 0)
            found.began = since >= entered
            if told.answer is not None:
                found.pictures[told.answer[0]] = told.answer[1]
        if row.kind == "handover_signed" and row.refused is None and interval.shift in (None, event["shift"]):
            signed = (event["by"], row.at, row.number, event.get("remarks", ""))
            found.signed.append((event["side"], *signed, event["shift"]))
        was_inside = is_inside
    return found


def offices_of(notified: Sequence[Notification]) -> list[Office]:
    """The offices of a report."""
    return sorted(
        (
            Office(
                each.incident,
                each.whom,
                each.until,
                tuple((tick.by, tick.at) for tick in each.ticks),
                each.withdrawn,
            )
            for each in notified
        ),
        key=str,
    )


def of_notes(documents: Documents) -> Found:
    """The notes of the console, in each document, beside the account."""
    entries = entries_of(documents.files)
    whole = account_of(entries, Interval())
    for name, table in documents.reports.items():
        own = whole if name == WHOLE else account_of(entries, Interval(shift=name))
        yield from _of_report(name, table, own)
    yield from _of_records(documents, whole)
    yield from _of_export(documents, whole)
    now = entries[-1][0].at + LATER
    wall = health(documents.files[-1], now, 10**12)
    late = min(
        (each.until for each in whole.offices.values() if each.is_open and each.until <= now), default=None
    )
    yield from unlike(
        "wall: an office to inform", WHOLE, wall.overdue_for, late and (now - late).total_seconds()
    )
    yield from unlike("wall: no picture", WHOLE, bool(wall.no_picture), whole.outage is not None)


def _of_report(name: str, table: Table, own: Account) -> Found:
    mine = sorted(own.offices.values(), key=str)
    yield from unlike("noted: offices to inform", name, offices_of(table.notifications), mine)
    handover = table.handover
    if handover is None:
        return
    listed = [each for each in mine if each.is_open or each.withdrawn is not None]
    yield from unlike("handover: offices to inform", name, offices_of(handover.notifications), listed)
    first = own.outage
    outage = [] if first is None else [MissingPicture(first.why, first.minute if own.began else None)]
    missing = [MissingPicture(each.why, each.minute, id) for id, each in own.pictures.items() if each.why]
    given = [*handover.no_pictures]
    if outage and not own.began:  # for an older outage it names the last answer
        given = [MissingPicture("", None) if not each.incident else each for each in given]
        outage = [MissingPicture("", None)]
    yield from unlike(
        "handover: no pictures", name, sorted(given, key=str), sorted([*outage, *missing], key=str)
    )
    if own.stretches == 1:
        yield from unlike("handover: duties", name, [*(handover.duties or ())], [*own.duties.values()])
    yield from unlike(
        "handover: signatures", name, sorted(map(_signature, handover.signatures)), sorted(own.signed)
    )


def _signature(signed: HandoverSignature) -> tuple[Any, ...]:
    return signed.side, signed.by, signed.at, signed.entry, signed.remarks, signed.shift


def _of_records(documents: Documents, whole: Account) -> Found:
    offices = list[Office]()
    for id, record in documents.incidents.items():
        picture = record.picture or None
        own = whole.pictures.get(id)
        told = picture and Picture(str(picture.why or ""), picture.moment)
        yield from unlike("record: picture", id, told, own)
        for each in record.notifications or ():
            gone = each.withdrawn.at if each.withdrawn else None
            ticks = tuple((tick.by, tick.at) for tick in each.ticks)
            offices.append(Office(id, each.whom, each.until, ticks, gone))
    mine = sorted(whole.offices.values(), key=str)
    yield from unlike("records: offices to inform", WHOLE, sorted(offices, key=str), mine)
    in_rounds = {each.id: each for file in documents.rounds.values() for each in file.records}
    for id, record in in_rounds.items():
        if (alone := documents.incidents.get(id)) is not None:
            for name in ("picture", "notifications"):
                one, other = ([*_plain(getattr(each, name))] for each in (record, alone))
                yield from unlike(f"record in a round's file: {name}", id, one, other)


def _plain(value: Any) -> Iterator[Any]:
    """The values of a picture or of notifications, without the names of their files."""
    for each in value if isinstance(value, tuple) else (value,) if value else ():
        yield tuple(getattr(each, name, None) for name in ("entry", "whom", "until", "at", "moment", "why"))
        yield from (
            _tick for tick in getattr(each, "ticks", ()) for _tick in ((tick.entry, tick.at, tick.by),)
        )
        yield bool(getattr(each, "withdrawn", None))


def _of_export(documents: Documents, whole: Account) -> Found:
    rows = JournalFacts(documents.files).rows
    told = [
        Office(each["incident_id"], each["whom"], each["until"], withdrawn=each["withdrawn"])
        for each in rows["notification"]
    ]
    mine = [replace(each, ticks=()) for each in whole.offices.values()]
    yield from unlike("export: offices to inform", WHOLE, sorted(told, key=str), sorted(mine, key=str))
    ticks = sorted((each["incident_id"], each["whom"], each["by"], each["at"]) for each in rows["tick"])
    own = sorted((each.incident, each.whom, *tick) for each in whole.offices.values() for tick in each.ticks)
    yield from unlike("export: ticks", WHOLE, ticks, own)
    duties = [{name: each[name] for name in Duty.__struct_fields__} for each in rows["duty"]]
    on_duty = [
        {name: getattr(each, name) for name in Duty.__struct_fields__} for each in whole.duties.values()
    ]
    yield from unlike("export: duties", WHOLE, duties, on_duty)

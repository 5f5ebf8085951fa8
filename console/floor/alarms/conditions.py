"""The alarming facts in the readings of tables, whatever their duration. Pure: functions over one table's
reading and a window's earlier knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

import msgspec

from console.floor.alarms.items import NOTIFIES, PRIORITIES, AlarmKind, Priority
from console.floor.self_report import Call, CallKind, SelfReport, TableStanding
from console.floor.wall import CLOCKS_DIFFER, SeenCall, SeenTable

SILENT_AFTER: Final = 6.0
"""Seconds without a sign of life from a table or the floor itself."""
BEHIND_AFTER: Final = 60.0
"""Seconds for which the floor may lack an entry that the table has reported."""
_DEVICES: Final = 4
"""The most devices of a table with an alarm each, whatever the table reports."""
_NOTIFICATIONS: Final = 20
"""The most offices to inform with an alarm each."""
_CALLS: Final[Mapping[str, AlarmKind]] = {
    CallKind.HALT: AlarmKind.HALTED,
    CallKind.OUTCOME: AlarmKind.OUTCOME,
    CallKind.CALL: AlarmKind.CALL,
    CallKind.QUEUE: AlarmKind.QUEUE,
}


class AlarmCondition(msgspec.Struct, frozen=True, kw_only=True):
    """An alarming fact in a reading, whatever its duration."""

    table: SeenTable
    what: AlarmKind
    age: float
    """Seconds for which it has lasted at least."""
    presses: bool = True
    """Whether it presses, as defined in :data:`console.floor.alarms.items.PRIORITIES`."""
    detail: str = ""
    about: tuple[str, ...] = ()
    call: int = 0

    @property
    def born(self) -> Priority:
        return PRIORITIES[self.what].born(presses=self.presses)

    @property
    def key(self) -> str:
        """The alarm's identity: each call, device, or incident that an office must know of has its own."""
        device = f" {self.detail}" if self.what is AlarmKind.DEVICE or self.what in NOTIFIES else ""
        return f"{self.table.table} {self.what} {self.call}{device}"


class BacklogStart(msgspec.Struct, frozen=True):
    """The first reported entry that the floor lacks, and since when."""

    part: int
    entry: int
    at: float

    def is_behind(self, now: float) -> bool:
        """Whether the floor has lacked it for longer than it may."""
        return now - self.at > BEHIND_AFTER


class KnownBefore(NamedTuple):
    """A window's knowledge of the tables besides their present readings."""

    heard_at: float
    """The time of the readings, on the window's clock."""
    is_steady: bool
    """Whether the window has heard the floor long enough that a silence is the table's own."""
    begun: Set[str]
    """The keys of the alarms already raised."""
    backlogs: Mapping[str, BacklogStart]
    turned: Set[str]
    """Tables for which the floor shows another history than before."""
    at: datetime | None = None
    """The time of the readings by the floor's clock, if known."""


def conditions_of(seen_table: SeenTable, known: KnownBefore) -> Iterator[AlarmCondition]:
    report = seen_table.report
    condition = partial(AlarmCondition, table=seen_table)
    yield from _history(seen_table, known)
    unheard = seen_table.silence is None or seen_table.silence > SILENT_AFTER
    refused = seen_table.refused if unheard else None
    idle = not seen_table.unread if report is None else _is_idle(report)
    if refused is not None:
        why, asked = refused.why, (refused.asked,)
        yield condition(what=AlarmKind.REFUSED, presses=not idle, age=0.0, detail=why, about=asked)
    if seen_table.silence is None or (report is None and not seen_table.unread):
        return
    changed = seen_table.changed or 0.0
    if seen_table.unread:
        yield condition(what=AlarmKind.UNREAD, age=changed)
    yield from _called(seen_table, report)
    is_raised = f"{seen_table.table} {AlarmKind.SILENT} 0" in known.begun
    is_expected = report is not None and silence_is_expected(report)
    if refused is None and unheard and not is_expected and (known.is_steady or is_raised):
        yield condition(what=AlarmKind.SILENT, presses=not idle, age=seen_table.silence)
    if report is None:
        return
    if report.standing is TableStanding.CANT_RECORD:
        yield condition(what=AlarmKind.CANT_RECORD, age=_stood(seen_table))
    if report.standing is not TableStanding.CLOSED:  # Nobody waits for a device at a closed table.
        yield from _lost(seen_table, report, known)
    if report.unsealed:
        yield condition(what=AlarmKind.UNSEALED, age=changed)
    for wheel in report.wheels[:_DEVICES]:
        yield condition(what=AlarmKind.WHEEL_UNUSUAL, age=0.0, detail=" ".join(wheel.key), about=wheel.key)
    if report.video_missing:
        yield condition(what=AlarmKind.NO_PICTURE, age=0.0, detail=report.video_missing)
    yield from _notifications(seen_table, report, known)
    if report.standing is TableStanding.PREPARING:
        yield condition(what=AlarmKind.PREPARING, age=_stood(seen_table))
    if report.closing:
        yield condition(what=AlarmKind.CLOSING, age=changed)
    if report.unsigned:
        yield condition(what=AlarmKind.UNSIGNED, age=changed)


def _history(seen_table: SeenTable, known: KnownBefore) -> Iterator[AlarmCondition]:
    """A dispute about entries, two consoles that write them, a floor that shows others."""
    condition = partial(AlarmCondition, table=seen_table)
    if seen_table.disputed:
        age, why = seen_table.disputed_for, seen_table.disputed
        more = (str(seen_table.more_disputes),) if seen_table.more_disputes else ()
        yield condition(what=AlarmKind.DISPUTED, age=age, detail=why, about=more)
    if (twins := seen_table.twins) is not None:
        where = tuple(each.label for each in twins.at_work)
        yield condition(what=AlarmKind.TWINS, age=twins.age, about=where)
    if seen_table.table in known.turned:
        yield condition(what=AlarmKind.TURNED_BACK, age=0.0)


def _notifications(seen_table: SeenTable, report: SelfReport, known: KnownBefore) -> Iterator[AlarmCondition]:
    """The offices to inform, an alarm for each incident and office."""
    condition = partial(AlarmCondition, table=seen_table)
    for each in report.notifications[:_NOTIFICATIONS]:
        about, detail = (each.whom, each.incident), f"{each.incident} {each.whom}"
        late = 0.0 if known.at is None else (known.at - each.until).total_seconds()
        if late > 0:
            yield condition(what=AlarmKind.NOTIFY_OVERDUE, age=late, detail=detail, about=about)
        else:
            yield condition(what=AlarmKind.NOTIFY, age=0.0, detail=detail, about=about)


def _lost(seen_table: SeenTable, report: SelfReport, known: KnownBefore) -> Iterator[AlarmCondition]:
    """Devices, the clock, late entries."""
    condition, changed = partial(AlarmCondition, table=seen_table), seen_table.changed or 0.0
    devices = {fault.device: fault.fault for fault in report.faults}
    lost = [device for device in devices if device not in ("clock", "journal", "floor")]
    for device in lost[:_DEVICES]:
        fault, presses = (devices[device],), report.round_open
        yield condition(what=AlarmKind.DEVICE, presses=presses, age=changed, detail=device, about=fault)
    apart = abs(seen_table.clock_ahead)
    if apart >= CLOCKS_DIFFER:
        yield condition(what=AlarmKind.CLOCK, age=0.0, detail=str(int(apart)))
    elif "clock" in devices:
        yield condition(what=AlarmKind.CLOCK, age=changed)
    backlog = known.backlogs.get(seen_table.table)
    if backlog is not None and backlog.is_behind(known.heard_at):
        yield condition(what=AlarmKind.BEHIND, age=known.heard_at - backlog.at)


def _stood(seen_table: SeenTable) -> float:
    """Seconds since the table's present standing began: the same in every window."""
    return seen_table.stood if seen_table.stood is not None else seen_table.changed or 0.0


def _called(seen_table: SeenTable, report: SelfReport | None) -> Iterator[AlarmCondition]:
    """Why somebody at the table waits for a pit boss. If the report's call can't be read, the floor's open
    call counts.
    """
    floors = seen_table.call
    call: Call | SeenCall | None = report.call if report is not None else None
    if call is None and seen_table.unread:
        call = floors
    halted = report is not None and report.standing is TableStanding.HALTED
    if call is None and not halted:
        return
    what = AlarmKind.HALTED if halted or call is None else _CALLS.get(call.kind, AlarmKind.CALL)
    incident = report.incident.kind if report is not None and report.incident is not None else ""
    reason = report.reason if report is not None else ""
    if what is AlarmKind.HALTED:
        presses = report is None or report.round_open
    else:
        presses = report is None or report.standing is not TableStanding.PLAYING
    counted = call is not None and floors is not None and floors.number == call.number
    yield AlarmCondition(
        table=seen_table,
        what=what,
        presses=presses,
        age=floors.age if counted and floors is not None else _stood(seen_table),
        detail=(reason or incident) if what is AlarmKind.HALTED else incident,
        call=call.number if call is not None else 0,
    )


def _is_idle(report: SelfReport) -> bool:
    return silence_is_expected(report) or report.standing is TableStanding.PREPARING


def silence_is_expected(report: SelfReport) -> bool:
    """Whether a table with this report may fall silent without an alarm. One that is ordered to close first
    deals its round to the end, and closes unless it is halted or somebody is wanted.
    """
    if report.standing is TableStanding.CLOSED:
        return True
    at_rest = report.standing in (TableStanding.PLAYING, TableStanding.PREPARING) and report.call is None
    return report.closing and at_rest and not report.round_open


def backlogs_after(
    before: Mapping[str, BacklogStart], tables: Iterable[SeenTable], now: float
) -> dict[str, BacklogStart]:
    """Each table's first reported entry that the floor still lacks."""
    backlogs: dict[str, BacklogStart] = {}
    for seen in tables:
        if seen.report is None or not seen.backlog:
            continue
        known, entry = before.get(seen.table), seen.report.entry - seen.report.held_back
        goes_on = known is not None and known.part == seen.part and seen.number < known.entry
        start = known if goes_on and known is not None else BacklogStart(seen.part, entry, now)
        backlogs[seen.table] = start
    return backlogs

"""The beginning of what an incident, halt or correction is about: where its video has to start.

A person reports an incident after it happened. The console knows earlier moments: the halt, the failed scans
of the card that is due, and the reading that an incident is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from console.table.core.incident.outcome_effects import is_about_last_number
from console.table.core.play.course import last_number_round
from console.table.core.play.halts import is_only_recorded
from console.table.core.state import events
from console.table.core.state.open_incident import Incident, Report
from console.table.core.state.table import Table
from console.table.incidents.known_kinds import Kind

OF_A_READING: Final = frozenset((Kind.MISREAD, Kind.DOUBLE_SCAN))
"""The kinds that are about the last reading, whether it halted the table or not."""


class Onset(NamedTuple):
    """The known moments of an intervention; none is after its report, even if the clock was set back."""

    stopped: datetime
    """The time of the report, or when play stopped, or of the first failed scan of the card that is due."""
    read: datetime | None
    """The time of the round's last reading."""
    numbers: tuple[datetime | None, ...] | None = None
    """Since when the numbers were known that could be wrong then (LT-ROU-33); None if nobody read it."""


def earliest(reported: datetime, known: Iterable[datetime | None]) -> datetime:
    """The earliest moment, ``reported`` at the latest: a later time is from before the clock was set back."""
    times = [each for each in known if each is not None]
    return min([each for each in times if each > reported] or [reported, *times])


def filmed_from(
    reported: datetime, onset: Onset, kind: str | None, known: datetime | None = None
) -> datetime:
    """The earliest moment that an incident of this kind is about, where its video has to begin; ``known`` is
    when the number that was wrong was first known (LT-ROU-33), which may be after its report: that waited.
    """
    others = (onset.stopped, onset.read if kind in OF_A_READING else None)
    if known is not None and onset.numbers is not None and known not in onset.numbers:
        known = None
    if known is not None and known <= reported < earliest(reported, others):
        return known  # the clock was set back after play stopped; the number was known long before
    return earliest(reported, (*others, known))


def unread_onset(table: Table, report: Report) -> Onset:
    """The onset of a report that is not among what was followed: itself, or the halt that it may explain."""
    is_open = table.incident is not None and table.incident.report.id == report.id
    halted = table.halt.at if is_open and table.halt is not None else report.at
    return Onset(min(report.at, halted), None)


def known_at(table: Table, incident: Incident) -> datetime | None:
    """When the number that an incident says is wrong was first known (LT-ROU-33); None of another kind."""
    if not is_about_last_number(incident.report.kind):
        return None
    numbers = (last_number_round(table), table.wheel.last_numbered)
    return next((each.at for each in numbers if each is not None and each.round == incident.round), None)


class OnsetFold:
    """Follows a table entry by entry, and keeps the times of its last readings."""

    def __init__(self) -> None:
        self._read: datetime | None = None
        self._failed: datetime | None = None
        """The time of the first failed scan of the card that is due, or of the last card that failed."""
        self._reported: dict[str, Onset] = {}

    def of_open(self, table: Table) -> Onset | None:
        """The onset of the table's open incident; None if its report is not among what was followed."""
        return None if table.incident is None else self._reported.get(table.incident.report.id)

    def follow(
        self, event: events.AnyEvent, refused: str | None, at: datetime, before: Table, after: Table
    ) -> Onset:
        """Go on to the next entry; the answer is for an intervention that begins with it."""
        if refused is None:
            self.count_reading(event, at, before)
        onset = self.now(at, before, after)
        earlier = {report.id for report in before.open_reports} - self._reported.keys()
        now = [report.id for report in after.open_reports if report.id not in earlier]
        self._reported = {report: self._reported.get(report, onset) for report in now}
        return onset

    def now(self, at: datetime, before: Table, after: Table) -> Onset:
        """The onset of an intervention that begins with an entry whose reading is counted."""
        failed = self._failed if before.tries or after.tries else None
        known = (*before.standstills, *after.standstills, failed)
        numbers = (last_number_round(after), after.wheel.last_numbered)
        return Onset(earliest(at, known), self._read, tuple(each.at for each in numbers if each is not None))

    def count_reading(self, event: events.AnyEvent, at: datetime, before: Table) -> None:
        match event:
            case events.BetsOpened():
                self._read = self._failed = None
            case events.CardDrawn() if is_only_recorded(before, event):
                pass  # a reading at that time is of no card of the round
            case events.CardDrawn() | events.NumberRead():
                self._read = at
            case events.CardUnread() if not before.tries:
                self._failed = at

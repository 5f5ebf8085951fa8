"""Which entries of a journal a report is about: those of a shift, of a day, or between two moments.

An entry's own time and shift decide; the clock of the machine that makes the report is never asked.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo

import msgspec

from console.records.passages import Row


class Interval(msgspec.Struct, frozen=True):
    """From ``start`` on and before ``until``, both aware; or a shift by the name that its entries have.

    A shift's bounds are those of its entries, wherever the report is made: ``start`` and ``until`` are None
    until they are known.
    """

    start: datetime | None = None
    until: datetime | None = None
    shift: str | None = None

    def holds(self, row: Row) -> bool:
        """Whether an entry falls into it."""
        if self.shift is not None:
            return row.shift == self.shift
        after = self.start is None or self.start <= row.at
        return after and (self.until is None or row.at < self.until)


def of_day(day: date, zone: tzinfo | None = None) -> Interval:
    """A day from midnight to midnight; ``zone`` None is this machine's."""
    begin, end = (_midnight(each, zone) for each in (day, day + timedelta(days=1)))
    return Interval(begin, end)


def _midnight(day: date, zone: tzinfo | None) -> datetime:
    local = datetime.combine(day, time())
    return local.replace(tzinfo=zone) if zone is not None else local.astimezone()

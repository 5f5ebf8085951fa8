"""The interval that a report, a list or a log is asked for: a time, or a shift by its name."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo

import msgspec

from console.table.core import JournalEntry, start_between


class Interval(msgspec.Struct, frozen=True):
    """A time from ``start`` on and before ``until``, both aware; or a shift by the name in its entries: then
    both are None, and its bounds lie between its entries and those of its neighbours. A bound that names its
    turn, at a time that a clock showed more than once, is a place among the entries.
    """

    start: datetime | None = None
    until: datetime | None = None
    shift: str | None = None

    def bound(self, last: JournalEntry, row: JournalEntry, *, inside: bool) -> datetime:
        """The interval's bound between two entries, of which the second is ``inside`` or the first."""
        if self.shift is not None:
            return start_between(row.shift or "", last.at, row.at)
        return (self.start if inside else self.until) or row.at


def of_day(day: date, zone: tzinfo | None = None) -> Interval:
    """A day from midnight to midnight; ``zone`` None is this machine's."""
    begin, end = (_midnight(each, zone) for each in (day, day + timedelta(days=1)))
    return Interval(begin, end)


def _midnight(day: date, zone: tzinfo | None) -> datetime:
    local = datetime.combine(day, time())
    return local.replace(tzinfo=zone) if zone is not None else local.astimezone()

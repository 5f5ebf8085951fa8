"""The pace over the night: rounds, halts and how long the table stood, by the hour."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from console.records.moments import Moment
from console.reports.figures import HOUR, Hour
from console.reports.play_counted import begins_halt, ended_round
from console.table.state import Phase, Table

LONGEST: Final = 7 * 24 * HOUR
"""Seconds in which one table can have stayed as it is: a clock that was decades wrong makes no more hours."""
_PREPARED: Final = frozenset(("shoe", "wheel"))


class HoursCounted:
    """Counts by the hour."""

    def __init__(self) -> None:
        self._hours: defaultdict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    def take(self, moment: Moment) -> None:
        """Go on by a moment of the interval."""
        if ended_round(moment) == "finished":
            self._at(moment.row.at)["rounds"] += 1
        if begins_halt(moment):
            self._at(moment.row.at)["halts"] += 1

    def pass_time(self, table: Table, until: datetime, seconds: float) -> None:
        """So long the table stayed as it is, up to a moment."""
        if table.phase is Phase.CLOSED:
            return
        for hour, part in _by_hour(until.timestamp(), min(seconds, LONGEST)):
            counted = self._hours[hour]
            counted["open_seconds"] += part
            if table.halted:
                counted["stood_seconds"] += part
            elif table.phase in _PREPARED:
                counted["prepared_seconds"] += part

    @property
    def hours(self) -> tuple[Hour, ...]:
        """The hours in which the table was open, in their order."""
        return tuple(_hour(number, self._hours[number]) for number in sorted(self._hours))

    def _at(self, at: datetime) -> dict[str, float]:
        return self._hours[int(at.timestamp() // HOUR)]


def _by_hour(until: float, seconds: float) -> Iterator[tuple[int, float]]:
    """A length of time that ends at a moment, parted at full hours; the latest part first."""
    while seconds > 0:
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

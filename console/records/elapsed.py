"""How much time passed between entries, whatever was done to the clock, and where it was changed.

Within one run the clock that nobody sets is believed; from one run to the next there is only the other.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, Protocol

from console.table import events

CHANGED: Final = 2.0
"""Seconds by which the two clocks differ before the one is said to have been set."""

_SECOND: Final = 1e9


class Timed(Protocol):
    """What is asked of an entry's times."""

    @property
    def at(self) -> datetime:
        """When it happened, in UTC."""
        ...

    @property
    def monotonic(self) -> int:
        """The same on a clock that nobody sets, in nanoseconds."""
        ...


class Elapsed:
    """Seconds along the entries of one journal, in order."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """Since the first entry."""
        self.since = 0.0
        """Since the entry before."""
        self.set_by = 0.0
        """By how much the clock was set just before this entry, forward positive; 0 if it was not."""
        self._last: Timed | None = None

    def take(self, row: Timed, event: events.Any) -> None:
        """Go on to an entry."""
        last, self._last = self._last, row
        if last is None:
            return
        by_clock = (row.at - last.at).total_seconds()
        passed = (row.monotonic - last.monotonic) / _SECOND
        anew = passed < 0 or (isinstance(event, events.Noted) and event.what == "restarted")
        self.since = max(0.0, by_clock if anew else passed)
        self.seconds += self.since
        moved = 0.0 if anew else by_clock - passed
        self.set_by = moved if abs(moved) >= CHANGED else 0.0

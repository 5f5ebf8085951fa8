"""Whether the machine's clock was set between two moments, and what is said of it in the journal.

Two clocks tell each moment: one that people and programs set, and one that nobody does. Where the first has
gone another way than the second it was set; the order of what happened is the entries' alone.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from console.table.clock import Clock, sync_of

SET: Final = 1.0
"""Seconds that the clocks must differ by: less is what a clock is steered by, a little at a time."""
CLOCK_SET, SHIFT_BEGAN = "clock_set", "shift_began"
"""What the console notes of its clock."""
_SECOND: Final = 1_000_000_000


class Timekeeping:
    """The last moment that was recorded."""

    def __init__(self, stopped: datetime | None = None) -> None:
        """``stopped`` is when the last entry before a restart was made; no clock ran on from there."""
        self._at = stopped
        self._monotonic: int | None = None

    def set_by(self, at: datetime, monotonic: int) -> float:
        """By how many seconds the clock was set since, forward positive; 0.0 if it was not."""
        if self._at is None:
            return 0.0
        passed = (at - self._at).total_seconds()
        moved = passed - (monotonic - self._monotonic) / _SECOND if self._monotonic is not None else passed
        if self._monotonic is None:
            moved = min(0.0, moved)  # how long it stood still is not known, but not less than no time
        return moved if abs(moved) >= SET else 0.0

    def goes_on(self, at: datetime, monotonic: int) -> None:
        """Go on from this moment: it was recorded."""
        self._at, self._monotonic = at, monotonic


def clock_told(clock: Clock) -> str:
    """Whether the clock is synchronised, and how local time lies to UTC: the zone may be wrong."""
    return f"{sync_of(clock)} UTC{clock.utc().astimezone():%z}"

"""The time as the table is told it: one clock for what happened when, one that nobody can set."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What a table asks of time."""

    def utc(self) -> datetime:
        """Now, in UTC."""
        ...

    def monotonic(self) -> int:
        """Nanoseconds since some moment, never set back; deadlines are computed from it."""
        ...


class SystemClock:
    """The machine's own clocks."""

    def utc(self) -> datetime:
        """Now, in UTC, as the machine's clock has it."""
        return datetime.now(UTC)

    def monotonic(self) -> int:
        """The machine's monotonic clock, in nanoseconds."""
        return time.monotonic_ns()


class SetClock:
    """A clock that stands until it is moved: for rehearsals, replay and proof."""

    def __init__(self, now: datetime = datetime(2026, 1, 1, 12, tzinfo=UTC)) -> None:
        """Begin at ``now`` (aware)."""
        self._start = self._now = now

    def utc(self) -> datetime:
        """The moment that it was moved to."""
        return self._now

    def monotonic(self) -> int:
        """Nanoseconds since it began."""
        return round((self._now - self._start).total_seconds() * 1e9)

    def advance(self, seconds: float) -> None:
        """Move it on."""
        self._now += timedelta(seconds=seconds)

"""The table's time: a clock that dates events, and a monotonic one that nobody can set.

If the wall clock, which people and programs set, has gone another way than the monotonic one, it was set:
that is noted in the journal, as is whether the clock follows a time server. The order of events is the order
of the entries alone.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, Protocol, runtime_checkable

import msgspec

_NOBODY_SETS: Final = time.CLOCK_BOOTTIME
"""It goes on while the machine is suspended: a bet time is over when it wakes, and no clock was set."""


class Sync(StrEnum):
    """The synchronisation of a clock with a time server."""

    YES = "synchronised"
    NO = "unsynchronised"
    UNKNOWN = "unknown"
    UNASKED = "unasked"
    """The answer of a clock that is no machine's."""


class Clock(Protocol):
    """The clock of a table."""

    def utc(self) -> datetime:
        """Now, in UTC."""

    def monotonic(self) -> int:
        """Nanoseconds since some moment, never set back; deadlines are computed from it."""


@runtime_checkable
class SyncClock(Protocol):
    def sync(self) -> Sync:
        """The synchronisation of the clock with a time server."""


def sync_of(clock: Clock) -> Sync:
    """The synchronisation of the clock, as far as it can be asked."""
    return clock.sync() if isinstance(clock, SyncClock) else Sync.UNASKED


class SystemClock:
    """The machine's own clocks."""

    def utc(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> int:
        return time.clock_gettime_ns(_NOBODY_SETS)

    def sync(self) -> Sync:
        """The synchronisation as the system states it."""
        from console.table.core.running.kernel_clock import is_steered

        return {True: Sync.YES, False: Sync.NO, None: Sync.UNKNOWN}[is_steered()]


class SetClock:
    """A clock that stands until it is moved: for rehearsals, replay and proof."""

    def __init__(self, now: datetime = datetime(2026, 1, 1, 12, tzinfo=UTC)) -> None:
        """Begin at ``now`` (aware)."""
        self._now = now
        self._monotonic = 0.0
        self.synchronised = Sync.YES

    def utc(self) -> datetime:
        """The moment to which the clock was moved."""
        return self._now

    def monotonic(self) -> int:
        """Nanoseconds since the clock began."""
        return round(self._monotonic * 1e9)

    def sync(self) -> Sync:
        return self.synchronised

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        self._monotonic += seconds

    def set(self, seconds: float) -> None:
        """Set the clock forward, or back, as a person does; no time passes."""
        self._now += timedelta(seconds=seconds)


SET: Final = 1.0
"""Seconds that the clocks must differ by: less is what a clock is steered by, a little at a time."""
JUMP: Final = 60.0
"""Seconds by which a clock must be set for what a person may do to end."""
SECOND: Final = 1_000_000_000
"""A second in the nanoseconds of :meth:`Clock.monotonic`."""


class Timekeeping:
    """The last recorded moment, on both clocks."""

    def __init__(self, stopped: datetime | None = None) -> None:
        """``stopped`` is when the last entry before a restart was made; no clock ran on from there."""
        self._at = stopped
        self._monotonic: int | None = None

    def set_by(self, at: datetime, monotonic: int) -> float:
        """The seconds by which the clock was set since, forward positive; 0.0 if it was not."""
        if self._at is None:
            return 0.0
        passed = (at - self._at).total_seconds()
        moved = passed - (monotonic - self._monotonic) / SECOND if self._monotonic is not None else passed
        if self._monotonic is None:
            moved = min(0.0, moved)  # it is unknown how long the clock stood still, but never less than zero
        return moved if abs(moved) >= SET else 0.0

    def goes_on(self, at: datetime, monotonic: int) -> None:
        self._at, self._monotonic = at, monotonic

    def jumped(self, clock: Clock) -> bool:
        """Whether the clock was set by more than a minute since this was last asked: nobody knows how long a
        person who had signed in before has been away.
        """
        when = clock.utc(), clock.monotonic()
        by = self.set_by(*when)
        self.goes_on(*when)
        return abs(by) > JUMP


class ClockState(msgspec.Struct, frozen=True):
    """The state of a clock, as the text of the note with which a shift begins."""

    sync: str
    """:class:`Sync`, or the word of another console."""
    zone: str
    """Local time's distance from UTC, since the computer's zone may be wrong: ``UTC+0200``."""

    @property
    def text(self) -> str:
        """The text: ``synchronised UTC+0200``."""
        return f"{self.sync} {self.zone}"

    @classmethod
    def of(cls, text: str) -> ClockState:
        sync, _, zone = text.partition(" ")
        return cls(sync, zone)


def clock_state(clock: Clock) -> ClockState:
    return ClockState(sync_of(clock), f"UTC{clock.utc().astimezone():%z}")

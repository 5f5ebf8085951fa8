"""The jobs that the journal could not take, kept in order until it can, and the note that it could not.

A card can't be read twice, and the clock ticks once: both wait here. A person's press does not: nobody knows
the table's state once the journal is back, so the press is refused, and the person repeats it.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import Final, Generic, TypeVar

from console.table.core.state.entries import Unwritable

Job = TypeVar("Job")
"""A waiting job: bytes of a device, a line of the table's clock, a note of the console."""

AGAIN_AFTER: Final = 0.5
"""Seconds until what could not be recorded is tried again."""
BYTES_AT_MOST: Final = 1 << 20
"""Bytes of devices that wait at most; the rest of a flood is counted and dropped."""


class Backlog(Generic[Job]):
    def __init__(self) -> None:
        self._jobs: deque[tuple[Job, int]] = deque()
        """Each with the bytes of a device in it."""
        self._bytes = self._let_go = 0
        self._since: tuple[Unwritable, datetime] | None = None

    @property
    def anything(self) -> bool:
        """Whether anything waits for the journal, even if only the note that it could not be written."""
        return self._since is not None

    @property
    def first(self) -> Job | None:
        """The job to try first; None if only the note waits."""
        return self._jobs[0][0] if self._jobs else None

    def note_failure(self, reason: Unwritable, at: datetime) -> None:
        self._since = self._since or (reason, at)

    def add(self, job: Job, size: int = 0) -> None:
        """Add a job after all others; ``size`` is the bytes of a device in it."""
        if size and self._bytes + size > BYTES_AT_MOST:
            self._let_go += size
            return
        self._bytes += size
        self._jobs.append((job, size))

    def remove_first(self) -> None:
        _, size = self._jobs.popleft()
        self._bytes -= size

    @property
    def note(self) -> str:
        """The text of the note that follows the recorded jobs: why the journal could not be written, since
        when, and what was dropped.
        """
        assert self._since is not None, "only what failed is noted"
        reason, since = self._since
        text = f"{reason} {since.isoformat(timespec='seconds')}"
        return f"{text}, {self._let_go} bytes let go" if self._let_go else text

    def clear(self) -> None:
        self._since, self._bytes, self._let_go = None, 0, 0

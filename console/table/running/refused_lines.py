"""The game server's refused lines: one entry each, until they come faster than any working server sends them.

A faulty or foreign server can send hundreds of them a second without end; the journal would grow as fast.
Then one entry a second counts the rest.
"""

from __future__ import annotations

from typing import Final

AT_MOST: Final = 20
"""The number of refused lines in a second that get entries of their own."""
SECOND: Final = 1_000_000_000
WELL_AFTER: Final = 10
"""Seconds without one too many after which a link is in order again."""


class RefusedLines:
    """The refused lines of one link; times are monotonic, in nanoseconds."""

    def __init__(self) -> None:
        """None was refused."""
        self._since = self._more_since = self._came = 0
        self._last: int | None = None
        self.uncounted = 0
        """The number of lines that are in no entry yet."""

    def count(self, now: int) -> bool:
        """Count one more refused line. True where it gets no entry of its own."""
        if now - self._since >= SECOND:
            self._since, self._came = now, 0
        self._came += 1
        if self._came <= AT_MOST:
            return False
        self._more_since = self._more_since if self.uncounted else now
        self.uncounted, self._last = self.uncounted + 1, now
        return True

    def is_due(self, now: int) -> bool:
        """Whether it is time for the entry that counts the refused lines without an entry of their own."""
        return self.uncounted > 0 and now - self._more_since >= SECOND

    def note_count(self, counted: int) -> None:
        """Take note that an entry now counts this number of refused lines."""
        self.uncounted -= counted

    def misbehaves(self, now: int) -> bool:
        """Whether the link sends too many refused lines, or did a moment ago."""
        return self._last is not None and now - self._last < WELL_AFTER * SECOND

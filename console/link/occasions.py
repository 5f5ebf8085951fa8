"""What a game server that is not there means to say, and when: each thing once an occasion, by a clock
that is passed in.

It knows nothing of what the lines say, and waits for nothing itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

AGAIN_AFTER: Final = 0.5
"""Seconds until it says again what a view shows to be asked for still: it was refused."""

Seen = dict[str, Any]
"""A view as it comes over the line."""


class Due(NamedTuple):
    """A line to say, and how many seconds after its occasion first stood in a view."""

    occasion: tuple[str, ...]
    line: bytes
    after: float


class _Wait(NamedTuple):
    due: Due
    at: float | None
    """When it is said; None where it has been, and no view has come since."""


class Waits:
    """What is due of whom. An occasion that goes on keeps its time, also over a break of the connection."""

    def __init__(self, pace: float = 1.0) -> None:
        """``pace`` stretches all waits, 0 leaves none."""
        self._pace = pace
        self._waits: dict[tuple[str, ...], _Wait] = {}

    @property
    def next(self) -> float | None:
        """When the next line is said; None if none is."""
        return min((wait.at for wait in self._waits.values() if wait.at is not None), default=None)

    def look(self, dues: Sequence[Due], now: float) -> None:
        """A view has come, in which this is due; of what falls together the first comes first."""
        self._waits = {due.occasion: _Wait(due, self._at(due, now)) for due in dues}

    def say(self, now: float) -> bytes | None:
        """The line that is said now, if one is; it is not said again before a view has come."""
        at = self.next
        if at is None or now < at:
            return None
        due = next(wait.due for wait in self._waits.values() if wait.at == at)
        self._waits[due.occasion] = _Wait(due, None)
        return due.line

    def _at(self, due: Due, now: float) -> float:
        known = self._waits.get(due.occasion)
        if known is None:
            return now + due.after * self._pace
        return now + AGAIN_AFTER if known.at is None else known.at

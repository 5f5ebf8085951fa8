"""Where in a journal a moment is, by halving: also where somebody has set the clock back.

The entries stand in the order in which they happened. Between two settings of the clock their times go up;
the index notes where one is earlier than the one before it. A stretch of time reaches from the first entry
that is in it to the last: what happened between is in it too, whatever the clock said.
"""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from typing import Final

_AT: Final = "SELECT at FROM entry WHERE number = ?"
_SET_BACK: Final = "SELECT number FROM log.set_back WHERE number > ? ORDER BY number"


class Times:
    """The times of a journal's entries."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._from = [1]
        self._end = 1

    def refresh(self, last: int, *, has_index: bool) -> None:
        """See what came since."""
        self._end = last + 1
        if has_index:
            rows = self._connection.execute(_SET_BACK, (self._from[-1],))
            self._from += [number for (number,) in rows]

    def first(self, time: str, *, beyond: bool = False) -> int:
        """The first entry at this time or, ``beyond``, after it; the number after the last if none is."""
        found = (self._halved(low, high, time, beyond) for low, high in self._stretches())
        return min((at for at, high in found if at < high), default=self._end)

    def end(self, time: str) -> int:
        """The number after the last entry before this time; 1 if none is."""
        stretches = list(self._stretches())
        found = ((low, *self._halved(low, high, time, False)) for low, high in stretches)
        return max((at for low, at, _ in found if at > low), default=1)

    def _stretches(self) -> list[tuple[int, int]]:
        return list(pairwise((*self._from, self._end)))

    def _halved(self, low: int, high: int, time: str, beyond: bool) -> tuple[int, int]:
        end = high
        while low < high:
            middle = (low + high) // 2
            at = self._at(middle)
            if at < time or (beyond and at == time):
                low = middle + 1
            else:
                high = middle
        return low, end

    def _at(self, number: int) -> str:
        row = self._connection.execute(_AT, (number,)).fetchone()
        return str(row[0]) if row else ""

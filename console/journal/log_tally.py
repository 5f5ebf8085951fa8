"""How many rows a filter finds, as it becomes known, and any page of them by its row's number.

Counting goes from the newest entry back, a stretch with each step, and notes how many were found up to
each: to the row with the number 400,000 only its own stretch is walked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

import msgspec

from console.journal.log import Log
from console.journal.log_asking import Asked
from console.journal.log_file import LogFile
from console.journal.log_rows import Filter, LogRow

STRETCH: Final = 20_000
"""Entries that are counted with one step: some ms."""


class Stretch(msgspec.Struct, frozen=True):
    """Numbers of a file, from ``low`` on and before ``high``, and how many rows were found before them."""

    journal: int
    low: int
    high: int
    before: int


class Tally:
    """A count under way over one table's files; of several tables, the files one after the other."""

    def __init__(self, log: Log, filter: Filter) -> None:
        """Nothing is counted yet: each :meth:`step` counts some more."""
        self.found = 0
        """How many rows are found so far."""
        self.done = False
        self.narrowed = False
        self._log = log
        self._asked: dict[int, Asked] = {}
        self._stretches: list[Stretch] = []
        self._firsts: list[int] = []
        self._coming = self._walk(filter)

    def step(self) -> bool:
        """Count a stretch more; False once all are counted. To cancel is to ask no more."""
        self.done = next(self._coming, None) is None
        return not self.done

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        """Rows by their numbers, 0 the newest; as many as are counted already, at most ``limit``."""
        rows: list[LogRow] = []
        at = max(0, bisect_right(self._firsts, first) - 1)
        for stretch in self._stretches[at:]:
            skip = first + len(rows) - stretch.before
            file, asked = self._log.files[stretch.journal], self._asked[stretch.journal]
            rows += _rows(file, asked, stretch, limit - len(rows), skip)
            if len(rows) == limit:
                break
        return tuple(rows)

    def _walk(self, filter: Filter) -> Iterator[int]:
        for chain in self._log.chains:
            for journal in reversed(chain):
                file = self._log.files[journal]
                self._asked[journal] = asked = file.asked(filter)
                self.narrowed |= asked.narrowed
                low, high = file.numbers(filter)
                while low < high and not asked.nothing:
                    start = max(low, high - (STRETCH if asked.match else high))
                    self._note(Stretch(journal, start, high, self.found), file.count(asked, start, high))
                    high = start
                    yield self.found

    def _note(self, stretch: Stretch, found: int) -> None:
        if found:
            self._stretches.append(stretch)
            self._firsts.append(stretch.before)
            self.found += found


def _rows(file: LogFile, asked: Asked, stretch: Stretch, limit: int, skip: int) -> list[LogRow]:
    if asked.match is None:  # every number is there: what is to be skipped can be reckoned
        rows = file.rows(asked, stretch.low, stretch.high - skip, limit, newest=True)
    else:
        rows = file.rows(asked, stretch.low, stretch.high, limit, newest=True, skip=skip)
    return file.told(rows)

"""How many rows a filter finds, as it becomes known, and any page of them by its row's number.

Counting goes from the newest entry back, a stretch with each step, and notes how many were found up to
each: to the row with the number 400,000 only its own stretch is walked. Of several tables a stretch holds
what all of them did in the same time, put together as a page of the log is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

import msgspec

from console.journal.log import Log, merged
from console.journal.log_asking import Asked
from console.journal.log_file import LogFile
from console.journal.log_rows import Filter, LogRow

STRETCH: Final = 20_000
"""Entries that are counted with one step: some ms."""
TOGETHER: Final = 1_000
"""Entries of each table in a stretch of several: all of it is read to find a row in it."""


class Part(msgspec.Struct, frozen=True):
    """Numbers of a file, from ``low`` on and before ``high``."""

    journal: int
    low: int
    high: int


class Stretch(msgspec.Struct, frozen=True):
    """Parts of which the rows stand together, and how many rows were found before them."""

    parts: tuple[Part, ...]
    before: int


class Tally:
    """A count under way over a log."""

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
        chains = [self._parts(chain, filter) for chain in log.chains]
        self._coming = self._alone(chains[0]) if len(chains) == 1 else self._together(chains)

    def step(self) -> bool:
        """Count a stretch more; False once all are counted. To cancel is to ask no more."""
        self.done = next(self._coming, None) is None
        return not self.done

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        """Rows by their numbers, 0 the newest; as many as are counted already, at most ``limit``."""
        rows: list[LogRow] = []
        at = max(0, bisect_right(self._firsts, first) - 1)
        for stretch in self._stretches[at:]:
            rows += self._rows(stretch, limit - len(rows), first + len(rows) - stretch.before)
            if len(rows) == limit:
                break
        return tuple(rows)

    def _parts(self, chain: list[int], filter: Filter) -> Iterator[Part]:
        """What of a table's files may fit, the newest first; each file is asked when it is come to."""
        for journal in reversed(chain):
            file = self._log.files[journal]
            self._asked[journal] = asked = file.asked(filter)
            self.narrowed |= asked.narrowed
            low, high = file.numbers(filter)
            if low < high and not asked.nothing:
                yield Part(journal, low, high)

    def _alone(self, parts: Iterator[Part]) -> Iterator[int]:
        """The stretches of one table."""
        for part in parts:
            high = part.high
            while part.low < high:
                start = max(part.low, high - (STRETCH if self._asked[part.journal].match else high))
                self._note((Part(part.journal, start, high),))
                high = start
                yield self.found

    def _together(self, chains: list[Iterator[Part]]) -> Iterator[int]:
        """The stretches of several: from each what came since the latest of where they would begin."""
        ahead = [next(parts, None) for parts in chains]
        while any(ahead):
            since = max(self._begin(part) for part in ahead if part is not None)
            taken: list[Part] = []
            for at, part in enumerate(ahead):
                if part is not None:
                    cut = self._cut(part, *since)
                    taken += [Part(part.journal, cut, part.high)] * (cut < part.high)
                    ahead[at] = (
                        Part(part.journal, part.low, cut) if part.low < cut else next(chains[at], None)
                    )
            self._note(tuple(taken))
            yield self.found

    def _begin(self, part: Part) -> tuple[str, int, int]:
        """When the entry came with which a part's next stretch would begin, and which it is."""
        number = max(part.low, part.high - TOGETHER)
        file = self._log.files[part.journal]
        (row,) = file.told(file.rows(Asked(), number, number + 1, 1, newest=True))
        return row.place.time, part.journal, number

    def _cut(self, part: Part, time: str, journal: int, number: int) -> int:
        """Where a stretch from this time on begins in a part; in its own file, at that entry at least."""
        cut = max(part.low, self._log.files[part.journal].first_from(time))
        return min(cut, number if part.journal == journal else part.high)

    def _note(self, parts: tuple[Part, ...]) -> None:
        files = self._log.files
        found = sum(
            files[part.journal].count(self._asked[part.journal], part.low, part.high) for part in parts
        )
        if found:
            self._stretches.append(Stretch(parts, self.found))
            self._firsts.append(self.found)
            self.found += found

    def _rows(self, stretch: Stretch, limit: int, skip: int) -> tuple[LogRow, ...]:
        files, asked = self._log.files, self._asked
        if len(stretch.parts) == 1:
            part = stretch.parts[0]
            return tuple(_rows(files[part.journal], asked[part.journal], part, limit, skip))
        streams = [
            _rows(files[each.journal], asked[each.journal], each, skip + limit, 0) for each in stretch.parts
        ]
        return merged(streams, skip + limit, newest=True)[skip:]


def _rows(file: LogFile, asked: Asked, part: Part, limit: int, skip: int) -> list[LogRow]:
    if asked.match is None:  # every number is there: what is to be skipped can be reckoned
        rows = file.rows(asked, part.low, part.high - skip, limit, newest=True)
    else:
        rows = file.rows(asked, part.low, part.high, limit, newest=True, skip=skip)
    return file.told(rows)

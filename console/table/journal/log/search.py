"""The log of one table or several, archives along with what is being written: filtered, counted, in pages.

Rows of several tables are put together by time; within a table the order is its journal's, whatever its clock
said. One thread at a time uses a log; each thread may have its own.

Counting goes from the newest entry back, a stretch with each step, and notes the count at each stretch: the
row with the number 400,000 is found by walking its own stretch alone. A stretch of several tables holds what
all of them did in the same time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import Final, Self

import msgspec

from console.table.journal.log import index
from console.table.journal.log.intake import FactSources
from console.table.journal.log.journal_file import LogFile
from console.table.journal.log.query import IndexQuery
from console.table.journal.log.rows import Facet, Filter, LogPlace, LogRow, Progress, WholeEntry
from console.table.journal.repeated_times import RepeatedTimes

PAGE: Final = 100
"""Rows of a page: several screens of 16 rows, so that somebody who scrolls never waits."""
_ALL: Final = Filter()
_EVERY: Final = Filter(bytes=True)


class Log:
    """The journals at ``paths``, read as one."""

    def __init__(self, paths: Sequence[Path], indexes: Path | None = None) -> None:
        """Open them, with their ``indexes`` in this folder (None: the user's own). Raises JournalError."""
        self.files: list[LogFile] = []
        try:
            for journal, path in enumerate(paths):
                self.files.append(LogFile(path, index.place_of(path, indexes), journal))
        except BaseException:
            self.close()
            raise
        self.chains = _chains(self.files)
        for chain in self.chains:
            volumes = [self.files[journal] for journal in reversed(chain)]
            for file in volumes:
                file.volumes = volumes
        self._take_times()

    # --- rows -------------------------------------------------------------------------------------

    def newest(self, filter: Filter = _ALL, limit: int = PAGE) -> tuple[LogRow, ...]:
        """The newest rows of the log, at most ``limit``."""
        return self._rows(filter, None, limit)

    def last_before(self, moment: datetime) -> LogRow | None:
        """The last entry before a moment; else the first of all, or None."""
        time = moment.astimezone(UTC).isoformat(timespec="microseconds")
        before = self._rows(_EVERY, [file.first_from(time) for file in self.files], 1)
        return before[0] if before else min(self._firsts(), key=_in_time, default=None)

    def whole(self, place: LogPlace) -> WholeEntry | None:
        return self.files[place.journal].whole(place.number)

    def values(self, facet: Facet) -> tuple[str, ...]:
        return tuple(sorted({value for file in self.files for value in file.values(facet)}))

    # --- how many ---------------------------------------------------------------------------------

    @property
    def unindexed(self) -> int:
        """The number of entries that are not in an index yet."""
        return sum(file.last - file.indexed_count for file in self.files)

    def fill(self, sources: FactSources) -> Iterator[Progress]:
        """Index the entries that are not, a slice a step; the caller may ask for no more. Raises
        sqlite3.Error or OSError if an index can't be written.
        """
        of, done = sum(file.last for file in self.files), 0
        for file in sorted(self.files, key=lambda file: file.last_at, reverse=True):
            for progress in file.fill(sources):
                yield Progress(done + progress.done, max(of, done + progress.of))
            done += file.indexed_count

    def refresh(self) -> None:
        for file in self.files:
            file.refresh()
        self._take_times()

    def _take_times(self) -> None:
        """Take in where each journal's clock was set back."""
        for chain in self.chains:
            times, before = RepeatedTimes(), None
            for number, journal in enumerate(chain):
                file = self.files[journal]
                file.times, file.file = times, number
                times.take(number, file.beginnings(before))
                before = datetime.fromisoformat(file.last_at) if file.last else before

    @property
    def repeated(self) -> RepeatedTimes:
        """The times that came again in a log of one table; a log of several, sorted by time, has none."""
        return self.files[0].times if len(self.chains) == 1 else RepeatedTimes()

    def close(self) -> None:
        for file in self.files:
            file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- rows of several files --------------------------------------------------------------------

    def _rows(self, filter: Filter, cuts: Sequence[int] | None, limit: int) -> tuple[LogRow, ...]:
        """So many rows, the newest first; with ``cuts``, of those before this entry of each file."""
        streams: list[list[LogRow]] = []
        for chain in self.chains:
            rows: list[LogRow] = []
            for journal in reversed(chain):
                file = self.files[journal]
                low, high = file.numbers(filter)
                high = high if cuts is None else min(high, cuts[journal])
                rows += file.log_rows(file.rows(file.query(filter), low, high, limit - len(rows)))
                if len(rows) == limit:
                    break
            streams.append(rows)
        return merge_rows(streams, limit)

    def _firsts(self) -> Iterator[LogRow]:
        for file in self.files:
            yield from file.log_rows(file.rows(IndexQuery(), 1, 2, 1))


def merge_rows(streams: Sequence[Sequence[LogRow]], limit: int) -> tuple[LogRow, ...]:
    """Rows of several tables put together by time, the newest first, at most ``limit``."""
    return tuple(islice(merge(*streams, key=_in_time, reverse=True), limit))


def _in_time(row: LogRow) -> tuple[str, int]:
    return row.place.time, row.place.journal


def _chains(files: Sequence[LogFile]) -> list[list[int]]:
    """The files that continue one another, the oldest first in each chain; most chains have one file."""
    follows = {
        file.journal: next((other.journal for other in files if other.ends(file)), None) for file in files
    }
    chains = [[journal] for journal, before in follows.items() if before is None]
    for chain in chains:
        while after := [journal for journal, before in follows.items() if before == chain[-1]]:
            chain.append(after[0])
    return chains


STRETCH: Final = 20_000
"""Entries that are counted with one step: some ms."""
TOGETHER: Final = 1_000
"""Entries of each table in a stretch of several: all of it is read to find a row in it."""


class Part(msgspec.Struct, frozen=True):
    """Entries of a file by their numbers, from ``low`` on and before ``high``."""

    journal: int
    low: int
    high: int


class Stretch(msgspec.Struct, frozen=True):
    """Parts whose rows stand together, and how many rows were found before them."""

    parts: tuple[Part, ...]
    before: int


class Tally:
    """A count under way over a log."""

    def __init__(self, log: Log, filter: Filter) -> None:
        """Nothing is counted yet: each :meth:`step` counts some more."""
        self.found = 0
        """The number of rows that are found so far."""
        self.done = False
        self.narrowed = False
        self._log = log
        self._asked: dict[int, IndexQuery] = {}
        self._stretches: list[Stretch] = []
        self._firsts: list[int] = []
        chains = [self._parts(chain, filter) for chain in log.chains]
        self._coming = self._alone(chains[0]) if len(chains) == 1 else self._together(chains)

    def step(self) -> bool:
        """Count one more stretch; False once all are counted. To cancel, ask for no more steps."""
        self.done = next(self._coming, None) is None
        return not self.done

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        """Rows by their numbers, 0 the newest: at most ``limit`` of the rows that are counted already."""
        rows: list[LogRow] = []
        at = max(0, bisect_right(self._firsts, first) - 1)
        for stretch in self._stretches[at:]:
            rows += self._rows(stretch, limit - len(rows), first + len(rows) - stretch.before)
            if len(rows) == limit:
                break
        return tuple(rows)

    def _parts(self, chain: list[int], filter: Filter) -> Iterator[Part]:
        """The parts of a table's files that may fit, the newest first; a file is read at its turn."""
        for journal in reversed(chain):
            file = self._log.files[journal]
            self._asked[journal] = asked = file.query(filter)
            self.narrowed |= asked.narrowed
            low, high = file.numbers(filter)
            if low < high and not asked.nothing:
                yield Part(journal, low, high)

    def _alone(self, parts: Iterator[Part]) -> Iterator[int]:
        """The stretches of one table."""
        for part in parts:
            high = part.high
            while part.low < high:
                start = max(part.low, high - self._at_once(part.journal, high))
                self._note((Part(part.journal, start, high),))
                high = start
                yield self.found

    def _at_once(self, journal: int, high: int) -> int:
        """The number of entries of a table that one step counts: all if no row has to be looked at."""
        asked, file = self._asked[journal], self._log.files[journal]
        walks = asked.match is not None or (asked.folds and not file.has_index)
        return STRETCH if walks else high

    def _together(self, chains: list[Iterator[Part]]) -> Iterator[int]:
        """Several tables' stretches: each begins at the latest beginning of a table's own next one."""
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
        """The time when the entry came with which a part's next stretch would begin, and which it is."""
        number = max(part.low, part.high - TOGETHER)
        file = self._log.files[part.journal]
        (row,) = file.log_rows(file.rows(IndexQuery(), number, number + 1, 1))
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
        return merge_rows(streams, skip + limit)[skip:]


def _rows(file: LogFile, query: IndexQuery, part: Part, limit: int, skip: int) -> list[LogRow]:
    high, skip = file.skip_rows(query, part.high, skip)
    return file.log_rows(file.rows(query, part.low, high, limit, skip=skip))

"""The readable part of a damaged journal: row by row, each checked by its digest and the chain.

The file is only read, and SQLite never opens it: the rows come from its pages, one by one, and are put in a
file of their own, in their order. Rows that follow each other unbroken make a *stretch*; what lies between
two of them is lost.

Of a damaged write-ahead log the good frames are used. A frame's checksum includes that of the frame before;
SQLite therefore stops at the first bad byte. Here each frame is checked by itself. A page that is left out
may have been written again by a later frame.
"""

from __future__ import annotations

import errno
import sqlite3
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.table.journal.file import chain, sql
from console.table.journal.file.errors import DamagedJournal
from console.table.journal.file.heading import Heading, Predecessor
from console.table.journal.file.links import whole_file_of
from console.table.journal.file.wal import FRAME, HEADER, SUMMED_BIG, Sums, checksums
from console.table.journal.rescue.leaves import PAGE, Pages, Value, rows


class _Frame(NamedTuple):
    number: int
    commits: int
    salts: tuple[int, int]
    sums: Sums
    page: bytes


def good_pages(log: bytes) -> dict[int, bytes]:
    """The pages of all good frames up to the last that commits, by their numbers."""
    frames = list(_frames(log))
    if not frames:
        return {}
    order = ">" if log[:4] == SUMMED_BIG.to_bytes(4, "big") else "<"
    *_, one, two, first, second = HEADER.unpack_from(log)
    salts = (one, two)
    if checksums(log[:24], (0, 0), order) != (first, second):  # nobody knows which frames are the newest
        salts = Counter(frame.salts for frame in frames).most_common(1)[0][0]
    before = (_Frame(0, 0, (one, two), (first, second), b""), *frames[:-1])
    good = [frame for frame, last in zip(frames, before, strict=True)
            if frame.salts == salts and _is_good(frame, last, salts, order)]  # fmt: skip
    while good and not good[-1].commits:
        good.pop()
    return {frame.number: frame.page for frame in good}


def _frames(log: bytes) -> Iterator[_Frame]:
    for at in range(HEADER.size, len(log) - FRAME.size - PAGE + 1, FRAME.size + PAGE):
        number, commits, one, two, first, second = FRAME.unpack_from(log, at)
        page = log[at + FRAME.size : at + FRAME.size + PAGE]
        yield _Frame(number, commits, (one, two), (first, second), page)


def _is_good(frame: _Frame, before: _Frame, salts: tuple[int, int], order: str) -> bool:
    """Whether a frame is as it was written. After a lost header nobody can tell, and it may be good."""
    if not frame.number or before.salts != salts:
        return bool(frame.number)
    header = FRAME.pack(frame.number, frame.commits, 0, 0, 0, 0)[:8]
    return checksums(frame.page, checksums(header, before.sums, order), order) == frame.sums


_MOST: Final = 1 << 62
"""The highest number of a row, as far as SQLite counts."""
_OWN: Final = f"""
    CREATE TABLE entry (number INTEGER PRIMARY KEY, {", ".join(chain.FIELDS[1:])}, digest, chain);
    CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, state, digest);
    CREATE TABLE seal (number INTEGER PRIMARY KEY, entries, statement, signature, public_key);
"""
_PUT: Final = {
    "entry": sql.APPEND.replace("INSERT", "INSERT OR IGNORE"),
    "checkpoint": "INSERT OR IGNORE INTO checkpoint VALUES (?, ?, ?)",
    "seal": "INSERT OR IGNORE INTO seal VALUES (?, ?, ?, ?, ?)",
}
_ONE: Final = sql.WHOLE.replace("number > ? ORDER BY number", "number = ?")
_CHECKPOINT: Final = "SELECT state, digest FROM checkpoint WHERE number = ?"
_NAMED: Final = "SELECT number FROM entry WHERE number BETWEEN 1 AND ? AND state IS NOT NULL ORDER BY number"
_CHAINED: Final = "SELECT number, digest, chain FROM entry WHERE number > 0 ORDER BY number"
_LOOKED_AT: Final = 20
"""The rows among which the heading is looked for, if somebody put more than the one there."""
_STATE: Final = chain.FIELDS.index("state")


class RowRun(msgspec.Struct, frozen=True):
    """Whole rows that follow each other: the first number, the last, and the chain at the last."""

    first: int
    last: int
    head: bytes


class ReadableJournal:
    def __init__(self, connection: sqlite3.Connection, heading: Heading) -> None:
        self.heading = heading
        self._connection = connection
        self.stretches = tuple(_stretches(connection, heading.digest))
        self.beginning = RowRun(1, 0, heading.digest)
        """The rows from the first on; empty if the first is lost, or does not follow the heading."""
        if self.stretches and self.stretches[0].first == 1 and _follows(connection, heading):
            self.beginning = self.stretches[0]

    @property
    def rest(self) -> tuple[RowRun, ...]:
        return self.stretches[1:] if self.beginning.last else self.stretches

    def without(self, going_on: RowRun, acknowledged: int) -> int:
        """How many entries, acknowledged or readable, are not in the stretches up to this one."""
        last = max(acknowledged, *(each.last for each in self.stretches), 0)
        return last - sum(each.last - each.first + 1 for each in self.stretches if each.last <= going_on.last)

    @property
    def missing_rows(self) -> int:
        """How many rows are missing between the readable ones; those after the last are not known."""
        read = sum(stretch.last - stretch.first + 1 for stretch in self.stretches)
        return (self.stretches[-1].last if self.stretches else 0) - read

    def rows(self, stretch: RowRun, after: int = 0) -> Iterator[chain.Fields]:
        for row in self._connection.execute(sql.WHOLE, (max(after, stretch.first - 1),)):
            if row[0] > stretch.last:
                return
            yield row

    def start(self) -> tuple[RowRun, int, bytes | None] | None:
        """The last stretch with a known state, its entry and the state as JSON; None if there is none."""
        kept = self._connection.execute("SELECT number FROM checkpoint ORDER BY number DESC").fetchall()
        firsts = [each.first for each in self.stretches]
        for (number,) in kept:
            at = bisect_right(firsts, number) - 1
            stretch = self.stretches[at] if at >= 0 else self.beginning
            state = self._state(stretch, number)
            if state is not None:
                return stretch, number, state
        if kept or self.heading.state is not None or self.heading.predecessor is not None:
            return None
        return self.beginning, 0, None

    def vouches_for(self, number: int) -> bool:
        """Whether the state kept at this entry of the beginning is unchanged."""
        return self._state(self.beginning, number) is not None

    def named_states(self) -> Iterator[tuple[int, bytes | None]]:
        """Each entry of the beginning that names a state, and the state; None if the file has lost it."""
        named = self._connection.execute(_NAMED, (self.beginning.last,)).fetchall()
        return ((number, self._state(self.beginning, number)) for (number,) in named)

    def first_state(self) -> bytes | None:
        """The state that the journal began with; None if it names none, or the file has lost it."""
        return self._state(self.beginning, 0)

    def put_back(self, number: int, state: bytes) -> bool:
        """Take this state for the lost one of an entry, or of the journal's beginning (0), if its digest is
        the one that is named there; returns whether it is.
        """
        row = self._connection.execute(_ONE, (number,)).fetchone() if number else None
        head, named = (row[-1], row[_STATE]) if row else (self.heading.digest, self.heading.state)
        if chain.state_digest(state) != named:
            return False
        row = (number, state, chain.seal(number, head, state))
        self._connection.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", row)
        return True

    def table(self, name: str) -> list[tuple[Any, ...]]:
        """The rows of another table of the damaged file, as far as they can be read."""
        return self._connection.execute(f"SELECT * FROM {name} ORDER BY number").fetchall()

    def _state(self, stretch: RowRun, number: int) -> bytes | None:
        if not (stretch.first <= number <= stretch.last or number == 0 == stretch.first - 1):
            return None
        kept = self._connection.execute(_CHECKPOINT, (number,)).fetchone()
        row = self._connection.execute(_ONE, (number,)).fetchone() if number else None
        head = row[-1] if row else self.heading.digest
        if kept is None or chain.seal(number, head, kept[0]) != kept[1]:
            return None
        state: bytes = kept[0]
        bound = row[_STATE] if row else self.heading.state
        return state if bound == chain.state_digest(state) else None


@contextmanager
def readable_journal(path: Path, log: Path, known: Heading | None = None) -> Iterator[ReadableJournal]:
    """The damaged journal at ``path`` with its ``log``; ``known``: its heading, if the file has lost that.
    Raises DamagedJournal if nothing in it shows that it is a journal, OSError if the disk takes no copy.
    """
    # In a file that has no name: SQLite keeps it in memory as long as it is small.
    with closing(sqlite3.connect("", isolation_level=None)) as connection:
        try:
            with whole_file_of(path) as file:
                newer = good_pages(log.read_bytes()) if log.exists() else {}
                heading = _gather(connection, Pages(file, newer), known)
        except sqlite3.Error as error:  # an error of the disk, since the file is ours
            raise OSError(errno.EIO, str(error)) from error
        if heading is None:
            raise DamagedJournal(path, 1)
        yield ReadableJournal(connection, heading)


def _gather(connection: sqlite3.Connection, pages: Pages, known: Heading | None) -> Heading | None:
    """Put every row of the pages in its table; returns the heading, if it is sound."""
    connection.executescript(_OWN)
    connection.execute("BEGIN")
    metas, befores = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    for table, number, row in rows(pages):
        match table:
            case "meta":
                metas.append(row)
                del metas[_LOOKED_AT:]
            case "predecessor":
                befores.append(row)
                del befores[_LOOKED_AT:]
            case "entry":
                *values, digest, linked, state = row
                _put(connection, table, (number, *values, state, digest, linked))
            case _:
                _put(connection, table, (number, *row))
    connection.execute("COMMIT")
    sound = [heading for heading in _headings(metas, befores) if heading.sound]
    every = sound if known is None else [*sound, known]
    return next((each for each in every if _follows(connection, each)), sound[0] if sound else None)


def _put(connection: sqlite3.Connection, table: str, row: tuple[Value, ...]) -> None:
    number = row[0]
    if not isinstance(number, int) or number > _MOST:
        return
    if table != "entry" or chain.digest(row[:-2]) == row[-2]:
        connection.execute(_PUT[table], row)


def _headings(metas: Sequence[tuple[Any, ...]], befores: Sequence[tuple[Any, ...]]) -> Iterator[Heading]:
    for table, game, rules, created, version, digest, state in metas:
        alone = Heading(table, game, rules, created, version, digest, state=state)
        yield alone
        for file, entries, head in befores:
            yield replace(alone, predecessor=Predecessor(file, entries, head.hex()))


def _follows(connection: sqlite3.Connection, known: Heading) -> bool:
    """Whether there is a readable row, and the first, if it is number 1, follows this heading."""
    first = connection.execute(sql.WHOLE, (0,)).fetchone()
    return first is not None and (first[0] != 1 or chain.link(known.digest, first[-2]) == first[-1])


def _stretches(connection: sqlite3.Connection, head: bytes) -> Iterator[RowRun]:
    first = last = 0
    for number, digest, linked in connection.execute(_CHAINED):
        if number == last + 1 and chain.link(head, digest) == linked:
            first = first or number
        else:
            if first:
                yield RowRun(first, last, head)
            first = number
        last, head = number, linked
    if first:
        yield RowRun(first, last, head)

"""The readable part of a damaged journal: row by row, each checked by its digest and the chain.

It reads a copy, never the file itself. Rows that follow each other unbroken make a *stretch*; what lies
between two of them is lost. Where the first page is gone, with all that says where the tables begin, that of
a new journal is tried in its place: what it finds is believed only where the digests say so.

A damaged write-ahead log is rebuilt from its good frames. A frame's checksum includes that of the frame
before; SQLite therefore stops at the first bad byte. Here each frame is checked by itself. A page that is
left out may have been written again by a later frame.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from console.journal.file import chain, schema_check, sql
from console.journal.file.connection import BROKEN, LimitedConnection, kept_if_good
from console.journal.file.errors import DamagedJournal
from console.journal.file.heading import SCHEMA, Heading, heading_in
from console.journal.file.links import whole_file_of
from console.journal.file.place import Identity, build, clear, fresh, sibling
from console.journal.file.wal import FRAME, HEADER, SUMMED_BIG, Sums, checksums

PAGE: Final = 4096
"""Bytes of a page of ours."""
_VERSION: Final = 3007000
"""The only version of a write-ahead log that SQLite knows (its file format, 4.1)."""


class _Frame(NamedTuple):
    number: int
    commits: int
    salts: tuple[int, int]
    sums: Sums
    page: bytes


def good_frames(log: bytes) -> bytes:
    """A log of all good frames up to the last that commits; empty where there is none."""
    frames = list(_frames(log))
    if not frames:
        return b""
    salts = Counter(frame.salts for frame in frames).most_common(1)[0][0]
    order = ">" if log[:4] == SUMMED_BIG.to_bytes(4, "big") else "<"
    good = [frame for frame, before in zip(frames, _before(log, frames), strict=True)
            if frame.salts == salts and _is_good(frame, before, salts, order)]  # fmt: skip
    while good and not good[-1].commits:
        good.pop()
    return _joined(good, salts, order) if good else b""


def _frames(log: bytes) -> Iterator[_Frame]:
    for at in range(HEADER.size, len(log) - FRAME.size - PAGE + 1, FRAME.size + PAGE):
        number, commits, one, two, first, second = FRAME.unpack_from(log, at)
        page = log[at + FRAME.size : at + FRAME.size + PAGE]
        yield _Frame(number, commits, (one, two), (first, second), page)


def _before(log: bytes, frames: list[_Frame]) -> Iterator[_Frame]:
    """The checksums with which each frame's own checksums begin."""
    *_, one, two, first, second = HEADER.unpack_from(log)
    yield _Frame(0, 0, (one, two), (first, second), b"")
    yield from frames[:-1]


def _is_good(frame: _Frame, before: _Frame, salts: tuple[int, int], order: str) -> bool:
    """Whether a frame is as it was written. After a lost header that can't be checked, and the frame may be
    good.
    """
    if not frame.number or before.salts != salts:
        return bool(frame.number)
    header = FRAME.pack(frame.number, frame.commits, 0, 0, 0, 0)[:8]
    return checksums(frame.page, checksums(header, before.sums, order), order) == frame.sums


def _joined(frames: list[_Frame], salts: tuple[int, int], order: str) -> bytes:
    magic = SUMMED_BIG if order == ">" else SUMMED_BIG - 1
    head = HEADER.pack(magic, _VERSION, PAGE, 0, *salts, 0, 0)[:24]
    sums = checksums(head, (0, 0), order)
    pieces = [HEADER.pack(magic, _VERSION, PAGE, 0, *salts, *sums)]
    for frame in frames:
        header = FRAME.pack(frame.number, frame.commits, 0, 0, 0, 0)[:8]
        sums = checksums(frame.page, checksums(header, sums, order), order)
        pieces += [FRAME.pack(frame.number, frame.commits, *salts, *sums), frame.page]
    return b"".join(pieces)


FAR: Final = 20_000
"""Numbers that are tried after the last row that could be read, where no one knows how many there were."""
_COPY: Final = ".wreck"
_ONE: Final = sql.WHOLE.replace("number > ? ORDER BY number", "number = ?")
_CHECKPOINT: Final = "SELECT state, digest FROM checkpoint WHERE number = ?"
_LEAST: Final = 64
"""Bytes of an entry at the very least."""
_STATE: Final = chain.FIELDS.index("state")


class Stretch(msgspec.Struct, frozen=True):
    """Whole rows that follow each other: the first number, the last, and the chain at the last."""

    first: int
    last: int
    head: bytes


class Wreck:
    """A damaged journal, for reading."""

    def __init__(self, connection: sqlite3.Connection, heading: Heading) -> None:
        self.heading = heading
        self._connection = connection
        self.stretches = tuple(_stretches(connection, heading.digest))

    @property
    def beginning(self) -> Stretch:
        """The rows from the first on; empty if the first is lost."""
        first = self.stretches[0] if self.stretches else None
        return first if first and first.first == 1 else Stretch(1, 0, self.heading.digest)

    @property
    def rest(self) -> tuple[Stretch, ...]:
        """The stretches after a loss."""
        return self.stretches[1:] if self.beginning.last else self.stretches

    @property
    def missing_rows(self) -> int:
        """The number of rows that are missing between the readable ones; how many are missing after the last
        is not known.
        """
        read = sum(stretch.last - stretch.first + 1 for stretch in self.stretches)
        return (self.stretches[-1].last if self.stretches else 0) - read

    def rows(self, stretch: Stretch, after: int = 0) -> Iterator[chain.Fields]:
        """A stretch's whole rows after a number, with digest and chain."""
        # Each by its number: to go from one to the next meets what can't be read on the way.
        for number in range(max(after + 1, stretch.first), stretch.last + 1):
            yield from self._connection.execute(_ONE, (number,)).fetchmany(1)

    def start(self) -> tuple[Stretch, int, bytes | None] | None:
        """The last stretch for which a state is known, the state's entry, and the state as JSON.

        None if there is none: where the first state can't be read, the beginning is not known.
        """
        kept = self._checkpoints()
        if kept is None:
            return None
        for stretch in reversed((self.beginning, *self.rest)):
            for number in kept:
                state = self._state(stretch, number)
                if state is not None:
                    return stretch, number, state
        if kept or self.heading.state is not None or self.heading.predecessor is not None:
            return None
        return self.beginning, 0, None

    def vouches_for(self, number: int) -> bool:
        """Whether the state kept at this entry of the beginning is unchanged."""
        return self._state(self.beginning, number) is not None

    def table(self, name: str) -> list[tuple[Any, ...]]:
        """The rows of another table of the damaged file, as far as they can be read."""
        found = list[tuple[Any, ...]]()
        with suppress(*BROKEN):
            found.extend(self._connection.execute(f"SELECT * FROM {name}"))
        return found

    def _checkpoints(self) -> list[int] | None:
        try:
            rows = self._connection.execute("SELECT number FROM checkpoint ORDER BY number DESC")
            return [number for (number,) in rows]
        except BROKEN:
            return None

    def _state(self, stretch: Stretch, number: int) -> bytes | None:
        if not (stretch.first <= number <= stretch.last or number == 0 == stretch.first - 1):
            return None
        try:
            kept = self._connection.execute(_CHECKPOINT, (number,)).fetchone()
            row = self._connection.execute(_ONE, (number,)).fetchone() if number else None
        except BROKEN:
            return None
        head = row[-1] if row else self.heading.digest
        if kept is None or not isinstance(kept[0], bytes) or chain.seal(number, head, kept[0]) != kept[1]:
            return None
        state: bytes = kept[0]
        bound = row[_STATE] if row else self.heading.state
        # A state that nothing vouches for, as in older journals, is believed only as the first one.
        loose = bound is None and (number == 0 or stretch.first > 1)
        return state if loose or bound == chain.state_digest(state) else None


@contextmanager
def wreck_of(path: Path, log: Path, known: Heading | None = None) -> Iterator[Wreck]:
    """The damaged journal at ``path`` with its ``log``. Raises DamagedJournal if nothing in it shows that it
    is a journal, OSError where the disk takes no copy of it.

    ``known`` is its heading, used where the file's own is lost: the rows show whether they follow it.
    """
    copy = sibling(path, _COPY)
    try:
        for mended_by in (None, _strip_schema, _borrow_first_page):
            _copy_file(path, log, copy)
            if mended_by is not None:
                mended_by(copy)
            with closing(_opened(copy)) as connection:
                heading = _heading(connection, known, stripped=mended_by is _strip_schema)
                if heading is not None:
                    yield Wreck(connection, heading)
                    return
        raise DamagedJournal(path, 1)
    finally:
        _clear_copy(copy)


def _clear_copy(copy: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        sibling(copy, ending).unlink(missing_ok=True)


def _opened(copy: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(copy, isolation_level=None, factory=LimitedConnection)
    with kept_if_good(connection):
        connection.limit(copy)
        connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _copy_file(path: Path, log: Path, copy: Path) -> None:
    _clear_copy(copy)
    with whole_file_of(path) as damaged, open(fresh(copy), "wb") as file:
        shutil.copyfileobj(damaged, file)
    _set_length(copy)
    if log.exists():
        with open(fresh(sibling(copy, "-wal")), "wb") as file:
            file.write(good_frames(log.read_bytes()))


def _set_length(copy: Path) -> None:
    """Have the copy's header count the pages that there are: SQLite reads none beyond those it counts."""
    with copy.open("rb+") as file:
        first, pages = file.read(100), copy.stat().st_size // PAGE
        if len(first) == 100 and int.from_bytes(first[28:32], "big") < pages:
            file.seek(28)
            file.write(pages.to_bytes(4, "big"))
            file.seek(92)
            file.write(first[24:28])


def _heading(
    connection: sqlite3.Connection, known: Heading | None, *, stripped: bool = False
) -> Heading | None:
    """The heading of the file, if it is sound: it names a schema that this console knows, or one that was cut
    down to the known tables (``stripped``).

    ``known`` takes its place where there are rows that follow it.
    """
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        strange = None if stripped else schema_check.first_strange(connection, schema_check.rows(version))
        if version > SCHEMA or strange is not None:
            return None
        schema_check.view_older_schema(connection)
    except BROKEN:
        return None
    with suppress(*BROKEN, TypeError):
        heading = heading_in(connection)
        if heading is not None and heading.sound:
            return heading
    with suppress(*BROKEN):
        return known if known is not None and _follows(connection, known) else None
    return None


def _follows(connection: sqlite3.Connection, known: Heading) -> bool:
    """Whether the first readable row, if it is number 1, follows this heading."""
    first = next(_whole(connection), None)
    if first is None:
        return False
    return first[0] != 1 or chain.link(known.digest, first[-2]) == first[-1]  # type: ignore[arg-type]


def _strip_schema(copy: Path) -> None:
    """Leave only the console's own tables in the copy's schema.

    Anything that somebody put beside them then reads nothing and changes nothing. Where that can't be done,
    the copy is read by another way.
    """
    with suppress(*BROKEN), closing(_opened(copy)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        schema = schema_check.strip(connection)
        connection.execute(f"PRAGMA user_version = {schema}")


def _borrow_first_page(copy: Path) -> None:
    """Put a new journal's first page over that of the copy, with the copy's own length in it."""
    new = sibling(copy, ".new")
    try:
        build(new, Identity("", "", ""), datetime.now(UTC))
        page = bytearray(new.read_bytes()[:PAGE])
    except sqlite3.Error as error:  # of the disk alone: nothing of the copy is read
        raise OSError(errno.EIO, str(error)) from error
    finally:
        clear(new)
    pages = copy.stat().st_size // PAGE
    page[18:20] = b"\x02\x02"  # it has a write-ahead log
    page[28:32] = pages.to_bytes(4, "big")
    with copy.open("rb+") as file:
        file.write(page)


def _stretches(connection: sqlite3.Connection, head: bytes) -> Iterator[Stretch]:
    first = last = 0
    for row in _whole(connection):
        number, digest, linked = int(row[0]), row[-2], row[-1]  # type: ignore[arg-type]
        if number == last + 1 and chain.link(head, digest) == linked:  # type: ignore[arg-type]
            first = first or number
        else:
            if first:
                yield Stretch(first, last, head)
            first = number
        last, head = number, linked  # type: ignore[assignment]
    if first:
        yield Stretch(first, last, head)


def _whole(connection: sqlite3.Connection) -> Iterator[chain.Fields]:
    """The rows that are as they were written."""
    for row in _readable(connection):
        *values, digest, linked = row
        try:
            whole = chain.digest(tuple(values)) == digest
        except (UnicodeEncodeError, TypeError, OverflowError):
            whole = False
        if whole and isinstance(linked, bytes) and isinstance(values[0], int):
            yield row


def _readable(connection: sqlite3.Connection) -> Iterator[chain.Fields]:
    """The rows that can be read, in their order."""
    at, until = 0, _most(connection)
    while True:
        try:
            for row in connection.execute(sql.WHOLE, (at,)):
                if not isinstance(row[0], int) or row[0] <= at:
                    raise sqlite3.DatabaseError("a page leads back to one before it")
                at = row[0]
                yield row
        except BROKEN:
            row = _next(connection, at, min(until or at + FAR, at + _room(connection)))
            if row is None:
                return
            at = int(row[0])  # type: ignore[arg-type]
            yield row
        else:
            return


def _room(connection: sqlite3.Connection) -> int:
    """An upper limit for the row numbers in a file of this size: its pages may hold any number."""
    pages: int = connection.execute("PRAGMA page_count").fetchone()[0]
    return FAR + pages * (PAGE // _LEAST)


def _most(connection: sqlite3.Connection) -> int | None:
    try:
        most: int = connection.execute(sql.COUNT).fetchone()[0]
    except BROKEN:
        return None
    return most


def _next(connection: sqlite3.Connection, after: int, until: int) -> chain.Fields | None:
    """The next row that can be read by its number."""
    for number in range(after + 1, until + 1):
        with suppress(*BROKEN):
            row: chain.Fields | None = connection.execute(_ONE, (number,)).fetchone()
            if row is not None:
                return row
    return None

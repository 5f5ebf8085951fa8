"""The journal in use: appending durably, and reading back where a restart begins.

It has one writer: ``append`` is called from one thread at a time, and nothing else while a
``recover`` is being read. It never knows what an event means.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, nullcontext, suppress
from datetime import datetime
from pathlib import Path
from typing import Final, Self, TypeAlias, TypeVar

import msgspec

from console.table.core.state.entries import Entry, NotRecorded, Unwritable
from console.table.core.state.note_kinds import NoteKind
from console.table.journal.file import chain, consistency, sql, wal
from console.table.journal.file.connection import BROKEN, kept_if_good, reading, writing
from console.table.journal.file.errors import DamagedJournal, JournalError
from console.table.journal.file.heading import APPLICATION_ID, Heading, heading_in, is_journal
from console.table.journal.file.high_water_mark import HighWaterMark
from console.table.journal.file.place import (
    FilePlace,
    Identity,
    PlaceState,
    held,
    kept_log,
    restore,
    sibling,
    write_log_into_file,
)
from console.table.journal.file.write_failures import FileAltered, FileGone, reason_of
from console.table.journal.proof.tree import BLOCK

EntryAddition: TypeAlias = Callable[[sqlite3.Connection, int, bytes], None]
"""An addition to the entries' transaction, called with the connection, the last number and the chain."""

Swapped = TypeVar("Swapped")

_WRITTEN_BY_OTHERS: Final = "PRAGMA data_version"
"""Another number once another connection has written to the file."""


class _StateRefusal(Exception):
    """The file does not take a state that is to be kept beside an entry."""


EVERY: Final = 2**62
"""A number above every entry's: 'up to the end'."""


def has_own_digest(number: int, state: bytes, digest: bytes, head: bytes | None) -> bool:
    """Whether a kept state has the digest of its row. It proves little: a writer can make it so."""
    try:
        return isinstance(head, bytes) and chain.seal(number, head, state) == digest
    except UnicodeEncodeError:
        return False  # the stored value is a text, and not a valid one


def is_vouched_for(number: int, state: bytes, digest: bytes, head: bytes | None, bound: bytes | None) -> bool:
    """Whether the chain covers a state. The digest is in its entry, or for the first in the heading."""
    return has_own_digest(number, state, digest, head) and chain.state_digest(state) == bound


def newest_vouched_state(
    connection: sqlite3.Connection, entry: int
) -> tuple[int, bytes | None, tuple[int, ...]]:
    """The newest vouched-for state at ``entry`` or earlier, its entry, and the states passed over.

    (0, None) is the very beginning, a closed table. Raises LookupError if the state with which a continuing
    file began is lost, or nothing vouches for it.
    """
    heading, passed_over = heading_in(connection), list[int]()
    for row in connection.execute(sql.CHECKPOINTS_TO, (entry,)):
        number, state = row[:2]
        if is_vouched_for(*row):
            return number, state, tuple(passed_over)
        passed_over.append(number)
    if heading is not None and (heading.state is not None or heading.predecessor is not None):
        # A state made from nothing would differ.
        raise LookupError("the state that all began with is not there")
    return 0, None, tuple(passed_over)


class Row(msgspec.Struct, frozen=True, gc=False):
    """The parts a fold needs of an entry: number, the event as JSON, the reason of a refusal, both times."""

    number: int
    event: bytes
    refused: str | None
    at: datetime
    monotonic: int


class RestartPoint(msgspec.Struct, frozen=True):
    """Where a restart begins: a state as JSON (None: the very beginning), and the entries that follow it."""

    checkpoint: bytes | None
    checkpoint_entry: int
    entries: Iterator[Row]
    passed_over: tuple[int, ...] = ()
    """The entries of later states that nothing vouches for: these states are not used, but computed again."""


class SqliteJournal:
    """An open journal; see :func:`console.table.journal.open_journal`."""

    def __init__(
        self,
        path: Path,
        identity: Identity,
        release: Callable[[], None],
        busy_timeout_ms: int,
        mark: HighWaterMark,
    ) -> None:
        """``release`` releases the file; ``busy_timeout_ms``: milliseconds; ``mark`` is beside the file."""
        self.path = path
        self.identity = identity
        self._release = release
        self._busy = busy_timeout_ms
        self._connection: sqlite3.Connection | None = None
        self._hold = ExitStack()
        self._last, self._chain = 0, b""
        self._writer: sqlite3.Connection | None = None
        self._place: FilePlace | None = None
        self._doubtful = False
        self._has_stored = False
        """Whether this connection's first transaction, which looks before it commits, was as it should be."""
        self._version = 0
        self.found_at_opening: tuple[NoteKind, ...] = ()
        """The repairs of the opening that no entry has recorded yet."""
        self.is_written = False
        """Whether somebody waits for the disk just now; it may be asked from any thread."""
        connection = self._connected()
        self._high_water_mark = mark
        self.heading: Heading | None = None
        """The file's heading."""
        self._begin(connection)

    @property
    def last(self) -> int:
        """The last entry's number, 0 before any."""
        return self._last

    @property
    def is_in_place(self) -> bool:
        """Whether the written entries are found under the journal's name. Safe in any thread."""
        place = self._place
        try:
            return place is not None and place.fate() is PlaceState.IN_PLACE
        except OSError:  # the lock was released meanwhile
            return False

    @property
    def head(self) -> bytes:
        """The chain at the last entry, 32 bytes: kept elsewhere, it proves the whole journal up to here."""
        return self._chain

    def append(
        self, entries: Sequence[Entry], checkpoint: bytes | None = None, also: EntryAddition | None = None
    ) -> int:
        """Keep all of ``entries`` in one durable transaction; returns the last entry's number.

        ``checkpoint`` is the state after the entries as JSON. It is kept only with an entry that vouches for
        it; if the file does not take it, a later one will be kept. ``also``, called with the last number
        and the chain there, adds to the transaction once the entries are in it. Raises NotRecorded when that
        fails, and if the file is not as this console left it or does not hold what was given; no entry is
        kept then, and the same entries may be sent again.
        """
        try:
            return self._append(entries, checkpoint, also)
        except _StateRefusal:
            return self._append(entries, None, also)

    def _append(self, entries: Sequence[Entry], checkpoint: bytes | None, also: EntryAddition | None) -> int:
        number, head, rows = self._last, self._chain, []
        if not entries:
            checkpoint = None
        kept = None if checkpoint is None else chain.state_digest(checkpoint)
        for number, entry in enumerate(entries, self._last + 1):
            values, digest = _digested(number, entry, kept if number == self._last + len(entries) else None)
            head = chain.link(head, digest)
            rows.append((*values, digest, head))
        state = None if checkpoint is None else (number, checkpoint, chain.seal(number, head, checkpoint))
        self.is_written = True
        try:
            self._store(rows, state, also, (number, head))
        except (sqlite3.Error, OSError, JournalError) as error:
            raise self._not_recorded(error) from error
        finally:
            self.is_written = False
        self._last, self._chain = number, head
        # After the commit: a mark that named an entry before it is on the disk would report it as lost.
        self._high_water_mark.rise(number, head)
        return number

    def recover(self) -> RestartPoint:
        """The last checkpoint that the chain vouches for, and the entries after it.

        The digest of every entry and the chain are compared while reading. Raises DamagedJournal at the first
        entry that differs, and if the state with which the journal began is lost.
        """
        try:
            connection = self._connected()
            number, state, passed_over = newest_vouched_state(connection, EVERY)
        except LookupError as error:
            raise DamagedJournal(self.path, 0) from error
        except BROKEN as error:
            raise DamagedJournal(self.path, self._last) from error
        return RestartPoint(state, number, self._checked_rows(connection, number), passed_over)

    def refuse_changed(self, after: int) -> None:
        """Raises DamagedJournal at the first entry after the number that is not as it was written."""
        try:
            for _ in self._checked_rows(self._connected(), after):
                pass
        except BROKEN as error:
            raise DamagedJournal(self.path, after) from error

    def backward(self) -> Iterator[Row]:
        """The entries from the last back to the first, read as they are asked for. Raises DamagedJournal."""
        try:
            yield from map(_row, self._connected().execute(sql.BACKWARD))
        except (*BROKEN, TypeError, ValueError) as error:
            raise DamagedJournal(self.path, self._last) from error

    def time_of(self, entry: int) -> datetime | None:
        """The time of the entry of this number, in UTC, or None. Raises JournalError if it can't be read."""
        try:
            rows = self._rows(self._connected(), entry - 1)
        except BROKEN as error:
            raise DamagedJournal(self.path, entry) from error
        row = next(rows, None)
        return row.at if row is not None and row.number == entry else None

    def restart_point(self, entry: int) -> RestartPoint | None:
        """The last vouched-for state before an entry, and what follows, or None. Raises DamagedJournal."""
        if entry <= 0:
            return None
        try:
            connection = self._connected()
            number, state, passed_over = newest_vouched_state(connection, entry - 1)
        except (LookupError, *BROKEN) as error:
            raise DamagedJournal(self.path, entry) from error
        return RestartPoint(state, number, self._rows(connection, number), passed_over)

    def renew(self, swap: Callable[[Path, int, bytes], Swapped]) -> Swapped:
        """Go on in the file that ``swap`` puts in the journal's place, called with the path, the last number
        and the head.

        Returns the result of ``swap``; an error of ``swap`` goes through, and the journal goes on in its
        file.
        """
        self._disconnect()
        self.is_written = True
        try:
            return swap(self.path, self._last, self._chain)
        finally:
            self.is_written = False
            with suppress(sqlite3.Error, JournalError):  # a file that can't be read takes no entry either
                self._begin(self._connected())

    def close(self) -> None:
        self._disconnect()
        self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self, connection: sqlite3.Connection) -> None:
        self._last, self._chain = _end(connection)
        self.heading = heading_in(connection) or self.heading
        if self.heading is not None:
            stretches = consistency.stretch_digest(connection, self.heading.digest)
            self._high_water_mark.begin(self.heading, self._last, self._chain, stretches)

    def _store(
        self,
        rows: Sequence[chain.Fields],
        checkpoint: chain.Fields | None,
        also: EntryAddition | None,
        end: tuple[int, bytes],
    ) -> None:
        # Without sqlite-utils, which takes 50 ms to load: a restart is recorded before the first paint.
        writer = self._to_write()
        # One transaction, which has the lock from its first statement on: the checks hold until the commit.
        # Outside of a transaction they would take longer: each takes SQLite's locks again.
        writer.execute("BEGIN IMMEDIATE")
        try:
            self._check_untouched(writer)
            changes = writer.total_changes
            for row in rows:
                writer.execute(sql.APPEND, row)
            if checkpoint:
                _keep(writer, checkpoint)
            if also:
                also(writer, *end)
            # If nobody has changed the schema since the first transaction, and there was one change for each
            # row, no row was taken away again.
            is_alone = self._has_stored and writer.total_changes - changes == len(rows)
            if not is_alone and _end(writer) != end:
                raise FileAltered("the file does not hold what was written to it")
            stretches = self._high_water_mark.stretches
            if not is_alone:  # a stretch may have begun
                after, digest = stretches
                stretches = consistency.stretch_digest(writer, digest, after)
            # A commit that fails may leave its entries in the log, from which a restart would take them.
            self._doubtful = True
            writer.execute("COMMIT")
        except BaseException:
            writer.rollback()
            raise
        self._doubtful = False
        self._has_stored = True
        self._high_water_mark.stretches = stretches
        if self._place is not None:
            self._place.leave()

    def _check_untouched(self, connection: sqlite3.Connection) -> None:
        """Check the whole file if SQLite or the system says that another wrote to it. Raises FileAltered."""
        version = connection.execute(_WRITTEN_BY_OTHERS).fetchone()[0]
        if version == self._version and (self._place is None or not self._place.is_touched):
            return
        try:
            is_journal(self.path)  # reads its first bytes, even if the log has newer ones
            with closing(reading(self.path)) as other:
                walk_file(other, self.heading, (self._last, self._chain))
            log, index = (sibling(self.path, each) for each in ("-wal", "-shm"))
            # Once more: another program may just be emptying it.
            if not any(wal.is_found_again(log, index) for _ in range(2)):
                raise FileAltered("its log does not hold what it did")
        except (*BROKEN, JournalError) as error:
            raise FileAltered(f"another program has changed the file: {error}") from error
        self._version = version

    def _to_write(self) -> sqlite3.Connection:
        if self._writer is not None and self._place is not None:
            self._keep(self._writer, self._place)
        if self._writer is None:  # not opened yet, or just closed because its files were put back
            self._forget_refused()  # first, because a connection that opens the file reads all of the log
            connection = self._connected()
            if _end(connection) != (self._last, self._chain):
                raise FileAltered("the file holds other entries than this console wrote")
            self._writer, self._place = connection, FilePlace(self.path)
            self._version = connection.execute(_WRITTEN_BY_OTHERS).fetchone()[0]
        return self._writer

    def _keep(self, writer: sqlite3.Connection, place: FilePlace) -> None:
        """Make sure that the written entries lie where they will be found; else raises FileGone."""
        match place.fate():
            case PlaceState.IN_PLACE:
                return
            case PlaceState.MOVED:
                raise FileGone(f"{self.path.name} was moved away, or another file was put in its place")
            case PlaceState.LOG_LOST:
                write_log_into_file(writer)
            case PlaceState.DELETED:
                restore(writer, self.path)
            case PlaceState.ROLLBACK:
                raise FileAltered("a rollback journal lies beside it, which a restart would take for its own")
        self._disconnect()

    def _forget_refused(self) -> None:
        """Remove refused entries from the log, where a restart would find them. Raises OSError."""
        if self._doubtful:
            wal.cut_off(sibling(self.path, "-wal"), self._last)
            self._doubtful = False

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            with kept_log(self.path):  # closing a refused file could lose entries that are in its log alone
                connection = writing(self.path, self._busy)
                with kept_if_good(connection):
                    self._hold.enter_context(held(self.path))
            self._connection = connection
        return self._connection

    def _disconnect(self, *, keeps_log: bool = False) -> None:
        """Let go of the file. ``keeps_log``: keep the log, as its entries may be nowhere else."""
        connection, self._connection, self._writer = self._connection, None, None
        place, self._place = self._place, None
        self._has_stored = False
        if connection is not None:
            with kept_log(self.path) if keeps_log else nullcontext(), suppress(sqlite3.Error):
                connection.close()
        if place is not None:
            place.close()
        self._hold.close()  # last, because it closes the file once nothing else here has it open

    def _not_recorded(self, error: Exception) -> NotRecorded:
        reason = reason_of(error, self.path)
        if reason is not Unwritable.LOCKED and not isinstance(error, FileGone):
            # A commit whose sync failed may have left its pages in the log, where a restart would find them.
            with suppress(OSError):  # tried again before anything is written
                self._forget_refused()
            self._disconnect(keeps_log=reason is Unwritable.DAMAGED)
        return NotRecorded(reason, str(error))

    def _rows(self, connection: sqlite3.Connection, after: int) -> Iterator[Row]:
        number, text, time = after, object(), datetime.max
        try:
            for number, event, refused, at, monotonic in connection.execute(sql.BRIEF, (after,)):
                if at != text:  # a device's bytes and their readings have one time
                    text, time = at, chain.time_of(at)
                yield Row(number, event, refused, time, monotonic)
        except BROKEN as error:
            raise DamagedJournal(self.path, number + 1) from error
        except (TypeError, ValueError) as error:
            raise DamagedJournal(self.path, number) from error

    def _checked_rows(self, connection: sqlite3.Connection, after: int) -> Iterator[Row]:
        followed, time, number = chain.next_chain, chain.time_of, after
        try:
            before = connection.execute(sql.CHAIN_AT, (after,)).fetchone() if after else None
            head = (before or connection.execute(sql.BEGINNING).fetchone())[1]
            for row in connection.execute(sql.WHOLE, (after,)):
                number += 1
                head = followed(head, row[:-2], row[-2])
                if row[0] != number or head is None or head != row[-1]:
                    raise DamagedJournal(self.path, number)
                yield Row(number, row[2].encode(), row[3], time(row[4]), row[5])
        except BROKEN as error:
            raise DamagedJournal(self.path, number + 1) from error
        except (AttributeError, TypeError, ValueError) as error:
            # The digest is right, but no console wrote the entry.
            raise DamagedJournal(self.path, number) from error
        if number != self._last:
            raise DamagedJournal(self.path, number + 1)


def _digested(number: int, entry: Entry, state: bytes | None) -> tuple[chain.Fields, bytes]:
    values = chain.fields(number, entry, state)
    try:
        return values, chain.digest(values)
    except UnicodeEncodeError:
        values = chain.writable(values)
        return values, chain.digest(values)


def _end(connection: sqlite3.Connection) -> tuple[int, bytes]:
    number, head = connection.execute(sql.LAST).fetchone() or connection.execute(sql.BEGINNING).fetchone()
    return number, head


def _row(row: tuple[int, bytes, str | None, str, int]) -> Row:
    number, event, refused, at, monotonic = row
    return Row(number, event, refused, chain.time_of(at), monotonic)


def _keep(connection: sqlite3.Connection, checkpoint: chain.Fields) -> None:
    """Keep a state. Raises _StateRefusal if the file refuses the state alone."""
    try:
        connection.execute(sql.KEEP, checkpoint)
    except sqlite3.IntegrityError as error:
        raise _StateRefusal from error


def walk_file(connection: sqlite3.Connection, heading: Heading | None, end: tuple[int, bytes]) -> None:
    """Read a file from its beginning. Raises FileAltered unless it is the journal exactly up to this end."""
    if heading is None or heading_in(connection) != heading:
        raise FileAltered("it says something else of itself")
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        # The next start would not recognise it as a journal.
        raise FileAltered("it says that it is no journal")
    number, head = 0, heading.digest
    for row in connection.execute(sql.WHOLE, (0,)):
        number += 1
        linked = chain.next_chain(head, row[:-2], row[-2])
        if row[0] != number or linked is None or linked != row[-1]:
            raise FileAltered(f"entry {number} is not as it was written")
        head = linked
    if (number, head) != end:
        raise FileAltered(f"it ends at entry {number}")
    if is_ahead(connection, number):
        raise FileAltered("a state or block is kept of entries that there are not")


def is_ahead(connection: sqlite3.Connection, last: int) -> bool:
    """Whether the file keeps a state, or a block of the tree, of entries after the last one."""
    if connection.execute(sql.STATE_AHEAD, (last,)).fetchone() is not None:
        return True
    if connection.execute(sql.BLOCK_AHEAD, (last // BLOCK,)).fetchone() is not None:
        return True
    return connection.execute(sql.STRETCH_AHEAD, (last,)).fetchone() is not None

"""A journal as it is sent elsewhere: batches of its entries, as the bytes of their digests.

A console may be appending meanwhile, and nobody waits for it: between two questions no transaction is open.
The meaning of an entry is not known here.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from console.table.journal.file import chain, sql
from console.table.journal.file.connection import BROKEN, reading
from console.table.journal.file.errors import DamagedJournal, JournalError, no_journal
from console.table.journal.file.heading import Heading, heading_in, is_journal
from console.table.journal.file.links import file_identity, has_log
from console.table.journal.reader import Review

MOST_SENT: Final = 1_000
"""Entries of a batch at most."""
ROOM: Final = 512 * 1024
"""Bytes of a batch at most, but for an entry that has more by itself."""

STATES: Final = 20
"""States that are sent at once at most: some kilobytes each."""

KEPT_OPEN: Final = 10.0
"""Seconds that a file at which a console works stays open at most.

Opening it costs ten times as much as the questions; but a file put in its place is seen only then.
"""

RENEWED_BEFORE: Final = 4.0
"""The last seconds of :data:`KEPT_OPEN`, in which the file is opened again as soon as all was asked.

So the next entry does not wait for the opening. A shipper asks every two seconds at least.
"""

_STATES: Final = (
    "SELECT number, state FROM checkpoint WHERE number > ? AND number <= ? ORDER BY number LIMIT ?"
)
_FROM: Final = f"{sql.DIGESTED} LIMIT ?"
_LONG: Final = 0x90 + len(chain.FIELDS)
"""The first byte of an entry with a state: an array with one value for each field."""
_AT, _KIND = chain.FIELDS.index("at"), chain.FIELDS.index("kind")


class Batch(msgspec.Struct, frozen=True):
    """Entries that follow one another, with the chain before the first; ``times`` are UTC, ISO 8601."""

    first: int
    before: bytes
    times: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    packed: tuple[bytes, ...] = ()

    @property
    def last(self) -> int:
        """The last entry's number; of an empty batch the number before its first."""
        return self.first + len(self.packed) - 1

    @property
    def has_state(self) -> bool:
        """Whether a state was kept at one of the entries: such an entry has a value more."""
        return any(each[0] == _LONG for each in self.packed)

    def half(self) -> Batch:
        many = max(1, len(self.packed) // 2)
        return Batch(self.first, self.before, self.times[:many], self.kinds[:many], self.packed[:many])


class Shipment:
    """The journal at a path; each question reads it again."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises JournalError if the file is none, or its heading is not as it was written."""
        self.path = path
        self._clock = clock
        self._lock = threading.RLock()
        self._held: sqlite3.Connection | None = None
        self._of: tuple[int, int] | None = None
        """The file that is held; None if a console that begins to append would not be noticed by it."""
        self._until, self._shared = 0.0, False
        self.heading: Heading = self._heading()

    def _heading(self) -> Heading:
        with self._opened() as connection:
            heading = heading_in(connection)
        if heading is None or not heading.sound:
            raise DamagedJournal(self.path, 0)
        return heading

    @property
    def is_another(self) -> bool:
        """Whether another journal lies in the file's place now. Raises the same errors as opening it."""
        return self._heading().digest != self.begins

    @property
    def begins(self) -> bytes:
        """The chain before the first entry, by which a file is known."""
        return self.heading.digest

    def last(self) -> tuple[int, bytes]:
        """The last entry's number and the chain there. Raises DamagedJournal."""
        with self._opened() as connection:
            number, head = connection.execute(sql.LAST).fetchone() or (0, self.begins)
        if not isinstance(head, bytes):
            raise DamagedJournal(self.path, number)
        return number, head

    def chain_at(self, number: int) -> bytes | None:
        """The chain after an entry; None if there is no such entry. Raises DamagedJournal."""
        if number == 0:
            return self.begins
        with self._opened() as connection:
            found = connection.execute(sql.CHAIN_AT, (number,)).fetchone()
        if found is not None and not isinstance(found[1], bytes):
            raise DamagedJournal(self.path, number)
        return None if found is None else found[1]

    def last_at(self, at: datetime) -> int | None:
        """The number of the last entry with exactly this time, or None."""
        with self._opened() as connection:
            found = connection.execute(sql.LAST_AT, (chain.moment(at),)).fetchone()
        return None if found is None else int(found[0])

    def batch(self, first: int, until: int) -> Batch:
        """The entries from ``first`` to ``until`` at most. Raises DamagedJournal at one that was changed.
        Raises LookupError if the journal ends before ``first`` - 1.
        """
        before = self.chain_at(first - 1)
        if before is None:
            raise LookupError(first - 1)
        times, kinds, packed = list[str](), list[str](), list[bytes]()
        room, wanted = ROOM, min(MOST_SENT, until - first + 1)
        with self._opened() as connection:
            for number, *values, digest in connection.execute(_FROM, (first - 1, max(0, wanted))):
                whole = (number, *values)
                entry = chain.pack(whole)
                if number != first + len(packed) or chain.digest_of(entry) != digest:
                    raise DamagedJournal(self.path, number)
                room -= len(entry)
                if packed and room < 0:
                    break
                times.append(str(whole[_AT]))
                kinds.append(str(whole[_KIND]))
                packed.append(entry)
        return Batch(first, before, tuple(times), tuple(kinds), tuple(packed))

    def states(self, after: int, until: int) -> list[tuple[int, bytes]]:
        """The states after entry ``after`` up to ``until``, with their entries; at most :data:`STATES`."""
        with self._opened() as connection:
            found = connection.execute(_STATES, (after, until, STATES)).fetchall()
        return [(int(number), bytes(state)) for number, state in found]

    def digests(self, first: int, last: int) -> list[bytes]:
        """The digests from ``first`` to ``last``, computed now; empty for an entry that no console wrote."""
        found = list[bytes]()
        with self._opened() as connection:
            for number, *values, _ in connection.execute(_FROM, (first - 1, last - first + 1)):
                try:
                    found.append(chain.digest((number, *values)) if number == first + len(found) else b"")
                except UnicodeEncodeError:
                    found.append(b"")
        return found

    @contextmanager
    def open_review(self) -> Iterator[Review]:
        """The journal open for review, all of one moment. Raises the same errors as a question."""
        with self._opened() as connection:
            connection.execute("BEGIN")
            try:
                yield Review(self.path, connection)
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def shared_opening(self, *, stays: bool = False) -> Iterator[None]:
        """Let all questions inside share one opening; raises as a question does. While a console is at work
        there the file ``stays`` open for the next time, until :meth:`close_file`.
        """
        with self._lock:
            if self._held is None or self._of != file_identity(self.path) or self._clock() > self._until:
                self._open_again()
        self._shared = True
        try:
            yield
        except BaseException:
            self.close_file()
            raise
        finally:
            self._shared = False
        if self._of is None or not stays:
            self.close_file()
        elif self._clock() > self._until - RENEWED_BEFORE:
            with self._lock, suppress(JournalError, OSError):  # the next opening reports the reason
                if self._held is not None:  # None: another thread released it, and it stays so
                    self._open_again()
                if self._of is None:  # the console has closed the file meanwhile
                    self.close_file()

    def _open_again(self) -> None:
        """Open the file again; the caller holds the lock."""
        self.close_file()
        self._of = file_identity(self.path) if has_log(self.path) else None
        self._held, self._until = self._own_connection(), self._clock() + KEPT_OPEN

    def close_file(self) -> None:
        """Close the open file, from any thread; one that nobody else has open is then whole without a log."""
        with self._lock:
            held, self._held = self._held, None
            if held is not None:
                held.close()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            shared = self._held if self._shared else None
            connection = self._own_connection() if shared is None else shared
            try:
                yield connection
            except BROKEN as error:
                raise DamagedJournal(self.path, 1) from error
            finally:
                if shared is None:
                    connection.close()

    def _own_connection(self) -> sqlite3.Connection:
        if not is_journal(self.path):
            raise no_journal(self.path)
        try:
            return reading(self.path)
        except BROKEN as error:
            raise DamagedJournal(self.path, 1) from error

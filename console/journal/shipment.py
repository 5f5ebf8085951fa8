"""A journal as it is sent elsewhere: its entries as the bytes that their digests are of, some at a time.

A console may be appending meanwhile: nothing is held open between two batches, and nobody waits for it. What
an entry means is not known here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from console.journal.file import chain, sql
from console.journal.file.connection import BROKEN, reading
from console.journal.file.errors import Damaged, NotAJournal
from console.journal.file.heading import Heading, heading, is_journal

MOST: Final = 1_000
"""Entries of a batch at most."""
ROOM: Final = 512 * 1024
"""Bytes of a batch at most, but for an entry that has more by itself."""

STATES: Final = 20
"""States that are sent at once at most: some kilobytes each."""

_STATES: Final = (
    "SELECT number, state FROM checkpoint WHERE number > ? AND number <= ? ORDER BY number LIMIT ?"
)
_FROM: Final = f"{sql.DIGESTED} LIMIT ?"
_LONG: Final = 0x90 + len(chain.FIELDS)
"""How the bytes of an entry with a state begin: an array of so many values."""
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
        """The last one's number; of none the one before the first."""
        return self.first + len(self.packed) - 1

    @property
    def has_state(self) -> bool:
        """Whether a state was kept at one of them: such an entry has a value more."""
        return any(each[0] == _LONG for each in self.packed)

    def half(self) -> Batch:
        """Its first half, one entry at least."""
        many = max(1, len(self.packed) // 2)
        return Batch(self.first, self.before, self.times[:many], self.kinds[:many], self.packed[:many])


class Shipment:
    """The journal at a path, looked at anew with each question."""

    def __init__(self, path: Path) -> None:
        """Raises a JournalError where it is none, or its heading is not as it was written."""
        self.path = path
        self._held: sqlite3.Connection | None = None
        with self._opened() as connection:
            said = heading(connection)
        if said is None or not said.sound:
            raise Damaged(path, 0)
        self.heading: Heading = said

    @property
    def begins(self) -> bytes:
        """The chain before the first entry: by it a file is known."""
        return self.heading.digest

    def last(self) -> tuple[int, bytes]:
        """The last entry's number and the chain there."""
        with self._opened() as connection:
            found = connection.execute(sql.LAST).fetchone()
        return (0, self.begins) if found is None else (int(found[0]), bytes(found[1]))

    def chain_at(self, number: int) -> bytes | None:
        """The chain after an entry; None where there is no such entry."""
        if number == 0:
            return self.begins
        with self._opened() as connection:
            found = connection.execute(sql.CHAIN_AT, (number,)).fetchone()
        return None if found is None else bytes(found[1])

    def last_at(self, at: datetime) -> int | None:
        """The number of the last entry of a moment; None where there is none of it."""
        with self._opened() as connection:
            found = connection.execute(sql.LAST_AT, (chain.moment(at),)).fetchone()
        return None if found is None else int(found[0])

    def batch(self, first: int, until: int) -> Batch:
        """The entries from ``first`` to ``until`` at most. Raises Damaged where one is not as it was written.

        Raises LookupError where the journal ends before ``first`` - 1.
        """
        before = self.chain_at(first - 1)
        if before is None:
            raise LookupError(first - 1)
        times, kinds, packed = list[str](), list[str](), list[bytes]()
        room, wanted = ROOM, min(MOST, until - first + 1)
        with self._opened() as connection:
            for number, *values, digest in connection.execute(_FROM, (first - 1, max(0, wanted))):
                whole = (number, *values)
                said = chain.packed(whole)
                if number != first + len(packed) or chain.hashed(said) != digest:
                    raise Damaged(self.path, number)
                room -= len(said)
                if packed and room < 0:
                    break
                times.append(str(whole[_AT]))
                kinds.append(str(whole[_KIND]))
                packed.append(said)
        return Batch(first, before, tuple(times), tuple(kinds), tuple(packed))

    def states(self, after: int, until: int) -> list[tuple[int, bytes]]:
        """The states kept after an entry and up to another, by their entries, :data:`STATES` at most."""
        with self._opened() as connection:
            found = connection.execute(_STATES, (after, until, STATES)).fetchall()
        return [(int(number), bytes(state)) for number, state in found]

    def digests(self, first: int, last: int) -> list[bytes]:
        """The digests of the entries from ``first`` to ``last``, computed of what stands there now.

        An entry that can't be digested was not written by a console: its place has an empty one.
        """
        found = list[bytes]()
        with self._opened() as connection:
            for number, *values, _ in connection.execute(_FROM, (first - 1, last - first + 1)):
                try:
                    found.append(chain.digest((number, *values)) if number == first + len(found) else b"")
                except UnicodeEncodeError:
                    found.append(b"")
        return found

    @contextmanager
    def opened_once(self) -> Iterator[None]:
        """Have all questions inside share one opening, which costs more than a question.

        No transaction is held, so nobody waits for it. Raises as a question does.
        """
        with self._opened() as connection:
            self._held = connection
            try:
                yield
            finally:
                self._held = None

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        if self._held is not None:
            yield self._held
            return
        if not is_journal(self.path):
            raise NotAJournal(self.path)
        try:
            with closing(reading(self.path)) as connection:
                yield connection
        except BROKEN as error:
            raise Damaged(self.path, 1) from error

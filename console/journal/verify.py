"""Whether a journal is as it was written.

It reads, and changes nothing; a console may be appending meanwhile. What it finds it names by the first
entry that is not right. That the end was cut off it can't see: compare the number of entries and the
head with what was noted elsewhere.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from enum import StrEnum
from pathlib import Path

import msgspec

from console.journal import chain, queries
from console.journal.connection import BROKEN, reading
from console.journal.errors import NotAJournal
from console.journal.header import check_schema, is_journal


class Flaw(StrEnum):
    """What is not as it was written."""

    IDENTITY = "identity"
    """What the journal says of itself: its table, game, rulebook, when and by which console it was made."""
    ALTERED = "altered"
    """An entry's fields do not give its digest."""
    CHAIN = "chain"
    """An entry is not the one that followed the entry before it."""
    MISSING = "missing"
    """An entry is not there, and a later one is."""
    CHECKPOINT = "checkpoint"
    """The state kept at an entry is not the one that was kept there."""
    FILE = "file"
    """SQLite can't read the file from this entry on, or finds it inconsistent."""


class Verdict(msgspec.Struct, frozen=True):
    """``flaw`` is None where all is as it was written; ``entry`` is the first that is not, 0 if none is."""

    entries: int
    """How many are right, counted up to the first that is not."""
    head: bytes
    """The chain at the last of them."""
    flaw: Flaw | None = None
    entry: int = 0


def verify(path: Path) -> Verdict:
    """Check digests, chain, numbers, checkpoints and the file; a JournalError if it is no journal."""
    if not is_journal(path):
        raise NotAJournal(path)
    try:
        with closing(reading(path)) as connection:
            connection.text_factory = _text
            connection.execute("BEGIN")
            check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
            return _verdict(connection)
    except BROKEN:
        return Verdict(0, b"", Flaw.FILE, 1)


def _verdict(connection: sqlite3.Connection) -> Verdict:
    beginning = _beginning(connection)
    if beginning is None:
        return Verdict(0, b"", Flaw.IDENTITY)
    verdict = _walk(connection, beginning)
    if verdict.flaw is Flaw.FILE:
        return verdict
    bad = _bad_checkpoint(connection)
    if bad is not None and (verdict.flaw is None or bad < verdict.entry):
        return Verdict(verdict.entries, verdict.head, Flaw.CHECKPOINT, bad)
    if verdict.flaw is None and not _is_sound(connection):
        return Verdict(verdict.entries, verdict.head, Flaw.FILE, verdict.entries + 1)
    return verdict


def _beginning(connection: sqlite3.Connection) -> bytes | None:
    """Where the chain begins; None if what the journal says of itself was changed."""
    rows = connection.execute(queries.META).fetchall()
    if len(rows) != 1:
        return None
    *said, digest = rows[0]
    try:
        return digest if chain.head(*said) == digest else None
    except UnicodeEncodeError:
        return None


def _walk(connection: sqlite3.Connection, head: bytes) -> Verdict:
    number = 0
    try:
        for number, row in enumerate(connection.execute(queries.WHOLE, (0,)), 1):
            flaw = _flaw(number, row, head)
            if flaw is not None:
                return Verdict(number - 1, head, flaw, number)
            head = row[-1]
    except BROKEN:
        return Verdict(number, head, Flaw.FILE, number + 1)
    return Verdict(number, head)


def _flaw(number: int, row: chain.Fields, head: bytes) -> Flaw | None:
    *values, digest, linked = row
    if values[0] != number:
        return Flaw.MISSING
    if not isinstance(digest, bytes) or _digest(tuple(values)) != digest:
        return Flaw.ALTERED
    return None if chain.link(head, digest) == linked else Flaw.CHAIN


def _digest(values: chain.Fields) -> bytes | None:
    try:
        return chain.digest(values)
    except UnicodeEncodeError:
        return None


def _bad_checkpoint(connection: sqlite3.Connection) -> int | None:
    kept = connection.execute(queries.CHECKPOINTS)
    return min(
        (at for at, state, digest, head in kept if chain.seal(at, head, state) != digest), default=None
    )


def _is_sound(connection: sqlite3.Connection) -> bool:
    try:
        strange = connection.execute("SELECT number FROM entry WHERE number < 1").fetchone()
        return strange is None and connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except BROKEN:
        return False


def _text(stored: bytes) -> str:
    # What is no UTF-8 was not written by this console: kept as it is, it can't be digested.
    return stored.decode("utf-8", "surrogateescape")

"""Sealing a journal: a signature over all that it holds up to now, and what the signature says.

A seal names the journal, the number of its entries, the chain at the last and the root of the tree over
their digests; it names the seal before it, too. That it was sealed is an entry of its own, the last under
the seal, so that a seal that is taken away is missed. The key is handed in; where it lies is not known here.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from console.journal import queries
from console.journal.connection import BROKEN, reading
from console.journal.errors import Damaged, JournalError
from console.journal.keys import PublicKey, SealKey
from console.journal.statement import SEALED, Seal, Statement
from console.journal.tree import Blocks
from console.table import events
from console.table.entries import Entry

if TYPE_CHECKING:
    from console.journal.store import SqliteJournal


class Clock(Protocol):
    """What sealing asks of time."""

    def utc(self) -> datetime:
        """Now, in UTC."""
        ...

    def monotonic(self) -> int:
        """Nanoseconds on a clock that nobody sets."""
        ...


class NothingToSeal(JournalError):
    """There is no entry yet."""

    key = "seal.nothing"

    def __init__(self, path: Path) -> None:
        super().__init__(path, "has no entry yet: there is nothing to seal")


class Terms(NamedTuple):
    """What is known of a seal before it is made: its number, the shift, when, by whom, the seal before it.

    ``terminal`` is the system's user who makes it at a terminal.
    """

    number: int
    shift: str | None
    at: datetime
    by: str | None
    previous: str | None
    terminal: str | None = None


class Standing(NamedTuple):
    """Where the table stood at the last entry."""

    shift: str | None
    shoe: int
    round: str | None
    prompt: str
    clauses: str


def seal(
    journal: SqliteJournal,
    key: SealKey,
    clock: Clock,
    by: str | None = None,
    shift: str | None = None,
    *,
    terminal: str | None = None,
) -> Seal:
    """Seal all entries up to now, and that they were sealed; the last seal where nothing came since.

    ``by`` is a person's id; ``shift`` is the one that ends, left out the last entry's; ``terminal`` is the
    system's user, where it is made at a terminal. It is called by the
    journal's one writer, and costs what came since the last seal. Raises NothingToSeal, Damaged, NotRecorded.
    """
    stood, last = _standing(journal)
    before = None if last is None else last.said
    if last is not None and before is None:
        raise Damaged(journal.path, journal.last)
    if last is not None and before is not None and before.entries == journal.last:
        return last
    number, ended = (1 if before is None else before.number + 1), (stood.shift if shift is None else shift)
    terms = Terms(number, ended, clock.utc(), by, None if last is None else last.digest, terminal)
    made: list[Seal] = []

    def signed(connection: sqlite3.Connection, entries: int, chain: bytes) -> None:
        said = _statement(connection, entries, chain, terms, key.public)
        written = msgspec.json.encode(said)
        done = Seal(written.decode(), key.sign(written), key.public.raw)
        row = (number, entries, done.statement, done.signature, done.public_key)
        connection.execute(queries.SEAL, row)
        made.append(done)

    journal.append([_entry(stood, terms, clock.monotonic())], also=signed)
    return made[-1]


def _statement(
    connection: sqlite3.Connection, entries: int, chain: bytes, terms: Terms, key: PublicKey
) -> Statement:
    table, game, rules, _, _, head, _ = connection.execute(queries.META).fetchone()
    return Statement(
        journal=head.hex(),
        table=table,
        game=game,
        rules=rules,
        number=terms.number,
        shift=terms.shift,
        entries=entries,
        chain=chain.hex(),
        tree=_grown(connection, entries).hex(),
        at=terms.at.astimezone(UTC).isoformat(timespec="microseconds"),
        by=terms.by,
        key=key.id,
        previous=terms.previous,
    )


def last_seal(path: Path) -> Seal | None:
    """The newest seal of the journal at ``path``, None where it has none; Damaged."""
    try:
        with closing(reading(path)) as connection:
            return newest(connection)
    except BROKEN as error:
        raise Damaged(path, 1) from error


def newest(connection: sqlite3.Connection) -> Seal | None:
    """The same through a connection."""
    if connection.execute(queries.HAS_SEALS).fetchone()[0] < 2:
        return None
    row = connection.execute(queries.LAST_SEAL).fetchone()
    return None if row is None else Seal(*row)


def _standing(journal: SqliteJournal) -> tuple[Standing, Seal | None]:
    """Where the table stands, and the last seal; NothingToSeal, Damaged."""
    try:
        with closing(reading(journal.path)) as connection:
            row = connection.execute(queries.LAST_ENTRY).fetchone()
            if row is None:
                raise NothingToSeal(journal.path)
            return Standing(*row), newest(connection)
    except BROKEN as error:
        raise Damaged(journal.path, journal.last) from error


def _entry(stood: Standing, terms: Terms, monotonic: int) -> Entry:
    """That the journal was sealed: it changes nothing at the table, and the same is due after it."""
    noted = events.Noted(SEALED, terms.by, str(terms.number), terms.terminal)
    return Entry(
        kind=events.kind_of(noted),
        event=events.ENCODER.encode(noted),
        refused=None,
        at=terms.at,
        monotonic=monotonic,
        person=terms.by,
        shift=terms.shift,
        shoe=stood.shoe,
        round=stood.round,
        prompt=stood.prompt.encode(),
        clauses=msgspec.json.decode(stood.clauses, type=tuple[str, ...]),
        line=None,
        raw=None,
    )


def _grown(connection: sqlite3.Connection, entries: int) -> bytes:
    """The root over so many entries; the blocks that are whole with it are kept."""
    kept = connection.execute(queries.BLOCKS_KEPT).fetchone()[0]
    tree = Blocks(root for (root,) in connection.execute(queries.BLOCKS, (0, kept)))
    for (digest,) in connection.execute(queries.DIGESTS, (tree.size, entries)):
        block = tree.add(digest)
        if block is not None:
            connection.execute(queries.KEEP_BLOCK, (tree.whole, block))
    return tree.root

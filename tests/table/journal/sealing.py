"""Sealed journals, and somebody who knows SQLite and how everything in them is computed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from console.table.core import SetClock
from console.table.journal import SealKey, seal_key
from console.table.journal.file import chain
from console.table.journal.file.heading import beginning, heading_in
from console.table.journal.file.high_water_mark import forget
from console.table.journal.proof.seals import seal
from console.table.journal.proof.statement import Seal
from tests.table.journal.entries import drawn, opened, without_triggers

COLUMNS = ", ".join(chain.FIELDS)


def key_in(folder: Path) -> SealKey:
    """A key of its own in a folder of its own."""
    return seal_key(folder)


def sealed(path: Path, key: SealKey, *shifts: int, tail: int = 0, by: str | None = "S1") -> list[Seal]:
    """Make a closed journal and return its seals: entries and a seal for each shift, then ``tail`` entries
    more.
    """
    clock, place = SetClock(), 0
    seals: list[Seal] = []
    with opened(path) as journal:
        for count in (*shifts, tail):
            journal.append([drawn(place + each) for each in range(1, count + 1)])
            place += count
            clock.advance(8 * 3600)
            if len(seals) < len(shifts):
                seals.append(seal(journal, key, clock, by))
    return seals


def rechained(path: Path, number: int, **change: str | bytes) -> None:
    """Change an entry and compute digest and chain from there to the end, so that both are whole again; the
    mark of the journal's end goes, as it names the chain that was.
    """
    forget(path.with_name(path.name + ".lock"))
    with without_triggers(path) as connection:
        for column, value in change.items():
            connection.execute(f"UPDATE entry SET {column} = ? WHERE number = ?", (value, number))
        rechain(connection, number)


def rechain(connection: sqlite3.Connection, first: int) -> None:
    """Digests and chain from this entry to the end, as they would have been written."""
    before = "SELECT chain FROM entry WHERE number = ? UNION ALL SELECT digest FROM meta LIMIT 1"
    (head,) = connection.execute(before, (first - 1,)).fetchone()
    rows = connection.execute(f"SELECT {COLUMNS} FROM entry WHERE number >= ? ORDER BY number", (first,))
    for values in rows.fetchall():
        digest = chain.digest(values)
        head = chain.link(head, digest)
        connection.execute(
            "UPDATE entry SET digest = ?, chain = ? WHERE number = ?", (digest, head, values[0])
        )


@contextmanager
def owner(path: Path) -> Iterator[sqlite3.Connection]:
    """The file for somebody to whom SQLite lets nothing be sacred; its triggers do not fire meanwhile."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        kept = connection.execute("SELECT rowid, * FROM sqlite_master WHERE type = 'trigger'").fetchall()
        connection.execute("DELETE FROM sqlite_master WHERE type = 'trigger'")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        slots = (
            "INSERT INTO sqlite_master (rowid, type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?, ?)"
        )
        connection.executemany(slots, kept)


def digested(connection: sqlite3.Connection) -> None:
    """Recompute all that needs no key: the heading's digest, digests and chain, kept states' digests."""
    said = heading_in(connection) if _has_state(connection) else None
    if said is not None:
        connection.execute("UPDATE meta SET digest = ?", (beginning(said),))
    head = _head(connection)
    fields = ", ".join(chain.FIELDS if said is not None else chain.FIELDS[:-1])
    for values in connection.execute(f"SELECT {fields} FROM entry ORDER BY number").fetchall():
        digest = chain.digest(values if said is not None else (*values, None))
        head = chain.link(head, digest)
        connection.execute(
            "UPDATE entry SET digest = ?, chain = ? WHERE number = ?", (digest, head, values[0])
        )
    for number, state in connection.execute("SELECT number, state FROM checkpoint").fetchall():
        at = connection.execute("SELECT chain FROM entry WHERE number = ?", (number,)).fetchone()
        where = at[0] if at else _head(connection) if number == 0 else None
        sealed = chain.digest_of(chain.pack(("checkpoint", number, where, state)))
        connection.execute("UPDATE checkpoint SET digest = ? WHERE number = ?", (sealed, number))


def _head(connection: sqlite3.Connection) -> bytes:
    found = connection.execute("SELECT digest FROM meta").fetchone()
    return bytes(found[0]) if found and isinstance(found[0], bytes) else b""


def _has_state(connection: sqlite3.Connection) -> bool:
    return any(row[1] == "state" for row in connection.execute("PRAGMA table_info(meta)"))

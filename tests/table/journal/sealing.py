"""Sealed journals, and somebody who knows SQLite and how everything in them is computed."""

import sqlite3
from pathlib import Path

from console.table.core.running.clock import SetClock
from console.table.journal.file import chain
from console.table.journal.file.high_water_mark import forget
from console.table.journal.proof.keys import SealKey, seal_key
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

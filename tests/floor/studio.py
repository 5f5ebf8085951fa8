"""A floor as the tests ask it, and journals with play in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from console.floor.door import PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.schema import add_table, migrate
from console.journal import Identity, SqliteJournal
from console.journal.shipment import Shipment
from tests.bench.play import FIRST, opened, played

T1 = Identity("T1", "baccarat", "sv")


class Floor(NamedTuple):
    """A server, a database with its administrator's connection, the tables' accounts, the open doors."""

    server: Server
    dsn: str
    admin: psycopg.Connection[tuple[Any, ...]]
    accounts: dict[str, str]
    doors: list[PostgresDoor]

    def door(self, table: str = "T1") -> PostgresDoor:
        """The door by the table's own account; it is closed when the test ends."""
        self.doors.append(PostgresDoor(f"{self.dsn} user={self.accounts[table]}", table))
        return self.doors[-1]

    @contextmanager
    def account(self, name: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """A connection of an account."""
        with psycopg.connect(f"{self.dsn} user={name}", autocommit=True) as connection:
            yield connection

    def entries(self, table: str = "T1", part: int = 1) -> list[bytes]:
        """What it holds of a part, in order of its numbers, none twice."""
        asked = "SELECT number, packed FROM floor.entry WHERE table_id = %s AND part = %s ORDER BY number"
        rows = self.admin.execute(asked, (table, part)).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        return [packed for _, packed in rows]

    def head(self, table: str = "T1", part: int = 1) -> tuple[int, bytes]:
        """How far a part has come, and the chain there."""
        asked = "SELECT number, chain FROM floor.journal WHERE table_id = %s AND part = %s"
        row = self.admin.execute(asked, (table, part)).fetchone()
        assert row is not None
        return row[0], row[1]

    def disputes(self) -> list[str]:
        """What did not fit, in order."""
        return [said for (said,) in self.admin.execute("SELECT said FROM floor.dispute ORDER BY at")]


@contextmanager
def made(server: Server, name: str) -> Iterator[Floor]:
    """A floor that knows the tables T1 and T2, in a database of its own."""
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    dsn = f"host={server.sockets} dbname={name}"
    doors = list[PostgresDoor]()
    with psycopg.connect(f"{dsn} user={SUPERUSER}", autocommit=True) as admin:
        migrate(admin)
        said = {"studio": "Riga", "game": "baccarat", "rules": "sv"}
        accounts = {table: add_table(admin, table, **said) for table in ("T1", "T2")}
        try:
            yield Floor(server, dsn, admin, accounts, doors)
        finally:
            for door in doors:
                door.close()


def journal(path: Path, entries: int = 0) -> SqliteJournal:
    """A baccarat table's journal with so many entries of play."""
    found = opened(path, T1, FIRST)
    if entries:
        found.append(played(entries)[1][:entries])
    return found


def packed(path: Path) -> list[bytes]:
    """The bytes of every entry of a journal."""
    shipment, found = Shipment(path), list[bytes]()
    while batch := shipment.batch(len(found) + 1, shipment.last()[0]).packed:
        found += batch
    return found

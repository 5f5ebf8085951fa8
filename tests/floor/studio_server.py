"""A floor as the tests ask it, and journals with play in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from console.floor import desk, door
from console.floor.desk import PostgresDesk
from console.floor.door import Answer, PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.holdings import Holdings
from console.floor.operation import WATCHING, add_studio, add_table, add_window
from console.floor.schema import migrate
from console.floor.self_report import Call, CallKind, SelfReport, TableStanding, encode_report
from console.floor.wall import Boss
from console.table.journal import Batch, Heading, Identity, Shipment, SqliteJournal
from tests.instruments.bench.play import FIRST, lines_and_entries, opened

T1 = Identity("T1", "baccarat", "sv")
JONAS, AIDA = Boss("P1", "Jonas", "pit_boss"), Boss("P2", "Aida", "pit_boss")
BEGUN = datetime(2026, 5, 1, 3, tzinfo=UTC)
EMPTY = Heading("T1", "baccarat", "sv", "2026-05-01T00:00:00.000Z", "0.3.0", sha256(b"T1").digest())
CALL = Call(number=3, kind=CallKind.CALL, since=BEGUN)
CALLED = SelfReport(standing=TableStanding.PLAYING, since=BEGUN, call=CALL)


class FloorServer(NamedTuple):
    """A server, a database with its administrator's connection, the tables' accounts, the open doors."""

    server: Server
    dsn: str
    admin: psycopg.Connection[tuple[Any, ...]]
    accounts: dict[str, str]
    doors: list[PostgresDoor]
    desks: list[PostgresDesk]
    windows: dict[str, str]
    """The account of each kind of window, of Riga."""

    def door(self, table: str = "T1", deadline: float = door.DEADLINE) -> PostgresDoor:
        """The door by the table's own account; it is closed when the test ends. The table's clock stands."""
        account = f"{self.dsn} user={self.accounts[table]}"
        self.doors.append(PostgresDoor(account, table, deadline=deadline, now=lambda: BEGUN))
        return self.doors[-1]

    def desk(self, role: str = "boss", deadline: float = desk.DEADLINE) -> PostgresDesk:
        """The desk by a window's own account; it is closed when the test ends."""
        self.desks.append(PostgresDesk(f"{self.dsn} user={self.windows[role]}", deadline=deadline))
        return self.desks[-1]

    def file(self, folder: Path, account: str = SUPERUSER, database: str = "") -> Path:
        """A studio's file for this server, by default with its administrator's account."""
        file = folder / "floor.toml"
        settings = f'address = "{self.server.sockets}"\ndatabase = "{database or self.admin.info.dbname}"'
        file.write_text(f'studio = "Riga"\n[floor]\n{settings}\naccount = "{account}"\n', "utf-8")
        file.chmod(0o600)
        return file

    def disconnect(self) -> None:
        """Close the doors and desks that a test opened."""
        opened: list[PostgresDoor | PostgresDesk] = [*self.doors, *self.desks]
        for each in opened:
            each.close()
        self.doors.clear()
        self.desks.clear()

    def lift_limits(self) -> None:
        """Let an account have many connections: a test has many doors of one table."""
        for account in (*self.accounts.values(), *self.windows.values()):
            self.admin.execute(f"ALTER ROLE {account} CONNECTION LIMIT 60".encode())

    def empty(self) -> None:
        """Delete all but tables, windows and studios, as if nothing had been."""
        # To cut off a table takes milliseconds, and they are many.
        every = (
            each
            for each in relations(self.admin)
            if each not in ("channel", "quota", "rolled_back", "studio", "tables", "watch", "window_account")
        )
        emptied = [f"DELETE FROM floor.{each}" for each in every]
        # No trigger writes it to the diary, which starts over.
        unseen = ["SET session_replication_role = replica", *emptied, "SET session_replication_role = origin"]
        self.admin.execute(";".join((*unseen, "SELECT floor.begin_diary()")).encode())

    @contextmanager
    def account(self, name: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """A connection of an account."""
        with psycopg.connect(f"{self.dsn} user={name}", autocommit=True) as connection:
            yield connection

    def entries(self, table: str = "T1", part: int = 1) -> list[bytes]:
        """The entries of a part in order of their numbers, none twice; with those that it shares with
        another.
        """
        head = "SELECT number FROM floor.journal WHERE table_id = %s AND part = %s"
        (until,) = self.admin.execute(head.encode(), (table, part)).fetchone() or (0,)
        rows = list[tuple[int, bytes]]()
        for own, low, high in Holdings(self.admin).stretches(table, part, 0, until):
            asked = "SELECT number, packed FROM floor.entry WHERE (table_id, part) = (%s, %s) "
            asked += "AND number > %s AND number <= %s ORDER BY number"
            rows += self.admin.execute(asked.encode(), (table, own, low, high)).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        return [packed for _, packed in rows]

    def head(self, table: str = "T1", part: int = 1) -> tuple[int, bytes]:
        """The last entry of a part, and the chain there."""
        asked = "SELECT number, chain FROM floor.journal WHERE table_id = %s AND part = %s"
        row = self.admin.execute(asked, (table, part)).fetchone()
        assert row is not None
        return row[0], row[1]

    def disputes(self) -> list[str]:
        """The entries that did not fit, in order."""
        return [text for (text,) in self.admin.execute("SELECT said FROM floor.dispute ORDER BY at")]


def relations(admin: psycopg.Connection[tuple[Any, ...]]) -> list[str]:
    """Every table of the schema, without their partitions."""
    asked = """
        SELECT relname FROM pg_class WHERE relnamespace = 'floor'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition ORDER BY relname
    """
    return [name for (name,) in admin.execute(asked.encode())]


@contextmanager
def new_floor(server: Server, name: str) -> Iterator[FloorServer]:
    """A floor that knows the tables T1 and T2, in a database of its own."""
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    dsn = f"host={server.sockets} dbname={name}"
    doors = list[PostgresDoor]()
    with psycopg.connect(f"{dsn} user={SUPERUSER}", autocommit=True) as admin:
        migrate(admin)
        for studio in ("Riga", "Vilnius"):
            add_studio(admin, studio)
        fields = {"studio": "Riga", "game": "baccarat", "rules": "sv"}
        accounts = {table: add_table(admin, table, **fields).account for table in ("T1", "T2")}
        windows = {role: add_window(admin, name, studio="Riga", role=role) for role in WATCHING}
        windows["elsewhere"] = add_window(admin, f"{name} 2", studio="Vilnius", role="boss")
        try:
            found = FloorServer(server, dsn, admin, accounts, doors, [], windows)
            found.lift_limits()
            yield found
        finally:
            for door in doors:
                door.close()


def journal(path: Path, entries: int = 0) -> SqliteJournal:
    """A baccarat table's journal with ``entries`` entries of play."""
    found = opened(path, T1, FIRST)
    if entries:
        found.append(lines_and_entries(entries)[1][:entries])
    return found


def packed(path: Path) -> list[bytes]:
    """The bytes of every entry of a journal."""
    shipment, found = Shipment(path), list[bytes]()
    while batch := shipment.batch(len(found) + 1, shipment.last()[0]).packed:
        found += batch
    return found


def send_report(floor: FloorServer, report: SelfReport = CALLED, table: str = "T1") -> Answer:
    """Send a table's report to the floor, as a table does with each sign of life."""
    return floor.door(table).ship(1, EMPTY, Batch(1, EMPTY.digest), encode_report(report))

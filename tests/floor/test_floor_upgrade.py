"""A floor of an older version gets today's schema while its tables ship; their older consoles go on."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from console.floor.desk import PostgresDesk
from console.floor.door import PostgresDoor
from console.floor.holdings import Holdings
from console.floor.schema import limits_of, migrate
from console.floor.shipper import Shipper
from console.table.journal import Shipment
from tests.floor.studio_server import FloorServer, journal, packed
from tests.floor.test_schema import floor_of_1_0_0

Connection = psycopg.Connection[tuple[Any, ...]]
OLDER: Final = {"1.0.0": (floor_of_1_0_0, rf", '\x{16 * '31'}'::bytea, now()")}
"""The floors, and what a console of that version says beside the entries: of 1.0.0 its id and its clock."""
MANY, AT_ONCE = 240, 6


class OldConsole:
    """A console of an older version: it sends a journal by that version's statement, from the answer on."""

    def __init__(self, dsn: str, path: Path, more: str) -> None:
        self._dsn, self._shipment = dsn, Shipment(path)
        self._asked = f"""
            SELECT said, number FROM floor.ship(
                'T1', 1, %s, %s, %s, %s, %s::timestamptz[], %s::text[], %b::bytea[],
                '{{"standing": "playing", "since": "2026-05-01T00:00:00Z"}}'{more}
            )
        """.encode()
        self.answers = list[str]()
        self.sent = 0

    def step(self, connection: Connection) -> None:
        """The next entries, or a sign of life."""
        heading = self._shipment.heading
        names = ("table", "game", "rules", "created", "version")
        fields = {name: getattr(heading, name) for name in names}
        text = json.dumps(fields | {"follows": None})
        batch = self._shipment.batch(self.sent + 1, self.sent + AT_ONCE)
        slots = (batch.times, batch.kinds, batch.packed)
        row = connection.execute(
            self._asked,
            (
                heading.digest,
                text,
                self.sent + 1,
                batch.before,
                *map(list, slots),
            ),
        ).fetchone()
        assert row is not None
        self.answers.append(row[0])
        self.sent = row[1]

    def go_on(self, until: Callable[[], bool]) -> None:
        """Send until it is enough, on a new connection where the server has ended one."""
        while not until():
            with (
                suppress(psycopg.OperationalError),
                psycopg.connect(self._dsn, autocommit=True) as connection,
            ):
                while not until():
                    self.step(connection)


@contextmanager
def meanwhile(work: Callable[[Callable[[], bool]], None]) -> Iterator[threading.Event]:
    """Do this in a thread of its own until the block ends; a failure there is one here."""
    ended, under_way, failures = threading.Event(), threading.Event(), list[BaseException]()

    def run() -> None:
        try:
            work(lambda: under_way.set() or ended.is_set())  # type: ignore[func-returns-value]
        except BaseException as error:  # it is raised again below
            failures.append(error)
        finally:
            under_way.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield under_way
    finally:
        ended.set()
        thread.join(60)
    assert not failures, failures


@pytest.mark.sweep
@pytest.mark.parametrize("version", OLDER)
def test_an_older_floor_is_upgraded_while_its_tables_ship_and_they_go_on(
    floor: FloorServer, tmp_path: Path, version: str
) -> None:
    make, more = OLDER[version]
    path = tmp_path / "T1.db"
    journal(path, MANY).close()
    database = f"playing_{version.replace('.', '_')}"
    account, boss = floor.accounts["T1"], floor.windows["boss"]
    with make(floor.server, database) as admin:
        admin.execute("INSERT INTO floor.studio (studio, name) VALUES ('Riga', 'Riga')")
        added = "INSERT INTO floor.tables (table_id, studio, name, game, rules, account) VALUES "
        admin.execute(f"{added} ('T1', 'Riga', 'T1', 'baccarat', 'sv', '{account}')".encode())
        admin.execute(f"INSERT INTO floor.watch (account, studio) VALUES ('{boss}', 'Riga')".encode())
        dsn = f"host={floor.server.sockets} dbname={database}"
        old = OldConsole(f"{dsn} user={account}", path, more)
        with meanwhile(old.go_on) as under_way:
            assert under_way.wait(30)
            migrate(admin)
        assert {*old.answers} <= {"taken", "known"}
        # The older console goes on at the newer floor, and a wall of today reads it.
        old.go_on(lambda: old.sent == MANY)
        reading = (desk := PostgresDesk(f"{dsn} user={boss}")).read()
        desk.close()
        assert [(seen.table, seen.number) for seen in reading.tables] == [("T1", MANY)]
        # So does the console of today, with the journal that the older one had sent.
        door = PostgresDoor(f"{dsn} user={account}", "T1")
        shipper = Shipper(path, door, None)
        while shipper.step():
            pass
        door.close()
        (part,) = Holdings(admin).parts(["T1"])
        assert Holdings(admin).walk(part).flaw is None and part.number == MANY
        kept = admin.execute("SELECT packed FROM floor.entry ORDER BY number").fetchall()
        assert [entry for (entry,) in kept] == packed(path)
        assert admin.execute("SELECT count(*) FROM floor.dispute").fetchone() == (0,)
        row = admin.execute(
            "SELECT setconfig FROM pg_db_role_setting AS s JOIN pg_roles AS r ON r.oid = s.setrole "
            "WHERE r.rolname = %s AND s.setdatabase = 0",
            (account,),
        ).fetchone()
        limits = [f"{name}={value}" for name, value in limits_of("floor_table")[1].items()]
        assert [each for each in limits if each not in str(row)] == [], "its sessions leave the log alone now"

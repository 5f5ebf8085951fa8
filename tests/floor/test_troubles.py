"""The causes for which a floor's server refuses are recognised, at a real server."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple, NoReturn

import psycopg
import pytest

from console.base.errors import Trouble, trouble_of
from console.base.errors.server_troubles import TROUBLES
from console.floor import desk, operation
from console.floor.database import connect
from console.floor.desk import PostgresDesk
from console.floor.door import STOPS, BatchStatus, NoDoor, PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.errors import FloorError
from console.floor.operation.known_tables import table_of_name
from console.floor.shipper import Shipper
from console.floor.ui.overview_start import wall_connection
from console.table.core import kind_of_name
from tests.floor.studio_server import AIDA, JONAS, FloorServer, journal, new_floor
from tests.floor.test_refusals import Turn, refusals_of

REFUSED_FOR = 60.0
"""Seconds until a table reports that its floor refuses it: a minute (floor-operations.md)."""
TOO_MANY = 'FATAL:  too many connections for role "boss_1"'
CONNECTING = 'connection failed: connection to server at "10.1.0.4", port 5432 failed: '


class Said(Exception):
    """A server's error, as a database's library gives it."""

    def __init__(self, text: str, sqlstate: str | None = None) -> None:
        super().__init__(text)
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("Connection refused", Trouble.LOST),
        ("timeout expired", Trouble.LOST),
        ("SSL error: unexpected eof while reading", Trouble.LOST),
        ("SSL connection has been closed unexpectedly", Trouble.LOST),
        ("SSL error: certificate verify failed", Trouble.CERTIFICATE),
        ("SSL error: tlsv1 alert unknown ca", Trouble.CERTIFICATE),
        ("server does not support SSL, but SSL was required", Trouble.CERTIFICATE),
        ('root certificate file "/etc/ca.pem" does not exist', Trouble.CERTIFICATE),
        ('server certificate for "db2" does not match host name "db1"', Trouble.CERTIFICATE),
        ('FATAL:  password authentication failed for user "table_ab"', Trouble.REFUSED),
        ('FATAL:  no pg_hba.conf entry for host "10.1.0.4", user "table_ab", no encryption', Trouble.REFUSED),
        ('FATAL:  role "table_ab" does not exist', Trouble.REFUSED),
        ('FATAL:  role "table_ab" is not permitted to log in', Trouble.REFUSED),
        (TOO_MANY, Trouble.MANY),
        ("FATAL:  sorry, too many clients already", Trouble.BUSY),
        (
            "FATAL:  remaining connection slots are reserved",
            Trouble.BUSY,
        ),
        ("FATAL:  the database system is starting up", Trouble.BUSY),
        ('FATAL:  database "flor" does not exist', Trouble.DATABASE),
        ('FATAL:  permission denied for database "floor"', Trouble.RIGHTS),
        ("session is read-only", Trouble.STANDBY),
        ("FATAL:  could not write init file: No space left on device", Trouble.FULL),
        ("FATAL:  could not open file: Read-only file system", Trouble.FULL),
    ],
)
def test_a_connection_that_was_not_made_says_why_by_its_text(text: str, trouble: Trouble) -> None:
    assert trouble_of(Said(CONNECTING + text)) is trouble


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        ("57014", Trouble.BUSY),  # a statement that took too long
        ("55P03", Trouble.BUSY),  # a lock that did not come
        ("40P01", Trouble.BUSY),
        ("57P03", Trouble.BUSY),
        ("25006", Trouble.STANDBY),
        ("42501", Trouble.RIGHTS),
        ("42883", Trouble.VERSION),
        ("23514", Trouble.CHANGED),
        ("3F000", Trouble.VERSION),
        ("53100", Trouble.FULL),
        ("58030", Trouble.FULL),
        ("53300", Trouble.BUSY),
        ("28P01", Trouble.REFUSED),
        ("3D000", Trouble.DATABASE),
        ("08006", Trouble.LOST),
    ],
)
def test_a_statement_that_failed_says_why_by_its_state_in_any_language(state: str, trouble: Trouble) -> None:
    assert trouble_of(Said("Anweisung wurde abgebrochen", state)) is trouble


@pytest.mark.parametrize(
    ("state", "text", "trouble"),
    [
        ("28P01", "Passwort-Authentifizierung für Benutzer »t1« fehlgeschlagen", Trouble.REFUSED),
        ("28000", "Rolle »t1« existiert nicht", Trouble.REFUSED),
        ("3D000", "Datenbank »flor« existiert nicht", Trouble.DATABASE),
        ("57P03", "データベースシステムは起動しています", Trouble.BUSY),
        ("55000", "Datenbank »floor« akzeptiert gegenwärtig keine Verbindungen", Trouble.BUSY),
    ],
)
def test_a_server_of_another_language_refuses_a_connection_by_its_state(
    tmp_path: Path, state: str, text: str, trouble: Trouble
) -> None:
    fields = f"SFATAL\0VFATAL\0C{state}\0M{text}\0\0".encode()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / ".s.PGSQL.5432"))
        server.listen()

        def answer() -> None:
            for _ in range(2):
                asking, _ = server.accept()
                with asking:
                    asking.recv(4_096)
                    asking.sendall(b"E" + struct.pack("!i", len(fields) + 4) + fields)

        answering = threading.Thread(target=answer, daemon=True)
        answering.start()
        with pytest.raises(psycopg.OperationalError) as refused:
            connect(f"host={tmp_path} user=t1 dbname=flor")
        answering.join(5)
    assert (refused.value.sqlstate, trouble_of(refused.value)) == (state, trouble)


def test_every_trouble_has_a_row() -> None:
    assert {row.trouble for row in TROUBLES} == set(Trouble)


class ServerTrouble(NamedTuple):
    """A change to a server, its undoing, and what a window finds meanwhile."""

    change: str
    undoing: str
    trouble: Trouble


CASES = {
    "locked": ServerTrouble("ALTER ROLE {boss} NOLOGIN", "ALTER ROLE {boss} LOGIN", Trouble.REFUSED),
    "many": ServerTrouble(
        "ALTER ROLE {boss} CONNECTION LIMIT 0", "ALTER ROLE {boss} CONNECTION LIMIT 6", Trouble.MANY
    ),
    "rights": ServerTrouble("REVOKE floor_boss FROM {boss}", "GRANT floor_boss TO {boss}", Trouble.RIGHTS),
    "read only": ServerTrouble(
        "ALTER ROLE {boss} SET default_transaction_read_only = on",
        "ALTER ROLE {boss} RESET default_transaction_read_only",
        Trouble.STANDBY,
    ),
    "older": ServerTrouble(
        "ALTER FUNCTION floor.whole_reading RENAME TO reading_of_later",
        "ALTER FUNCTION floor.reading_of_later RENAME TO whole_reading",
        Trouble.VERSION,
    ),
}


@contextmanager
def changed_floor(floor: FloorServer, case: ServerTrouble) -> Iterator[None]:
    boss = floor.windows["boss"]
    floor.admin.execute(case.change.format(boss=boss).encode())
    try:
        yield
    finally:
        floor.admin.execute(case.undoing.format(boss=boss).encode())


def test_a_windows_own_waiting_attempts_are_no_other_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stood still counts them as connections until it finds nobody there."""
    said = iter((TOO_MANY, "connection timeout expired", TOO_MANY, TOO_MANY))

    def fail(*_: object, **others: object) -> NoReturn:
        raise psycopg.OperationalError(next(said))

    monkeypatch.setattr("console.floor.database.connect", fail)
    found = []
    with closing(PostgresDesk("host=/tmp user=boss_1")) as window:
        for wait in (15.0, 15.0, 15.0, 0.0):
            monkeypatch.setattr(desk, "OWN_WAIT", wait)
            with pytest.raises(NoDoor) as missed:
                window.read()
            found.append(missed.value.trouble)
    assert found == [Trouble.MANY, Trouble.LOST, Trouble.LOST, Trouble.MANY]


@pytest.mark.parametrize("name", CASES)
def test_a_window_finds_what_is_wrong_with_a_real_server(floor: FloorServer, name: str) -> None:
    with changed_floor(floor, CASES[name]), pytest.raises(NoDoor) as missed:
        floor.desk().read()
    assert missed.value.trouble is CASES[name].trouble
    assert floor.desk().read().tables, "and afterwards it is well"


def test_a_review_that_gets_no_connection_says_why_in_words(
    floor: FloorServer,
) -> None:
    """The readings of two walls with one account may leave no connection for these."""
    running = SimpleNamespace(dsn=f"{floor.dsn} user={floor.windows['boss']}", password=None)
    with changed_floor(floor, CASES["many"]), pytest.raises(FloorError) as missed:
        wall_connection(running)  # type: ignore[arg-type]
    assert missed.value.key == "floor.unreached.many"
    wall_connection(running).close()  # type: ignore[arg-type]


def test_a_window_with_another_database_in_its_file_finds_none_of_that_name(floor: FloorServer) -> None:
    desk = PostgresDesk(f"{floor.dsn}_elsewhere user={floor.windows['boss']}")
    with pytest.raises(NoDoor) as missed:
        desk.read()
    desk.close()
    assert missed.value.trouble is Trouble.DATABASE


def test_a_press_that_waits_too_long_for_a_lock_finds_a_busy_server(floor: FloorServer) -> None:
    desk = floor.desk("supervisor", deadline=30.0)  # the lock's own limit comes first
    desk.read()
    with psycopg.connect(floor.dsn, user=SUPERUSER) as other:
        other.execute(b"LOCK TABLE floor.tables")
        with pytest.raises(NoDoor) as missed:
            desk.settle("T1", AIDA, "restored")
    assert missed.value.trouble is Trouble.BUSY


def test_a_press_on_a_table_that_was_moved_away_is_no_lost_right(floor: FloorServer) -> None:
    operation.add_studio(floor.admin, "Vilnius")
    operation.move_table(floor.admin, table_of_name(floor.admin, "T1"), "Vilnius")
    try:
        with pytest.raises(NoDoor) as at_boss:
            floor.desk().unshelve("T1", "clock", JONAS)
        with pytest.raises(NoDoor) as at_supervisor:
            floor.desk("supervisor").settle("T1", AIDA, "restored")
    finally:
        operation.move_table(floor.admin, table_of_name(floor.admin, "T1"), "Riga")
    assert {at_boss.value.trouble, at_supervisor.value.trouble} == {Trouble.GONE}


@pytest.mark.sweep
def test_a_server_with_a_full_disk_says_so_and_can_still_be_read(
    own_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wall reads what there is, and knows why nothing new comes; a table keeps its entries."""
    monkeypatch.setattr("console.floor.desk.LOOKS_AT_OVERDUE", 0.0)
    path = tmp_path / "journal.db"
    with new_floor(own_server, "disk") as floor, journal(path, 3) as kept:
        desk, shipper = floor.desk(), Shipper(path, floor.door(), None)
        assert desk.read().full_for is None
        operation.add_studio(floor.admin, "Tallinn")  # the diary waits for its number, which is written
        with full_disk(floor):
            for _ in range(2):
                reading = desk.read()
                assert reading.full_for is not None and len(reading.tables) == 2
            with pytest.raises(NoDoor) as missed:
                shipper.step()
        assert missed.value.trouble is Trouble.FULL
        assert desk.read().full_for is None
        while shipper.step():
            pass
        assert len(floor.entries()) == kept.last
        desk.close()


@pytest.mark.parametrize(
    ("done", "undone", "trouble"),
    [
        (
            "ALTER FUNCTION floor.clocks_apart RENAME TO clocks",
            "ALTER FUNCTION floor.clocks RENAME TO clocks_apart",
            Trouble.VERSION,
        ),
        (
            "REVOKE EXECUTE ON FUNCTION floor.ended FROM floor_boss",
            "GRANT EXECUTE ON FUNCTION floor.ended TO floor_boss",
            Trouble.RIGHTS,
        ),
    ],
)
def test_a_floor_that_is_too_old_and_a_lost_right_are_named_and_are_no_full_disk(
    floor: FloorServer, done: str, undone: str, trouble: Trouble
) -> None:
    floor.admin.execute(done.encode())
    try:
        with pytest.raises(NoDoor) as missed:
            floor.desk().read()
    finally:
        floor.admin.execute(undone.encode())
    assert missed.value.trouble is trouble
    assert floor.desk().read().full_for is None


@contextmanager
def full_disk(floor: FloorServer) -> Iterator[None]:
    """The server's disk takes no temporary file, and no row of what tables and walls write."""
    scratch = floor.server.folder / "data" / "base" / "pgsql_tmp"
    refuses = b"""
        CREATE FUNCTION public.refuses() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
        END $$
    """
    written = "diary_chain", "state"
    floor.admin.execute(refuses)
    floor.admin.execute(b"SELECT floor.can_store()")  # this call makes the folder
    for table in written:
        floor.admin.execute(
            f"CREATE TRIGGER refuses BEFORE INSERT OR UPDATE ON floor.{table}"
            " FOR EACH ROW EXECUTE FUNCTION public.refuses()".encode()
        )
    scratch.chmod(0o500)
    try:
        yield
    finally:
        scratch.chmod(0o700)
        for table in written:
            floor.admin.execute(f"DROP TRIGGER refuses ON floor.{table}".encode())


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(seconds=-2.5), timedelta(seconds=1)])
def test_a_clock_that_is_two_seconds_off_is_known_at_the_table_and_at_the_wall(
    floor: FloorServer, tmp_path: Path, ahead: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wall believes it at its second look: after one alone a batch may just have waited on its way."""
    monkeypatch.setattr(desk, "LOOKS_AT_OVERDUE", 0.0)
    told = list[float]()
    door = PostgresDoor(
        f"{floor.dsn} user={floor.accounts['T1']}", "T1", now=lambda: datetime.now(UTC) + ahead
    )
    with journal(tmp_path / "journal.db", 3):
        shipper = Shipper(tmp_path / "journal.db", door, None, on_clock=told.append)
        while shipper.step():
            pass
        shipper.close()
    assert told == pytest.approx([ahead.total_seconds()], abs=0.5)
    window, counts = floor.desk(), abs(ahead.total_seconds()) >= 2
    for known in (0.0, ahead.total_seconds() if counts else 0.0):
        seen = next(each for each in window.read().tables if each.table == "T1")
        assert seen.clock_ahead == pytest.approx(known, abs=0.5)


def test_a_table_says_after_a_minute_that_its_own_file_keeps_it_from_its_floor() -> None:
    """Only the table knows of a certificate that it does not trust; everybody sees a server that is away."""
    gone = (Trouble.LOST, Trouble.BUSY, Trouble.FULL, Trouble.STANDBY)
    turns: list[Turn] = [(at, NoDoor("no", trouble)) for trouble in gone for at in (0.0, REFUSED_FOR)]
    due = list[tuple[int, Trouble | None]]()
    for trouble in (Trouble.CERTIFICATE, Trouble.DATABASE, Trouble.VERSION, Trouble.CHANGED):
        turns += [(0.0, NoDoor("no", trouble)), (1.0, NoDoor("gone", Trouble.LOST))]
        # A server that was away in between: the minute begins again.
        turns += [(at, NoDoor("no", trouble)) for at in (REFUSED_FOR, 2 * REFUSED_FOR)]
        due.append((len(turns), trouble))
        turns.append((2 * REFUSED_FOR, None))
        due.append((len(turns), None))
    said = refusals_of(turns)
    assert [(turn, None if error is None else error.trouble) for turn, error in said] == due


@pytest.mark.parametrize("stop", sorted(STOPS - {BatchStatus.DISPUTED}))
def test_each_stop_of_shipping_is_a_kind_of_note(stop: BatchStatus) -> None:
    assert kind_of_name(f"floor_{stop}") == f"floor_{stop}"

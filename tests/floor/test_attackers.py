"""What each account of the floor may, tried with it: a table calls its own door, and nothing else."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from console.floor.door import NoDoor, Said
from console.floor.embedded import DATABASE, SUPERUSER, Server
from console.floor.errors import StrangeFloor
from console.floor.schema import migrate
from console.journal.shipment import Batch, Shipment
from tests.floor.studio import Floor, journal, made

RELATIONS = ("studio", "tables", "journal", "entry", "state", "dispute", "entry_other")
WRITES = (
    "INSERT INTO floor.{0} SELECT * FROM floor.{0}",
    "DELETE FROM floor.{0}",
    "TRUNCATE floor.{0}",
    "DROP TABLE floor.{0}",
    "ALTER TABLE floor.{0} ADD COLUMN own text",
    "CREATE RULE own AS ON INSERT TO floor.{0} DO INSTEAD NOTHING",
    "COPY floor.{0} FROM PROGRAM 'true'",
)
BEYOND = (
    "CREATE TABLE floor.own (a int)",
    "CREATE TABLE public.own (a int)",
    "CREATE SCHEMA own",
    "CREATE FUNCTION floor.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT $1'",
    "SET ROLE floor_owner",
    "SET SESSION AUTHORIZATION floor_admin",
    "SET ROLE floor_admin",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "CREATE ROLE own",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT floor.disputed('T1', 1, 'forked', 1, '', '')",
    "SELECT floor.make_days('2020-01-01', 100000)",
    "SELECT lo_import('/etc/passwd')",
    "COPY (SELECT 1) TO PROGRAM 'true'",
)


def refused(connection: psycopg.Connection[tuple[object, ...]], statement: str) -> bool:
    """Whether the server refuses it for want of a right."""
    try:
        connection.execute(statement.encode())
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedFunction):
        return True
    return False


@pytest.fixture
def boss(floor: Floor) -> str:
    floor.admin.execute(
        "DO $$ BEGIN CREATE ROLE a_boss LOGIN IN ROLE floor_boss; EXCEPTION WHEN duplicate_object THEN END $$"
    )
    return "a_boss"


def test_no_account_writes_a_row_or_makes_a_thing(floor: Floor, boss: str) -> None:
    for account in (floor.accounts["T1"], boss):
        with floor.account(account) as connection:
            tried = [write.format(relation) for relation in RELATIONS for write in WRITES] + list(BEYOND)
            taken = [statement for statement in tried if not refused(connection, statement)]
            assert (taken, len(tried)) == ([], len(RELATIONS) * len(WRITES) + len(BEYOND))


def test_a_table_reads_no_row_and_a_boss_no_entry(floor: Floor, boss: str) -> None:
    with floor.account(floor.accounts["T1"]) as table, floor.account(boss) as other:
        assert all(refused(table, f"SELECT * FROM floor.{relation}") for relation in RELATIONS)
        assert refused(other, "SELECT * FROM floor.entry")
        assert not refused(other, "SELECT * FROM floor.state")
        assert refused(other, "SELECT * FROM floor.hello('T1')")


def test_another_tables_account_is_refused_by_the_door(floor: Floor, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 5):
        shipment, door = Shipment(path), floor.door("T2")
        door._table = "T1"
        for call in (
            lambda: door.ship(1, shipment.heading, shipment.batch(1, 5)),
            door.hello,
            lambda: door.pass_by(1, shipment.batch(1, 1)),
        ):
            with pytest.raises(NoDoor, match="not the account of table T1"):
                call()
    assert floor.entries() == []


def test_what_an_account_puts_into_its_own_temporary_schema_is_not_found_by_the_door(
    floor: Floor, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    floor.admin.execute(f"GRANT TEMPORARY ON DATABASE {floor.admin.info.dbname} TO floor_table".encode())
    with journal(path, 5), floor.account(floor.accounts["T1"]) as connection:
        connection.execute("CREATE TEMPORARY TABLE tables (table_id text, account name)")
        connection.execute("INSERT INTO tables VALUES ('T2', session_user)")
        connection.execute("SET search_path = pg_temp, floor")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT * FROM floor.hello('T2')")


@pytest.mark.parametrize(
    "changed",
    [
        {"first": 0},
        {"first": -1},
        {"before": b""},
        {"times": ()},
        {"kinds": ("a", "b")},
        {"packed": (b"",)},
        {"packed": (b"\x9e\x02rest",)},
        {"packed": (b"\xc0",)},
        {"times": ("never",)},
        {"kinds": ("\0",)},
    ],
)
def test_what_is_no_batch_is_refused_and_the_head_stays(
    floor: Floor, tmp_path: Path, changed: dict[str, object]
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 1):
        shipment, door = Shipment(path), floor.door()
        honest = shipment.batch(1, 1)
        fields = {name: getattr(honest, name) for name in Batch.__struct_fields__}
        with pytest.raises(Exception, match=r".") as refusal:
            door.ship(1, shipment.heading, Batch(**(fields | changed)))
        assert type(refusal.value).__name__ in ("NotTaken", "NoDoor", "DataError", "ValueError")
        assert floor.entries() == []
        assert door.ship(1, shipment.heading, honest).said is Said.TAKEN


def test_a_schema_that_was_changed_or_is_newer_is_refused_by_its_version(server: Server) -> None:
    with made(server, "strange") as floor:
        migrate(floor.admin)
        floor.admin.execute("UPDATE public.floor_version SET digest = %s", (bytes(32),))
        with pytest.raises(StrangeFloor) as changed:
            migrate(floor.admin)
        floor.admin.execute("INSERT INTO public.floor_version VALUES (999, %s)", (bytes(32),))
        with pytest.raises(StrangeFloor) as newer:
            migrate(floor.admin)
    assert (changed.value.key, newer.value.key) == ("floor.schema.changed", "floor.schema.newer")


def test_the_server_has_no_port_and_lets_nobody_in_by_a_network(floor: Floor) -> None:
    asked = {
        row[0]: row[1] for row in floor.admin.execute("SELECT name, setting FROM pg_settings").fetchall()
    }
    assert (asked["listen_addresses"], asked["unix_socket_permissions"]) == ("", "0700")
    rules = floor.admin.execute("SELECT type, auth_method FROM pg_hba_file_rules").fetchall()
    assert rules == [("local", "peer")]
    assert (DATABASE, SUPERUSER) == ("floor", "floor_admin")

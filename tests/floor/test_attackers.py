"""The rights of each account of the floor, tried with it: a table calls its own door, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace

from console.floor.door import BatchRefused, BatchStatus, NoDoor, PostgresDoor
from console.floor.embedded import DATABASE, SUPERUSER
from console.floor.schema import CATALOGS
from console.floor.wall import Boss, SeenCall
from console.table.journal import Batch, Shipment
from tests.floor.studio_server import JONAS, FloorServer, journal, relations, send_report

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
    "SELECT lo_create(0)",
    "SELECT pg_notify('floor', 'x')",
    "DO $$ BEGIN END $$",
    "SELECT lo_creat(-1)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT pg_logical_emit_message(false, 'x', 'x')",
    "SELECT pg_logical_emit_message(false, 'x', 'x'::bytea)",
    "SELECT pg_export_snapshot()",
    "SELECT pg_advisory_lock(1)",
    "SELECT pg_try_advisory_xact_lock(1)",
    "CREATE TEMPORARY TABLE own (a int)",
    "SELECT repeat('x', 1)",
    "SELECT array_fill(1, '{1}')",
    "SELECT generate_series(1, 2)",
    "SELECT nextval('floor.diary_queue_id_seq')",
    "SELECT floor.spend('T1', 1, 0)",
    "SELECT floor.give_back('T1', 1)",
    "SELECT usesysid FROM pg_stat_get_activity(NULL)",
    "SELECT pg_stat_get_backend_userid(1)",
    "SELECT pg_stat_get_backend_client_addr(1)",
    "ALTER ROLE CURRENT_USER SET log_min_messages = 'error'",
    "ALTER ROLE CURRENT_USER RESET log_min_messages",
    "SET log_min_error_statement = 'error'",
    "SET log_statement = 'all'",
    "SET log_min_duration_statement = 0",
    "SET log_duration = on",
    "UPDATE floor.quota SET a_day = 1",
    "COPY (SELECT 1) TO PROGRAM 'true'",
)


def is_refused(connection: psycopg.Connection[tuple[object, ...]], statement: str) -> bool:
    """Whether the server refuses it for want of a right."""
    try:
        connection.execute(statement.encode())
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedFunction):
        return True
    return False


def test_no_account_writes_a_row_or_makes_a_thing(floor: FloorServer) -> None:
    for account in (floor.accounts["T1"], *floor.windows.values()):
        with floor.account(account) as connection:
            every = (*relations(floor.admin), "entry_other")
            tried = [write.format(relation) for relation in every for write in WRITES]
            taken = [statement for statement in (*tried, *BEYOND) if not is_refused(connection, statement)]
            assert taken == []


READS = {
    "boss": {
        *("block", "call", "checkpoint", "diary", "dispute", "entry", "large_entry"),
        *("hand", "indexed", "journal", "shelf", "state", "studio", "tables", "twins"),
    },
    "supervisor": {
        *("block", "call", "checkpoint", "diary", "diary_chain", "diary_queue", "dispute", "duty", "entry"),
        "large_entry",
        *("hand", "indexed", "journal", "shelf", "state", "studio", "tables", "twins"),
    },
    "witness": {"dispute", "journal", "studio", "tables"},
    "indexer": {
        *("arrived", "block", "checkpoint", "entry", "indexed", "journal"),
        *("large_entry", "standing", "studio", "tables"),
    },
}
CALLS = {
    "table": {
        *("ship", "catch_up", "pass_by", "branch", "shrunk"),
        *("hello", "held", "digest_over", "keep_states", "knock", "passed_over", "own_channel"),
    },
    "boss": {
        *("reading", "seen", "take", "release", "shelve", "unshelve", "own_studios", "prepare_days"),
        *("reading_beside", "end_overdue", "count_console", "unlisted", "held", "digests", "digest_over"),
        *("page", "days", "counted", "texts", "met", "refusals", "ended", "diary_end", "diary_digests"),
        *("names", "open_disputes", "last_decision", "whole_reading", "number_diary", "own_channel"),
        *("can_store", "clocks_apart", "more_disputes", "set_duty", "on_duty"),
    },
    "supervisor": {
        *(
            "reading",
            "seen",
            "take",
            "release",
            "shelve",
            "unshelve",
            "own_studios",
            "prepare_days",
            "settle",
        ),
        *("reading_beside", "end_overdue", "count_console", "unlisted", "held", "digests", "digest_over"),
        *(
            "page",
            "days",
            "counted",
            "texts",
            "met",
            "refusals",
            "ended",
            "diary_end",
            "diary_digests",
            "diary_rows",
            "set_duty",
            "on_duty",
            "can_store",
            "clocks_apart",
            "more_disputes",
            "names",
            "open_disputes",
            "last_decision",
            "settle_dispute",
            "whole_reading",
            "number_diary",
            "own_channel",
        ),
    },
    "witness": {
        *("own_studios", "end_overdue", "prepare_days", "unlisted", "held", "digests", "digest_over"),
        *("diary_end", "diary_digests", "number_diary"),
    },
    "indexer": {"own_studios", "prepare_days", "post", "unpost", "end_overdue", "note_unreadable"},
}


def test_each_account_reads_and_calls_what_its_role_names_and_nothing_else(floor: FloorServer) -> None:
    accounts = {"table": floor.accounts["T1"], **floor.windows}
    del accounts["elsewhere"]
    for role, account in accounts.items():
        with floor.account(account) as connection:
            every = (*relations(floor.admin), "entry_other")
            read = {name for name in every if not is_refused(connection, f"SELECT * FROM floor.{name}")}
            assert read == READS.get(role, set()), role
            asked = """
                SELECT proname FROM pg_proc WHERE pronamespace = 'floor'::regnamespace
                AND has_function_privilege(oid, 'EXECUTE')
            """
            assert {name for (name,) in connection.execute(asked.encode())} == {*CALLS[role], "version"}, role


def test_a_table_s_account_reads_of_no_other_account_or_session(floor: FloorServer) -> None:
    with floor.account(floor.accounts["T1"]) as connection:
        for catalog in CATALOGS:
            assert is_refused(connection, f"SELECT * FROM {catalog}"), catalog
        (comment,) = connection.execute("SELECT floor.own_channel()").fetchone() or ("",)
        assert comment, "and the door is open all the same"


def test_every_readable_relation_is_limited_to_the_accounts_studios(floor: FloorServer) -> None:
    """Rights are granted to roles: without a policy of its own a relation would show every studio's rows."""
    granted = {relation for read in READS.values() for relation in read}
    asked = "SELECT relname FROM pg_class WHERE relnamespace = 'floor'::regnamespace AND relrowsecurity"
    assert granted <= {name for (name,) in floor.admin.execute(asked.encode())}


def test_every_function_that_runs_as_the_owner_names_its_schemas(floor: FloorServer) -> None:
    asked = """
        SELECT proname FROM pg_proc WHERE pronamespace = 'floor'::regnamespace AND prosecdef
        AND coalesce(array_to_string(proconfig, ','), '') !~ 'search_path=(floor|pg_catalog), pg_temp'
    """
    assert floor.admin.execute(asked.encode()).fetchall() == []


def test_another_studios_boss_sees_no_row_and_takes_shelves_and_settles_nothing(
    floor: FloorServer, tmp_path: Path
) -> None:
    send_report(floor)
    for relation in sorted(READS["boss"] - {"studio"}):
        with floor.account(floor.windows["elsewhere"]) as connection:
            assert connection.execute(f"SELECT * FROM floor.{relation}".encode()).fetchall() == [], relation
    seen = b"SELECT table_id FROM floor.seen(now())"
    with floor.account(floor.windows["boss"]) as connection:
        assert connection.execute(seen).fetchall() == [("T1",)], "its call was hinted"
    with floor.account(floor.windows["elsewhere"]) as connection:
        assert connection.execute(seen).fetchall() == []
    desk, call = floor.desk("elsewhere"), SeenCall(part=1, number=3, kind="call", age=0)
    assert desk.read().tables == ()
    for asked in (
        lambda: desk.take_call("T1", call, JONAS),
        lambda: desk.release("T1", call, JONAS),
        lambda: desk.shelve("T1", "clock", JONAS, "why", 60),
        lambda: desk.unshelve("T1", "clock", JONAS),
    ):
        with pytest.raises(NoDoor, match="not a table of this account: T1"):
            asked()
    with pytest.raises(PermissionError, match="permission denied"):
        floor.desk("boss").settle("T1", JONAS, "why")
    assert [seen.call and seen.call.taken for seen in floor.desk().read().tables] == [None, None]


@pytest.mark.parametrize("name", ["", "Jonas\n", "J" * 201, "\x1b[2J"])
def test_a_name_that_can_not_stand_on_a_line_takes_nothing(floor: FloorServer, name: str) -> None:
    send_report(floor)
    with pytest.raises(ValueError, match="no person"):
        floor.desk().take_call(
            "T1", SeenCall(part=1, number=3, kind="call", age=0), Boss("P1", name, "pit_boss")
        )


def test_a_boss_sees_no_other_studios_rows_by_any_cast_or_cheap_function(floor: FloorServer) -> None:
    """A function of the account's own that looks at rows is not asked before the rows are the account's."""
    send_report(floor)
    with floor.account(floor.windows["elsewhere"]) as connection:
        asked = "SELECT count(*) FROM floor.state WHERE 1 / (length(table_id) - 2) > 0"
        assert connection.execute(asked.encode()).fetchone() == (0,)


def test_a_boss_reads_the_shown_entries_of_his_studios_and_no_byte_of_anothers(
    floor: FloorServer, tmp_path: Path
) -> None:
    """By rows, by a day's partition, by a function of the owner's, and by what an error would let slip."""
    with journal(tmp_path / "journal.db", 5):
        shipment = Shipment(tmp_path / "journal.db")
        floor.door().ship(1, shipment.heading, shipment.batch(1, 5))
    asked = "SELECT count(*) FROM floor.entry WHERE convert_from(packed, 'SQL_ASCII')::int > 0"
    with floor.account(floor.windows["boss"]) as connection:
        read = connection.execute(b"SELECT number FROM floor.entry ORDER BY number").fetchall()
        assert [number for (number,) in read] == [1, 2, 3, 4, 5]
        with pytest.raises(psycopg.errors.DataError):
            connection.execute(asked.encode())
    every = "SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r'"
    days = [name for (name,) in floor.admin.execute(every.encode()).fetchall()]
    assert days
    with floor.account(floor.windows["elsewhere"]) as connection:
        assert connection.execute(asked.encode()).fetchone() == (0,), "no row is cast before it is his"
        for function in ("digests", "digest_over"):
            assert is_refused(connection, f"SELECT floor.{function}('T1', 1, 1, 5)"), function
    for account in (floor.windows["boss"], floor.windows["elsewhere"]):
        with floor.account(account) as connection:
            assert all(is_refused(connection, f"SELECT FROM floor.{day}") for day in days)


def test_another_tables_account_is_refused_by_the_door(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 5):
        shipment = Shipment(path)
        door = PostgresDoor(f"{floor.dsn} user={floor.accounts['T2']}", "T1")
        floor.doors.append(door)
        for call in (
            lambda: door.ship(1, shipment.heading, shipment.batch(1, 5)),
            door.hello,
            lambda: door.pass_by(1, shipment.batch(1, 1)),
        ):
            with pytest.raises(NoDoor, match="not the account of table T1"):
                call()
    assert floor.entries() == []


@pytest.fixture
def own_things(floor: FloorServer) -> Iterator[None]:
    """Tables may make temporary tables, as no floor lets them."""
    where = f"TEMPORARY ON DATABASE {floor.admin.info.dbname}"
    floor.admin.execute(f"GRANT {where} TO floor_table".encode())
    yield
    floor.admin.execute(f"REVOKE {where} FROM floor_table".encode())


@pytest.mark.usefixtures("own_things")
def test_an_accounts_temporary_schema_does_not_deceive_the_door(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
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
def test_a_malformed_batch_is_refused_and_the_head_stays(
    floor: FloorServer, tmp_path: Path, changed: dict[str, object]
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 1):
        shipment, door = Shipment(path), floor.door()
        honest = shipment.batch(1, 1)
        fields = {name: getattr(honest, name) for name in Batch.__struct_fields__}
        with pytest.raises(Exception, match=r".") as refusal:
            door.ship(1, shipment.heading, Batch(**(fields | changed)))
        assert type(refusal.value).__name__ in ("BatchRefused", "NoDoor", "DataError", "ValueError")
        assert floor.entries() == []
        assert door.ship(1, shipment.heading, honest).status is BatchStatus.TAKEN


@pytest.mark.parametrize("odd", [b"", b"\x9e\x09rest", b"\xc0"])
def test_a_malformed_entry_has_its_whole_batch_refused(
    floor: FloorServer, tmp_path: Path, odd: bytes
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 3):
        shipment, door = Shipment(path), floor.door()
        honest = shipment.batch(1, 3)
        one, _, three = honest.packed
        with pytest.raises(BatchRefused):
            door.ship(1, shipment.heading, replace(honest, packed=(one, odd, three)))
        assert floor.entries() == []
        assert door.ship(1, shipment.heading, honest).status is BatchStatus.TAKEN


def test_a_nested_batch_is_refused(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 4):
        shipment, door = Shipment(path), floor.door()
        honest = shipment.batch(1, 4)
        times, kinds, packed = (
            [list(each[:2]), list(each[2:])] for each in (honest.times, honest.kinds, honest.packed)
        )
        nested = replace(honest, times=tuple(times), kinds=tuple(kinds), packed=tuple(packed))
        with pytest.raises(BatchRefused, match="no batch"):
            door.ship(1, shipment.heading, nested)
        assert floor.entries() == []
        assert door.ship(1, shipment.heading, honest).status is BatchStatus.TAKEN


@pytest.mark.parametrize("part", [2**31 - 1, 2**30 + 1, 0, -1])
def test_a_part_s_number_leaves_room_for_those_of_later_files(
    floor: FloorServer, tmp_path: Path, part: int
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 4):
        file, door = Shipment(path), floor.door()
        with pytest.raises(BatchRefused):
            door.ship(part, file.heading, file.batch(1, 4))
        highest = 2**30
        assert door.ship(highest, file.heading, file.batch(1, 4)).status is BatchStatus.TAKEN
        chain = file.chain_at(2)
        assert chain is not None
        with pytest.raises(BatchRefused):
            door.branch(2**31 - 1 if part > 1 else part, file.heading, highest, 2, chain)
        assert door.branch(highest + 1, file.heading, highest, 2, chain)


def test_the_floors_own_server_has_no_port_and_admits_no_network(floor: FloorServer) -> None:
    asked = {
        row[0]: row[1] for row in floor.admin.execute("SELECT name, setting FROM pg_settings").fetchall()
    }
    assert (asked["listen_addresses"], asked["unix_socket_permissions"]) == ("", "0700")
    asked_of = "SELECT type, database, auth_method FROM pg_hba_file_rules"
    rules = floor.admin.execute(asked_of).fetchall()
    assert rules == [("local", ["all"], "peer"), ("local", ["replication"], "peer")]
    assert (DATABASE, SUPERUSER) == ("floor", "floor_admin")

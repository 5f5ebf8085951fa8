"""A token makes the server's own parts do no more than its quota lets them: log, guard, index, quota."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from console.floor.alarms.items import AlarmKind
from console.floor.alarms.own_alarms import own_alarms
from console.floor.door import NoDoor
from console.floor.host.observation import OwnMachine, observe
from console.floor.host.server_condition import check_results
from console.floor.operation import add_table, add_window, new_token, remove_window
from console.floor.schema import limits_of, mark
from console.floor.search.indexer import Indexer
from console.floor.self_report import Call, CallKind, SelfReport, TableStanding
from console.supervisor.review import fact_source
from console.table.journal import Batch, Heading, Shipment
from tests.floor.studio_server import AIDA, BEGUN, EMPTY, FloorServer, journal, send_report
from tests.floor.test_twins import ONE, OTHER, TwinConsole, cloned, played_on

LARGE = 1 << 20


def logged(floor: FloorServer) -> str:
    """All that the server has logged until now."""
    files = sorted((floor.server.folder / "data" / "log").iterdir())
    return "".join(file.read_text("utf-8", "replace") for file in files)


def wait_for(so: Callable[[], bool]) -> None:
    """Wait until the log's own process has written what was said."""
    until = time.monotonic() + 30
    while not so():
        assert time.monotonic() < until, "it never stands there"


FAILS: dict[str, Callable[[str], tuple[str, tuple[str, ...]]]] = {
    "a statement of its own": lambda text: (f"SELEC '{text}'", ()),
    "a large value": lambda text: ("SELECT %s::integer", (text,)),
    "a door's value": lambda text: ("SELECT floor.hello(%s)", (text,)),
    "a kind that is none": lambda text: ("SELECT %s::jsonb", (text,)),
    "a prepared statement's name": lambda text: (f'EXECUTE "{text}"', ()),
    "a setting": lambda text: ("SELECT set_config('work_mem', %s, false)", (text,)),
    "a comment": lambda text: (f"SELECT 1 / 0 -- {text}", ()),
    "a relation's name": lambda text: (f'SELECT FROM "{text}"', ()),
}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("how", FAILS)
def test_a_failing_statement_of_an_account_leaves_nothing_in_the_servers_log(
    floor: FloorServer, hostile: str, how: str
) -> None:
    statement, values = FAILS[how]("x" * LARGE)
    for account in (hostile, floor.windows["boss"]):
        before, strangers = len(logged(floor)), logged(floor).count("table_nobody")
        with floor.account(account) as connection, pytest.raises(psycopg.Error):
            connection.execute(statement.encode(), values or None)
        with pytest.raises(psycopg.OperationalError), floor.account("table_nobody"):
            pass  # a line that is written after it, so that nothing is on its way
        wait_for(lambda many=strangers: logged(floor).count("table_nobody") > many)  # type: ignore[misc]
        assert len(logged(floor)) - before < 10_000


def test_an_administrators_failing_statement_stands_in_the_log(floor: FloorServer) -> None:
    with pytest.raises(psycopg.errors.SyntaxError):
        floor.admin.execute("SELEC of_an_administrator")
    wait_for(lambda: "of_an_administrator" in logged(floor))


def looked(floor: FloorServer) -> None:
    """A look at the accounts, four seconds after the one before it."""
    floor.admin.execute("UPDATE floor.rolled_back SET at = at - interval '10 s'")
    floor.admin.execute("SELECT floor.end_overdue()")


def test_a_table_whose_statements_fail_in_numbers_is_named_and_no_other(
    floor: FloorServer, hostile: str
) -> None:
    flush = "SELECT pg_stat_force_next_flush()"
    good = floor.door()
    good.hello()
    with floor.account(hostile) as connection:
        looked(floor)
        for _ in range(60):
            with pytest.raises(psycopg.Error):
                connection.execute("SELECT 1 / 0")
        connection.execute(flush)
        connection.execute("SELECT 2")
        floor.admin.execute("SELECT pg_stat_clear_snapshot()")
        looked(floor)
        reading = floor.desk().read()
    assert [(each.table, each.is_failing) for each in reading.ended] == [("H1", True)]
    found = [each.names for each in own_alarms(reading, 0, {}, set(), {}) if each.what is AlarmKind.FAILING]
    assert found == [("H1",)]


def test_a_table_that_keeps_asking_what_no_console_asks_is_named(floor: FloorServer, hostile: str) -> None:
    """PostgreSQL counts no failure of such a session until it ends. Once is somebody's mistake."""
    with floor.account(hostile) as connection:
        looked(floor)
        for named in ([], [hostile]):
            with pytest.raises(psycopg.Error):
                connection.execute("SELECT 1 / 0")
            looked(floor)
            found = floor.admin.execute("SELECT account FROM floor.failing").fetchall()
            assert found == [(account,) for account in named]


def test_each_statement_of_a_console_is_known_as_one_to_its_last_letter(
    floor: FloorServer, tmp_path: Path
) -> None:
    """By what the server shows of the session after each call of a table's door; and of those of before."""
    door, heading = floor.door(), EMPTY
    entry = b"\x9e\x01" + bytes(20)
    batch = Batch(1, EMPTY.digest, ("2026-05-01T03:00:00Z",), ("x",), (entry,))
    many = Batch(2, bytes(32), batch.times * 40, batch.kinds * 40, batch.packed * 40)
    calls: tuple[Callable[[], object], ...] = (
        door.hello,
        lambda: door.ship(1, heading, batch),
        lambda: door.ship(1, heading, many),
        lambda: door.keep_states(1, [(1, b"{}")]),
        lambda: door.digest_over(1, 1, 1),
        lambda: door.branch(2, heading, 1, 1, sha256(EMPTY.digest + sha256(entry).digest()).digest()),
        lambda: door.pass_by(1, batch),
        lambda: door.shrunk(1, 1, bytes(32)),
        door._other,
    )
    asked = "SELECT query FROM pg_stat_activity WHERE usename = %s"
    said = set[str]()
    for call in calls:
        with suppress(NoDoor):
            call()
        said |= {query for (query,) in floor.admin.execute(asked, (floor.accounts["T1"],)).fetchall()}
    assert len(said) >= len(calls), said
    said |= {*OF_BEFORE, *OF_A_POOLER}
    known = "SELECT floor.is_of_console(%s)"
    assert {each for each in said if floor.admin.execute(known, (each,)).fetchone() != (True,)} == set()
    for each in (*OF_NOBODY, *(f"{each} -- x" for each in said), *(f"{each}; SELECT 2" for each in said)):
        assert floor.admin.execute(known, (each,)).fetchone() == (False,), each


OF_BEFORE = (
    "SELECT said, number, chain FROM floor.ship($1, $2, $3, $4, $5, $6, $7::timestamptz[], $8::text[], "
    "$9::bytea[], $10::jsonb)",
    "SELECT said, number, chain, NULL FROM floor.pass($1, $2, $3, $4, $5, $6)",
    "SELECT * FROM floor.hello($1)",
    'LISTEN "floor"',
)
"""Statements of older consoles that today's do not ask."""
OF_A_POOLER = (
    *("", "BEGIN", "COMMIT", "ROLLBACK", "DISCARD ALL", "SELECT 1", "select 1", "DEALLOCATE ALL"),
    *('DEALLOCATE "_pg3_1f"', "SET application_name='dealer-console';SET client_encoding='UTF8';"),
)
OF_NOBODY = (
    *("SELECT 1 / 0", "SELEC 1", "WITH x AS (SELECT 1) SELECT 1", "ALTER ROLE x SET y = 'z'"),
    "SELECT * FROM floor.held($1) WHERE 1 / 0 = 1",
    "SELECT floor.own_channel() FROM generate_series(1, 1000000)",
    "SELECT floor.digest_over('T1', 1, 1, 1 / 0)",
    "SELECT floor.knock($1 || repeat('x', 100000000))",
    "SET statement_timeout = 0",
    "SELECT said FROM floor.ship($1), floor.ship($2)",
)
"""Statements that begin as a console's, or do what it never does."""


SIGN_OF_LIFE = (
    f"SELECT said FROM floor.ship('H1', 1, '\\x{EMPTY.digest.hex()}', '{{}}', 1, '\\x{EMPTY.digest.hex()}', "
    "'{}', '{}', '{}', NULL, NULL, NULL)"
)


def _asks(connection: psycopg.Connection[Any], statement: str, *values: object) -> Callable[[], None]:
    def ask() -> None:
        with suppress(psycopg.Error):
            connection.execute(statement.encode(), values or None)

    return ask


AS_A_CONSOLE: dict[str, tuple[str, tuple[object, ...]]] = {
    "what it may ask": ("SELECT * FROM floor.held(%s)", ("H1",)),
    "another table": ("SELECT * FROM floor.held(%s)", ("T1",)),
    "a function that is not there": ("SELECT floor.mine(%s)", ("H1",)),
    "a value of another kind": ("SELECT floor.digest_over(%s, %s, %s, %s)", ("H1", "x", 1, 1)),
}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("how", AS_A_CONSOLE)
def test_a_table_that_asks_as_a_console_and_without_a_pause_is_named_and_no_other(
    floor: FloorServer, hostile: str, how: str
) -> None:
    asked = "SELECT account FROM floor.failing"
    statement, values = AS_A_CONSOLE[how]
    stop, good = threading.Event(), floor.door()
    with floor.account(hostile) as connection:
        ask = _asks(connection, statement, *values)

        def ask_on() -> None:
            while not stop.is_set():
                ask()

        asking = threading.Thread(target=ask_on)
        asking.start()
        try:
            until = time.monotonic() + 60
            while not (named := floor.admin.execute(asked).fetchall()):
                assert time.monotonic() < until, "it is never named"
                good.hello()
                looked(floor)
        finally:
            stop.set()
            asking.join()
    assert named == [(hostile,)]


WRITES: dict[str, tuple[str, ...]] = {
    "notes to nobody": (f"BEGIN; NOTIFY x; {300 * 'COMMIT; BEGIN; NOTIFY x; '} COMMIT",),
    "its own limits again and again": ("ALTER ROLE CURRENT_USER SET statement_timeout = '10s'",),
    "privileges, and back": (
        "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC",
        "ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC",
    ),
    "a setting that is rolled back": (
        "BEGIN",
        f"ALTER ROLE CURRENT_USER SET search_path = '{'x' * LARGE}'",
        "ROLLBACK",
    ),
    "a function of the floor's, left open": ("BEGIN", SIGN_OF_LIFE, "SELECT pg_sleep(0.2)", "ROLLBACK"),
}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("how", WRITES)
def test_an_account_that_writes_past_the_floors_functions_is_locked_and_no_other(
    floor: FloorServer, hostile: str, how: str
) -> None:
    """Whatever it leaves as it was: each such transaction fills the WAL and takes one of the numbers."""
    asked = "SELECT rolname FROM pg_roles WHERE rolname = ANY (%s) AND NOT rolcanlogin"
    stop, good = threading.Event(), floor.door()
    accounts = [hostile, *floor.accounts.values()]
    with floor.account(hostile) as connection:

        def write() -> None:
            while not stop.is_set() and not connection.closed:
                for statement in WRITES[how]:
                    _asks(connection, statement)()

        writing = threading.Thread(target=write)
        writing.start()
        try:
            until = time.monotonic() + 60
            while not (locked := floor.admin.execute(asked, (accounts,)).fetchall()):
                assert time.monotonic() < until, "it is never locked"
                good.hello()
                looked(floor)
        finally:
            stop.set()
            writing.join()
    assert locked == [(hostile,)]
    new_token(floor.admin, hostile)
    looked(floor)
    assert floor.admin.execute(asked, (accounts,)).fetchall() == [], "a new token is a new beginning"


def test_a_session_has_no_function_that_takes_a_transactions_number(floor: FloorServer, hostile: str) -> None:
    with floor.account(hostile) as connection:
        for function in ("pg_current_xact_id", "txid_current"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"SELECT {function}()".encode())


def test_what_the_quota_refuses_writes_nothing_at_all(floor: FloorServer) -> None:
    """No row's lock, no transaction's number: of those a token could ask for any number."""
    numbers = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
    door, batch, taken = floor.door(), Batch(1, EMPTY.digest), set[int]()
    assert door.ship(1, EMPTY, batch).status == "known"
    (limits,) = floor.admin.execute("SELECT at_once FROM floor.quota").fetchone() or (0,)
    later = "extract(epoch FROM clock_timestamp()) + 86400 * (%s + 67108864)::numeric / a_day"
    spent = f"SELECT setval(floor.meter_of('T1')::regclass, (({later}) * 1000000)::bigint) FROM floor.quota"
    floor.admin.execute(spent.encode(), (limits,))
    try:
        for _ in range(5):  # the server's own vacuum takes one now and then
            (before,) = floor.admin.execute(numbers).fetchone() or (0,)
            assert door.ship(1, EMPTY, batch).status == "wait"
            with pytest.raises(NoDoor):
                door.keep_states(1, [(1, b"{}")])
            taken.add((floor.admin.execute(numbers).fetchone() or (0,))[0] - before)
        assert 0 in taken
    finally:
        floor.admin.execute("SELECT setval(floor.meter_of('T1')::regclass, 1)")


def test_a_console_whose_backlog_is_taken_may_ask_without_a_pause(floor: FloorServer) -> None:
    """Three looks in turn find it so; at each the floor has five thousand entries more."""
    account = floor.accounts["T1"]
    with floor.admin.transaction(force_rollback=True):
        floor.admin.execute(
            "CREATE OR REPLACE FUNCTION floor.at_work() RETURNS TABLE (account name, is_pauseless boolean, "
            "has_written boolean) LANGUAGE sql AS "
            f"$$ SELECT '{account}'::name, true, false $$".encode()
        )
        floor.admin.execute(
            "INSERT INTO floor.journal VALUES ('T1', 1, sha256('x'), '{}', 0, sha256('x'), now())"
        )
        with floor.account(account) as connection:
            connection.execute("SELECT floor.own_channel()")
            for grows, named in ((5_000, []), (0, [(account,)])):
                for _ in range(5):
                    floor.admin.execute("UPDATE floor.journal SET number = number + %s", (grows,))
                    looked(floor)
                assert floor.admin.execute("SELECT account FROM floor.failing").fetchall() == named


def test_whoever_tries_the_same_forgery_again_hints_no_window_again(floor: FloorServer) -> None:
    """Each window reads at once when it is hinted."""
    door, heading = floor.door(), replace(EMPTY, digest=sha256(b"other").digest())
    door.ship(1, EMPTY, Batch(1, EMPTY.digest))
    with floor.account(floor.windows["boss"]) as window:
        (channel,) = window.execute("SELECT floor.own_channel()").fetchone() or ("",)
        window.execute(f'LISTEN "{channel}"'.encode())
        for again in range(120):
            other = replace(heading, digest=sha256(str(again).encode()).digest())
            assert door.ship(1, other, Batch(1, bytes(32))).status == "replaced"
        heard = list(window.notifies(timeout=0.5))
    assert 1 <= len(heard) <= 100, "so many disputes of a kind are kept; what comes after them is counted"


def test_a_tables_arrivals_fill_no_diary(floor: FloorServer) -> None:
    """The diary is one chain, of which a thousand entries are numbered at a time."""
    for number in range(1, 21):
        for arrived in ("", "P1"):
            call = Call(number=number, kind=CallKind.CALL, since=BEGUN, arrived=arrived)
            send_report(floor, SelfReport(standing=TableStanding.PLAYING, since=BEGUN, call=call))
    asked = "SELECT count(*), max(at) - min(at) FROM floor.diary WHERE what = 'arrived'"
    many, took = floor.admin.execute(asked).fetchone() or (0, BEGUN - BEGUN)
    assert 1 <= many <= 1 + took.total_seconds()
    (calls,) = floor.admin.execute("SELECT count(*) FROM floor.call WHERE arrived = 'P1'").fetchone() or (0,)
    assert calls == 20, "each is known to the walls"


LONG = "x" * (40 << 20)
HIDES = {
    "two settings of 40 MB": (
        f"ALTER ROLE {{0}} SET search_path = '{LONG}'",
        f"ALTER ROLE {{0}} SET application_name = '{LONG}'",
    ),
    "one of them in this database": (f"ALTER ROLE {{0}} IN DATABASE {{1}} SET search_path = '{LONG}'",),
    "default privileges": ("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC",),
    "a setting of this database": ("ALTER ROLE {0} IN DATABASE {1} SET statement_timeout = 0",),
    "each of its settings": ("ALTER ROLE {0} RESET ALL",),
    "its password": ("ALTER ROLE {0} PASSWORD 'mine'",),
}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("how", HIDES)
def test_the_guard_locks_an_account_however_it_hides_what_it_changed(
    floor: FloorServer, hostile: str, how: str
) -> None:
    """And an account after it in the list, too: one account's error ends no duty."""
    with floor.account(hostile) as connection:
        # It has a session of its own, so that no load ends it.
        connection.execute("SET statement_timeout = 0")
        for statement in HIDES[how]:
            connection.execute(statement.format(hostile, floor.admin.info.dbname).encode())
    later = floor.accounts["T2"]
    with floor.account(later) as connection:
        connection.execute(f"ALTER ROLE {later} SET statement_timeout = 0".encode())
    with floor.account(floor.windows["boss"]) as wall:
        assert wall.execute("SELECT floor.end_overdue()").fetchone() == (2,)
    asked = "SELECT count(*) FROM pg_roles WHERE rolname = ANY (%s) AND rolcanlogin"
    assert floor.admin.execute(asked, ([hostile, later],)).fetchone() == (0,)
    for account in (hostile, later):
        new_token(floor.admin, account)
    assert floor.admin.execute("SELECT floor.end_overdue()").fetchone() == (0,)
    floor.admin.execute(f"ALTER ROLE {later} PASSWORD NULL".encode())
    mark(floor.admin, later, has_new_password=True)


@pytest.mark.parametrize(
    ("undoes", "what"),
    [
        ("ALTER ROLE {0} PASSWORD 'mine'", "password"),
        ("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC", "settings"),
    ],
)
def test_a_locked_account_stays_locked_until_it_has_a_new_token(
    floor: FloorServer, hostile: str, undoes: str, what: str
) -> None:
    """Whatever else an administrator changes of its table: who took the token has it still."""
    new_token(floor.admin, hostile)
    with floor.account(hostile) as connection:
        connection.execute(undoes.format(hostile).encode())
    floor.admin.execute("SELECT floor.end_overdue()")
    add_table(floor.admin, "H1", studio="Riga", game="baccarat", rules="sv", room="2")
    asked = "SELECT rolcanlogin, floor.undone_by(oid) FROM pg_roles WHERE rolname = %s"
    assert floor.admin.execute(asked, (hostile,)).fetchone() == (False, what)
    new_token(floor.admin, hostile)
    assert floor.admin.execute(asked, (hostile,)).fetchone() == (True, None)


def test_a_job_of_the_floors_that_fails_ends_none_of_those_after_it(floor: FloorServer, hostile: str) -> None:
    with floor.account(hostile) as connection:
        connection.execute(f"ALTER ROLE {hostile} SET statement_timeout = 0".encode())
    with floor.admin.transaction(force_rollback=True):
        floor.admin.execute(
            "CREATE OR REPLACE FUNCTION floor.number_diary() RETURNS integer LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no room'; END $$"
        )
        assert floor.admin.execute("SELECT floor.end_overdue()").fetchone() == (1,)
    floor.admin.execute("SELECT floor.end_overdue()")


def test_a_new_token_ends_the_sessions_of_the_old_one(floor: FloorServer, hostile: str) -> None:
    with floor.account(hostile) as connection:
        connection.execute("SELECT 1")
        new_token(floor.admin, hostile)
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")


def test_a_window_with_default_privileges_of_its_own_is_named_and_removed(floor: FloorServer) -> None:
    account = add_window(floor.admin, "thief", studio="Riga", role="boss")
    with floor.account(account) as connection:
        connection.execute("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC")
        connection.execute("ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO floor_table")
    seen = observe(floor.admin, OwnMachine("1.1.0", is_here=False))
    assert seen.gave_rights == (account,)
    found = {finding.key for each in check_results(seen) for finding in each.findings}
    assert "floor.doctor.gave_rights" in found
    remove_window(floor.admin, account)
    asked = "SELECT FROM pg_roles WHERE rolname = %s"
    assert floor.admin.execute(asked, (account,)).fetchone() is None


def owed(floor: FloorServer, table: str) -> float:
    (bytes_owed,) = floor.admin.execute("SELECT floor.owed(%s)", (table,)).fetchone() or (0.0,)
    return float(bytes_owed)


def test_a_branch_is_counted_by_the_entries_that_it_shares(floor: FloorServer, tmp_path: Path) -> None:
    """Anyone who follows it follows them again: a thousand branches off one part are as much as they look."""
    path, after = tmp_path / "journal.db", 1_000
    floor.admin.execute("UPDATE floor.quota SET a_day = 86400")  # a byte a second is made up for
    try:
        with journal(path, after):
            console = TwinConsole(floor, path, ONE)
            console.ship()
            file = Shipment(path)
            before, chain = owed(floor, "T1"), file.chain_at(after)
            assert chain is not None
            assert console.door.branch(2, file.heading, 1, after, chain)
        assert owed(floor, "T1") - before > 8 * after
    finally:
        floor.admin.execute("UPDATE floor.quota SET a_day = DEFAULT")
        floor.admin.execute("SELECT setval(floor.meter_of('T1')::regclass, 1)")


@pytest.mark.sweep
def test_two_consoles_use_up_nothing_of_the_quota_while_nothing_is_taken(
    floor: FloorServer, tmp_path: Path
) -> None:
    """And what they send meanwhile is a sign of life: no entry is sent again and again."""
    one, other = cloned(tmp_path, 40)
    first, second = TwinConsole(floor, one, ONE), TwinConsole(floor, other, OTHER)
    first.ship()
    with played_on(one, 40, 60), played_on(other, 40, 80):
        second.ship()
        first.ship()
        for _ in range(3):
            second.ship()
            first.ship()
        assert first.shipper.twins and second.shipper.twins
        sent = list[int]()
        for console in (first, second):
            real = console.door.ship

            def ship(
                part: int, heading: Any, batch: Batch, state: bytes | None = None, real: Any = real
            ) -> Any:
                sent.append(len(batch.packed))
                return real(part, heading, batch, state)

            console.door.ship = ship  # type: ignore[method-assign]
        before = owed(floor, "T1")
        for _ in range(40):
            first.ship()
            second.ship()
        assert set(sent) == {0} and len(sent) >= 80
        assert owed(floor, "T1") - before < 80 * 600, "a sign of life counts as what it leaves in the WAL"
        floor.desk().count("T1", ONE.hex(), AIDA, "it stands here")
        first.ship()
        assert not first.shipper.twins
        (part,) = floor.admin.execute("SELECT max(part) FROM floor.journal").fetchone() or (0,)
        assert floor.head("T1", part)[0] == 60


NOT_TAKEN: dict[str, tuple[Heading, dict[str, Any]]] = {
    "known": (EMPTY, {}),
    "behind": (EMPTY, {"first": 90}),
    "forked": (EMPTY, {"first": 2, "before": bytes(32)}),
    "replaced": (replace(EMPTY, digest=bytes(32)), {}),
}


@pytest.mark.parametrize("said", NOT_TAKEN)
def test_entries_that_are_not_taken_do_not_count(floor: FloorServer, said: str) -> None:
    entry = b"\x9e\x01" + bytes(900_000)
    batch = Batch(1, EMPTY.digest, ("2026-05-01T03:00:00Z",), ("x",), (entry,))
    door = floor.door()
    before = owed(floor, "T1")
    assert door.ship(1, EMPTY, batch).status == "taken"
    spent = owed(floor, "T1") - before
    assert spent > 500_000
    before = owed(floor, "T1")
    heading, otherwise = NOT_TAKEN[said]
    assert door.ship(1, heading, replace(batch, **otherwise)).status == said
    assert owed(floor, "T1") - before < 2_000


def test_a_table_has_a_thousand_parts_until_somebody_settles_them(floor: FloorServer) -> None:
    """Each reader of a floor goes through a table's parts."""
    floor.admin.execute(
        "INSERT INTO floor.journal "
        "SELECT 'T1', i, sha256(i::text::bytea), '{}', 0, sha256(i::text::bytea), now() "
        "FROM generate_series(1, 1000) AS i"
    )
    floor.admin.execute("DELETE FROM floor.dispute")
    door = floor.door()
    for _ in range(3):
        assert door.ship(1_001, EMPTY, Batch(1, EMPTY.digest)).status == "wait"
    assert floor.disputes() == ["replaced"], "the wall says so, once"
    floor.desk("supervisor").settle("T1", AIDA, "examined")
    assert door.ship(1_001, EMPTY, Batch(1, EMPTY.digest)).status == "known"
    assert floor.head("T1", 1_001) == (0, EMPTY.digest)


def test_the_index_has_one_line_for_each_table_and_cause(
    floor: FloorServer, caplog: pytest.LogCaptureFixture
) -> None:
    entry = b"\x9e\x01" + bytes(20)
    floor.admin.execute(
        "INSERT INTO floor.journal "
        "SELECT 'T1', i, sha256(i::text::bytea), 'x', CASE WHEN i <= 20 THEN 1 ELSE 0 END,"
        " sha256(sha256(i::text::bytea) || sha256(%s)), now() FROM generate_series(1, 60) AS i",
        (entry,),
    )
    indexer = Indexer(floor.admin, fact_source, patience=0.0)
    with caplog.at_level(logging.WARNING, "console.floor.search.indexer"):
        for _ in range(5):
            for _ in indexer.brought_up():
                pass
    assert len(caplog.records) == 1


def test_the_log_of_a_server_that_is_not_a_ring_is_named(floor: FloorServer) -> None:
    seen = observe(floor.admin, OwnMachine("1.1.0", is_here=False))
    endless = replace(
        seen, settings={**(seen.settings or {}), "logging_collector": "on", "log_rotation_size": "0"}
    )
    large = replace(seen, log_size=2 << 30)

    def found(what: Any) -> set[str]:
        return {finding.key for each in check_results(what) for finding in each.findings}

    assert "floor.doctor.log" not in found(seen)
    assert "floor.doctor.log" in found(endless) & found(large)
    assert "floor.doctor.workers" in found(seen), "this server is none of `floor install`"


def test_every_accounts_sessions_are_silent_in_the_log() -> None:
    for role in ("floor_table", "floor_boss", "floor_supervisor", "floor_witness", "floor_indexer"):
        assert json.dumps(limits_of(role)[1]).count('"panic"') == 2


LONGEST = 60_000
VALUES: dict[str, dict[str, object]] = {
    **{name: {name: "x" * LONGEST} for name in ("place", "mode", "reason", "round", "phase", "version")},
    "faults": {"faults": [[f"d{at}", "lost"] for at in range(2_000)]},
    "a fault's device": {"faults": [["d" * LONGEST, "lost"]]},
    "an entry's number": {"entry": 10**300},
    "changes since the certificate": {
        "mode": "live",
        "certificate": {"at": BEGUN.isoformat(), "newer": ["software"] * 2_000, "drifts": ["x" * 90] * 300},
    },
    "an incident": {"incident": {"id": "x" * 20_000, "kind": "x" * 20_000, "clause": "x" * 20_000}},
    "people": {"people": {f"P{at}": "x" * 30 for at in range(1_500)}},
}


@pytest.mark.parametrize("what", VALUES)
def test_no_value_of_a_tables_report_makes_a_walls_text_or_list_long(floor: FloorServer, what: str) -> None:
    told = {"standing": "playing", "since": BEGUN.isoformat(), **VALUES[what]}
    asked = "SELECT said FROM floor.ship('T1', 1, %s, '{}', 1, %s, '{}', '{}', '{}', %s::jsonb, NULL, NULL)"
    with floor.account(floor.accounts["T1"]) as table:
        table.execute(asked, (EMPTY.digest, EMPTY.digest, json.dumps(told)))
    (seen, _) = floor.desk().read().tables
    assert seen.table == "T1" and (seen.report is not None or seen.unread)
    if seen.report is not None:
        long = [text for text in _texts_of(to_builtins(seen.report)) if len(text) > 2_000]
        assert long == []
        assert len(seen.report.faults) <= 16 and seen.backlog < 1 << 53
        found = seen.report.certificate
        assert found is None or len(found.newer) + len(found.drifts) <= 32


def _texts_of(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, each in value.items():
                yield from (key, *_texts_of(each))
        case list() | tuple():
            for each in value:
                yield from _texts_of(each)

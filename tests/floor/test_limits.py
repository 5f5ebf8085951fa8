"""One table's account can't stop the others: what it may use at most, and that nobody waits for it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from math import inf
from pathlib import Path

import psycopg
import pytest

from console.base.words import Words
from console.floor.alarms.items import AlarmKind
from console.floor.alarms.own_alarms import own_alarms
from console.floor.blocks import close_day, open_days
from console.floor.commands.upkeep import _disputes
from console.floor.desk import PostgresDesk
from console.floor.door import NoDoor, PostgresDoor
from console.floor.host.observation import OwnMachine, _seats
from console.floor.operation import new_token
from console.floor.schema import mark, migrate
from console.floor.self_report import encode_report
from console.floor.shipper import Shipper
from console.floor.wall import SeenCall
from console.floor.witness.diary import check_diary
from console.table.journal import Batch, Shipment
from tests.floor.studio_server import AIDA, BEGUN, CALLED, EMPTY, FloorServer, journal, packed, send_report
from tests.floor.test_shipping import ship_all
from tests.instruments.bench.play import lines_and_entries
from tests.instruments.harm.floor_hostile import promise

SET = {
    "statement_timeout": "10s",
    "idle_in_transaction_session_timeout": "5s",
    "temp_file_limit": "64MB",
    "work_mem": "4MB",
    "log_min_messages": "panic",
    "log_min_error_statement": "panic",
}


@pytest.mark.sweep
def test_every_account_has_its_limits_and_one_that_was_made_before_gets_them(
    floor: FloorServer, hostile: str
) -> None:
    for again in (False, True):
        if again:
            floor.admin.execute(f"ALTER ROLE {hostile} RESET ALL".encode())
            floor.admin.execute(f"ALTER ROLE {hostile} CONNECTION LIMIT -1".encode())
            with floor.admin.transaction(force_rollback=True):
                migrate(floor.admin)
                asked = "SELECT setconfig FROM pg_db_role_setting JOIN pg_roles ON oid = setrole "
                row = floor.admin.execute(f"{asked} WHERE rolname = '{hostile}'".encode()).fetchone()
            assert row is not None
            assert set(row[0]) == {f"{name}={value}" for name, value in SET.items()}
            return
        with floor.account(hostile) as connection:
            settings = {name: connection.execute(f"SHOW {name}".encode()).fetchone() for name in SET}
        assert settings == {name: (value,) for name, value in SET.items()}


LARGE_SORT = f"""
    WITH RECURSIVE g (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < 900000)
    SELECT count(long) FROM (SELECT i || '{"x" * 1000}' AS long FROM g ORDER BY -i) AS x
"""
"""Long rows: short ones take more time than a statement has, on a machine that is busy."""


def test_an_account_holds_four_connections_and_fills_no_disk(floor: FloorServer, hostile: str) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            connection = stack.enter_context(floor.account(hostile))
        with pytest.raises(psycopg.OperationalError, match="too many connections"):
            stack.enter_context(floor.account(hostile))
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SET temp_file_limit = -1")
        with pytest.raises(psycopg.errors.ConfigurationLimitExceeded):
            connection.execute(LARGE_SORT.encode())


def test_a_table_that_holds_all_it_can_get_delays_no_other(
    floor: FloorServer, hostile: str, tmp_path: Path
) -> None:
    """A place for catching up is a lease: a transaction that stays open holds none of the others'."""
    path = tmp_path / "journal.db"
    with journal(path, 900), ExitStack() as stack:
        for _ in range(4):
            connection = stack.enter_context(floor.account(hostile))
            connection.execute("BEGIN")
            connection.execute("SELECT floor.hello('H1')")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("INSERT INTO floor.place VALUES ('H1', 'infinity')")
        shipper = Shipper(path, floor.door(), None)
        ship_all(shipper)
        assert not shipper.crowded
    assert floor.entries() == packed(path)


def test_an_account_that_undoes_its_limits_is_ended_and_named(floor: FloorServer, hostile: str) -> None:
    """A bare NOTIFY stays in the queue for as long as a listener stays in a transaction."""
    usage = b"SELECT pg_notification_queue_usage()"
    with ExitStack() as stack:
        holder, filler = (stack.enter_context(floor.account(hostile)) for _ in range(2))
        holder.execute("LISTEN floor")
        holder.execute("SET idle_in_transaction_session_timeout = 0")
        holder.execute("SET statement_timeout = 0")
        holder.execute("BEGIN")
        holder.execute("SELECT 1")
        for number in range(40):
            filler.execute(f"NOTIFY floor, '{number:07000}'".encode())
        assert (floor.admin.execute(usage).fetchone() or (0,))[0] > 0
        boss = stack.enter_context(floor.account(floor.windows["boss"]))
        assert boss.execute("SELECT floor.end_overdue()").fetchone() == (0,), "it is not overdue yet"
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            boss.execute("SELECT floor.end_older('0 s')")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            filler.execute("SELECT floor.end_overdue()")
        assert floor.admin.execute("SELECT floor.end_older('1 h')").fetchone() == (0,)
        row = floor.admin.execute("SELECT floor.end_older('0 s')").fetchone()
        assert row == (1,), "and nobody else"
        with pytest.raises(psycopg.OperationalError):
            holder.execute("SELECT 1")
        filler.execute("NOTIFY floor")
        until = time.monotonic() + 60
        while (floor.admin.execute(usage).fetchone() or (1,))[0] > 0 and time.monotonic() < until:
            floor.admin.execute("NOTIFY floor")
            time.sleep(0.1)
        assert floor.admin.execute(usage).fetchone() == (0,)
    asked = "SELECT name FROM floor.diary WHERE what = 'session_ended' AND table_id = 'H1'"
    assert floor.admin.execute(asked.encode()).fetchall() == [(hostile,)]
    desk = floor.desk()
    assert {(each.called, each.is_locked) for each in desk.read().ended} == {("H1", False)}, (
        "the wall names it"
    )
    floor.admin.execute("DELETE FROM floor.diary WHERE table_id = 'H1'")


UNDOES = {
    "settings": "ALTER ROLE {} SET statement_timeout = 0",
    "settings of this database": "ALTER ROLE {} IN DATABASE {} SET work_mem = '1GB'",
    "settings, all of them": "ALTER ROLE {} RESET ALL",
    "password": "ALTER ROLE {} PASSWORD 'mine'",
}


@pytest.mark.parametrize("what", UNDOES)
@pytest.mark.parametrize("whose", ["table", "supervisor"])
def test_an_account_that_changes_its_settings_is_locked_until_it_has_a_new_token(
    floor: FloorServer, hostile: str, what: str, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.floor.desk.LOOKS_AT_OVERDUE", 0.0)
    account = hostile if whose == "table" else floor.windows[whose]
    desk = floor.desk()
    assert desk.read().ended == (), "nobody has undone anything"
    with floor.account(account) as connection:
        connection.execute(UNDOES[what].format(account, floor.admin.info.dbname).encode())
        with floor.account(floor.windows["indexer"]) as indexer:
            assert indexer.execute("SELECT floor.end_overdue()").fetchone() == (1,), "no wall is needed"
            assert indexer.execute("SELECT floor.end_overdue()").fetchone() == (0,), "once is enough"
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError, match="not permitted to log in"), floor.account(account):
        pass
    reading = desk.read()
    (ended,) = reading.ended
    called = "H1" if whose == "table" else floor.admin.info.dbname
    assert (ended.called, ended.is_locked, ended.why) == (called, True, what.partition(" ")[0].rstrip(","))
    locked = [seen.table for seen in reading.tables if seen.refused and seen.refused.why == ended.why]
    assert locked == (["H1"] if whose == "table" else []), "its table says so, too"
    assert len(new_token(floor.admin, account)) > 20
    assert desk.read().ended == ()
    with floor.account(account) as connection:
        assert connection.execute("SHOW statement_timeout").fetchone() in (("10s",), ("30s",))
        assert connection.execute("SELECT 1").fetchone() == (1,)
    floor.admin.execute(f"ALTER ROLE {account} PASSWORD NULL".encode())
    mark(floor.admin, account, has_new_password=True)


def test_a_setting_by_a_command_does_not_count_as_the_accounts_own(floor: FloorServer, hostile: str) -> None:
    new_token(floor.admin, hostile)
    with floor.admin.transaction(force_rollback=True):
        migrate(floor.admin)
        assert floor.admin.execute("SELECT floor.end_overdue()").fetchone() == (0,)
    new_token(floor.admin, hostile)
    assert floor.admin.execute("SELECT floor.end_overdue()").fetchone() == (0,)


def test_only_the_floors_own_accounts_are_ever_locked(floor: FloorServer) -> None:
    floor.admin.execute("SELECT floor.lock_account(current_user)")
    for account in (floor.accounts["T1"], floor.windows["boss"]):
        with floor.account(account) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT floor.lock_account(current_user)")
    asked = "SELECT rolcanlogin FROM pg_roles WHERE rolname = current_user"
    assert floor.admin.execute(asked).fetchone() == (True,)


def test_a_window_may_ask_for_longer_than_a_table_and_not_for_ever(floor: FloorServer) -> None:
    with floor.account(floor.windows["boss"]) as window:
        window.execute("SET idle_in_transaction_session_timeout = 0")
        window.execute("BEGIN")
        window.execute("SELECT pg_sleep(0.3)")
        age = "clock_timestamp() - xact_start"  # a limit from the session's own age: no load makes it late
        ended = f"SELECT floor.end_older({age}) FROM pg_stat_activity WHERE pid = %s"
        own = (window.info.backend_pid,)
        assert floor.admin.execute(ended.encode(), own).fetchone() == (0,), "it has just asked"
        soon = ended.replace(age, f"({age}) / 30")
        until = time.monotonic() + 60
        while (row := floor.admin.execute(soon.encode(), own).fetchone()) == (0,):
            assert time.monotonic() < until, "it asks nothing, and is not ended"
        assert row == (1,)
        with pytest.raises(psycopg.OperationalError):
            window.execute("SELECT 1")


def test_an_accounts_settings_are_looked_up_once_for_each_account(floor: FloorServer) -> None:
    """By calls, not by time. PostgreSQL has no figures of its accounts here, as on a floor made just now."""
    (accounts,) = floor.admin.execute("SELECT count(*) FROM floor.watched_accounts()").fetchone() or (0,)
    with floor.admin.transaction(force_rollback=True):
        floor.admin.execute("SET LOCAL track_functions = 'all'")
        assert floor.admin.execute("SELECT floor.lock_undone()").fetchone() == (0,)
        asked = "SELECT funcname, calls FROM pg_stat_xact_user_functions WHERE funcname LIKE '%_mark'"
        calls = {str(name): int(many) for name, many in floor.admin.execute(asked)}
    assert accounts >= 7 and calls.keys() == {"settings_mark", "password_mark"}
    assert max(calls.values()) <= accounts


def test_a_supervisors_window_settles_by_the_connection_that_it_has(floor: FloorServer) -> None:
    """An account has six, and one more for a settlement is refused where two windows have the account."""
    dsn = f"{floor.dsn} user={floor.windows['supervisor']}"
    desk = PostgresDesk(dsn, supervisor=dsn)
    floor.desks.append(desk)
    desk.read()
    asked = b"SELECT count(*) FROM pg_stat_activity WHERE usename = %s"

    def connections() -> int:
        row = floor.admin.execute(asked, (floor.windows["supervisor"],)).fetchone()
        assert row is not None
        return int(row[0])

    before = connections()
    desk.settle("T1", AIDA, "examined")
    assert connections() == before == 1


def calling(wanted: str, **said: str) -> tuple[bytes, tuple[object, ...]]:
    """A batch by which a table reports a call."""
    told = {"call": {"number": 1, "since": BEGUN.isoformat(), "kind": "call", **said}}
    asked = b"SELECT floor.ship(%s, 1, %s, '{}', 1, %s, '{}', '{}', '{}', %s::jsonb, NULL, NULL)"
    return asked, (wanted, EMPTY.digest, EMPTY.digest, json.dumps(told))


def test_a_table_that_keeps_a_transaction_open_keeps_no_other_from_writing(
    floor: FloorServer, hostile: str
) -> None:
    """No transaction of a table locks the rows that all tables share, whatever it sets."""
    send_report(floor)
    with ExitStack() as stack:
        connection = stack.enter_context(floor.account(hostile))
        connection.execute(*calling("H1"))
        connection.execute("BEGIN")
        connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        connection.execute(*calling("H1", arrived="P1"))  # an entry of the diary
        desk = floor.desk()
        boss = stack.enter_context(floor.account(floor.windows["boss"]))
        boss.execute("SET lock_timeout = '1ms'")
        assert boss.execute("SELECT who FROM floor.take('T1', 3, 'P1', 'Jonas')").fetchone() == ("P1",)
        desk.shelve("T1", "clock", AIDA, "why", 60)
        assert not check_diary(floor.admin).flaws
        waiting = floor.admin.execute("SELECT count(*) FROM floor.diary_queue").fetchone()
        assert waiting == (0,), "all that is committed has its number"
        with pytest.raises(NoDoor, match="lock timeout"):
            desk.take_call("H1", SeenCall(part=1, number=1, kind="call", age=0), AIDA)


def test_an_entry_that_waits_for_its_number_is_no_difference(floor: FloorServer, hostile: str) -> None:
    floor.desk().shelve("T1", "clock", AIDA, "why", 60)
    with floor.account(floor.windows["supervisor"]) as numbering, numbering.transaction():
        numbering.execute("SELECT floor.number_diary()")
        floor.desk().shelve("T2", "clock", AIDA, "why", 60)
        assert check_diary(floor.admin).flaws == ()
    before = check_diary(floor.admin)
    floor.admin.execute("SET session_replication_role = replica")
    floor.admin.execute("DELETE FROM floor.diary WHERE table_id = 'T2'")
    floor.admin.execute("SET session_replication_role = origin")
    assert [flaw.what for flaw in check_diary(floor.admin).flaws] == ["gone"]
    assert before.flaws == ()


def test_only_the_listeners_know_the_names_of_the_channels(floor: FloorServer, hostile: str) -> None:
    """NOTIFY is everybody's right: a table that could name a channel could keep all its listeners busy."""
    own = "SELECT floor.own_channel()"
    names = set[str]()
    for account in (hostile, floor.accounts["T1"], floor.windows["boss"], floor.windows["supervisor"]):
        with floor.account(account) as connection:
            (name,) = connection.execute(own.encode()).fetchone() or ("",)
            names.add(name)
            for secret in ("SELECT * FROM floor.channel", "SELECT floor.channel_of('')"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(secret.encode())
    assert len(names) == 3, "each table has its own, and all windows share one"
    desk = floor.desk()
    assert desk.wait_for_hint(10), "a new connection counts as a hint"
    with floor.account(hostile) as connection:
        for channel in ("floor", floor.accounts["T1"]):
            connection.execute(f"NOTIFY {channel}".encode())
    assert not desk.wait_for_hint(0.2)
    send_report(floor)
    assert desk.wait_for_hint(10)


def test_a_table_that_keeps_a_closed_day_open_is_ended(floor: FloorServer, hostile: str) -> None:
    day = date(2026, 5, 1)
    floor.admin.execute("SELECT floor.make_days(%s, 1)", (day,))
    with floor.account(hostile) as connection, pytest.raises(psycopg.OperationalError):
        connection.execute("BEGIN")
        connection.execute("SELECT floor.digest_over('H1', 1, 1, 1)")
        close_day(floor.admin, day)
        connection.execute("SELECT 1")
    assert day not in open_days(floor.admin)


@pytest.mark.sweep
def test_one_token_harms_its_own_table_alone(floor: FloorServer, hostile: str, tmp_path: Path) -> None:
    """In short, and on no clock; `python3 -m tests harm` does it for ten minutes, and measures each wait."""
    done = promise(floor, tmp_path, 6.0, longest=inf)
    floor.admin.execute("DELETE FROM floor.tables WHERE table_id LIKE 'G%'")
    assert done.lost == [], done.note


def test_a_table_that_disputes_without_end_keeps_a_hundred_until_they_are_settled(
    floor: FloorServer,
) -> None:
    """The wall reads the open ones with every reading."""
    insert = "INSERT INTO floor.dispute SELECT 'T1', i, clock_timestamp(), 'replaced', 0, '', ''"
    many = f"{insert} FROM generate_series(1, 300) AS i"
    floor.admin.execute(many.encode())
    assert len(floor.disputes()) == 100
    told = "T1: a hundred differences of one kind are open, and 200 more were only counted."
    send_report(floor)
    for role in ("boss", "supervisor"):
        assert [each.more_disputes for each in floor.desk(role).read().tables] == [200, 0]
        with floor.account(floor.windows[role]) as connection:
            if role == "supervisor":
                assert any(line.startswith(told) for line in _disputes((), Words("en"), connection))
    assert any(line.startswith(told) for line in _disputes((), Words("en"), floor.admin))
    with floor.account(floor.windows["elsewhere"]) as connection:
        assert connection.execute("SELECT * FROM floor.more_disputes()").fetchall() == []
    (seat, _) = _seats(floor.admin, OwnMachine("0.4.0", is_here=False)) or ()
    assert seat.more_disputes == 200
    floor.desk("supervisor").settle("T1", AIDA, "looked at")
    assert [each.more_disputes for each in floor.desk().read().tables] == [0, 0]
    floor.admin.execute(many.encode())
    assert len(floor.disputes()) == 200
    assert floor.admin.execute("SELECT many FROM floor.more_disputes()").fetchall() == [(200,)]


def test_many_disputes_leave_room_for_those_of_another_kind_and_after_two_consoles(
    floor: FloorServer,
) -> None:
    """No supervisor settles what two consoles did to a history: who says which of them counts does."""
    insert = "INSERT INTO floor.dispute SELECT 'T1', i, clock_timestamp(), %s, 0, '', ''"
    many = f"{insert} FROM generate_series(1, 101) AS i".encode()
    floor.door().ship(1, EMPTY, Batch(1, EMPTY.digest))
    floor.admin.execute("INSERT INTO floor.twins (table_id, since) VALUES ('T1', clock_timestamp())")
    floor.admin.execute(many, ("replaced",))
    floor.admin.execute(many, ("forked",))
    assert len(floor.disputes()) == 200
    floor.admin.execute("UPDATE floor.twins SET settled = clock_timestamp()")
    assert not any(seen.disputed for seen in floor.desk("supervisor").read().tables)
    floor.admin.execute(many, ("forked",))
    assert len(floor.disputes()) == 300
    assert any(seen.disputed for seen in floor.desk("supervisor").read().tables)


@pytest.fixture
def small_quota(floor: FloorServer) -> Iterator[None]:
    """A quota that some entries fill, of which nothing is used."""
    unused = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relname LIKE 'spent_%'"
    floor.admin.execute(unused)
    floor.admin.execute("UPDATE floor.quota SET at_once = 20000, a_day = 1000000")
    yield
    floor.admin.execute(unused)
    floor.admin.execute("UPDATE floor.quota SET at_once = 268435456, a_day = 1073741824")


def test_a_table_beyond_its_quota_is_taken_slower_named_and_loses_nothing(
    floor: FloorServer, hostile: str, small_quota: None, tmp_path: Path
) -> None:
    path, other = tmp_path / "H1.db", tmp_path / "T1.db"
    door = PostgresDoor(f"{floor.dsn} user={hostile}", "H1")
    floor.doors.append(door)
    shipper = Shipper(path, door, None)
    with journal(path, 40):
        ship_all(shipper)
        assert not shipper.crowded, "a backlog has room"
    with journal(path) as kept:
        kept.append(lines_and_entries(400)[1][40:399])
        ship_all(shipper)
        kept.append(lines_and_entries(400)[1][399:400])
        ship_all(shipper)
        assert shipper.crowded
        number, chain = floor.head("H1")
        assert number < kept.last
        heading = Shipment(path).heading
        assert door.ship(1, heading, Batch(number + 1, chain), encode_report(CALLED)).status == "known"
    reading = floor.desk().read()
    assert [(each.table, each.is_slowed) for each in reading.ended] == [("H1", True)]
    assert [seen.call is not None for seen in reading.tables] == [True, False, False], (
        "its call does not wait"
    )
    (alarm,) = own_alarms(reading, 0, {}, set(), {})
    assert (alarm.what, alarm.names) == (AlarmKind.SLOWED, ("H1",))
    with journal(other, 40):
        ship_all(Shipper(other, floor.door(), None))
    assert floor.entries() == packed(other), "another table has its own quota"
    floor.admin.execute("UPDATE floor.quota SET at_once = 268435456")  # pretends that a long time has passed
    ship_all(shipper)
    assert floor.entries("H1") == packed(path)
    assert floor.disputes() == []


def test_a_rolled_back_transaction_counts_towards_the_quota(
    floor: FloorServer, hostile: str, small_quota: None
) -> None:
    """The server's log has what a transaction wrote, whatever becomes of it."""
    door = "SELECT said FROM floor.ship('H1', 1, %s, '{}', 1, %s, '{now}', '{x}', "
    asked = f"{door}%s::bytea[], NULL, NULL, NULL)"
    entry = b"\x9e\x01" + bytes(15_000)
    with floor.account(hostile) as connection:
        answers = list[str]()
        for _ in range(3):
            with connection.transaction(force_rollback=True):
                row = connection.execute(asked.encode(), (EMPTY.digest, EMPTY.digest, [entry])).fetchone()
            answers.append(str((row or ("",))[0]))
    assert answers == ["taken", "taken", "wait"]


def test_the_kinds_of_entries_count_among_a_tables_bytes(
    floor: FloorServer, hostile: str, small_quota: None
) -> None:
    door = "SELECT said FROM floor.ship('H1', 1, %s, '{}', %s, %s, '{now}', "
    asked = f"{door}%s, %s::bytea[], NULL, NULL, NULL)"
    with floor.account(hostile) as connection:
        kind, answers, chain = "x" * 60_000, list[str](), EMPTY.digest
        for number in (1, 2):
            entry = b"\x9e" + bytes((number,))
            values = (EMPTY.digest, number, chain, [kind], [entry])
            answers += [row[0] for row in connection.execute(asked.encode(), values)]
            chain = floor.head("H1")[1]
    assert answers == ["taken", "wait"]


def test_one_query_of_a_table_can_not_take_the_machines_memory(floor: FloorServer, hostile: str) -> None:
    """It ends alone: where the system ends a process for want of memory, the server restarts for all."""
    large = "'x'"
    for _ in range(9):  # ten times as long each time
        large = f"format('{10 * '%1$s'}', {large})"
    with floor.account(hostile) as connection:
        with pytest.raises(psycopg.errors.OutOfMemory):
            connection.execute(f"SELECT length({large})".encode())
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert floor.desk().read().tables


@pytest.mark.parametrize(
    "asked",
    [
        *("whole_reading()", "seen(now() - interval '1 s')", "open_disputes()", "more_disputes()", "ended()"),
        *("refusals()", "end_overdue()", "clocks_apart()", "last_decision('T1', 'settled')", "diary_end()"),
    ],
)
def test_a_walls_repeated_queries_do_not_read_the_whole_diary(floor: FloorServer, asked: str) -> None:
    """A table with thousands of calls would make each reading of every wall slower."""
    send_report(floor)
    floor.admin.execute(
        "SET session_replication_role = replica;"
        "INSERT INTO floor.diary SELECT 'T1', now() - i * interval '1 s', gen_random_uuid(), 'arrived', 'P1',"
        " 'Jonas', 'x', '', '' FROM generate_series(100, 5000) AS i;"
        "SET session_replication_role = origin; ANALYZE floor.diary"
    )
    with floor.account(floor.windows["boss"]) as connection, connection.transaction():
        connection.execute(f"SELECT * FROM floor.{asked}".encode()).fetchall()
        read = connection.execute(
            "SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)"
            " FROM pg_stat_xact_user_tables WHERE relid = 'floor.diary'::regclass"
        ).fetchone()
    assert read is not None and read[0] < 100

"""PostgreSQL, psycopg and libpq, as the floor relies on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest

from console.floor.embedded import SUPERUSER, Server
from tests.floor.conftest import server  # noqa: F401 (a fixture)

Connection = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture
def dsn(server: Server) -> str:  # noqa: F811
    return f"{server.dsn} user={SUPERUSER}"


@pytest.fixture
def connection(dsn: str) -> Iterator[Connection]:
    with closing(psycopg.connect(dsn, autocommit=True)) as connection:
        yield connection


def test_a_text_with_a_zero_or_half_a_surrogate_pair_is_never_sent(
    connection: Connection,
) -> None:
    with pytest.raises(psycopg.DataError):
        connection.execute("SELECT %s", ("a\0b",))
    with pytest.raises(UnicodeEncodeError) as raised:
        connection.execute("SELECT %s", ("\ud800",))
    assert not isinstance(raised.value, psycopg.Error)


def test_a_parameter_has_the_smallest_type_of_its_value(connection: Connection) -> None:
    with pytest.raises(psycopg.errors.NumericValueOutOfRange):
        connection.execute("SELECT %s * %s", (300, 300))
    assert connection.execute("SELECT %s::bigint * %s", (300, 300)).fetchone() == (90_000,)


def test_a_sum_of_whole_numbers_is_a_decimal_until_it_is_cast(connection: Connection) -> None:
    rows = "FROM (VALUES (1::bigint), (2)) AS n (i)"
    told = connection.execute(f"SELECT sum(i), sum(i)::bigint {rows}".encode()).fetchone()
    assert told is not None and [type(each).__name__ for each in told] == ["Decimal", "int"]


def test_a_refused_connection_has_no_state_of_its_own(dsn: str) -> None:
    with pytest.raises(psycopg.OperationalError) as raised:
        psycopg.connect(f"{dsn} dbname=none_such")
    assert raised.value.sqlstate is None


def test_an_inserted_row_that_exists_is_no_error_and_is_not_returned(
    connection: Connection,
) -> None:
    connection.execute("CREATE TEMPORARY TABLE entry (number bigint PRIMARY KEY, digest bytea)")
    insert = "INSERT INTO entry VALUES (1, %s) ON CONFLICT DO NOTHING RETURNING digest"
    assert connection.execute(insert, (b"1",)).fetchall() == [(b"1",)]
    assert connection.execute(insert, (b"2",)).fetchall() == []
    assert connection.execute("SELECT digest FROM entry").fetchall() == [(b"1",)]


def test_an_error_in_a_transaction_refuses_the_rest_up_to_a_savepoint(
    connection: Connection,
) -> None:
    with connection.transaction():
        with pytest.raises(psycopg.errors.DivisionByZero), connection.transaction():
            connection.execute("SELECT 1 / 0")
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with pytest.raises(psycopg.errors.InFailedSqlTransaction), connection.transaction():
        with pytest.raises(psycopg.errors.DivisionByZero):
            connection.execute("SELECT 1 / 0")
        connection.execute("SELECT 1")


def test_the_time_of_a_transaction_stands_still_and_the_clock_does_not(connection: Connection) -> None:
    asked = "SELECT now() = %s, clock_timestamp() > %s"
    with connection.transaction():
        began = connection.execute("SELECT now()").fetchone()
        assert began is not None
        connection.execute("SELECT pg_sleep(0.01)")
        assert connection.execute(asked, (began[0], began[0])).fetchone() == (True, True)


def test_a_hint_is_heard_with_the_next_answer_and_an_equal_one_never(
    connection: Connection, dsn: str
) -> None:
    heard = list[str]()
    connection.add_notify_handler(lambda hint: heard.append(hint.payload))
    connection.execute("LISTEN hints")
    with closing(psycopg.connect(dsn)) as other:
        for told in ("T1", "T1", "T2"):
            other.execute("SELECT pg_notify('hints', %s)", (told,))
        other.commit()
    assert heard == []
    connection.execute("SELECT 1")
    assert heard == ["T1", "T2"]


def test_the_servers_own_sorting_knows_no_language(connection: Connection) -> None:
    names = "SELECT n FROM (VALUES ('a'), ('Z'), ('š'), ('t')) AS names (n) ORDER BY n"
    assert [name for (name,) in connection.execute(names)] == ["Z", "a", "t", "š"]


def test_a_statement_ends_at_its_limit_with_a_state(connection: Connection) -> None:
    connection.execute("SET statement_timeout = 20")
    with pytest.raises(psycopg.errors.QueryCanceled):
        connection.execute("SELECT pg_sleep(5)")
    assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_role_is_given_what_everybody_is_unless_it_is_taken_away(connection: Connection) -> None:
    """A new function may be called by any account, and a new database be connected to."""
    connection.execute("CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'")
    allowed = "SELECT has_function_privilege('public', p.oid, 'EXECUTE') FROM pg_proc p WHERE proname = 'f'"
    assert connection.execute(allowed).fetchone() == (True,)

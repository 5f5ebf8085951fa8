"""What there is on a floor, as an administrator adds, moves, ends and lists it: studios, tables, windows.

A studio and a name are one key of a table. Its id is the name where that was free when it was added, else
studio and name; it never changes, since all that the table sent is kept by it. Each change is an entry of the
floor's diary, made by the database.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from console.floor.errors import StrangeFloor
from console.floor.schema import has_account, limit
from console.floor.table_side.account import account_of

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

WATCHING: Final = {
    "boss": "floor_boss",
    "supervisor": "floor_supervisor",
    "witness": "floor_witness",
    "indexer": "floor_indexer",
}
"""What an account that is no table's may be, with its role."""


class KnownTable(NamedTuple):
    """A table that the floor knows."""

    table: str
    """Its id."""
    studio: str
    name: str
    account: str
    retired: datetime | None = None


# --- studios --------------------------------------------------------------------------------------


def add_studio(connection: Connection, studio: str) -> bool:
    """Make a studio known; whether it is new."""
    added = "INSERT INTO floor.studio VALUES (%s, %s) ON CONFLICT DO NOTHING"
    return connection.execute(added, (studio, studio)).rowcount > 0


def studios(connection: Connection) -> list[str]:
    """Every studio that is known."""
    return [str(name) for (name,) in connection.execute("SELECT studio FROM floor.studio ORDER BY 1")]


def _check_studio(connection: Connection, studio: str) -> None:
    connection.execute("SELECT FROM floor.diary_head")  # whoever may not is told that, not what is not there
    known = studios(connection)
    if studio not in known:
        key = "floor.studio.unknown" if known else "floor.studio.none"
        raise StrangeFloor(key, studio=studio, known=", ".join(known))


# --- tables ---------------------------------------------------------------------------------------

_KNOWN: Final = "SELECT table_id, studio, name, account, retired FROM floor.tables"


def table_named(connection: Connection, name: str, studio: str | None = None) -> KnownTable:
    """The table of this name. Raises StrangeFloor where there is none, or several studios have one."""
    asked = f"{_KNOWN} WHERE name = %s AND studio = coalesce(%s, studio) ORDER BY studio"
    rows = connection.execute(asked.encode(), (name, studio)).fetchall()
    if studio is not None:
        _check_studio(connection, studio)
    if not rows:
        raise StrangeFloor("floor.table.unknown", table=name)
    if len(rows) > 1:
        whose = ", ".join(str(row[1]) for row in rows)
        raise StrangeFloor("floor.table.several", table=name, studios=whose)
    return KnownTable._make(rows[0])


def add_table(
    connection: Connection,
    name: str,
    *,
    studio: str,
    game: str,
    rules: str,
    room: str = "",
    switch: str = "",
) -> KnownTable:
    """Make a table of a studio known, and an account that may ship its journal alone.

    One that the studio has keeps its account, and stands from now on as it is said; one that was retired is
    at work again, with its history. A server that asks for passwords is told one by :func:`new_token`. Raises
    StrangeFloor where nobody has added the studio.
    """
    with connection.transaction():
        _check_studio(connection, studio)
        asked = f"{_KNOWN} WHERE (studio, name) = (%s, %s)"
        row = connection.execute(asked.encode(), (studio, name)).fetchone()
        if row is not None:
            known = KnownTable._make(row)
            connection.execute(
                """UPDATE floor.tables SET room = %s, switch = %s, game = %s, rules = %s, retired = NULL
                WHERE table_id = %s
                AND (room, switch, game, rules, retired IS NULL) <> (%s, %s, %s, %s, true)""",
                (room, switch, game, rules, known.table, room, switch, game, rules),
            )
        else:
            table = _free_id(connection, studio, name)
            known = KnownTable(table, studio, name, account_of(table))
            connection.execute(
                """INSERT INTO floor.tables (table_id, studio, name, room, switch, game, rules, account)
                VALUES (%s, %s, %s, %s, %s, %s, %s, %s)""",
                (table, studio, name, room, switch, game, rules, known.account),
            )
        _have_account(connection, known.account, "floor_table")
    return known


def _free_id(connection: Connection, studio: str, name: str) -> str:
    """An id under which nothing is kept, also of no table that was taken out of the list."""
    taken = {
        str(each)
        for (each,) in connection.execute(
            "SELECT table_id FROM floor.tables UNION SELECT table_id FROM floor.journal"
        )
    }
    return next(each for each in _ids(studio, name) if each not in taken)


def _ids(studio: str, name: str) -> Iterator[str]:
    yield name
    yield f"{studio}/{name}"
    number = 2
    while True:
        yield f"{studio}/{name}/{number}"
        number += 1


def move_table(connection: Connection, known: KnownTable, to: str) -> None:
    """Have a table stand in another studio, with its history. Raises StrangeFloor where that has one of its
    name.
    """
    with connection.transaction():
        _check_studio(connection, to)
        _check_free(connection, to, known.name)
        connection.execute("UPDATE floor.tables SET studio = %s WHERE table_id = %s", (to, known.table))


def rename_table(connection: Connection, known: KnownTable, name: str) -> None:
    """Call a table otherwise; its id stays. Raises StrangeFloor where its studio has one of that name."""
    with connection.transaction():
        _check_free(connection, known.studio, name)
        connection.execute("UPDATE floor.tables SET name = %s WHERE table_id = %s", (name, known.table))


def _check_free(connection: Connection, studio: str, name: str) -> None:
    asked = "SELECT FROM floor.tables WHERE (studio, name) = (%s, %s)"
    if connection.execute(asked, (studio, name)).fetchone() is not None:
        raise StrangeFloor("floor.table.taken", table=name, studio=studio)


def retire_table(connection: Connection, known: KnownTable) -> None:
    """End a table: it is on no wall any more, and its account can't connect. What it sent stays."""
    with connection.transaction():
        connection.execute(
            "UPDATE floor.tables SET retired = clock_timestamp() WHERE table_id = %s AND retired IS NULL",
            (known.table,),
        )
        connection.execute(f"ALTER ROLE {known.account} NOLOGIN PASSWORD NULL".encode())
        _forget_token(connection, known.account)
    _end_sessions(connection, known.account)


class TableLine(NamedTuple):
    """A table in the list of tables; times are the floor's own."""

    studio: str
    name: str
    table: str
    room: str
    game: str
    rules: str
    retired: datetime | None
    heard: datetime | None
    entries: int
    version: str
    """Of the console there, as it told; empty of one that was never heard."""
    token: datetime | None


_TABLES: Final = b"""
    SELECT t.studio, t.name, t.table_id, t.room, t.game, t.rules, t.retired, s.heard,
        coalesce((
            SELECT sum(j.number - j.forks_after) FROM floor.journal AS j WHERE j.table_id = t.table_id
        ), 0)::bigint, coalesce(s.told ->> 'version', ''), k.since
    FROM floor.tables AS t LEFT JOIN floor.state AS s USING (table_id)
    LEFT JOIN floor.token AS k USING (account)
    WHERE %(studio)s::text IS NULL OR t.studio = %(studio)s
"""


def tables(connection: Connection, studio: str | None = None) -> list[TableLine]:
    """Every table of a studio, or of all, by studio and in natural order."""
    from console.floor.alarms.watch import natural

    rows = [TableLine._make(row) for row in connection.execute(_TABLES, {"studio": studio})]
    return sorted(rows, key=lambda line: (line.studio, natural(line.name)))


# --- windows --------------------------------------------------------------------------------------


def window_account(name: str, role: str) -> str:
    """What the account of a window is called."""
    return f"{role}_" + sha256(name.encode()).hexdigest()[:16]


def add_window(connection: Connection, name: str, *, studio: str, role: str) -> str:
    """Have an account for a window, or for a witness, that sees a studio's tables; the account's name.

    ``role`` is one of :data:`WATCHING`. Said again with another studio it sees that one too. Raises
    StrangeFloor where nobody has added the studio.
    """
    account = window_account(name, role)
    with connection.transaction():
        _check_studio(connection, studio)
        _have_account(connection, account, WATCHING[role])
        known = "INSERT INTO floor.window_account VALUES (%s, %s, %s) ON CONFLICT (account) DO UPDATE "
        known += "SET name = excluded.name WHERE floor.window_account.name <> excluded.name"
        connection.execute(known.encode(), (account, name, role))
        watches = "INSERT INTO floor.watch VALUES (%s, %s) ON CONFLICT DO NOTHING"
        connection.execute(watches, (account, studio))
    return account


def window_named(connection: Connection, name: str, role: str) -> str:
    """The account of a window, or one that is named itself. Raises StrangeFloor where it is not known."""
    asked = "SELECT account FROM floor.window_account WHERE account IN (%s, %s)"
    row = connection.execute(asked, (window_account(name, role), name)).fetchone()
    if row is None:
        raise StrangeFloor("floor.window.unknown", window=name, role=role)
    return str(row[0])


def remove_window(connection: Connection, account: str) -> None:
    """End a window's account; what was done there stays in the diary."""
    if has_account(connection, account):
        connection.execute(f"ALTER ROLE {account} NOLOGIN".encode())
        _end_sessions(connection, account)  # by the name, which nobody has any more once it is dropped
    with connection.transaction():
        for relation in ("watch", "window_account", "heard"):
            connection.execute(f"DELETE FROM floor.{relation} WHERE account = %s".encode(), (account,))
        _forget_token(connection, account)
        connection.execute(f"DROP ROLE IF EXISTS {account}".encode())


class WindowLine(NamedTuple):
    """A window in the list of windows."""

    studios: list[str]
    name: str
    role: str
    account: str
    heard: datetime | None
    """At its start, then each hour, by the floor's clock."""
    program: str
    token: datetime | None


_WINDOWS: Final = b"""
    SELECT coalesce((
            SELECT array_agg(w.studio ORDER BY w.studio) FROM floor.watch AS w WHERE w.account = a.account
        ), '{}'), a.name, a.role, a.account, h.at, coalesce(h.program, ''), k.since
    FROM floor.window_account AS a LEFT JOIN floor.heard AS h USING (account)
    LEFT JOIN floor.token AS k USING (account) ORDER BY 1, a.name, a.role
"""


def windows(connection: Connection) -> list[WindowLine]:
    """Every window, witness and indexer, by its studios."""
    return [WindowLine._make(row) for row in connection.execute(_WINDOWS)]


# --- accounts -------------------------------------------------------------------------------------


class AccountLine(NamedTuple):
    """An account of the floor's server."""

    account: str
    role: str
    whose: str
    """The table's or the window's name; empty of one that neither has."""
    connected: int
    """Sessions now."""
    may_connect: bool
    token: datetime | None


_ACCOUNTS: Final = b"""
    SELECT r.rolname, substr(g.rolname, 7), coalesce(t.studio || ' ' || t.name, a.name, ''),
        (SELECT count(*) FROM pg_stat_activity AS s WHERE s.usename = r.rolname), r.rolcanlogin, k.since
    FROM pg_roles AS r JOIN pg_auth_members AS m ON m.member = r.oid JOIN pg_roles AS g ON g.oid = m.roleid
    LEFT JOIN floor.tables AS t ON t.account = r.rolname
    LEFT JOIN floor.window_account AS a ON a.account = r.rolname
    LEFT JOIN floor.token AS k ON k.account = r.rolname
    WHERE g.rolname = ANY (%s) ORDER BY 2, 3, 1
"""


def accounts(connection: Connection) -> list[AccountLine]:
    """Every account that may do anything on a floor of this server."""
    from console.floor.schema import ROLES

    return [AccountLine._make(row) for row in connection.execute(_ACCOUNTS, (list(ROLES),))]


def new_token(connection: Connection, account: str) -> str:
    """Give an account a token of its own, which is its password from now on; it is kept nowhere.

    The server is told what it checks the token by (SCRAM-SHA-256), never the token: what it is told may
    stand in its log.
    """
    token = token_urlsafe(32)
    checked = connection.pgconn.encrypt_password(token.encode(), account.encode(), b"scram-sha-256")
    with connection.transaction():
        connection.execute(f"ALTER ROLE {account} PASSWORD '{checked.decode('ascii')}'".encode())
        since = "INSERT INTO floor.token VALUES (%s, clock_timestamp()) "
        since += "ON CONFLICT (account) DO UPDATE SET since = excluded.since"
        connection.execute(since.encode(), (account,))
    return token


def _forget_token(connection: Connection, account: str) -> None:
    connection.execute("DELETE FROM floor.token WHERE account = %s", (account,))


def _have_account(connection: Connection, account: str, role: str) -> None:
    if not has_account(connection, account):
        connection.execute(f"CREATE ROLE {account} LOGIN IN ROLE {role}".encode())
    connection.execute(f"ALTER ROLE {account} LOGIN".encode())
    limit(connection, account, role)


def _end_sessions(connection: Connection, account: str) -> None:
    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s"
    connection.execute(ends, (account,))

"""The accounts of a floor: their roles, their tokens, and who is connected."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from console.floor.schema import ROLES, has_account, limit, mark

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

WATCHING: Final = {
    "boss": "floor_boss",
    "supervisor": "floor_supervisor",
    "witness": "floor_witness",
    "indexer": "floor_indexer",
}
"""The kinds of account that belong to no table, each with its role."""


def window_account(name: str, role: str) -> str:
    return f"{role}_" + sha256(name.encode()).hexdigest()[:16]


class AccountLine(NamedTuple):
    account: str
    role: str
    whose: str
    """The table's or the window's name; empty for other accounts."""
    connected: int
    """Sessions that are open now."""
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
    """Every account with rights on a floor of this server."""
    return [AccountLine._make(row) for row in connection.execute(_ACCOUNTS, (list(ROLES),))]


def new_token(connection: Connection, account: str) -> str:
    """Give an account a new token, which is its password from now on and is kept nowhere.

    The server receives only the value against which it checks the token (SCRAM-SHA-256), since its log may
    contain statements. The sessions of the old token end. An account that was locked, because it had changed
    its own settings or password, is limited again and may connect.
    """
    token = token_urlsafe(32)
    checked = connection.pgconn.encrypt_password(token.encode(), account.encode(), b"scram-sha-256")
    with connection.transaction():
        connection.execute(f"ALTER ROLE {account} PASSWORD '{checked.decode('ascii')}'".encode())
        _open(connection, account)
        mark(connection, account, has_new_password=True)
        since = "INSERT INTO floor.token VALUES (%s, clock_timestamp()) "
        since += "ON CONFLICT (account) DO UPDATE SET since = excluded.since"
        connection.execute(since.encode(), (account,))
    end_sessions(connection, account)
    return token


_ROLE: Final = """
    SELECT g.rolname FROM pg_roles AS r JOIN pg_auth_members AS m ON m.member = r.oid
    JOIN pg_roles AS g ON g.oid = m.roleid
    WHERE r.rolname = %s AND NOT r.rolcanlogin AND g.rolname = ANY (%s)
"""


def _open(connection: Connection, account: str) -> None:
    """Let a locked account connect again, without any setting of its own making."""
    for (role,) in connection.execute(_ROLE, (account, list(ROLES))).fetchall():
        connection.execute(f"ALTER ROLE {account} RESET ALL".encode())
        database = connection.info.dbname.replace('"', '""')
        connection.execute(f'ALTER ROLE {account} IN DATABASE "{database}" RESET ALL'.encode())
        disown(connection, account)
        connection.execute(f"ALTER ROLE {account} LOGIN".encode())
        limit(connection, account, role)


def disown(connection: Connection, account: str) -> None:
    """Take back what an account gave others, such as default privileges."""
    connection.execute(f"DROP OWNED BY {account}".encode())


def forget_token(connection: Connection, account: str) -> None:
    connection.execute("DELETE FROM floor.token WHERE account = %s", (account,))


def have_account(connection: Connection, account: str, role: str) -> None:
    """Make an account of a role if it is missing, and let it connect; a locked one that has a token stays
    locked until :func:`new_token`.
    """
    token = "SELECT FROM floor.token WHERE account = %s"
    if not has_account(connection, account):
        connection.execute(f"CREATE ROLE {account} LOGIN IN ROLE {role}".encode())
    elif connection.execute(token, (account,)).fetchone() is None:
        # It is the account of a retired table, or of a server without tokens.
        _open(connection, account)
    limit(connection, account, role)


def end_sessions(connection: Connection, account: str) -> None:
    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s"
    connection.execute(ends, (account,))

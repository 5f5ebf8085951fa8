"""The windows of a floor, its witnesses and indexers: added, removed and listed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from console.floor.errors import StrangeFloor
from console.floor.operation.known_accounts import (
    WATCHING,
    disown,
    end_sessions,
    forget_token,
    have_account,
    window_account,
)
from console.floor.operation.known_tables import check_studio
from console.floor.schema import has_account

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]


def add_window(connection: Connection, name: str, *, studio: str, role: str) -> str:
    """Make an account, with a role of :data:`WATCHING`, that sees a studio's tables; returns its name. Called
    again with another studio, the account sees that too. Raises StrangeFloor for an unknown studio.
    """
    account = window_account(name, role)
    with connection.transaction():
        check_studio(connection, studio)
        have_account(connection, account, WATCHING[role])
        known = "INSERT INTO floor.window_account VALUES (%s, %s, %s) ON CONFLICT (account) DO UPDATE "
        known += "SET name = excluded.name WHERE floor.window_account.name <> excluded.name"
        connection.execute(known.encode(), (account, name, role))
        watches = "INSERT INTO floor.watch VALUES (%s, %s) ON CONFLICT DO NOTHING"
        connection.execute(watches, (account, studio))
    return account


def account_of_window(connection: Connection, name: str, role: str) -> str:
    """The account of a window, by the window's name or its own. Raises StrangeFloor."""
    return accounts_of_window(connection, name, (role,))[0]


def accounts_of_window(connection: Connection, name: str, roles: Sequence[str]) -> list[str]:
    """A window's accounts in any of these roles, or the account of this name. Raises StrangeFloor."""
    asked = "SELECT account FROM floor.window_account WHERE account = ANY (%s) ORDER BY account"
    named = [*(window_account(name, role) for role in roles), name]
    found = [str(account) for (account,) in connection.execute(asked, (named,))]
    if not found:
        raise StrangeFloor("floor.window.unknown", window=name, role=" / ".join(roles))
    return found


def remove_window(connection: Connection, account: str) -> None:
    """End a window's account; the window's actions stay in the diary."""
    if has_account(connection, account):
        connection.execute(f"ALTER ROLE {account} NOLOGIN".encode())
        end_sessions(connection, account)  # Before the account is dropped: they are found by its name.
    with connection.transaction():
        for relation in ("watch", "window_account", "heard"):
            connection.execute(f"DELETE FROM floor.{relation} WHERE account = %s".encode(), (account,))
        forget_token(connection, account)
        if has_account(connection, account):
            disown(connection, account)  # Rights that it gave to others would prevent the drop.
            connection.execute(f"DROP ROLE {account}".encode())


class WindowLine(NamedTuple):
    studios: list[str]
    name: str
    role: str
    account: str
    heard: datetime | None
    """When the window was last heard (at its start, then each hour), by the floor's clock."""
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

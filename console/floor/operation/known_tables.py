"""The studios and tables of a floor: added, moved, renamed, retired and listed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from console.floor.alarms.watch import natural
from console.floor.errors import StrangeFloor
from console.floor.operation.known_accounts import end_sessions, forget_token, have_account
from console.floor.self_report import LIVE, Certificate, read_report
from console.floor.table_side.account import account_of

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]


class KnownTable(NamedTuple):
    """A table that the floor knows."""

    table: str
    studio: str
    name: str
    account: str
    retired: datetime | None = None


# --- studios --------------------------------------------------------------------------------------


def add_studio(connection: Connection, studio: str) -> bool:
    """Make a studio known; returns whether it is new."""
    added = "INSERT INTO floor.studio VALUES (%s, %s) ON CONFLICT DO NOTHING"
    return connection.execute(added, (studio, studio)).rowcount > 0


def studios(connection: Connection) -> list[str]:
    return [str(name) for (name,) in connection.execute("SELECT studio FROM floor.studio ORDER BY 1")]


def check_studio(connection: Connection, studio: str) -> None:
    """Raises StrangeFloor for a studio that nobody has added."""
    connection.execute("SELECT FROM floor.diary_head")  # The database's own error without the right.
    known = studios(connection)
    if studio not in known:
        key = "floor.studio.unknown" if known else "floor.studio.none"
        raise StrangeFloor(key, studio=studio, known=tuple(known))


# --- tables ---------------------------------------------------------------------------------------

_KNOWN: Final = "SELECT table_id, studio, name, account, retired FROM floor.tables"


def table_of_name(connection: Connection, name: str, studio: str | None = None) -> KnownTable:
    """The table of this name. Raises StrangeFloor unless exactly one studio has one."""
    asked = f"{_KNOWN} WHERE name = %s AND studio = coalesce(%s, studio) ORDER BY studio"
    rows = connection.execute(asked.encode(), (name, studio)).fetchall()
    if studio is not None:
        check_studio(connection, studio)
    if not rows:
        raise StrangeFloor("floor.table.unknown", table=name)
    if len(rows) > 1:
        whose = tuple(str(row[1]) for row in rows)
        raise StrangeFloor("floor.table.several", table=name, studios=whose)
    return KnownTable._make(rows[0])


def add_table(
    connection: Connection, name: str, *, studio: str, game: str, rules: str, room: str = "", switch: str = ""
) -> KnownTable:
    """Make a table of a studio known, with an account that may only ship its journal. A known table keeps its
    account, and gets these values; a retired one works again, with its history. On a server with passwords
    :func:`~console.floor.operation.known_accounts.new_token` gives the account one. Raises StrangeFloor for
    an unknown studio.
    """
    with connection.transaction():
        check_studio(connection, studio)
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
        have_account(connection, known.account, "floor_table")
    return known


def _free_id(connection: Connection, studio: str, name: str) -> str:
    """An id under which nothing is kept, not even from a table removed from the list."""
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
    """Move a table with its history to another studio. Raises StrangeFloor if that studio has its name."""
    with connection.transaction():
        check_studio(connection, to)
        _check_free(connection, to, known.name)
        connection.execute("UPDATE floor.tables SET studio = %s WHERE table_id = %s", (to, known.table))


def rename_table(connection: Connection, known: KnownTable, name: str) -> None:
    """Rename a table; its id stays. Raises StrangeFloor if its studio has a table of that name."""
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
        forget_token(connection, known.account)
    end_sessions(connection, known.account)


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
    """The reported version of the table's console; empty if it was never heard."""
    token: datetime | None
    needs_certificate: bool
    """Whether the table is LIVE, by its console's report."""
    commissioned: datetime | None
    """When its last certificate was entered, by the table's own clock."""
    technician: str
    supervisor: str
    """Technician and supervisor who signed the certificate, by name."""
    newer: tuple[str, ...]
    """The parts that changed since the certificate: ``software``, ``rulebook``, ``devices``."""


_TABLES: Final = b"""
    SELECT t.studio, t.name, t.table_id, t.room, t.game, t.rules, t.retired, s.heard,
        coalesce((
            SELECT sum(j.number - j.forks_after) FROM floor.journal AS j WHERE j.table_id = t.table_id
        ), 0)::bigint, coalesce(s.told ->> 'version', ''), k.since, s.told::text
    FROM floor.tables AS t LEFT JOIN floor.state AS s USING (table_id)
    LEFT JOIN floor.token AS k USING (account)
    WHERE %(studio)s::text IS NULL OR t.studio = %(studio)s
"""


def tables(connection: Connection, studio: str | None = None) -> list[TableLine]:
    """Every table of a studio, or of all, by studio and in natural order."""
    rows = [_line(row) for row in connection.execute(_TABLES, {"studio": studio})]
    return sorted(rows, key=lambda line: (line.studio, natural(line.name)))


def _line(row: tuple[Any, ...]) -> TableLine:
    *fields, text = row
    report = read_report(text).report if text is not None else None
    found = report.certificate if report is not None else None
    found = found or Certificate()
    is_live = report is not None and report.mode == LIVE
    return TableLine._make((*fields, is_live, found.at, found.by, found.authorised_by, found.newer))

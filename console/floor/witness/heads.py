"""A witness's questions to a floor in PostgreSQL: each journal's last entry, and the digests up to there. The
caller computes the chain of the digests itself, and keeps the result.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from console.floor.door import FloorPart, floor_part, no_door
from console.floor.witness.diary import DIARY, number_diary

if TYPE_CHECKING:
    from console.floor.database import DeadlineConnection

DEADLINE: Final = 5.0
"""Seconds that a call may take."""
DIGEST: Final = 32


class Head(NamedTuple):
    """The last entry of a part of a table's journal, and the chain there, by the floor's word."""

    table: str
    part: int
    begins: bytes
    number: int
    chain: bytes


class PostgresHeads:
    """A floor by an account that sees a studio's tables, or the table's own."""

    def __init__(self, dsn: str, password: str | None = None, deadline: float = DEADLINE) -> None:
        """Nothing is connected yet; ``dsn`` names the account as ``user``."""
        self._dsn, self._password, self._deadline = dsn, password, deadline
        self._connection: DeadlineConnection | None = None

    def heads(self) -> list[Head]:
        """Every part of every table seen; last the floor's own diary, as :data:`DIARY`. Raises NoDoor."""
        asked = "SELECT table_id, part, begins, number, chain FROM floor.journal ORDER BY table_id, part"
        with self._asking() as connection:
            rows = connection.execute(asked.encode()).fetchall()
            number_diary(connection)
            diary = connection.row(b"SELECT begins, number, chain FROM floor.diary_end()")
        return [*map(Head._make, rows), Head(DIARY, 1, *diary)]

    def arrive(self) -> None:
        """Record this contact in the list of windows; not for a table. Raises NoDoor."""
        with self._asking() as connection:
            connection.execute(b"SELECT floor.prepare_days()")

    def tables(self, name: str, begins: bytes) -> dict[str, str]:
        """The tables that a file may belong to, by its name and beginning: by id, each with the text that
        selects only it. These are the ones that hold it, of these those that have or had the name; else those
        with the name, else the name itself. Raises NoDoor.
        """
        asked = b"""
            SELECT table_id, studio, name, table_id IN (SELECT table_id FROM floor.journal WHERE begins = %s)
            FROM floor.tables
        """
        with self._asking() as connection:
            rows = connection.execute(asked, (begins,)).fetchall()
        many = Counter(own for _, _, own, _ in rows)
        labels = {table: own if many[own] == 1 else f"{studio}/{own}" for table, studio, own, _ in rows}
        holds = [table for table, _, _, is_held in rows if is_held]
        named = [table for table, _, own, _ in rows if own == name] or [name] * (name in labels)
        had = [table for table in holds if table in named or table == name]
        return {table: labels[table] for table in had or holds or named} or {name: name}

    def parts(self, table: str) -> list[FloorPart]:
        """The parts of a table's journal, in order. Raises NoDoor."""
        with self._asking() as connection:
            rows = connection.execute(b"SELECT * FROM floor.held(%s)", (table,)).fetchall()
        return [floor_part(row) for row in rows]

    def digests(self, table: str, part: int, first: int, last: int) -> list[bytes]:
        """The digests from ``first`` on, at most a request's; fewer if one is missing. Raises NoDoor."""
        given: tuple[str | int, ...] = (table, part, first, last)
        asked = b"SELECT floor.digests(%s, %s, %s, %s)"
        if table == DIARY:
            given, asked = (first, last), b"SELECT floor.diary_digests(%s, %s)"
        with self._asking() as connection:
            whole = bytes(connection.row(asked, given)[0])
        return [whole[at : at + DIGEST] for at in range(0, len(whole), DIGEST)]

    def digest_over(self, table: str, part: int, first: int, last: int) -> bytes:
        """One digest over at most 16,384 entries' digests; a table's account only its own. Raises NoDoor."""
        given = (table, part, first, last)
        with self._asking() as connection:
            return bytes(connection.row(b"SELECT floor.digest_over(%s, %s, %s, %s)", given)[0])

    def close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    @contextmanager
    def _asking(self) -> Iterator[DeadlineConnection]:
        import psycopg

        from console.floor.database import connect

        try:
            if self._connection is None or self._connection.closed:
                self._connection = connect(self._dsn, self._password)
            self._connection.until = time.monotonic() + self._deadline
            yield self._connection
        except psycopg.Error as error:
            self.close()
            raise no_door(error) from error

"""What the floor holds of the tables' journals, read by an account that may: parts, entries, kept states.

It believes nothing: entries come as the bytes that they were shipped as, and who reads follows the chain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    import psycopg

AT_ONCE: Final = 2_000
"""Entries that are fetched at once."""

_PARTS: Final = b"""
    SELECT t.table_id, t.name, t.room, j.part, j.begins, j.heading, j.number, j.chain, j.heard, j.disputed
    FROM floor.journal AS j JOIN floor.tables AS t USING (table_id)
    WHERE (%(tables)s::text[] IS NULL OR t.name = ANY (%(tables)s))
        AND (%(rooms)s::text[] IS NULL OR t.room = ANY (%(rooms)s))
    ORDER BY t.room, t.name, t.table_id, j.part
"""
_ENTRIES: Final = b"""
    SELECT number, packed, digest FROM floor.entry
    WHERE table_id = %s AND part = %s AND number > %s AND number <= %s ORDER BY number
"""
_STATES: Final = b"""
    SELECT number, state FROM floor.checkpoint
    WHERE table_id = %s AND part = %s AND number >= %s AND number <= %s ORDER BY number
"""


class HeldPart(msgspec.Struct, frozen=True):
    """A file of a table's journal: how far the floor has it, and the chain there by the floor's own head."""

    table: str
    name: str
    room: str
    part: int
    begins: bytes
    heading: str
    """What the file says of itself, as JSON."""
    number: int
    chain: bytes
    heard: Any
    disputed: bool


class Missing(Exception):
    """An entry that should be there is not, or its digest alone; ``number`` says which."""

    def __init__(self, number: int) -> None:
        super().__init__(f"entry {number} is not held")
        self.number = number


class Holdings:
    """A floor's entries by one connection, for one thread at a time."""

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        """``connection`` is of an account that may read entries."""
        self._connection = connection

    def parts(
        self, tables: Collection[str] | None = None, rooms: Collection[str] | None = None
    ) -> list[HeldPart]:
        """The parts of these tables in these rooms, by room, table and part; None is any."""
        wanted = {
            "tables": None if tables is None else [*tables],
            "rooms": None if rooms is None else [*rooms],
        }
        return [HeldPart(*row) for row in self._connection.execute(_PARTS, wanted)]

    def entries(self, table: str, part: int, after: int, until: int) -> Iterator[list[bytes]]:
        """The bytes of the entries after a number and up to another, a slice at a time.

        Raises Missing at the first that is not there whole, after all before it.
        """
        while after < until:
            high = min(until, after + AT_ONCE)
            rows = self._connection.execute(_ENTRIES, (table, part, after, high)).fetchall()
            found = list[bytes]()
            for number, packed, _ in rows:
                if number != after + len(found) + 1 or packed is None:
                    break
                found.append(bytes(packed))
            if found:
                yield found
            after += len(found)
            if after < high:
                raise Missing(after + 1)

    def states(self, table: str, part: int, first: int, until: int) -> list[tuple[int, bytes]]:
        """The states kept from an entry on and up to another, by their entries; at 0 a file began with it."""
        rows = self._connection.execute(_STATES, (table, part, first, until)).fetchall()
        return [(int(number), bytes(state)) for number, state in rows]

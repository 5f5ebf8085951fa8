"""The names that tables give people: each belongs to its table, from one of its entries on. Entries contain
only ids. A table with another name for a person changes no other table's entries.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from console.floor.texts import one_line
from console.table.journal import RowNames

if TYPE_CHECKING:
    import psycopg

_NAMES: Final = b"SELECT id, name, table_id, part, number, age FROM floor.names()"


class ReportedName(NamedTuple):
    who: str
    name: str
    table: str
    part: int
    number: int
    """The entry from which the table uses this name."""
    age: float
    """Seconds since the table last gave it."""


def read_names(connection: psycopg.Connection[tuple[Any, ...]]) -> tuple[ReportedName, ...]:
    """All names that the account may read. Raises psycopg.Error."""
    import psycopg

    with suppress(psycopg.errors.InsufficientPrivilege):
        with connection.transaction():
            rows = connection.execute(_NAMES).fetchall()
        return tuple(ReportedName(who, one_line(name), *rest) for who, name, *rest in rows)
    return ()


class TableNames:
    def __init__(self, reported: Iterable[ReportedName] = ()) -> None:
        self._reported: defaultdict[str, list[ReportedName]] = defaultdict(list)
        for each in sorted(reported, key=_place):
            self._reported[each.table].append(each)
        self._kept: dict[tuple[str, int], RowNames] = {}

    def at(self, table: str, part: int, number: int) -> RowNames:
        """A table's names by id at an entry; a person's first name also counts before it."""
        reported = self._reported.get(table, [])
        count = bisect_right(reported, (part, number), key=_place)
        if (table, count) not in self._kept:
            names = {each.who: each.name for each in reversed(reported[count:])}
            now = {each.who: each.name for each in reported[:count]}
            self._kept[table, count] = RowNames(names | now)
        return self._kept[table, count]

    def newest(self, table: str) -> Mapping[str, str]:
        return {each.who: each.name for each in self._reported.get(table, [])}

    def every(self) -> Mapping[str, tuple[str, ...]]:
        """All names of each person, by id; several if tables differ."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for reported in self._reported.values():
            for each in reported:
                found[each.who].setdefault(each.name)
        return {who: tuple(names) for who, names in found.items()}


def _place(reported: ReportedName) -> tuple[int, int]:
    return reported.part, reported.number

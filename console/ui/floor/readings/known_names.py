"""The names of people whom the wall has by their ids, even of those who have left the people's file.

Each table's names are its own: another table that calls somebody otherwise is reported, and changes nothing.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.floor.told_names import TableNames, ToldName
from console.floor.wall import Changes, Reading, SeenTable, Spelling

LASTS: Final = 86_400.0
"""Seconds for which a name is compared with those that other tables give."""


class _Given(NamedTuple):
    name: str
    at: float
    """When the table gave it last, on the monotonic clock."""


class KnownNames:
    """Learns names from each reading; a person who has left the people's file is only an id at the table."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._given: defaultdict[str, dict[str, _Given]] = defaultdict(dict)
        """The newest names by person and table."""
        self._floors: tuple[ToldName, ...] = ()
        """The names in the floor's last reading."""

    def named(self, reading: Reading) -> Reading:
        """The reading with names, where they are known, in the place of ids."""
        if reading.names is not self._floors:
            self._floors = reading.names
            names, now = TableNames(reading.names), self._now()
            ages = {(each.table, each.who, each.name): each.age for each in reading.names}
            for table in {each.table for each in reading.names}:
                for who, name in names.newest(table).items():  # what a table tells now is newer
                    self._given[who].setdefault(table, _Given(name, now - ages[table, who, name]))
        tables = self._all_named(reading.tables)
        return replace(reading, tables=tables, spellings=tuple(self._spellings(tables)))

    def named_changes(self, changes: Changes) -> Changes:
        """The changes after a reading, with the names of their people."""
        return replace(changes, tables=self._all_named(changes.tables))

    def _all_named(self, tables: tuple[SeenTable, ...]) -> tuple[SeenTable, ...]:
        now = self._now()
        for seen in tables:
            for who, name in seen.report.people.items() if seen.report is not None else ():
                self._given[who][seen.table] = _Given(name, now)
        return tuple(map(self._named, tables))

    def _named(self, seen: SeenTable) -> SeenTable:
        report = seen.report
        if report is None:
            return seen
        dealer, boss = (self._name(seen.table, who) for who in (report.dealer, report.pit_boss))
        if (dealer, boss) == (report.dealer, report.pit_boss):
            return seen
        return replace(seen, report=replace(report, dealer=dealer, pit_boss=boss))

    def _name(self, table: str, who: str) -> str:
        given = self._given.get(who, {}).get(table)
        return who if given is None else given.name

    def _spellings(self, tables: tuple[SeenTable, ...]) -> Iterator[Spelling]:
        """The people at the tables whom another table has called differently within a day."""
        listed, since = {seen.table for seen in tables}, self._now() - LASTS
        for seen in tables:
            for who, name in seen.report.people.items() if seen.report is not None else ():
                for other, given in self._given[who].items():
                    if given.name != name and other in listed and given.at >= since:
                        yield Spelling(who, seen.table, name, other, given.name)

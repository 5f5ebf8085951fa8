"""The names of people whom the wall has by their ids, even of those who have left the people's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from console.floor.wall import Changes, Reading, SeenTable


class KnownNames:
    """Learns names from each reading; a person who has left the people's file is only an id at the table."""

    def __init__(self, learn: Callable[[str, str], object]) -> None:
        """``learn`` is called with each new id and name."""
        self._names = dict[str, str]()
        self._learn = learn
        self._floors: Mapping[str, str] = {}
        """The names in the floor's last reading."""

    def named(self, reading: Reading) -> Reading:
        """The reading with names, where they are known, in the place of ids."""
        if reading.names is not self._floors:
            self._floors = reading.names
            for who, name in reading.names.items():
                if who not in self._names:  # what a table tells now is newer
                    self._take(who, name)
        return replace(reading, tables=self._all_named(reading.tables))

    def named_changes(self, changes: Changes) -> Changes:
        """The changes after a reading, with the names of their people."""
        return replace(changes, tables=self._all_named(changes.tables))

    def _all_named(self, tables: tuple[SeenTable, ...]) -> tuple[SeenTable, ...]:
        for seen in tables:
            for who, name in seen.report.people.items() if seen.report is not None else ():
                self._take(who, name)
        return tuple(map(self._named, tables))

    def _take(self, who: str, name: str) -> None:
        self._names[who] = name
        self._learn(who, name)

    def _named(self, seen_table: SeenTable) -> SeenTable:
        report, names = seen_table.report, self._names
        if report is None or (report.dealer not in names and report.pit_boss not in names):
            return seen_table
        dealer, boss = names.get(report.dealer, report.dealer), names.get(report.pit_boss, report.pit_boss)
        return replace(seen_table, report=replace(report, dealer=dealer, pit_boss=boss))

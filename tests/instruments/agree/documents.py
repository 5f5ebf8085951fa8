"""The documents of one journal, each made once, and where two of them say one fact otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from console.supervisor.history.interval import Interval
from console.supervisor.history.interventions import InterventionKind
from console.supervisor.records.accounts.lookup import every, find, find_round
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.reports import ShiftReport
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.review import JournalReads
from console.table.journal import Filter, LogRow, review

MADE: Final = datetime(2026, 12, 2, 12, tzinfo=UTC)
WHOLE: Final = "whole"
AN_INSTANT: Final = 1.0
"""Seconds by which lengths may differ: an entry takes no time, and bounds lie between entries."""
Table = Any
"""One table of a report: console.supervisor.reports' own value."""


class Difference(NamedTuple):
    """Two documents that say one fact otherwise."""

    fact: str
    where: str
    one: object
    other: object

    def __str__(self) -> str:
        one, other = self.one, self.other
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) + len(other) > 6:
            one, other = (  # long lists differ by what only one of them has
                tuple(each for each in one if each not in other),
                tuple(each for each in other if each not in one),
            )
        return f"{self.fact} ({self.where}): {one!r} / {other!r}"


Found = Iterator[Difference]


def unlike(fact: str, where: str, one: object, other: object) -> Found:
    """The difference of one fact, if there is one."""
    if one != other:
        yield Difference(fact, where, one, other)


def apart(fact: str, where: str, one: float, other: float) -> Found:
    """As :func:`unlike`, of lengths."""
    if abs(one - other) > AN_INSTANT:
        yield Difference(fact, where, round(one, 3), round(other, 3))


class Documents:
    """The documents of a journal, each made once."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = files
        self._reports: dict[Interval, ShiftReport] = {}
        self._rounds: dict[tuple[Path, str], RoundFile] = {}
        self._opened = ExitStack()

    def close(self) -> None:
        """Close the log's reader."""
        self._opened.close()

    @cached_property
    def shifts(self) -> list[str]:
        """The names of its shifts."""
        found = set[str]()
        for file in self.files:
            with review(file) as journal:
                found.update(journal.shifts())
        return sorted(found)

    def report(self, interval: Interval) -> Table | None:
        """The report of the table in an interval; None if it has none."""
        return next(iter(self.paper(interval).tables), None)

    def paper(self, interval: Interval) -> ShiftReport:
        """The whole report of an interval."""
        if interval not in self._reports:
            self._reports[interval] = shift_report(self.files, interval, MADE)
        return self._reports[interval]

    def round(self, file: Path, id: str) -> RoundFile:
        """The file of a round that was opened in one of the journal's files."""
        if (file, id) not in self._rounds:
            self._rounds[file, id] = find_round(file, id)
        return self._rounds[file, id]

    @cached_property
    def by_shift(self) -> dict[str, Table]:
        """The report of each shift."""
        return {shift: table for shift in self.shifts if (table := self.report(Interval(shift=shift)))}

    @cached_property
    def whole(self) -> Table:
        """The report of all."""
        return self.report(Interval())

    @property
    def reports(self) -> dict[str, Table]:
        """Each shift's and the whole one."""
        return {**self.by_shift, WHOLE: self.whole}

    @cached_property
    def listed(self) -> list[tuple[Path, Record]]:
        """Each record that a list of the files has, once; a halt's id is unique in its file alone."""
        found: dict[tuple[str, datetime], tuple[Path, Record]] = {}
        for file in self.files:
            for record in every(file):
                found.setdefault((record.id, record.reported), (file, record))
        return [*found.values()]

    @cached_property
    def incidents(self) -> dict[str, Record]:
        """The record of each incident, as ``incident`` has it."""
        ids = {record.id: file for file, record in self.listed if record.sort is InterventionKind.INCIDENT}
        return {each: find(file, each) for each, file in ids.items()}

    @cached_property
    def homes(self) -> dict[str, str]:
        """The name of the file in which each round was opened, and each incident reported."""
        made = ("bets_opened", "incident_reported", "round_voided")
        homes = dict[str, str]()
        for row in reversed(self.rows):
            id = row.round if row.kind == "bets_opened" else row.incident
            if row.kind in made and row.refused is None and id is not None:
                homes.setdefault(id, self.files[row.place.journal].name)
        return homes

    @cached_property
    def rows(self) -> list[LogRow]:
        """Every row of the log."""
        reads = self.reads
        reads.look_for(Filter(bytes=True))
        while not reads.count().done:
            pass
        return list(reads.rows(0, reads.count().count))

    @cached_property
    def reads(self) -> JournalReads:
        """The log's reader, with everything prepared."""
        reads = self._opened.enter_context(closing(JournalReads(self.files)))
        while reads.prepare() < 1:
            pass
        return reads

    @cached_property
    def rounds(self) -> dict[str, RoundFile]:
        """The file of each round."""
        return {
            row.round: self.round(self.files[row.place.journal], row.round)
            for row in self.rows
            if row.kind == "bets_opened" and row.refused is None and row.round is not None
        }

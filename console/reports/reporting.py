"""Shift reports read from the journals of tables, which may be in use: where to begin, and where to stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from console.game.rulebook import Rulebook, load_rulebook
from console.game.rules import Erratum
from console.journal.reviewing import Kept, Review, review
from console.records.interval import Interval
from console.records.moments import Progress, go_on, moments
from console.records.record import Origin
from console.reports.handover import SIGNED, signatures
from console.reports.shift_report import ShiftReport, TableFold, TableReport, report_of
from console.table.games.choosing import game_of

BEFORE: Final = 500
"""Entries that are told before an interval's first: what was going on when it began."""


def shift_report(
    files: Sequence[Path],
    interval: Interval,
    made: datetime,
    *,
    casino: str | None = None,
    progress: Progress = go_on,
) -> ShiftReport:
    """The report of these tables; a JournalError, or Cancelled where ``progress`` calls it off."""
    tables = _once([table_report(file, interval, progress) for file in files])
    return ShiftReport(casino, interval, made, tables)


def _once(reports: Sequence[TableReport]) -> tuple[TableReport, ...]:
    """Without a table's closed files that have nothing of the interval; a silent table is told of once."""
    told = {report.origin for report in reports if report.active}
    silent = {report.origin: report for report in reports if report.origin not in told}
    return tuple(report for report in reports if report.active or silent.get(report.origin) is report)


def table_report(file: Path, interval: Interval, progress: Progress = go_on) -> TableReport:
    """The report of the table whose journal this is."""
    with review(file) as journal:
        said = journal.identity
        rulebook = load_rulebook(said.rules)
        game = game_of(rulebook, said.game)
        fold = TableFold(
            game, Origin(said.table, said.game, said.rules), errata_of(rulebook, said.game), interval
        )
        bounds = journal.bounds(interval.start, interval.until, interval.shift)
        if bounds is None:
            return fold.report()
        first, last = bounds
        number, state = journal.begin(max(0, first - BEFORE))
        rows = _up_to(journal, number, last + 1)
        report = report_of(fold, moments(game, state, rows, progress))
        return _signed(journal, report, interval)


def errata_of(rulebook: Rulebook, game: str) -> tuple[Erratum, ...]:
    """The slips of a rulebook's document that touch a game, its own and those of the whole document."""
    own: tuple[Erratum, ...] = getattr(getattr(rulebook, game, None), "errata", ())
    return (*(each for each in rulebook.errata if _is_of(each, game)), *own)


_CLAUSES: Final = {"baccarat": "BAC", "blackjack": "BJ", "roulette": "ROU"}


def _is_of(erratum: Erratum, game: str) -> bool:
    parts = erratum.clause.split("-")
    about = parts[1] if parts[0] == "LT" else parts[0]
    return about not in _CLAUSES.values() or about == _CLAUSES.get(game, about)


def _up_to(journal: Review, after: int, last: int) -> Iterator[Kept]:
    """The entries after a number up to another, and not one more is read."""
    for row in journal.entries(after):
        if row.number > last:
            return
        yield row


def _signed(journal: Review, report: TableReport, interval: Interval) -> TableReport:
    if report.handover is None or interval.shift is None:
        return report
    signed = signatures(interval.shift, journal.of_a_kind(SIGNED, interval.shift))
    return replace(report, handover=replace(report.handover, signatures=signed))

"""Each list of the review beside its paper's, in every shift: the log as the window's keys filter it, the
lists of the report, the same lists as CSV and as a view of the export, and the card sets of the review.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import StringIO
from typing import Final

from console.base.words import turn_of
from console.supervisor.history.interval import Interval
from console.supervisor.records import Paper, csv_of
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.journal_reports import tables_of
from console.supervisor.reports.report_document import report_paper
from console.supervisor.review.log.entry_rows import LogFilter
from console.supervisor.ui.review import KINDS
from console.table.core import EventKind, row_of
from console.table.game import has_wheel
from console.table.journal import Filter, LogRow
from tests.base.words.catalogues import words
from tests.instruments.agree.documents import WHOLE, Documents, Found, Table, unlike

ENDS_A_HALT: Final = ("round_voided", "halt_withdrawn")


def lists_of_reviews(documents: Documents) -> Found:
    """Each difference between a list of the review and the paper's, in every shift and in all of them."""
    for shift, table in documents.by_shift.items():
        yield from of_shift(documents, shift, table)
        yield from rows_of_csv(documents, shift)
    if not has_wheel(documents.reads.log.files[0].identity.game):
        (found,) = tables_of(documents.files, lambda _: True)
        for name, of in (("numbers", lambda sets: [each.number for each in sets]), ("sets", list)):
            yield from unlike(f"card sets: {name}", WHOLE, of(found.sets), of(documents.whole.card_sets))


def of_shift(documents: Documents, shift: str, table: Table) -> Found:
    """The rows behind the report's keys and figures, and the lists of the report."""
    lists = table.lists
    if lists.more:
        return

    def rows(*filters: LogFilter) -> list[LogRow]:
        kinds = frozenset[str]().union(*(KINDS[each] for each in filters))
        wanted = Filter(shifts=frozenset((shift,)), kinds=kinds)
        return [row for row in found_by(documents, wanted) if row.refused is None]

    happened = rows(LogFilter.INCIDENTS, LogFilter.VOIDS)
    reported = {row.incident for row in happened if row.kind == EventKind.INCIDENT_REPORTED}
    listed = {each.fact.id for each in table.incidents}
    yield from unlike("what happened: reports that are not listed", shift, reported - listed, set())
    own = {
        row.incident
        for row in documents.rows
        if row.shift == shift and row.kind == EventKind.INCIDENT_REPORTED and row.refused is None
    }
    yield from unlike("what happened: reports that the key leaves out", shift, own - reported, set())
    ends = times(happened, *ENDS_A_HALT)
    lacking = [each.id for each in lists.halts if not ends.keys() & told([each.ended.at])]
    yield from unlike("what happened: halts that the key leaves out", shift, lacking, [])
    of_incidents = (act for each in table.incidents for act in (each.fact.authorised, each.fact.ended))
    decided = told(each.at for each in (*(halt.ended for halt in lists.halts), *filter(None, of_incidents)))
    voids = times(happened, EventKind.ROUND_VOIDED)
    yield from unlike("what happened: voids that are not listed", shift, voids - decided, Counter())
    corrections = rows(LogFilter.CORRECTIONS)
    for name, kind, of in (
        ("corrected", EventKind.CARD_CORRECTED, corrections),
        ("amended", EventKind.ENTRY_CORRECTED, corrections),
        ("remarks", EventKind.REMARKED, rows(LogFilter.REMARKS)),
        ("manual", EventKind.MANUAL_SET, rows(LogFilter.MANUAL)),
    ):
        paper = told(each.at for each in (lists.events.get(name) or getattr(lists, name, ())))
        window = times(of, kind)
        if name == "corrected":  # a card that was put right to the face it had is no correction on paper
            window &= paper
        yield from unlike(f"list of {name}", shift, window, paper)
    about = rows(LogFilter.PEOPLE)
    changed = times(row for row in about if is_about_people(what_of(row)))
    accounts = told(each.at for each in lists.accounts if is_about_people(each.what))
    yield from unlike("list of accounts", shift, changed, accounts)
    tried = times(row for row in about if what_of(row) == "sign_in_failed")
    failed = told(each.at for each in lists.failed if not each.why)
    yield from unlike("list of failed sign-ins", shift, tried, failed)


def is_about_people(what: str) -> bool:
    """Whether a note of this kind records a change to somebody's account."""
    note = row_of(what)
    return note is not None and note.is_about_people


def found_by(documents: Documents, wanted: Filter) -> list[LogRow]:
    """The rows that the log's screen shows with a filter."""
    reads = documents.reads
    reads.look_for(wanted)
    while not (found := reads.count()).done:
        pass
    return list(reads.rows(0, found.count))


def times(rows: Iterable[LogRow], *kinds: str) -> Counter[object]:
    """The times of these rows, each with its turn if it came again since the clock was set back."""
    return Counter((row.at, row.turn) for row in rows if not kinds or row.kind in kinds)


def told(times_told: Iterable[datetime]) -> Counter[object]:
    """The times of a paper's list, in the same form."""
    return Counter((at, turn_of(at)) for at in times_told)


def what_of(row: LogRow) -> str:
    """The kind of a note; empty of another entry."""
    return str(row.figures.get("what", "")) if row.kind == EventKind.NOTED else ""


def rows_of_csv(documents: Documents, shift: str) -> Found:
    """A shift's report as CSV has the paper's parts, each with as many rows."""
    report = documents.paper(Interval(shift=shift))
    paper = report_paper(report, RecordFormatter(words("en")), "1")
    yield from unlike("CSV of a report: rows", shift, [*parts_of_csv(paper)], [*rows_of_paper(paper)])


def rows_of_paper(paper: Paper) -> Iterator[tuple[str, int]]:
    """Each part's heading, and its lines with columns and note."""
    for part in paper.parts:
        yield part.heading, len(part.rows) + bool(part.rows) + bool(part.note)


def parts_of_csv(paper: Paper) -> Iterator[tuple[str, int]]:
    text = csv_of(paper).decode("utf-8-sig")
    _, *sections = text.split("\r\n\r\n")
    for section in sections[: len(paper.parts)]:
        heading, *lines = csv.reader(StringIO(section, newline=""))
        yield heading[0], len(lines)

"""``dealer-console report FILE ...``: a shift report on the terminal, as JSON, CSV, XLSX, PDF.

Knows options and words. The caller passes the function that draws the pages, so that nothing here imports Qt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from console import __version__
from console.arguments import print_refusal, quoted
from console.commands.documents.incident import names_in, utc_now
from console.journal import JournalError
from console.journal.reader import review
from console.nearest import nearest
from console.people.errors import PeopleError
from console.records.accounts.timeline import Interval, ReportCancelled
from console.records.documents.export import (
    ExportError,
    check_target,
    csv_of,
    lines_of,
    write_export,
    xlsx_of,
)
from console.records.documents.paper import Paged, Paper
from console.records.documents.record_words import LEAD_IN, RecordTeller
from console.records.documents.video import Video
from console.reports.charts import COMPARED, Dealers, against_the_house
from console.reports.handover_words import handover_paper
from console.reports.journal_reports import shift_report
from console.reports.report_document import report_json, report_paper, table_name
from console.reports.shift_report import ShiftReport
from console.words import Words

_PROGRAM: Final = "dealer-console report"
_SHIFTS_NAMED: Final = 5
"""The newest shifts that are named where the wanted one does not exist."""


class ReportOptions(NamedTuple):
    """The options of the command line. ``handover``: only the part with what is still open, and the
    signatures.
    """

    files: tuple[Path, ...]
    interval: Interval
    lang: str
    json: Path | None = None
    csv: Path | None = None
    xlsx: Path | None = None
    pdf: Path | None = None
    casino: str | None = None
    people: Path | Mapping[str, str] | None = None
    compared: int = COMPARED
    handover: bool = False
    shifts: bool = False
    lead_in: float = LEAD_IN
    """Seconds before an event at which its video starts."""
    video: Video | None = None
    """The address of the named table's video."""


def main(options: ReportOptions, draw: Paged, now: Callable[[], datetime] = utc_now) -> int:
    """Carry out the options. Returns the exit status: 2, with one line on standard error, if that is not
    possible.
    """
    words = Words(options.lang)
    try:
        if (refusal := _no_such_shift(options, words)) is not None:
            return print_refusal(_PROGRAM, refusal)
        for line in _shifts(options) if options.shifts else _write_or_print(options, words, draw, now()):
            print(line)
    except (JournalError, ExportError, PeopleError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except (KeyboardInterrupt, ReportCancelled):
        return print_refusal(_PROGRAM, words.text("report.cancelled"))
    return 0


def _shifts(options: ReportOptions) -> Iterator[str]:
    """One line for each shift in the journals; one line that there is none."""
    yield from _shifts_of(options.files) or [Words(options.lang).text("report.no_activity")]


def _shifts_of(files: Sequence[Path]) -> list[str]:
    """The shifts in the journals, the oldest first."""
    with ExitStack() as stack:
        journals = [stack.enter_context(review(file)) for file in files]
        return sorted({shift for journal in journals for shift in journal.shifts()})


def _no_such_shift(options: ReportOptions, words: Words) -> str | None:
    """Why no report is made: no journal has an entry of the wanted shift. None if one has."""
    wanted = options.interval.shift
    if wanted is None or wanted in (there := _shifts_of(options.files)):
        return None
    wrong = words.text("arguments.none.value", given=quoted(wanted, words))
    if (near := nearest(wanted, there)) is not None:
        return words.text("arguments.near", wrong=wrong, near=near)
    newest = there[-_SHIFTS_NAMED:]
    return words.text("arguments.there", wrong=wrong, names=words.list_of(newest)) if newest else wrong


def _write_or_print(options: ReportOptions, words: Words, draw: Paged, now: datetime) -> Iterator[str]:
    """Write the exports that the options ask for, and print their names; without any, print the report."""
    targets = (options.json, options.csv, options.xlsx, options.pdf)
    for wanted in filter(None, targets):
        check_target(wanted)  # all, before any is written
    names = names_in(options.people)
    videos = {options.video.table: options.video} if options.video is not None else {}
    teller = RecordTeller(words, names=names, lead_in=options.lead_in, videos=videos)
    report = shift_report(
        options.files, options.interval, now, casino=options.casino, progress=_Progress(words)
    )
    compared = _compared(options, report, now)
    paper = _paper(options, report, compared, teller)
    if not any(targets):
        yield from lines_of(paper)
    made: tuple[tuple[Path | None, Callable[[], bytes]], ...] = (
        (options.json, lambda: report_json(report, paper, names, compared)),
        (options.csv, lambda: csv_of(paper)),
        (options.xlsx, lambda: xlsx_of(paper)),
        (options.pdf, lambda: draw(paper)),
    )
    for target, content in made:
        if target is not None:
            write_export(target, content())
            yield words.text("record.written", file=target)


def _paper(options: ReportOptions, report: ShiftReport, compared: Dealers, teller: RecordTeller) -> Paper:
    if options.handover:
        about = tuple(table_name(table, teller) for table in report.tables)
        return handover_paper(report, teller, __version__, about)
    return report_paper(report, teller, __version__, compared)


def _compared(options: ReportOptions, report: ShiftReport, now: datetime) -> Dealers:
    """The dealers compared over the days up to the report's end; over the report's own time if no days are
    given.
    """
    ended = max((table.ended for table in report.tables if table.ended is not None), default=None)
    if ended is None or not options.compared or options.handover:
        return against_the_house(report.tables)
    until = ended + timedelta(microseconds=1)
    days = Interval(until - timedelta(days=options.compared), until)
    before = shift_report(options.files, days, now, progress=_Progress(Words(options.lang)))
    return against_the_house(before.tables)


class _Progress:
    """Progress on standard error if that is a terminal, and only for work that takes long."""

    EVERY: Final = 50_000

    def __init__(self, words: Words) -> None:
        self._words = words
        self._count = 0

    def __call__(self, entry: int) -> bool:
        self._count += 1000
        if self._count % self.EVERY == 0 and sys.stderr.isatty():
            print(self._words.text("report.progress", entry=entry), file=sys.stderr)
        return True

"""``dealer-console report FILE ...``: a shift report on the terminal, as JSON, CSV, XLSX, PDF. The caller
passes the function that draws the pages, so that nothing here imports Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Final

import msgspec

from console import __version__
from console.base.command_line import (
    Arg,
    BadArgument,
    Lang,
    not_a,
    print_refusal,
    quoted,
    whole_number,
    words_of,
    wrong,
)
from console.base.plain_text import nearest
from console.base.words import Words, comes_before, in_turn, moments_of, which_of
from console.supervisor.commands.document_source import (
    FloorChoice,
    FloorDocuments,
    Journals,
    LongRead,
    Recount,
    over_files,
    over_floor,
)
from console.supervisor.commands.incident import names_in
from console.supervisor.commands.video_options import (
    TableOptions,
    named_table,
    table_options,
    with_foreign_sources,
)
from console.supervisor.history.interval import Interval, of_day
from console.supervisor.history.sequence import whole_journals
from console.supervisor.history.timeline import ReportCancelled
from console.supervisor.records.documents import export
from console.supervisor.records.documents.paper import Paged, Paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.finding_rows import COMPARED, against_the_house
from console.supervisor.reports.handover_words import handover_paper
from console.supervisor.reports.journal_reports import compared_dealers, covered_files, shift_report
from console.supervisor.reports.kept_reports import clear_unused
from console.supervisor.reports.report_document import report_paper, table_name
from console.supervisor.reports.report_json import report_json
from console.table.config import on_paper
from console.table.journal import review, utc_now
from console.table.people import PeopleError, PeopleFile

_PROGRAM: Final = "dealer-console report"
_SHIFTS_NAMED: Final = 5
"""How many shifts, the newest, are named if the wanted one does not exist."""


def _day(text: str) -> date:
    """A day whose beginning and end a date can hold."""
    try:
        day = date.fromisoformat(text)
        of_day(day)
    except (ValueError, OverflowError) as error:
        raise not_a("day", text, "2026-03-01") from error
    return day


def _moment(text: str) -> datetime:
    """A time with its zone; without one, a local time that the clock shows once. ``#2`` behind it means its
    second occurrence, if the clock was set back.
    """
    typed, numbered, turn = text.partition("#")
    try:
        given = datetime.fromisoformat(typed)
        shown = moments_of(given) if given.tzinfo is None else [given.astimezone(UTC)]
        number = int(turn) if numbered else 0
    except (ValueError, OverflowError) as error:
        raise not_a("time", text, "2026-03-01T22:00") from error
    if not shown:
        raise wrong("time_left_out", text=text)
    if len(shown) > 1:
        first, second = (f"{typed}{which_of(each)}" for each in shown)
        raise BadArgument(words_of().text("review.go_to.twice", first=first, second=second))
    return in_turn(shown[0], number) if number > 0 else shown[0].astimezone()


def report(
    file: Annotated[tuple[Path, ...], Arg("option.journal", "FILE")] = (),
    *,
    shift: Annotated[str | None, Arg("option.shift", "NAME", alone="time")] = None,
    day: Annotated[date | None, Arg("option.day", "YYYY-MM-DD", _day, alone="time")] = None,
    since: Annotated[
        datetime | None, Arg("option.since", "TIME", _moment, flags=("--from",), alone="time")
    ] = None,
    shifts: Annotated[bool, Arg("option.shifts", alone="time")] = False,
    until: Annotated[datetime | None, Arg("option.until", "TIME", _moment)] = None,
    handover: Annotated[bool, Arg("option.handover")] = False,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    csv: Annotated[Path | None, Arg("option.csv_report", "OUT")] = None,
    xlsx: Annotated[Path | None, Arg("option.xlsx", "OUT")] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "OUT")] = None,
    table: Annotated[Path | None, Arg("option.table_report", "TOML")] = None,
    choice: FloorChoice,
    recount: Recount = False,
    casino: Annotated[str | None, Arg("option.casino", "NAME")] = None,
    people: Annotated[Path | None, Arg("option.people_names", "FILE")] = None,
    compared: Annotated[int, Arg("option.compared", "DAYS", whole_number(0, 10_000))] = COMPARED,
    lang: Lang,
    draw: Paged,
    floor_documents: FloorDocuments | None = None,
    now: Callable[[], datetime] = utc_now,
) -> int:
    """Print a report or the shifts, or write it. Returns 2, with a line on standard error, on failure.
    ``handover``: only the open matters and the signatures.
    """
    if until is not None and since is None:
        raise wrong("until")
    if until is not None and since is not None and not comes_before(since, until):
        raise wrong("until_later")
    if (status := choice.misplaced("report", lang, files=file, table=table)) is not None:
        return status
    if not (file or table or choice.floor):
        raise wrong("report_of")
    if recount:
        clear_unused(0)
    config = named_table(table)
    request = _ReportRequest(
        interval=of_day(day) if day is not None else Interval(since, until, shift),
        is_of_a_time=shifts or any((shift, day, since)),
        handover=handover,
        compared=compared,
        casino=casino or (config.casino if config else None),
        from_floor=bool(choice.floor),
        settings=table_options(table, people),
        words=Words(lang),
        targets={"json": json, "csv": csv, "xlsx": xlsx, "pdf": pdf},
        draw=draw,
        now=now,
    )

    def of_floor(floor: Journals) -> int:
        return _print(request, floor.paths, floor.names, floor, shifts=shifts)

    if choice.floor:
        return over_floor(floor_documents, choice, people, lang, "report", of_floor)
    files = file or (() if config is None else (config.journal,))
    return over_files(lang, "report", lambda: _print(request, files, request.settings.list, shifts=shifts))


class _ReportRequest(msgspec.Struct, frozen=True, kw_only=True):
    interval: Interval
    is_of_a_time: bool
    """Whether a day, a shift or a time is named: it may reach into files before the last one."""
    handover: bool
    """Whether only the part with the open matters and the signatures is wanted."""
    compared: int
    """The days over which dealers are compared."""
    casino: str | None
    from_floor: bool
    """Whether the journals are the floor's copies, which are whole."""
    settings: TableOptions
    words: Words
    targets: dict[str, Path | None]
    """The files to write, by their kind."""
    draw: Paged
    now: Callable[[], datetime]

    def lines(self, files: Sequence[Path], names: Mapping[str, str], floor: Journals | None) -> Iterator[str]:
        """Make the report and write its files. Yields the report's lines if no file is wanted, else a line a
        file. Raises JournalError, ExportError or ReportCancelled.
        """
        words = self.words
        formatter = RecordFormatter(
            words, names=names, lead_in=self.settings.lead_in, videos=on_paper(self.settings.videos)
        )
        made_at = self.now()
        known = {} if floor is None else floor.known
        counted = shift_report(
            files,
            self.interval,
            made_at,
            casino=self.casino,
            progress=LongRead(words),
            from_shift_start=not self.from_floor,
            of_last_shifts=self.handover and not self.is_of_a_time,
            known=known,
        )
        own = against_the_house(counted.tables)
        if self.handover:
            dealers, named = own, list[Path]()
        else:
            beside = files if self.from_floor else whole_journals(files)
            is_whole, days = [*files] == [*beside], timedelta(days=self.compared)
            dealers = compared_dealers(counted, beside, days, LongRead(words), known, is_whole=is_whole)
            named = [] if self.from_floor else covered_files(files, self.interval)

        def paper(formatter: RecordFormatter) -> Paper:
            if self.handover:
                about = tuple(table_name(each, formatter) for each in counted.tables)
                made = handover_paper(counted, formatter, __version__, about)
            else:
                made = report_paper(counted, formatter, __version__, dealers, named)
            if floor is None:
                return with_foreign_sources(made, files, self.settings._replace(casino=self.casino), words)
            return floor.heads(made if self.handover else floor.with_alarms(made, counted, words))

        for_programs = formatter.for_programs()
        contents: dict[str, Callable[[], bytes]] = {
            "json": lambda: report_json(
                counted, paper(for_programs), names, dealers, () if floor is None else floor.left_out
            ),
            "csv": lambda: export.csv_of(paper(for_programs)),
            "xlsx": lambda: export.xlsx_of(paper(formatter)),
            "pdf": lambda: self.draw(paper(formatter)),
        }
        if not any(self.targets.values()):
            yield from export.lines_of(paper(formatter))
        yield from export.written(
            words, *((self.targets[kind], content) for kind, content in contents.items())
        )


def _print(
    request: _ReportRequest,
    files: Sequence[Path],
    names: PeopleFile | Mapping[str, str] | None,
    floor: Journals | None = None,
    *,
    shifts: bool,
) -> int:
    """Print the report of these journals, or their ``shifts``. Returns its status. Raises JournalError."""
    words, shift = request.words, request.interval.shift
    try:
        if request.is_of_a_time and not request.from_floor:
            files = whole_journals(files)
        if shift is not None and (refusal := _no_such_shift(files, shift, words)) is not None:
            return print_refusal(_PROGRAM, refusal)
        if shifts:
            print(*(_shifts_of(files) or [words.text("report.no_activity")]), sep="\n")
            return 0
        for target in filter(None, request.targets.values()):
            export.check_target(target)  # all targets are checked before any is written
        for line in request.lines(files, names_in(names), floor):
            print(line)
    except (export.ExportError, PeopleError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except (KeyboardInterrupt, ReportCancelled):
        return print_refusal(_PROGRAM, words.text("report.cancelled"))
    return 0


def _shifts_of(files: Sequence[Path]) -> list[str]:
    with ExitStack() as stack:
        journals = [stack.enter_context(review(file)) for file in files]
        return sorted({shift for journal in journals for shift in journal.shifts()})


def _no_such_shift(files: Sequence[Path], wanted: str, words: Words) -> str | None:
    """Why no report can be made: no journal has an entry of the wanted shift. None if one has."""
    if wanted in (there := _shifts_of(files)):
        return None
    unknown = words.text("arguments.none.value", given=quoted(wanted, words))
    if (near := nearest(wanted, there)) is not None:
        return words.text("arguments.near", wrong=unknown, near=near)
    newest = there[-_SHIFTS_NAMED:]
    return words.text("arguments.there", wrong=unknown, names=words.list_of(newest)) if newest else unknown

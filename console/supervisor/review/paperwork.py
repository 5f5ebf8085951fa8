"""Makes the review's documents: a shift's figures and files, a round's file, the check of a seal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from console import __version__
from console.base.plain_text import ListedRows, WriteTarget
from console.base.words import Words, noted_moment
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import UNKNOWN_TO_FLOOR, whole_journals
from console.supervisor.history.timeline import Progress as EntryProgress
from console.supervisor.history.timeline import is_aside
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.documents import export
from console.supervisor.records.documents.origin_mark import file_mark
from console.supervisor.records.documents.paper import Paged, Paper, Part
from console.supervisor.records.documents.record_words import LEAD_IN, RecordFormatter, unsealed_text
from console.supervisor.records.documents.round_settings import made_by
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.card_sets import TableSets
from console.supervisor.reports.finding_rows import COMPARED, against_the_house
from console.supervisor.reports.journal_reports import files_to_rest, shift_report, tables_of, wheel_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json
from console.supervisor.reports.shift_report import ShiftReport
from console.supervisor.reports.wheel_figures import WheelReport
from console.supervisor.review.documents import ComparedReport, GuideChoice, GuidePdf, Progress, SealCheck
from console.supervisor.review.questions import JournalDifference
from console.table.config import Video, on_paper
from console.table.core import HANDOVER_TIME, events
from console.table.custody import verdict
from console.table.journal import LogRow, NewestSeals, default_folder, review, seals, sibling, succession

_WRITTEN: Final = 0.5
"""The part of the work after which a document is in words, and only drawn and written."""


class Paperwork:
    """Makes documents of the journals at ``paths``; ``casino`` is in their heading."""

    def __init__(
        self,
        paths: Sequence[Path],
        names: dict[str, str],
        now: Callable[[], datetime],
        casino: str | None = None,
        compared: int = COMPARED,
        folder: Path | None = None,
        *,
        draw: Paged,
        guide: GuidePdf | None = None,
        lead_in: float = LEAD_IN,
        videos: Mapping[str, Video] | None = None,
        known: Mapping[Path, str] = UNKNOWN_TO_FLOOR,
    ) -> None:
        """``names`` are people's by id, ``compared`` the days over which dealers are compared, ``known`` a
        floor's names of the paths' tables, in the order of the log whose rows are asked about; the last of a
        table's files is still being written.

        ``draw`` makes a PDF, ``guide`` a guide: only Qt can. ``lead_in`` and ``videos`` are a
        :class:`RecordFormatter`'s. Files go to ``folder``; None is the user's documents.
        """
        self._paths, self._names, self._now = tuple(paths), names, now
        self._casino, self._compared = casino, compared
        self._draw, self._lead_in, self._videos = draw, lead_in, on_paper(videos or {})
        self._folder, self._known = folder, known
        self._guide = guide

    @property
    def folder(self) -> Path:
        if self._folder is not None:
            return self._folder
        from platformdirs import user_documents_path  # not needed if the configuration names the folder

        return user_documents_path()

    @property
    def prints_guides(self) -> bool:
        return self._guide is not None

    @property
    def left_out(self) -> tuple[JournalDifference, ...]:
        return ()

    def rules(self) -> str | None:
        """The rulebook that these journals name; None if they name several."""
        named: set[str] = set()
        for path in self._paths:
            with review(path) as journal:
                named.add(journal.identity.rules)
        return named.pop() if len(named) == 1 else None

    # --- the shift --------------------------------------------------------------------------------

    @property
    def written(self) -> object:
        """The sizes and times of the journals' files and of their logs."""
        return [_written(each) for path in self._paths for each in (path, sibling(path, "-wal"))]

    def shifts(self) -> tuple[str, ...]:
        """The shifts that the journals know, the newest first."""
        found: set[str] = set()
        for path in self._paths:
            with review(path) as journal:
                found |= set(journal.shifts())
        return tuple(sorted(found, reverse=True))

    def report_of_shift(self, shift: str | None, progress: Progress) -> ComparedReport:
        """The report of a shift (None: the one to hand over), its dealers compared over earlier days."""
        shift = shift or self._shift_to_hand_over(progress)
        interval = Interval(shift=shift)
        paths, bounds = self._of(interval)
        counted = _WorkShare(progress, 0.0, 0.5).of(bounds)
        report = self._report(paths, interval, counted, self._casino)
        ended = report.latest
        if ended is None:
            return ComparedReport(report, against_the_house(report.tables))
        until = ended + timedelta(microseconds=1)
        days = Interval(until - timedelta(days=self._compared), until)
        paths, bounds = self._of(days)
        rest = _WorkShare(progress, 0.5, 1.0).of(bounds)
        before = self._report(paths, days, rest, dealers_only=True)
        return ComparedReport(report, against_the_house(before.tables))

    def _report(
        self,
        paths: Sequence[Path],
        interval: Interval,
        progress: EntryProgress,
        casino: str | None = None,
        *,
        dealers_only: bool = False,
    ) -> ShiftReport:
        return shift_report(
            paths,
            interval,
            self._now(),
            casino=casino,
            progress=progress,
            dealers_only=dealers_only,
            known=self._known,
        )

    def _shift_to_hand_over(self, progress: Progress) -> str | None:
        """The last shift; early in it the one before while its handover is unsigned."""
        last = self._last_shift()
        # A clock that was ahead for a while has left shifts that are still to come.
        shifts = [each for each in self.shifts() if last is None or each <= last]
        if len(shifts) < 2 or not self._has_just_begun(shifts[0]):
            return next(iter(shifts), None)
        ended = Interval(shift=shifts[1])
        paths, _ = self._of(ended)
        report = self._report(paths, ended, lambda _: progress(0.0))
        unsigned = any(table.handover is not None and table.handover.missing() for table in report.tables)
        return shifts[1] if unsigned else shifts[0]

    def _last_shift(self) -> str | None:
        """The newest shift in which the tables last had their own entry."""
        found: dict[str, str] = {}
        for path in reversed(self._paths):
            with review(path) as journal:
                table = self._known.get(path, journal.identity.table)
                if table in found:
                    continue
                rows = (next(journal.entries(number - 1)) for number in range(journal.last, 0, -1))
                own = (row.shift for row in rows if not is_aside(events.DECODER.decode(row.event)))
                shift = next(own, None)
            if shift is not None:
                found[table] = shift
        # A table whose clock is ahead, or that lies, doesn't end the shift of the others.
        begun = [each for each in found.values() if self._has_begun(each)]
        return max(begun or found.values(), default=None)

    def _has_begun(self, shift: str) -> bool:
        return (begun := self._beginning(shift)) is not None and begun <= self._now() + HANDOVER_TIME

    @staticmethod
    def _beginning(shift: str) -> datetime | None:
        try:
            return datetime.fromisoformat(shift).astimezone()
        except (ValueError, OverflowError):  # The shift's name is not a time.
            return None

    def _has_just_begun(self, shift: str) -> bool:
        begun = self._beginning(shift)
        return begun is not None and timedelta() <= self._now() - begun < HANDOVER_TIME

    def _of(self, interval: Interval) -> tuple[list[Path], list[tuple[int, int]]]:
        """The files with entries of an interval, each table's together, the oldest first; and the entries of
        each. These include the entries just outside its bounds, and the earlier ones in which something that
        lasts began. A table without such entries has its last file, in which nothing happened.
        """
        files: dict[str, list[tuple[Path, tuple[int, int] | None]]] = {}
        for path in reversed(whole_journals(self._paths)):
            table, bounds = _bounds(path, interval)
            files.setdefault(self._known.get(path, table), []).insert(0, (path, bounds))
        ordered: list[tuple[Path, tuple[int, int]]] = []
        for of_table in files.values():
            active = [at for at, (_, bounds) in enumerate(of_table) if bounds is not None]
            first, last = (active[0] - 1, active[-1] + 1) if active else (len(of_table) - 1,) * 2
            if active:
                first = min(first, active[0] - len(files_to_rest(of_table[active[0]][0])))
            ordered += [(path, bounds or (1, 1)) for path, bounds in of_table[max(0, first) : last + 1]]
        return [path for path, _ in ordered], [bounds for _, bounds in ordered]

    def _formatter(self, words: Words) -> RecordFormatter:
        return RecordFormatter(words, names=self._names, lead_in=self._lead_in, videos=self._videos)

    def paper(self, compared: ComparedReport, words: Words, *, for_programs: bool = False) -> Paper:
        """The report in words; ``for_programs`` with ISO 8601 days."""
        interval = compared.report.interval
        whole = whole_journals(self._paths)
        files = [path for path in whole if _bounds(path, interval)[1] is not None]
        formatter = self._formatter(words)
        formatter = formatter.for_programs() if for_programs else formatter
        paper = report_paper(compared.report, formatter, __version__, compared.dealers, files)
        return replace(paper, head=(*(each.text(words) for each in compared.left_out), *paper.head))

    def write_report(
        self, compared: ComparedReport, target: WriteTarget, words: Words, progress: Progress
    ) -> None:
        """Write the report in the form of the path's ending. Raises ExportError."""
        paper = self.paper(compared, words, for_programs=target.path.suffix in (".csv", ".json"))
        write: dict[str, Callable[[], bytes]] = {
            ".pdf": lambda: self._draw(paper),
            ".csv": lambda: export.csv_of(paper),
            ".xlsx": lambda: export.xlsx_of(paper),
            ".json": lambda: report_json(compared.report, paper, self._names, compared.dealers),
        }
        _write(target, write[target.path.suffix], progress)

    def write_round(self, row: LogRow, target: WriteTarget, words: Words, progress: Progress) -> None:
        subject = row.round or row.incident or f"C{row.number}"
        file = find_round(self._paths[row.place.journal], subject)
        names, now = self._names | dict(row.names), self._now()
        formatter = RecordFormatter(words, names=names, lead_in=self._lead_in, videos=self._videos)
        told = formatter.for_programs()
        write: dict[str, Callable[[], bytes]] = {
            ".pdf": lambda: self._draw(round_paper(file, formatter, now, __version__)),
            ".json": lambda: export.round_json(
                file, round_paper(file, told, now, __version__), names, made_by(told, file, now, __version__)
            ),
        }
        _write(target, write[target.path.suffix], progress)

    def write_rows(self, rows: ListedRows, target: WriteTarget, words: Words, progress: Progress) -> None:
        made = words.text("shift.made", time=self._formatter(words).day_and_clock(self._now()))
        part = Part("", rows.heading, rows.columns, rows.rows)
        mark = file_mark(self._paths, words)
        paper = Paper(rows.language, rows.title, (*rows.head, made), (part,), (), mark=mark)
        _write(target, lambda: self._draw(paper), progress)

    def write_guide(self, chosen: GuideChoice, target: WriteTarget, progress: Progress) -> None:
        assert self._guide is not None, "offered where there is one"
        # The day is by the house's time zone.
        _write(target, partial(self._guide, chosen, self._now().astimezone()), progress)

    def wheel(self, progress: Progress) -> WheelReport:
        """The figures of the wheels in these journals. Raises NoWheel for a game of cards."""
        counted = _WorkShare(progress, 0.0, 1.0)
        return wheel_report(
            self._paths,
            progress=counted.of([_bounds(path, Interval())[1] or (1, 1) for path in self._paths]),
            known=self._known,
        )

    def card_sets(self, progress: Progress) -> tuple[TableSets, ...]:
        counted = _WorkShare(progress, 0.0, 1.0)
        bounds = [_bounds(path, Interval())[1] or (1, 1) for path in self._paths]
        return tables_of(self._paths, counted.of(bounds), skips_wheels=True, known=self._known)

    # --- the seal ---------------------------------------------------------------------------------

    def check(self, words: Words, progress: Progress) -> SealCheck:
        """Verify the journals with their seals, and that each table's files continue one another."""
        found = succession.verify_all(
            self._paths,
            progress=lambda done, of: progress(done / max(1, of)),
            replayers=verdict.replayer,
            newest_seals=NewestSeals(default_folder()),
        )
        good, entries = all(each.good for each in found), sum(each.entries for each in found)
        name = attrgetter("name")
        proves = tuple(line for each in found for line in verdict.findings(each, words, name, brief=True))
        whole = found if good else ()
        can_not = tuple(line for each in whole for line in verdict.limits(each, words, on_screen=True))
        last = found[-1].sealing
        key = last.keys[-1].fingerprint if last.keys else None
        return SealCheck(good, self._files, entries, proves, can_not, key, failed=self._failed(words))

    def seal_now(self, words: Words) -> SealCheck:
        """The newest seal of the last journal, unverified."""
        seal = seals.last_seal(self._paths[-1])
        statement = None if seal is None else seal.content
        if seal is None or statement is None:
            can_not = (words.text("journal.verify.unsealed"),)
            return SealCheck(False, self._files, 0, (), can_not, failed=self._failed(words))
        at = noted_moment(statement.at, words.locale)
        sealed = words.count("journal.verify.seals", statement.number, entry=statement.entries, at=at)
        return SealCheck(
            False, self._files, statement.entries, (), (), statement.key, sealed, self._failed(words)
        )

    @property
    def _files(self) -> str:
        return " – ".join(dict.fromkeys((self._paths[0].name, self._paths[-1].name)))

    def _failed(self, words: Words) -> str | None:
        noted = seals.last_failure(self._paths[-1])
        reason = None if noted is None else unsealed_text(words, noted)
        return words.quote(reason) if reason is not None and reason == noted else reason


def _bounds(path: Path, interval: Interval) -> tuple[str, tuple[int, int] | None]:
    """The journal's table, and the first and the last entry of an interval in it."""
    with review(path) as journal:
        return journal.identity.table, journal.bounds(interval.start, interval.until, interval.shift)


def _written(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


class _WorkShare:
    """Turns the numbers of entries into a share of the work, between two shares."""

    def __init__(self, progress: Progress, begin: float, end: float) -> None:
        self._going_on, self._begin, self._end = progress, begin, end

    def of(self, bounds: list[tuple[int, int]]) -> Callable[[int], bool]:
        """Reports progress over several files; ``bounds`` are each one's first and last entry."""
        whole, so_far, at, before = sum(last - first + 1 for first, last in bounds), 0, 0, 0

        def report(entry: int) -> bool:
            nonlocal so_far, at, before
            if entry < before and at + 1 < len(bounds):
                so_far += bounds[at][1] - bounds[at][0] + 1
                at += 1
            before = entry
            done = (so_far + max(0, entry - bounds[at][0])) / max(1, whole)
            return self._going_on(self._begin + (self._end - self._begin) * min(1.0, done))

        return report


def _write(target: WriteTarget, make_bytes: Callable[[], bytes], progress: Progress) -> None:
    """Make a file's content and write it, unless the work was stopped."""
    path, replaces = target
    with suppress(OSError):  # Writing the files reports why it fails.
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    export.check_target(path, replaces=replaces)
    if not progress(_WRITTEN):
        return
    content = make_bytes()
    if progress(0.9):
        export.write_export(path, content, replaces=replaces)

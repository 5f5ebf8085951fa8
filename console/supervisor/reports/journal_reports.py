"""Reports made from the journals of tables, even while they are in use: of a shift, of wheels, of card sets
and shoes. It chooses the entries to read, and the journals of wheels or cards;
:mod:`console.supervisor.reports.wheel_figures` and :mod:`console.supervisor.reports.shoe_figures` decide
their counts' meaning.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import accumulate
from math import inf
from operator import itemgetter
from pathlib import Path
from statistics import median
from struct import pack
from typing import Final

import msgspec
from msgspec.structs import replace

from console.base.errors import WordedError
from console.base.plain_text import name_key
from console.supervisor.history.card_sets import CardSetsFold
from console.supervisor.history.devices import TroubleKind
from console.supervisor.history.facts import Facts, History
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import (
    UNKNOWN_TO_FLOOR,
    EntrySequence,
    ShiftBeginning,
    file_before,
    files_of_journal,
    is_quiet,
    joined,
    refuse_copies,
    shift_beginning,
    told_apart,
)
from console.supervisor.history.timeline import STEP, Moment, Progress, go_on, is_aside
from console.supervisor.records.accounts.record import Origin
from console.supervisor.records.accounts.round_account import BEFORE
from console.supervisor.reports import wheel_figures
from console.supervisor.reports.card_sets import TableSets
from console.supervisor.reports.counts import failures
from console.supervisor.reports.dealer_rounds import dealers_of
from console.supervisor.reports.figures import NamedCount
from console.supervisor.reports.finding_rows import Dealers, against_the_house
from console.supervisor.reports.handover import SIGNED, HandoverSignature, signatures
from console.supervisor.reports.kept_reports import going_on
from console.supervisor.reports.shift_report import Gap, ShiftReport, TableFold, TableReport
from console.supervisor.reports.shoe_figures import ShoeFiguresFold, ShoeReport
from console.supervisor.reports.significance import SIGNIFICANT
from console.table.core import (
    EventKind,
    JournalEntry,
    NoteKind,
    Table,
    editions,
    events,
    shift_after,
    table_of,
)
from console.table.custody import origin_of, rulebook_of_journal
from console.table.devices import DeviceRole, WheelDecoder, catalogue
from console.table.game import has_wheel
from console.table.journal import JournalError, archives, review, seals

SLOW: Final = 5.0
"""Seconds that each table, however small, may take for a paper."""
QUICK: Final = 0.1
"""Seconds in which a thousand entries of any table may be read."""
FEWEST: Final = 3
"""How many tables' times must be known before another's can be too long."""


def shift_report(
    files: Sequence[Path],
    interval: Interval,
    made_at: datetime,
    *,
    casino: str | None = None,
    progress: Progress = go_on,
    from_shift_start: bool = False,
    of_last_shifts: bool = False,
    dealers_only: bool = False,
    known: Mapping[Path, str] = UNKNOWN_TO_FLOOR,
    clock: Callable[[], float] = time.process_time,
) -> ShiftReport:
    """The report of these tables; files that continue one another are one journal. ``known`` is that of
    :func:`told_apart`.

    ``from_shift_start``: an interval without a start, or the shift in which a journal's first file begins,
    starts in the earlier files beside it. ``of_last_shifts``: each table's report is of its last shift.
    ``dealers_only``: only the dealers' rounds and incidents are counted.

    Raises JournalError; ReportCancelled by ``progress``; on a floor TooSlow, by the seconds of ``clock``, for
    a table that takes far longer than the others.
    """
    refuse_copies(files, known)
    journals = joined(files, known)
    make = _report_from_shift_start if from_shift_start else partial(table_report, dealers_only=dealers_only)
    intervals = [_of_last_shift(files) if of_last_shifts else interval for files in journals]
    made, share = dict[int, TableReport](), TableShare(progress, clock)
    sizes = [sum(file.stat().st_size for file in files) if known else 0 for files in journals]
    # A floor's small ones come first: they show how long a table may take.
    for at in sorted(range(len(journals)), key=sizes.__getitem__):
        first, *later = journals[at]
        within = share.of(first) if known else progress
        made[at] = make(first, intervals[at], within, later=later)
    shown = _once([(files, made[at]) for at, files in enumerate(journals)], known)
    labels = told_apart([files for files, _ in shown], known) if shown else []
    tables = [
        replace(report, origin=replace(report.origin, label=label))
        for (_, report), label in zip(shown, labels, strict=True)
    ]
    return ShiftReport(casino, intervals[0] if len({*intervals}) == 1 else interval, made_at, tuple(tables))


class TooSlow(JournalError):
    """A floor's table takes far more time than the others: its journal may have been made for that."""

    key = "journal.too_slow"
    message = "takes more than ten times as long as the other tables"


class TableShare:
    """The seconds that each table of a floor has taken for a paper, by the thousands of its entries that were
    read: a table that plays all night takes a hundred times as long as a closed one, and of another all may
    be kept from the last time.
    """

    def __init__(self, progress: Progress, clock: Callable[[], float]) -> None:
        self._progress, self._clock = progress, clock
        self._took = list[float]()
        """The seconds for a thousand entries of each table."""
        self._last: float | None = None
        """When the last table was begun."""
        self._read = 1
        """The thousands of its entries that were read, with the one that was begun."""

    def of(self, path: Path) -> Progress:
        """The progress of the next table. It raises TooSlow above ten times the median of three or more other
        tables.
        """
        if self._last is not None:
            self._took.append(max(QUICK, (self._clock() - self._last) / self._read))
        began = self._last = self._clock()
        self._read, each = 1, 10 * median(self._took) if len(self._took) >= FEWEST else inf

        def within_share(entry: int) -> bool:
            self._read += entry % STEP == 0
            if self._clock() - began > max(SLOW, each * self._read):
                raise TooSlow(path)
            return self._progress(entry)

        return within_share


def _of_last_shift(files: Sequence[Path]) -> Interval:
    """The last shift of a journal, or all of a journal without shifts."""
    for file in reversed(files):
        with review(file) as journal:
            if journal.last:
                return Interval(shift=next(journal.entries(journal.last - 1)).shift)
    return Interval()


def covered_files(files: Sequence[Path], interval: Interval) -> list[Path]:
    """The files of a report from a shift's start: also those before a journal if it began there."""
    found = list[Path]()
    for file, *later in joined(files):
        begun = _beginning(file, interval, _first_entry(file))
        found += [*(begun.earlier if begun is not None else ()), file, *later]
    return found


def _first_entry(file: Path) -> JournalEntry | None:
    with review(file) as journal:
        return next(journal.entries(0), None)


def _beginning(file: Path, interval: Interval, first: JournalEntry | None) -> ShiftBeginning | None:
    """The beginning of the shift in which the file begins; None if the report is not of that shift, or has a
    start of its own.
    """
    is_other = interval.start is not None or (first is not None and interval.shift not in (None, first.shift))
    return None if is_other else shift_beginning(file)


def _report_from_shift_start(
    file: Path, interval: Interval, progress: Progress, *, later: Sequence[Path]
) -> TableReport:
    """A table's report, from the start of the shift in which the file begins if requested."""
    first = _first_entry(file)
    if interval.start is not None:
        report, missing = table_report(file, interval, progress, later=later), file_before(file)
        begins_later = first is None or interval.start < first.at
        reader = archives.reader_before(file)
        is_there = missing is not None and reader is None and (file.parent / missing).exists()
        is_cut = missing is not None and begins_later and not is_there
        return replace(report, gap=Gap(file.name, str(missing), reader) if is_cut else None)
    if (begun := _beginning(file, interval, first)) is None:
        return table_report(file, interval, progress, later=later)
    files = [*begun.earlier, file, *later]
    earlier = files_to_rest(files[0])
    files = [*earlier, *files]
    if interval.shift is None and (begun.earlier or (earlier and first is not None)):
        sequence = EntrySequence(files)  # It marks a time that came again if the clock was set back.
        place = sequence.earlier(len(earlier)) + begun.number
        ((_, row),) = sequence.entries(place - 1, place)
        interval = replace(interval, start=row.at)
    report = table_report(files[0], interval, progress, later=files[1:])
    if begun.missing is None:
        return replace(report, gap=None)
    return replace(report, gap=Gap(files[0].name, begun.missing, archives.reader_before(files[0])))


def files_to_rest(file: Path) -> list[Path]:
    """The files before one, the oldest first, that know what lasts when it begins, such as steps that a close
    broke off; often none. Raises JournalError.
    """
    with review(file) as journal:
        if _may_begin(table_of(journal.begin(0)[1])) or journal.heading.predecessor is None:
            return []
    files = files_of_journal(file)
    at = files.index(file)
    return [*(files_to_rest(files[at - 1]) if at else ()), *files[at - 1 : at]]


def _once(
    made: Sequence[tuple[list[Path], TableReport]], known: Mapping[Path, str]
) -> list[tuple[list[Path], TableReport]]:
    """The journals' files and reports without a table's closed files without entries in the interval; a
    silent table stays once.
    """
    tables = [(known.get(files[0]), report.origin) for files, report in made]
    active = {table for table, (_, report) in zip(tables, made, strict=True) if report.active}
    last = {table: at for at, table in enumerate(tables)}
    return [
        (files, report)
        for at, (table, (files, report)) in enumerate(zip(tables, made, strict=True))
        if report.active or (table not in active and last[table] == at)
    ]


def table_report(
    file: Path,
    interval: Interval,
    progress: Progress = go_on,
    *,
    later: Sequence[Path] = (),
    dealers_only: bool = False,
) -> TableReport:
    """The report of this journal's table, or its dealers alone; ``later`` are the files that continue it, in
    order.
    """
    for each in (file, *later):
        seals.refuse_contradicted(each)
    sequence = EntrySequence((file, *later))
    with sequence.kept_open():  # Each file is opened once for six questions, since opening checks all of it.
        fold, places = _fold(sequence, interval), sequence.places(interval)
        if not places:
            return fold.report()
        first, last = places[0][0], places[-1][-1]

        def begins(place: int) -> int:
            return sequence.begin(max(0, place - BEFORE), _may_begin)

        if dealers_only:
            (_, row), *_ = sequence.entries(first - 1, first)
            dealers = dealers_of(sequence, places, begins, progress)
            return replace(fold.report(), first=row.number, begun=row.at, dealers=dealers)

        begin = begins(first)
        fold, passed = going_on(sequence, fold.made_with, fold, progress, places=places, after=begin)
        with closing(passed):
            is_past = False
            for moment in passed:  # This reads on to the table's next moment after the last one.
                if not is_past:
                    fold.count_moment(moment, inside=any(moment.place in each for each in places))
                    is_past = moment.place > last and not is_aside(moment.event)
                if is_past and not fold.is_covered_after(moment):
                    break
        return _with_files(sequence, _signed(sequence, begin + 1, fold.report(), interval))


def _with_files(sequence: EntrySequence, report: TableReport) -> TableReport:
    """The report with the closed file of each corrected entry, even if the correction is in it: in a report
    of several files an entry's number is ambiguous.
    """
    amended = report.lists.amended
    if len(sequence.files) == 1 or all(each.file for each in amended):
        return report
    files = dict[tuple[datetime, int], str]()
    for at, file in enumerate(sequence.files[:-1]):
        with sequence.file(at) as journal:
            files |= {
                (row.at, row.number): file.name for row in journal.of_a_kind(EventKind.ENTRY_CORRECTED, "")
            }
    named = tuple(
        replace(each, file=each.file or files.get((each.at, each.entry), msgspec.UNSET)) for each in amended
    )
    return replace(report, lists=replace(report.lists, amended=named))


def _may_begin(table: Table) -> bool:
    """Whether nothing that began earlier lasts; at a closed table, steps that the close broke off do."""
    return is_quiet(table) and table.is_open and table.preparation is None


def _fold(sequence: EntrySequence, interval: Interval) -> TableFold:
    identity = sequence.identity
    next_shift = shift_after(interval.shift, sequence.shifts()) if interval.shift is not None else None
    errata = rulebook_of_journal(sequence.files[0], identity).errata_of(identity.game)
    noted = origin_of(sequence.files[-1])
    origin = Origin(identity.table, identity.game, identity.rules, origin=noted)
    return TableFold(sequence.game, origin, errata, interval, next_shift)


def compared_dealers(
    report: ShiftReport,
    files: Sequence[Path],
    days: timedelta,
    progress: Progress,
    known: Mapping[Path, str] = UNKNOWN_TO_FLOOR,
    *,
    is_whole: bool = False,
) -> Dealers:
    """The dealers compared over the days up to the report's end, or none. ``is_whole``: the report is of
    these very files; if they began within these days, it has already counted the same.
    """
    ended = report.latest
    if ended is None or not days:
        return replace(against_the_house(report.tables), dealers=())
    until = ended + timedelta(microseconds=1)
    since = until - days
    clock_set = any(each.lists.clock for each in report.tables)
    begun = [each.begun for each in report.tables if each.begun is not None]
    if is_whole and report.interval == Interval() and not clock_set and since <= min(begun):
        return against_the_house(report.tables)
    interval = Interval(since, until)
    before = shift_report(files, interval, report.made, progress=progress, known=known, dealers_only=True)
    return against_the_house(before.tables)


def _signed(sequence: EntrySequence, since: int, report: TableReport, interval: Interval) -> TableReport:
    """The report with all signatures of its last shift's handover, even from later times and files; ``since``
    is a place in the first file read.
    """
    handover = report.handover
    if handover is None or (shift := handover.shift) is None:
        return report
    counted = {(each.at, each.entry): each for each in handover.signatures}
    own = list[HandoverSignature]()
    for at in range(sequence.file_at(since), len(sequence.files)):
        with sequence.file(at) as journal:
            found = signatures(shift, journal.of_a_kind(SIGNED, shift))
            own += (counted.get((each.at, each.entry), each) for each in found)
    others = [each for each in handover.signatures if each.shift != shift]
    signed = (*others, *own) if interval.shift is None else own
    return replace(report, handover=replace(handover, signatures=tuple(signed)))


class NoWheel(WordedError[str], ValueError):
    def __init__(self, path: Path, game: str) -> None:
        message = f"{path}: a journal of {game} has no wheel"
        super().__init__("wheel_figures.no_wheel", message, file=str(path))


def _usual() -> WheelDecoder:
    decoder = catalogue.decoder_for("wheel")
    assert isinstance(decoder, WheelDecoder), "what reads a wheel's lines"
    return decoder


class SpinRows:
    """The spins of one journal in its order, some bytes each: a report of years has millions."""

    def __init__(self) -> None:
        self.numbers = bytearray()
        """Each with ``_TYPED`` if a person typed it, and no sensor has sent it again."""
        self.since, self.at = bytearray(), _EPOCH
        """The microseconds from each known number to the next, eight bytes each, and the last one's time."""
        self.dealt = bytearray()
        """The place of each one's wheel and dealer among all, four bytes each."""
        self.places: dict[str, int] = {}
        """Those of the rounds whose number may still be put right."""
        self.typed = set[str]()
        """The rounds whose number a person typed and no sensor sent, as long as it may be put right."""

    def add(self, id: str, at: datetime, dealt: int, alive: Collection[object]) -> None:
        """Add a round whose number follows; of no round but those ``alive`` can it be put right."""
        self.places = {each: place for each, place in self.places.items() if each in alive}
        self.places[id] = len(self.numbers)
        self.typed.intersection_update(alive)
        self.numbers.append(0)
        self.since += pack("q", (at - self.at) // timedelta(microseconds=1))
        self.dealt += pack("I", dealt)
        self.at = at

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """The number, the time in microseconds, and the place among all of wheel and dealer."""
        times = accumulate(memoryview(self.since).cast("q"))
        return zip(self.numbers, times, memoryview(self.dealt).cast("I"), strict=True)


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TYPED: Final = 0x80


class WheelCountsBySerial:
    """Counts by serial number; ``unnoted`` stands for wheels whose serial nobody entered."""

    def __init__(self, unnoted: str | None = None) -> None:
        self._unnoted = unnoted
        self._spins: dict[str, SpinRows] = {}
        """By journal."""
        self._dealt: dict[tuple[str | None, str | None], int] = {}
        """The place of each wheel under each dealer."""
        self._ends: dict[str | None, tuple[datetime, datetime]] = {}
        """The times of each wheel's first and last number."""
        self._tables: dict[str, str] = {}
        """The name of the table of each journal."""
        self._faults: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
        self._others: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
        self._decoders: dict[str, WheelDecoder] = {}
        self._serial: str | None = unnoted
        self._names = {} if unnoted is None else {name_key(unnoted): unnoted}
        """The form in which each wheel's serial was given first, by its key."""

    def count_moment(self, moment: Moment, facts: Facts, journal: str, table: str) -> None:
        """Count one moment of a journal, the same in all its files: two tables may have one name."""
        self._tables[journal] = table
        self._serial = self._unnoted
        if (serial := moment.after.wheel.serial) is not None:
            first = self._names.setdefault(name_key(serial), serial)
            self._serial = first if moment.after.holds(editions.NAME) else serial
        self._hear(moment.event, journal)
        for device, what in failures(moment, facts.troubles):
            if device == DeviceRole.WHEEL:
                self._others[self._serial][what] += 1
        spins = self._spins.setdefault(journal, SpinRows())
        if (round_ := moment.after.round) is not None and moment.is_accepted:
            if isinstance(moment.event, events.NumberSaid):
                spins.typed.add(round_.id)
            elif isinstance(moment.event, events.NumberRead):
                spins.typed.discard(round_.id)
        self._settle(moment, facts, spins)

    @property
    def counts(self) -> tuple[wheel_figures.WheelCounts, ...]:
        """Each wheel by its serial number, then the counts without one."""
        serials = {serial for serial, _ in self._dealt} | set(self._faults) | set(self._others)
        return tuple(self._of(each) for each in sorted(serials, key=lambda one: (one is None, one or "")))

    def _hear(self, event: events.AnyEvent, journal: str) -> None:
        match event:
            case events.BytesReceived(device="wheel"):
                decoder = self._decoders.get(journal) or _usual()
                self._others[self._serial]["broken"] += decoder.unreadable_lines(event.received)
                self._decoders[journal] = decoder.successor(event.received)
            case events.Noted(what=NoteKind.DEVICE_MODEL, text=str(model)):
                found = catalogue.attached_device(model)
                if found is not None and isinstance(found.decoder, WheelDecoder):
                    self._decoders[journal] = found.decoder
            case events.WheelFaulted():
                self._faults[self._serial][event.meaning.value] += 1
            case events.NumberRead(changed=True):
                self._faults[self._serial]["number_changed"] += 1

    def _settle(self, moment: Moment, facts: Facts, spins: SpinRows) -> None:
        """Keep the number of a round finished or put right by this moment, instead of a wrong one."""
        numbers, round_, last = spins.numbers, moment.after.round, moment.after.wheel.last_numbered
        for fact in facts.rounds:
            if fact.number is None:
                continue
            if fact.id not in spins.places:
                at, alive = moment.row.at, {fact.id, round_ and round_.id, last and last.round}
                dealt = self._dealt.setdefault((self._serial, fact.dealer), len(self._dealt))
                spins.add(fact.id, at, dealt, alive)
                first, end = self._ends.get(self._serial, (at, at))
                self._ends[self._serial] = min(first, at), max(end, at)
            numbers[spins.places[fact.id]] = fact.number
        for id, place in spins.places.items():
            numbers[place] = numbers[place] & ~_TYPED | (_TYPED if id in spins.typed else 0)

    def _of(self, serial: str | None) -> wheel_figures.WheelCounts:
        in_order = [*self._in_order(serial)]
        numbers = bytes(number & ~_TYPED for number, *_ in in_order)
        counts, faults, others = Counter(numbers), self._faults[serial], self._others[serial]
        tables = Counter(self._tables[journal] for *_, journal in in_order)
        first, last = self._ends.get(serial, (None, None))
        return wheel_figures.WheelCounts(
            serial,
            tuple(counts[number] for number in range(wheel_figures.POCKETS)),
            first,
            last,
            wheel_figures.Errors(
                tuple(NamedCount(name, faults[name]) for name in sorted(faults)),
                others["broken"],
                others[TroubleKind.SILENT],
                others[TroubleKind.LOST],
            ),
            numbers,
            tuple(NamedCount(name, tables[name]) for name in sorted(tables)),
            tuple(dealer for _, dealer, _ in in_order),
            frozenset(at for at, (number, *_) in enumerate(in_order) if number & _TYPED),
        )

    def _in_order(self, serial: str | None) -> Iterator[tuple[int, str | None, str]]:
        """The numbers of a wheel in order, each with its dealer and journal. Within a journal its order
        counts; between journals the clock of day, as it was after it was last set back.
        """
        dealt, spins = [*self._dealt], list[tuple[int, tuple[int, str | None, str]]]()
        for journal, rows in reversed(self._spins.items()):
            not_after = None
            for number, at, place in reversed([*rows.rows()]):
                not_after = at if not_after is None else min(at, not_after)
                of, dealer = dealt[place]
                if of == serial:
                    spins.append((not_after, (number, dealer, journal)))
        return (spin for _, spin in sorted(reversed(spins), key=itemgetter(0)))


def wheel_report(
    paths: Sequence[Path],
    unnoted: str | None = None,
    progress: Progress = go_on,
    *,
    known: Mapping[Path, str] = UNKNOWN_TO_FLOOR,
    significant: float = SIGNIFICANT,
) -> wheel_figures.WheelReport:
    """The figures of all wheels in these journals. ``known`` is that of :func:`told_apart`. Raises NoWheel,
    JournalError, or ReportCancelled by ``progress``.
    """
    refuse_copies(paths, known)
    counted, earlier = WheelCountsBySerial(unnoted), list[str]()
    journals = joined(paths, known)
    for files, label in zip(journals, told_apart(journals, known), strict=True):
        sequence = EntrySequence(files)
        if not has_wheel(sequence.identity.game):
            raise NoWheel(files[0], sequence.identity.game)
        history = History(sequence.game)
        paper = "wheel", unnoted, str(files[0]), label, *earlier
        (counted, history), passed = going_on(sequence, paper, (counted, history), progress)
        for moment in passed:
            facts = history.follow(moment)
            counted.count_moment(moment, facts, str(files[0]), label or sequence.identity.table)
        earlier += (str(files[0]), sequence.head)
    return wheel_figures.wheel_report_of(counted.counts, significant)


class NoCards(WordedError[str], ValueError):
    """A journal of a game that is played without cards."""

    def __init__(self, path: Path, game: str) -> None:
        super().__init__("card_sets.no_cards", f"{path}: a journal of {game} has no cards", file=str(path))


def tables_of(
    paths: Sequence[Path],
    progress: Progress = go_on,
    *,
    skips_wheels: bool = False,
    known: Mapping[Path, str] = UNKNOWN_TO_FLOOR,
) -> tuple[TableSets, ...]:
    """The sets of these journals' tables; files that continue one another are one journal. ``known`` is that
    of :func:`told_apart`. Raises NoCards for a wheel's journal unless it ``skips_wheels``, JournalError, or
    ReportCancelled by ``progress``.
    """
    refuse_copies(paths, known)
    found = list[TableSets]()
    for sequence, table in card_sequences(paths, known, skips_wheels=skips_wheels):
        fold, passed = going_on(sequence, "card-sets", CardSetsFold(), progress)
        for each in passed:
            fold.follow(each.event, each.row.refused, each.row.at, each.before, each.after)
        origin = origin_of(sequence.files[-1])
        found.append(TableSets(table, sequence.identity.game, tuple(fold.sets), origin))
    return tuple(found)


def card_sequences(
    paths: Sequence[Path], known: Mapping[Path, str], *, skips_wheels: bool
) -> Iterator[tuple[EntrySequence, str]]:
    """The journals of card tables, with distinct names. Raises NoCards for a wheel's, unless skipped."""
    journals = joined(paths, known)
    for files, label in zip(journals, told_apart(journals, known), strict=True):
        sequence = EntrySequence(files)
        if not has_wheel(sequence.identity.game):
            yield sequence, label or sequence.identity.table
        elif not skips_wheels:
            raise NoCards(files[0], sequence.identity.game)


def shoe_report(
    paths: Sequence[Path],
    progress: Progress = go_on,
    *,
    skips_wheels: bool = False,
    known: Mapping[Path, str] = UNKNOWN_TO_FLOOR,
) -> ShoeReport:
    """The figures of the shoes in these journals. ``known`` is that of :func:`told_apart`. Raises
    JournalError, and NoCards for a wheel's journal unless it ``skips_wheels``.
    """
    refuse_copies(paths, known)
    fold, earlier = ShoeFiguresFold(), list[str]()
    for sequence, table in card_sequences(paths, known, skips_wheels=skips_wheels):
        game = sequence.game.cards
        assert game is not None, "a game without a wheel has cards"
        fold.begin_table(table)
        fold, passed = going_on(sequence, ("shoe", table, *earlier), fold, progress)
        fold.of_table(game, passed)
        earlier += (table, sequence.head)
    return fold.report()

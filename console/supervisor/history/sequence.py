"""The entries of all files of a journal as one sequence, and the files that are one journal.

A start at the end of a month closes a journal's file and begins a new one; older consoles did so even within
a round. Each file numbers its own entries from 1. A place is an entry's number plus the entries of the files
before, so that an interval is read alike in one file or several.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from console.base.plain_text import short_names, visible
from console.base.words import Words, turn_of
from console.supervisor.history.interval import Interval
from console.supervisor.history.timeline import ElapsedTime, Moment, Progress, go_on, moments
from console.table.core import Game, JournalEntry, Table, table_of
from console.table.custody import game_of_journal
from console.table.journal import (
    Identity,
    JournalError,
    RepeatedTimes,
    Review,
    archives,
    damage_named,
    once,
    review,
)

_End: TypeAlias = tuple[Identity, int, str]
"""The end of a file: whose it is, its last entry, and the chain there, in hex."""
_Ends: TypeAlias = tuple[_End | None, _End]
"""The end of the other file that a file continues, if any, and its own end."""


UNKNOWN_TO_FLOOR: Final[Mapping[Path, str]] = MappingProxyType({})
"""A floor's names of the files' tables if the files are no floor's."""


def joined(files: Sequence[Path], known: Mapping[Path, str] = UNKNOWN_TO_FLOOR) -> list[list[Path]]:
    """The files of each journal, the oldest first, as far as they continue one another. ``known`` are a
    floor's names of the files' tables: no file continues another table's. Raises JournalError, but a single
    file is not opened.
    """
    if len(files) == 1:
        return [[*files]]
    of_table = defaultdict[str | None, list[Path]](list)
    for file in files:
        of_table[known.get(file)].append(file)
    found = [journal for own in of_table.values() for journal in _joined(own, [_ends(file) for file in own])]
    at = {file: place for place, file in enumerate(files)}
    return sorted(found, key=lambda journal: min(at[file] for file in journal))


def _joined(files: Sequence[Path], ends: Sequence[_Ends]) -> list[list[Path]]:
    """As :func:`joined`, for files whose ends are known."""
    there = {end for _, end in ends}
    continued: dict[_End, int] = {}
    for at, (begin, _) in enumerate(ends):
        if begin is not None and begin in there:
            continued.setdefault(begin, at)
    later, placed, journals = set(continued.values()), set[int](), list[list[int]]()
    for first in sorted(range(len(files)), key=later.__contains__):
        journal, at = list[int](), first
        while at not in placed:  # A forged file may continue itself: list it once.
            placed.add(at)
            journal.append(at)
            at = continued.get(ends[at][1], at)
        if journal:
            journals.append(journal)
    return [[files[at] for at in journal] for journal in sorted(journals, key=min)]


def told_apart(journals: Sequence[Sequence[Path]], known: Mapping[Path, str] = UNKNOWN_TO_FLOOR) -> list[str]:
    """The text that distinguishes each journal's table from another with its name, as in two studios: the
    floor's name for it (``known``), else its own and its first file's; empty for a unique name.
    """
    if len(journals) == 1:
        return [""]
    firsts, names = [files[0] for files in journals], list[str]()
    for first in firsts:
        with review(first) as journal:
            names.append(journal.identity.table)
    tables = {(name, known.get(first, str(first))) for first, name in zip(firsts, names, strict=True)}
    there = Counter(name for name, _ in tables)
    return [
        known.get(first, f"{name} ({file})") if there[name] > 1 else ""
        for first, name, file in zip(firsts, names, short_names(firsts), strict=True)
    ]


class EntryNotFollowed(RuntimeError):
    """An entry that was possible can't be followed: a bug of the console, or a forged state before it."""

    def __init__(self, path: Path, entry: int, message: str) -> None:
        super().__init__(f"{path}: entry {entry}: {message}")
        self.path, self.entry = path, entry


class SameJournal(JournalError):
    """Two files contain one journal: one of them is a copy, or continues differently."""

    key = "journal.same"

    def __init__(self, path: Path, other: Path) -> None:
        super().__init__(path, f"and {other} hold the same journal; name one of them", other=str(other))


class SameTable(JournalError):
    """Two journals of tables with one name, or two parts of a journal with a gap between them."""

    key = "journal.same_table"

    def __init__(self, path: Path, other: Path, table: str) -> None:
        message = f"does not continue {other}, and both are of a table named {table}"
        super().__init__(path, message, other=str(other), table=table)


def refuse_copies(files: Sequence[Path], known: Mapping[Path, str] = UNKNOWN_TO_FLOOR) -> None:
    """Raises SameJournal if two files begin alike: each entry would count twice. A single file is not opened.
    A floor's table (``known``: the names by file) that sends a copy of another's journal does not block the
    other.
    """
    if len(files) == 1:
        return
    begun: dict[tuple[str | None, bytes], Path] = {}
    for file in files:
        with review(file) as journal:
            key = known.get(file), journal.heading.digest
        if key in begun:
            raise SameJournal(begun[key], file)
        begun[key] = file


@once
def files_of_journal(path: Path) -> list[Path]:
    """The files of this file's journal that lie beside it, the oldest first."""
    files, ends = zip((path, _ends(path)), *_beside(path), strict=True)
    return next(journal for journal in _joined(files, ends) if path in journal)


def whole_journals(files: Sequence[Path]) -> list[Path]:
    """These files and those of the same journals beside them, each journal's oldest first: a time that
    somebody asks about may lie in a closed file. Raises JournalError.
    """
    found = list[Path]()
    for file in files:
        if file not in found:
            found += [each for each in files_of_journal(file) if each not in found]
    return found


class ShiftBeginning(NamedTuple):
    """The files beside a journal's file in which its first shift begins."""

    earlier: Sequence[Path] = ()
    """The files before it with entries of the shift, the oldest first."""
    number: int = 1
    """The number of the shift's first entry, in the first of them."""
    missing: str | None = None
    """The name of the file that it continues, if that does not lie beside it."""
    before: Path | None = None
    """The newest file beside it that has entries of earlier shifts; None without one."""


def shift_beginning(path: Path) -> ShiftBeginning:
    """Where the first shift of the file at ``path`` begins: a journal may have been closed halfway through
    it. An empty file belongs to the shift in which the one before it ended. Raises JournalError.
    """
    with review(path) as journal:
        first = next(journal.entries(0), None)
    if file_before(path) is None or (first is not None and first.shift is None):
        return ShiftBeginning()
    files = files_of_journal(path)
    earlier, number = list[Path](), 1
    shift = None if first is None else first.shift
    for each in reversed(files[: files.index(path)]):
        with review(each) as journal:
            if shift is None and journal.last:
                shift = next(journal.entries(journal.last - 1)).shift
            bounds = journal.bounds(None, None, shift) if shift is not None else None
            if bounds is None:
                return ShiftBeginning(earlier, number, before=earlier[0] if number > 1 else each)
            number = bounds[0]
        earlier.insert(0, each)
    return ShiftBeginning(earlier, number, file_before(files[0]), files[0] if number > 1 else None)


def file_before(path: Path) -> str | None:
    """The name of the file that the one at ``path`` continues; None if it begins its journal."""
    with review(path) as journal:
        predecessor = journal.heading.predecessor
    return None if predecessor is None else Path(predecessor.file).name


def told_gap(words: Words, path: Path, before: str) -> str:
    """The sentence on the file that the one at ``path`` continues, and that is not read with it: another
    release reads it, or it was not found.
    """
    reader = archives.reader_before(path)
    key = "journal.follow.gap" if reader is None else "journal.follow.older"
    return words.text(key, file=visible(path.name), before=visible(before), reader=reader)


def _beside(path: Path) -> Iterator[tuple[Path, _Ends]]:
    """The other readable journals of its table in the folder, with their ends, ordered by name."""
    there, own = list[Path](), _identity(path)
    with suppress(OSError):
        there = sorted(path.parent.iterdir())
    for other in there:
        with suppress(JournalError, OSError):
            if other.suffix == path.suffix and other.name != path.name and _identity(other) == own:
                yield other, _ends(other)


def _identity(path: Path) -> Identity:
    # This reads only the heading: a folder may hold journals of many tables.
    with review(path, is_checked=True) as journal:
        return journal.identity


def _ends(file: Path) -> _Ends:
    """The end of the file that this one continues, if any, and its own end."""
    with review(file) as journal:
        before = journal.heading.predecessor
        begin = None if before is None else (journal.identity, before.entries, before.head)
        return begin, (journal.identity, journal.last, journal.head)


def is_quiet(table: Table) -> bool:
    """Whether nothing that began earlier still lasts, so that a reconstruction may begin here."""
    return table.halt is None and table.incident is None and not table.incidents.waiting


class EntrySequence:
    """Reads the files of one journal as one. Each method may raise JournalError."""

    def __init__(self, files: Sequence[Path], *, marks_repeats: bool = True) -> None:
        """``files`` continue one another, the oldest first. ``marks_repeats``: whether a time that recurred,
        because the clock was set back, knows its turn. A round's file does without: its words must follow
        from its own entries alone.
        """
        self.files = tuple(files)
        self._marks_repeats = marks_repeats
        self._opened: dict[Path, Review] = {}
        self._kept: ExitStack | None = None
        """Closes the files that stay open; None while each is closed after its reading."""
        self._earlier = [0]
        """The entries of the files before each file, as far as those were opened; the last one goes on."""
        self._times = RepeatedTimes()
        self._ended: list[datetime | None] = []
        """The last time of each file whose set clocks were taken in."""

    @cached_property
    def identity(self) -> Identity:
        with self.file(0) as journal:
            return journal.identity

    @cached_property
    def game(self) -> Game:
        """The game that was played. Raises RulesMissing."""
        return game_of_journal(self.files[0], self.identity)

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Keep files open until this ends: opening one checks it, and a record looks a dozen times."""
        if self._kept is not None:
            yield
            return
        try:
            with ExitStack() as self._kept:
                yield
        finally:
            self._kept = None

    @contextmanager
    def file(self, at: int) -> Iterator[Review]:
        """A file, for reading. It is opened once, however many readers use it within one another."""
        path = self.files[at]
        if path in self._opened:
            journal = self._opened[path]
            with damage_named(journal):  # Another file may have been opened last.
                self._count(at, journal)
                yield journal
            return
        with ExitStack() as own:
            kept = own if self._kept is None else self._kept
            journal = self._opened[path] = kept.enter_context(review(path))
            kept.callback(self._opened.pop, path)
            with damage_named(journal):
                self._count(at, journal)
                yield journal

    def _count(self, at: int, journal: Review) -> None:
        """Count a file's entries after those of the files before it; it may already be open."""
        if at == len(self._ended):
            before = next((each for each in reversed(self._ended) if each is not None), None)
            self._times.take(at, journal.beginnings(before))
            self._ended.append(journal.time_at(journal.last) if journal.last else None)
        if at + 1 == len(self._earlier) < len(self.files):
            self._earlier.append(self._earlier[at] + journal.last)

    def earlier(self, at: int) -> int:
        while len(self._earlier) <= at:
            with self.file(len(self._earlier) - 1):
                pass  # Opening the file counts the entries.
        return self._earlier[at]

    def counted(self, number: int) -> int | None:
        """The place of the entry with this number by the journal's count, or None."""
        for each in range(len(self.files)):
            with self.file(each) as journal:
                before = table_of(journal.begin(0)[1]).earlier
                if before < number <= before + journal.last:
                    return self.earlier(each) + number - before
        return None

    def file_at(self, place: int) -> int:
        """The file that has the entry at a place; beyond the end it is the last one."""
        self.earlier(len(self.files) - 1)
        return max(0, bisect_left(self._earlier, place) - 1)

    @property
    def set_back(self) -> Sequence[object]:
        """Where its clock was set back: these mark the times of entries before and after."""
        _ = self._file_after(0)
        return self._times.set_back

    def _file_after(self, place: int) -> int:
        self.earlier(len(self.files) - 1)
        if len(self._ended) < len(self.files):
            _ = self.end  # Opening the last file finds where its clock was set.
        return max(0, bisect_right(self._earlier, place) - 1)

    def begin(self, place: int, may_begin: Callable[[Table], bool] = lambda _: True) -> int:
        """The place of the newest state up to ``place`` whose table ``may_begin``; else the beginning."""
        at = self._file_after(place)
        number = place - self.earlier(at)
        while True:
            with self.file(at) as journal:
                number, state = journal.begin(number)
            if may_begin(table_of(state)) or (number == 0 and at == 0):
                return self.earlier(at) + number
            if number > 0:
                number -= 1
            else:
                at -= 1
                number = self.earlier(at + 1) - self.earlier(at)

    def state(self, place: int) -> tuple[int, bytes | None]:
        """The place and the newest state kept at or before it; a file has its own first state."""
        at = self._file_after(place)
        with self.file(at) as journal:
            number, state = journal.begin(place - self.earlier(at))
        return self.earlier(at) + number, state

    def entries(self, after: int, upto: int | None = None) -> Iterator[tuple[int, JournalEntry]]:
        """The entries after a place, each with its own, up to ``upto`` or the end."""
        for at in range(self._file_after(after), len(self.files)):
            earlier = self.earlier(at)
            if upto is not None and earlier >= upto:
                return
            with self.file(at) as journal:
                for row in self._marked(at, journal.entries(max(0, after - earlier))):
                    if upto is not None and earlier + row.number > upto:
                        return
                    yield earlier + row.number, row

    def _marked(self, at: int, rows: Iterator[JournalEntry]) -> Iterator[JournalEntry]:
        """The entries of a file; a time that a clock shows twice is marked as first or second."""
        if not self._marks_repeats or not self._times.set_back:
            return rows
        return (replace(row, at=self._times.marked((at, row.number), row.at)) for row in rows)

    def moments(
        self,
        after: int,
        progress: Progress = go_on,
        *,
        decoded: bool = True,
        files: int | None = None,
        elapsed: ElapsedTime | None = None,
        table: Table | None = None,
    ) -> Generator[Moment, None, None]:
        """The moments from the newest state at a place or before it to the end of the last file, or of
        ``files`` files; those after this very place if its ``elapsed`` time and ``table`` are known. Raises
        ReportCancelled as :func:`console.supervisor.history.timeline.moments`, and EntryNotFollowed.
        """
        first, elapsed = self._file_after(after), elapsed or ElapsedTime()
        for at in range(first, len(self.files))[:files]:
            earlier = self.earlier(at)
            with self.file(at) as journal:
                number, state = journal.begin(max(0, after - earlier))
                begun: bytes | Table | None = state
                if table is not None and after > earlier:
                    number, begun = after - earlier, table
                rows = self._marked(at, journal.entries(number))
                try:
                    yield from moments(
                        self.game, begun, rows, progress, elapsed, earlier=earlier, decoded=decoded
                    )
                except RecursionError:  # No console wrote such an entry; the reader names it.
                    raise
                except RuntimeError as error:
                    raise EntryNotFollowed(journal.path, journal.read, str(error)) from error

    def of_a_kind(self, kind: str, text: str, at: int = 0) -> Iterator[tuple[int, JournalEntry]]:
        """The entries of a kind whose event holds this text, from a file on, each with its place."""
        for each in range(at, len(self.files)):
            earlier = self.earlier(each)
            with self.file(each) as journal:
                for row in self._marked(each, journal.of_a_kind(kind, text)):
                    yield earlier + row.number, row

    def places(self, interval: Interval) -> list[range]:
        """The places of an interval's entries, in order: more than one range if the clock was set back."""
        start, until, low, high = interval.start, interval.until, 1, self.end + 1
        if start is not None and turn_of(start):
            low, start = self._place_from(start), None
        if until is not None and turn_of(until):
            high, until = self._place_from(until), None
        found = list[range]()
        for at in range(len(self.files)):
            with self.file(at) as journal:
                within = [*journal.within(start, until, interval.shift)]
            for each in within:
                begin, end = max(low, self.earlier(at) + each.start), min(self.earlier(at) + each.stop, high)
                if found and found[-1].stop == begin:
                    begin = found.pop().start
                found += [range(begin, end)] if begin < end else []
        return found

    def _place_from(self, at: datetime) -> int:
        """The place of the first entry not before a time, in the turn that it names."""
        (low, number), until = self._times.bounds(at)
        first = self.earlier(low) + max(1, number)
        after = self.earlier(until[0]) + until[1] if until else self.end + 1
        return first + bisect_left(range(first, after), at, key=self._time_at)

    @property
    def end(self) -> int:
        at = len(self.files) - 1
        with self.file(at) as journal:
            return self.earlier(at) + journal.last

    def _time_at(self, place: int) -> datetime:
        at = self.file_at(place)
        with self.file(at) as journal:
            return journal.time_at(place - self.earlier(at))

    def shifts(self) -> Iterator[str]:
        for at in range(len(self.files)):
            with self.file(at) as journal:
                yield from journal.shifts()

    @property
    def head(self) -> str:
        with self.file(len(self.files) - 1) as journal:
            return journal.head

    def chain(self, place: int) -> str:
        at = self.file_at(place)
        with self.file(at) as journal:
            return journal.chain(place - self.earlier(at))

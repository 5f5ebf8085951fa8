"""The answers to the review's screens from a floor: many tables' journals, as PostgreSQL holds them.

Indexed entries are found there. Documents are made of copies: journals made again in the user's own folder,
each followed along its chain to the floor's head, and read like any journal. Without an index, copies answer
everything. A part that does not lead to the head is named, and not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec.structs import replace

from console.base.errors import WordedError
from console.base.plain_text import ListedRows, WriteTarget
from console.base.words import Words
from console.floor.copies import Copies, Flaw, PartCopy
from console.floor.holdings import HeldPart, Holdings, TableId, labels_of
from console.floor.reported_names import TableNames, read_names
from console.floor.review.floor_names import every_person
from console.floor.review.floor_search import SearchedReads
from console.floor.search.floor_log import FloorLog
from console.supervisor.history import EntryNotFollowed, ReportCancelled
from console.supervisor.reports import TableSets, TooSlow, WheelReport
from console.supervisor.review import (
    ComparedReport,
    FilterChoices,
    Glance,
    GuideChoice,
    JournalDifference,
    JournalReader,
    JournalReads,
    Paperwork,
    Progress,
    SealCheck,
    SearchProgress,
    Story,
)
from console.table.core import Person
from console.table.custody import RulesMissing, is_wheel
from console.table.journal import DamagedJournal, Filter, JournalError, LogPlace, LogRow, Word

if TYPE_CHECKING:
    import psycopg

Connect = Callable[[], "psycopg.Connection[tuple[Any, ...]]"]
_Made = TypeVar("_Made")

COPIED: Final = 0.5
"""The share of the preparation that is copying; the rest is indexing."""
_NOTHING: Final = FilterChoices((), (), {}, (), (), (), (), (), (), None)
_KEYS: Final = {
    Flaw.CHANGED: "review.flaw.changed",
    Flaw.MISSING: "review.flaw.missing",
    Flaw.DIGEST: "review.flaw.digest",
    Flaw.UNREAD: "review.flaw.left_out",
    Flaw.HEADING: "review.flaw.heading",
    Flaw.DISPUTED: "review.flaw.disputed",
}


class Selection:
    """A floor's reviewed tables, and the place of their copies; the paths are in the log's order."""

    def __init__(
        self,
        connect: Connect,
        folder: Path,
        tables: Collection[str] | None = None,
        rooms: Collection[str] | None = None,
    ) -> None:
        """``connect`` connects as an account that may read entries; called in the thread that uses it."""
        self.connect, self.folder, self.tables, self.rooms = connect, folder, tables, rooms
        self.paths: tuple[Path, ...] = ()
        self.parts: tuple[HeldPart, ...] | None = None
        """The journals of the rows, each of which names its journal's place here; None if copies are read."""
        self.left_out: tuple[JournalDifference, ...] = ()
        """The parts without a copy."""
        self._tables: dict[Path, str] = {}
        """The distinguished table name of each folder's copies."""

    def read_parts(self, parts: Iterable[HeldPart]) -> None:
        """Read the rows of these parts."""
        self.parts = tuple(parts)

    def take_copies(self, made: Sequence[PartCopy]) -> tuple[Path, ...]:
        """The paths of all tables' copies; :attr:`left_out` gets the reason for each missing one."""
        self.left_out = flaws_of(made, lambda copied: copied.path is None)
        labels = labels_of(copied.part for copied in made)
        whole = [(copied.path, labels[copied.part.table]) for copied in made if copied.path is not None]
        self._tables = {path.parent: table for path, table in whole}
        return tuple(path for path, _ in whole)

    def known(self, paths: Iterable[Path]) -> dict[Path, str]:
        return {path: self._tables[path.parent] for path in paths if path.parent in self._tables}

    def without_unread(
        self, paths: Sequence[Path], error: JournalError | EntryNotFollowed
    ) -> tuple[list[Path], JournalDifference]:
        """These paths without those of the table with an unreadable copy, and the reason: one table stops no
        other from being read. Raises other errors.
        """
        rest = [path for path in paths if path.parent != error.path.parent]
        if len(rest) == len(paths):
            raise error
        return rest, unread_of(error, self._tables[error.path.parent])

    def names_with(self, persons: Mapping[str, Person]) -> dict[str, str]:
        """People's names by id: the persons', and those that tables gave to others. Raises psycopg.Error."""
        with closing(self.connect()) as connection:
            names = TableNames(read_names(connection))
        return {who: person.name for who, person in every_person(persons, names).items()}

    @property
    def table_span(self) -> str:
        names = [part.name for part in self.parts or ()]
        return " – ".join(dict.fromkeys((names[0], names[-1]))) if names else ""

    def copies(self, tables: Collection[str] | None = None) -> Copies:
        return Copies(Holdings(self.connect()), self.folder, tables or self.tables, self.rooms)


def floor_reads(selection: Selection, persons: dict[str, Person] | None = None) -> JournalReader:
    """The reads of a selection: by the floor's index, or by copies while no index is filled. Connects,
    without copying. Raises psycopg.Error.
    """
    log = FloorLog(selection.connect(), selection.tables, selection.rooms)
    if log.filled or not log.all:
        return SearchedReads(log, persons, selection.read_parts)
    log.holdings.close()
    return CopiedReads(selection, persons)


class CopiedReads:
    """Answers a :class:`console.supervisor.review.questions.JournalReader` from a floor's copies."""

    def __init__(self, selection: Selection, persons: dict[str, Person] | None = None) -> None:
        """Connect; nothing is copied yet. Raises psycopg.Error."""
        self._selection, self._persons = selection, persons or {}
        with closing(selection.connect()) as connection:
            self._persons = every_person(self._persons, TableNames(read_names(connection)))
        self._copies = selection.copies()
        self._reads: JournalReads | None = None
        self._wanted = Filter()
        self._coming: Iterator[tuple[int, int]] | None = self._copies.brought_up()
        self._share = 0.0
        self._copied: tuple[Path, ...] = ()
        self._unread = list[JournalDifference]()
        """The tables whose copies can't be read here."""
        self._as_of = datetime.now(UTC)

    def close(self) -> None:
        if self._reads is not None:
            self._reads.close()
        self._copies.close()

    def about(self) -> FilterChoices:
        if self._reads is None:
            return _NOTHING
        choices = self._reads.about()
        if choices.last is None or choices.last <= self._as_of:
            return choices
        # A table's clock may be ahead: a typed time of day is one of all tables' present.
        row = self._reads.log.last_before(self._as_of)
        return choices if row is None else replace(choices, last=row.at)

    def look_for(self, log_filter: Filter) -> None:
        self._wanted = log_filter
        self._as_of = datetime.now(UTC)
        if self._reads is not None:
            self._coming = self._copies.brought_up()
            while self._copy():
                pass

    def count(self) -> SearchProgress:
        """Count a further part; during the first copying, copy a further part."""
        if self._reads is None:
            self._copy()
        flawed = flaws_of(self._copies.finished, lambda copied: copied.flaw is not None)
        flaws = (*flawed, *self._unread)
        if self._reads is None:
            done = self._coming is None
            return SearchProgress(0, done, 0, prepared=1.0 if done else self._share * COPIED, flaws=flaws)
        found = self._reads.count()
        prepared = COPIED + (1 - COPIED) * found.prepared if found.prepared < 1 else 1.0
        since = self._copies.uncopied_entries() if found.done else 0
        return replace(found, prepared=prepared, flaws=flaws, as_of=self._as_of, since=since)

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        return () if self._reads is None else self._reads.rows(first, limit)

    def bytes_of(self, place: LogPlace) -> tuple[LogRow, ...]:
        return () if self._reads is None else self._reads.bytes_of(place)

    def words_of(self, typed: str, language: str) -> tuple[Word, ...]:
        return () if self._reads is None else self._reads.words_of(typed, language)

    def number_at(self, moment: datetime) -> int:
        return 0 if self._reads is None else self._reads.number_at(moment)

    def glance(self, place: LogPlace) -> Glance | None:
        return None if self._reads is None else self._reads.glance(place)

    def story(self, place: LogPlace) -> Story | None:
        return None if self._reads is None else self._reads.story(place)

    def prepare(self) -> float:
        """Copy or index a further part; 1 when everything is done. Raises psycopg.Error, OSError."""
        if self._copy():
            return min(0.99, self._share * COPIED)
        return 1.0 if self._reads is None else self._reads.prepare()

    def _copy(self) -> bool:
        """Copy one more slice; False once everything is copied and read."""
        if self._coming is None:
            return False
        step = next(self._coming, None)
        if step is not None:
            done, of = step
            self._share = done / max(1, of)
            return True
        self._coming = None
        paths: Sequence[Path] = self._selection.take_copies(self._copies.finished)
        if paths != self._copied and self._reads is not None:
            self._reads.close()
            self._reads = None
        if self._reads is None:
            self._selection.paths = self._copied = tuple(paths)
            self._unread.clear()
        self._selection.left_out += tuple(self._unread)
        while self._reads is None and paths:
            try:
                self._reads = JournalReads(paths, self._persons, known=self._selection.known(paths))
            except JournalError as error:
                paths, unread = self._selection.without_unread(paths, error)
                self._selection.paths = tuple(paths)
                self._selection.left_out += (unread,)
                self._unread.append(unread)
        if self._reads is not None:
            self._reads.look_for(self._wanted)
        return False


class NoJournalCopy(Exception):
    """No journal was copied from the floor yet, so no document can be made."""

    key = "review.floor.not_copied"


class NotWhole(WordedError[str]):
    """A table's entries on the floor differ from what the table sent: no document is made of them."""

    def __init__(self, flawed: JournalDifference) -> None:
        slots = {"table": flawed.table, "first": str(flawed.first), "last": str(flawed.last)}
        super().__init__(flawed.key, flawed.table, **slots)


class FloorWork:
    """Makes documents of a floor's journals, from the copies that are read or its own: a
    :class:`console.supervisor.review.documents.DocumentMaker`.
    """

    def __init__(
        self, selection: Selection, work: Callable[[Sequence[Path], Mapping[Path, str]], Paperwork]
    ) -> None:
        """``work`` makes documents of the journals at these paths, by the names of their tables."""
        self._selection, self._work = selection, work
        self.left_out: tuple[JournalDifference, ...] = ()

    def _of(self, paths: Sequence[Path]) -> Paperwork:
        return self._work(paths, self._selection.known(paths))

    @property
    def folder(self) -> Path:
        return self._of(()).folder

    @property
    def prints_guides(self) -> bool:
        return self._of(()).prints_guides

    def rules(self) -> str | None:
        """None: a floor's tables may have several, and this question copies none."""
        return None

    def _copied(self, progress: Progress, table: TableId | None = None) -> dict[tuple[str, int], Path]:
        """The present copies, of one table or of all. Raises ReportCancelled, psycopg.Error."""
        copies = self._selection.copies(None if table is None else [table])
        try:
            for done, of in copies.brought_up():
                if not progress(COPIED * done / max(1, of)):
                    raise ReportCancelled
            made = copies.finished
        finally:
            copies.close()
        for copied in made:
            if copied.path is None and table is not None:
                raise NotWhole(flawed_of(copied, copied.part.name))
        if table is None:
            self._selection.take_copies(made)
        return {(each.part.table, each.part.part): each.path for each in made if each.path is not None}

    def _paths(self, progress: Progress) -> Sequence[Path]:
        """The copies of all tables. Raises NoJournalCopy, ReportCancelled, psycopg.Error."""
        paths = self._selection.paths
        if self._selection.parts is not None:
            paths = tuple(self._copied(progress).values())
        if not paths:
            raise NoJournalCopy
        return paths

    def _made(self, make: Callable[[Sequence[Path]], _Made], progress: Progress) -> _Made:
        """The document or figures of all tables with readable copies: :attr:`left_out` names the others."""
        paths = self._paths(progress)
        self.left_out = self._selection.left_out
        while True:
            try:
                return make(paths)
            except (JournalError, EntryNotFollowed) as error:
                paths, unread = self._selection.without_unread(paths, error)
                self.left_out = (*self.left_out, unread)
                if not paths:
                    raise

    @property
    def written(self) -> object:
        """The copies; what the floor receives later is in the next ones."""
        return self._selection.paths

    def report_of_shift(self, shift: str | None, progress: Progress) -> ComparedReport:
        found = self._made(
            lambda paths: self._of(paths).report_of_shift(shift, self._rest(progress)), progress
        )
        return replace(found, left_out=self.left_out)

    def _rest(self, progress: Progress) -> Progress:
        """The progress of the work once everything is copied."""
        if self._selection.parts is None:
            return progress
        return lambda done: progress(COPIED + (1 - COPIED) * done)

    def write_report(
        self, compared: ComparedReport, target: WriteTarget, words: Words, progress: Progress
    ) -> None:
        self._of(()).write_report(compared, target, words, progress)

    def write_round(self, row: LogRow, target: WriteTarget, words: Words, progress: Progress) -> None:
        parts = self._selection.parts
        if parts is None:
            self._of(self._paths(progress)).write_round(row, target, words, progress)
            return
        part = parts[row.place.journal]
        path = self._copied(progress, TableId(part.table))[part.table, part.part]
        own = replace(row, place=replace(row.place, journal=0))
        self._of([path]).write_round(own, target, words, self._rest(progress))

    def write_rows(self, rows: ListedRows, target: WriteTarget, words: Words, progress: Progress) -> None:
        self._of(()).write_rows(rows, target, words, progress)

    def write_guide(self, chosen: GuideChoice, target: WriteTarget, progress: Progress) -> None:
        self._of(()).write_guide(chosen, target, progress)

    def wheel(self, progress: Progress) -> WheelReport:
        """The figures of the wheels among the tables. Raises NoWheel if none has one."""

        def wheel(paths: Sequence[Path]) -> WheelReport:
            return self._of([path for path in paths if is_wheel(path)] or paths).wheel(self._rest(progress))

        return self._made(wheel, progress)

    def card_sets(self, progress: Progress) -> tuple[TableSets, ...]:
        """The card sets of the chosen tables, without wheels."""
        return self._made(lambda paths: self._of(paths).card_sets(self._rest(progress)), progress)

    def check(self, words: Words, progress: Progress) -> SealCheck:
        """Verify the copies; a part without one differs from what the table sent."""
        found = self._made(lambda paths: self._of(paths).check(words, self._rest(progress)), progress)
        if not (left_out := self.left_out):
            return found
        return replace(found, good=False, proves=(*(each.text(words) for each in left_out), *found.proves))

    def seal_now(self, words: Words) -> SealCheck:
        """The state of the seal: a seal stays with the table's own journal; the floor has only entries."""
        if self._selection.parts is not None and not self._selection.paths:
            can_not = (words.text("journal.verify.unsealed"),)
            return SealCheck(False, self._selection.table_span, 0, (), can_not)
        return self._of(self._paths(lambda _: True)).seal_now(words)


def unread_of(error: JournalError | EntryNotFollowed, table: str) -> JournalDifference:
    """The words for a copy that is as the table sent it, but can't be read here."""
    if isinstance(error, EntryNotFollowed):
        return JournalDifference(_KEYS[Flaw.UNREAD], table, error.entry, error.entry)
    if isinstance(error, TooSlow):
        return JournalDifference(TooSlow.key, table, 0, 0)
    if isinstance(error, RulesMissing):
        return JournalDifference(RulesMissing.key, table, 0, 0, error.slots["rules"])
    if isinstance(error, DamagedJournal) and (number := int(error.slots["entry"])):
        return JournalDifference(_KEYS[Flaw.UNREAD], table, number, number)
    return JournalDifference(_KEYS[Flaw.HEADING], table, 0, 0)


def flawed_of(copied: PartCopy, table: str) -> JournalDifference:
    assert copied.flaw is not None
    return JournalDifference(_KEYS[copied.flaw], table, copied.first, copied.last)


def flaws_of(made: Sequence[PartCopy], is_named: Callable[[PartCopy], bool]) -> tuple[JournalDifference, ...]:
    """The words for those copies that differ from what their tables sent."""
    labels = labels_of(copied.part for copied in made)
    return tuple(flawed_of(each, labels[each.part.table]) for each in made if is_named(each))

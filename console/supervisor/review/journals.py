"""The answers to the review's screens from one table's journal, several, a copy, or archives. It only reads,
but writes the search's index. It runs in the reading thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.supervisor.history.sequence import UNKNOWN_TO_FLOOR, EntrySequence, told_apart
from console.supervisor.review.log.entry_terms import fact_source
from console.supervisor.review.questions import FilterChoices, SearchProgress, row_at
from console.supervisor.review.reconstruction import Entries, GameAndSituation, TableReads, situation_of
from console.supervisor.review.story import Story
from console.table.core import UNTELLABLE, Action, EventKind, JournalEntry, Person, replay
from console.table.journal import (
    BROKEN,
    FOLDED,
    Facet,
    Filter,
    JournalError,
    Log,
    LogFile,
    LogPlace,
    LogRow,
    Progress,
    Review,
    Tally,
    WholeEntry,
    query,
    review,
)

log = logging.getLogger(__name__)

_LATE: Final = 200
"""The most entries since the beginning of a round with cards in it."""
_ROUNDS: Final = 2
"""How many rounds: from one in which a card may be read too early to the one that may begin with it."""
_NO_CARD_LIES: Final = (Action.AWAIT_BETS, Action.WAIT, Action.AWAIT_SEATS, Action.COLLECT, Action.OPEN_TABLE)
"""The actions that are asked for only while no card can lie face down."""
_IN_BET_TIME: Final = (Action.WAIT, Action.AWAIT_SEATS)
_NOT_FOLLOWED: Final = (RuntimeError, *UNTELLABLE)
"""The errors of an entry that can't follow the one before: somebody forged it, or the console has a bug."""
_LOOKS: Final = 60
"""How many moments are searched for the last shifts and the people who worked in them."""
_STEP: Final = timedelta(hours=4)
_FIRST: Final = datetime.min.replace(tzinfo=UTC) + _STEP


class _Numbered(NamedTuple):
    """The entries of all files of a journal, numbered on from those of one of them."""

    sequence: EntrySequence
    earlier: int
    """The entries of the files before that one."""

    def begin(self, entry: int) -> tuple[int, bytes | None]:
        place, state = self.sequence.state(max(0, self.earlier + entry))
        return place - self.earlier, state

    def entries(self, after: int) -> Iterator[JournalEntry]:
        for place, row in self.sequence.entries(max(0, self.earlier + after)):
            number = place - self.earlier
            yield row if number == row.number else replace(row, number=number)


class JournalReads(TableReads):
    """Answers a :class:`console.supervisor.review.questions.JournalReader` from the journals at ``paths``."""

    def __init__(
        self,
        paths: Sequence[Path],
        persons: dict[str, Person] | None = None,
        *,
        banker_left: bool = True,
        known: Mapping[Path, str] = UNKNOWN_TO_FLOOR,
    ) -> None:
        """Open the journals; ``known`` are a floor's names of the paths' tables. Raises JournalError if one
        can't be opened or its rulebook is missing.
        """
        super().__init__(persons)
        self.log = Log(paths)
        labels = told_apart([[file.path] for file in self.log.files], known) if known else ()
        for file, label in zip(self.log.files, labels, strict=False):
            file.shown = replace(file.identity, table=label or file.identity.table)
        self._banker_left = banker_left
        self._unseen: dict[int, replay.Unseen] = {}
        self._sequences: dict[tuple[Path, ...], EntrySequence] = {}
        try:
            self._tally = Tally(self.log, Filter())
            self._cover()
            self._seen = self._write_times()
        except BaseException:  # Only this function knows it and can close it.
            self.log.close()
            raise
        self._filling: Iterator[Progress] | None = None
        self._prepared = 1.0 if self.log.unindexed == 0 else 0.0

    def close(self) -> None:
        self.log.close()

    # --- the log ----------------------------------------------------------------------------------

    def look_for(self, log_filter: Filter) -> None:
        """Take in appended entries, and begin to count the matching rows."""
        seen = self._write_times()
        if seen != self._seen:
            self.log.refresh()
            self._cover()
            self._seen = seen
        self._tally = Tally(self.log, log_filter)

    def _cover(self) -> None:
        """Cover the cards that a table in play has not shown yet; a closed file has none."""
        for chain in self.log.chains:
            file = self.log.files[chain[-1]]
            file.unseen = frozenset()
            if self._situations[file.journal][0].cards and self._may_be_unseen(file):
                # For a damaged file, or one of an unknown console, no late card is shown.
                file.unseen = frozenset(range(max(1, file.last - _LATE), file.last + 1))
                try:
                    file.unseen = self._unseen_in(file)
                except (JournalError, msgspec.MsgspecError, RecursionError):
                    pass
                except _NOT_FOLLOWED as error:
                    log.warning("%s: its entries can't be replayed", file.path, exc_info=error)

    def _may_be_unseen(self, file: LogFile) -> bool:
        """Whether a replay is needed: the file ends within a round, or lately a card was refused or read
        without effect, manual mode changed, a device sent bytes in bet time, or so many entries came that the
        round before is out of reach. Mostly it is not.
        """
        first = max(1, file.last - _LATE)
        rows = file.log_rows(file.rows(query.IndexQuery(), first, file.last + 1, _LATE + 1))
        if not rows or rows[0].action in _NO_CARD_LIES:
            if first > 1 and len({row.round for row in rows}) <= _ROUNDS:
                return True
            return any(
                row.refused is not None or row.action in _NO_CARD_LIES
                if row.kind == EventKind.CARD_DRAWN
                else row.kind == EventKind.MANUAL_SET
                or (row.kind == EventKind.BYTES_RECEIVED and row.action in _IN_BET_TIME)
                for row in rows
            )
        return True

    def _unseen_in(self, file: LogFile) -> frozenset[int]:
        with review(file.path) as journal:
            unseen = self._unseen.get(file.journal) or self._begun(file, journal)
            self._unseen[file.journal] = unseen
            for row in journal.entries(unseen.last_entry):
                unseen.follow_entry(row)
        return unseen.held_back

    def _begun(self, file: LogFile, journal: Review) -> replay.Unseen:
        """Starts from a kept state older than the open round."""
        game = self._situations[file.journal][0]
        return replay.unseen_from(game, journal.begin, max(0, file.last - _LATE))

    def _write_times(self) -> tuple[object, ...]:
        """When each file, and the files next to it, were last written."""
        every = ((file.path, Path(f"{file.path}-wal"), file.indexed) for file in self.log.files)
        found = (path.stat() if path.exists() else None for paths in every for path in paths)
        return tuple(None if one is None else (one.st_size, one.st_mtime_ns) for one in found)

    def count(self) -> SearchProgress:
        if not self._tally.done:
            self._tally.step()
        tally, every = self._tally, sum(file.last for file in self.log.files)
        return SearchProgress(tally.found, tally.done, every, tally.narrowed, self._prepared)

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        return tuple(self._with_places(self._tally.rows(first, limit)))

    def story(self, place: LogPlace) -> Story | None:
        story, file = super().story(place), self.log.files[place.journal]
        if story is None or not story.game.cards:
            return story
        covered = file.unseen
        with suppress(JournalError, msgspec.MsgspecError, *_NOT_FOLLOWED):
            covered = self._unseen_in(file)  # More entries may have come than the log has indexed.
        return replace(story, covered=covered)

    def bytes_of(self, place: LogPlace) -> tuple[LogRow, ...]:
        """The bytes from which a row was made, in the row's file."""
        file, number = self.log.files[place.journal], place.number
        found = file.log_rows(file.rows(query.IndexQuery(), number - NEAR, number + 1, NEAR + 1))
        return device_bytes_of(found[0], found[1:]) if found else ()

    def number_at(self, moment: datetime) -> int:
        """The number of the first row that is not later than a moment, by bisection."""
        numbers, log = range(max(0, self._tally.found - 1)), self.log
        return row_at(moment, numbers, self.rows, log.repeated, lambda journal: log.files[journal].file)

    def prepare(self) -> float:
        """Index a further part; returns 1 when all is indexed. If no index can be written, a search that
        needs one finds nothing, and :class:`SearchProgress` keeps reporting that.
        """
        if self._filling is None and self.log.unindexed == 0:
            return 1.0
        if self._filling is None:
            self._filling = self.log.fill(fact_source)
        try:
            progress = next(self._filling, None)
        except (*BROKEN, OSError, JournalError, RuntimeError) as error:
            log.warning("the log can't be indexed", exc_info=error)
            self._filling = None
            entries = sum(file.last for file in self.log.files)
            self._prepared = min(0.99, 1 - self.log.unindexed / max(1, entries))
            return 1.0
        done = progress is None or progress.done >= progress.of
        self._prepared = 1.0 if done or progress is None else progress.done / max(1, progress.of)
        if done:
            self._filling = None
            self.log.refresh()
        return self._prepared

    # --- what it can be sorted by -----------------------------------------------------------------

    def about(self) -> FilterChoices:
        """Tables, games, people, shifts, and the names that the rulebooks have."""
        files, rows = self.log.files, tuple(self._looked_at())
        choices = self._about(
            [file.shown for file in files],
            (row.shift for row in rows),
            (row.dealer for row in rows),
            (row.pit_boss for row in rows),
            rows[0].at if rows else None,
            tuple(file.path.name for file in files),
            self._incident_counts(),
        )
        return replace(choices, set_back=tuple(self.log.repeated.set_back))

    def _incident_counts(self) -> dict[str, int] | None:
        """The number of incidents of each kind; None before the index is complete."""
        if self.log.unindexed:
            return None
        counts = dict[str, int]()
        for kind in self.log.values(Facet.INCIDENT_KIND):
            tally = Tally(self.log, Filter(incident_kinds=frozenset((kind,))))
            while tally.step():
                pass
            counts[kind] = tally.found
        return counts

    def _looked_at(self) -> Iterator[LogRow]:
        """The newest row, and one every four hours before it."""
        looked_at = self.log.newest(Filter(bytes=True), limit=1)
        row = looked_at[0] if looked_at else None
        for _ in range(_LOOKS):
            if row is None:
                return
            yield row
            if row.at < _FIRST:  # The clock was at the beginning of time.
                return
            older = self.log.last_before(row.at - _STEP)
            row = older if older is not None and older.at < row.at else None

    # --- one entry, one story ---------------------------------------------------------------------

    def whole(self, place: LogPlace) -> WholeEntry | None:
        found = self.log.whole(place)
        return None if found is None else replace(found, row=next(self._with_places([found.row])))

    @contextmanager
    def _entries(self, place: LogPlace) -> Iterator[Entries]:
        """The file of a row with those before and after it: a round may be in several."""
        chain = next(each for each in self.log.chains if place.journal in each)
        paths = tuple(self.log.files[each].path for each in chain)
        if paths not in self._sequences:  # They are cached, since counting entries opens each file.
            self._sequences[paths] = EntrySequence(paths)
        sequence = self._sequences[paths]
        own = chain.index(place.journal)
        with sequence.file(own):
            yield _Numbered(sequence, sequence.earlier(own))

    def _situation_at(self, place: LogPlace) -> GameAndSituation:
        return self._situations[place.journal]

    @cached_property
    def _situations(self) -> tuple[GameAndSituation, ...]:
        """Each file's game, and the part of its screen that is not in the table's state."""
        left = self._banker_left
        return tuple(
            situation_of(file.path, file.shown, self._persons, banker_left=left) for file in self.log.files
        )


NEAR: Final = 200
"""How many entries before a row are searched for its bytes."""
SHOWN: Final = 20
"""The most entries with bytes under a row: a wheel may have sent the same for an hour."""


def device_bytes_of(row: LogRow, before: Iterable[LogRow]) -> tuple[LogRow, ...]:
    """The bytes of the row's device, from the row back to the device's reading before it; the newest first,
    as in ``before``, the entries before the row. A piece of bytes may also contain an earlier reading, so
    each one stands under its device's next reading.
    """
    device, found = row.device, list[LogRow]()
    if device is None:
        return ()
    for each in before:
        if each.kind == FOLDED and each.figures.get("device") == device:
            found.append(each)
        elif found and each.device == device:
            break
        if len(found) == SHOWN:
            break
    return tuple(found)

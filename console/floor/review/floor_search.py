"""The answers to the review's screens by the floor's own index: pages and counts of all tables at once.

Nothing is copied: a round is replayed from the floor's entries, from the last state that they vouch for. An
opened entry is proved to lead to the head; the copies from which documents are made prove all of theirs.
Counting goes back day by day from the newest one; the time of a numbered row is known to the hour.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console.base.words import Words
from console.floor.holdings import HeldPart, MissingEntry
from console.floor.review.floor_names import every_person, named_persons
from console.floor.search.floor_log import FloorLog, Question, row_of
from console.supervisor.review import (
    NEAR,
    FilterChoices,
    GameAndSituation,
    JournalDifference,
    SearchProgress,
    Story,
    TableReads,
    device_bytes_of,
    row_at,
    search_terms,
    situation_of,
)
from console.table.core import JournalEntry, Person, replay
from console.table.journal import (
    Doubt,
    Facet,
    Filter,
    Identity,
    LogPlace,
    LogRow,
    WholeEntry,
    Word,
    chain,
    is_heading,
    values_of,
)

LATE: Final = timedelta(minutes=1)
"""The age from which an unindexed entry is not new: a working index is seconds behind."""
FEW: Final = 2_000
"""How many entries may wait to be indexed without a notice on the screen."""
DAYS: Final = 62
"""How many days are counted in one step without searched words."""
SHOWN: Final = 5_000
"""How many rows are kept as they were shown."""
_HOUR: Final = timedelta(hours=1)


class SearchedReads(TableReads):
    """Answers a :class:`console.supervisor.review.questions.JournalReader` from a floor's index."""

    def __init__(
        self,
        log: FloorLog,
        persons: dict[str, Person] | None = None,
        reads: Callable[[Iterable[HeldPart]], object] = lambda parts: None,
    ) -> None:
        """``log`` reads the log of the chosen tables."""
        super().__init__(persons)
        self.log, self._reads = log, reads
        self._shown: OrderedDict[LogPlace, LogRow] = OrderedDict()
        self._missing: dict[tuple[str, int], int] = {}
        self._unreadable: dict[tuple[str, int], int] = {}
        """The first unreadable entry of a part."""
        self._replayed: HeldEntries | None = None
        """The last progress."""
        self.look_for(Filter())

    def close(self) -> None:
        self.log.holdings.close()

    # --- the log ----------------------------------------------------------------------------------

    def look_for(self, log_filter: Filter) -> None:
        """Take in the newest entries, and begin to count the matching rows."""
        self._as_of = datetime.now(UTC)
        self.log.refresh()
        self._lacks = self.log.lacks_before(self._as_of - LATE)
        """Whether the index lacks entries that no newer look will find, since none is new."""
        self._reads(self.log.parts)
        self._asked = self.log.question(log_filter)
        self._hours: list[datetime] = []
        """The hours with matches, the newest first, each with the number of matches before it here."""
        self._firsts: list[int] = []
        self._found = 0
        newest = self.log.older(Question(self.log.tables), None, 1)
        # Later entries get no number: rows would move while somebody reads them.
        self._until = newest.spots[0].moment + timedelta(microseconds=1) if newest.spots else None
        self._last: datetime | None = None
        """The time before which a typed time of day lies: a table's clock may be years ahead."""
        for row, spot in zip(newest.rows, newest.spots, strict=True):
            self._last = row.at if row.at <= spot.moment else min(spot.moment, self._as_of)
        self._days = [] if self._asked is None else [day for day, _ in self.log.days(self._asked)]

    def count(self) -> SearchProgress:
        """Count one more day; if everything is read, count as much as possible at once."""
        asked = self._asked
        if asked is not None:
            for day in self._days[: DAYS if asked.is_of_all else 1]:
                self._count(asked, day)
            del self._days[: DAYS if asked.is_of_all else 1]
        behind, every = self.log.all - self.log.filled, self.log.all
        is_prepared = behind <= FEW and not self._lacks
        prepared = 1.0 if is_prepared else min(0.99, self.log.filled / every)
        narrowed = asked is not None and asked.narrowed
        done = not self._days
        since = self.log.unindexed() if done and is_prepared else 0
        flaws = tuple(self._flaws())
        return SearchProgress(self._found, done, every, narrowed, prepared, flaws, self._as_of, since)

    def _count(self, question: Question, day: date) -> None:
        last = self._until if self._until is not None and day >= self._until.date() else None
        for hour, many in self.log.hourly_counts(question, day, last):
            self._hours.append(hour)
            self._firsts.append(self._found)
            self._found += many

    def _flaws(self) -> Iterator[JournalDifference]:
        for part in self.log.changed:
            yield JournalDifference("review.flaw.changed", self.log.labels[part.table], 1, part.number)
        for part in self.log.misnamed:
            yield JournalDifference("review.flaw.heading", self.log.labels[part.table], 1, part.number)
        for part in self.log.parts:
            table = self.log.labels[part.table]
            if part.disputed:
                yield JournalDifference("review.flaw.disputed", table, part.number, part.number)
            if number := self._missing.get((part.table, part.part)):
                yield JournalDifference("review.flaw.missing", table, number, number)
            if number := self._unreadable.get((part.table, part.part)):
                yield JournalDifference("review.flaw.unreadable", table, number, number)

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        limit = min(limit, self._found - first)
        if self._asked is None or limit <= 0:
            return ()
        at = bisect_right(self._firsts, first) - 1
        before = self._hours[at] + _HOUR
        if self._until is not None:
            before = min(before, self._until)
        rows: list[LogRow] = []
        skip = first - self._firsts[at]
        while len(rows) < limit:
            hits = self.log.newest_rows(self._asked, before, skip, limit - len(rows))
            rows += hits.rows
            for spot in hits.missing:
                if self.log.is_unreadable(spot):
                    part = (spot.table, spot.part)
                    self._unreadable[part] = min(spot.number, self._unreadable.get(part, spot.number))
                    continue
                self._missing.setdefault((spot.table, spot.part), spot.number)
                self.log.left_out.add(spot.table)
            if hits.go_on is None:
                break
            before, skip = hits.go_on, 0
        found = tuple(self._with_places(rows))
        for row in found:
            self._shown[row.place] = row
        while len(self._shown) > SHOWN:
            self._shown.popitem(last=False)
        return found

    def bytes_of(self, place: LogPlace) -> tuple[LogRow, ...]:
        """The bytes from which a row was made, as the floor holds them."""
        log, number, found = self.log, place.number, list[LogRow]()
        part, identity = log.parts[place.journal], log.identities[place.journal]
        after: int | None = max(0, number - 1 - NEAR)
        while after is not None:
            begins, after = after, None
            try:
                for some in log.holdings.entries(part.table, part.part, begins, number):
                    fields = filter(None, map(values_of, some))
                    found += (row_of(each, place.journal, identity) for each in fields)
            except MissingEntry as gone:
                after = gone.number if gone.number < number else None
        if not found or found[-1].number != number:
            return ()
        rows = device_bytes_of(found[-1], found[-2::-1])
        for row in rows:
            self._shown[row.place] = row
        return rows

    def number_at(self, moment: datetime) -> int:
        """The number of the first row that is not later than a moment, found by bisection; within its hour
        unless a clock was set back.
        """
        if not self._hours:
            return 0
        numbers, repeated = range(self._found), self.log.repeated
        if not repeated.set_back:
            behind = next((at for at, hour in enumerate(self._hours) if hour <= moment), len(self._hours) - 1)
            numbers = range(self._firsts[behind], [*self._firsts[1:], self._found][behind])
        return min(row_at(moment, numbers, self.rows, repeated, self.log.file_of), self._found - 1)

    def prepare(self) -> float:
        """Nothing to prepare: the floor's indexer does it."""
        return 1.0

    def about(self) -> FilterChoices:
        met, log = self.log.facet_values, self.log
        readable = [identity for identity in log.identities if identity.game]
        of = (readable, met(Facet.SHIFT), met(Facet.DEALER), met(Facet.PIT_BOSS))
        choices = self._about(*of, self._last, ())
        return replace(choices, persons=self._every_person(), set_back=tuple(log.repeated.set_back))

    def words_of(self, typed: str, language: str) -> tuple[Word, ...]:
        names = {who: each.name for who, each in self._every_person().items()}
        return search_terms(typed, Words(language), names)

    def _every_person(self) -> dict[str, Person]:
        """The known people, and those whom only tables name, by every name."""
        return every_person(self._persons, self.log.names)

    # --- one entry, one story ---------------------------------------------------------------------

    def whole(self, place: LogPlace) -> WholeEntry | None:
        part = self.log.parts[place.journal]
        packed = self.log.entry(part, place.number)
        fields = None if packed is None else values_of(packed)
        if packed is None or fields is None:
            return None
        before = self.log.before_whole(part, place.number)
        row = row_of(fields, place.journal, self.log.identities[place.journal], before=before)
        row = replace(row, names=self.log.names.at(part.table, part.part, place.number))
        line, raw = fields[12], fields[13]
        digest, shown = chain.digest_of(packed), self._shown.get(row.place)
        if shown is None:
            shown = next(self._with_places([row]))
        doubt = self.log.led.doubt(part, place.number, digest)
        if _own(shown) != _own(row):
            doubt = Doubt.CHANGED  # The list's row differs from the present entry.
        return WholeEntry(
            row=shown,
            event=str(fields[2]).encode(),
            prompt=str(fields[10]).encode(),
            line=None if line is None else str(line),
            raw=raw if isinstance(raw, bytes) else None,
            monotonic=int(fields[5] or 0),
            digest=digest.hex(),
            chain="",
            file=part.name,
            sound=doubt is None,
            doubt=doubt,
        )

    def story(self, place: LogPlace) -> Story | None:
        """The replay of a row's round, with its unproven entries."""
        story = super().story(place)
        if story is None or self._replayed is None:
            return None
        return replace(story, doubts=tuple(self._replayed.doubts.items()))

    @contextmanager
    def _entries(self, place: LogPlace) -> Iterator[HeldEntries]:
        held = self._replayed = HeldEntries(self.log, place.journal)
        try:
            yield held
        except (
            msgspec.DecodeError,
            AssertionError,
            AttributeError,
            LookupError,
            RuntimeError,
            TypeError,
            ValueError,
        ) as error:
            if held.are_proved and not held.doubts:
                raise
            raise _UnprovedEntries from error

    def _moments(self, place: LogPlace, part: replay.ReplayPart) -> tuple[replay.ReplayMoment, ...]:
        try:
            return super()._moments(place, part)
        except _UnprovedEntries:
            return ()  # Somebody changed the entries: the table after them can't be shown.

    def _filmed_from(self, place: LogPlace, reported: replay.ReplayMoment) -> datetime | None:
        try:
            return super()._filmed_from(place, reported)
        except _UnprovedEntries:
            return None

    def _scanned_to(self, place: LogPlace) -> tuple[str, int] | None:
        try:
            return super()._scanned_to(place)
        except _UnprovedEntries:
            return None

    def _situation_at(self, place: LogPlace) -> GameAndSituation:
        game, situation = self._situation(self.log.identities[place.journal])
        part = self.log.parts[place.journal]
        persons = named_persons(self._persons, self.log.names.at(part.table, part.part, place.number))
        return game, replace(situation, persons=persons)

    @cache  # noqa: B019 - a review's own, and there are few games
    def _situation(self, identity: Identity) -> GameAndSituation:
        return situation_of(Path(identity.table), identity, self._persons)


def _own(row: LogRow) -> tuple[object, ...]:
    """The values of a row that come from its entry's own bytes."""
    who = (row.refused, row.person, row.shift, row.shoe, row.recorded_round)
    return (row.place, row.kind, row.event, *who, row.prompted, row.stood, row.rests_on)


class _UnprovedEntries(Exception):
    """Unproved entries can't be replayed."""


class HeldEntries:
    """A journal's entries as the floor holds them, over its table's consecutive files (see
    :class:`console.supervisor.review.reconstruction.Entries`).
    """

    def __init__(self, log: FloorLog, journal: int) -> None:
        """``journal`` is the place in the log of the file whose entries keep their numbers."""
        self._log, self._part = log, log.parts[journal]
        self._parts = _with_numbers(log.continued(journal), self._part)
        """The files, the oldest first, each with what is added to its entries' own numbers."""
        self._digests = defaultdict[int, dict[int, bytes]](dict)
        """The digests of the entries read, by file and their own numbers."""
        self.are_proved = True
        """Whether the journal is proven to begin as recorded; for the entries see ``doubts``."""
        self._begins_as_recorded = True

    @property
    def doubts(self) -> dict[int, Doubt]:
        """The numbers of the entries read so far that are not proven to be the recorded ones; the first is
        among them if the journal's beginning differs.
        """
        doubts = {
            earlier + number: doubt
            for at, (part, earlier) in enumerate(self._parts)
            for number, doubt in self._log.led.doubts(part, self._digests[at]).items()
        }
        return doubts if self._begins_as_recorded else {1: Doubt.NEAR, **doubts}

    def begin(self, entry: int) -> tuple[int, bytes | None]:
        at = max((at for at, (_, earlier) in enumerate(self._parts) if earlier <= entry), default=0)
        part, earlier = self._parts[at]
        for number, state in self._log.holdings.newest_states(part.table, part.part, max(0, entry - earlier)):
            if number == 0:
                if is_heading(part.heading, part.begins, state):
                    return earlier, state
                continue
            packed = self._log.entry(part, number)
            fields = None if packed is None else values_of(packed)
            if packed is not None and fields is not None and fields[-1] == chain.state_digest(state):
                self._digests[at][number] = chain.digest_of(packed)
                return earlier + number, state
        self._begins_as_recorded = is_heading(part.heading, part.begins, None)
        self.are_proved &= self._begins_as_recorded
        return earlier, None

    def entries(self, after: int) -> Iterator[JournalEntry]:
        """The entries after this number, in order, up to the first missing one."""
        for at, (part, earlier) in enumerate(self._parts):
            number = max(0, after - earlier)
            if number >= part.number:
                continue
            try:
                for some in self._log.holdings.entries(part.table, part.part, number, part.number):
                    for packed in some:
                        fields = values_of(packed)
                        if fields is None:
                            return
                        number += 1
                        self._digests[at][number] = chain.digest_of(packed)
                        entry = _entry_of(fields)
                        yield entry if not earlier else replace(entry, number=earlier + number)
            except MissingEntry:
                return


def _with_numbers(parts: Sequence[HeldPart], own: HeldPart) -> list[tuple[HeldPart, int]]:
    """The parts, each with what is added to its entries' numbers so that those of ``own`` keep theirs."""
    at = parts.index(own)
    earlier = -sum(part.number for part in parts[:at])
    begins = accumulate((part.number for part in parts), initial=earlier)
    return [*zip(parts, begins, strict=False)]


def _entry_of(fields: chain.Fields) -> JournalEntry:
    number, kind, event, refused, at, monotonic, person, shift, shoe, round_, _, _, line, raw, _ = fields
    values: dict[str, object] = {
        "number": number,
        "kind": kind,
        "event": str(event).encode(),
        "refused": refused,
        "at": chain.time_of(str(at)),
        "monotonic": monotonic,
        "person": person,
        "shift": shift,
        "shoe": shoe,
        "round": round_,
        "line": line,
        "raw": raw,
    }
    return JournalEntry(**values)  # type: ignore[arg-type]

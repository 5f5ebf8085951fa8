"""One journal's file as the log reads it: rows by their numbers, the newest first.

Every question is a transaction of its own, so that nothing is held against the console that appends. A file
without an index answers what its own order can; what needs an index is then not found.

A moment is found by halving. Between two settings of the clock the entries' times go up; the index notes each
place where a time is earlier than the one before it. A stretch of time reaches from its first entry to its
last: what happened between is in it too, whatever the clock said.

The people at the table and the open incident are kept only if they changed. The first rows that are
shown ask for the one change that holds for them; for many rows all changes are read: a journal of a million
entries has some thousand.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from console.base.words import turn_of
from console.table.core.state.event_kinds import EventKind
from console.table.journal.file import chain, sql
from console.table.journal.file.connection import BROKEN, following
from console.table.journal.file.errors import DamagedJournal, no_journal
from console.table.journal.file.heading import Heading, heading_in, is_journal
from console.table.journal.file.links import file_identity
from console.table.journal.file.place import Identity
from console.table.journal.log import index
from console.table.journal.log.intake import FactSources, fill
from console.table.journal.log.query import NOTHING, IndexQuery, fits, needs_index, question_of
from console.table.journal.log.rows import (
    ABOUT_PROMPT,
    FOLDED,
    STOOD,
    Facet,
    Filter,
    LogPlace,
    LogRow,
    Progress,
    WholeEntry,
    cover_card,
    covered_row,
)
from console.table.journal.repeated_times import Beginning, RepeatedTimes, beginnings

_FILLED: Final = "SELECT first, number FROM log.filled"
_MOMENT: Final = "SELECT at FROM entry WHERE number = ?"
_SET_BACK: Final = "SELECT number FROM log.set_back WHERE number > ? ORDER BY number"


class Times:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._from = [1]
        self._end = 1

    def refresh(self, last: int, *, has_index: bool) -> None:
        self._end = last + 1
        if has_index:
            rows = self._connection.execute(_SET_BACK, (self._from[-1],))
            self._from += [number for (number,) in rows]

    def first(self, time: str) -> int:
        """The first entry at this time or after it; the number after the last entry if there is none."""
        found = ((self.halved(low, high, time), high) for low, high in self._stretches())
        return min((at for at, high in found if at < high), default=self._end)

    def end(self, time: str) -> int:
        """The number after the last entry before this time; 1 if there is none."""
        found = ((low, self.halved(low, high, time)) for low, high in self._stretches())
        return max((at for low, at in found if at > low), default=1)

    def _stretches(self) -> Iterator[tuple[int, int]]:
        return pairwise((*self._from, self._end))

    def halved(self, low: int, high: int, time: str) -> int:
        """The first of these entries that is not before a time, if their times go up."""
        return low + bisect_left(range(low, high), time, key=self._at)

    def _at(self, number: int) -> str:
        row = self._connection.execute(_MOMENT, (number,)).fetchone()
        return str(row[0]) if row else ""


_STANDINGS: Final = """
    SELECT told.number, dealer.value, pit_boss.value, incident.value, told.preparing
    FROM log.told AS told
    LEFT JOIN log.term AS dealer ON dealer.id = told.dealer
    LEFT JOIN log.term AS pit_boss ON pit_boss.id = told.pit_boss
    LEFT JOIN log.term AS incident ON incident.id = told.incident
"""
_SINCE: Final = f"{_STANDINGS} WHERE told.number > ? ORDER BY told.number"
_AT: Final = f"{_STANDINGS} WHERE told.number <= ? ORDER BY told.number DESC LIMIT 1"
_NEXT: Final = "SELECT min(number) FROM log.told WHERE number > ?"
_ABOUT: Final = """
    SELECT about.kind, about.outcome, about.clause FROM log.incident AS about
    JOIN log.term AS term ON term.id = about.term WHERE term.facet = ? AND term.value = ?
"""

About: TypeAlias = tuple[str | None, str | None, str | None]
"""An incident's kind, its outcome and the outcome's clause."""
Standing: TypeAlias = tuple[str | None, str | None, str | None, str | None, str | None, str | None, bool]
"""The dealer, the pit boss and the incident from an entry on; the incident's kind, its outcome and the
outcome's clause, as far as they are known by now; and whether it is in a preparation.
"""
FEW: Final = 16
"""Changes that are asked for one by one before all are read."""
_EVER: Final = 2**63 - 1
_NOTHING: Final = (None, None, None)

_Change: TypeAlias = tuple[str | None, str | None, str | None, int]
"""The dealer, the pit boss, the incident, and 1 in a preparation."""


class Standings:
    """Every change of the people and the incident at the table, in the order of the entries."""

    def __init__(self, connection: sqlite3.Connection, about: Callable[[str], About]) -> None:
        """``connection`` has the index attached as ``log``; ``about`` gives an incident's state."""
        self._connection = connection
        self._about = about
        self._asked = 0
        self._from = [0]
        self._changes: list[_Change] = [(*_NOTHING, 0)]
        self._standings: dict[_Change, Standing] = {}
        self._known: dict[_Change, _Change] = {}

    def refresh(self) -> None:
        """Take in the changes that came since; the outcome of an incident may be known now."""
        self._standings.clear()
        if self._asked > FEW:
            self._read_on()

    def _read_on(self) -> None:
        for number, *values in self._connection.execute(_SINCE, (self._from[-1],)):
            change: Any = tuple(values)
            self._from.append(number)
            self._changes.append(self._known.setdefault(change, change))

    def at(self, number: int) -> tuple[Standing, int, int]:
        """The standing at an entry, the first number it holds for, and the number before which it ends."""
        if self._asked <= FEW:
            self._asked += 1
            if self._asked <= FEW:
                return self._one(number)
            self._read_on()
        starts = self._from
        place = bisect_right(starts, number)
        change = self._changes[place - 1]
        standing = self._standings.get(change) or self._standing_of(change)
        return standing, starts[place - 1], starts[place] if place < len(starts) else _EVER

    def _one(self, number: int) -> tuple[Standing, int, int]:
        low, *change = self._connection.execute(_AT, (number,)).fetchone() or (0, *_NOTHING, 0)
        end = self._connection.execute(_NEXT, (number,)).fetchone()[0]
        return self._standing_of(tuple(change)), low, end or _EVER

    def _standing_of(self, change: Any) -> Standing:
        """A change's standing, with what its incident has come to by now."""
        dealer, pit_boss, incident, preparing = change
        about = _NOTHING if incident is None else self._about(incident)
        standing: Standing = (dealer, pit_boss, incident, *about, bool(preparing))
        self._standings[change] = standing
        return standing


_FIELDS: Final = f"""
    entry.number, entry.kind, entry.event, entry.refused, entry.at, entry.person, entry.shift, entry.shoe,
    entry.round, substr(entry.prompt, 1, {STOOD}), substr(before.prompt, 1, {STOOD}), before.clauses
"""
_FREQUENT: Final = (EventKind.STEP_DONE, EventKind.CARD_DRAWN, EventKind.BETS_OPENED, EventKind.BETS_CLOSED)
_ABOUT_PROMPT: Final = " ".join(
    f"WHEN '{kind}' THEN entry.number - 1"
    for kind in (*_FREQUENT, *sorted(ABOUT_PROMPT.difference(_FREQUENT)))
)
# Only an entry about a prompt is joined with the entry before. Comparing one by one is quicker than a list.
_BEFORE: Final = f"LEFT JOIN entry AS before ON before.number = CASE entry.kind {_ABOUT_PROMPT} END"
_POSTED: Final = "SELECT rowid AS row FROM log.{0} WHERE {0} MATCH ? AND rowid > ? AND rowid <= ?"
_COUNTED: Final = "SELECT count(*) FROM log.{0} WHERE {0} MATCH ? AND rowid > ? AND rowid <= ?"

_IS_LISTED: Final = f"(entry.kind <> '{FOLDED}' OR entry.refused IS NOT NULL)"
_LISTED: Final = f"SELECT count(*) FROM entry WHERE number >= ? AND number < ? AND {_IS_LISTED}"
_MARK_BEFORE: Final = "SELECT number, many FROM log.listed WHERE number < ? ORDER BY number DESC LIMIT 1"
_MARK_FROM: Final = "SELECT number, many FROM log.listed WHERE number >= ? ORDER BY number LIMIT 1"
_MARK_OF: Final = "SELECT number, many FROM log.listed WHERE many >= ? ORDER BY many, number LIMIT 1"

Raw = tuple[Any, ...]


def _plain(which: str = "") -> str:
    return f"""SELECT {_FIELDS} FROM entry {_BEFORE}
        WHERE entry.number >= ? AND entry.number < ? {which} ORDER BY entry.number DESC LIMIT ? OFFSET ?"""


def _matched(*tables: str) -> str:
    # Ordered by the row's own number, not by a computed one: SQLite then merges what is in order already.
    posted = " UNION ALL ".join(map(_POSTED.format, tables))
    found = f"({posted} ORDER BY row LIMIT ? OFFSET ?)"
    which = f"entry.number = {index.TOP} - found.row"
    return f"SELECT {_FIELDS} FROM {found} AS found CROSS JOIN entry ON {which} {_BEFORE}"


_EVERY: Final = _plain()
_FOLDING: Final = _plain(f"AND {_IS_LISTED}")
_MATCHED_LISTED: Final = _matched(index.POSTED[0])
_MATCHED_BENEATH: Final = _matched(*index.POSTED)


class LogFile:
    """A journal's file, open for the log, for one thread at a time; ``journal`` is its place in the log."""

    def __init__(self, path: Path, indexed: Path, journal: int) -> None:
        """``indexed``: the index's path, which may not exist yet. Raises JournalError if it is none."""
        if not is_journal(path):
            raise no_journal(path)
        self.path, self.indexed, self.journal = path, indexed, journal
        self.volumes: Sequence[LogFile] = (self,)
        """The files of its journal, the newest first, as far as the log has them."""
        self.times, self.file = RepeatedTimes(), 0
        """The times that came again in its journal, and which of that one's files this is."""
        self._last_asked: tuple[Filter, IndexQuery] | None = None
        try:
            self._connection, self._lasting = following(path)
        except BROKEN as error:
            raise DamagedJournal(path, 0) from error
        self.has_index = False
        self.first = self.filled = 0
        """The entry before the first one that is in the index, and the last one."""
        self.unseen: frozenset[int] = frozenset()
        """The entries of cards that the table has not shown: they are covered, and no word finds them."""
        try:
            with self._reading(0):
                heading = heading_in(self._connection)
            if heading is None or not heading.sound:
                raise DamagedJournal(path, 0)
            self.heading: Heading = heading
            self.identity = Identity(heading.table, heading.game, heading.rules)
            self.shown = self.identity
            """The identity with a name that other tables of the log don't have."""
            self.refresh()
        except BaseException:
            self._connection.close()
            raise

    def refresh(self) -> None:
        """Take in appended entries, and the index once it is there. Raises JournalError."""
        with self._reading(1):
            self._refresh()

    @contextmanager
    def _reading(self, number: int) -> Iterator[None]:
        """Raises DamagedJournal, with this entry, if SQLite can't read the file."""
        try:
            yield
        except BROKEN as error:
            raise DamagedJournal(self.path, number) from error

    def _refresh(self) -> None:
        self._last_asked = None
        if self._lasting:
            self._connection.close()
            self._connection, self._lasting = following(self.path)
            self.has_index = False
        if self.has_index and self._attached_as != file_identity(self.indexed):
            self._connection.execute("DETACH log")  # another process rebuilt it
            self.has_index = False
        if not self.has_index:
            self.has_index = self._attached()
            self._forget_index()
        self.last: int = self._one("SELECT max(number) FROM entry") or 0
        end = self._connection.execute(sql.LAST).fetchone()
        self.head: bytes = end[1] if end else self.heading.digest
        first, self.filled = (0, 0) if not self.has_index else self._connection.execute(_FILLED).fetchone()
        if first != self.first:  # earlier entries could be read now
            self._forget_index()
        self.first = first
        if self.has_index:
            self._standings.refresh()
        self._times.refresh(self.last, has_index=self.has_index)

    def _forget_index(self) -> None:
        self._standings = Standings(self._connection, self._about_by_now)
        self._times = Times(self._connection)

    def _about_by_now(self, incident: str) -> About:
        """An incident by the newest of the files that has it: a salvaged one ends while it is open."""
        every = (file.about(incident) for file in self.volumes)
        return next((each for each in every if each is not None), _NOTHING)

    def about(self, incident: str) -> About | None:
        """An incident as it stands at the end of this file; None if nothing of it changed here."""
        if not self.has_index:
            return None
        found: About | None = self._connection.execute(_ABOUT, (Facet.INCIDENT, incident)).fetchone()
        return found

    def fill(self, sources: FactSources) -> Iterator[Progress]:
        """Bring the index up to date, a slice a step. Raises sqlite3.Error, OSError, DamagedJournal."""
        self.refresh()
        # On a connection of its own: a look at the rows between two steps may open the file again.
        read, _ = following(self.path)
        with closing(read):
            try:
                yield from fill(read, self.indexed, self.identity, sources)
            except (LookupError, TypeError, ValueError, msgspec.MsgspecError) as error:
                raise DamagedJournal(self.path, 0) from error
        self.refresh()

    def _attached(self) -> bool:
        if not index.is_believed(self.indexed):
            return False
        self._attached_as = file_identity(self.indexed)
        where = f"{self.indexed.absolute().as_uri()}?mode=ro"
        try:
            self._connection.execute("ATTACH ? AS log", (where,))
        except sqlite3.DatabaseError:  # the index is missing or is being made
            return False
        try:
            if index.is_of(self._connection, "log", self.heading.digest):
                return True
        except sqlite3.DatabaseError:
            pass
        self._connection.execute("DETACH log")
        return False

    def query(self, filter: Filter) -> IndexQuery:
        """The question that a filter puts to this file, without its moments. The last one is remembered."""
        if self._last_asked is None or self._last_asked[0] != filter:
            self._last_asked = filter, self._query_of(filter)
        return self._last_asked[1]

    def _query_of(self, filter: Filter) -> IndexQuery:
        if not fits(filter, self.shown):
            return NOTHING
        if not needs_index(filter):
            return IndexQuery(folds=filter.folds)
        return question_of(self._connection, filter, self.identity) if self.has_index else NOTHING

    def numbers(self, filter: Filter) -> tuple[int, int]:
        """The first number that may fit by its time, and the number after the last. Raises DamagedJournal."""
        with self._reading(1):
            since = self._number(filter.since, self._times.first) if filter.since else 1
            until = self._number(filter.until, self._times.end) if filter.until else self.last + 1
        hidden = min(self.unseen, default=until) if filter.words else until
        return since, min(until, hidden)

    def _number(self, moment: datetime, in_any: Callable[[str], int]) -> int:
        """The number from which on entries are not before a moment: in its turn, if it names one."""
        if not turn_of(moment):
            return in_any(_utc(moment))
        end = self.last + 1
        low, high = (
            end if each is None or each[0] > self.file else each[1] if each[0] == self.file else 1
            for each in self.times.bounds(moment)
        )
        return self._times.halved(max(1, low), high, _utc(moment))

    def rows(self, query: IndexQuery, low: int, high: int, limit: int, skip: int = 0) -> list[Raw]:
        """At most ``limit`` rows from number ``low`` on and before ``high``, the newest first."""
        if query.nothing or low >= high:
            return []
        with self._reading(low):
            if query.match is not None:
                matched = _MATCHED_LISTED if query.beneath is None else _MATCHED_BENEATH
                slots = [slot for each in _slots(query, low, high) for slot in each]
                rows = self._connection.execute(matched, (*slots, limit, skip))
            else:
                statement = _FOLDING if query.folds else _EVERY
                rows = self._connection.execute(statement, (low, high, limit, skip))
            return rows.fetchall()

    def values(self, facet: Facet) -> list[str]:
        if not self.has_index:
            return []
        asked = "SELECT value FROM log.term WHERE facet = ? ORDER BY value"
        return [value for (value,) in self._connection.execute(asked, (facet,))]

    def count(self, query: IndexQuery, low: int, high: int) -> int:
        """The number of rows that fit from number ``low`` on and before ``high``. Raises DamagedJournal."""
        if query.nothing or low >= high:
            return 0
        with self._reading(low):
            if query.match is None:
                return self._listed(low, high) if query.folds else high - low
            # Of one table, or of both if both are asked: the shorter sequence ends the pairs.
            pairs = zip(map(_COUNTED.format, index.POSTED), _slots(query, low, high), strict=False)
            return sum(self._connection.execute(counted, slots).fetchone()[0] for counted, slots in pairs)

    def skip_rows(self, query: IndexQuery, high: int, skip: int) -> tuple[int, int]:
        """The place where the list continues after this many of the newest rows before ``high``: before which
        number, and how many rows of it are still to be skipped.
        """
        if query.match is not None or not skip:
            return high, skip
        if not query.folds:
            return high - skip, 0  # no number is missing
        if not self.has_index:
            return high, skip
        with self._reading(1):
            number, many = self._mark(high)
            left = many + self._counted(number + 1, high) - skip
            mark = self._connection.execute(_MARK_OF, (left,)).fetchone() if number else None
        return (high, skip) if mark is None or mark[0] >= high else (mark[0] + 1, mark[1] - left)

    def _listed(self, low: int, high: int) -> int:
        """How many rows are listed without a device's bytes: by the index's marks, and those between."""
        last, many = self._mark(high)
        first = self._connection.execute(_MARK_FROM, (low,)).fetchone() if last >= low else None
        if first is None:
            return self._counted(low, high)
        between: int = many - first[1]
        return self._counted(low, first[0] + 1) + between + self._counted(last + 1, high)

    def _counted(self, low: int, high: int) -> int:
        return int(self._connection.execute(_LISTED, (low, high)).fetchone()[0])

    def _mark(self, before: int) -> tuple[int, int]:
        """The last number before this one with a count of listed entries, and that count."""
        mark = self._connection.execute(_MARK_BEFORE, (before,)).fetchone() if self.has_index else None
        return (0, 0) if mark is None else (int(mark[0]), int(mark[1]))

    def first_from(self, time: str) -> int:
        """The first entry at this time (as :class:`LogPlace` has it) or after it. Raises DamagedJournal."""
        with self._reading(1):
            return self._times.first(time)

    def log_rows(self, rows: Sequence[Raw]) -> list[LogRow]:
        journal, table, game = self.journal, self.shown.table, self.identity.game
        listed, low, high, end = list[LogRow](), 0, 0, self.filled + 1
        standing: Standing | tuple[()]  # the latter if the entry is not in the index
        for number, kind, event, refused, at, person, shift, shoe, round, prompted, stood, clauses in rows:
            if not low <= number < high:
                if number <= self.first:
                    standing, low, high = (), 1, self.first + 1
                elif number < end:
                    standing, low, high = self._standings.at(number)
                    low, high = max(low, self.first + 1), min(high, end)
                else:
                    standing, low, high = (), end, self.last + 1
            place, before = LogPlace(journal, number, at), (stood or "", clauses or "[]")
            what: Any = (kind, event, refused, person, shift, shoe, round, prompted, *before, *standing)
            row = LogRow(place, table, game, *what)
            if turn := self.times.turn((self.file, number), at):
                row = replace(row, turn=turn)
            listed.append(covered_row(row) if number in self.unseen else row)
        return listed

    def whole(self, number: int) -> WholeEntry | None:
        rows = self.rows(IndexQuery(), number, number + 1, 1)
        with self._reading(number):
            kept = self._connection.execute(f"{sql.WHOLE} LIMIT 1", (number - 1,)).fetchone()
        if not rows or kept is None:
            return None
        values = dict(zip((*chain.FIELDS, "digest", "chain"), kept, strict=True))
        whole = WholeEntry(
            row=self.log_rows(rows)[0],
            event=values["event"].encode(),
            prompt=values["prompt"].encode(),
            line=values["line"],
            raw=values["raw"],
            monotonic=values["monotonic"],
            digest=values["digest"].hex(),
            chain=values["chain"].hex(),
            file=self.path.name,
            sound=chain.digest(kept[:-2]) == values["digest"],
        )
        return cover_card(whole) if number in self.unseen else whole

    def time_at(self, number: int) -> str:
        """The time of an entry; empty if there is none."""
        row = self._connection.execute(_MOMENT, (number,)).fetchone()
        return "" if row is None else str(row[0])

    def beginnings(self, before: datetime | None) -> list[Beginning]:
        """See :meth:`console.table.journal.reader.Review.beginnings`; none of a file without stretches."""
        try:
            return beginnings(self._connection, before)
        # An older console made it, or it has a time that no console wrote.
        except (sqlite3.OperationalError, ValueError):
            return []

    @property
    def indexed_count(self) -> int:
        return self.filled - self.first

    @property
    def last_at(self) -> str:
        """The time of its last entry; empty without one."""
        return self.time_at(self.last)

    def ends(self, other: LogFile) -> bool:
        before = other.heading.predecessor
        return before is not None and (before.entries, before.head) == (self.last, self.head.hex())

    def close(self) -> None:
        self._connection.close()

    def _one(self, statement: str) -> Any:
        return self._connection.execute(statement).fetchone()[0]


def _slots(query: IndexQuery, low: int, high: int) -> list[tuple[str, int, int]]:
    """The question to each table of postings, of numbers from ``low`` on and before ``high``."""
    matches = [match for match in (query.match, query.beneath) if match is not None]
    return [(match, index.TOP - high, index.TOP - low) for match in matches]


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")

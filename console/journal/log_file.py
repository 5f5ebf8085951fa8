"""One journal's file as the log reads it: rows by their numbers, the newest or the oldest first.

Every question is answered by itself, so that nothing is held against the console that appends. A file with
no index answers what its own order can; what needs one is then not found.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from console.journal import chain, queries
from console.journal import log_index as index
from console.journal.connection import BROKEN, following
from console.journal.errors import Damaged, NotAJournal
from console.journal.header import is_journal
from console.journal.heading import Heading, heading
from console.journal.log_asking import NOTHING, Asked, asked, fits, needs_index
from console.journal.log_filling import Tellers, fill
from console.journal.log_rows import Facet, Filter, LogRow, Place, Progress, Whole
from console.journal.log_standing import NOBODY, Standing, Standings
from console.journal.log_times import Times
from console.journal.log_unseen import covered, covered_row
from console.journal.making import Identity

_FIELDS: Final = """
    entry.number, kind, event, refused, at, person, shift, shoe, round, substr(prompt, 1, 64), clauses,
    CASE kind WHEN 'step_done' THEN (
        SELECT substr(before.prompt, 1, 64) FROM entry AS before WHERE before.number = entry.number - 1) END
"""
_MATCHED: Final = """(
    SELECT {top} - rowid AS number FROM log.posting WHERE posting MATCH ? AND rowid > ? AND rowid <= ?
    ORDER BY rowid {order} LIMIT ? OFFSET ?)"""

Raw = tuple[Any, ...]


def _plain(order: str) -> str:
    return f"""SELECT {_FIELDS} FROM entry
        WHERE number >= ? AND number < ? ORDER BY number {order} LIMIT ? OFFSET ?"""


def _matched(order: str) -> str:
    found = _MATCHED.format(top=index.TOP, order="ASC" if order == "DESC" else "DESC")
    return f"SELECT {_FIELDS} FROM {found} CROSS JOIN entry USING (number)"


_STATEMENTS: Final = {
    (made, newest): made("DESC" if newest else "ASC")
    for made in (_plain, _matched)
    for newest in (True, False)
}


class LogFile:
    """A journal's file, open for the log, for one thread at a time; ``journal`` is its place in the log."""

    def __init__(self, path: Path, indexed: Path, journal: int) -> None:
        """``indexed`` is where its index is or will be. A JournalError where the file is no journal."""
        if not is_journal(path):
            raise NotAJournal(path)
        self.path, self.indexed, self.journal = path, indexed, journal
        self._last_asked: tuple[Filter, Asked] | None = None
        try:
            self._connection, self._lasting = following(path)
            said = heading(self._connection)
        except BROKEN as error:
            raise Damaged(path, 0) from error
        if said is None:
            raise Damaged(path, 0)
        self.heading: Heading = said
        self.identity = Identity(said.table, said.game, said.rules)
        self.has_index = False
        self.unseen: frozenset[int] = frozenset()
        """The entries of cards that the table has not shown: they are covered, and no word finds them."""
        self.refresh()

    def refresh(self) -> None:
        """See what has been appended, and the index once it is there."""
        self._last_asked = None
        if self._lasting:
            self._connection.close()
            self._connection, self._lasting = following(self.path)
            self.has_index = False
        if self.has_index and self._attached_as != _identity(self.indexed):
            self._connection.execute("DETACH log")  # it was made anew
            self.has_index = False
        if not self.has_index:
            self.has_index = self._attached()
            self._standings, self._times = Standings(self._connection), Times(self._connection)
        self.last: int = self._one("SELECT max(number) FROM entry") or 0
        end = self._connection.execute(queries.LAST).fetchone()
        self.head: bytes = end[1] if end else self.heading.digest
        self.filled: int = self._one("SELECT number FROM log.filled") if self.has_index else 0
        if self.has_index:
            self._standings.refresh()
        self._times.refresh(self.last, has_index=self.has_index)

    def fill(self, tellers: Tellers) -> Iterator[Progress]:
        """Bring the index up to date, a slice with each step; sqlite3.Error or OSError if that fails."""
        self.refresh()
        index.clear_before(self.path)
        try:
            yield from fill(self._connection, self.indexed, self.identity, tellers)
        except LookupError as error:
            raise Damaged(self.path, 0) from error
        self.refresh()

    def _attached(self) -> bool:
        if not index.is_believed(self.indexed):
            return False
        self._attached_as = _identity(self.indexed)
        where = f"{self.indexed.absolute().as_uri()}?mode=ro"
        try:
            self._connection.execute("ATTACH ? AS log", (where,))
        except sqlite3.DatabaseError:  # no index at all, or one that is being made
            return False
        try:
            if index.is_of(self._connection, "log", self.heading.digest):
                return True
        except sqlite3.DatabaseError:
            pass
        self._connection.execute("DETACH log")
        return False

    def asked(self, filter: Filter) -> Asked:
        """What a filter asks of this file; the moments it names apart. The last one is remembered."""
        if self._last_asked is None or self._last_asked[0] != filter:
            self._last_asked = filter, self._asked(filter)
        return self._last_asked[1]

    def _asked(self, filter: Filter) -> Asked:
        if not fits(filter, self.identity):
            return NOTHING
        if not needs_index(filter):
            return Asked()
        return asked(self._connection, filter, self.identity) if self.has_index else NOTHING

    def numbers(self, filter: Filter) -> tuple[int, int]:
        """The first number that may fit by its time, and the one after the last."""
        since = self._times.first(_utc(filter.since)) if filter.since else 1
        until = self._times.end(_utc(filter.until)) if filter.until else self.last + 1
        hidden = min(self.unseen, default=until) if filter.words else until
        return since, min(until, hidden)

    def rows(
        self, asked: Asked, low: int, high: int, limit: int, *, newest: bool, skip: int = 0
    ) -> list[Raw]:
        """At most so many rows from number ``low`` on and before ``high``, from one end of these."""
        if asked.nothing or low >= high:
            return []
        try:
            if asked.match is not None:
                slots = (asked.match, index.TOP - high, index.TOP - low, limit, skip)
                rows = self._connection.execute(_STATEMENTS[_matched, newest], slots)
            else:
                rows = self._connection.execute(_STATEMENTS[_plain, newest], (low, high, limit, skip))
            return rows.fetchall()
        except BROKEN as error:
            raise Damaged(self.path, low) from error

    def values(self, facet: Facet) -> list[str]:
        """All that entries are found by in this facet, as far as they are indexed."""
        if not self.has_index:
            return []
        asked = "SELECT value FROM log.term WHERE facet = ? ORDER BY value"
        return [value for (value,) in self._connection.execute(asked, (facet,))]

    def count(self, asked: Asked, low: int, high: int) -> int:
        """How many fit from number ``low`` on and before ``high``."""
        if asked.nothing or low >= high:
            return 0
        if asked.match is None:
            return high - low
        counted = "SELECT count(*) FROM log.posting WHERE posting MATCH ? AND rowid > ? AND rowid <= ?"
        slots = (asked.match, index.TOP - high, index.TOP - low)
        return int(self._connection.execute(counted, slots).fetchone()[0])

    def first_from(self, time: str, *, beyond: bool = False) -> int:
        """The first entry at this time (as :class:`Place` has it) or, ``beyond``, after it."""
        return self._times.first(time, beyond=beyond)

    def told(self, rows: Sequence[Raw]) -> list[LogRow]:
        """Rows as values, in their order."""
        journal, table, game = self.journal, self.identity.table, self.identity.game
        told, low, high = [], 0, 0
        for number, kind, event, refused, at, *columns in rows:
            if not low <= number < high:
                standing, low, high = self._standing(number)
                who = standing.dealer, standing.pit_boss, standing.incident
                known = self._standings.about(standing)
            person, shift, shoe, round_, prompt, clauses, pressed = columns
            what = (kind, event, refused, person, shift, shoe, round_, prompt, clauses)
            row = LogRow(Place(journal, number, at), table, game, *what, *who, *known, pressed)
            told.append(covered_row(row) if number in self.unseen else row)
        return told

    def _standing(self, number: int) -> tuple[Standing, int, int]:
        if number > self.filled:
            return NOBODY, self.filled + 1, self.last + 1
        standing, low, high = self._standings.at(number)
        return standing, low, min(high, self.filled + 1)

    def whole(self, number: int) -> Whole | None:
        """The entry of this number with all that was kept; None where there is none."""
        rows = self.rows(Asked(), number, number + 1, 1, newest=True)
        kept = self._connection.execute(f"{queries.WHOLE} LIMIT 1", (number - 1,)).fetchone()
        if not rows or kept is None:
            return None
        values = dict(zip((*chain.FIELDS, "digest", "chain"), kept, strict=True))
        whole = Whole(
            row=self.told(rows)[0],
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
        return covered(whole) if number in self.unseen else whole

    def ends(self, other: LogFile) -> bool:
        """Whether the other file goes on where this one ends."""
        before = other.heading.predecessor
        return before is not None and (before.entries, before.head) == (self.last, self.head.hex())

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _one(self, statement: str) -> Any:
        return self._connection.execute(statement).fetchone()[0]


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")

"""Reading a journal for review: whole entries, each as it was written, and states to begin from.

Reading changes nothing; a console may be appending meanwhile, and is not waited for. The meaning of an entry
is not known here.
"""

from __future__ import annotations

import sqlite3
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec

from console.table.core.state.entries import JournalEntry
from console.table.journal.file import chain, consistency, sql
from console.table.journal.file.connection import BROKEN, reading
from console.table.journal.file.errors import DamagedJournal, DerivedDiffers, JournalError, no_journal
from console.table.journal.file.heading import Heading, check_schema, heading_in, is_journal
from console.table.journal.file.high_water_mark import read_mark
from console.table.journal.file.place import Identity, sibling
from console.table.journal.file.store import newest_vouched_state
from console.table.journal.repeated_times import Beginning, beginnings

_MENTIONED: Final = "SELECT min(number) FROM entry WHERE instr(event, ?) > 0"
_OF_A_KIND: Final = f"""
    SELECT {", ".join(chain.FIELDS)}, digest FROM entry
    WHERE kind = ? AND instr(event, ?) > 0 ORDER BY number"""
_OF_A_RARE_KIND: Final = _OF_A_KIND.replace("WHERE", f"WHERE {sql.IS_RARE} AND")
_ENDS: Final = "SELECT (SELECT min(number) FROM entry), (SELECT max(number) FROM entry)"
_STRETCHES: Final = "SELECT number, shift, at, before FROM stretch"
_SHIFTS: Final = "SELECT DISTINCT shift FROM stretch"
_END: Final = "SELECT number + 1, NULL, NULL, at FROM entry ORDER BY number DESC LIMIT 1"
"""The place where a stretch after the last would begin."""
_AT: Final = "SELECT at FROM entry WHERE number = ?"
_NEVER: Final = "a"
"""After every time that can be written."""
_PROMPTS: Final = "SELECT number, prompt FROM entry WHERE number BETWEEN ? AND ? ORDER BY number"
_CHAIN: Final = "SELECT hex(chain) FROM entry WHERE number = ?"

T = TypeVar("T")
Stretch: TypeAlias = tuple[int, str | None, str, str | None]
"""A stretch's first entry, its shift, the time there and the time of the entry before."""


class Review:
    """A journal as it was when it was opened for review."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """``connection`` is in a transaction, so that everything read shows the same moment."""
        self.path = path
        self._connection = connection
        self.heading = _heading(path, connection)
        self.read = 0
        """The last entry that was given out."""
        self.identity = Identity(self.heading.table, self.heading.game, self.heading.rules)

    @property
    def last(self) -> int:
        """The number of the last entry; 0 if there is none."""
        last: int | None = self._connection.execute(_ENDS).fetchone()[1]
        return last or 0

    @property
    def head(self) -> str:
        """The chain at the last entry, in hex; the heading's if there is none. Raises DamagedJournal."""
        return self.chain(self.last) if self.last else self.heading.digest.hex()

    def begin(self, entry: int) -> tuple[int, bytes | None]:
        """The entry and the newest vouched-for state at ``entry`` or earlier. (0, None) is the very
        beginning, a closed table. Raises DamagedJournal if none is left.
        """
        try:
            number, state, _ = newest_vouched_state(self._connection, entry)
        except LookupError as error:
            raise DamagedJournal(self.path, 0) from error
        return number, state

    def entries(self, after: int) -> Iterator[JournalEntry]:
        """The entries after this number, in order. Raises DamagedJournal at the first that is wrong."""
        number, before = after, None
        for entry in self._checked(self._connection.execute(sql.DIGESTED, (after,))):
            number += 1
            if entry.number != number:
                raise DamagedJournal(self.path, number)
            # Only this finds a stretch that is missing within a shift: a start does not read all entries.
            begins = before is not None and (entry.shift != before.shift or entry.at < before.at)
            if begins and self._connection.execute(sql.BEGINS_NO_STRETCH, (number,)).fetchone():
                raise DerivedDiffers(self.path, consistency.STRETCH, number)
            before = entry
            yield entry

    def of_a_kind(self, kind: str, text: str) -> Iterator[JournalEntry]:
        """The entries of a kind whose event holds this text, in order. Raises as :meth:`entries` does."""
        return self._checked(self._of_a_kind(kind, text))

    def last_of_a_kind(self, kind: str, text: str) -> JournalEntry | None:
        """The last of the entries of a kind whose event holds this text. Raises DamagedJournal."""
        return next(self._checked(self._of_a_kind(kind, text, " DESC LIMIT 1")), None)

    def _of_a_kind(self, kind: str, text: str, order: str = "") -> Iterable[Any]:
        inside = msgspec.json.encode(text).decode()[1:-1]
        asked = _OF_A_RARE_KIND if kind in sql.RARE else _OF_A_KIND
        return self._connection.execute(asked + order, (kind, inside))

    def _checked(self, rows: Iterable[Any]) -> Iterator[JournalEntry]:
        last = 0
        for row in rows:
            # Damaged pages that lead back to one another bring the same entry again, unchanged.
            if row[0] <= last or chain.digest(row[:-1]) != row[-1]:
                raise DamagedJournal(self.path, row[0])
            last = self.read = row[0]
            try:
                kept = _entry_of(row)
            except (AttributeError, TypeError, ValueError) as error:
                raise DamagedJournal(
                    self.path, last
                ) from error  # the digest is right, but no console wrote the entry
            yield kept

    def prompts(self, first: int, last: int) -> list[tuple[int, str]]:
        """The prompts that were due after the entries ``first`` to ``last``, as JSON, each with its entry."""
        return self._connection.execute(_PROMPTS, (first, last)).fetchall()

    def first_mention(self, text: str) -> int | None:
        """The first entry whose event holds this text as a string of its own; None if none does."""
        quoted = msgspec.json.encode(text).decode()
        found: int | None = self._connection.execute(_MENTIONED, (quoted,)).fetchone()[0]
        return found

    def bounds(
        self, start: datetime | None, until: datetime | None, shift: str | None
    ) -> tuple[int, int] | None:
        """The first and the last entry of a shift, from ``start`` on and before ``until`` (aware), or None. A
        condition that is None does not apply.
        """
        within = [*self.within(start, until, shift)]
        return (within[0].start, within[-1].stop - 1) if within else None

    def within(self, start: datetime | None, until: datetime | None, shift: str | None) -> Iterator[range]:
        """The entries of an interval as in :meth:`bounds`, stretch by stretch."""
        if start is None and until is None and shift is None:
            first, last = self._connection.execute(_ENDS).fetchone()
            return iter(() if first is None else (range(first, last + 1),))
        return self._within(_moment_text(start) or "", _moment_text(until) or _NEVER, shift)

    def _within(self, start: str, until: str, shift: str | None) -> Iterator[range]:
        """The entries between two times, stretch by stretch; times only rise within a stretch."""
        for (first, of, begins, _), (after, _, _, ends) in pairwise(self._stretches(start, until, shift)):
            if ends is None or ends < start or begins >= until or (shift is not None and of != shift):
                continue
            low = first if begins >= start else self._first_from(start, first, after - 1)
            end = after if ends < until else self._first_from(until, first, after - 1)
            if low < end:
                yield range(low, end)

    def _stretches(self, start: str, until: str, shift: str | None) -> list[Stretch]:
        """The stretches that may have such entries, and the beginning of what follows them. SQLite leaves out
        those before and after: a journal of years has ten thousands.
        """
        low, high = 0, sys.maxsize
        if start:
            ((reaching,),) = self._ask_stretches("SELECT min(number) FROM stretch WHERE before >= ?", start)
            ((low,),) = self._ask_stretches(
                "SELECT max(number) FROM stretch WHERE number < ?", reaching or high
            )
        if until != _NEVER:
            ((high,),) = self._ask_stretches("SELECT max(number) FROM stretch WHERE at < ?", until)
        ends = low, high
        if shift is not None:
            of_it = "SELECT min(number), max(number) FROM stretch WHERE shift = ?"
            ends = (*ends, *self._ask_stretches(of_it, shift)[0])
        if None in ends:
            return []
        low, high = max(ends[0::2]), min(ends[1::2])
        found = self._ask_stretches(f"{_STRETCHES} WHERE number BETWEEN ? AND ? ORDER BY number", low, high)
        after = self._ask_stretches(f"{_STRETCHES} WHERE number > ? ORDER BY number LIMIT 1", high)
        return [*found, *(after or self._connection.execute(_END))]

    def _ask_stretches(self, statement: str, *slots: object) -> list[Any]:
        return self._connection.execute(statement, slots).fetchall()

    def _first_from(self, time: str, low: int, high: int) -> int:
        """The first of these entries that is not before a time, if the last one is not; found by halving."""
        return low + bisect_left(range(low, high), time, key=self._time_at)

    def _time_at(self, entry: int) -> str:
        found = self._connection.execute(_AT, (entry,)).fetchone()
        if found is None:
            raise DamagedJournal(self.path, entry)
        return str(found[0])

    def beginnings(self, before: datetime | None) -> list[Beginning]:
        """See :func:`console.table.journal.repeated_times.beginnings`."""
        try:
            return beginnings(self._connection, before)
        except ValueError as error:  # no console wrote such a time
            raise DamagedJournal(self.path, self.read) from error

    def time_at(self, entry: int) -> datetime:
        """The time of an entry. Raises DamagedJournal if there is none."""
        return chain.time_of(self._time_at(entry))

    def shifts(self) -> tuple[str, ...]:
        rows = self._ask_stretches(_SHIFTS)
        return tuple(sorted({shift for (shift,) in rows if isinstance(shift, str)}))

    def chain(self, entry: int) -> str:
        """The chain at an entry, in hex. Raises DamagedJournal if there is no such entry."""
        found = self._connection.execute(_CHAIN, (entry,)).fetchone()
        if found is None:  # the pages that lead to it may be damaged
            raise DamagedJournal(self.path, entry)
        return str(found[0]).lower()


@contextmanager
def review(path: Path, *, is_checked: bool = False) -> Iterator[Review]:
    """The journal at ``path``; ``is_checked``: seen whole before. Raises JournalError if none, or changed."""
    with ExitStack() as own:
        shared = None if is_checked else _SHARED.get()
        found = None if shared is None else shared.journals.get(path)
        if found is None:
            found = _opened(path, own if shared is None else shared.stack, is_checked=is_checked)
            if shared is not None:
                shared.journals[path] = found
        with damage_named(found):
            yield found


def _opened(path: Path, stack: ExitStack, *, is_checked: bool = False) -> Review:
    """The journal at ``path``, open until the end of the stack."""
    if not is_journal(path):
        raise no_journal(path)
    mark = None if is_checked else read_mark(sibling(path, ".lock"))
    try:
        with ExitStack() as opening:
            connection = opening.enter_context(closing(reading(path)))
            connection.execute("BEGIN")
            check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
            if not is_checked:
                consistency.check(path, connection, mark)
            found = Review(path, connection)
            stack.push(opening.pop_all())
    except JournalError:
        raise
    except BROKEN as error:
        raise DamagedJournal(path, 1) from error
    return found


class _Shared(NamedTuple):
    """The journals that are open for one command, and what is known of them."""

    stack: ExitStack
    journals: dict[Path, Review]
    answers: dict[tuple[object, Path], Any]


_SHARED: Final = ContextVar[_Shared | None]("_SHARED", default=None)


@contextmanager
def opened_once() -> Iterator[None]:
    """Open, and check, each journal once until the end of this; what is asked :func:`once` is remembered."""
    if _SHARED.get() is not None:
        yield
        return
    with ExitStack() as stack:
        stack.callback(_SHARED.reset, _SHARED.set(_Shared(stack, {}, {})))
        yield


def once(ask: Callable[[Path], T]) -> Callable[[Path], T]:
    """The question about a journal, which is asked once within :func:`opened_once`."""

    @wraps(ask)
    def asked(path: Path) -> T:
        if (shared := _SHARED.get()) is None:
            return ask(path)
        if (ask, path) not in shared.answers:
            shared.answers[ask, path] = ask(path)
        answer: T = shared.answers[ask, path]
        return answer

    return asked


@contextmanager
def damage_named(journal: Review) -> Iterator[None]:
    """While a journal is read: what can't be read of it is raised as DamagedJournal, with its path."""
    try:
        yield
    except (msgspec.MsgspecError, RecursionError) as error:
        # Its digest is right, and no console wrote it.
        raise DamagedJournal(journal.path, journal.read) from error
    except BROKEN as error:
        raise DamagedJournal(journal.path, 1) from error


def _moment_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")


def _heading(path: Path, connection: sqlite3.Connection) -> Heading:
    heading = heading_in(connection)
    if heading is None or not heading.sound:
        raise DamagedJournal(path, 0)
    return heading


def _entry_of(row: Any) -> JournalEntry:
    number, kind, event, refused, at, monotonic, person, shift, shoe, round_, _, _, line, raw, *_ = row
    return JournalEntry(
        number=number, kind=kind, event=event.encode(), refused=refused, at=chain.time_of(at),
        monotonic=monotonic, person=person, shift=shift, shoe=shoe, round=round_, line=line, raw=raw,
    )  # fmt: skip

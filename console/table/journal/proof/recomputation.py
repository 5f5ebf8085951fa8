"""A journal's states and columns, computed once more from its entries' events."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import chain as in_order
from itertools import islice, takewhile
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from console.table.core.state.entries import Entry
from console.table.journal.file import chain, sql
from console.table.journal.file.heading import Heading
from console.table.journal.file.store import Row, is_vouched_for, newest_vouched_state
from console.table.journal.proof.flaws import Flaw, JournalFlaw
from console.table.journal.proof.tree import BLOCK
from console.table.journal.proof.walk import KeptState, Section, StepProgress, Walk, WorkStopped

_GONE: Final = """
    SELECT min(number) FROM entry
    WHERE number BETWEEN ? AND ? AND state IS NOT NULL AND number NOT IN (SELECT number FROM checkpoint)
"""
"""The first of these entries that says the digest of a state which is not there."""
_NOT_MADE_AGAIN: Final = frozenset({"shift", "line", "state"})
"""The columns of which an event says nothing."""
_UNTELLABLE: Final = (
    msgspec.DecodeError,
    ValueError,
    AssertionError,
    LookupError,
    AttributeError,
    TypeError,
    RuntimeError,  # a forged entry, or a bug: either way the state is not computed
)


class StateReplayer(Protocol):
    """Computes a table's states from its entries; supplied by a caller who knows the meaning of entries."""

    def state_after(self, state: bytes | None, rows: Iterable[Row]) -> bytes:
        """The state, as JSON, that results from a state (None: a closed table) and the entries after it."""

    def agreed(self, stored_state: bytes, computed: bytes) -> bytes | None:
        """The state from which the entries after a kept one, perhaps of an earlier console, are computed;
        None if it is another state than the computed one.
        """

    def entries_again(self, state: bytes | None, rows: Iterator[Row]) -> Iterator[Entry] | None:
        """The entries as the console makes them of these events, without shift and line. They end before
        the first that no console can have written; None if another version may have made others, or if
        the journal is no LIVE table's.
        """


Replayers: TypeAlias = Callable[[Heading], StateReplayer | None]
"""How a journal's states are computed again; None if its rulebook is not known here."""


def no_replayer(heading: Heading) -> None:
    """No states are computed again."""


class Recomputation:
    """The states in a section of a journal, computed once more from its first entry to its last.

    After the first section it begins with the last state kept before; the section before must result in that
    state.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        heading: Heading,
        walk: Walk,
        replayer: StateReplayer | None,
        progress: StepProgress,
        section: Section,
    ) -> None:
        self.states = 0
        """The number of kept states that were computed again and came out the same."""
        self.end: bytes | None = None
        self._connection, self._heading, self._walk = connection, heading, walk
        self._replayer, self._going_on = replayer, progress
        self._section = section
        self._last = 0
        self.begun: KeptState = (None, 0)
        """The state with which it began, in today's layout; a closed table for the first section, or none."""
        self.kept: KeptState = (None, 0)
        """The last of the states, and its entry."""

    def go(self) -> JournalFlaw | None:
        """The first kept state that is wrong, or the first entry that can't be applied; None if all is right.

        A state is right if it is unchanged, if its entry names its digest, and if the entries up to it result
        in the same state.
        """
        numbers = self._section.numbers
        # One by one: the states of a section may be larger than the memory of a small machine.
        rows = self._connection.execute(f"{sql.CHECKPOINTS_IN} ORDER BY checkpoint.number", numbers)
        wrong = self._first_wrong(rows) if not self._section.after else self._first_wrong_after(rows)
        gone = self._connection.execute(_GONE, numbers).fetchone()[0]
        states = [each for each in (wrong, gone) if each is not None]
        if states:
            return JournalFlaw(Flaw.CHECKPOINT, min(states))
        return self._unable()

    def _first_wrong(self, rows: Iterator[Any]) -> int | None:
        """The entry of the first wrong state of a journal."""
        first = next(rows, None)
        if first is not None and first[0] < 0:
            return int(first[0])
        begun = first if first is not None and first[0] == 0 else None
        if not self._begins(begun):
            return 0
        state = None if begun is None else begun[1]
        before = () if begun is first else (first,)
        return self._wrong_after(state, 0, in_order(before, rows))

    def _first_wrong_after(self, rows: Iterator[Any]) -> int | None:
        """The entry of the first wrong state of a section in which the journal goes on."""
        row = self._connection.execute(f"{sql.CHECKPOINTS_TO} LIMIT 1", (self._section.after,)).fetchone()
        number, state = (0, None) if row is None else row[:2]
        if self._replayer is not None and row is not None:
            self.begun = self._state_after(state, number, number), number
        return self._wrong_after(state, number, rows)

    def _wrong_after(self, state: bytes | None, at: int, rows: Iterable[Any]) -> int | None:
        """The entry of the first wrong one of these states, which follow on a state and its entry."""
        for row in rows:
            number, kept = row[:2]
            if not is_vouched_for(*row):
                return int(number)
            if self._replayer is not None and number <= self._walk.entries:
                computed, at = self._state_after(state, at, number), number
                state = None if computed is None else self._replayer.agreed(kept, computed)
                if state is None:
                    return int(number)
                self.states += 1
        if self._replayer is not None:
            self.kept = state, at
        return None

    def _begins(self, row: Any) -> bool:
        """Whether the entries can begin with the kept first state or, without one, with a closed table."""
        return (self._heading.state is None) is (row is None) and (row is None or is_vouched_for(*row))

    def _unable(self) -> JournalFlaw | None:
        """The first entry that can't be applied; None if all can."""
        if self._replayer is None or self._walk.flaw is not None or not self._section.is_last:
            return None
        state, at = self.kept
        self.end = self._state_after(state, at, self._walk.entries)
        return JournalFlaw(Flaw.TOLD, self._last or 1) if self.end is None else None

    def _state_after(self, state: bytes | None, after: int, until: int) -> bytes | None:
        """The state that the entries result in; None if an entry can't be applied, as no console wrote it."""
        assert self._replayer is not None, "asked only where the states can be computed"
        if not self._going_on(self._walk.entries, self._walk.entries):
            raise WorkStopped
        try:
            return self._replayer.state_after(
                state, takewhile(lambda row: row.number <= until, self._rows(after))
            )
        except _UNTELLABLE:
            return None

    def _rows(self, after: int) -> Iterator[Row]:
        for row in _rows(self._connection, after):
            self._last = row.number
            yield row


def told_otherwise(
    connection: sqlite3.Connection,
    replayer: StateReplayer,
    after: int,
    last: int,
    going_on: Callable[[], None],
) -> JournalFlaw | None:
    """The first entry of those after ``after``, up to ``last``, whose columns are not those that the console
    gives to its event. ``going_on`` is called once a block, and may raise WorkStopped.
    """
    begun, state, _ = newest_vouched_state(connection, after)
    again = replayer.entries_again(state, _rows(connection, begun))
    if again is None:
        return None
    for number, *stored in islice(connection.execute(sql.WHOLE, (begun,)), last - begun):
        try:
            entry = next(again, None)
            made = None if entry is None else chain.fields(number, entry)
        except _UNTELLABLE:
            made = None
        if made is None or (number > after and not _is_same((number, *stored), made)):
            return JournalFlaw(Flaw.TOLD, max(number, after + 1))
        if not number % BLOCK:
            going_on()
    return None


def _is_same(stored: chain.Fields, made: chain.Fields) -> bool:
    columns = zip(chain.FIELDS, stored[: len(made)], made, strict=True)
    return all(one == other for name, one, other in columns if name not in _NOT_MADE_AGAIN)


def _rows(connection: sqlite3.Connection, after: int) -> Iterator[Row]:
    time = chain.time_of
    for number, event, refused, at, monotonic in connection.execute(sql.BRIEF, (after,)):
        yield Row(number, event, refused, time(at), monotonic)

"""A journal's entries as a report counts them: each with the table before and after it, and the time since
the last entry.

The entries' own times and shifts decide the report that they belong to; the clock of the computer that makes
the report is never used. Within one run of the console its monotonic clock is used, which nobody can set;
from one run to the next, where the two differ and no note says why, only the clock of day is left. The
decoders of the devices are not part of the state: their readings are entries of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple

import msgspec

from console.journal.proof.statement import is_of_a_terminal
from console.table.games.game import Game
from console.table.judging.checkpoints import table_of
from console.table.judging.transition import advance_kept
from console.table.play.answer_times import seconds_set
from console.table.play.decoders import begin_bytes
from console.table.play.shifts import start_between
from console.table.state import events
from console.table.state.entries import JournalEntry
from console.table.state.note_kinds import NoteKind
from console.table.state.roles import Role
from console.table.state.table import Table

CHANGED: Final = 2.0
"""Seconds that the two clocks may differ before the wall clock counts as set."""

_SECOND: Final = 1e9
_SEALED: Final = NoteKind.JOURNAL_SEALED.encode()
_OF_A_START: Final = frozenset(
    (
        NoteKind.RESTARTED,
        NoteKind.JOURNAL_RECOVERED,
        NoteKind.JOURNAL_ROLLED_BACK,
        NoteKind.JOURNAL_MARK_DAMAGED,
        NoteKind.JOURNAL_NOT_CLOSED,
        NoteKind.STATES_TOLD_AGAIN,
        NoteKind.LIVE_TABLE,
        NoteKind.CASINO,
        NoteKind.DEVICE_MODEL,
    )
)
"""The notes that may be the first of a start: some come before the one of the restart."""


def is_aside(event: bytes) -> bool:
    """Whether an entry is no sign that the table stood then: it was made at a terminal, or is a seal.

    A seal is booked into the shift that it seals; a terminal or a later start may make it.
    """
    if _SEALED not in event:
        return is_of_a_terminal(event)
    decoded = events.DECODER.decode(event)
    is_seal = isinstance(decoded, events.Noted) and decoded.what == NoteKind.JOURNAL_SEALED
    return is_seal or is_of_a_terminal(event)


class ElapsedTime:
    """Seconds along the entries of one journal, in order, from file to file."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """Since the first entry."""
        self.since = 0.0
        """Since the entry before."""
        self.set_by = 0.0
        """The seconds by which the clock was set just before this entry, forward positive; 0 if
        it was not.
        """
        self.was_off = False
        """Whether another run of the console made this entry than the one before: it was off between."""
        self._last: JournalEntry | None = None

    def count_entry(self, row: JournalEntry, event: events.AnyEvent) -> None:
        """Go on to the next entry; one that stands aside takes no time."""
        self.was_off = False
        if is_aside(row.event):
            self.since = self.set_by = 0.0
            return
        last, self._last = self._last, row
        if last is None:
            return
        noted = _clock_set(event)
        by_clock = (row.at - last.at).total_seconds() - noted
        passed = (row.monotonic - last.monotonic) / _SECOND
        if noted:  # of a start too: then no time is known to have passed
            passed = min(passed, by_clock)
        elif passed < 0 or abs(by_clock - passed) >= CHANGED:  # another run's
            passed, self.was_off = by_clock, True
        self.was_off = self.was_off or _is_of_a_start(event)
        self.since = max(0.0, passed)
        self.seconds += self.since
        self.set_by = noted if abs(noted) >= CHANGED else 0.0


def _is_of_a_start(event: events.AnyEvent) -> bool:
    """Whether a console that was started may have made the entry first."""
    if isinstance(event, events.Noted):
        return event.what in _OF_A_START
    return isinstance(event, events.ProceduresSet | events.LimitsSet)


def _clock_set(event: events.AnyEvent) -> float:
    """The seconds by which the clock was set, as the console notes it before anything else; 0 if not."""
    if isinstance(event, events.Noted) and event.what == NoteKind.CLOCK_SET:
        return seconds_set(event.text or "") or 0.0
    return 0.0


STEP = 1000
"""Entries after which progress is reported."""


class TableMoment(NamedTuple):
    """An entry, with the table before and after it."""

    row: JournalEntry
    event: events.AnyEvent
    before: Table
    after: Table
    seconds: float
    """Seconds since the first entry, whatever was done to the clock."""
    since: float
    """Seconds since the entry before this one."""
    set_by: float
    """The seconds by which the clock was set just before it."""
    was_off: bool
    """Whether the console was off just before it."""

    @property
    def is_accepted(self) -> bool:
        return self.row.refused is None

    @property
    def dealer(self) -> str | None:
        """The dealer who was signed in at that time."""
        return dealer_of(self.before)


class ReportCancelled(Exception):
    """The person who asked for the report has cancelled it."""


Progress = Callable[[int], bool]
"""Is called with the number of the entry that was reached; it returns False to cancel."""


def go_on(entry: int) -> bool:
    """Progress that nobody watches."""
    return True


def moments(
    game: Game,
    checkpoint: bytes | None,
    rows: Iterable[JournalEntry],
    progress: Progress = go_on,
    elapsed: ElapsedTime | None = None,
) -> Iterator[TableMoment]:
    """The entries after a checkpoint, one at a time; ``elapsed`` is the time along the file that these
    entries continue.

    Raises ReportCancelled where ``progress`` returns False.
    """
    table, elapsed = table_of(checkpoint), elapsed or ElapsedTime()
    decode = events.DECODER.decode
    for row in rows:
        if row.number % STEP == 0 and not progress(row.number):
            raise ReportCancelled
        event = decode(row.event)
        elapsed.count_entry(row, event)
        before = table
        if type(event) is events.BytesReceived:
            table = begin_bytes(table)
        else:
            table = advance_kept(game, table, event, row.refused, row.at)
        passed = (elapsed.seconds, elapsed.since, elapsed.set_by, elapsed.was_off)
        yield TableMoment(row, event, before, table, *passed)


def dealer_of(table: Table) -> str | None:
    """The id of the dealer who is signed in."""
    return next((person.who for person in table.people if person.role is Role.DEALER), None)


class Interval(msgspec.Struct, frozen=True):
    """The time from ``start`` on and before ``until``, both aware; or a shift by the name in its entries.

    A shift's bounds are found between its entries and those of its neighbours: ``start`` and ``until`` are
    None.
    """

    start: datetime | None = None
    until: datetime | None = None
    shift: str | None = None

    def holds(self, row: JournalEntry) -> bool:
        """Whether an entry falls into it."""
        if self.shift is not None:
            return row.shift == self.shift
        after = self.start is None or self.start <= row.at
        return after and (self.until is None or row.at < self.until)

    def bound(self, last: JournalEntry, row: JournalEntry) -> datetime:
        """Where it begins or ends between two entries, one of which falls into it."""
        if self.shift is not None:
            return start_between(row.shift or "", last.at, row.at)
        return (self.start if self.holds(row) else self.until) or row.at


def of_day(day: date, zone: tzinfo | None = None) -> Interval:
    """A day from midnight to midnight; ``zone`` None is this machine's."""
    begin, end = (_midnight(each, zone) for each in (day, day + timedelta(days=1)))
    return Interval(begin, end)


def _midnight(day: date, zone: tzinfo | None) -> datetime:
    local = datetime.combine(day, time())
    return local.replace(tzinfo=zone) if zone is not None else local.astimezone()

"""A journal's entries as moments: each with the table before and after it, its place, and the time since the
last entry.

Only the entries' own times count, never the reading computer's clock. Within one run of the console its
monotonic clock is used, which nobody can set; from one run to the next, if the two differ and no note says
why, only the clock of day is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Final

import msgspec

from console.table.core import (
    SECOND,
    Game,
    JournalEntry,
    NoteKind,
    Role,
    Table,
    Who,
    advance_kept,
    advance_read,
    events,
    is_only_recorded,
    person_of,
    seconds_set,
    table_of,
)
from console.table.game.roulette import Spin
from console.table.journal import was_made_at_terminal

CHANGED: Final = 2.0
"""Seconds by which the two clocks may differ, without a note, within one run of the console."""

_OF_A_START: Final = frozenset(
    (
        NoteKind.RESTARTED,
        NoteKind.JOURNAL_RECOVERED,
        NoteKind.JOURNAL_ROLLED_BACK,
        NoteKind.JOURNAL_MARK_DAMAGED,
        NoteKind.JOURNAL_NOT_CLOSED,
        NoteKind.STATES_TOLD_AGAIN,
        NoteKind.LIVE_TABLE,
        NoteKind.ORIGIN,
        NoteKind.CASINO,
        NoteKind.DEVICE_MODEL,
    )
)
"""The notes that may be the first of a start: some precede the one of the restart."""
_OF_THE_CONSOLE: Final = frozenset((events.Noted, events.Commissioned, *events.OF_TABLE_FILE))
"""The events that may stand aside, belong to a start or be of a set clock; few are examined further."""


def is_aside(event: events.AnyEvent) -> bool:
    """Whether an entry does not show that the table was up: a terminal made it, or it is a seal. A seal
    counts for its shift, though a terminal or a later start may make it.
    """
    if type(event) not in _OF_THE_CONSOLE:
        return False
    is_seal = isinstance(event, events.Noted) and event.what == NoteKind.JOURNAL_SEALED
    return is_seal or was_made_at_terminal(event)


class ElapsedTime:
    """Seconds along the entries of one journal, in order, from file to file.

    The end of a run of the console and a set clock stand in the moment that follows. Time in which the
    console was off is counted by the clock, and :attr:`was_off` marks it; the time by which a clock was set
    is not counted.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        """Since the first entry."""
        self.since = 0.0
        """Since the entry before."""
        self.set_by = 0.0
        """The seconds by which the clock was set just before this entry, forward positive; else 0."""
        self.was_off = False
        """Whether another run of the console made this entry than the one before: it was off between."""
        self._last: JournalEntry | None = None

    def count_entry(self, row: JournalEntry, event: events.AnyEvent) -> None:
        """Go on to the next entry; one that stands aside takes no time."""
        self.was_off = False
        says_so = type(event) in _OF_THE_CONSOLE
        if says_so and is_aside(event):
            self.since = self.set_by = 0.0
            return
        last, self._last = self._last, row
        if last is None:
            return
        noted = noted_change(event) if says_so else 0.0
        by_clock = (row.at - last.at).total_seconds() - noted
        passed = (row.monotonic - last.monotonic) / SECOND
        if noted:  # A start notes one too: then the passed time is unknown.
            passed = min(passed, by_clock)
        elif passed < 0 or abs(by_clock - passed) >= CHANGED:  # The clock reading is that of another run.
            passed, self.was_off = by_clock, True
        self.was_off = self.was_off or (says_so and _is_of_a_start(row, event))
        self.since = max(0.0, passed)
        self.seconds += self.since
        self.set_by = noted


def _is_of_a_start(row: JournalEntry, event: events.AnyEvent) -> bool:
    """Whether a starting console may have made the entry first. This includes a note that begins a file: a
    start closes the one before, and notes if no seal could be made.
    """
    if isinstance(event, events.Noted):
        return event.what in _OF_A_START or row.number == 1
    return isinstance(event, events.OF_TABLE_FILE)


def noted_change(event: events.AnyEvent) -> float:
    """The seconds by which the clock was set, forward positive, if noted first; else 0."""
    if isinstance(event, events.Noted) and event.what == NoteKind.CLOCK_SET:
        return seconds_set(event.text or "") or 0.0
    return 0.0


STEP = 1000
"""Entries after which progress is reported."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """An entry, its event, and the table before and after it."""

    row: JournalEntry
    event: events.AnyEvent
    before: Table
    after: Table
    place: int
    """Its place in the sequence: its number plus the entries of the files read before."""
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
    def was_without_effect(self) -> bool:
        """Whether it was accepted and changed nothing in play."""
        same: bool = _OF_PLAY(self.before) == _OF_PLAY(self.after)
        return self.is_accepted and (same or self._is_of_no_spin or is_only_recorded(self.before, self.event))

    @property
    def _is_of_no_spin(self) -> bool:
        """Whether it is a number that no spin has: the table keeps it beside the round, and plays on."""
        before, after = self.before.play, self.after.play
        if not (isinstance(before, Spin) and isinstance(after, Spin)):
            return False
        return isinstance(self.event, events.NumberRead) and before.nobodys != after.nobodys

    @property
    def person(self) -> Who | None:
        """The person who made the entry; None if nobody did."""
        who = self.row.person
        return None if who is None else person_of(who, getattr(self.event, "beside", None))

    @property
    def dealer(self) -> str | None:
        return dealer_of(self.before)


_OF_PLAY: Final = attrgetter(
    "play", "halt", "incident", "incidents.waiting", "preparation", "phase", "bets", "tries",
    "wheel", "shoe", "shoe_in_play", "card_set", "aside", "manual",
)  # fmt: skip


def is_only_bytes(moment: Moment) -> bool:
    """Whether a moment, like a third of all, has only a device's bytes: their readings come after it."""
    before, after = moment.before, moment.after
    return (
        type(moment.event) is events.BytesReceived
        and moment.row.refused is None
        and before.play is after.play
        and before.incidents is after.incidents
        and before.overdue is after.overdue
        and before.console is after.console
    )


class ReportCancelled(Exception):
    """The person who asked for the report has cancelled it."""


Progress = Callable[[int], bool]
"""Called with the number of the entry that was reached; it returns False to cancel."""


def go_on(entry: int) -> bool:
    """Progress that nobody watches."""
    return True


def moments(
    game: Game,
    checkpoint: bytes | Table | None,
    rows: Iterable[JournalEntry],
    progress: Progress = go_on,
    elapsed: ElapsedTime | None = None,
    *,
    earlier: int = 0,
    decoded: bool = True,
) -> Iterator[Moment]:
    """The moments of the entries after a checkpoint or this table, in order; without one it begins closed.
    ``elapsed`` is the time along the files that these entries continue, ``earlier`` the number of their
    entries. ``decoded`` False leaves the devices' decoders as they are, which is faster: their readings are
    entries of their own. Raises ReportCancelled if ``progress`` returns False.
    """
    table = checkpoint if isinstance(checkpoint, Table) else table_of(checkpoint)
    elapsed = elapsed or ElapsedTime()
    decode, follow = events.DECODER.decode, advance_kept if decoded else advance_read
    for row in rows:
        if row.number % STEP == 0 and not progress(row.number):
            raise ReportCancelled
        event = decode(row.event)
        elapsed.count_entry(row, event)
        before = table
        table = follow(game, table, event, row.refused, row.at)
        yield Moment(
            row,
            event,
            before,
            table,
            earlier + row.number,
            elapsed.seconds,
            elapsed.since,
            elapsed.set_by,
            elapsed.was_off,
        )


def noting(stream: Iterable[Moment], read: list[Moment]) -> Iterator[Moment]:
    """The moments as they come; each is appended to ``read``."""
    for moment in stream:
        read.append(moment)
        yield moment


def dealer_of(table: Table) -> str | None:
    for person in table.people:  # A generator takes longer, and most moments of a report ask this.
        if person.role is Role.DEALER:
            return person.who
    return None

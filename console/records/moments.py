"""A journal's entries as a report counts them: each with the table before and after, and how long it took.

The decoders of the devices are left out of the state: what they said stands in entries of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from console.records.elapsed import Elapsed
from console.records.passages import Row
from console.table import events
from console.table.checkpoints import table_of
from console.table.games.game import Game
from console.table.roles import Role
from console.table.state import Table
from console.table.transition import advance, unanswered

STEP = 1000
"""Entries after which progress is told."""


class TimedRow(Row, Protocol):
    """An entry with both its times."""

    @property
    def monotonic(self) -> int:
        """Nanoseconds on a clock that nobody sets."""
        ...


class Moment(NamedTuple):
    """An entry that has happened."""

    row: TimedRow
    event: events.Any
    before: Table
    after: Table
    seconds: float
    """Since the first entry that was told, whatever was done to the clock."""
    since: float
    """Since the entry before this one."""
    set_by: float
    """By how many seconds the clock was set just before it."""

    @property
    def taken(self) -> bool:
        """Whether it was not refused."""
        return self.row.refused is None

    @property
    def dealer(self) -> str | None:
        """Whose table it was when it happened."""
        return dealer_of(self.before)


class Cancelled(Exception):
    """Whoever asked for it has called it off."""


Progress = Callable[[int], bool]
"""Hears the number of the entry that was come to; False calls it off."""


def go_on(entry: int) -> bool:
    """Progress that nobody looks at."""
    return True


def moments(
    game: Game, checkpoint: bytes | None, rows: Iterable[TimedRow], progress: Progress = go_on
) -> Iterator[Moment]:
    """What the entries after a checkpoint tell, one at a time; Cancelled where ``progress`` says so."""
    table, elapsed = table_of(checkpoint), Elapsed()
    decode = events.DECODER.decode
    for row in rows:
        if row.number % STEP == 0 and not progress(row.number):
            raise Cancelled
        event = decode(row.event)
        elapsed.take(row, event)
        before = table
        if type(event) is events.BytesReceived:
            table = unanswered(table)
        else:
            table = advance(game, table, event, row.refused, row.at)
        yield Moment(row, event, before, table, elapsed.seconds, elapsed.since, elapsed.set_by)


def dealer_of(table: Table) -> str | None:
    """The id of the dealer who is signed in."""
    return next((person.who for person in table.people if person.role is Role.DEALER), None)

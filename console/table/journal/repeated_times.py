"""The places at which a journal's clock was set back, and the times that came more than once by it. The files
of one journal are one sequence; a place is the number of a file in it and an entry's own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from console.base.words import in_turn, turn_of
from console.table.journal.file import chain

_BEGINNINGS: Final = "SELECT number, at, before FROM stretch WHERE before > at OR number = 1 ORDER BY number"

CLOCK_SET: Final = timedelta(seconds=1)
"""The least time by which a clock is set; what its own correction takes back is less."""
_MINUTE: Final = timedelta(minutes=1)
EntryPlace: TypeAlias = tuple[int, int]
"""The file, from 0, and the number of the entry in it."""

Beginning: TypeAlias = tuple[int, datetime, datetime | None]
"""The first entry of a stretch, its time and that of the entry before."""


def beginnings(connection: sqlite3.Connection, before: datetime | None) -> list[Beginning]:
    """A file's first entry and those before which its clock was set back, each with its time and the time of
    the entry before; ``before`` is the last time in the file before.
    """
    return [
        (number, chain.time_of(at), before if earlier is None else chain.time_of(earlier))
        for number, at, earlier in connection.execute(_BEGINNINGS)
    ]


class SetBack(NamedTuple):
    """A place before which the clock was set back, and the whole minutes that it showed again from there."""

    place: EntryPlace
    since: datetime
    until: datetime


class RepeatedTimes:
    """The times of a journal that came more than once; files are taken in from the oldest on."""

    def __init__(self, set_back: Iterable[SetBack] = ()) -> None:
        self.set_back = [*set_back]

    def take(self, file: int, begun: Sequence[Beginning]) -> None:
        """Take in a file by the entries that :func:`beginnings` gives."""
        for number, at, before in begun:
            if before is not None and before - at >= CLOCK_SET:
                since, until = (each.replace(second=0, microsecond=0) for each in (at, before))
                self.set_back.append(SetBack((file, number), since, until + _MINUTE))

    def of(self, at: datetime) -> list[EntryPlace]:
        """The places from which on this time came again; empty for one that came once."""
        return [each.place for each in self.set_back if each.since <= at < each.until]

    def marked(self, place: EntryPlace, at: datetime) -> datetime:
        """An entry's time, which knows in which turn it came if it came more than once."""
        turn = self.turn(place, at.isoformat()) if self.set_back else 0
        return in_turn(at, turn) if turn else at

    def turn(self, place: EntryPlace, at: str) -> int:
        """The number of the turn; 0 if its time came once."""
        again = self.of(datetime.fromisoformat(at)) if self.set_back else []
        return 1 + sum(each <= place for each in again) if again else 0

    def bounds(self, at: datetime) -> tuple[EntryPlace, EntryPlace | None]:
        """The places where a time's turn begins and ends; those of the last turn if it names none."""
        begins = [(0, 0), *self.of(at)]
        turn = min(turn_of(at) or len(begins), len(begins))
        return begins[turn - 1], begins[turn] if turn < len(begins) else None

    def is_later(self, place: EntryPlace, at: datetime, moment: datetime) -> bool:
        """Whether an entry comes after a moment, in the turn that it names or in the last one."""
        begins, ends = self.bounds(moment)
        return (place >= begins and at > moment) or (ends is not None and place >= ends)

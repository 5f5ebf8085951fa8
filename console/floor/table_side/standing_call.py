"""The call that stood as a table's console was started: the journal says what the table reported before.

The floor knows by a call's number who has taken it. The call may have begun with one cause and go on with
another, and its first entry may lie in a file that was closed since then.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from console.floor.self_report import Call
from console.floor.table_side.own_report import call_of, cause
from console.table.core import Game, Table, advance_read, events, prompt_due, table_of
from console.table.journal import Shipment, volumes

if TYPE_CHECKING:
    from console.table.core import JournalEntry

_Place = tuple[int, int, Table]
"""A file by its place, an entry of it at which a state was kept, and the table there."""


def standing_call(journal: Path, game: Game, since: datetime) -> Call | None:
    """The call as it stood at a journal's last entry; ``since`` is when its present cause began. None if the
    files have no such entry. Raises JournalError, and what an entry that can not have happened raises.
    """
    files = [Shipment(file) for file in volumes(journal)]
    found = next(
        ((at, number) for at in reversed(range(len(files))) if (number := files[at].last_at(since))), None
    )
    if found is None:
        return None
    at, number, table = _before(files, *found, game)
    call: Call | None = None
    stands = cause(prompt_due(game, table).actor, table) is not None
    was: tuple[Table, Call | None] | None = None if stands else (table, None)
    for file in range(at, len(files)):
        with files[file].open_review() as review:
            for entry, moment, after in _tables(game, table, review.entries(number)):
                call = call_of(after, prompt_due(game, after).actor, entry, moment, was)
                table, was = after, (after, call)
        number = 0
    return call


def _before(files: list[Shipment], at: int, number: int, game: Game) -> _Place:
    """The newest kept state before an entry at which nobody was wanted, else the oldest there is."""
    while True:
        with files[at].open_review() as review:
            number, state = review.begin(number - 1)
        table = table_of(state)
        if cause(prompt_due(game, table).actor, table) is None or (number == 0 and at == 0):
            return at, number, table
        if number == 0:
            at, number = at - 1, files[at - 1].last()[0] + 1


def _tables(
    game: Game, table: Table, entries: Iterator[JournalEntry]
) -> Iterator[tuple[int, datetime, Table]]:
    """The table after each job with its last entry's number and its time: a job's entries have one time."""
    for moment, rows in groupby(entries, key=attrgetter("at")):
        for row in rows:
            table = advance_read(game, table, events.DECODER.decode(row.event), row.refused, row.at)
            number = row.number
        yield number, moment, table

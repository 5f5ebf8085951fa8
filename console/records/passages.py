"""A journal told again, entry by entry: what happened, and the table before and after it.

From these the spans of an intervention are found; the state is told by the same function as in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from console.table import events, replaying
from console.table.checkpoints import table_of
from console.table.games.game import Game
from console.table.state import Table
from console.table.transition import advance


class Row(replaying.Row, Protocol):
    """What is asked of an entry of the journal."""

    @property
    def shift(self) -> str | None:
        """The shift it fell into."""
        ...

    @property
    def shoe(self) -> int:
        """The shoe's number at the table."""
        ...

    @property
    def round(self) -> str | None:
        """The open round's id, else the last's."""
        ...

    @property
    def line(self) -> str | None:
        """The protocol's line to the letter, where there was one."""
        ...


class Passage(NamedTuple):
    """An entry, its event, and the table before and after it."""

    row: Row
    event: events.Any
    before: Table
    after: Table


def passages(game: Game, checkpoint: bytes | None, rows: Iterable[Row]) -> Iterator[Passage]:
    """What the entries after a checkpoint (None: a closed table) tell, in order."""
    table = table_of(checkpoint)
    for row in rows:
        event = events.DECODER.decode(row.event)
        before, table = table, advance(game, table, event, row.refused, row.at)
        yield Passage(row, event, before, table)

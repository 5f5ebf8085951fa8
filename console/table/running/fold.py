"""A journal's states told again by its game: whether they are what the entries come to, and how all began.

The journal asks this of who knows what entries mean; it is handed in where a journal is verified, or opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from console.table.games.game import Game
from console.table.judging.checkpoints import Row, kept, ready, retold, same, table_of
from console.table.judging.refusals import refusal
from console.table.judging.transition import advance, unanswered
from console.table.state import events

UNTELLABLE = (
    msgspec.DecodeError,
    RecursionError,
    ValueError,
    AssertionError,
    LookupError,
    AttributeError,
    TypeError,
)
"""What telling entries again raises where no console can have written them so."""


class TableRetelling:
    """A table's state as its game and rulebook tell it."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def begins(self, state: bytes | None, rows: Callable[[], Iterable[Row]]) -> bool:
        """Whether a journal of 0.1 can have begun so: closed, or made ready; none began with another state.

        Which of the two it was its entries tell: what was taken then can have been. Where neither is so by
        today's rules, nothing is said against it.
        """
        made = kept(ready(self._game))
        try:
            if state is not None and table_of(state) != ready(self._game):
                return False
        except (msgspec.DecodeError, RecursionError, TypeError, ValueError):
            return False
        other = made if state is None else None
        return follows(self._game, state, rows()) or not follows(self._game, other, rows())

    def told(self, state: bytes | None, rows: Iterable[Row]) -> bytes:
        """The state that a state and the entries after it come to."""
        return kept(retold(self._game, state, rows))

    def same(self, kept: bytes, told: bytes) -> bool:
        """Whether a state that was kept is the one that was told, in the layout of either."""
        try:
            return same(kept, told)
        except (msgspec.DecodeError, RecursionError, TypeError, ValueError):
            return False


def follows(game: Game, checkpoint: bytes | None, rows: Iterable[Row]) -> bool:
    """Whether all that was taken could be, after a state (None: a closed table): else it was another."""
    table = table_of(checkpoint)
    try:
        for row in rows:
            event = events.DECODER.decode(row.event)
            if type(event) is events.BytesReceived:
                table = unanswered(table)
                continue
            if row.refused is None and refusal(game, table, event) is not None:
                return False
            table = advance(game, table, event, row.refused, row.at)
    except UNTELLABLE:
        return False
    return True

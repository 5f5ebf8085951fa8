"""A journal's states computed again by its game: whether they are what the entries result in.

The journal does not know the meaning of entries; its callers supply this where they verify or open it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from console.table.games.game import Game
from console.table.judging import checkpoints
from console.table.judging.refusals import refusal
from console.table.judging.transition import IMPOSSIBLE, advance
from console.table.play.decoders import begin_bytes
from console.table.state import events
from console.table.state.entries import KeptEvent

UNTELLABLE = (msgspec.DecodeError, RecursionError, *IMPOSSIBLE)
"""The errors of replaying entries that no console can have written."""


class TableReplayer:
    """Computes a table's states by its game and rulebook."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def state_after(self, state: bytes | None, rows: Iterable[KeptEvent]) -> bytes:
        """The state that results from a state and the entries after it."""
        return checkpoints.encode_table(checkpoints.table_after(self._game, state, rows))

    def same(self, stored_state: bytes, computed: bytes) -> bool:
        """Whether a kept state equals the computed one, in the layout of either."""
        try:
            return checkpoints.same(stored_state, computed)
        except (msgspec.DecodeError, RecursionError, TypeError, ValueError):
            return False


def follows(game: Game, checkpoint: bytes | None, rows: Iterable[KeptEvent]) -> bool:
    """Whether every accepted entry was possible after a state (None: a closed table). If not, play began with
    another state, or no console wrote it. An error of one that was possible is the console's own, and is
    raised.
    """
    table = checkpoints.table_of(checkpoint)
    for row in rows:
        try:
            event = events.DECODER.decode(row.event)
            is_bytes = type(event) is events.BytesReceived
            if not is_bytes and row.refused is None and refusal(game, table, event) is not None:
                return False
        except UNTELLABLE:
            return False
        table = begin_bytes(table) if is_bytes else advance(game, table, event, row.refused, row.at)
    return True

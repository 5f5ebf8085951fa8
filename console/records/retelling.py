"""A journal's kept states told again from its entries: what verifying asks, for which a rulebook is needed.

It changes nothing. A journal whose game or rulebook this console does not have is not told.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from console.game.rulebook import RulebookError, load_rulebook
from console.journal import Row
from console.journal.heading import Heading
from console.table.checkpoints import kept, same, table_of
from console.table.games.choosing import game_of
from console.table.games.game import Game
from console.table.resuming import ready, retold


class TableRetelling:
    """A table's state as its game and rulebook tell it."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def begins(self, state: bytes) -> bool:
        """Whether it is the state of a table that was made ready: no other journal began with one."""
        try:
            return table_of(state) == ready(self._game)
        except (msgspec.DecodeError, TypeError, ValueError):
            return False

    def told(self, state: bytes | None, rows: Iterable[Row]) -> bytes:
        """The state that a state and the entries after it come to."""
        return kept(retold(self._game, state, rows))

    def same(self, kept: bytes, told: bytes) -> bool:
        """Whether a state that was kept is the one that was told, in the layout of either."""
        try:
            return same(kept, told)
        except (msgspec.DecodeError, TypeError, ValueError):
            return False


def retelling(said: Heading) -> TableRetelling | None:
    """How a journal with this heading is told again."""
    try:
        return TableRetelling(game_of(load_rulebook(said.rules), said.game))
    except (RulebookError, KeyError):
        return None

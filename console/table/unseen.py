"""Which entries name a card that nobody has been shown yet: one that lies face down, or apart while
play stands still, or waits for the next round.

Told entry by entry as in play. It knows events and states, never where they are kept, nor who reads them.
"""

from __future__ import annotations

from typing import Final

from console.game.cards import Card
from console.table import events
from console.table.checkpoints import table_of
from console.table.games.game import Game
from console.table.replaying import Row
from console.table.state import Table
from console.table.transition import advance, unanswered

_READ: Final = (events.CardDrawn, events.CardUnread, events.CutCardDrawn)


class Unseen:
    """A table that is told on, and the numbers of the entries that must not tell their card yet."""

    def __init__(self, game: Game, checkpoint: bytes | None, number: int = 0) -> None:
        """``checkpoint`` is the state as entry ``number`` left it; None: a closed table."""
        self.told_to = number
        self._game, self._table = game, table_of(checkpoint)
        self._numbers: set[int] = set()
        self._bytes: list[int] = []
        """The entries of a device's bytes since it read a card: some may be of the card to come."""

    @property
    def numbers(self) -> frozenset[int]:
        """The entries of cards, and of the bytes that said them."""
        return frozenset(self._numbers)

    def tell(self, row: Row) -> None:
        """The next entry."""
        event, before = events.DECODER.decode(row.event), self._table
        self.told_to = row.number
        if isinstance(event, events.BytesReceived):
            self._bytes.append(row.number)
        if isinstance(event, events.BytesReceived) and row.refused is None:
            self._table = unanswered(before)
            return
        self._table = after = advance(self._game, before, event, row.refused, row.at)
        if _is_unseen(event, before, after):
            self._numbers |= {row.number, *self._bytes}
        if isinstance(event, _READ):
            self._bytes.clear()
        if not (_waits(after) or _lies_face_down(after)):
            self._numbers.clear()


def _is_unseen(event: events.Any, before: Table, after: Table) -> bool:
    """Whether an entry names a card that its table did not show."""
    match event:
        case events.CardDrawn():
            if after.play.dealt > before.play.dealt:
                return not isinstance(after.play.in_view[-1][1], Card)
            shown = None if after.halt is None else after.halt.shown
            return shown is None or after.halt == before.halt
        case events.CardCorrected(hand=hand, card=card):
            in_view = ((place.name, place.card, face) for place, face in after.play.in_view)
            return any(
                (name, at) == (hand, card) and not isinstance(face, Card) for name, at, face in in_view
            )
        case _:
            return False


def _waits(table: Table) -> bool:
    """Whether play stands still, or a card that was drawn is yet to be dealt."""
    return table.halt is not None or bool(table.carried or table.early)


def _lies_face_down(table: Table) -> bool:
    return table.open_round and any(not isinstance(face, Card) for _, face in table.play.in_view)

"""How a table comes to its state at the start: made ready for play, or told again from its journal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from msgspec.structs import replace

from console.game.cards import Card
from console.game.shoe import Shoe
from console.table import events
from console.table.checkpoints import table_of
from console.table.games.game import CardGame, Game
from console.table.roles import Role
from console.table.state import Phase, SignedIn, Table
from console.table.transition import advance, read_on, unanswered


class Row(Protocol):
    """What the journal gives back of an entry."""

    @property
    def event(self) -> bytes:
        """The event as tagged JSON."""
        ...

    @property
    def refused(self) -> str | None:
        """Why it was refused, or None."""
        ...

    @property
    def at(self) -> datetime:
        """When it happened, in UTC."""
        ...


def ready(game: Game) -> Table:
    """A table with dealer D1 and pit boss P1 signed in, at which bets may open (the protocol's ``--ready``).

    Where the rulebook burns, the burn is done: the ace of clubs, and one card that was not read. A wheel is
    checked.
    """
    people = (SignedIn("D1", Role.DEALER), SignedIn("P1", Role.PIT_BOSS))
    table = replace(Table(), phase=Phase.BETTING, people=people)
    return table if game.cards is None else replace(table, shoe=_loaded(game.cards), shoe_number=1)


def _loaded(game: CardGame) -> Shoe:
    first = Card("AC")
    return Shoe().draw(first).draw_unseen(game.burns(first)) if game.burn_clauses else Shoe()


def retold(game: Game, checkpoint: bytes | None, rows: Iterable[Row]) -> Table:
    """The state that a checkpoint (None: a closed table) and the entries after it come to.

    A device's bytes are put together and decoded once, at the end or where it was lost: what they said is in
    the entries, and where a decoder stands does not depend on the pieces in which they came.
    """
    table = table_of(checkpoint)
    decode = events.DECODER.decode
    heard: defaultdict[events.DeviceName, list[bytes]] = defaultdict(list)
    for row in rows:
        event = decode(row.event)
        if type(event) is events.BytesReceived and row.refused is None:
            heard[event.device].append(event.received)
            table = unanswered(table)
        else:
            if type(event) is events.Noted:
                table = _decoded(table, heard)
            table = advance(game, table, event, row.refused, row.at)
    return _decoded(table, heard)


def _decoded(table: Table, heard: dict[events.DeviceName, list[bytes]]) -> Table:
    """The table with its decoders after all that was heard, which is then heard no more."""
    for device, pieces in heard.items():
        table = read_on(table, device, b"".join(pieces))
    heard.clear()
    return table

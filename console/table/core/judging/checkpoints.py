"""A table's state as it is kept for a restart, and how a table comes to its state at the start.

A table is made ready for play, or its state is computed from its journal's last kept state. Layout 6, that of
1.2, names no edition of a halt, and each settled round of a set; earlier layouts are of journals that are
refused. A state of a later console never comes here: the journal's own schema refuses it before.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Final

import msgspec
from msgspec.structs import replace

from console.table.core.games.game import CardGame, Game
from console.table.core.judging.transition import IMPOSSIBLE, ImpossibleEntry, advance, unfollowed
from console.table.core.play.decoders import begin_bytes, read_on
from console.table.core.state import editions, events
from console.table.core.state.entries import KeptEvent
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Role
from console.table.core.state.table import Halt, PersonAtTable, ShoeInPlay, Table
from console.table.devices.model import DeviceRole
from console.table.game.card_set import CardSet, merged
from console.table.game.cards import Card
from console.table.game.shoe import CARDS, Shoe

LAYOUT: Final = 7

_OLDEST: Final = 6
"""The layout of 1.2."""


class _StoredState(msgspec.Struct, frozen=True):
    layout: int
    table: Table


class _Layout(msgspec.Struct, frozen=True):
    layout: int


_ENCODER: Final = msgspec.json.Encoder(order="deterministic")
_LAYOUT: Final = msgspec.json.Decoder(_Layout)


@cache
def _decoder() -> msgspec.json.Decoder[_StoredState]:
    """The decoder, made for the first kept state, so that no table waits for it."""
    return msgspec.json.Decoder(_StoredState)


def encode_table(table: Table) -> bytes:
    """The state as JSON; equal states have equal bytes, in whatever order their sets were made."""
    return _ENCODER.encode(_StoredState(LAYOUT, table))


def table_of(checkpoint: bytes | None) -> Table:
    """The kept state; None is a closed table. Raises msgspec.DecodeError if the checkpoint is no state."""
    if checkpoint is None:
        return Table()
    try:
        stored = _decoder().decode(checkpoint)
    except RecursionError as error:  # deeply nested brackets: no console kept that
        raise msgspec.DecodeError("it is nested too deep") from error
    if not _OLDEST <= stored.layout <= LAYOUT:
        raise msgspec.DecodeError(f"a state of layout {stored.layout}")
    return stored.table if stored.layout == LAYOUT else _of_1_2(stored.table)


def _of_1_2(table: Table) -> Table:
    """A state that 1.2 kept: a halt of it began under the oldest edition, and it had each settled round."""
    beneath, replaced = table.incidents.halt_beneath, table.wheel.replaced
    settled = table.card_set.settled
    if settled:
        *before, shoe = (tuple(chain.from_iterable(zip(each, each, strict=True))) for each in settled)
        earlier = (merged(chain.from_iterable(before)),) if before else ()
        settled = (*earlier, merged(shoe))
    return replace(
        table,
        card_set=replace(table.card_set, settled=settled),
        halt=_of_oldest(table.halt),
        incidents=replace(table.incidents, halt_beneath=_of_oldest(beneath)),
        wheel=replace(
            table.wheel,
            replaced=None if replaced is None else replace(replaced, halt=_of_oldest(replaced.halt)),
        ),
    )


def _of_oldest(halt: Halt | None) -> Halt | None:
    return None if halt is None else replace(halt, edition=editions.OLDEST)


def same(stored_state: bytes, computed: bytes) -> bool:
    """Whether two states are equal in all parts that the older layout held. Raises msgspec.DecodeError."""
    older = min(_LAYOUT.decode(each).layout for each in (stored_state, computed))
    return _as_of(table_of(stored_state), older) == _as_of(table_of(computed), older)


def agreed(stored_state: bytes, computed: bytes) -> bytes | None:
    """The state from which a table goes on at a kept state that equals the computed one; None if they differ.

    From a state of an earlier layout a start goes on without the parts that it could not hold: what comes
    after does not know them either. Raises msgspec.DecodeError if one is no state.
    """
    if not same(stored_state, computed):
        return None
    is_older = _LAYOUT.decode(stored_state).layout < LAYOUT
    return encode_table(table_of(stored_state)) if is_older else computed


def _as_of(table: Table, layout: int) -> Table:
    """A state without the parts that a layout did not hold.

    A part that a new version adds to the table, and that follows from entries of 1.2, is set back here for
    states of 1.2: every kept state of an older journal differs from the computed one otherwise, and is taken
    for a change of the file. The chain proves the entries from which the part follows.
    """
    return table if layout == LAYOUT else replace(table, edition=editions.OLDEST)


def ready(game: Game) -> Table:
    """A table with D1 and P1 signed in, at which bets may open (the protocol's ``--ready``). A burn is done:
    the ace of clubs, and one card that was not read. A wheel is checked.
    """
    people = (PersonAtTable("D1", Role.DEALER), PersonAtTable("P1", Role.PIT_BOSS))
    table = replace(Table(), phase=Phase.BETTING, people=people, edition=editions.EDITION)
    return (
        table
        if game.cards is None
        else replace(
            table,
            shoe=_loaded(game.cards),
            shoe_in_play=ShoeInPlay(number=1, edition=editions.EDITION),
            card_set=CardSet(since=1, settled=((),)).draw_unknown(CARDS - _loaded(game.cards).left),
        )
    )


def _loaded(game: CardGame) -> Shoe:
    first = Card("AC")
    return Shoe().draw(first).draw_unseen(game.burns(first)) if game.burn_clauses else Shoe()


def table_after(game: Game, checkpoint: bytes | None, rows: Iterable[KeptEvent]) -> Table:
    """The state that results from a checkpoint (None: a closed table) and the entries after it.

    The bytes of a device are joined and decoded once, at the end or where the device was lost. The readings
    are entries of their own, and the decoder's state does not depend on the pieces in which the bytes came.
    Raises msgspec.DecodeError if no console wrote one of them, and RuntimeError if the console itself failed.
    """
    try:
        return _folded(game, table_of(checkpoint), rows)
    except IMPOSSIBLE as error:
        raise ImpossibleEntry(str(error)) from error
    except RecursionError as error:  # deeply nested brackets: no console wrote that
        raise msgspec.DecodeError("it is nested too deep") from error


def _folded(game: Game, table: Table, rows: Iterable[KeptEvent]) -> Table:
    decode, bytes_received, noted = events.DECODER.plain, events.BytesReceived, events.Noted
    received = dict[DeviceRole, tuple[bytearray, datetime]]()
    for row in rows:
        event, refused = decode(row.event), row.refused
        kind = type(event)
        if kind is bytes_received and refused is None:
            if event.is_timed or table.wheel.waiting is not None:
                table = read_on(_decoded(table, received), event, row.at)
            elif event.received:
                joined, _ = received.get(event.device) or (bytearray(), row.at)
                joined.extend(event.received)
                received[event.device] = joined, row.at
            table = begin_bytes(table)
        else:
            # The note may be of a lost device, whose decoder begins again after earlier bytes.
            if kind is noted:
                table = _decoded(table, received)
            try:
                table = advance(game, table, event, refused, row.at)
            except IMPOSSIBLE as error:
                raise unfollowed(game, table, event, refused, error) from error
    return _decoded(table, received)


def _decoded(table: Table, received: dict[DeviceRole, tuple[bytearray, datetime]]) -> Table:
    """The table with its decoders after all these bytes, and no bytes left to decode."""
    for device, (joined, at) in received.items():
        table = read_on(table, events.BytesReceived(device, bytes(joined)), at)
    received.clear()
    return table

"""A table's state as it is kept for a restart, and how a table comes to its state at the start.

A table is made ready for play, or its state is computed from its journal's last kept state. Layout 4, that of
1.0, followed no card set; layout 5, that of 1.1, kept no moment of a report; earlier layouts are of journals
that are refused. A state of a later console never comes here: the journal's own schema refuses it before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from console.table.core.games.game import CardGame, Game
from console.table.core.judging.transition import IMPOSSIBLE, ImpossibleEntry, advance, unfollowed
from console.table.core.play.decoders import begin_bytes, read_on
from console.table.core.state import events
from console.table.core.state.entries import KeptEvent
from console.table.core.state.open_incident import Incident, StepEnd
from console.table.core.state.phases import Phase
from console.table.core.state.player_answers import PlayerAnswers
from console.table.core.state.roles import Role
from console.table.core.state.table import PersonAtTable, SetsAtTable, ShoeInPlay, Table
from console.table.devices.model import DeviceRole
from console.table.game.card_set import CardSet
from console.table.game.cards import Card
from console.table.game.shoe import CARDS, Shoe

LAYOUT: Final = 6

_WITH_CARD_SET: Final = 5
"""The first layout that followed the card set in play."""
_WITH_TRANSPORT: Final = 6
"""The first layout whose decoders know a device's lines from those of its transport."""


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
        return _decoder().decode(checkpoint).table
    except RecursionError as error:  # deeply nested brackets: no console kept that
        raise msgspec.DecodeError("it is nested too deep") from error


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

    1.0 did not keep these, or not all of them; they follow from entries, and the chain proves the entries.
    The decoders up to layout 5 took other lines for failed scans, and went on with a line after a loss; what
    was read stands in entries of its own. A report's edition stands in its entry; that of a void out of a
    halt has none.
    """
    # A part that a new version adds to the table is set back here, or every kept state of an older journal
    # differs from the computed one and is taken for a change of the file.
    past = tuple(replace(each, overtaken_by=None, round=None) for each in table.incidents.past)
    ended = _with_plain_steps(table.incidents.ended)
    table = replace(
        table,
        journal="",
        earlier=0,
        round=None if table.round is None else replace(table.round, clock_set=0.0),
        last_round=None,
        announced=None,
        answers=PlayerAnswers(),
        incident=_with_plain_steps(table.incident),
        incidents=replace(table.incidents, past=past, ended=ended),
        stopped=None,
        halt=None if table.halt is None else replace(table.halt, fault=""),
        card_set=replace(table.card_set, settled=None, rack=b"", racks=(), ninths=b""),
        sets=replace(table.sets, barred_at=()),
        console=replace(
            table.console, ailing={}, ailing_since={}, at_fault=(), set_back_from=None, felt_differs=None
        ),
    )
    if layout < _WITH_TRANSPORT:
        table = replace(table, decoders={})
    if layout >= _WITH_CARD_SET:
        return table
    table = replace(table, card_set=CardSet(), sets=SetsAtTable())
    ended, opened = table.incidents.ended, table.incident
    return replace(
        table,
        incident=None if opened is None else _of_no_edition(opened),
        incidents=replace(table.incidents, ended=None if ended is None else _of_no_edition(ended)),
    )


def _with_plain_steps(incident: Incident | None) -> Incident | None:
    """The incident with its steps done, however they ended, and without its worksheet."""
    if incident is None:
        return None
    steps = tuple(replace(step, end=StepEnd.DONE) for step in incident.steps)
    return replace(incident, steps=steps, worksheet=None)


def _of_no_edition(incident: Incident) -> Incident:
    return replace(incident, report=replace(incident.report, edition=0))


def ready(game: Game) -> Table:
    """A table with D1 and P1 signed in, at which bets may open (the protocol's ``--ready``). A burn is done:
    the ace of clubs, and one card that was not read. A wheel is checked.
    """
    people = (PersonAtTable("D1", Role.DEALER), PersonAtTable("P1", Role.PIT_BOSS))
    table = replace(Table(), phase=Phase.BETTING, people=people, edition=events.EDITION)
    return (
        table
        if game.cards is None
        else replace(
            table,
            shoe=_loaded(game.cards),
            shoe_in_play=ShoeInPlay(number=1),
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
    received: defaultdict[DeviceRole, bytearray] = defaultdict(bytearray)
    for row in rows:
        event, refused = decode(row.event), row.refused
        kind = type(event)
        if kind is bytes_received and refused is None:
            received[event.device].extend(event.received)
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


def _decoded(table: Table, received: dict[DeviceRole, bytearray]) -> Table:
    """The table with its decoders after all these bytes, and no bytes left to decode."""
    for device, joined in received.items():
        table = read_on(table, device, bytes(joined))
    received.clear()
    return table

"""A table's state as it is kept for a restart, and how a table comes to its state at the start.

A table is made ready for play, or its state is computed from its journal's last kept state. Layout 1 held
baccarat alone; layout 2 remembered of a coup its winner alone; layout 3 held every part of the table side by
side, in no groups; layout 4 followed no card set; layout 5 kept no moment of a report. A state of a later
console never comes here: the journal's own schema refuses it before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

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
from console.table.core.state.table import PersonAtTable, SetsAtTable, ShoeInPlay, Table, WheelAtTable
from console.table.devices.model import DeviceRole
from console.table.game.card_set import CardSet
from console.table.game.cards import Card
from console.table.game.roulette.spin import Spin
from console.table.game.shoe import CARDS, Shoe

LAYOUT: Final = 6

_MOVED: Final[dict[str, tuple[str | None, str]]] = {
    "shoe_number": ("shoe_in_play", "number"),
    "rounds": ("shoe_in_play", "rounds"),
    "shoe_checked": ("shoe_in_play", "inspected"),
    "from_last_shoe": ("shoe_in_play", "cards_of_last"),
    "cut_card_out": ("shoe_in_play", "cut_card_out"),
    "reshuffle": ("shoe_in_play", "reshuffle"),
    "change_after": ("shoe_in_play", "changed_after_hand"),
    "last_hand_said": ("shoe_in_play", "last_hand_announced"),
    "carried": ("aside", "carried_over"),
    "early": ("aside", "of_bet_time"),
    "aside_unread": ("aside", "unread"),
    "in_view": ("aside", "in_view"),
    "serial": ("wheel", "serial"),
    "wheel": ("wheel", "last_serial"),
    "wheel_exchanged": ("wheel", "exchanged"),
    "ball_seen": ("wheel", "early_ball_round"),
    "ball_game": ("wheel", "early_ball_game"),
    "ball_out": ("wheel", "ball_out"),
    "number_kept": ("wheel", "number_kept"),
    "faults_told": ("wheel", "warnings"),
    "last_numbered": ("wheel", "last_numbered"),
    "live": ("console", "live"),
    "casino": ("console", "casino"),
    "software": ("console", "software"),
    "locked": ("console", "screen_locked"),
    "list_known": ("console", "people_list"),
    "told_of_people": ("console", "people_change"),
    "queue": ("incidents", "waiting"),
    "ended": ("incidents", "ended"),
    "past": ("incidents", "past"),
    "incident_number": ("incidents", "reported"),
    "close": (None, "close_ordered"),
    "handed": (None, "handover"),
    "tested": (None, "tested_device"),
    "off": (None, "procedures_off"),
}
"""The parts of a table that stood elsewhere up to layout 3: each one's name then, its present group and name.

Those with None stand in no group.
"""
_WITH_GROUPS: Final = 4
"""The first layout with its parts in groups."""
_WITH_CARD_SET: Final = 5
"""The first layout that followed the card set in play."""
_WITH_WHOLE_RESULTS: Final = 3
"""The first layout that remembered of a coup more than its winner."""
_WITH_OTHER_ANNOUNCEMENTS: Final = 3
"""The last layout whose console announced at an outcome that play goes on, not at its last step."""


class _StoredState(msgspec.Struct, frozen=True):
    """The state with its layout."""

    layout: int
    table: Table


class _UngroupedState(msgspec.Struct, frozen=True):
    """The state with its layout, up to layout 3."""

    table: dict[str, Any]


class _Layout(msgspec.Struct, frozen=True):
    layout: int = 1


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
    """The kept state; None is a closed table, before any event.

    Raises msgspec.DecodeError if the checkpoint is no state.
    """
    if checkpoint is None:
        return Table()
    try:
        return _table_of(checkpoint)
    except RecursionError as error:  # brackets within brackets: no console kept that
        raise msgspec.DecodeError("it is nested too deep") from error


def _table_of(checkpoint: bytes) -> Table:
    layout = _LAYOUT.decode(checkpoint).layout
    if layout >= _WITH_GROUPS:
        return _decoder().decode(checkpoint).table
    if layout == 1:
        state = _from_layout_1(msgspec.json.decode(checkpoint, type=dict[str, Any]))
    else:
        state = msgspec.json.decode(checkpoint, type=_UngroupedState).table
    return msgspec.convert(_grouped(state), Table)


def same(stored_state: bytes, computed: bytes) -> bool:
    """Whether two states are equal, without the parts that the older one's layout could not hold.

    Raises msgspec.DecodeError if one is no state.
    """
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

    Also left out are the journal's id and its entries in earlier files, the round before the last, when
    players were asked, who took back a report, how a step ended, the worksheet of a settling by hand, since
    when play stands, when the wheel was exchanged, when a number became known, which devices were lost or at
    fault, from when the clock was set back, by how much it was set in a bet time, when the felt was found to
    differ, and all but the last of the incidents that one line ended. Earlier consoles did not keep these;
    they follow from entries, and the chain proves the entries. What was announced follows from entries as
    well; consoles up to layout 3 announced it at other moments, and took a wheel's fault out of play for a
    reading. They asked for no hand (LT-BJ-2.3.8), and kept no numbers by which bets were paid (LT-ROU-33).
    The decoders of consoles up to layout 4 counted greetings and noise as failed scans; what was read stands
    in entries of its own. A report's edition stands in its entry; that of a void out of a halt has none.
    """
    # A part that a new version adds to the table is set back here, or every kept state of an older journal
    # differs from the computed one and is taken for a change of the file.
    past = tuple(replace(each, by=None, reason=None, role=None) for each in table.incidents.past)
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
        incidents=replace(table.incidents, past=past, ended=ended, ended_before=()),
        wheel=_timeless(table.wheel),
        stopped=None,
        console=replace(
            table.console, ailing={}, ailing_since={}, at_fault=(), set_back_from=None, felt_differs=None
        ),
    )
    if layout < _WITH_CARD_SET:
        table = replace(table, card_set=CardSet(), sets=SetsAtTable(), decoders={})
        table = _with_incidents(table, _of_no_edition)
    if layout <= _WITH_OTHER_ANNOUNCEMENTS:
        table = replace(table, say=None, said_again=False, reading_taken=False)
        table = _with_incidents(_unpaid(table), _of_no_hand)
    if layout >= _WITH_WHOLE_RESULTS:
        return table
    return replace(table, results=tuple(result.partition(" ")[0] for result in table.results))


def _with_plain_steps(incident: Incident | None) -> Incident | None:
    """The incident with its steps done, however they ended, and without its worksheet."""
    if incident is None:
        return None
    steps = tuple(replace(step, end=StepEnd.DONE) for step in incident.steps)
    return replace(incident, steps=steps, worksheet=None)


def _with_incidents(table: Table, changed: Callable[[Incident], Incident]) -> Table:
    """The table with its open incident, and the one that has just ended, changed."""
    ended, opened = table.incidents.ended, table.incident
    return replace(
        table,
        incident=None if opened is None else changed(opened),
        incidents=replace(table.incidents, ended=None if ended is None else changed(ended)),
    )


def _of_no_edition(incident: Incident) -> Incident:
    return replace(incident, report=replace(incident.report, edition=0))


def _of_no_hand(incident: Incident) -> Incident:
    """The incident without the fact of a hand, and without the rows that ask for one."""
    facts, weighed = ({**given} for given in (incident.facts, incident.weighed))
    facts.pop("hand", None)
    weighed.pop("hand", None)
    return replace(incident, facts=facts, weighed=weighed, answer=None)


def _unpaid(table: Table) -> Table:
    """The table without the numbers by which bets were paid before another was known."""
    last = table.wheel.last_numbered
    without = None if last is None else replace(last, play=replace(last.play, paid=()))
    play, before = (
        replace(each, paid=()) if isinstance(each, Spin) else each for each in (table.play, table.last_play)
    )
    return replace(table, play=play, last_play=before, wheel=replace(table.wheel, last_numbered=without))


def _timeless(wheel: WheelAtTable) -> WheelAtTable:
    """The wheel without its last serial and its times."""
    last = None if wheel.last_numbered is None else replace(wheel.last_numbered, at=None)
    return replace(wheel, last_serial=None, exchanged=None, number_at=None, last_numbered=last)


def _grouped(state: dict[str, Any]) -> dict[str, Any]:
    """A state up to layout 3 with its parts in their groups, under their present names.

    A part that its console did not keep yet stays away, and is as at a closed table.
    """
    ungrouped: dict[str, Any] = {}
    groups = defaultdict[str, dict[str, Any]](dict)
    for part, value in state.items():
        group, name = _MOVED.get(part, (None, part))
        parts = ungrouped if group is None else groups[group]
        parts[name] = value
    return ungrouped | groups


def _from_layout_1(state: dict[str, Any]) -> dict[str, Any]:
    """A state of the first layout.

    A coup was then the only kind of round, and any of its cards could be corrected; that layout kept no other
    round.
    """
    coups = (msgspec.convert(state.pop(name, {}), dict[str, Any]) for name in ("coup", "last_coup"))
    play, last = ({"game": "baccarat", **coup} for coup in coups)
    return {**state, "play": play, "last_play": last}


def ready(game: Game) -> Table:
    """A table with dealer D1 and pit boss P1 signed in, at which bets may open (the protocol's ``--ready``).

    If the rulebook burns, the burn is done: the ace of clubs, and one card that was not read. A wheel is
    checked.
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
            card_set=CardSet(since=1).draw_unknown(CARDS - _loaded(game.cards).left),
        )
    )


def _loaded(game: CardGame) -> Shoe:
    first = Card("AC")
    return Shoe().draw(first).draw_unseen(game.burns(first)) if game.burn_clauses else Shoe()


def table_after(game: Game, checkpoint: bytes | None, rows: Iterable[KeptEvent]) -> Table:
    """The state that results from a checkpoint (None: a closed table) and the entries after it.

    The bytes of a device are joined and decoded once, at the end or where the device was lost. The readings
    are entries of their own, and the decoder's state does not depend on the pieces in which the bytes came.
    Raises msgspec.DecodeError if no console wrote one of them, and RuntimeError if the console itself
    failed.
    """
    try:
        return _folded(game, table_of(checkpoint), rows)
    except IMPOSSIBLE as error:
        raise ImpossibleEntry(str(error)) from error
    except RecursionError as error:  # brackets within brackets: no console wrote that
        raise msgspec.DecodeError("it is nested too deep") from error


def _folded(game: Game, table: Table, rows: Iterable[KeptEvent]) -> Table:
    decode, bytes_received, noted = events.DECODER.plain, events.BytesReceived, events.Noted
    received: defaultdict[DeviceRole, bytearray] = defaultdict(bytearray)
    for row in rows:
        event, refused = decode(row.event), row.refused
        kind = type(event)
        if kind is bytes_received and refused is None:
            received[event.device].extend(event.received)
            if table.incidents.ended is not None or table.overdue is not None:
                table = begin_bytes(table)
            elif table.reading_taken:  # all that it would do, with two calls fewer at every card
                table = replace(table, reading_taken=False)
        else:
            if kind is noted:  # maybe of a lost device: its decoder begins again, after all that came before
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

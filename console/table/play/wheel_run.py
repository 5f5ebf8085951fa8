"""The ball's run and its number at a table, and what stops a wheel.

A number is taken after a valid run alone; one that comes sooner waits as recorded, or halts the table. What
halts cards is told by :mod:`console.table.play.halts`, what an incident makes of a spin by
:mod:`console.table.incident.outcome_effects`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from console.devices.catalogue import Decoder
from console.devices.model import WheelDecoder
from console.devices.readings import WheelFaultMeaning
from console.devices.wheel_status import BALL, WheelStatus
from console.game.roulette.spin import Run, Spin
from console.table.games.game import Game, of_wheel
from console.table.games.roulette import standing_number
from console.table.play.course import bets_closed, moved_on
from console.table.state import events
from console.table.state.reasons import HaltReason, Refusal
from console.table.state.table import Halt, Table

ON_TRACK: Final = "track"
IN_POCKET: Final = "pocket"
"""Where a ball is that was spun in bet time, as a halt's cause."""

_NO_SPIN: Final = frozenset((WheelFaultMeaning.SAME_DIRECTION, WheelFaultMeaning.VOID_GAME))
"""The warnings by which it is no spin: the ball's direction, a failed launch."""


def spin_of(table: Table) -> Spin:
    """The round's spin; an empty one before the first round."""
    return table.play if isinstance(table.play, Spin) else Spin()


def ball_ran(game: Game, table: Table, event: events.BallRan, at: datetime) -> Table:
    """A valid run, or no spin, which halts (ROU-3.1.1, LT-ROU-25, LT-ROU-26)."""
    run = Run(event.turns, event.direction)
    cause, table = of_wheel(game).rules.no_spin(run), replace(table, ball_out=False)
    if cause is not None:
        return replace(table, halt=Halt(HaltReason.NO_SPIN, at, cause=cause))
    return moved_on(game, replace(table, play=spin_of(table).ran(run)))


def number_came(game: Game, table: Table, event: events.NumberRead | events.NumberSaid) -> Table:
    """The reader's number, or the dealer's, in its time (ROU-3.1.2); of a ball that is out it is no one's."""
    if table.ball_out:
        return table
    spin = spin_of(table)
    read = isinstance(event, events.NumberRead)
    return moved_on(game, replace(table, play=spin.read(event.number) if read else spin.told(event.number)))


def gone_on(game: Game, table: Table) -> Table:
    """After a halt: the number that the reader recorded during it is the winning number, if the ball had a
    valid run.

    If it differs from the dealer's unconfirmed number, it is not: of two numbers neither is the result.
    """
    spin = spin_of(table)
    if spin.recorded is None or spin.said not in (None, spin.recorded):
        return table
    return moved_on(game, replace(table, play=spin.read(spin.recorded)))


# --- what stops it -------------------------------------------------------------------------------


def number_refused(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, refused: str, at: datetime
) -> Table:
    """A number that must not come: it closes open bets, a reader's is kept as recorded, play stops.

    In a halt the last one is kept until the number is known; of two that differ the first one stands.
    """
    if not table.open_round or refused not in (Refusal.BETS_OPEN, Refusal.HALTED, Refusal.OUT_OF_TURN):
        return table
    if isinstance(event, events.NumberSaid):
        return _stopped(game, table, event, refused, at)
    if event.changed and standing_number(spin_of(table)) is None:
        return table  # of the spin before this one
    after = _stopped(game, table, event, refused, at)
    spin = spin_of(after)
    stands = spin.number is not None or refused == Refusal.OUT_OF_TURN
    if spin.recorded == event.number or (stands and spin.recorded is not None):
        return after
    return replace(after, play=replace(spin, recorded=event.number))


def number_to_void(table: Table) -> int | None:
    """The number that becomes void when the halt is withdrawn: one read in bet time, or the later of two that
    differ.
    """
    halt = table.halt
    if halt is None:
        return None
    return spin_of(table).recorded if halt.cause == IN_POCKET else halt.number


def number_withdrawn(table: Table, event: events.HaltWithdrawn) -> Table:
    """What halted the table is to be taken back: a number that is void by it counts no more.

    One of bet time says that the ball fell then: until it is spun again no number is anybody's. Of two that
    differ the first one stands.
    """
    spin, halt = spin_of(table), table.halt
    if halt is not None and halt.reason == HaltReason.NUMBER_DIFFERS and spin.recorded != halt.recorded:
        table = replace(table, play=replace(spin, recorded=halt.recorded))
    elif event.number is not None and spin.recorded == event.number and halt and halt.cause == IN_POCKET:
        table = replace(table, play=replace(spin, recorded=None))
    of_bet_time = halt is not None and halt.cause == IN_POCKET and event.reason is not None
    return replace(table, ball_out=True) if of_bet_time else table


def ball_removed(table: Table) -> Table:
    """The dealer has taken the ball out at once; what it is reported as follows."""
    assert table.halt is not None, "the table is halted by it"
    return replace(table, halt=replace(table.halt, ball_out=True), ball_out=True)


def _stopped(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, refused: str, at: datetime
) -> Table:
    read = isinstance(event, events.NumberRead)
    if table.bet_time and (read or not table.halted):
        return _closed(game, table, refused, at)
    stands = standing_number(spin_of(table))
    if table.halted or stands is None or stands == event.number:
        return table
    differs = Halt(HaltReason.NUMBER_DIFFERS, at, number=event.number, recorded=spin_of(table).recorded)
    return replace(table, halt=differs)


def _closed(game: Game, table: Table, refused: str, at: datetime) -> Table:
    """The ball fell while bets were open: they are closed; a halt beneath an incident is not made anew."""
    closed = bets_closed(game, table)
    if table.incident is not None and table.halt is None:
        return closed
    halt = table.halt or Halt(refused, at)
    return replace(closed, halt=replace(halt, in_bet_time=True, cause=IN_POCKET))


def ball_sent(game: Game, table: Table, at: datetime) -> Table:
    """The ball runs: in bet time that halts, where the rulebook does not leave it (ROU-2.1.3, LT-ROU-31a)."""
    if not _is_too_soon(game, table) or not _can_say_more(table):
        return table
    halt = table.halt or Halt(HaltReason.DEVICE, at, in_bet_time=True)
    seen = table.round.id if table.round else None
    return replace(table, ball_seen=seen, halt=replace(halt, cause=ON_TRACK))


def _can_say_more(table: Table) -> bool:
    """Whether the running ball is a reason to halt the table, or a better one than the warning that halts it
    now.
    """
    halt = table.halt
    return table.incident is None and (
        halt is None or (halt.reason == HaltReason.DEVICE and not halt.ball_out)
    )


def _is_too_soon(game: Game, table: Table) -> bool:
    return table.bet_time and not of_wheel(game).rules.ball_in_bet_time.allowed


def runs_on(game: Game, table: Table, before: Decoder, heard: Decoder) -> bool:
    """Whether a whole line tells that a ball which was sent before the bets opened runs in their time.

    Of each bet time that is told once: the line comes every half a second.
    """
    last = _told_anew(before, heard)
    runs = last is not None and last.state == BALL and _is_too_soon(game, table)
    untold = table.round is not None and table.ball_seen != table.round.id
    return runs and untold and _can_say_more(table)


def still_warned_of(table: Table, before: Decoder, heard: Decoder) -> tuple[WheelFaultMeaning, ...]:
    """What a whole line still warns of that halts this round and has not: it was told before, to nobody."""
    last = _told_anew(before, heard)
    if last is None or table.halted or not table.open_round:
        return ()
    games = heard.games if isinstance(heard, WheelDecoder) else 0
    return tuple(each for each in last.warnings if table.faults_told.get(each) != games)


def _told_anew(before: Decoder, heard: Decoder) -> WheelStatus | None:
    """What the last line of these bytes says; None where none of them was whole, or no wheel's."""
    if not isinstance(before, WheelDecoder) or not isinstance(heard, WheelDecoder):
        return None
    return None if heard.last is before.last else heard.last


def is_told(table: Table, event: events.WheelFaulted) -> bool:
    """Whether the wheel has warned of this in this game and round before."""
    return event.game is not None and table.faults_told.get(event.meaning) == event.game


def wheel_faulted(table: Table, event: events.WheelFaulted, at: datetime) -> Table:
    """A warning of the wheel's halts a round, once a game each, whatever was told before the round.

    In a halt one of the spin is heard; that the sensor fails is told anew once play goes on.
    """
    if not table.open_round or is_told(table, event):
        return table
    if event.game is not None and not (table.halted and event.meaning is WheelFaultMeaning.FAILURE):
        table = replace(table, faults_told={**table.faults_told, event.meaning: event.game})
    if table.halted:
        return table
    cause = event.meaning.value if event.meaning in _NO_SPIN else None
    return replace(table, halt=Halt(HaltReason.DEVICE, at, in_bet_time=table.bet_time, cause=cause))

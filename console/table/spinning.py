"""The ball's run and its number at a table, and what stops a wheel.

A number is taken after a valid run alone; one that comes sooner waits as recorded, or halts the table. What
halts cards is told by :mod:`console.table.halts`, what an incident makes of a spin by
:mod:`console.table.spun`.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from console.devices.decoders import Decoder
from console.devices.readings import WheelFaultMeaning
from console.devices.wheel import BALL, Wheel
from console.game.roulette import Run, Spin
from console.table import events
from console.table.course import bets_closed, moved_on
from console.table.games.game import Game, of_wheel
from console.table.games.roulette import standing_number
from console.table.state import Halt, Table


def spin_of(table: Table) -> Spin:
    """The round's spin; an empty one before the first round."""
    return table.play if isinstance(table.play, Spin) else Spin()


def ball_ran(game: Game, table: Table, event: events.BallRan, at: datetime) -> Table:
    """A valid run, or no spin, which halts (ROU-3.1.1, LT-ROU-25, LT-ROU-26)."""
    run = Run(event.turns, event.direction)
    cause = of_wheel(game).rules.no_spin(run)
    if cause is not None:
        return replace(table, halt=Halt("no_spin", at, cause=cause))
    return moved_on(game, replace(table, play=spin_of(table).ran(run)))


def number_came(game: Game, table: Table, event: events.NumberRead | events.NumberSaid) -> Table:
    """The reader's number, or the dealer's, in its time (ROU-3.1.2)."""
    spin = spin_of(table)
    read = isinstance(event, events.NumberRead)
    return moved_on(game, replace(table, play=spin.read(event.number) if read else spin.told(event.number)))


def gone_on(game: Game, table: Table) -> Table:
    """After a halt: the number that was recorded in it is the number, if the ball has run."""
    spin = spin_of(table)
    if spin.recorded is None:
        return table
    return moved_on(game, replace(table, play=spin.read(spin.recorded)))


# --- what stops it -------------------------------------------------------------------------------


def number_refused(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, refused: str, at: datetime
) -> Table:
    """A number that must not come: it closes open bets, a reader's is kept as recorded, play stops."""
    if not table.open_round or refused not in ("bets_open", "halted", "out_of_turn"):
        return table
    if isinstance(event, events.NumberSaid):
        return _stopped(game, table, event, refused, at)
    if event.changed and standing_number(spin_of(table)) is None:
        return table  # of the spin before this one
    after = _stopped(game, table, event, refused, at)
    spin = spin_of(after)
    if spin.number is not None or spin.recorded == event.number:
        return after
    return replace(after, play=replace(spin, recorded=event.number))


def _stopped(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, refused: str, at: datetime
) -> Table:
    read = isinstance(event, events.NumberRead)
    if table.bet_time and (read or not table.halted):
        return _closed(game, table, refused, at)
    stands = standing_number(spin_of(table))
    if table.halted or stands is None or stands == event.number:
        return table
    return replace(table, halt=Halt("number_differs", at, number=event.number))


def _closed(game: Game, table: Table, refused: str, at: datetime) -> Table:
    """The ball fell while bets were open: they are closed; a halt beneath an incident is not made anew."""
    closed = bets_closed(game, table)
    if table.incident is not None and table.halt is None:
        return closed
    halt = table.halt or Halt(refused, at)
    return replace(closed, halt=replace(halt, in_bet_time=True, cause="pocket"))


def ball_sent(game: Game, table: Table, at: datetime) -> Table:
    """The ball runs: in bet time that halts, where the rulebook does not leave it (ROU-2.1.3, LT-ROU-31a)."""
    if not _is_too_soon(game, table):
        return table
    table = replace(table, ball_seen=table.round.id if table.round else None)
    warned = table.halt is not None and table.halt.reason == "device"
    if table.halted and not warned:
        return table
    halt = table.halt or Halt("device", at, in_bet_time=True)
    return replace(table, halt=replace(halt, cause="track"))


def _is_too_soon(game: Game, table: Table) -> bool:
    return table.bet_time and not of_wheel(game).rules.ball_in_bet_time.allowed


def runs_on(game: Game, table: Table, before: Decoder, heard: Decoder) -> bool:
    """Whether a whole line tells that a ball which was sent before the bets opened runs in their time.

    Of each bet time that is told once: the line comes every half a second.
    """
    if not isinstance(before, Wheel) or not isinstance(heard, Wheel) or heard.last is before.last:
        return False
    runs = heard.last is not None and heard.last.state == BALL and _is_too_soon(game, table)
    return runs and table.round is not None and table.ball_seen != table.round.id


def wheel_faulted(table: Table, event: events.WheelFaulted, at: datetime) -> Table:
    """A warning of the wheel's halts a round."""
    if table.halted or not table.open_round:
        return table
    same_direction = event.meaning is WheelFaultMeaning.SAME_DIRECTION
    cause = event.meaning.value if same_direction else None
    return replace(table, halt=Halt("device", at, in_bet_time=table.bet_time, cause=cause))

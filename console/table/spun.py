"""What an incident's outcome makes of a spin: another run with the bets standing, a number by hand.

Steps and who may do them are told elsewhere, and so is what stops a wheel.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from console.table import events
from console.table.course import finished, numbered
from console.table.games.game import Game
from console.table.reports import Incident
from console.table.spinning import spin_of
from console.table.state import Bets, Numbered, Phase, Table
from console.table.views import Say

WRONG: Final = "wrong_number_recorded"
"""The kind that is about the last number, whatever round is open (LT-ROU-33)."""


def round_of(table: Table, kind: str) -> str | None:
    """The round that an incident of this kind is about: the open one, else the last, or the last number's."""
    last = numbered(table) if kind == WRONG else None
    if last is not None:
        return last.round
    return table.round.id if table.round else None


def respun(table: Table) -> Table:
    """The bets stand, the ball is spun again, nothing is recorded (LT-ROU-27a, LT-ROU-27c, LT-ROU-29)."""
    again = replace(table, phase=Phase.SPINNING, halt=None, bets=Bets.STAND, say=Say("no_spin"))
    return unrecorded(again)


def unrecorded(table: Table) -> Table:
    """The ball is to be spun again: whatever the reader said of it while it was taken out is none."""
    return replace(table, play=spin_of(table).spun_again())


def ball_taken_out(table: Table) -> Table:
    """A ball that ran in bet time is out before it fell: no number of it is anybody's (LT-ROU-31a)."""
    return replace(table, play=replace(spin_of(table), recorded=None), ball_out=True)


def ended_in_error(table: Table) -> Table:
    """The spin counts as finished by the number that was recorded; else it is entered (LT-ROU-31c)."""
    spin, open_still = spin_of(table), table.bet_time
    known = spin if spin.recorded is None else spin.settled(spin.recorded)
    said = Say("no_more_bets") if open_still else None
    return replace(table, phase=Phase.SPINNING, play=known, halt=None, bets=Bets.CLOSED, say=said)


def number_entered(table: Table, event: events.NumberRead | events.NumberSaid) -> Table:
    """The number in the wheel, that a step asks for."""
    spin = spin_of(table)
    if isinstance(event, events.NumberRead):
        spin = replace(spin, recorded=event.number)
    return replace(table, play=spin.settled(event.number))


def settled_by_hand(game: Game, table: Table, incident: Incident) -> Table:
    """The number is what the video shows, the round is settled by it (LT-ROU-30b, LT-ROU-33)."""
    actual = int(incident.facts["actual"])
    table = replace(table, halt=None, say=None)
    round = table.round
    if round is None or incident.round != round.id:
        return _last_settled(table, actual)
    table = replace(table, play=spin_of(table).settled(actual))
    return finished(game, table) if table.open_round else _with_last_result(table, actual)


def _last_settled(table: Table, actual: int) -> Table:
    last = table.last_numbered
    assert last is not None, "the number of an earlier round was known"
    mended = Numbered(last.round, last.play.settled(actual))
    return _with_last_result(replace(table, last_numbered=mended), actual)


def _with_last_result(table: Table, actual: int) -> Table:
    return replace(table, results=(*table.results[:-1], str(actual)))

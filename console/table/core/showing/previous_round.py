"""The round before the present one, as its result now stands, for a game server that was away.

A number of an earlier round may be put right while the next one is open (LT-ROU-33), and a player's bet go
back once the result was announced (LT-BJ-2.3.8). A server pays by what was announced first, and learns here
what has changed since.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from console.table.core.games.game import Game
from console.table.core.state import editions, views
from console.table.core.state.phases import RoundStatus
from console.table.core.state.table import LastRound, Play, Table
from console.table.game.roulette.spin import Spin


class PreviousRounds:
    """The previous rounds of a table at work. Lines seldom change one, so its view is made once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._of: tuple[LastRound | None, Play] | None = None
        self._made: views.PreviousRound | None = None

    def of(self, table: Table) -> views.PreviousRound | None:
        last, play = table.last_round, play_before(table)
        if self._of is None or self._of[0] is not last or self._of[1] is not play:
            self._of, self._made = (last, play), previous_round(self._game, table)
        return self._made


def play_before(table: Table) -> Play:
    """The play of the round before the present one, with the number that was put right since."""
    last, numbered = table.last_round, table.wheel.last_numbered
    is_numbered = last is not None and numbered is not None and numbered.round == last.round.id
    return numbered.play if is_numbered and numbered is not None else table.last_play


def previous_round(game: Game, table: Table) -> views.PreviousRound | None:
    """The round before, and what of it has changed since its result was announced; None without one."""
    last = table.last_round
    if last is None:
        return None
    play = play_before(table)
    view = _view(game, table, last, play)
    match view:
        case views.SpinView():
            return views.PreviousSpin(**_fields(view), corrected=_corrected_number(table, last, play))
        case views.HandsView():
            first = None if last.announced is None else _view(game, table, last, last.announced)
            is_other = isinstance(first, views.HandsView) and first.seats != view.seats
            corrected = (
                views.CorrectedSeats(first.seats) if is_other and isinstance(first, views.HandsView) else None
            )
            return views.PreviousHands(**_fields(view), corrected=corrected)
        case views.CoupView():
            return views.PreviousCoup(**_fields(view))
        case views.DuelView():
            return views.PreviousDuel(**_fields(view))


def _fields(view: views.RoundView) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__struct_fields__}


def _view(game: Game, table: Table, last: LastRound, play: Play) -> views.RoundView:
    return game.view(replace(table, round=last.round, play=play, answers=last.answers))


def _corrected_number(table: Table, last: LastRound, play: Play) -> views.CorrectedNumber | None:
    """The number by which bets were paid first, if it is another now. A void: None."""
    if not isinstance(play, Spin) or last.round.status is not RoundStatus.FINISHED or not play.paid:
        return None
    first, *others = (*play.paid, play.number)
    if table.holds(editions.SMALLER, of=last.round):
        others = [play.number]
    return views.CorrectedNumber(play.paid[0]) if any(other != first for other in others) else None

"""The worksheet at a table: the round it is computed for, and why it may be refused. It changes nothing."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from console.table.core.games.game import Game
from console.table.core.state import events
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import RoundStatus
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Play, Table
from console.table.game.games import EXAMPLE_BETS, GAMES
from console.table.game.roulette.spin import Spin

SETTLE: Final = "settle"
"""The step in which a round that is over is settled by hand."""


def inadmissible_bets(game: Game, event: events.WorksheetMade) -> Refusal | None:
    """The reason why these bets can't be taken: of another game, or not in this rulebook; else None."""
    reasons = {game.bet_refusal(wager.on) for wager in event.bets}
    if Refusal.NOT_THIS_GAME in reasons and any(wager.on in EXAMPLE_BETS for wager in event.bets):
        return Refusal.NOT_THIS_GAME if GAMES[game.name].is_example else Refusal.BAD_INPUT
    return next((why for why in (Refusal.NOT_THIS_GAME, Refusal.NOT_IN_RULEBOOK) if why in reasons), None)


def lacks_hand(game: Game, table: Table, event: events.WorksheetMade) -> bool:
    _, play, void = settled_round(table)
    return not all(game.has_bet(play, wager, void=void) for wager in event.bets)


def with_worksheet(game: Game, table: Table, event: events.WorksheetMade) -> events.WorksheetMade:
    """The request with its computed worksheet; only if it is not refused."""
    _, play, void = settled_round(table)
    return replace(event, worksheet=game.worksheet(play, event.bets, void, table.limits))


def keep_worksheet(table: Table, event: events.WorksheetMade) -> Table:
    """The table after a worksheet: the rows of a settling by hand outlast a restart (LT-ROU-33)."""
    incident = table.incident
    if incident is None or not _settles(table):
        return table
    return replace(table, incident=replace(incident, worksheet=event.worksheet))


def settled_round(table: Table) -> tuple[str | None, Play, bool]:
    """The settled round's id and play, and whether it is void: a ``settle`` step's, else the open or last."""
    incident, round = table.incident, table.round
    if incident is not None and _settles(table) and round and incident.round != round.id:
        last = table.wheel.last_numbered
        play = last.play if last and last.round == incident.round else table.last_play
        return incident.round, play, False
    return (round.id if round else None), table.play, round is not None and round.status == RoundStatus.VOID


def paid_by(table: Table) -> tuple[int, ...]:
    """The numbers by which the bets of the round settled by hand were paid before (ROU-3.1.3). Empty if the
    round was open at the report; if another report follows, it has the first's (LT-ROU-33).
    """
    _, play, _ = settled_round(table)
    return play.paid if _settles(table) and isinstance(play, Spin) else ()


def wrong_number(table: Table) -> int | None:
    """The number that was recorded by mistake for the round that is settled by hand (LT-ROU-33), or None."""
    _, play, _ = settled_round(table)
    return play.wrong if _settles(table) and isinstance(play, Spin) else None


def mistakes(table: Table) -> tuple[int, ...]:
    """Every number of that round that is not the one that counts (LT-ROU-33)."""
    _, play, _ = settled_round(table)
    if not _settles(table) or not isinstance(play, Spin):
        return ()
    return tuple(each for each in play.mistakes if each != play.number)


def _settles(table: Table) -> bool:
    """Whether the step that is due settles a round by hand: not before that is authorised."""
    incident = table.incident
    step = incident.step if incident is not None and incident.state == IncidentState.STEPS else None
    return step is not None and step.action == SETTLE

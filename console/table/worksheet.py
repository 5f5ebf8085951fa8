"""The worksheet at a table: by which round it is reckoned, and why it may be refused. It changes nothing."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from console.game.rounds import Play
from console.table import events
from console.table.games.game import Game
from console.table.state import Table

SETTLE: Final = "settle"
"""The step in which a round that is over is settled by hand."""


def unfit_bets(game: Game, event: events.WorksheetMade) -> str | None:
    """Why bets are none of this table's: another game's first, then those that the rulebook has not."""
    reasons = {game.bet_refusal(wager.on) for wager in event.bets}
    return next((why for why in ("not_this_game", "not_in_rulebook") if why in reasons), None)


def lacks_hand(game: Game, table: Table, event: events.WorksheetMade) -> bool:
    """Whether a bet is on a hand that the round does not have."""
    play, _ = _settled(table)
    return not all(game.has_bet(play, wager) for wager in event.bets)


def reckoned(game: Game, table: Table, event: events.WorksheetMade) -> events.WorksheetMade:
    """What was asked with what came out; only if it is not refused."""
    play, void = _settled(table)
    return replace(event, worksheet=game.worksheet(play, event.bets, void))


def _settled(table: Table) -> tuple[Play, bool]:
    """The open round, else the last, and whether it is void; in a ``settle`` step the incident's own."""
    incident, round = table.incident, table.round
    step = incident.step if incident else None
    settles = step is not None and step.action == SETTLE
    if settles and incident and round and incident.round != round.id:
        last = table.last_numbered
        return (last.play if last and last.round == incident.round else table.last_play), False
    return table.play, round is not None and round.status == "void"

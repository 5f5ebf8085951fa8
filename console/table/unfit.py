"""Reports, answers and bets that can't be this table's: no such kind or fact, another game's or book's."""

from __future__ import annotations

from console.incidents.deciding import KIND, refused
from console.incidents.facts import Fact
from console.table import events
from console.table.games.game import Game, of_wheel
from console.table.guiding import asks_for_number
from console.table.state import Table
from console.table.worksheet import unfit_bets


def unfit(game: Game, table: Table, event: events.Any) -> str | None:
    """Why a report, an answer or a worksheet's bet is none of this table's, or None."""
    match event:
        case events.IncidentReported():
            return _unfit(game, event.kind, event.facts) or _contradicted(game, table, event.facts)
        case events.IncidentAnswered() if table.incident is not None and table.incident.state == "facts":
            report = table.incident.report
            refused = _unfit_answer(game, report.kind, event.facts)
            return refused or _contradicted(game, table, report.facts | event.facts)
        case events.NumberSaid() if not of_wheel(game).rules.dealers_number.allowed:
            return None if asks_for_number(table) else "not_in_rulebook"
        case events.WorksheetMade():
            return unfit_bets(game, event)
        case _:
            return None


def _unfit(game: Game, kind: str | None, facts: dict[str, Fact]) -> str | None:
    if kind is None:
        return "bad_input" if facts else None
    return refused(game.rules.incidents, kind, facts)


def _unfit_answer(game: Game, kind: str | None, facts: dict[str, Fact]) -> str | None:
    """The kind is the first answer where the report had none."""
    if kind is not None or KIND not in facts:
        return _unfit(game, kind, facts)
    named = facts[KIND]
    rest = {fact: value for fact, value in facts.items() if fact != KIND}
    return refused(game.rules.incidents, named, rest) if isinstance(named, str) else "bad_input"


def _contradicted(game: Game, table: Table, facts: dict[str, Fact]) -> str | None:
    return "bad_input" if game.contradicts(table, facts) else None

"""Reports, answers and bets that can't be this table's: no such kind or fact, another game's or book's."""

from __future__ import annotations

from console.incidents.deciding import KIND, facts_of_kind, refused
from console.incidents.facts import Fact
from console.table import events
from console.table.games.game import Game, of_wheel
from console.table.guiding import asks_for_number
from console.table.reports import Report
from console.table.state import Table
from console.table.worksheet import unfit_bets


def unfit(game: Game, table: Table, event: events.Any) -> str | None:
    """Why a report, an answer or a worksheet's bet is none of this table's, or None."""
    match event:
        case events.IncidentReported():
            return _unfit(game, event.kind, event.facts) or _contradicted(game, table, event.facts)
        case events.IncidentAnswered() if table.incident is not None and table.incident.state != "steps":
            return _unfit_answer(game, table, table.incident.report, event.facts)
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


def _unfit_answer(game: Game, table: Table, report: Report, facts: dict[str, Fact | None]) -> str | None:
    """The kind is an answer like any other; what is to be asked again must be one of the kind's facts."""
    kind = facts.get(KIND, report.kind)
    if kind is not None and not isinstance(kind, str):
        return "bad_input"
    rest = {fact: value for fact, value in facts.items() if fact != KIND}
    told = {fact: value for fact, value in rest.items() if value is not None}
    if kind is None:
        return "bad_input" if rest else None
    if unfit_facts := refused(game.rules.incidents, kind, told):
        return unfit_facts
    if not rest.keys() <= facts_of_kind(game.rules.incidents, kind):
        return "bad_input"
    given = report.told(facts).facts
    newly = game.contradicts(table, given) and not game.contradicts(table, report.facts)
    return "bad_input" if newly or game.contradicts(table, told) else None


def _contradicted(game: Game, table: Table, facts: dict[str, Fact]) -> str | None:
    return "bad_input" if game.contradicts(table, facts) else None

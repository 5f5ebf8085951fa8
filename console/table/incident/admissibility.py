"""Reports, answers and bets that this table can't take: an unknown kind or fact, or another game's or
rulebook's.
"""

from __future__ import annotations

from console.incidents.decision import facts_of_kind, report_refusal
from console.incidents.facts import Fact
from console.incidents.known_kinds import KIND
from console.table.games.game import Game, of_wheel
from console.table.incident.guidance import asks_for_number
from console.table.play.settlement import inadmissible_bets
from console.table.state import events
from console.table.state.open_incident import IncidentState, Report
from console.table.state.reasons import Refusal
from console.table.state.table import Table


def inadmissible(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    """The reason why this table can't take a report, an answer or a worksheet's bet; None if it can."""
    match event:
        case events.IncidentReported():
            return _inadmissible_report(game, event.kind, event.facts) or _contradicted(
                game, table, event.facts
            )
        case events.IncidentAnswered() if (
            table.incident is not None and table.incident.state != IncidentState.STEPS
        ):
            return _inadmissible_answer(game, table, table.incident.report, event.facts)
        case events.NumberSaid() if not of_wheel(game).rules.dealers_number.allowed:
            return None if asks_for_number(table) else Refusal.NOT_IN_RULEBOOK
        case events.WorksheetMade():
            return inadmissible_bets(game, event)
        case _:
            return None


def _inadmissible_report(game: Game, kind: str | None, facts: dict[str, Fact]) -> Refusal | None:
    if kind is None:
        return Refusal.BAD_INPUT if facts else None
    return _none_of(game, kind, facts)


def _inadmissible_answer(
    game: Game, table: Table, report: Report, facts: dict[str, Fact | None]
) -> Refusal | None:
    """The reason why the answers don't fit. The kind is an answer like any other; a fact to be asked again
    must be one of the kind's.
    """
    kind = facts.get(KIND, report.kind)
    if kind is not None and not isinstance(kind, str):
        return Refusal.BAD_INPUT
    rest = {fact: value for fact, value in facts.items() if fact != KIND}
    answers = {fact: value for fact, value in rest.items() if value is not None}
    if kind is None:
        return Refusal.BAD_INPUT if rest else None
    if why := _none_of(game, kind, answers):
        return why
    if not rest.keys() <= facts_of_kind(game.rules.incidents, kind):
        return Refusal.BAD_INPUT
    given = report.with_answers(facts).facts
    newly = game.contradicts(table, given) and not game.contradicts(table, report.facts)
    return Refusal.BAD_INPUT if newly or game.contradicts(table, answers) else None


def _none_of(game: Game, kind: str, facts: dict[str, Fact]) -> Refusal | None:
    """The reason why no row of the rulebook has this kind with these facts."""
    why = report_refusal(game.rules.incidents, kind, facts)
    return None if why is None else Refusal(why)


def _contradicted(game: Game, table: Table, facts: dict[str, Fact]) -> Refusal | None:
    return Refusal.BAD_INPUT if game.contradicts(table, facts) else None

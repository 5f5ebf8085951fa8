"""What is asked of whom while an incident's facts are told, and what its answer is."""

from __future__ import annotations

from console.incidents.deciding import KIND, Answer, Question, answer_to, standing
from console.table.games.game import Game
from console.table.knowing import kinds_that_can_be, stands
from console.table.reports import Incident, Report
from console.table.state import Table


def next_of(game: Game, table: Table, incident: Incident) -> Question | Answer | None:
    """What an open incident's facts lead to: the next question, the answer, or nothing that can be."""
    kind, facts = incident.report.kind, incident.all_facts
    if kind is None:
        return Question(KIND, kinds_that_can_be(game, table, incident.moments))
    return answer_to(standing(game.rules.incidents, kind, incident.moments, facts, table.off), facts)


def question(game: Game, table: Table, incident: Incident) -> Question:
    """What is asked for now, of an incident whose facts are not whole."""
    asked = next_of(game, table, incident)
    assert isinstance(asked, Question), "while facts are told, one is asked for"
    return asked


def leads_on(game: Game, table: Table, incident: Incident, report: Report) -> bool:
    """Whether the open incident can stand with this report's kind and facts."""
    return report.kind is None or stands(game, table, report.kind, report.facts, incident.moments)

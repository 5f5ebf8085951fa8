"""What is asked of whom while an incident's facts are told, and what its answer is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.game.cases import Case
from console.incidents.deciding import KIND, Answer, Question, answer_to, standing
from console.incidents.facts import Fact, span
from console.table.games.game import Game
from console.table.knowing import cards_out, filled_in, kinds_that_can_be, stands
from console.table.reports import Incident, Report
from console.table.state import Table


def next_of(game: Game, table: Table, incident: Incident) -> Question | Answer | None:
    """What an open incident's facts lead to: the next question, the answer, or nothing that can be."""
    kind, facts = incident.report.kind, incident.all_facts
    if kind is None:
        return Question(KIND, kinds_that_can_be(game, table, incident.moments))
    return answer_to(standing(game.rules.incidents, kind, incident.moments, facts, table.off), facts)


def question(game: Game, table: Table, incident: Incident) -> Question:
    """What is asked for now, of an incident whose facts are not whole.

    A kind that can be no longer, for the reader has told a number since, is asked anew (LT-ROU-27b).
    """
    if not leads_on(game, table, incident, incident.report):
        return Question(KIND, kinds_that_can_be(game, table, incident.moments))
    asked = next_of(game, table, incident)
    assert isinstance(asked, Question), "while facts are told, one is asked for"
    return asked


MOST_WAYS: Final = 14
"""More answers at once than these are no help: then fact is asked for after fact."""
_WITHOUT_END: Final = frozenset(("actual",))
"""Numbers that are asked for by themselves: a wheel has 37."""
_COUNTED: Final = 9
"""Up to so many cards a count without an end is offered."""


def ways(game: Game, table: Table) -> tuple[dict[str, Fact], ...]:
    """What can be told at once of the open incident where more than one fact is lacking, each to its end.

    Empty where one answer is all that is asked for, or where there would be too many to choose from.
    """
    incident = table.incident
    kind = None if incident is None else incident.report.kind
    if incident is None or kind is None or not leads_on(game, table, incident, incident.report):
        return ()
    found = tuple(_ways(game, table, incident, kind, {}))
    return found if len(found) <= MOST_WAYS and any(len(told) > 1 for told in found) else ()


def _ways(
    game: Game, table: Table, incident: Incident, kind: str, told: dict[str, Fact]
) -> Iterator[dict[str, Fact]]:
    facts = filled_in(game, table, kind, incident.all_facts | told, incident.moments)
    stand = standing(game.rules.incidents, kind, incident.moments, facts, table.off)
    asked = answer_to(stand, facts)
    if not isinstance(asked, Question) or asked.fact in _WITHOUT_END:
        yield told
        return
    values = asked.answers if asked.answers is not None else _numbers(table, asked.fact, stand)
    for value in values:
        if stands(game, table, kind, incident.all_facts | told | {asked.fact: value}, incident.moments):
            yield from _ways(game, table, incident, kind, told | {asked.fact: value})


def _numbers(table: Table, fact: str, stand: tuple[Case, ...]) -> Iterator[int]:
    """The whole numbers that the cases name; one without an end goes as far as there are cards for it."""
    spans = [found for case in stand if fact in case.facts and (found := span(case.facts[fact]))]
    out = cards_out(table)
    most = {"cards_to_remove": out - 1, "cards_to_move": out}.get(fact, _COUNTED)
    for number in range(1, most + 1):
        if any(low <= number and (high is None or number <= high) for low, high in spans):
            yield number


def leads_on(game: Game, table: Table, incident: Incident, report: Report) -> bool:
    """Whether the open incident can stand with this report's kind and facts."""
    return report.kind is None or stands(game, table, report.kind, report.facts, incident.moments)

"""The right answer to a slip, from the decision table at that moment: nothing else in a rehearsal knows it.
The table itself takes a whole and true report, on a separate state, and the answer is read from the result.
So a rehearsal always agrees with the table, under any rulebook.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from console.rehearsals.result import Right, RightStep
from console.rehearsals.script import Mishap, wanted_facts
from console.table.core import (
    Game,
    Incident,
    IncidentState,
    PersonAtTable,
    Role,
    Table,
    advance,
    events,
    guidance,
    known_facts,
    planned_steps,
    possible_choices,
)
from console.table.game import Result
from console.table.incidents import Fact

PLAYS_ON: Final = Right(None)
"""The answer if nothing must be reported."""
_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
_REPORTER: Final = "-"
"""The id of the person in whose name the report is made; nobody sees it."""


class FactMissing(ValueError):
    """The file lacks a fact that this rulebook asks for; the answers are its values, if they are few."""

    def __init__(self, kind: str, fact: str, answers: tuple[Fact, ...] | None) -> None:
        super().__init__(f"{kind}: {fact}")
        self.kind, self.fact, self.answers = kind, fact, answers


def true_report(game: Game, table: Table, mishap: Mishap) -> tuple[str, dict[str, Fact]] | None:
    """The slip's kind now, with the facts that a person reports; None if no kind of it can be reported."""
    cases, moment = game.rules.incidents, known_facts.current_moment(game, table)
    for incident in mishap.row.incidents:
        known = {fact for case in cases.kinds.get(incident.kind, ()) for fact in case.facts}
        own = {fact: value for fact, value in incident.facts.items() if fact in known}
        facts = {**wanted_facts(cases, incident.kind, mishap.facts), **own}
        facts = {fact: value for fact, value in facts.items() if fact in known}
        if known_facts.has_case(game, table, incident.kind, facts, moment) and not game.contradicts(
            table, facts
        ):
            return incident.kind, facts
    return None


def right_answer(game: Game, table: Table, mishap: Mishap, choice: str | None = None) -> Right | None:
    """The rulebook's answer to a slip at the table now; None if it can't be reported. ``choice`` is the pit
    boss's, if the steps depend on it. Raises FactMissing.
    """
    if mishap.row.kind is None:
        return PLAYS_ON
    none = replace(table.incidents, waiting=(), ended=None)
    bare = replace(table, incident=None, incidents=none)
    report = true_report(game, bare, mishap)
    if report is None:
        return None
    kind, facts = report
    incident = _opened_report(game, bare, kind, facts)
    if incident.state == IncidentState.FACTS:
        asks = guidance.question(game, replace(bare, incident=incident), incident)
        raise FactMissing(kind, asks.fact, asks.answers)
    assert incident.answer is not None, "its facts are whole"
    fitting = choice if choice in incident.answer.choices else None
    chosen = replace(incident, state=IncidentState.AWAITING, choice=fitting)
    return answer_of(bare, replace(chosen, steps=planned_steps(bare, chosen)))


def answer_of(table: Table, incident: Incident) -> Right:
    """The outcome of an incident whose facts are all known, by the rulebook."""
    case = incident.case
    assert case is not None and incident.report.kind is not None, "its facts are whole"
    choices = possible_choices(table, replace(incident, state=IncidentState.AWAITING))
    decides = case.outcome is Result.PIT_BOSS_DECIDES
    steps = tuple(RightStep(step.action, step.actor) for step in incident.steps)
    return Right(
        incident.report.kind,
        incident.facts,
        choices if decides else (case.outcome.value,),
        case.clause,
        case.basis,
        case.authority,
        steps,
        case.outcome.value,
    )


def _opened_report(game: Game, table: Table, kind: str, facts: dict[str, Fact]) -> Incident:
    """The incident that the table makes of a dealer's report, before anybody decides it."""
    others = tuple(person for person in table.people if person.role is not Role.DEALER)
    seen = replace(table, people=(*others, PersonAtTable(_REPORTER, Role.DEALER)))
    report = events.IncidentReported("-", _REPORTER, kind, facts)
    incident = advance(game, seen, report, None, _AT).shown_incident
    assert incident is not None, "a report that can be opens at once"
    return incident

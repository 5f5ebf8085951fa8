"""The console's ruling on an incident: the case that applies, and its consequences."""

from __future__ import annotations

from typing import NamedTuple

from console.table.game import Case, load_procedures, load_rulebook
from console.table.game.incident_cases import cases_of
from console.table.incidents.decision import Ruling, answer_to, standing
from console.table.incidents.facts import Fact
from console.table.incidents.moments import Moment


def decided(game: str, kind: str, moment: Moment, *, rules: str = "lt", **facts: Fact) -> tuple[Case, ...]:
    """The cases that the console leads to: one, or those between which the pit boss chooses."""
    cases = cases_of(rules, game, load_rulebook(rules).incidents, load_procedures())
    answer = answer_to(standing(cases, kind, [moment], facts), facts)
    assert isinstance(answer, Ruling), "the facts leave nothing to be asked"
    return answer.cases


class Ruled(NamedTuple):
    """A case's clause, its outcome, and its steps with the actor of each."""

    clause: str | None
    outcome: str
    steps: list[str]


def ruled(case: Case) -> Ruled:
    return Ruled(case.clause, str(case.outcome), [f"{step.action}:{step.actor}" for step in case.steps])

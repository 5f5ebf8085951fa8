"""A fact that changes money, cards or steps fails when it is given falsely; any other costs points and is
named.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.result import Decided, RehearsalResult, ScoreLine, ScoreSubject, StepTaken, Way
from console.table.core import lines
from console.table.incidents import UNASKED, Fact
from tests.rehearsals.fuzz import Game, in_memory, was_right
from tests.rehearsals.pairs import PAIRS, REHEARSALS, reckoning
from tests.rehearsals.played import BOTH, rehearsal_result, right
from tests.rehearsals.reckoned import incident_of
from tests.table.incidents.rows import committed

COUNTS = (1, 2, 3, 4)


def reported_with(name: str, rules: str, **facts: Fact) -> RehearsalResult:
    """The rehearsal of somebody who is right in all but these facts; what is refused is reported truly."""
    refused = False

    def person(run: RehearsalRun) -> lines.Line | None:
        nonlocal refused
        line = right(run)
        if isinstance(line, lines.Incident) and not refused:
            refused = True
            return msgspec.structs.replace(line, facts={**(line.facts or {}), **facts})
        return line

    return rehearsal_result(REHEARSALS[name], rules, BOTH, person, keeps=in_memory)


def facts_line(result: RehearsalResult) -> ScoreLine:
    return next(each for each in result.lines if each.judged is ScoreSubject.FACTS)


@pytest.mark.parametrize(
    ("name", "rules", "false"),
    [
        ("roulette-number-wrong", "is", {"actual": 19}),
        ("baccarat-card-read-twice", "ja", {"cards_to_remove": 2}),
        ("baccarat-burned-too-many", "lt", {"extras": "aside"}),
    ],
)
def test_a_fact_by_which_money_cards_or_steps_change_fails(
    name: str, rules: str, false: dict[str, Fact]
) -> None:
    truth = reckoning(name, rules)
    assert truth is not None
    assert reported_with(name, rules).passed
    result = reported_with(name, rules, **false)
    (decided,) = [each for each in result.course if isinstance(each, Decided)]
    assert decided.facts == {**truth.facts, **false}
    assert not result.passed
    assert not facts_line(result).good


def test_a_false_cause_costs_points_and_is_named() -> None:
    result = reported_with("roulette-ball-few-turns", "lt", cause="ball_hangs")
    line = facts_line(result)
    assert result.passed and result.score < 100
    assert line.points == 0
    assert line.expected == ("cause=few_turns",)
    assert "cause=ball_hangs" in line.given


def test_a_check_that_leaves_out_the_balls_damage_fails() -> None:
    def person(run: RehearsalRun) -> lines.Line | None:
        line = right(run)
        if isinstance(line, lines.Incident):
            facts = {fact: value for fact, value in (line.facts or {}).items() if fact != UNASKED}
            return msgspec.structs.replace(line, facts=facts)
        return msgspec.structs.replace(line, damaged=None) if isinstance(line, lines.Done) else line

    of = REHEARSALS["roulette-ball-leaves-wheel-damaged"], "lt", BOTH
    assert rehearsal_result(*of, keeps=in_memory).passed
    assert not rehearsal_result(*of, person, keeps=in_memory).passed


def otherwise(value: Fact, fact: str) -> Iterator[Fact]:
    """The other values that a report can give."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (count for count in COUNTS if count != value)
    else:
        words = {known for row in committed() for name, known in row.facts if name == fact}
        yield from sorted(words - {value})


FALSE = [
    (name, rules, fact, value)
    for name, rules in PAIRS
    if (truth := reckoning(name, rules)) is not None
    for fact, true in truth.facts.items()
    if fact
    in {**REHEARSALS[name].script.wrong[0].facts, **incident_of(REHEARSALS[name].script.wrong[0].slip)[1]}
    for value in otherwise(true, fact)
]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("name", "rules"), PAIRS)
def test_no_false_fact_of_a_rehearsal_goes_unsaid(name: str, rules: str) -> None:
    passed_over = []
    for fact, value in [each[2:] for each in FALSE if each[:2] == (name, rules)]:
        result = reported_with(name, rules, **{fact: value})
        game = Game(REHEARSALS[name], rules, Way.GUIDED, BOTH, result)
        *_, decided = [each for each in result.course if isinstance(each, Decided)]
        found = {each for step in result.course if isinstance(step, StepTaken) for each in step.facts}
        assert result.passed == was_right(game), (fact, value)
        if result.passed and decided.facts.get(fact) == value and fact not in found:
            line = facts_line(result)
            if line.good or f"{fact}={str(value).lower()}" not in line.given or result.score == 100:
                passed_over.append((fact, value))
    assert passed_over == []


def test_many_false_facts_are_tried_of_each_sort() -> None:
    passed = {reported_with(name, rules, **{fact: value}).passed for name, rules, fact, value in FALSE[::7]}
    assert passed == {True, False}
    assert len(FALSE) > 100

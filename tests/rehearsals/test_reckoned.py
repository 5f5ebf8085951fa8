"""A rehearsal takes for right what the decision table does: for every file, under every rulebook."""

from __future__ import annotations

import pytest

from console.rehearsals.result import AnnouncementDue, Decided, MishapOccurred, Right, StepTaken
from tests.rehearsals.pairs import CHOICES, EVERY, PAIRS, REHEARSALS, reckoning
from tests.rehearsals.played import BOTH, rehearsal_result


def whole(of: Right) -> tuple[object, ...]:
    return of.kind, of.facts, of.outcome, of.outcomes, of.clause, of.basis, of.authority


def steps(of: Right) -> tuple[str, ...]:
    return tuple(f"{step.action}:{step.actor}" for step in of.steps)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("name", "rules"), PAIRS)
def test_the_right_answers_of_a_rehearsal_follow_the_decision_table(name: str, rules: str) -> None:
    """Kind, facts, outcome, clause, basis, authority, the steps in their order, and what is announced."""
    result = rehearsal_result(REHEARSALS[name], rules, BOTH)
    (slipped,) = [each for each in result.course if isinstance(each, MishapOccurred)]
    (decided,) = [each for each in result.course if isinstance(each, Decided)]
    choices = CHOICES.get(slipped.slip, ())
    wanted = reckoning(name, rules)
    if wanted is None:
        assert (slipped.right, decided.outcome) == (Right(None), "play_on")
        return
    table, row = wanted[:7], f"{wanted.kind} {wanted.clause}"
    assert whole(slipped.right) == table, row
    assert whole(decided.right) == table, row
    assert steps(slipped.right) == (() if choices else wanted.steps), row
    assert steps(decided.right) == wanted.steps, row
    done = tuple(f"{each.action}:{each.actor}" for each in result.course if isinstance(each, StepTaken))
    assert done == wanted.steps, row
    assert (
        tuple(each.key for each in result.course if isinstance(each, AnnouncementDue)) == wanted.announced
    ), row


def test_no_pair_of_file_and_rulebook_is_left_out() -> None:
    """One of those with the same answer in one rehearsal is played here, in a sweep each."""
    assert len(EVERY) == len({*EVERY}) >= 371
    assert len(PAIRS) == len({*PAIRS}) >= 145 and {*PAIRS} <= {*EVERY}
    assert {rules for _, rules in PAIRS} == {"sv", "ja", "lt", "is", "de"}
    assert {(name, repr(reckoning(name, rules))) for name, rules in PAIRS} == {
        (name, repr(reckoning(name, rules))) for name, rules in EVERY
    }

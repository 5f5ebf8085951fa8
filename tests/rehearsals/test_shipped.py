"""Every rehearsal that comes with the console to each of its right ends, and to a wrong one.

A sweep plays them under every rulebook that has the kind.
"""

import pytest

from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.result import Decided, MishapOccurred, ScoreSubject
from console.rehearsals.slips import slips
from console.table.core import Action, Role, lines, open_kinds
from console.table.game import DOCUMENTED, load_rulebook, rulebook_ids
from tests.rehearsals.pairs import EVERY, PAIRS, REHEARSALS
from tests.rehearsals.played import BOSS, BOTH, DEALER, kinds_practised, rehearsal_result, right
from tests.table.incidents.rows import committed

WRONGLY = [
    (name, rules[number % len(rules)])
    for number, (name, each) in enumerate(REHEARSALS.items())
    if (rules := each.rulebooks())
]
"""Each once, the rulebooks in turn."""
CASTS = (BOSS, DEALER, BOTH)


def cast(name: str, rules: str) -> dict[Role, str]:
    """The person who rehearses: each of the three in turn, so that in a sweep every file has them all."""
    return CASTS[(list(REHEARSALS).index(name) + rulebook_ids().index(rules)) % len(CASTS)]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("name", "rules"), PAIRS)
def test_a_shipped_rehearsal_plays_to_its_right_end(name: str, rules: str) -> None:
    result = rehearsal_result(REHEARSALS[name], rules, cast(name, rules))
    assert result.ended == "played"
    slipped = [each for each in result.course if isinstance(each, MishapOccurred)]
    assert [each.slip for each in slipped] == [each.slip for each in REHEARSALS[name].script.wrong]
    decided = [each for each in result.course if isinstance(each, Decided)]
    assert all(each.outcome in (each.right.outcomes or ("play_on",)) for each in decided)
    assert (result.passed, result.score) == (True, 100), [line for line in result.lines if not line.good]
    assert result.kind == slipped[0].right.kind or result.kind in (None, *_kinds(slipped[0].slip))


def _kinds(slip: str) -> set[str]:
    return {each.kind for each in slips()[slip].incidents}


def wrong(run: RehearsalRun) -> lines.Line | None:
    """The next line of somebody who takes it for something else, or for nothing."""
    view, table = run.table.session.view(), run.table.table
    named = run.mishaps.last is not None and run.mishaps.last.row.kind is not None
    if not run.mishaps.count or (run.mishaps.is_handled and named and table.incident is None):
        return right(run)
    by = run.cast.people[Role.PIT_BOSS if Role.PIT_BOSS in run.people else Role.DEALER]
    if view.prompt.action == Action.ANSWER and Role(view.prompt.actor) in run.people:
        answers = view.prompt.answers if isinstance(view.prompt.answers, tuple) else (1,)
        return lines.Answer(run.cast.people[Role(view.prompt.actor)], {str(view.prompt.fact): answers[0]})
    if table.incident is not None or run.jury.decided:
        return right(run)
    if view.prompt.action == Action.RESOLVE and Role.PIT_BOSS in run.people:
        return lines.Withdraw(by, "nothing happened")
    true = _kinds(run.mishaps.last.slip) if run.mishaps.last is not None else set()
    kinds = [kind for kind in open_kinds(run.game, table) if kind not in true]
    first = [kind for kind in ("cannot_continue", "prohibited_action") if kind in kinds]
    if not kinds:
        return right(run)
    return lines.Incident(by, (first or kinds)[0])


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("name", "rules"), WRONGLY)
def test_a_shipped_rehearsal_plays_to_a_wrong_end(name: str, rules: str) -> None:
    result = rehearsal_result(REHEARSALS[name], rules, cast(name, rules), wrong)
    assert not result.passed
    assert result.score < 100
    outcome = [line for line in result.lines if line.judged in (ScoreSubject.OUTCOME, ScoreSubject.KIND)]
    assert not all(line.good for line in outcome)


NEVER_TOLD = "not_mixed"
"""Only a halt of the card set brings it, and rehearsals are not watched (the protocol)."""


def test_each_kind_of_the_decision_table_has_a_rehearsal_at_each_game() -> None:
    """All can be practised at a simulated table: a colleague reports what the table can't show."""
    due = {(row.game, row.kind) for row in committed() if row.kind != NEVER_TOLD}
    practised = {
        (each.script.game, incident.kind)
        for each in REHEARSALS.values()
        for mishap in each.script.wrong
        for incident in mishap.row.incidents
    }
    assert practised >= due
    for game in DOCUMENTED:
        assert set(kinds_practised(game)) == {kind for of, kind in due if of == game}


def test_each_slip_is_in_a_rehearsal_that_is_named_for_its_game() -> None:
    assert {mishap.slip for each in REHEARSALS.values() for mishap in each.script.wrong} == set(slips())
    assert all(name.startswith(f"{each.script.game}-") for name, each in REHEARSALS.items())


def test_every_rulebook_has_rehearsals_of_all_its_kinds() -> None:
    for rules in rulebook_ids():
        book = load_rulebook(rules)
        for game in DOCUMENTED:
            here = [each for each in REHEARSALS.values() if (each.name, rules) in EVERY]
            kinds = {
                kind
                for each in here
                if each.script.game == game
                for kind in _kinds(each.script.wrong[0].slip)
            }
            assert kinds >= set(book.games[game].incidents.kinds) - {NEVER_TOLD}, (rules, game)

"""The log of a shift with fifty incidents, in each game, against what was counted beside the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise

import msgspec
import pytest

from console.supervisor.review import fact_source
from console.supervisor.review.log.entry_words import clause_of
from console.table.journal import Facet, Filter, Log, Tally
from tests.supervisor.records.shift_played import Beside, Shift

PLAYED = [("baccarat", "lt", 2), ("blackjack", "is", 6), ("roulette", "lt", 8)]
DECIDING = ("incident_reported", "incident_answered", "outcome_authorised")
CountedShift = tuple[Log, Beside]


@pytest.fixture(scope="module", params=PLAYED, ids=lambda each: str(each[0]))
def counted_shift(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[CountedShift]:
    game, code, seed = request.param
    path = tmp_path_factory.mktemp("log") / "J.db"
    with ExitStack() as stack:
        shift = Shift(path, code, game, seed, stack)
        shift.play(600, 50)
        beside = shift.beside
    with Log([path]) as log:
        list(log.fill(fact_source))
        yield log, beside


def count_of(log: Log, filter: Filter) -> int:
    tally = Tally(log, filter)
    while tally.step():
        pass
    return tally.found


@pytest.mark.sweep
def test_every_report_is_found(counted_shift: CountedShift) -> None:
    log, beside = counted_shift
    assert count_of(log, Filter(kinds=frozenset({"incident_reported"}), refused=False)) == len(
        beside.reported
    )
    for number in beside.reported:
        assert log.newest(Filter(incident=number)), number


@pytest.mark.sweep(1)
def test_each_outcome_is_found_as_often_as_it_was_seen(counted_shift: CountedShift) -> None:
    log, beside = counted_shift
    counted: Counter[str] = Counter()
    for (_, outcome), count in beside.decisions().items():
        counted[outcome] += count
    for number, other in beside.beside_another.items():  # one entry decided both
        outcomes = [beside.opened[each]["outcome"] for each in (number, other)]
        counted[outcomes[0]] -= outcomes[0] == outcomes[1] and other not in beside.taken_back
    assert {each: count_of(log, Filter(outcomes=frozenset({each}))) for each in counted} == counted


@pytest.mark.sweep(1)
def test_an_incident_is_found_by_the_clause_that_decided_it_and_shows_it(counted_shift: CountedShift) -> None:
    """Whatever play's prompt rests on once it is decided: BAC-3.6.1 is about picking up, not about an
    outcome.
    """
    log, beside = counted_shift
    counted = {(clause, outcome): count for (clause, outcome), count in beside.decisions().items() if clause}
    assert counted
    for (clause, outcome), count in counted.items():
        asked = Filter(clauses=frozenset({clause}), outcomes=frozenset({outcome}))
        assert count_of(log, asked) == count, (clause, outcome)
        rows = [row for row in log.newest(asked) if row.incident not in beside.beside_another.values()]
        assert {clause_of(row) for row in rows if row.kind in DECIDING} <= {clause}


ANSWERS = {"deal": "card_drawn", "announce": "step_done", "spin": "ball_ran", "await_number": "number_read"}
"""The action of each prompt, and the kind of the entry that answers it."""


@pytest.mark.sweep
def test_beside_a_row_stands_the_clause_of_the_prompt_that_it_answered(counted_shift: CountedShift) -> None:
    log, _ = counted_shift
    rows = log.newest(limit=5_000)[::-1]
    wholes = [log.whole(row.place) for row in rows]
    answered = 0
    for before, row in pairwise(zip(rows, wholes, strict=True)):
        whole = before[1]
        assert whole is not None
        prompt = msgspec.json.decode(whole.prompt)
        if ANSWERS.get(prompt["action"]) == row[0].kind and row[0].refused is None:
            answered += 1
            assert clause_of(row[0]) == prompt["clauses"][0], row[0]
            found = log.newest(Filter(clauses=frozenset({prompt["clauses"][0]})), 5_000)
            assert row[0].number in {each.number for each in found}
    assert answered > 50


@pytest.mark.sweep(1)
def test_an_entry_that_answers_nothing_is_not_found_by_the_clause_then_due(
    counted_shift: CountedShift,
) -> None:
    log, beside = counted_shift
    both = {*beside.beside_another.values(), *beside.ended_beside}  # such an entry has two clauses
    for clause in {clause_of(row) for row in log.newest(limit=5_000)} - {"–"}:
        rows = log.newest(Filter(clauses=frozenset({clause})), 5_000)
        alone = [row for row in rows if row.incident not in both]
        assert all(clause in (*row.clauses, row.decided_by) for row in alone), clause


@pytest.mark.sweep(1)
def test_every_round_that_ended_is_one_line(counted_shift: CountedShift) -> None:
    log, beside = counted_shift
    results = log.values(Facet.RESULT)
    voids = count_of(log, Filter(results=frozenset({"void"})))
    assert voids == beside.counts["voids"] + beside.counts["unplayed"]
    assert count_of(log, Filter(results=frozenset(results))) - voids == beside.counts["rounds"]


@pytest.mark.sweep(1)
def test_every_entry_knows_its_dealer(counted_shift: CountedShift) -> None:
    log, beside = counted_shift
    dealt = {dealer for dealer in beside.by_dealer if dealer is not None}
    rows = log.newest(limit=5_000)
    assert {row.dealer for row in rows} - {None} == dealt
    assert sum(count_of(log, Filter(dealers=frozenset({dealer}))) for dealer in dealt) == sum(
        row.dealer is not None for row in rows
    )

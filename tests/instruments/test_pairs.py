"""Two rows of the decision table at one table, one queued behind the other: all papers agree.

The sample has each game with each thing in between; the sweep has every pair. Two that are reported at one
moment end as each does alone, but for what a sentence of the protocol names.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.instruments.differ.cases import RULES as RULEBOOKS
from tests.instruments.differ.cases import cases
from tests.instruments.pairs import BETWEEN, Pair, mixed, pairs, played_pair
from tests.instruments.together import PLACES, RULES, compared, in_rows, kept, pairs_at
from tests.sweep import by_turns, each_kind, sampled

PAIRS = each_kind(mixed(pairs()), lambda pair: (pair.first.game, pair.between))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_the_papers_of_two_incidents_say_what_happened(pair: Pair, tmp_path: Path) -> None:
    sitting, found = played_pair(pair, tmp_path)
    assert found == [] and sitting.both


def test_each_two_rows_of_a_game_that_a_rulebook_has_are_a_pair() -> None:
    named = {(pair.first, pair.second) for pair in pairs()}
    rows = cases()
    missing = [
        (one, other)
        for one in rows
        for other in rows
        if one.game == other.game and {*one.rules} & {*other.rules} and (one, other) not in named
    ]
    assert missing == [] and len(named) == len(pairs())
    assert {pair.between for pair in pairs()} == {*BETWEEN}


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("place", "rules"), by_turns(PLACES, RULEBOOKS))
def test_each_of_two_reports_ends_as_it_does_alone(place: tuple[str, str], rules: str) -> None:
    game, moment = place
    every = pairs_at(game, rules, moment)
    found = [compared(game, rules, moment, *pair) for pair in sampled(every, every[:: len(every) // 20 + 1])]
    assert [each for one in found for each in one.faults] == []
    known = {(row.sentence, row.other, row.then) for row in kept()}
    named = in_rows(each for one in found for each in one.named)
    assert {(row.sentence, row.other, row.then) for row in named} <= known, "pairs --alone --keep"


def test_each_sentence_that_names_a_difference_names_one() -> None:
    assert {row.sentence for row in kept()} == {*RULES}

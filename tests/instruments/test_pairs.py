"""Two rows of the decision table at one table, one queued behind the other: all papers agree.

The sample has each game with each thing in between; the sweep has every pair.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.instruments.differ.cases import cases
from tests.instruments.pairs import BETWEEN, Pair, mixed, pairs, played_pair
from tests.sweep import each_kind

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

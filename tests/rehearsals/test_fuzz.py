"""Answered at random, no rehearsal that was wrong is passed and none that was right is failed.

Some here; ``python3 -m tests.rehearsals.fuzz`` answers ten thousand in every market.
"""

from __future__ import annotations

import random

import pytest

from console.table.game import rulebook_ids
from tests.rehearsals.fuzz import answered, strangely, was_right

TIMES = 24


@pytest.mark.sweep(2)
@pytest.mark.parametrize("rules", rulebook_ids())
def test_the_console_judges_as_the_decision_table_does(rules: str) -> None:
    passed = set()
    for seed in range(TIMES):
        game = answered(random.Random(f"{rules} {seed}"), rules)
        assert game.result.passed == was_right(game), strangely(game, seed)
        passed.add(game.result.passed)
    assert passed == {True, False}

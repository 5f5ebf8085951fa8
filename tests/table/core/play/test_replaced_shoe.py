"""The shoe that is put in the place of another between rounds, at every card game and in every market."""

from __future__ import annotations

import pytest

from console.table.core.games.game import of_cards
from console.table.core.play.preparation import reshuffle_steps
from tests.table.core.tables import CODES, Driven

FROM: dict[str, str] = {"lt": "shuffle_1"}
"""Its first step in lt is the shuffle (LT-BAC-02); elsewhere cards are received, inspected and presented."""


@pytest.mark.parametrize("game", ("baccarat", "blackjack"))
@pytest.mark.parametrize("code", CODES)
def test_a_shoe_that_replaces_another_is_made_ready_from_where_its_rules_begin(code: str, game: str) -> None:
    """BAC-3.1.4, BJ-3.1.4, LT-BAC-02, LT-BAC-22b."""
    steps = reshuffle_steps(of_cards(Driven(code, game=game).game), new_decks=False, new_shoe=True)
    assert steps[:2] == ("replace_shoe", FROM.get(code, "receive_decks"))
    asked = ("receive_decks", "inspect", "present")
    assert tuple(step for step in steps if step in asked) == (() if code == "lt" else asked)
    assert "load" in steps

"""The result of a round of blackjack, as the road of results shows it."""

from __future__ import annotations

import pytest

from tests.table.core.tables import Driven

AT_MOST = 12
"""Prompts from the last card that was dealt to the announced result."""


@pytest.mark.parametrize(
    ("hand", "result"),
    [("AS KD", "blackjack"), ("6S TC KD", "bust"), ("6S TC 2D", "18"), ("AS 9D", "20"), ("7S 7D 7C", "21")],
)
def test_a_dealers_result_is_a_blackjack_a_bust_or_what_it_comes_to(hand: str, result: str) -> None:
    """BJ-2.1.4."""
    up, hole, *more = hand.split()
    driven = Driven("sv", game="blackjack")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "seats", "seats": [1]})
    driven.take({"do": "bets", "state": "closed"})
    for face in ("TH", up, "9D", hole):
        driven.take({"do": "card", "card": face})
    for _ in range(AT_MOST):
        prompt = driven.view()["prompt"]
        match prompt["action"]:
            case "collect":
                break
            case "await_decision":
                choice = "decline" if "decline" in prompt["offers"] else "stand"
                driven.take({"do": "decision", "seat": 1, "hand": 1, "choice": choice})
            case "deal":
                driven.take({"do": "card", "card": more.pop(0)})
            case _:
                driven.take({"do": "done", "by": "D1"})
    assert (driven.table.results, more) == ((result,), [])

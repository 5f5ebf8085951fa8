"""Published cases at a table: wrong card sets whose inspection was waved through, and forgotten acts.

Of the thirteen cases 1 to 8 and 12 are of the protocol. What the layout says (9), a licence (10), the video
(11) and a dealer's violations over months (13) no table can see.
"""

from __future__ import annotations

import pytest

from tests.instruments.published_cases import CASES, Case, noticed
from tests.table.tables import Driven, Seen

SHOE = 416


@pytest.mark.sweep(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_a_wrong_set_is_noticed_in_its_first_shoe_or_when_it_is_counted(case: Case) -> None:
    """BAC-3.1.1: of one missing card 42 coups say nothing yet; the count at the close does."""
    found = noticed(case, "baccarat", 1)
    expected = {"one card short": "count", "decks in factory order": "order"}
    assert found.by == expected.get(case.what, found.by) and found.by != "nothing"
    assert (found.cards < SHOE or found.by == "count") and found.rounds <= case.rounds


@pytest.mark.parametrize("number", [3, 6])
def test_blackjack_notices_an_order_at_once_and_a_missing_card_by_the_count(number: int) -> None:
    """BJ-3.1.1."""
    found = noticed(CASES[number - 1], "blackjack", 1)
    assert (found.by, found.cards <= 10) == (("order", True) if number == 6 else ("count", False))


OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}


def test_a_dealers_first_card_that_was_forgotten_has_one_outcome() -> None:
    """Case 7, LT-BJ-2.3.16: the prompt asks for it, and nobody moves cards back as they think best."""
    table = Driven("lt", game="blackjack")
    lines = (
        OPEN,
        {"do": "seats", "seats": [1, 2]},
        CLOSED,
        *({"do": "card", "card": each} for each in ("9H", "2S")),
    )
    for line in lines:
        view = table.take(line)
    assert (view["prompt"]["action"], view["prompt"]["hand"], view["prompt"]["card"]) == ("deal", "dealer", 1)
    table.take({"do": "card", "card": "KD"})
    told: Seen = {"do": "incident", "by": "P1", "kind": "out_of_order", "facts": {"may_affect": True}}
    incident = table.take(told)["incident"]
    assert (incident["outcome"], incident["clause"]) == ("void", "LT-BJ-2.3.16")


@pytest.mark.parametrize(("rules", "reason"), [("lt", "no_spin"), ("sv", None)])
def test_three_turns_stop_a_table_whose_rules_ask_for_four(rules: str, reason: str | None) -> None:
    """Case 8, LT-ROU-26, ROU-3.1.1: nobody has to know the rule by heart."""
    table = Driven(rules, game="roulette")
    for line in (OPEN, CLOSED, {"do": "spin", "by": "D1", "turns": 3, "direction": "against"}):
        view = table.take(line)
    assert view["prompt"].get("reason") == reason


def test_no_bets_open_before_each_step_of_the_shuffle_and_the_burn_is_done() -> None:
    """Case 12, LT-BAC-03: none is skipped, by a reason neither, and the first card is burned."""
    table = Driven("lt", is_ready=False)
    for who, role in (("D1", "dealer"), ("P1", "pit_boss")):
        table.take({"do": "sign_in", "who": who, "role": role})
    view, asked = table.take({"do": "open", "by": "P1"}), list[str]()
    while view["phase"] == "shoe":
        prompt = view["prompt"]
        assert table.take(OPEN)["refused"] == "out_of_turn"
        asked.append(prompt["action"])
        other = "D1" if prompt["actor"] == "pit_boss" else "P1"
        assert table.take({"do": "done", "by": other, "reason": "no time"})["refused"] == "not_authorised"
        if prompt["action"] == "burn_card":
            assert table.take({"do": "done", "by": "D1"})["refused"] is not None
            view = table.take({"do": "card", "card": "AH"})
        else:
            view = table.take({"do": "done", "by": prompt["actor"][:1].upper() + "1", "counted": 416})
        assert view["accepted"]
    assert asked[-2:] == ["burn_card", "burn"] and view["shoe"]["left"] == 414
    assert {"shuffle_1", "shuffle_2", "shuffle_3"} < set(asked)

"""Incidents of baccarat by Lithuanian rules: what happened, and what its clause has done about it.

The outcomes are read from the clauses' sentences, not from the decision table.
"""

from __future__ import annotations

import pytest

from console.table.game import DOCUMENTED, Case
from console.table.incidents.facts import Fact
from console.table.incidents.moments import Moment
from tests.table.incidents.ruled import Ruled, decided, ruled


def only_case(kind: str, moment: Moment, **facts: Fact) -> Case:
    """The case that the console leads to."""
    (case,) = decided("baccarat", kind, moment, rules="lt", **facts)
    return case


def test_too_few_cards_burned_are_left_so() -> None:
    """LT-BAC-14: nothing is done, whenever it is seen."""
    assert ruled(only_case("under_burn", Moment.ANY)) == Ruled("LT-BAC-14", "go_on", [])


def test_the_pit_boss_lets_a_shoe_that_was_not_burned_be_played() -> None:
    """LT-BAC-15."""
    case = only_case("no_burn", Moment.ANY)
    assert ruled(case) == Ruled("LT-BAC-15", "go_on", [])
    assert case.authority == "pit_boss"


def test_a_first_card_that_came_face_up_is_scanned_and_the_game_is_void() -> None:
    """LT-BAC-20."""
    case = only_case("first_card_face_up", Moment.ROUND)
    assert ruled(case) == Ruled("LT-BAC-20", "void", ["scan_card:pit_boss"])


@pytest.mark.parametrize("cards", [2, 3, 6])
def test_more_than_one_card_on_the_wrong_side_is_moved_by_the_pit_boss_alone(cards: int) -> None:
    """LT-BAC-26b: not by the dealer, who moves one card unasked."""
    case = only_case("wrong_position", Moment.CARD_OUT, cards_to_move=cards)
    assert ruled(case) == Ruled("LT-BAC-26b", "move_cards", ["move_cards:pit_boss"])
    assert case.authority == "pit_boss"


def test_cards_left_on_the_table_and_seen_a_deal_later_are_discarded_by_the_pit_boss() -> None:
    """LT-BAC-28b: play goes on, and they are not put back to their places first."""
    case = only_case("cards_left_on_table", Moment.ANY, noticed="after_deal")
    assert ruled(case) == Ruled("LT-BAC-28b", "go_on", ["discard:pit_boss"])


@pytest.mark.parametrize(
    ("clause", "cards"), [("LT-BAC-29", 1), ("LT-BAC-29", 2), ("LT-BAC-29b", 3), ("LT-BAC-29b", 8)]
)
def test_damaged_cards_that_are_found_while_dealing_are_replaced_by_the_pit_boss(
    clause: str, cards: int
) -> None:
    """LT-BAC-29, LT-BAC-29b: however many, and play goes on."""
    case = only_case("damaged_card", Moment.ROUND, where="round", cards=cards)
    assert ruled(case) == Ruled(clause, "replace_card", ["replace_card:pit_boss"])
    assert case.authority == "pit_boss"


@pytest.mark.parametrize("moment", [Moment.BET_TIME, Moment.ROUND])
@pytest.mark.parametrize("reason", ["equipment", "premises", "health", "other"])
@pytest.mark.parametrize("game", DOCUMENTED)
def test_a_round_that_cannot_go_on_for_an_objective_reason_is_void(
    game: str, reason: str, moment: Moment
) -> None:
    """LT-BAC-31: equipment, premises, a person's health, or another reason, in each game."""
    (case,) = decided(game, "cannot_continue", moment, reason=reason)
    assert ruled(case) == Ruled("LT-BAC-31", "void", [])
    assert case.authority == "pit_boss"

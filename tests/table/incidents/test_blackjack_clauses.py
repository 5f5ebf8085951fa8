"""Incidents of blackjack by Lithuanian rules: what happened, and what its clause has done about it.

The outcomes are read from the clauses' sentences, not from the decision table.
"""

from __future__ import annotations

import pytest

from console.table.game import Case
from console.table.incidents.facts import Fact
from console.table.incidents.moments import Moment
from tests.table.incidents.ruled import Ruled, decided, ruled


def only_case(kind: str, moment: Moment, *, rules: str = "lt", **facts: Fact) -> Case:
    """The case that the console leads to."""
    (case,) = decided("blackjack", kind, moment, rules=rules, **facts)
    return case


@pytest.mark.parametrize("cards", [1, 2])
def test_up_to_two_fallen_cards_that_were_seen_are_put_back_and_played_on(cards: int) -> None:
    """LT-BJ-2.3.1, LT-BJ-2.3.1a."""
    case = only_case("card_fell", Moment.ROUND, where="round", cards=cards, seen=True)
    assert ruled(case) == Ruled("LT-BJ-2.3.1a", "go_on", ["put_back:dealer"])


@pytest.mark.parametrize("cards", [1, 2])
def test_up_to_two_unseen_fallen_cards_are_put_back_and_the_game_is_void(cards: int) -> None:
    """LT-BJ-2.3.1, LT-BJ-2.3.1b."""
    case = only_case("card_fell", Moment.ROUND, where="round", cards=cards, seen=False)
    assert ruled(case) == Ruled("LT-BJ-2.3.1b", "void", ["put_back:dealer"])


@pytest.mark.parametrize("seen", [True, False])
def test_three_fallen_cards_void_the_game_whether_they_were_seen_or_not(seen: bool) -> None:
    """LT-BJ-2.3.1, LT-BJ-2.3.1c."""
    case = only_case("card_fell", Moment.ROUND, where="round", cards=3, seen=seen)
    assert (case.clause, case.outcome) == ("LT-BJ-2.3.1c", "void")


@pytest.mark.parametrize("stage", [1, 2])
def test_up_to_two_cards_that_fall_in_the_first_or_second_shuffle_are_put_back(stage: int) -> None:
    """LT-BJ-2.3.2, LT-BJ-2.3.2a."""
    case = only_case("card_fell", Moment.SHUFFLE, where="shuffle", cards=2, stage=stage)
    assert ruled(case) == Ruled("LT-BJ-2.3.2a", "shuffle_on", ["put_back:dealer"])


def test_up_to_two_that_fall_in_the_third_shuffle_are_put_back_and_it_starts_over() -> None:
    """LT-BJ-2.3.2, LT-BJ-2.3.2b."""
    case = only_case("card_fell", Moment.SHUFFLE, where="shuffle", cards=2, stage=3)
    assert ruled(case) == Ruled("LT-BJ-2.3.2b", "shuffle_again", ["put_back:dealer"])


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_three_that_fall_in_any_shuffle_have_the_cards_replaced(stage: int) -> None:
    """LT-BJ-2.3.2, LT-BJ-2.3.2c."""
    case = only_case("card_fell", Moment.SHUFFLE, where="shuffle", cards=3, stage=stage)
    assert ruled(case) == Ruled("LT-BJ-2.3.2c", "replace_decks", ["replace_decks:pit_boss"])


def test_a_first_card_of_bet_time_that_was_seen_is_discarded_and_the_game_is_void() -> None:
    """LT-BJ-2.3.10b."""
    case = only_case("early_deal", Moment.BET_TIME, first_card=True, seen=True)
    assert ruled(case) == Ruled("LT-BJ-2.3.10b", "void", ["discard:dealer"])


def test_a_cut_card_not_scanned_before_the_deck_change_is_scanned_by_the_pit_boss() -> None:
    """LT-BJ-2.3.7: play goes on."""
    case = only_case("cut_card_not_scanned", Moment.ANY)
    assert ruled(case) == Ruled("LT-BJ-2.3.7", "go_on", ["scan_cut_card:pit_boss"])


def test_a_hole_card_that_was_shown_while_players_could_decide_voids_the_game() -> None:
    """LT-BJ-2.3.11."""
    assert ruled(only_case("hole_card_exposed", Moment.CARD_OUT)) == Ruled("LT-BJ-2.3.11", "void", [])


def test_a_cut_card_found_passed_in_bet_time_changes_the_deck_after_the_next_game() -> None:
    """LT-BJ-2.3.13b: the pit boss scans the cut card in that game, and bets stand."""
    case = only_case("played_past_cut_card", Moment.BET_TIME, noticed="betting")
    assert ruled(case) == Ruled("LT-BJ-2.3.13b", "change_shoe_after", ["scan_cut_card:pit_boss"])


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("out_of_order", "LT-BJ-2.3.16"),
        ("misread", "LT-BJ-2.3.17"),
        ("card_mismatch", "LT-BJ-2.3.17"),
        ("double_scan", "LT-BJ-2.3.18"),
    ],
)
def test_a_wrong_scan_with_a_possible_effect_voids_the_game(kind: str, clause: str) -> None:
    """LT-BJ-2.3.16, LT-BJ-2.3.17, LT-BJ-2.3.18: no card is taken away, as baccarat would."""
    assert ruled(only_case(kind, Moment.CARD_OUT, may_affect=True)) == Ruled(clause, "void", [])


@pytest.mark.parametrize(
    ("second_first", "clause", "outcome"),
    [(True, "LT-BJ-2.3.19a", "void"), (False, "LT-BJ-2.3.19b", "go_on")],
)
def test_two_stuck_cards_void_the_game_if_the_second_was_scanned_first(
    second_first: bool, clause: str, outcome: str
) -> None:
    """LT-BJ-2.3.19a, LT-BJ-2.3.19b."""
    case = only_case("stuck_cards", Moment.CARD_OUT, second_first=second_first)
    assert ruled(case) == Ruled(clause, outcome, [])


@pytest.mark.parametrize("moment", [Moment.BET_TIME, Moment.ROUND])
@pytest.mark.parametrize(
    ("rules", "clause"), [*((rules, "BJ-2.1.5") for rules in ("sv", "ja", "is", "de")), ("lt", "LT-BJ-2.3.6")]
)
def test_a_system_fault_voids_the_round(rules: str, clause: str, moment: Moment) -> None:
    """BJ-2.1.5, LT-BJ-2.3.6."""
    case = only_case("technical_fault", moment, rules=rules)
    assert ruled(case) == Ruled(clause, "void", [])
    assert case.authority == "pit_boss"


@pytest.mark.parametrize(("clause", "cards"), [("LT-BJ-2.3.14", 1), ("LT-BJ-2.3.14", 2), ("LT-BAC-29b", 3)])
def test_damaged_cards_are_replaced_by_the_pit_boss(clause: str, cards: int) -> None:
    """LT-BJ-2.3.14; of three or more LT-BAC-29b, which is not written for blackjack."""
    case = only_case("damaged_card", Moment.ROUND, where="round", cards=cards)
    assert ruled(case) == Ruled(clause, "replace_card", ["replace_card:pit_boss"])


def test_cards_that_were_cleared_early_are_restored_by_the_pit_boss() -> None:
    """LT-BJ-2.3.20."""
    case = only_case("cards_cleared_early", Moment.CARD_OUT)
    assert ruled(case) == Ruled("LT-BJ-2.3.20", "restore_hands", ["restore:pit_boss"])


def test_advice_on_the_play_of_a_hand_is_a_prohibition_that_the_pit_boss_decides_on() -> None:
    """BJ-4.3."""
    cases = decided("blackjack", "prohibited_action", Moment.ANY, what="advice_given")
    assert {case.clause for case in cases} == {"BJ-4.3"}
    assert {str(choice) for choice in cases[0].choices} == {"go_on", "void"}

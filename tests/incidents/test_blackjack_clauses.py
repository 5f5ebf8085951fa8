"""Incidents of blackjack by Lithuanian rules: what happened, and what its clause has done about it.

The outcomes are read from the clauses' sentences, not from the decision table.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from console.game.incident_cases import Case, cases_of
from console.game.rulebook import load_procedures, load_rulebook
from console.incidents.decision import Ruling, answer_to, standing
from console.incidents.facts import Fact
from console.incidents.moments import Moment


def decided(kind: str, moment: Moment, **facts: Fact) -> tuple[Case, ...]:
    """The cases that the console leads to: one, or those between which the pit boss chooses."""
    cases = cases_of("lt", "blackjack", load_rulebook("lt").incidents, load_procedures())
    answer = answer_to(standing(cases, kind, [moment], facts), facts)
    assert isinstance(answer, Ruling), "the facts leave nothing to be asked"
    return answer.cases


class Ruled(NamedTuple):
    """What a case rests on, and what comes of it."""

    clause: str | None
    outcome: str
    steps: list[str]


def ruled(case: Case) -> Ruled:
    return Ruled(case.clause, str(case.outcome), [str(step.action) for step in case.steps])


@pytest.mark.parametrize("cards", [1, 2])
def test_up_to_two_fallen_cards_that_were_seen_are_put_back_and_played_on(cards: int) -> None:
    """LT-BJ-2.3.1, LT-BJ-2.3.1a."""
    (case,) = decided("card_fell", Moment.ROUND, where="round", cards=cards, seen=True)
    assert ruled(case) == Ruled("LT-BJ-2.3.1a", "go_on", ["put_back"])


@pytest.mark.parametrize("cards", [1, 2])
def test_up_to_two_that_nobody_saw_are_put_back_and_the_game_is_void(cards: int) -> None:
    """LT-BJ-2.3.1, LT-BJ-2.3.1b."""
    (case,) = decided("card_fell", Moment.ROUND, where="round", cards=cards, seen=False)
    assert ruled(case) == Ruled("LT-BJ-2.3.1b", "void", ["put_back"])


@pytest.mark.parametrize("seen", [True, False])
def test_three_fallen_cards_void_the_game_whether_they_were_seen_or_not(seen: bool) -> None:
    """LT-BJ-2.3.1, LT-BJ-2.3.1c."""
    (case,) = decided("card_fell", Moment.ROUND, where="round", cards=3, seen=seen)
    assert (case.clause, case.outcome) == ("LT-BJ-2.3.1c", "void")


@pytest.mark.parametrize("stage", [1, 2])
def test_up_to_two_that_fall_in_the_first_or_second_shuffle_are_put_back_and_it_goes_on(stage: int) -> None:
    """LT-BJ-2.3.2, LT-BJ-2.3.2a."""
    (case,) = decided("card_fell", Moment.SHUFFLE, where="shuffle", cards=2, stage=stage)
    assert ruled(case) == Ruled("LT-BJ-2.3.2a", "shuffle_on", ["put_back"])


def test_up_to_two_that_fall_in_the_third_shuffle_are_put_back_and_it_starts_over() -> None:
    """LT-BJ-2.3.2, LT-BJ-2.3.2b."""
    (case,) = decided("card_fell", Moment.SHUFFLE, where="shuffle", cards=2, stage=3)
    assert ruled(case) == Ruled("LT-BJ-2.3.2b", "shuffle_again", ["put_back"])


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_three_that_fall_in_any_shuffle_have_the_cards_replaced(stage: int) -> None:
    """LT-BJ-2.3.2, LT-BJ-2.3.2c."""
    (case,) = decided("card_fell", Moment.SHUFFLE, where="shuffle", cards=3, stage=stage)
    assert ruled(case) == Ruled("LT-BJ-2.3.2c", "replace_decks", ["replace_decks"])


def test_a_first_card_of_bet_time_that_was_seen_is_discarded_and_the_game_is_void() -> None:
    """LT-BJ-2.3.10b."""
    (case,) = decided("early_deal", Moment.BET_TIME, first_card=True, seen=True)
    assert ruled(case) == Ruled("LT-BJ-2.3.10b", "void", ["discard"])


def test_a_damaged_card_is_replaced_by_the_pit_boss() -> None:
    """LT-BJ-2.3.14."""
    (case,) = decided("damaged_card", Moment.ROUND, where="round", cards=1)
    assert ruled(case) == Ruled("LT-BJ-2.3.14", "replace_card", ["replace_card"])
    assert [str(step.actor) for step in case.steps] == ["pit_boss"]


def test_cards_that_were_cleared_early_are_restored_by_the_pit_boss() -> None:
    """LT-BJ-2.3.20."""
    (case,) = decided("cards_cleared_early", Moment.CARD_OUT)
    assert [str(step.actor) for step in case.steps] == ["pit_boss"]
    assert ruled(case) == Ruled("LT-BJ-2.3.20", "restore_hands", ["restore"])


def test_advice_on_the_play_of_a_hand_is_a_prohibition_that_the_pit_boss_decides_on() -> None:
    """BJ-4.3."""
    cases = decided("prohibited_action", Moment.ANY, what="advice_given")
    assert {case.clause for case in cases} == {"BJ-4.3"}
    assert {str(choice) for choice in cases[0].choices} == {"go_on", "void"}

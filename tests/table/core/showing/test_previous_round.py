"""The round before the present one: what a game server that was away learns of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.core.tables import Driven

Seen = dict[str, Any]

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
DONE: Seen = {"do": "done", "by": "D1"}
AUTHORISE: Seen = {"do": "authorise", "by": "P1"}
SPIN: Seen = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}


def number(pocket: int) -> Seen:
    return {"do": "number", "number": pocket, "source": "reader"}


def number_was(pocket: int) -> Seen:
    return {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": pocket}, "by": "P1"}


def taken(driven: Driven, *lines: Seen) -> Seen:
    for line in lines:
        assert driven.take(line)["accepted"], line
    return driven.view()


def previous_of(driven: Driven) -> Seen:
    """The previous round of the present view; the same after a restart, and from the first entry on."""
    seen = driven.view()["previous"]
    driven.restart()
    assert driven.view()["previous"] == seen
    assert isinstance(seen, dict)
    return seen


def test_no_round_is_before_the_first() -> None:
    driven = Driven("lt", game="roulette")
    assert driven.view()["previous"] is None
    assert taken(driven, OPEN, CLOSED, SPIN, number(5), DONE)["previous"] is None


@pytest.mark.parametrize(
    "end", [(number(17), DONE), (number(17), number_was(5), {"do": "done", "by": "P1"})]
)
def test_the_previous_round_has_all_that_was_last_shown_of_it(end: tuple[Seen, ...]) -> None:
    driven = Driven("lt", game="roulette")
    last = taken(driven, OPEN, CLOSED, SPIN, *end)["round"]
    taken(driven, OPEN)
    assert previous_of(driven) == {**last, "corrected": None}


def test_a_number_put_right_in_the_next_bet_time_stands_beside_the_first() -> None:
    """LT-ROU-33."""
    driven = Driven("lt", game="roulette")
    first = taken(driven, OPEN, CLOSED, SPIN, number(23), DONE)["round"]
    second = taken(driven, OPEN, number_was(17))["round"]
    seen = previous_of(driven)
    assert (seen["id"], seen["number"], seen["colour"]) == (first["id"], 17, "black")
    assert seen["corrected"] == {"number": 23}
    taken(driven, {"do": "done", "by": "P1"}, CLOSED, SPIN, number(8), DONE, OPEN)
    assert previous_of(driven)["id"] == second["id"]
    assert previous_of(driven)["corrected"] is None


def test_a_number_put_right_between_rounds_is_corrected_in_the_next() -> None:
    """LT-ROU-33: also twice, and back to the first."""
    driven = Driven("lt", game="roulette")
    settled = {"do": "done", "by": "P1"}
    taken(driven, OPEN, CLOSED, SPIN, number(23), DONE, number_was(17), settled, OPEN)
    assert previous_of(driven)["corrected"] == {"number": 23}
    taken(driven, number_was(11), settled)
    assert (previous_of(driven)["number"], previous_of(driven)["corrected"]) == (11, {"number": 23})
    taken(driven, number_was(23), settled)
    assert (previous_of(driven)["number"], previous_of(driven)["corrected"]) == (23, None)


def test_a_number_that_was_put_right_before_its_announcement_corrects_nothing() -> None:
    driven = Driven("lt", game="roulette")
    taken(driven, OPEN, CLOSED, SPIN, number(23), number_was(17), {"do": "done", "by": "P1"}, OPEN)
    assert (previous_of(driven)["number"], previous_of(driven)["corrected"]) == (17, None)


def test_a_void_round_is_a_previous_one_and_a_respin_is_none() -> None:
    driven = Driven("lt", game="roulette")
    few = {**SPIN, "turns": 3}
    no_spin = {"do": "incident", "kind": "no_spin", "facts": {"cause": "few_turns"}, "by": "P1"}
    first = taken(driven, OPEN, CLOSED)["round"]["id"]
    assert taken(driven, few, no_spin, DONE)["previous"] is None
    second = taken(driven, SPIN, number(8), DONE, OPEN, CLOSED)["round"]["id"]
    assert previous_of(driven)["id"] == first
    driven.take(few)
    taken(driven, {"do": "void", "by": "P1"}, OPEN)
    seen = previous_of(driven)
    assert (seen["id"], seen["status"], seen["number"], seen["corrected"]) == (second, "void", None, None)


def test_a_correction_of_the_round_before_a_void_one_is_in_no_previous_round() -> None:
    driven = Driven("lt", game="roulette")
    taken(driven, OPEN, CLOSED, SPIN, number(23), DONE, OPEN, CLOSED)
    driven.take({**SPIN, "turns": 2})
    taken(driven, {"do": "void", "by": "P1"}, OPEN, number_was(17))
    seen = previous_of(driven)
    assert (seen["status"], seen["number"], seen["corrected"]) == ("void", None, None)


def test_a_bet_that_went_back_after_the_result_stands_beside_the_announced_seats() -> None:
    """LT-BJ-2.3.8."""
    driven = Driven("lt", game="blackjack")
    cards = [{"do": "card", "card": card} for card in ("5H", "TH", "9S", "6D", "8D", "7C")]
    taken(driven, OPEN, {"do": "seats", "seats": [1, 2]}, CLOSED, *cards)
    for seat, choice in ((1, "timeout"), (2, "stand")):
        taken(driven, {"do": "decision", "seat": seat, "hand": 1, "choice": choice})
    announced = taken(driven, DONE, {"do": "card", "card": "2S"}, DONE)["round"]
    assert announced["status"] == "finished"
    report = {"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1, "hand": 1}, "by": "P1"}
    now = taken(driven, report, DONE)["round"]
    assert now["seats"]["1"][0]["state"] == "refunded"
    taken(driven, OPEN)
    assert previous_of(driven) == {**now, "corrected": {"seats": announced["seats"]}}


def test_a_coup_before_has_its_cards_and_nothing_is_corrected() -> None:
    driven = Driven("sv")
    cards = [{"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")]
    last = taken(driven, OPEN, CLOSED, *cards, DONE, DONE)["round"]
    taken(driven, OPEN)
    assert previous_of(driven) == {**last, "corrected": None}

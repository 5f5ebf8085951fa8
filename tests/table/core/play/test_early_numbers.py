"""Numbers that belong to no spin, and whose a number is at a wheel that does not report its ball."""

from __future__ import annotations

from tests.table.core.editions.spins import (
    CLOSED,
    DONE,
    OPEN,
    answers,
    at,
    authorise,
    played,
    read,
    says,
    spin,
    wheel,
    withdraw,
)
from tests.table.core.tables import Driven

TAKEN_OUT = (OPEN, says("D1", "spun_in_bet_time", ball="track"), DONE, CLOSED)


def test_a_number_of_nobody_goes_once_the_rounds_number_is_known() -> None:
    table = Driven("lt", game="roulette")
    assert played(table, *TAKEN_OUT, read(23), spin())["round"]["early"] == [{"number": 23, "entry": 5}]
    assert played(table, read(7))["round"]["early"] == []
    assert played(table, DONE, OPEN)["previous"]["early"] == []


def test_each_number_of_nobody_stands_in_the_order_in_which_it_came() -> None:
    early = at("lt", *TAKEN_OUT, read(23), read(4), spin())["round"]["early"]
    assert [each["number"] for each in early] == [23, 4]


def test_a_press_that_was_made_before_a_number_of_nobody_came_is_stale() -> None:
    table = Driven("lt", game="roulette")
    seen = played(table, *TAKEN_OUT)["entry"]
    played(table, read(23))
    assert played(table, spin() | {"seen": {"entry": seen, "ms": 900}})["refused"] == "stale"


def test_a_number_of_nobody_survives_a_respin_and_a_restart() -> None:
    table = Driven("lt", game="roulette")
    no_spin = says("D1", "no_spin", cause="ball_hangs")
    played(table, *TAKEN_OUT, read(23), spin(), no_spin, authorise("seen"), DONE)
    table.restart()
    assert table.view()["round"]["early"] == [{"number": 23, "entry": 5}]


def test_a_result_of_a_ball_that_the_wheel_has_sent_needs_no_reason() -> None:
    fault = says("P1", "technical_fault", result_known=True, actual=17)
    assert at("lt", OPEN, CLOSED, wheel("2/1", "3/1"), fault)["prompt"]["action"] == "settle"
    assert at("lt", OPEN, CLOSED, wheel("2/1"), fault)["prompt"]["action"] == "authorise"
    assert at("lt", OPEN, CLOSED, wheel("4/1"), fault)["prompt"]["action"] == "settle"


def test_a_result_may_be_unknown_while_two_numbers_differ() -> None:
    unknown = says("D1", "technical_fault", result_known=False)
    assert at("lt", OPEN, CLOSED, spin(), read(17), read(18), unknown)["incident"]["clause"] == "LT-ROU-30a"


def test_a_withdrawn_number_of_bet_time_is_nobodys_and_so_is_the_next_one() -> None:
    view = at("lt", OPEN, read(17), withdraw("a test"), read(18))
    assert [each["number"] for each in view["round"]["early"]] == [18]


def test_another_answer_takes_what_stood_against_the_first_away() -> None:
    table = Driven("lt", game="roulette")
    few, hangs = says("D1", "no_spin", cause="few_turns"), answers("P1", cause="ball_hangs")
    played(table, OPEN, CLOSED, spin(), read(17), few)
    assert played(table, authorise())["refused"] == "fact_needed"
    assert played(table, hangs, authorise())["refused"] is None

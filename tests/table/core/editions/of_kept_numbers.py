"""Roulette: numbers and faults of a wheel beside a halt, and what the round before says of its number."""

from __future__ import annotations

from console.table.core.state import editions
from console.table.scenes import Seen
from tests.table.core.editions.of_spins import HANGS, SENT
from tests.table.core.editions.scenes import scene
from tests.table.core.editions.spins import (
    CLOSED,
    DONE,
    OPEN,
    at,
    authorise,
    read,
    says,
    spin,
    wheel,
    withdraw,
)

DONE_P: Seen = {"do": "done", "by": "P1"}
VOID: Seen = says("P1", "cannot_continue", reason="health")
ROUND = (OPEN, CLOSED, spin(), read(20), DONE)
"""A round, whose number a later report can put right."""


def put_right(number: int) -> tuple[Seen, ...]:
    return says("D1", "wrong_number_recorded", actual=number), authorise(), DONE_P


@scene(editions.SMALLER, before={"number": 28}, since=None)
def a_number_that_was_put_right_and_is_back() -> object:
    first = (OPEN, CLOSED, spin(), read(28), DONE, *put_right(13))
    return at("lt", *first, OPEN, *put_right(28))["previous"]["corrected"]


@scene(editions.SMALLER, before=("fact_needed", None), since=(None, None))
def a_warning_of_bet_time_that_offers_nothing() -> object:
    view = at("de", OPEN, wheel("2/1"), wheel("3/1", bits=2), withdraw())
    return view["refused"], view["offer"]


OUT = (SENT, spin(), HANGS, authorise(), DONE)
"""The ball of the wheel's game 1 is said to be out, and the round goes on."""


@scene(editions.SMALLER, before=("out_of_turn", 0), since=(None, 0))
def the_number_of_a_ball_that_was_out_with_no_round_open() -> object:
    view = at("lt", OPEN, CLOSED, *OUT, spin(), VOID, wheel("5/1:17"))
    return view["refused"], 0 if view["phase"] == "betting" else view["phase"]


@scene(editions.SMALLER, before="halted", since=None)
def that_number_under_a_report_between_two_rounds() -> object:
    wrong = says("D1", "wrong_number_recorded", actual=3)
    lines = (*ROUND, OPEN, CLOSED, *OUT, spin(), VOID, wrong, wheel("5/1:17"))
    return at("lt", *lines)["refused"]


WRONG = says("D1", "wrong_number_recorded", actual=3)
RESPUN = (*ROUND, OPEN, CLOSED, *OUT, spin())
FELL = wheel("5/1:1")
ENDED = (authorise(), DONE_P)


@scene(editions.SMALLER, before=(None, None), since=(4, 4))
def a_number_that_came_under_a_report_over_a_fallen_ball() -> object:
    round = at("lt", *RESPUN, FELL, WRONG, read(4), *ENDED)["round"]
    return round["recorded"], round["number"]


@scene(editions.SMALLER, before=(None, None), since=(4, 4))
def a_number_that_came_in_the_halt_of_a_fallen_ball() -> object:
    round = at("lt", *RESPUN, FELL, read(4), withdraw("x"))["round"]
    return round["recorded"], round["number"]


@scene(editions.SMALLER, before=False, since=True)
def a_fault_and_a_ball_of_bet_time_in_one_line() -> object:
    sent = wheel("1/5", "2/5", "3/5", "4/5", "5/5:20")
    return "." in at("lt", OPEN, CLOSED, spin(), sent, DONE, OPEN, wheel("3/6"))["text"]


@scene(editions.SMALLER, before=0, since=3)
def two_warnings_of_one_line() -> object:
    return at("lt", OPEN, CLOSED, wheel("4/1", bits=12))["text"].count(".")


@scene(editions.GAME, before=("device", "technical_fault"), since=("device", "spun_in_bet_time"))
def a_fallen_balls_number_in_the_bet_time_of_a_later_round() -> object:
    sent = wheel("1/1", "2/1", "3/1")
    view = at("lt", OPEN, CLOSED, sent, spin(), HANGS, authorise(), DONE, VOID, OPEN, wheel("5/1:17"))
    return view["prompt"]["reason"], view["offer"]["kind"]


@scene(editions.GAME, before=("halted", "bets_open"), since=("spinning", None))
def that_number_once_its_halt_is_withdrawn() -> object:
    sent = wheel("1/1", "2/1", "3/1")
    out = (OPEN, CLOSED, sent, spin(), HANGS, authorise(), DONE, VOID)
    view = at("lt", *out, OPEN, wheel("5/1:17"), withdraw("x"))
    return view["phase"], view["prompt"].get("reason")

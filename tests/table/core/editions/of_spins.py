"""Roulette: whose a number is, what ends a report that settles it, and what is held against a report."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.scenes import scene
from tests.table.core.editions.spins import (
    CLOSED,
    DONE,
    OPEN,
    answers,
    at,
    authorise,
    decision,
    read,
    says,
    spin,
)

# --- a decided no spin ends what would settle that spin -------------------------------------------

SETTLES = {"result_known": True, "actual": 29}
"""Facts by which a technical fault settles the round in lt."""
CAME_BACK = ("technical_fault", "LT-ROU-30b", "authorise", None)
SPUN_AGAIN = ("no_spin", "LT-ROU-27a", "spin", None)


@scene(editions.SETTLED, before=CAME_BACK, since=SPUN_AGAIN)
def a_settlement_that_was_authorised_before_the_no_spin() -> object:
    fault, no_spin = says("D1", "technical_fault", **SETTLES), says("D1", "no_spin", cause="same_direction")
    return decision(at("lt", OPEN, CLOSED, spin(), fault, no_spin, authorise(), authorise(), DONE))


@scene(editions.SETTLED, before=("stand", None, CAME_BACK), since=("stand", None, SPUN_AGAIN))
def a_settlement_that_waited_behind_the_no_spin() -> object:
    no_spin, fault = says("P1", "no_spin", cause="same_direction"), says("D1", "technical_fault", **SETTLES)
    view = at("lt", OPEN, CLOSED, spin(), no_spin, fault, DONE)
    return view["bets"], view["round"]["number"], decision(view)


@scene(editions.SETTLED, before=("technical_fault", None, "answer", None), since=SPUN_AGAIN)
def a_settlement_whose_result_was_not_yet_said_to_be_known() -> object:
    no_spin, fault = says("P1", "no_spin", cause="same_direction"), says("D1", "technical_fault")
    return decision(at("lt", OPEN, CLOSED, spin(), no_spin, fault, DONE))


@scene(editions.SETTLED, before=[True, False], since=[False])
def a_report_without_a_kind_settles_nothing_either() -> object:
    no_spin, is_fault = says("P1", "no_spin", cause="same_direction"), answers("P1", kind="technical_fault")
    view = at("lt", OPEN, CLOSED, spin(), no_spin, says("P1", None), DONE, is_fault)
    return view["prompt"]["answers"]


@scene(editions.SETTLED, before=("closed", 17), since=("closed", None))
def a_ball_of_bet_time_that_finishes_a_spin_that_is_reported_as_none() -> object:
    early, no_spin = says("D1", "spun_in_bet_time", ball="pocket"), says("D1", "no_spin", cause="ball_hangs")
    view = at("lt", OPEN, early, read(17), no_spin, authorise())
    return view["bets"], view["round"]["number"]

"""Roulette: whose a number is, what ends a report that settles it, and what is held against a report."""

from __future__ import annotations

from console.table.core.state import editions
from console.table.scenes import Seen
from tests.table.core.editions.scenes import scene
from tests.table.core.editions.spins import (
    CLOSED,
    DONE,
    OPEN,
    VIEW,
    answers,
    at,
    authorise,
    decision,
    played,
    read,
    says,
    spin,
    wheel,
    withdraw,
)
from tests.table.core.tables import Driven

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


# --- whose a number is ----------------------------------------------------------------------------

HANGS = says("D1", "no_spin", cause="ball_hangs")
FEW = says("D1", "no_spin", cause="few_turns")
SENT = wheel("1/1", "2/1", "3/1", "4/1")
"""The wheel's game 1 up to a ball that is to be taken out."""
RESPIN = (OPEN, CLOSED, SENT, spin(), HANGS, authorise())
BROKE_OFF = (wheel("6/1"), withdraw("x"))
"""The wheel breaks its game off, which halts the table."""
NEXT = wheel("1/2", "2/2", "3/2", "4/2", "5/2:23")


def number(view: Seen) -> tuple[object, ...]:
    return view["prompt"]["action"], view["round"]["recorded"], view["round"]["number"]


@scene(editions.GAME, before=("await_number", None, None), since=("announce", 23, 23))
def the_number_of_the_next_game_before_the_spin_is_confirmed() -> object:
    return number(at("lt", *RESPIN, DONE, *BROKE_OFF, NEXT, spin()))


@scene(editions.GAME, before=("await_number", None, None), since=("announce", 23, 23))
def the_number_of_the_next_game_before_the_ball_is_said_to_be_out() -> object:
    broken_off = wheel("1/1", "2/1", "3/1", "4/1", "6/1")
    again = (withdraw("x"), HANGS, authorise(), wheel("1/2", "2/2", "3/2", "4/2"))
    return number(at("lt", OPEN, CLOSED, broken_off, *again, wheel("5/2:23"), DONE, spin()))


@scene(editions.GAME, before=("LT-ROU-27c", False), since=("LT-ROU-27b", True))
def few_turns_once_the_next_game_has_its_number() -> object:
    incident = at("lt", *RESPIN, DONE, *BROKE_OFF, NEXT, FEW)["incident"]
    return incident["clause"], incident["facts"]["recorded"]


@scene(editions.GAME, before=("resolve", 17, None), since=("announce", 17, 17))
def a_ball_that_is_sent_again_in_the_game_in_which_it_was_out() -> object:
    return number(at("lt", *RESPIN, DONE, wheel("3/1"), withdraw("x"), wheel("4/1", "5/1:17"), spin()))


@scene(editions.GAME, before=("spin", None), since=("resolve", "no_spin"))
def a_ball_said_to_be_out_that_falls_under_the_next_respin() -> object:
    again = says("P1", "no_spin", cause="ball_hangs")
    prompt = at("lt", *RESPIN, DONE, again, wheel("5/1:17"), DONE)["prompt"]
    return prompt["action"], prompt.get("reason")


@scene(editions.GAME, before=("foreign_object", None, "answer", None), since=(None, None, "spin", None))
def an_object_that_was_out_in_time_and_the_number_of_the_next_game() -> object:
    in_time = says("D1", "foreign_object", ball_removed_in_time=True)
    view = at("lt", OPEN, CLOSED, SENT, *BROKE_OFF, in_time, NEXT, DONE, VIEW)
    return decision(view)


# --- a number that belongs to no spin -------------------------------------------------------------

EARLY = (OPEN, says("D1", "spun_in_bet_time", ball="track"), DONE, CLOSED, read(23), spin())
"""The reader, which reports no ball, gives a number of nobody."""


@scene(editions.EARLY, before=[], since=[{"number": 23, "entry": 5}])
def a_number_after_a_ball_of_bet_time_was_taken_out() -> object:
    return at("lt", *EARLY)["round"]["early"]


@scene(editions.EARLY, before=("void", []), since=("void", [{"number": 23, "entry": 5}]))
def the_number_of_nobody_in_a_void_round_that_is_the_previous_one() -> object:
    previous = at("lt", *EARLY, says("P1", "not_read"), authorise("seen"), OPEN)["previous"]
    return previous["status"], previous["early"]


def held(*lines: Seen) -> tuple[object, ...]:
    """The prompts, the refusals and the open contradictions."""
    table = Driven("lt", game="roulette")
    view = played(table, *lines)
    found = tuple(
        (each.first.claim.value, each.first.value, each.second.claim.value, each.second.value)
        for each in table.table.contradictions.open
    )
    return view["refused"], view["fact"], view["prompt"]["action"], found


OUT_BUT_READ = ("ball_out", "", "number", "23")


def against(kind: str) -> tuple[object, ...]:
    """A reason is asked for, and the number stands against a report of this kind."""
    return "fact_needed", "reason", "authorise", (OUT_BUT_READ, ("number", "23", "report", kind))


@scene(
    editions.EARLY,
    before=("out_of_turn", None, "await_bets", ()),
    since=against("not_read"),
)
def not_read_beside_a_number_of_nobody() -> object:
    return held(*EARLY, says("P1", "not_read"), authorise())


@scene(
    editions.EARLY,
    before=("out_of_turn", None, "remove_ball", ()),
    since=against("foreign_object"),
)
def a_dealers_own_decision_beside_a_number_of_nobody() -> object:
    return held(*EARLY, says("D1", "foreign_object", ball_removed_in_time=True), authorise())


@scene(
    editions.EARLY,
    before=("out_of_turn", None, "await_bets", ()),
    since=against("technical_fault"),
)
def a_result_that_is_said_to_be_unknown_beside_a_number_of_nobody() -> object:
    return held(*EARLY, says("P1", "technical_fault", result_known=False), authorise())


@scene(
    editions.EARLY,
    before=(None, None, "spin", ()),
    since=(
        "fact_needed",
        "reason",
        "authorise",
        (OUT_BUT_READ, ("report", "cannot_continue", "number", "23")),
    ),
)
def a_number_of_nobody_that_comes_while_a_report_awaits() -> object:
    taken_out = (OPEN, says("D1", "spun_in_bet_time", ball="track"), DONE, CLOSED)
    lines = (*taken_out, says("D1", "cannot_continue", reason="equipment"), read(23), authorise())
    asked, fact, action, found = held(*lines)
    return asked, fact, "spin" if action == "await_bets" else action, found


# --- a number that comes once a respin is decided -------------------------------------------------


@scene(
    editions.RECORDED,
    before=("no_spin", "LT-ROU-27c", "remove_ball", None),
    since=("no_spin", "LT-ROU-27b", "authorise", None),
)
def a_number_while_the_ball_of_a_no_spin_is_to_be_taken_out() -> object:
    return decision(at("lt", OPEN, CLOSED, spin(3), says("P1", "no_spin", cause="few_turns"), read(9)))


@scene(editions.RECORDED, before=("open", "spin"), since=("void", "remove_ball"))
def that_decision_once_it_is_authorised_again() -> object:
    few = says("P1", "no_spin", cause="few_turns")
    view = at("lt", OPEN, CLOSED, SENT, spin(3), few, wheel("5/1:9"), authorise(), VIEW)
    if view["prompt"]["action"] == "remove_ball" and view["round"]["status"] == "open":
        view = at("lt", OPEN, CLOSED, SENT, spin(3), few, wheel("5/1:9"), DONE, withdraw("x"))
    return view["round"]["status"], view["prompt"]["action"]


@scene(
    editions.RECORDED,
    before=("ball_out", "LT-ROU-29", "pick_up_ball", None),
    since=("ball_out", None, "answer", None),
)
def a_number_while_a_ball_that_left_the_wheel_is_to_be_picked_up() -> object:
    return decision(at("lt", OPEN, CLOSED, spin(), says("P1", "ball_out"), read(9)))


# --- what the table knows is held against a report ------------------------------------------------

KNOWN = (OPEN, CLOSED, spin(), read(17))


@scene(editions.KNOWN, before=None, since="bad_input")
def a_result_that_is_said_to_be_unknown_and_stands() -> object:
    return at("lt", *KNOWN, says("P1", "technical_fault", result_known=False))["refused"]


@scene(editions.KNOWN, before=[True, False], since=[True])
def the_answers_while_a_number_is_recorded_and_waits() -> object:
    return at("lt", OPEN, CLOSED, read(17), says("P1", "technical_fault"))["prompt"]["answers"]


@scene(editions.KNOWN, before=(None, None), since=("bad_input", "bad_input"))
def the_number_that_stands_is_said_to_be_the_right_one() -> object:
    table = Driven("lt", game="roulette")
    played(table, *KNOWN, DONE)
    reported = played(table, says("D1", "wrong_number_recorded", actual=17))["refused"]
    played(table, withdraw("x"), says("D1", "wrong_number_recorded"))
    return reported, played(table, answers("D1", actual=17))["refused"]


@scene(editions.KNOWN, before="wrong_number_recorded", since=None)
def a_second_report_of_the_number_that_the_first_has_put_right() -> object:
    wrong = (says("D1", "wrong_number_recorded", actual=18), says("D1", "wrong_number_recorded", actual=18))
    view = at("lt", *KNOWN, DONE, *wrong, authorise(), {"do": "done", "by": "P1"}, VIEW)
    return view["incident"] and view["incident"]["kind"]


@scene(
    editions.KNOWN,
    before=("out_of_turn", None, "settle", ()),
    since=("fact_needed", "reason", "authorise", (("number", "17", "no_ball", ""),)),
)
def a_known_result_of_a_ball_that_nobody_has_sent() -> object:
    return held(OPEN, says("P1", "technical_fault", result_known=True, actual=17), authorise())


@scene(
    editions.KNOWN,
    before=(None, None, "remove_ball", ()),
    since=("fact_needed", "reason", "authorise", (("valid_run", "5", "no_spin", "few_turns"),)),
)
def few_turns_against_the_run_that_a_dealer_confirmed() -> object:
    return held(*KNOWN, FEW, authorise())

"""A wheel's lines by its maker's guide: blanks before the first number, other pockets, warnings by state."""

from __future__ import annotations

from typing import Any

from console.table.core.play.outage import outage
from console.table.core.state import editions
from tests.table.core.editions.scenes import scene
from tests.table.core.editions.spins import CLOSED, OPEN, played, spin, withdraw
from tests.table.core.tables import Driven, device


def wheel(*lines: str, times: int = 1) -> dict[str, Any]:
    """The wheel's lines in one read, without what is alike in each of them: ``3;001;  ;0;156;1``."""
    sent = "".join(f"{each}\r\n" if each.isdigit() else f"*X;{each}\r\n" for each in lines)
    return device(sent.encode() * times, "wheel")


def shown(view: dict[str, Any]) -> tuple[object, ...]:
    """The halt's reason, its offer, and the number that counts."""
    offer = view["offer"] or {}
    number = (view["round"] or {}).get("number")
    return view["prompt"].get("reason"), offer.get("kind"), offer.get("facts"), number


FIRST_GAME = (
    wheel("5;010;20;0;150;0", "6;010;20;0;003;0", "1;001;  ;0;044;0", "2;001;  ;0;150;0"),
    OPEN,
    CLOSED,
    wheel("3;001;  ;0;156;0"),
    spin(),
    wheel("4;001;  ;0;173;0", "5;001;32;0;172;0"),
)


@scene(
    editions.NUMBER_FIELD,
    before=("device", "technical_fault", {}, None),
    since=(None, None, None, 32),
)
def a_wheel_that_was_switched_off_and_on_gives_its_first_number() -> object:
    return shown(played(Driven("lt", game="roulette"), *FIRST_GAME))


@scene(
    editions.NUMBER_FIELD,
    before=(None, None, None, None),
    since=("device", "spun_in_bet_time", {"ball": "track"}, None),
)
def the_first_ball_since_power_on_runs_in_bet_time() -> object:
    lines = OPEN, wheel("2;001;  ;0;152;0", "3;001;  ;0;156;0")
    return shown(played(Driven("lt", game="roulette"), *lines))


def with_number(*lines: str) -> dict[str, Any]:
    sent = wheel("2;007;24;0;150;1"), OPEN, CLOSED, wheel("3;007;24;0;174;1"), spin()
    return played(Driven("lt", game="roulette"), *sent, wheel("4;007;24;0;174;1"), wheel(*lines))


@scene(
    editions.NUMBER_FIELD,
    before=((None, None, None, 0), None),
    since=(("device", "technical_fault", {}, None), "pockets"),
)
def the_wheel_says_double_zero() -> object:
    view = with_number("5;007;00;0;174;1")
    return shown(view), view["device_fault"]


@scene(editions.NUMBER_FIELD, before=(None, None), since=("device", "pockets"))
def the_number_alone_is_of_other_pockets() -> object:
    view = with_number("37")
    return view["prompt"].get("reason"), view["device_fault"]


@scene(editions.NUMBER_FIELD, before=None, since="failing")
def the_last_number_was_of_other_pockets() -> object:
    table = Driven("lt", game="roulette")
    table.take(wheel("2;008;00;0;174;1"))
    return in_the_way(table)


def in_the_way(table: Driven) -> str | None:
    found = outage(table.table)
    return None if found is None else found.fault


REPEATED = "2;007;24;8;060;1"
"""A line of a launch that failed before any ball ran, and that the wheel repeats."""


@scene(
    editions.WARNING,
    before=("device", "no_spin", {"recorded": False}, None, "please_wait"),
    since=(None, None, None, None, "wheel_retries"),
)
def the_wheel_repeats_a_launch() -> object:
    view = played(Driven("lt", game="roulette"), wheel("2;007;24;0;170;1"), OPEN, CLOSED, wheel(REPEATED))
    return *shown(view), view["notice"]


@scene(
    editions.WARNING,
    before=("device", "no_spin", {"recorded": True}, None, "please_wait"),
    since=(None, None, None, 5, None),
)
def the_number_of_a_launch_that_was_repeated() -> object:
    sent = (
        wheel("2;007;24;0;170;1"),
        OPEN,
        CLOSED,
        wheel(REPEATED, times=40),
        wheel("3;007;24;0;170;1"),
        spin(),
    )
    view = played(Driven("lt", game="roulette"), *sent, wheel("4;007;24;0;170;1"), wheel("5;007; 5;0;170;1"))
    return *shown(view), view["notice"]


@scene(editions.WARNING, before=[True, True, True], since=[False, True, True])
def a_launch_is_repeated_for_more_than_a_minute() -> object:
    table = Driven("lt", game="roulette")
    played(table, OPEN, CLOSED)
    lines = wheel(REPEATED, times=121), wheel(REPEATED), wheel(REPEATED)
    return [table.take(each)["phase"] == "halted" for each in lines]


@scene(editions.WARNING, before="no_spin", since="technical_fault")
def the_wheel_gives_a_repeated_launch_up() -> object:
    sent = OPEN, CLOSED, wheel(REPEATED), wheel("6;007;24;8;000;1")
    return played(Driven("lt", game="roulette"), *sent)["offer"]["kind"]


RUNS = "3;007;24;0;170;1"


def closed_with_ball(*lines: dict[str, Any]) -> Driven:
    """A table whose ball runs after its bets, and what the wheel says then."""
    table = Driven("lt", game="roulette")
    played(table, wheel("2;007;24;0;170;1"), OPEN, CLOSED, wheel(RUNS), spin(), *lines)
    return table


@scene(editions.WARNING, before=[False, False], since=[False, True])
def no_ball_is_sensed_once_bets_are_over() -> object:
    table = closed_with_ball()
    lines = wheel("4;007;24;1;170;1", times=11), wheel("4;007;24;1;170;1")
    return [table.take(each)["phase"] == "halted" for each in lines]


@scene(editions.WARNING, before=[None, None, "technical_fault"], since=[None, "no_spin", "no_spin"])
def the_ball_is_no_longer_seen() -> object:
    lines = wheel("7;007;24;1;170;1", times=11), wheel("7;007;24;1;170;1"), wheel("2;007;24;0;170;1")
    table = closed_with_ball()
    return [(table.take(each)["offer"] or {}).get("kind") for each in lines]


@scene(editions.WARNING, before=[True, False, True], since=[True, False, False])
def a_sensor_fails_and_the_wheel_closes_itself() -> object:
    table = closed_with_ball()
    lines = wheel("4;007;24;4;170;1"), withdraw("looked at"), wheel("6;007;24;4;000;1")
    return [table.take(each)["phase"] == "halted" for each in lines]


@scene(editions.WARNING, before=("no_spin", None), since=(None, 5))
def bits_of_a_launch_in_the_line_with_the_number() -> object:
    table = closed_with_ball(wheel("4;007;24;0;170;1"))
    view = table.take(wheel("5;007; 5;2;170;1"))
    return (view["offer"] or {}).get("kind"), view["round"]["number"]


@scene(editions.WARNING, before=[True, True, False, True], since=[False, True, False, True])
def each_launch_in_bet_time_halts_once() -> object:
    table = Driven("lt", game="roulette")
    played(table, OPEN)
    lines = wheel(REPEATED), wheel(RUNS), withdraw("looked at"), wheel(REPEATED, RUNS)
    return [table.take(each)["phase"] == "halted" for each in lines]


@scene(editions.FAULT, before=None, since="sensor")
def a_wheel_whose_sensor_failed() -> object:
    return closed_with_ball().take(wheel("4;007;24;4;170;1"))["device_fault"]


STANDS = "4;007;24;0;009;1"
"""The rotor turns less than once a minute, the other way than as the ball was sent."""


def no_spin(cause: str) -> tuple[object, ...]:
    return "no_spin", "no_spin", {"cause": cause, "recorded": True}, None


@scene(editions.ROTOR, before=(None, None, None, 5, None), since=(*no_spin("wheel_stopped"), "wheel_stopped"))
def the_rotor_stands_while_the_ball_falls() -> object:
    view = played(closed_with_ball(wheel(STANDS, times=8)), wheel("5;007; 5;0;000;1"))
    return *shown(view), view["device_fault"]


@scene(editions.ROTOR, before=(None, None, None, 5), since=no_spin("wrong_direction"))
def the_rotor_turns_the_other_way() -> object:
    sent = wheel(STANDS, times=7), wheel("4;007;24;0;170;0", "5;007; 5;0;170;0")
    return shown(played(closed_with_ball(), *sent))


@scene(editions.ROTOR, before=(5, "out_of_turn"), since=(5, None))
def the_number_counts_after_all() -> object:
    table = closed_with_ball(wheel(STANDS, times=8), wheel("5;007; 5;0;000;1"))
    view = table.take(withdraw("the sensor is dirty"))
    return view["round"]["number"], view["refused"]


@scene(editions.ROTOR, before=("bets_open", "spun_in_bet_time"), since=("bets_open", "no_spin"))
def the_number_of_a_standing_wheel_comes_in_bet_time() -> object:
    table = Driven("is", game="roulette")
    lines = OPEN, wheel(RUNS), wheel(STANDS, times=8), wheel("5;007; 5;0;000;1")
    return shown(played(table, *lines))[:2]


@scene(editions.ROTOR, before=(None, 5), since=("no_spin", None))
def the_number_of_a_standing_wheel_comes_in_a_halt() -> object:
    table = closed_with_ball(wheel("4;007;24;4;170;1"), wheel(STANDS, times=8), wheel("5;007; 5;0;000;1"))
    view = table.take(withdraw("the sensor is dirty"))
    return view["prompt"].get("reason"), view["round"]["number"]


IS_OFF = "6;010;20;0;000;0"


@scene(editions.OFF, before=None, since="off")
def bets_would_open_on_a_wheel_that_is_off() -> object:
    table = Driven("lt", game="roulette")
    table.take(wheel(IS_OFF))
    return in_the_way(table)


@scene(editions.OFF, before=[None, None, None], since=[None, "off", None])
def the_rotor_stands_between_two_rounds() -> object:
    table, found = Driven("lt", game="roulette"), list[str | None]()
    for each in (wheel("2;010;20;0;009;0", times=11), wheel("2;010;20;0;000;0"), wheel("2;010;20;0;100;0")):
        table.take(each)
        found.append(in_the_way(table))
    return found


@scene(editions.OFF, before=[None, None], since=["out_of_turn", None])
def a_wheel_that_is_off_is_said_to_run() -> object:
    table = Driven("sv", game="roulette", is_ready=False)
    played(
        table, {"do": "sign_in", "who": "P1", "role": "pit_boss"}, {"do": "open", "by": "P1"}, wheel(IS_OFF)
    )
    while table.view()["prompt"]["action"] != "check_run":
        table.take({"do": "done", "by": "P1"})
    done = {"do": "done", "by": "P1"}
    return [played(table, each)["refused"] for each in (done, {**done, "by": "P1", "reason": "by eye"})]

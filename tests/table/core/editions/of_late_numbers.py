"""Numbers that a wheel corrects, or names afterwards, once they were announced."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.of_held_lines import against, said
from tests.table.core.editions.of_wheel_lines import RUNS, wheel
from tests.table.core.editions.scenes import scene
from tests.table.core.editions.spins import CLOSED, DONE, OPEN, played, spin
from tests.table.core.tables import Driven

BEGINS, FALLS, NUMBER = "2;007;24;0;170;1", "4;007;24;0;170;1", "5;007; 5;0;170;1"
CORRECTED, NEXT = "5;007; 6;0;170;1", "2;008; 6;0;170;0"
AGAINST = [("number", "T1-1", "5", "6")]


def announced(code: str = "lt") -> Driven:
    table = Driven(code, game="roulette")
    played(table, wheel(BEGINS), OPEN, CLOSED, wheel(RUNS), spin(), wheel(FALLS, NUMBER), DONE)
    return table


def offered(table: Driven) -> tuple[object, ...]:
    view = table.view()
    offer = view["offer"] or {}
    return against(table), offer.get("kind"), offer.get("round"), view["phase"]


@scene(
    editions.LATE_NUMBER,
    before=([], None, None, "betting"),
    since=(AGAINST, "wrong_number_recorded", "T1-1", "betting"),
)
def the_wheel_corrects_its_number_after_the_announcement() -> object:
    table = announced()
    played(table, wheel(CORRECTED))
    return offered(table)


@scene(
    editions.LATE_NUMBER,
    before=([], None, None, "betting"),
    since=(AGAINST, "wrong_number_recorded", "T1-1", "betting"),
)
def the_next_game_names_another_last_number_once() -> object:
    table = announced()
    played(table, wheel(NEXT), OPEN, wheel(NEXT, NEXT))
    return offered(table)


@scene(editions.LATE_NUMBER, before=[], since=[("number", "T1-1", "5", "6")])
def the_last_number_is_another_than_the_dealers() -> object:
    table = Driven("de", game="roulette")
    played(table, wheel(BEGINS), OPEN, CLOSED, wheel(RUNS), spin(), said(5), said(5), DONE)
    played(table, wheel(FALLS), wheel("5;007;  ;0;170;1", NEXT))
    return against(table)


@scene(editions.LATE_NUMBER, before=[], since=[{"number": 6, "source": "last"}])
def no_line_with_the_number_came() -> object:
    table = Driven("lt", game="roulette")
    played(table, wheel(BEGINS), OPEN, CLOSED, wheel(RUNS), spin(), {"do": "call", "by": "D1", "on": True})
    view = played(table, wheel(FALLS, NEXT))
    return [{key: each[key] for key in ("number", "source")} for each in view["round"]["early"]]


@scene(
    editions.LATE_CLOSE,
    before=([("bets_open", "T1-1", "", "")], None, None),
    since=([], "no_more_bets", None),
)
def bets_stay_open_after_the_wheels_own_signal() -> object:
    table = Driven("de", game="roulette")
    view = played(table, wheel(BEGINS), OPEN, wheel(RUNS), wheel(FALLS))
    return against(table), view["wheel_signal"], table.take(CLOSED)["wheel_signal"]


@scene(editions.OUTSIDE, before=("out_of_turn", []), since=(None, []))
def the_wheel_plays_a_game_with_no_spin_due() -> object:
    table = Driven("lt", game="roulette")
    view = played(table, wheel(BEGINS, RUNS, FALLS, NUMBER))
    return view["refused"], against(table)


@scene(editions.LATE_NUMBER, before=[], since=[("number", "T1-1", "5", "6")])
def the_reader_gives_another_number_than_the_dealer_announced() -> object:
    table = Driven("de", game="roulette")
    played(table, wheel(BEGINS), OPEN, CLOSED, wheel(RUNS), spin(), said(5), said(5), DONE)
    played(table, wheel(FALLS, CORRECTED))
    return against(table)

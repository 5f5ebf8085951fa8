"""A set that was not mixed is shuffled after this hand; it is not taken for another set."""

from __future__ import annotations

from typing import Any

from console.table.core.state import editions
from tests.table.core.editions.of_tries import CLOSED, OPEN, card, done, played, told
from tests.table.core.editions.scenes import scene
from tests.table.core.tables import Driven

COUP = (OPEN, CLOSED, *card("2S", "3S", "4S", "5S"), done(), done())
IN_ORDER = (*COUP, OPEN, CLOSED, *card("6S", "7S", "8S", "9S", "TS"))
AUTHORISE: dict[str, Any] = {"do": "authorise", "by": "P1", "reason": "the shoe ran in suit order"}


@scene(editions.MIXED, before={"kind": "wrong_card_set", "cause": "order"}, since={"kind": "not_mixed"})
def the_order_of_a_new_deck() -> object:
    offer = played("sv", *IN_ORDER).view()["offer"]
    return {"kind": offer["kind"], **offer["facts"]}


@scene(editions.MIXED, before=("collecting", None), since=("halted", "out_of_turn"))
def a_void_once_the_result_is_known() -> object:
    table = played("sv", *IN_ORDER)
    seen = table.take({"do": "void", "by": "P1"})
    while seen["phase"] == "halted" and seen["accepted"]:
        by = "D1" if seen["prompt"]["actor"] == "dealer" else "P1"
        seen = table.take(AUTHORISE if seen["prompt"]["action"] == "authorise" else done(by))
    return seen["phase"], seen["refused"]


def burned_in_order() -> Driven:
    """A table at which a deck's order shows in the cards that are burned."""
    table = Driven("lt", is_ready=False)
    for line in (
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "sign_in", "who": "D1", "role": "dealer"},
        {"do": "open", "by": "P1"},
    ):
        table.take(line)
    while (prompt := table.view()["prompt"])["action"] != "burn_card":
        table.take(done("P1" if prompt["actor"] == "pit_boss" else "D1", counted=416))
    for line in card("9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S", "AS", "KH"):
        table.take(line)
    return table


@scene(editions.MIXED, before=("halted", "change_shoe"), since=("shoe", "replace_shoe"))
def with_no_round_open_the_shuffle_follows_at_once() -> object:
    table = burned_in_order()
    offer = table.view()["offer"]
    seen = table.take(told(offer["kind"], "P1", **offer["facts"]))
    return seen["phase"], seen["prompt"]["action"]


@scene(editions.MIXED, before=("change_shoe", False), since=("wash", True))
def a_hand_that_is_the_last_already_stays_the_last() -> object:
    """The shuffle that was ordered comes once; nothing is said a second time."""
    shuffle = {"do": "reshuffle", "by": "P1"}
    table = played("sv", *COUP, OPEN, CLOSED, shuffle, *card("6S", "7S", "8S", "9S", "TS"))
    offer = table.view()["offer"]
    seen = table.take(told(offer["kind"], "P1", **offer["facts"]))
    is_last = seen["shoe"]["last_hand"]
    if seen["phase"] == "result":
        assert seen["say"] == "banker_wins"
        for line in (done(), done()):
            seen = table.take(line)
    return seen["prompt"]["action"], is_last


@scene(editions.MIXED, before=None, since="out_of_turn")
def nobody_tells_of_a_shoe_that_has_gone() -> object:
    table = played("sv", *IN_ORDER)
    offer = table.view()["offer"]
    table.take(told(offer["kind"], "P1", **offer["facts"]))
    while (prompt := table.view()["prompt"])["action"] != "await_bets":
        table.take(done("P1" if prompt["actor"] == "pit_boss" else "D1", counted=416))
    return table.take(told(offer["kind"], "P1", **offer["facts"]))["refused"]

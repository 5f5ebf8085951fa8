"""A card that is read under the report about it."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.of_tries import (
    AUTHORISED,
    CLOSED,
    OPEN,
    card,
    done,
    left,
    played,
    told,
)
from tests.table.core.editions.scenes import scene


@scene(editions.TOLD_CARD, before=413, since=414)
def the_card_that_lay_face_down_is_turned_once() -> object:
    table = played("lt", OPEN, {"do": "seats", "seats": [2, 3]}, CLOSED, *card("5H"), game="blackjack")
    reveal = {**AUTHORISED, "choice": "reveal"}
    for line in (told("card_face_down"), *card("KS"), reveal, done(), *card("KS")):
        table.take(line)
    return left(table)


@scene(editions.TOLD_CARD, before=("scan_card", []), since=("deal", ["9H"]))
def the_card_of_bet_time_is_read_under_its_report() -> object:
    table = played("lt", OPEN, told("early_deal", seen=False, first_card=True), *card("9H"))
    for line in (AUTHORISED, CLOSED):
        table.take(line)
    seen = table.view()
    return seen["prompt"]["action"], seen["round"]["player"]


@scene(editions.TOLD_CARD, before=412, since=413)
def a_card_of_bet_time_that_players_saw_is_drawn_once() -> object:
    early = told("early_deal", seen=True, first_card=True)
    return left(played("lt", OPEN, early, *card("9H"), AUTHORISED))

"""A shoe that was changed in a round is burned before bets open again."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.of_tries import AUTHORISED, CLOSED, OPEN, card, done, left, played, told
from tests.table.core.editions.scenes import scene

CHANGED = (
    *(OPEN, CLOSED, *card("9H", "2S"), told("played_past_cut_card", noticed="round")),
    *(AUTHORISED, {"do": "cut_card"}, done(), *card("KD", "4C"), done()),
)


@scene(editions.BURNED, before=("betting", "await_bets", 414), since=("shoe", "burn_card", 414))
def the_new_shoe_is_burned_once_the_table_is_collected() -> object:
    table = played("lt", *CHANGED, done())
    seen = table.view()
    return seen["phase"], seen["prompt"]["action"], left(table)


@scene(editions.BURNED, before=("out_of_turn", "betting", 414), since=(None, "betting", 408))
def its_burn_is_counted_as_any_other() -> object:
    table = played("lt", *CHANGED, done())
    refused = table.take(card("5C")[0])["refused"]
    table.take(done() if refused is None else {"do": "withdraw", "by": "P1"})
    return refused, table.view()["phase"], left(table)


@scene(editions.BURNED, before=("betting", "await_bets"), since=("shoe", "burn_card"))
def a_shoe_that_is_changed_between_rounds_is_burned_at_once() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), done())
    wrong = (told("wrong_card_set", "P1", cause="copies"), AUTHORISED, done(), done("P1"))
    seen = played("lt", *coup, *wrong).view()
    return seen["phase"], seen["prompt"]["action"]


@scene(editions.BURNED, before="betting", since="shoe")
def a_void_round_whose_shoe_was_changed() -> object:
    wrong = (told("wrong_card_set", "P1", cause="copies"), AUTHORISED, done(), done("P1"))
    return played("lt", OPEN, CLOSED, *card("9H", "2S"), *wrong, done()).view()["phase"]

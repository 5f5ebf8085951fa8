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


@scene(editions.BURNED, before="bad_input", since=(None, 409))
def cards_burned_too_many_have_left_the_shoe() -> object:
    facts = {"noticed": "before_first_round", "extras": "discarded", "cards": 5}
    return _reported("over_burn", **facts)


@scene(editions.BURNED, before="bad_input", since=(None, 414))
def cards_burned_too_many_that_are_dealt_first_are_in_the_shoe() -> object:
    return _reported("over_burn", noticed="before_first_round", extras="aside", cards=5)


@scene(editions.BURNED, before="bad_input", since=(None, 415))
def a_burn_that_was_left_out_leaves_what_was_not_read_in_the_shoe() -> object:
    return _reported("no_burn", cards=11)


@scene(editions.BURNED, before="bad_input", since=(None, 415))
def cards_burned_too_few_are_in_the_shoe() -> object:
    return _reported("under_burn", cards=1)


@scene(editions.BURNED, before=("bad_input", "bad_input"), since=("bad_input", None))
def a_burn_has_eleven_cards_at_most() -> object:
    table = played("lt")
    return tuple(table.take(told("no_burn", "P1", cards=each))["refused"] for each in (12, 11))


def _reported(kind: str, **facts: object) -> object:
    table = played("lt")
    refused = table.take(told(kind, "P1", **facts))["refused"]
    return refused if refused is not None else (refused, left(table))

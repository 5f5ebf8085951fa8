"""A card that a step passes over the reader is the card that the step moves."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.of_tries import (
    AUTHORISED,
    CLOSED,
    OPEN,
    UNREAD,
    card,
    done,
    left,
    played,
    told,
)
from tests.table.core.editions.scenes import scene

DEALT = (OPEN, CLOSED, *card("9H", "2S", "KD"))
FELL = (*DEALT, told("card_fell", cards=1, seen=False), AUTHORISED)
DAMAGED = (*DEALT, told("damaged_card", cards=1), AUTHORISED)


@scene(editions.PASSING, before="halted", since="dealing")
def the_identical_card_is_scanned_as_it_is_laid_down() -> object:
    return played("lt", *DAMAGED, *card("KD"), done("P1")).view()["phase"]


@scene(editions.PASSING, before="halted", since="dealing")
def it_is_read_twice_and_at_the_second_try() -> object:
    return played("lt", *DAMAGED, UNREAD, *card("KD", "KD"), done("P1")).view()["phase"]


@scene(editions.PASSING, before=("KD", "9S"), since=("9S",))
def another_face_halts_as_before() -> object:
    table = played("lt", *DAMAGED, *card("KD", "9S"), done("P1")).table
    assert table.halt is not None
    return tuple(map(str, table.halt.cards))


@scene(editions.PASSING, before=410, since=411)
def a_void_rounds_card_is_put_back() -> object:
    return left(played("lt", *FELL, *card("2S"), done()))


@scene(editions.PASSING, before="halted", since="dealing")
def the_hands_are_laid_out_again() -> object:
    cleared = told("cards_cleared_early")
    table = played("lt", *DEALT, cleared, AUTHORISED, *card("9H", "2S", "KD"), done("P1"))
    return table.view()["phase"]


@scene(editions.PASSING, before="halted", since="dealing")
def a_card_is_moved_to_its_place_by_the_dealers_authority() -> object:
    moved = told("wrong_position", cards_to_move=1)
    return played("lt", *DEALT, moved, *card("KD"), done()).view()["phase"]


@scene(editions.PASSING, before="halted", since="dealing")
def the_last_two_cards_are_removed() -> object:
    misread = told("misread", may_affect=True, first_card=False, cards_to_remove=2)
    return played("lt", *DEALT, misread, AUTHORISED, *card("2S", "KD"), done("P1")).view()["phase"]


@scene(editions.PASSING, before="halted", since="collecting")
def an_extra_card_is_set_aside() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), *card("8D"))
    extra = told("extra_card_drawn", shown=False)
    return played("lt", *coup, extra, AUTHORISED, *card("8D"), done()).view()["phase"]

"""Orders and reports about a shoe end with it."""

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
from tests.table.core.play.test_shoe_changed import confirm_all_steps
from tests.table.core.tables import Driven

SHUFFLED = {"do": "reshuffle", "by": "P1"}


def shuffled_under_a_report(code: str, game: str) -> Driven:
    """A round is void, a shuffle was ordered, and a report waits that the shoe is to be changed."""
    reports = (told("technical_fault"), told("played_past_cut_card", noticed="betting"))
    return played(code, OPEN, *reports, SHUFFLED, AUTHORISED, game=game)


@scene(editions.SHOE, before=("played_past_cut_card", True), since=(None, False))
def a_fresh_shoe_is_not_changed_after_its_first_hand() -> object:
    table = shuffled_under_a_report("sv", "baccarat")
    seen = table.view()
    if seen["incident"] is not None:
        for line in (AUTHORISED, {"do": "cut_card"}):
            table.take(line)
    confirm_all_steps(table)
    return seen["incident"] and seen["incident"]["kind"], table.view()["shoe"]["last_hand"]


@scene(editions.SHOE, before=True, since=False)
def blackjack_is_asked_for_no_cut_card_of_a_shoe_that_has_gone() -> object:
    table = shuffled_under_a_report("is", "blackjack")
    table.take(AUTHORISED)
    return table.view()["prompt"]["action"] == "scan_cut_card"


@scene(editions.SHOE, before="set_aside", since="wash")
def a_card_that_was_set_aside_goes_with_its_shoe() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), done())
    reports = (told("extra_card_drawn", shown=False),) * 2
    table = played("sv", *coup, *reports, SHUFFLED, AUTHORISED, done(), AUTHORISED)
    return table.view()["prompt"]["action"]


@scene(editions.SHOE, before=1, since=0)
def an_unread_card_of_the_shoe_before_is_not_laid() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), done(), UNREAD)
    table = played("sv", *coup, told("extra_card_drawn", shown=False), AUTHORISED, done())
    for line in (told("wrong_card_set", "P1", cause="copies"), AUTHORISED, done(), done("P1")):
        table.take(line)
    return table.screen().cards.set_aside


@scene(editions.SHOE, before="banker", since="player")
def a_read_card_of_the_shoe_before_is_not_dealt() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), done(), *card("8D"))
    table = played("sv", *coup, told("extra_card_drawn", shown=False), AUTHORISED, done())
    for line in (told("wrong_card_set", "P1", cause="copies"), AUTHORISED, done(), done("P1"), OPEN, CLOSED):
        table.take(line)
    return table.view()["prompt"]["hand"]


@scene(editions.SHOE, before=1, since=0)
def an_unread_card_of_a_shoe_that_was_changed_meanwhile_is_not_carried() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), done())
    reports = (told("wrong_card_set", cause="copies"), told("extra_card_drawn", shown=False))
    table = played("sv", *coup, *reports, AUTHORISED, done(), done("P1"))
    table.take(AUTHORISED)
    return table.session.table.aside.count


@scene(editions.SHOE, before=415, since=416)
def a_card_of_a_shoe_that_was_changed_meanwhile_is_not_burned_from_the_new_one() -> object:
    coup = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), done())
    reports = (told("wrong_card_set", cause="copies"), told("extra_card_drawn", shown=True))
    table = played("sv", *coup, *reports, AUTHORISED, done(), done("P1"))
    table.take(AUTHORISED)
    return left(table)

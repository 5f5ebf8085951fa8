"""A report against the table's own knowledge of its cards."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.of_tries import AUTHORISED, CLOSED, OPEN, UNREAD, card, done, played, told
from tests.table.core.editions.scenes import scene
from tests.table.core.tables import Driven, Seen

COUP = (OPEN, CLOSED, *card("9H", "2S", "KD", "4C"), done(), done())
SEATED: tuple[Seen, ...] = (OPEN, {"do": "seats", "seats": [1]}, CLOSED, *card("9H", "2S", "3D", "4C"))
PLAIN: Seen = {"do": "authorise", "by": "P1"}


def held(table: Driven) -> object:
    """The state of the report, what a confirmation lacks, and the table's side of the contradiction."""
    incident = table.view()["incident"]
    lacks = table.take(PLAIN)["fact"] if incident and incident["state"] == "awaiting" else None
    table.take(AUTHORISED)
    sides = [side.claim for each in table.table.contradictions.open for side in (each.first, each.second)]
    return lacks, [str(claim) for claim in sides if claim != "report"]


def decided(state: str | None = None) -> object:
    return state, []


@scene(editions.KNOWN, before=decided(), since=("reason", ["cut_card"]))
def cards_played_past_a_cut_card_that_came_in_this_round() -> object:
    came = {"do": "cut_card"}
    return held(played("lt", OPEN, CLOSED, *card("9H"), came, told("played_past_cut_card", "P1")))


@scene(editions.KNOWN, before=decided(), since=("reason", ["cards_left"]))
def cards_played_past_a_cut_card_that_can_not_have_come_yet() -> object:
    return held(played("lt", OPEN, told("played_past_cut_card", "P1")))


@scene(editions.KNOWN, before=(decided(), decided()), since=(("reason", ["no_try"]), decided()))
def a_reader_that_failed_at_no_card_and_one_that_did() -> object:
    failed = told("reader_failed", "P1", pit_boss_read=True)
    return held(played("lt", OPEN, CLOSED, failed)), held(played("lt", OPEN, CLOSED, UNREAD, failed))


@scene(editions.KNOWN, before=decided(), since=("reason", ["answered"]))
def a_hand_that_answered_itself_and_had_no_chance_to_act() -> object:
    stood: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"}
    table = played("lt", *SEATED, stood, game="blackjack")
    table.take(told("no_chance_to_act", "P1", seat=1))
    return held(table)


@scene(editions.KNOWN, before=None, since="out_of_turn")
def cards_left_on_the_table_before_the_deal_that_has_begun() -> object:
    told_late = told("cards_left_on_table", "P1", noticed="before_deal")
    return played("lt", *COUP, OPEN, CLOSED, *card("9D")).take(told_late)["refused"]


@scene(editions.KNOWN, before=None, since="out_of_turn")
def a_burn_noticed_before_the_first_round_of_a_shoe_that_has_had_one() -> object:
    told_late = told("over_burn", "P1", noticed="before_first_round", extras="aside")
    return played("lt", *COUP).take(told_late)["refused"]


@scene(editions.KNOWN, before=None, since="out_of_turn")
def too_few_hands_were_dealt_once_another_card_lies_there() -> object:
    hit: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"}
    table = played("lt", *SEATED, hit, *card("2C"), game="blackjack")
    return table.take(told("too_few_hands", "D1", cards_to_move=1))["refused"]

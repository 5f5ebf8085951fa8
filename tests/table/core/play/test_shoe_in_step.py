"""Where the shoe's own count of places is compared with the table's, and where it is not any more."""

from __future__ import annotations

import pytest

from tests.table.core.tables import Driven, Seen, card_frame, device, result_frame

OTHER_PLACE = device(card_frame("2", "player", 2, "2S"))
"""The coup's second card, by a shoe that has not counted one of the banker's."""
SECOND_TIME = device(card_frame("3", "player", 2, "2S"))
"""The same in the shoe's next frame."""

WITHDRAW: Seen = {"do": "withdraw", "by": "P1", "reason": "looked at"}
OUT_OF_STEP: dict[str, tuple[Seen, ...]] = {
    "a report was open": ({"do": "incident", "by": "P1"}, WITHDRAW),
    "a halt was withdrawn": (OTHER_PLACE, WITHDRAW),
    "a pit boss could enter cards": (
        {"do": "manual", "on": True, "by": "P1"},
        {"do": "manual", "on": False, "by": "P1"},
    ),
    "a card was corrected": ({"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8H"},),
    "play went on after an incident": (
        {"do": "incident", "kind": "played_past_cut_card", "facts": {"noticed": "round"}, "by": "P1"},
        {"do": "authorise", "by": "P1", "reason": "the rack was counted"},
        {"do": "cut_card"},
        {"do": "done", "by": "D1"},
    ),
    "the round was void": (
        OTHER_PLACE,
        {"do": "void", "by": "P1"},
        {"do": "done", "by": "D1"},
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
    ),
}
"""By what happened: the lines after which nobody knows how many cards the shoe has counted in this coup."""


def dealing() -> Driven:
    """A coup of which the shoe has read the first card."""
    driven = Driven("lt")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "bets", "state": "closed"})
    assert driven.take(device(card_frame("1", "player", 1, "9H")))["accepted"]
    return driven


def test_a_shoe_that_counts_another_place_than_the_table_halts_it() -> None:
    assert dealing().take(OTHER_PLACE)["refused"] == "out_of_turn"


@pytest.mark.parametrize("lines", OUT_OF_STEP.values(), ids=OUT_OF_STEP)
def test_the_shoes_count_is_not_compared_once_it_may_lack_a_card(lines: tuple[Seen, ...]) -> None:
    driven = dealing()
    for line in lines:
        driven.take(line)
    assert driven.view()["prompt"]["action"] == "deal"
    cards = driven.table.play.card_count
    assert driven.take(SECOND_TIME)["accepted"] and driven.table.play.card_count == cards + 1


def test_a_result_that_both_have_found_brings_the_shoes_count_back_into_step() -> None:
    driven = dealing()
    for line in OUT_OF_STEP["a report was open"]:
        driven.take(line)
    for seq, hand, place, face in (
        ("2", "banker", 1, "2S"),
        ("3", "player", 2, "KD"),
        ("4", "banker", 2, "4C"),
    ):
        driven.take(device(card_frame(seq, hand, place, face)))
    assert driven.take(device(result_frame("5", "player")))["phase"] == "collecting"
    for line in (
        {"do": "done", "by": "D1"},
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
    ):
        driven.take(line)
    assert driven.take(device(card_frame("6", "player", 2, "2S")))["refused"] == "out_of_turn"

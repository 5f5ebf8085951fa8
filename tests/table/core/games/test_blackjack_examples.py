"""Blackjack by the protocol's own words: its example line by line, what --ready is, what is noticed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.table.game import DECK
from tests.table.core.tables import CODES, Driven, Seen


def take(table: Driven, *lines: Seen) -> Seen:
    for line in lines:
        seen = table.take(line)
        assert seen["accepted"], seen
    return seen


def cards(faces: str) -> list[Seen]:
    return [{"do": "card", "card": face} for face in faces.split()]


def bets(state: str) -> Seen:
    return {"do": "bets", "state": state}


def decision(choice: str, seat: int = 1) -> Seen:
    return {"do": "decision", "seat": seat, "hand": 1, "choice": choice}


def due(seen: Seen) -> tuple[str, str, str]:
    return seen["phase"], seen["prompt"]["action"], seen["prompt"]["actor"]


DONE: Seen = {"do": "done", "by": "D1"}


def test_the_protocols_example() -> None:
    table = Driven("sv", game="blackjack")
    seen = take(table, bets("open"), {"do": "seats", "seats": [1]}, bets("closed"), *cards("TH AS 9D 5C"))
    prompt = {key: value for key, value in seen["prompt"].items() if key != "clauses"}
    assert seen["phase"] == "deciding"
    assert prompt == {
        "action": "await_decision",
        "actor": "system",
        "stage": "insurance",
        "seats": [1],
        "offers": ["insure", "decline"],
        "seconds": 13,
    }
    assert seen["round"]["dealer"] == {"cards": ["AS", "??"], "total": 11, "soft": True}
    seen = take(table, decision("decline"))
    assert due(seen) == ("deciding", "peek", "dealer")
    seen = take(table, DONE)
    prompt = {key: value for key, value in seen["prompt"].items() if key != "clauses"}
    assert prompt == {
        "action": "await_decision",
        "actor": "system",
        "seat": 1,
        "hand": 1,
        "offers": ["hit", "stand", "double"],
        "seconds": 13,
    }
    seen = take(table, decision("stand"))
    assert due(seen) == ("dealing", "turn_hole", "dealer")
    seen = take(table, DONE)
    prompt = {key: value for key, value in seen["prompt"].items() if key != "clauses"}
    assert prompt == {"action": "deal", "actor": "dealer", "hand": "dealer", "card": 3, "face": "up"}
    assert seen["round"]["dealer"] == {"cards": ["AS", "5C"], "total": 16, "soft": True}
    seen = take(table, *cards("2H"))
    assert (seen["phase"], seen["round"]["dealer"]["total"], seen["say"]) == ("result", 18, "dealer_result")
    assert seen["round"]["seats"]["1"][0]["state"] == "won"


def test_a_hand_is_shown_as_the_protocol_says() -> None:
    table = Driven("lt", game="blackjack")
    seen = take(table, bets("open"), {"do": "seats", "seats": [1]}, bets("closed"), *cards("AS 9H TD 8C"))
    assert seen["round"]["seats"] == {
        "1": [
            {
                "cards": ["AS", "TD"],
                "total": 21,
                "soft": True,
                "state": "blackjack",
                "bet": 1,
                "insurance": None,
                "side": {"perfect_pairs": None, "21+3": None},
            }
        ]
    }
    assert seen["round"]["dealer"] == {"cards": ["9H", "??"], "total": 9, "soft": False}


@pytest.mark.parametrize("code", CODES)
def test_a_table_made_ready_has_a_full_shoe_in_every_rulebook(code: str) -> None:
    """LT-BJ-01: nothing is burned at blackjack, in lt neither."""
    seen = Driven(code, game="blackjack").view()
    assert (seen["phase"], seen["prompt"]["action"], seen["bets"]) == ("betting", "await_bets", "closed")
    assert (seen["shoe"], seen["round"]) == ({"left": 416, "last_hand": False}, None)
    seen = take(Driven(code, game="blackjack"), bets("open"))
    assert seen["prompt"]["seconds"] == 23


def test_fewer_than_four_decks_without_the_cut_card_are_noticed() -> None:
    """LT-BJ-2.3.13a, BJ-3.3."""
    table = Driven("sv", game="blackjack")
    shoe = table.table.shoe.draw_unseen(207)
    table.session.table = replace(table.table, shoe=shoe)
    seen = take(table, bets("open"), {"do": "seats", "seats": [1]}, bets("closed"), *cards("9H"))
    assert (seen["shoe"]["left"], seen["offer"]) == (208, None)
    seen = take(table, *cards("9D"))
    assert seen["shoe"]["left"] == 207
    offered = {"kind": "played_past_cut_card", "facts": {"noticed": "round"}, "round": seen["round"]["id"]}
    assert seen["offer"] == offered
    assert take(table, {"do": "cut_card"})["offer"] is None


def test_a_result_is_announced_again_by_the_first_line_that_counts() -> None:
    table = Driven("sv", game="blackjack")
    take(table, bets("open"), {"do": "seats", "seats": [1]}, bets("closed"), *cards("TH 9S 9D 8C"))
    seen = take(table, decision("stand"), DONE)
    assert (seen["say"], seen["say_text"]) == ("dealer_result", "Dealern har 17")
    assert take(table, {"do": "say", "by": "D1", "text": "so"})["say"] == "dealer_result"
    assert take(table, {"do": "cut_card"})["say"] == "last_hand_before_shuffle"
    seen = table.take(bets("closed"))
    assert (seen["refused"], seen["say"]) == ("out_of_turn", "last_hand_before_shuffle")
    assert take(table, {"do": "reshuffle", "by": "P1"})["say"] == "dealer_result"
    assert take(table, {"do": "close", "by": "P1"})["say"] is None


def test_the_dealers_cards_are_picked_up_first_and_then_the_hands_from_the_right() -> None:
    """BJ-3.6: reverse to the deal, so that each hand can be laid out again from the rack."""
    table = Driven("sv", game="blackjack")
    faces = cards("TH 9H 6S 2D 7D 4C")
    take(table, bets("open"), {"do": "seats", "seats": [1, 3]}, bets("closed"), *faces)
    assert table.game.cards is not None
    rack = table.game.cards.picked_up(table.table.play)
    assert [DECK[each] for each in rack if each < 52] == ["6S", "4C", "9H", "7D", "TH", "2D"]


AT_MOST = 12
"""Prompts from the last card that was dealt to the announced result."""


@pytest.mark.parametrize(
    ("hand", "result"),
    [("AS KD", "blackjack"), ("6S TC KD", "bust"), ("6S TC 2D", "18"), ("AS 9D", "20"), ("7S 7D 7C", "21")],
)
def test_a_dealers_result_is_a_blackjack_a_bust_or_what_it_comes_to(hand: str, result: str) -> None:
    """BJ-2.1.4."""
    up, hole, *more = hand.split()
    driven = Driven("sv", game="blackjack")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "seats", "seats": [1]})
    driven.take({"do": "bets", "state": "closed"})
    for face in ("TH", up, "9D", hole):
        driven.take({"do": "card", "card": face})
    for _ in range(AT_MOST):
        prompt = driven.view()["prompt"]
        match prompt["action"]:
            case "collect":
                break
            case "await_decision":
                choice = "decline" if "decline" in prompt["offers"] else "stand"
                driven.take({"do": "decision", "seat": 1, "hand": 1, "choice": choice})
            case "deal":
                driven.take({"do": "card", "card": more.pop(0)})
            case _:
                driven.take({"do": "done", "by": "D1"})
    assert (driven.table.results, more) == ((result,), [])

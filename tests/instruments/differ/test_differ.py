"""The second reader of the table protocol says what its own examples say, and the console as it."""

from __future__ import annotations

import json
from itertools import cycle
from typing import Any

import pytest

from tests.instruments.differ.cards import FACES
from tests.instruments.differ.cases import RULES
from tests.instruments.differ.comparing import HALT_FOR_SET, Search, search
from tests.instruments.differ.lines import LinesAtRandom
from tests.instruments.differ.reference.reference_table import ReferenceTable
from tests.instruments.differ.reference.table_values import GAMES

OPEN = {"do": "bets", "state": "open"}
CLOSE = {"do": "bets", "state": "closed"}
DONE = {"do": "done", "by": "D1"}
Line = dict[str, Any]


def card(face: str) -> Line:
    """A card was read."""
    return {"do": "card", "card": face}


def last_view(table: ReferenceTable, *lines: Line) -> Line:
    """The view of the last line."""
    views = [table.take(json.dumps(line)) for line in lines]
    return views[-1]


def test_a_coup_of_the_examples_with_a_fifth_card_withdrawn() -> None:
    table = ReferenceTable("baccarat", "sv", ready=True)
    view = last_view(table, OPEN, CLOSE, card("9H"), card("2S"), card("KD"), card("4C"))
    assert (view["prompt"]["action"], view["say"]) == ("announce", "player_wins")
    assert view["round"]["outcome"]["natural"]
    view = last_view(table, card("8D"))
    assert (view["refused"], view["offer"]["kind"]) == ("out_of_turn", "extra_card_drawn")
    view = last_view(table, {"do": "withdraw", "by": "P1"})
    assert (view["shoe"]["left"], view["say"]) == (412, "player_wins")
    view = last_view(table, DONE)
    assert view["prompt"] == {"action": "collect", "actor": "dealer", "direction": "left_to_right"}
    assert last_view(table, DONE)["prompt"] == {"action": "await_bets", "actor": "system"}


def test_a_fallen_unseen_card_of_the_examples_voids_the_round() -> None:
    table = ReferenceTable("baccarat", "lt", ready=True)
    view = last_view(
        table,
        *(OPEN, CLOSE, card("9H"), card("2S")),
        {"do": "incident", "kind": "card_fell", "facts": {"cards": 1}, "by": "D1"},
    )
    assert (view["prompt"]["fact"], set(view["prompt"]["answers"])) == ("seen", {True, False})
    view = last_view(table, {"do": "answer", "facts": {"seen": False}, "by": "P1"})
    assert (view["incident"]["clause"], view["incident"]["outcome"]) == ("LT-BAC-18b", "void")
    view = last_view(table, {"do": "authorise", "by": "P1"})
    assert (view["prompt"]["action"], view["bets"], view["say"]) == ("put_back", "refunded", "round_void")
    assert last_view(table, DONE)["phase"] == "collecting"
    assert last_view(table, DONE)["phase"] == "betting"


def test_a_hand_of_the_examples_stands_and_wins() -> None:
    table = ReferenceTable("blackjack", "sv", ready=True)
    stand = {"do": "decision", "seat": 1, "hand": 1}
    view = last_view(
        table,
        *(OPEN, {"do": "seats", "seats": [1]}, CLOSE, card("TH"), card("AS"), card("9D"), card("5C")),
        {**stand, "choice": "decline"},
        DONE,
    )
    assert view["prompt"]["offers"] == ["hit", "stand", "double"]
    view = last_view(table, {**stand, "choice": "stand"}, DONE, card("2H"))
    assert (view["round"]["seats"]["1"][0]["state"], view["say"]) == ("won", "dealer_result")


def test_three_turns_of_the_examples_are_no_spin_in_lt() -> None:
    table = ReferenceTable("roulette", "lt", ready=True)
    view = last_view(table, OPEN, CLOSE, {"do": "spin", "turns": 3, "direction": "against", "by": "D1"})
    assert (view["accepted"], view["prompt"]["reason"]) == (True, "no_spin")
    assert view["offer"]["facts"]["cause"] == "few_turns"
    report = {"do": "incident", "kind": "no_spin", "facts": {"cause": "few_turns"}, "by": "P1"}
    view = last_view(table, report)
    assert (view["prompt"]["action"], view["incident"]["clause"]) == ("remove_ball", "LT-ROU-27c")
    view = last_view(table, DONE)
    assert view["prompt"] == {"action": "spin", "actor": "dealer", "from": None}


def test_a_shuffle_ordered_while_the_shoe_is_changed_has_said_its_last_hand() -> None:
    table = ReferenceTable("blackjack", "lt", ready=True)
    pit_boss = {"by": "P1"}
    view = last_view(
        table,
        *(OPEN, CLOSE),
        {"do": "incident", "kind": "played_past_cut_card", **pit_boss},
        {"do": "authorise", "reason": "seen on video", **pit_boss},  # with so many cards left
        {"do": "cut_card"},
        {"do": "reshuffle", "on": True, "new": True, **pit_boss},
    )
    assert (view["prompt"]["action"], view["say"]) == ("change_shoe", "last_hand_before_shuffle")
    assert last_view(table, DONE)["say"] == "play_goes_on"
    assert last_view(table, {"do": "cut_card", "by": "D1"})["say"] is None


def test_an_earlier_rounds_number_leaves_a_spin_halted_by_a_picked_up_balls_number() -> None:
    """As the withdraw of that halt does: the ball was spun again, and its number is awaited."""
    table = ReferenceTable("roulette", "is", ready=True)
    boss, spin = {"by": "P1"}, {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
    read = {"do": "number", "number": 17, "source": "reader"}
    few = {"do": "incident", "kind": "no_spin", "facts": {"cause": "few_turns"}, "by": "D1"}
    wrong = {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 36}, **boss}
    last_view(table, OPEN, CLOSE, spin, read, DONE, OPEN, CLOSE, few, {"do": "authorise", **boss})
    runs, falls = ("2a583b343b3031323b20303b303b3134313b310d0a", "2a583b353b3031323b32303b303b3134313b300d0a")
    last_view(table, {"do": "device", "name": "wheel", "hex": runs}, DONE, spin)
    assert last_view(table, {"do": "device", "name": "wheel", "hex": falls})["prompt"]["reason"] == "no_spin"
    view = last_view(table, wrong, {"do": "authorise", **boss}, {"do": "done", **boss})
    assert (view["prompt"]["action"], view["round"]["recorded"]) == ("await_number", None)


def test_the_console_agrees_with_the_text_in_some_nights() -> None:
    said: list[str] = []
    assert not search(Search(GAMES, RULES), nights=24, tell=said.append), "\n".join(said)
    assert said[-1].startswith(f"{24 * 80} lines, ")
    assert said[-1].endswith(" of them in a halt, 0 differences, 0 halts for card_set, 0 groups")


@pytest.mark.sweep
def test_a_halt_for_a_new_decks_order_is_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    new_deck = cycle(FACES)
    monkeypatch.setattr(LinesAtRandom, "face", lambda _: next(new_deck))
    said: list[str] = []
    (found, *_), *_ = search(Search(("baccarat",), ("sv",), trouble=0.0), nights=2, tell=said.append).values()
    assert found.field == HALT_FOR_SET
    assert "0 differences, 2 halts for card_set" in said[-1]


@pytest.mark.sweep
def test_a_console_that_differs_is_shown_with_the_fewest_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReferenceTable, "winner", lambda _: "tie")  # a reader who has the last word wrong
    (found, *_), *_ = search(Search(("baccarat",), ("sv",), trouble=0.0), nights=1).values()
    assert (found.field, found.ours) == ("say", "tie")
    assert [json.loads(line)["do"] for line in found.lines[:3]] == ["bets", "bets", "card"]
    assert 6 <= len(found.lines) <= 8

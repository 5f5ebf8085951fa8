"""In manual mode another card that was read than typed halts the table before the result is announced."""

from __future__ import annotations

from console.table.core.state import editions
from tests.table.core.editions.of_tries import CLOSED, OPEN, done, played
from tests.table.core.editions.of_typed import MANUAL
from tests.table.core.editions.scenes import scene
from tests.table.core.play.test_found_contradictions import by_hand
from tests.table.core.tables import Driven, Seen, card_frame, device, result_frame

PLACES = (("player", 1), ("banker", 1), ("player", 2), ("banker", 2))
READ = ("6H", "KD", "KS", "6C")
TYPED = ("6H", "KD", "KS", "7C")
"""The case: the shoe says tie, a pit boss types a seven of clubs for the six."""
BEGUN = (OPEN, CLOSED, MANUAL)


def by_shoe(faces: tuple[str, ...] = READ, winner: str = "tie", *pairs: str) -> list[Seen]:
    frames = [
        device(card_frame(str(seq), hand, at, face))
        for seq, ((hand, at), face) in enumerate(zip(PLACES, faces, strict=True), start=1)
    ]
    return [*frames, device(result_frame("5", winner, *pairs))]


def typed(*faces: str) -> list[Seen]:
    return [by_hand(face) for face in faces]


def correct(hand: str, place: int, to: str) -> Seen:
    return {"do": "correct", "by": "P1", "hand": hand, "card": place, "to": to}


KEPT: Seen = {"do": "withdraw", "by": "P1", "reason": "a seven lies there"}


def told(table: Driven) -> object:
    """The announcement, both sides as the prompt shows them, and the open contradictions."""
    view = table.view()
    prompt = view["prompt"]
    sides = [prompt[each] for each in ("reason", "hand", "card", "typed", "read") if each in prompt]
    return view["say"], sides, [each.kind.value for each in table.table.contradictions.open]


BOTH = ["card", "result"]
HALTED = (None, ["card_differs", "banker", 2, "7C", "6C"], BOTH)


@scene(editions.TYPED, before=("banker_wins", [], BOTH), since=HALTED)
def a_card_that_is_typed_otherwise_than_the_shoe_read_it() -> object:
    return told(played("lt", *BEGUN, *by_shoe(), *typed(*TYPED)))


@scene(editions.TYPED, before=("banker_wins", [], BOTH), since=HALTED)
def a_card_that_is_read_otherwise_than_it_was_typed() -> object:
    return told(played("lt", *BEGUN, *typed(*TYPED), *by_shoe()))


@scene(editions.TYPED, before=("tie", [], BOTH), since=("tie", [], []))
def a_correction_to_what_was_read_ends_it_and_answers_both() -> object:
    return told(played("lt", *BEGUN, *by_shoe(), *typed(*TYPED), correct("banker", 2, "6C")))


@scene(editions.TYPED, before="8C", since=("8C", ["card_differs", "banker", 2, "8C", "6C"]))
def a_correction_to_a_third_card_ends_nothing() -> object:
    table = played("lt", *BEGUN, *by_shoe(), *typed(*TYPED), correct("banker", 2, "8C"))
    lies, halted = table.view()["round"]["banker"][1], told(table)[1]  # type: ignore[index]
    return (lies, halted) if halted else lies


@scene(editions.TYPED, before=("out_of_turn", ()), since=(("banker_wins", [], BOTH), ("P1", "P1")))
def what_was_typed_is_kept_with_a_reason_and_stays_open_for_another_person() -> object:
    table = played("lt", *BEGUN, *by_shoe(), *typed(*TYPED))
    if table.table.halted:
        assert table.take({**KEPT, "reason": None})["fact"] == "reason"
    refused = table.take(KEPT)["refused"]
    return refused or told(table), table.table.contradictions.open[0].sides if refused is None else ()


@scene(editions.TYPED, before="collecting", since="halted")
def the_announcement_is_not_done_before_it_is_decided() -> object:
    return played("lt", *BEGUN, *by_shoe(), *typed(*TYPED), done()).view()["phase"]


@scene(editions.TYPED, before=["result"], since=["card_differs"])
def the_shoes_result_alone() -> object:
    table = played("lt", *BEGUN, *typed(*TYPED), by_shoe()[-1])
    wrong = table.view()["prompt"].get("reason")
    table.take(correct("player", 1, "7H"))
    assert table.view()["phase"] == "result"
    return [wrong or "result"]


@scene(editions.TYPED, before=None, since="card_differs")
def pairs_that_only_the_shoe_counts() -> object:
    table = played("lt", *BEGUN, *typed("6H", "KD", "KS", "6D"), by_shoe(READ, "tie", "banker")[-1])
    return table.view()["prompt"].get("reason")


@scene(editions.TYPED, before=("collecting", []), since=("collecting", ["result"]))
def a_result_that_comes_after_the_announcement_is_a_contradiction_alone() -> object:
    table = played("lt", *BEGUN, *typed(*READ), done(), by_shoe(READ, "player")[-1])
    return table.view()["phase"], [each.kind.value for each in table.table.contradictions.open]


@scene(editions.TYPED, before=("dealing", 1), since=("halted", None))
def a_card_of_another_hand_halts_before_the_next_is_dealt() -> object:
    table = played("lt", *BEGUN, *by_shoe()[:1], *typed("7H"))
    return table.view()["phase"], table.view()["prompt"].get("card") if not table.table.halted else None


@scene(editions.TYPED, before=[], since=["7C", "6C"])
def a_card_that_is_read_again_in_the_halt_is_no_other_card() -> object:
    again = device(card_frame("6", "banker", 2, "9S"))
    prompt = played("lt", *BEGUN, *by_shoe(), *typed(*TYPED), again).view()["prompt"]
    return [prompt[each] for each in ("typed", "read") if each in prompt]


HOLE = ({"do": "bets", "state": "open"}, {"do": "seats", "seats": [1]}, CLOSED, MANUAL)


@scene(editions.TYPED, before=("await_decision", False), since=("resolve", False))
def a_hole_card_is_shown_by_neither_side() -> object:
    known = [line for face in ("TH", "9S", "9D") for line in ({"do": "card", "card": face}, by_hand(face))]
    table = played("sv", *HOLE, *known, {"do": "card", "card": "KD"}, by_hand("7C"), game="blackjack")
    prompt = table.view()["prompt"]
    return prompt["action"], "typed" in prompt or "read" in prompt


@scene(editions.TYPED, before=None, since="card_differs")
def another_incident_decides_nothing_about_what_was_typed() -> object:
    fell: Seen = {"do": "incident", "kind": "wrong_position", "facts": {"cards_to_move": 1}, "by": "D1"}
    table = played("lt", *BEGUN, *by_shoe()[:1], *typed("7H"), fell, done())
    return table.view()["prompt"].get("reason")

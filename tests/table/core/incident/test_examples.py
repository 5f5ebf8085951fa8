"""The protocol's own examples, line by line."""

from __future__ import annotations

from tests.table.core.tables import Driven, Seen


def prompt(seen: Seen) -> tuple[str, str, str]:
    return seen["phase"], seen["prompt"]["action"], seen["prompt"]["actor"]


def test_an_extra_card_is_offered_and_taken_back() -> None:
    table = Driven("sv")
    seen = table.take({"do": "bets", "state": "open"})
    assert prompt(seen) == ("betting", "wait", "system")
    assert (seen["prompt"]["seconds"], seen["bets"], seen["say"]) == (18, "open", "place_your_bets")
    seen = table.take({"do": "bets", "state": "closed"})
    assert (seen["phase"], seen["prompt"]["hand"], seen["prompt"]["card"]) == ("dealing", "player", 1)
    assert (seen["bets"], seen["say"]) == ("closed", "no_more_bets")
    for card, due in (("9H", ("banker", 1)), ("2S", ("player", 2)), ("KD", ("banker", 2))):
        seen = table.take({"do": "card", "card": card})
        assert (seen["prompt"]["hand"], seen["prompt"]["card"]) == due
    seen = table.take({"do": "card", "card": "4C"})
    assert prompt(seen) == ("result", "announce", "dealer")
    assert (seen["say"], seen["round"]["outcome"]["natural"]) == ("player_wins", True)
    seen = table.take({"do": "card", "card": "8D"})
    assert (seen["refused"], prompt(seen)) == ("out_of_turn", ("halted", "resolve", "pit_boss"))
    assert seen["offer"] == {"kind": "extra_card_drawn", "facts": {}, "round": seen["round"]["id"]}
    seen = table.take({"do": "withdraw", "by": "P1"})
    assert prompt(seen) == ("result", "announce", "dealer")
    assert (seen["shoe"]["left"], seen["say"], seen["offer"]) == (412, "player_wins", None)
    seen = table.take({"do": "done", "by": "D1"})
    assert prompt(seen) == ("collecting", "collect", "dealer")
    assert (seen["prompt"]["direction"], seen["round"]["status"]) == ("left_to_right", "finished")
    assert seen["bets"] == "settled"
    seen = table.take({"do": "done", "by": "D1"})
    assert prompt(seen) == ("betting", "await_bets", "system")


def test_a_card_in_the_wrong_place_and_one_that_fell() -> None:
    """LT-BAC-26a, LT-BAC-18b."""
    table = Driven("lt")
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "bets", "state": "closed"})
    table.take({"do": "card", "card": "9H"})
    table.take({"do": "card", "card": "2S"})
    seen = table.take({"do": "incident", "kind": "wrong_position", "facts": {"cards_to_move": 1}, "by": "D1"})
    assert prompt(seen) == ("halted", "move_card", "dealer")
    incident = seen["incident"]
    assert (incident["clause"], incident["basis"], incident["outcome"], incident["state"]) == (
        "LT-BAC-26a",
        "rule",
        "move_card",
        "steps",
    )
    assert (seen["bets"], seen["say"], seen["notice"]) == ("stand", None, "please_wait")
    seen = table.take({"do": "done", "by": "D1"})
    assert (seen["incident"]["open"], seen["ended"]) == (False, incident["id"])
    assert (seen["say"], seen["notice"]) == ("play_goes_on", None)
    assert (seen["phase"], seen["prompt"]["hand"], seen["prompt"]["card"]) == ("dealing", "player", 2)
    seen = table.take({"do": "incident", "kind": "card_fell", "facts": {"cards": 1}, "by": "D1"})
    assert prompt(seen) == ("halted", "answer", "dealer")
    assert (seen["prompt"]["fact"], seen["prompt"]["answers"]) == ("seen", [True, False])
    assert (seen["incident"]["state"], seen["bets"]) == ("facts", "stand")
    assert (seen["incident"]["clause"], seen["incident"]["outcome"], seen["ended"]) == (None, None, None)
    seen = table.take({"do": "answer", "facts": {"seen": False}, "by": "P1"})
    assert prompt(seen) == ("halted", "authorise", "pit_boss")
    assert (seen["incident"]["clause"], seen["incident"]["outcome"]) == ("LT-BAC-18b", "void")
    assert (seen["incident"]["state"], seen["bets"]) == ("awaiting", "stand")
    assert seen["incident"]["facts"] == {"where": "round", "cards": 1, "seen": False}
    seen = table.take({"do": "authorise", "by": "P1"})
    assert prompt(seen) == ("halted", "put_back", "dealer")
    assert (seen["round"]["status"], seen["bets"], seen["say"]) == ("void", "refunded", "round_void")
    seen = table.take({"do": "done", "by": "D1"})
    assert (seen["incident"]["open"], prompt(seen)) == (False, ("collecting", "collect", "dealer"))
    seen = table.take({"do": "done", "by": "D1"})
    assert (seen["incident"], prompt(seen)) == (None, ("betting", "await_bets", "system"))


def test_a_damaged_card_at_the_inspection_is_not_asked_for_a_number_of_cards() -> None:
    """BAC-3.1.3: its row goes by the place alone; a number that somebody sends all the same is left out."""
    driven = Driven("lt", is_ready=False)
    for line in (
        {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        {"do": "open", "by": "P1"},
        {"do": "sign_in", "who": "D1", "role": "dealer"},
        *({"do": "done", "by": "D1"},) * 2,
    ):
        assert driven.take(line)["accepted"]
    assert driven.view()["prompt"]["action"] == "inspect"
    view = driven.take({"do": "incident", "kind": "damaged_card", "by": "D1", "facts": {"cards": 2}})
    assert view["incident"]["facts"] == {"where": "inspection"}

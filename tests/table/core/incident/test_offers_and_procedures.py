"""Offers that the console makes or keeps to itself, and house procedures that a studio has turned off."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core.games.baccarat import Baccarat
from console.table.core.incident.guidance import ways
from console.table.core.incident.observations import running_ball
from console.table.game import Card, CaseStep, Shoe
from console.table.game.baccarat import BaccaratRules
from tests.table.core.tables import Driven, Seen, book


def table_with_cards(code: str = "sv", *cards: str) -> Driven:
    driven = Driven(code)
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "bets", "state": "closed"})
    for card in cards:
        driven.take({"do": "card", "card": card})
    return driven


def nearly_empty(driven: Driven, left: int) -> Driven:
    table = driven.table
    driven.session.table = replace(table, shoe=Shoe().draw_unseen(416 - left))
    return driven


def test_a_shoe_nearly_empty_without_its_cut_card_is_noticed_in_a_round() -> None:
    """LT-BAC-22a, LT-BAC-22b: fewer cards than lie behind the cut card."""
    driven = nearly_empty(Driven("sv"), 6)
    assert driven.view()["offer"] is None
    seen = driven.take({"do": "bets", "state": "open"})
    offer = {"kind": "played_past_cut_card", "round": seen["round"]["id"]}
    assert seen["offer"] == {**offer, "facts": {"noticed": "betting"}}
    seen = driven.take({"do": "bets", "state": "closed"})
    assert seen["offer"] == {**offer, "facts": {"noticed": "round"}}
    assert driven.take({"do": "cut_card"})["offer"] is None


def test_seven_cards_left_are_as_it_should_be() -> None:
    driven = nearly_empty(Driven("sv"), 7)
    assert driven.take({"do": "bets", "state": "open"})["offer"] is None


def test_a_card_that_can_not_be_in_the_shoe_is_noticed_as_a_misread_first_card() -> None:
    """LT-BAC-30b."""
    driven = table_with_cards()
    shoe = driven.table.shoe
    for _ in range(8):
        shoe = shoe.draw(Card("8D"))
    driven.session.table = replace(driven.table, shoe=shoe)
    seen = driven.take({"do": "card", "card": "8D"})
    round_id = seen["round"]["id"]
    assert seen["offer"] == {"kind": "misread", "facts": {"first_card": True}, "round": round_id}


def test_nothing_is_offered_while_an_incident_is_open_nor_acted_on_by_itself() -> None:
    driven = table_with_cards("sv", "9H", "2S", "KD", "4C")
    seen = driven.take({"do": "card", "card": "8D"})
    assert (seen["offer"]["kind"], seen["incident"]) == ("extra_card_drawn", None)
    seen = driven.take({"do": "incident", "kind": "extra_card_drawn", "by": "D1"})
    assert (seen["offer"], seen["incident"]["open"]) == (None, True)


def shows(seen: Seen, face: str) -> bool:
    return face in msgspec.json.encode(seen).decode()


def test_the_face_of_a_card_that_lies_in_no_hand_is_in_no_view() -> None:
    """LT-BAC-24a: not before it is the next round's first."""
    driven = table_with_cards("lt", "9H", "2S", "KD", "4C")
    assert not shows(driven.take({"do": "card", "card": "8D"}), "8D")
    for line in (
        {"do": "incident", "kind": "extra_card_drawn", "facts": {"shown": False}, "by": "P1"},
        *({"do": "done", "by": "D1"},) * 3,
        {"do": "bets", "state": "open"},
    ):
        assert not shows(driven.take(line), "8D")
    assert driven.take({"do": "bets", "state": "closed"})["round"]["player"] == ["8D"]


def test_a_lines_lack_is_named_in_its_own_view_alone() -> None:
    driven = table_with_cards("sv", "9H")
    driven.take({"do": "incident", "kind": "misread", "facts": {"may_affect": False}, "by": "D1"})
    seen = driven.take({"do": "authorise", "by": "P1"})
    assert (seen["refused"], seen["fact"]) == ("fact_needed", "choice")
    for reason in ("  ", "\u200b", "\u2800 \u00ad", "\u3164", "\u202e\ufe0f"):  # nobody sees one of these
        seen = driven.take({"do": "authorise", "by": "P1", "choice": "go_on", "reason": reason})
        assert (seen["refused"], seen["fact"]) == ("fact_needed", "reason")
    assert driven.view()["fact"] is None


def test_a_report_that_the_journal_cannot_record_is_refused() -> None:
    driven = table_with_cards("lt", "9H", "2S")
    driven.kept.broken = True
    report = {"do": "incident", "kind": "card_fell", "facts": {"cards": 3}, "by": "P1"}
    seen = driven.take(report)
    assert (seen["refused"], seen["incident"], seen["bets"]) == ("not_recorded", None, "closed")
    driven.kept.broken = False
    assert driven.take(report)["incident"]["clause"] == "LT-BAC-18c"


def test_each_line_is_one_transaction_and_each_report_has_an_id_of_its_own() -> None:
    driven = table_with_cards("lt", "9H", "2S")
    ids = []
    for _ in range(3):
        entry = driven.kept.last
        ids.append(
            driven.take({"do": "incident", "kind": "card_fell", "by": "D1"})["incident"]["id"],
        )
        assert driven.kept.last == entry + 1
        driven.take({"do": "withdraw", "by": "P1"})
    assert len(set(ids)) == 3


def table_without(code: str, *clauses: str) -> Driven:
    driven = table_with_cards(code, "9H", "2S")
    driven.session.set_procedures(clauses)
    return driven


FELL = {"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "P1"}


def test_a_house_procedure_turned_off_leaves_it_to_the_pit_boss_with_a_reason() -> None:
    driven = table_without("sv", "LT-BAC-18b")
    seen = driven.take(FELL)
    incident = seen["incident"]
    assert (incident["clause"], incident["basis"], incident["outcome"]) == (None, None, "pit_boss_decides")
    assert (incident["choices"], seen["prompt"]["action"]) == (["go_on", "void"], "authorise")
    assert driven.take({"do": "authorise", "by": "P1", "choice": "void"})["fact"] == "reason"
    seen = driven.take({"do": "authorise", "by": "P1", "choice": "void", "reason": "nobody saw it"})
    assert (seen["bets"], seen["incident"]["outcome"]) == ("refunded", "void")


def test_a_rule_of_the_tables_own_can_not_be_turned_off() -> None:
    assert table_without("lt", "LT-BAC-18b").take(FELL)["incident"]["clause"] == "LT-BAC-18b"


def test_procedures_turned_off_are_recorded_and_stay_off_after_a_restart() -> None:
    driven = table_without("sv", "LT-BAC-18b", "LT-BAC-26a")
    entry = driven.kept.last
    driven.session.set_procedures(("LT-BAC-26a", "LT-BAC-18b"))
    assert driven.kept.last == entry
    driven.restart()
    assert driven.table.procedures_off == ("LT-BAC-18b", "LT-BAC-26a")
    assert driven.take(FELL)["incident"]["clause"] is None
    driven.take({"do": "withdraw", "by": "P1"})
    driven.session.set_procedures(())
    assert driven.take(FELL)["incident"]["clause"] == "LT-BAC-18b"
    assert driven.from_the_start() == driven.table


def test_a_ball_is_taken_out_at_once_by_these_clauses_alone() -> None:
    """Not once a number was read (LT-ROU-27b), nor where it was too late (LT-ROU-31b, LT-ROU-32b)."""
    kinds = Driven("lt", game="roulette").game.rules.incidents.kinds
    rows = ((row.clause, running_ball(kind, row)) for kind in kinds for row in kinds[kind])
    assert [row for row in rows if row[1] is not None] == [
        ("LT-ROU-27a", ("cause", "same_direction")),
        ("LT-ROU-31a", ("ball", "track")),
        ("LT-ROU-32a", ("ball_removed_in_time", True)),
    ]


def test_each_number_of_cards_that_a_case_takes_is_one_press() -> None:
    """LT-BAC-18a to LT-BAC-18c: one, two, or more cards fell; whether they were seen counts of few alone."""
    driven = table_with_cards("lt", "9H")
    driven.take({"do": "incident", "kind": "card_fell", "by": "D1"})
    sets = ways(driven.game, driven.table)
    few = [way["cards"] for way in sets if "seen" in way]
    assert few == [1, 1, 2, 2] and [way["cards"] for way in sets[4:]] == [*range(3, 10)]


@pytest.mark.parametrize("tries", [("unread",), ("unread",) * 3, ("unread", "card")])
def test_an_unread_card_that_lies_face_down_is_one_card(tries: tuple[str, ...]) -> None:
    """LT-BJ-2.3.3: though it was read at last, as one that can't be."""
    driven = Driven("lt", game="blackjack")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "seats", "seats": [1, 2, 3, 4]})
    driven.take({"do": "bets", "state": "closed"})
    for _ in range(8):
        driven.take({"do": "card", "card": "2C"})
    for each in tries:
        driven.take({"do": each} | ({"card": "2C"} if each == "card" else {}))
    left = driven.take({"do": "incident", "kind": "card_face_down", "by": "P1"})["shoe"]["left"]
    seen = driven.take({"do": "authorise", "choice": "reveal", "by": "P1"})
    assert seen["shoe"]["left"] == left - 1


def test_a_cut_card_that_comes_in_an_earlier_step_is_not_asked_for() -> None:
    """LT-BAC-22a, in a house whose own row begins with another step."""
    driven = table_with_cards("lt", "9H")
    rules, kind = book("lt").games["baccarat"], "played_past_cut_card"
    assert isinstance(rules, BaccaratRules)
    rows = [
        replace(row, steps=(CaseStep("discard", "dealer"), *row.steps)) for row in rules.incidents.kinds[kind]
    ]
    kinds = rules.incidents.kinds | {kind: tuple(rows)}
    driven.session.game = Baccarat(replace(rules, incidents=replace(rules.incidents, kinds=kinds)))
    driven.take({"do": "incident", "kind": kind, "by": "P1"})
    driven.take({"do": "authorise", "by": "P1", "reason": "the rack was counted"})
    assert driven.take({"do": "cut_card"})["prompt"]["action"] == "discard"
    assert driven.take({"do": "done", "by": "D1"})["prompt"]["action"] == "change_shoe"


def test_a_step_that_restores_no_cards_names_no_places() -> None:
    (step,) = table_with_cards("lt", "9H", "2S").take(FELL)["incident"]["steps"]
    assert step == {"action": "put_back", "actor": "dealer", "done": False}


def test_cards_left_on_an_empty_table_restore_no_places() -> None:
    """LT-BAC-32: the prompt says so, rather than nothing."""
    seen = Driven("sv").take({"do": "incident", "kind": "cards_left_on_table", "by": "P1"})
    assert (seen["prompt"]["action"], seen["prompt"]["places"]) == ("restore", [])

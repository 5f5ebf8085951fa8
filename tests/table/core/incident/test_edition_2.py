"""The decisions that came with edition 2 of the protocol, a scene each; every journal read has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from console.table.scenes.terms import frame_of
from tests.table.core.tables import Driven, Seen, device
from tests.table.core.wheel_at_random import status, wheel_bytes

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}


def told(kind: str, by: str = "D1", **facts: Any) -> Seen:
    return {"do": "incident", "kind": kind, "by": by, "facts": facts}


def spin(turns: int = 5) -> Seen:
    return {"do": "spin", "turns": turns, "direction": "against", "by": "D1"}


def read(number: int) -> Seen:
    return {"do": "number", "number": number, "source": "reader"}


def said(number: int) -> Seen:
    return {"do": "number", "number": number, "source": "dealer", "by": "D1"}


def done(by: str = "D1", **more: Any) -> Seen:
    return {"do": "done", "by": by, **more}


def answered(by: str = "P1", **facts: Any) -> Seen:
    return {"do": "answer", "by": by, "facts": facts}


def authorised(**more: Any) -> Seen:
    return {"do": "authorise", "by": "P1", **more}


def withdrawn(by: str, **more: Any) -> Seen:
    return {"do": "withdraw", "by": by, **more}


def played(code: str, game: str, lines: Iterable[Seen]) -> tuple[Driven, Seen]:
    """A table after these lines, with the last one's view; from its journal it comes to the same state."""
    driven = Driven(code, game=game)
    for line in lines:
        view = driven.take(line)
    assert driven.from_the_start() == driven.table
    return driven, view


# --- the ball and its number ----------------------------------------------------------------------

NO_SPIN = (OPEN, CLOSED, spin(3), told("no_spin", by="P1", cause="few_turns"), done())


def test_the_ball_that_was_taken_out_gives_no_number_to_the_next_spin() -> None:
    """LT-ROU-27c: the respin waits for the number of its own ball."""
    _, view = played("lt", "roulette", (*NO_SPIN, read(17)))
    assert (view["accepted"], view["phase"], view["round"]["recorded"]) == (True, "spinning", None)
    _, view = played("lt", "roulette", (*NO_SPIN, read(17), spin()))
    assert (view["prompt"]["action"], view["round"]["number"]) == ("await_number", None)


def test_a_number_between_the_balls_pick_up_and_its_check_is_no_ones() -> None:
    """LT-ROU-29: the later steps are still due."""
    lines = (OPEN, CLOSED, spin(), told("ball_out", by="P1"), done(), read(17))
    _, view = played("lt", "roulette", lines)
    assert (view["accepted"], view["prompt"]["action"]) == (True, "check_ball")
    assert view["round"]["recorded"] is None


def test_a_number_read_while_a_report_awaits_the_pit_boss_changes_its_row() -> None:
    """LT-ROU-27b instead of LT-ROU-27c: the number was recorded, and bets go back."""
    lines = (OPEN, CLOSED, spin(), told("no_spin", cause="few_turns"))
    _, view = played("lt", "roulette", lines)
    assert (view["incident"]["clause"], view["incident"]["facts"]["recorded"]) == ("LT-ROU-27c", False)
    driven, view = played("lt", "roulette", (*lines, read(22)))
    assert (view["incident"]["clause"], view["incident"]["facts"]["recorded"]) == ("LT-ROU-27b", True)
    assert view["prompt"]["action"] == "authorise"
    assert driven.take(authorised() | {"reason": "seen on video"})["bets"] == "refunded"


def test_a_number_read_under_a_ball_of_bet_time_pays_its_winnings() -> None:
    """LT-ROU-31c instead of LT-ROU-31b."""
    _, view = played("lt", "roulette", (OPEN, told("spun_in_bet_time", ball="pocket"), read(22)))
    assert (view["incident"]["clause"], view["incident"]["state"]) == ("LT-ROU-31c", "awaiting")


def test_what_a_number_rules_out_is_asked_its_kind_again() -> None:
    for kind in ("not_read", "ball_out"):
        driven, view = played("lt", "roulette", (OPEN, CLOSED, spin(), told(kind), read(22)))
        assert (view["prompt"]["action"], view["prompt"]["fact"]) == ("answer", "kind"), kind
        assert kind not in view["prompt"]["answers"] and view["incident"]["state"] == "facts"
        assert driven.take(answered(kind=kind))["refused"] == "out_of_turn"
        assert driven.take(answered(kind="no_spin", cause="ball_out"))["incident"]["clause"] == "LT-ROU-27b"


def test_a_report_that_a_number_has_ruled_out_uses_no_fact_any_more() -> None:
    lines = (OPEN, CLOSED, spin(), told("foreign_object", by="D1", ball_removed_in_time=False))
    _, view = played("lt", "roulette", lines)
    assert (view["incident"]["state"], view["incident"]["facts"]) == (
        "awaiting",
        {"ball_removed_in_time": False},
    )
    _, view = played("lt", "roulette", (*lines, read(22)))
    assert (view["prompt"]["fact"], view["incident"]["facts"]) == ("kind", {})


def test_a_press_that_has_not_seen_the_recorded_number_is_stale() -> None:
    """It is among what a press is compared with: the number may decide whether bets are paid."""
    driven, view = played("sv", "roulette", (OPEN, CLOSED, spin(), told("technical_fault", by="D1")))
    entry = view["entry"]
    driven.take(read(22))
    view = driven.take({"do": "withdraw", "by": "P1", "seen": {"entry": entry, "ms": 1}})
    assert view["refused"] == "stale"


def test_an_order_elsewhere_makes_no_pit_bosss_card_stale() -> None:
    """A reshuffle changes the clauses of the prompt alone: the same card is due."""
    driven, before = played("sv", "baccarat", (OPEN, CLOSED, {"do": "manual", "by": "P1", "on": True}))
    after = driven.take({"do": "reshuffle", "by": "P1"})
    assert before["prompt"]["clauses"] != after["prompt"]["clauses"]
    seen = {"entry": before["entry"], "ms": 900}
    assert driven.take({**card("9H"), "by": "P1", "seen": seen})["accepted"]
    assert driven.take({**card("2S"), "by": "P1", "seen": seen})["refused"] == "stale", "another is due"


IN_POCKET = (OPEN, told("spun_in_bet_time", by="P1", ball="pocket", recorded=True))


def test_a_readers_number_that_differs_from_the_dealers_is_asked_of_the_dealer() -> None:
    """In a round the same two halt; here the dealer alone can end it."""
    driven, view = played("sv", "roulette", (*IN_POCKET, said(5), read(6)))
    assert (view["prompt"]["action"], view["prompt"]["number"]) == ("confirm_number", 6)
    assert driven.take(read(6))["prompt"]["number"] == 6
    view = driven.take(said(6))
    assert (view["phase"], view["round"]["number"]) == ("result", 6)


def test_a_number_that_the_dealer_tells_twice_against_the_reader_halts() -> None:
    driven, view = played("sv", "roulette", (*IN_POCKET, said(5), read(6), said(5), said(5)))
    assert (view["phase"], view["prompt"]["reason"]) == ("halted", "number_differs")
    assert (view["round"]["number"], view["round"]["recorded"], view["say"]) == (5, 6, None)
    view = driven.take(withdrawn("P1"))
    assert (view["phase"], view["round"]["number"], view["round"]["recorded"]) == ("result", 5, None)
    assert view["say"] == "number"


def test_in_lt_the_readers_number_is_the_result() -> None:
    """LT-ROU-28."""
    _, view = played("lt", "roulette", (*IN_POCKET, said(5), read(6)))
    assert (view["phase"], view["round"]["number"]) == ("result", 6)


FOREIGN = (OPEN, CLOSED, spin(), told("foreign_object", ball_removed_in_time=True))


def test_a_number_contradicts_that_the_ball_was_removed_in_time() -> None:
    """LT-ROU-32a: it is asked again, and a pit boss confirms."""
    _, view = played("lt", "roulette", FOREIGN)
    assert view["prompt"]["action"] == "remove_ball"
    driven, view = played("lt", "roulette", (*FOREIGN, read(9)))
    assert (view["prompt"]["action"], view["prompt"]["fact"]) == ("answer", "ball_removed_in_time")
    assert (view["incident"]["state"], view["incident"]["steps"], view["bets"]) == ("facts", [], "stand")
    view = driven.take(answered("D1", ball_removed_in_time=True))
    assert (view["prompt"]["action"], view["incident"]["clause"]) == ("authorise", "LT-ROU-32a")
    assert driven.take(authorised(reason="video"))["round"]["recorded"] is None
    void, _ = played("lt", "roulette", (*FOREIGN, read(9), answered("D1", ball_removed_in_time=False)))
    view = void.take(authorised())
    assert (view["incident"]["clause"], view["round"]["recorded"]) == ("LT-ROU-32b", 9)


def test_a_decision_that_a_number_takes_back_leaves_the_balls_own_run() -> None:
    """LT-ROU-32a: with the report withdrawn the number is its spin's; no later spin begins with it."""
    driven, view = played("lt", "roulette", (*FOREIGN, read(9), withdrawn("D1")))
    assert (view["phase"], view["say"], view["round"]["number"]) == ("result", "number", 9)
    assert driven.take(spin())["refused"] == "out_of_turn"
    again = (answered(ball_removed_in_time=True), authorised(reason="video"))
    _, view = played("lt", "roulette", (*FOREIGN, read(9), *again))
    assert (view["prompt"]["action"], view["round"]["recorded"]) == ("remove_ball", None)


def test_a_decision_that_a_number_takes_back_leaves_the_halt_under_the_report() -> None:
    """LT-ROU-27c: it had ended with the decision. Neither has a dealer's number gone with it."""
    few = (OPEN, CLOSED, spin(2), told("foreign_object", ball_removed_in_time=True), read(9))
    driven, view = played("lt", "roulette", (*few, withdrawn("D1")))
    assert (view["prompt"]["reason"], view["offer"]["facts"]) == (
        "no_spin",
        {"cause": "few_turns", "recorded": True},
    )
    assert driven.take({"do": "void", "by": "P1"})["say"] == "no_spin"
    object_in_time = told("foreign_object", ball_removed_in_time=True)
    lines = (OPEN, CLOSED, spin(), said(5), object_in_time, read(9), withdrawn("D1"))
    _, view = played("sv", "roulette", lines)
    assert (view["prompt"]["reason"], view["prompt"]["number"]) == ("number_differs", 9)


def test_a_queued_report_of_a_fallen_ball_closes_the_bets_and_opens_later() -> None:
    """LT-ROU-31b: players see the number."""
    lines = (OPEN, told("technical_fault"), told("spun_in_bet_time", by="D1", ball="pocket"))
    driven, view = played("sv", "roulette", lines)
    assert (view["bets"], view["say"]) == ("closed", "no_more_bets")
    assert driven.take(CLOSED)["refused"] == "out_of_turn"
    assert driven.take(withdrawn("P1"))["incident"]["kind"] == "spun_in_bet_time"


@pytest.mark.parametrize("code", ["sv", "ja"])
def test_a_dealer_does_not_take_back_a_report_that_has_closed_the_bets(code: str) -> None:
    lines = (OPEN, told("spun_in_bet_time", ball="pocket"))
    for more in ((), (answered("D1", ball="track"),)):
        driven, _ = played(code, "roulette", (*lines, *more))
        assert driven.take(withdrawn("D1"))["refused"] == "not_authorised"
        view = driven.take(withdrawn("P1"))
        assert (view["prompt"]["action"], view["bets"]) == ("spin", "closed")
        view = driven.take(read(14))
        assert (view["refused"], view["prompt"]["action"]) == ("bets_open", "resolve")
        assert view["offer"] == {
            "kind": "spun_in_bet_time",
            "facts": {"ball": "pocket", "recorded": True},
            "round": view["round"]["id"],
        }


def test_without_a_reader_a_number_that_everybody_heard_counts_as_recorded() -> None:
    """A losing player's complaint does not spin again."""
    lines = (OPEN, CLOSED, spin(), said(17), said(17), told("no_spin", by="P1", cause="few_turns"))
    driven, view = played("sv", "roulette", lines)
    assert (view["incident"]["facts"]["recorded"], view["incident"]["clause"]) == (True, "LT-ROU-27b")
    assert view["round"]["recorded"] is None
    assert driven.take(answered(recorded=False))["refused"] in ("bad_input", "out_of_turn")


# --- cards that came under a report ---------------------------------------------------------------


def card(face: str) -> Seen:
    return {"do": "card", "card": face}


def cards(faces: str) -> tuple[Seen, ...]:
    return tuple(map(card, faces.split()))


def seats(*numbers: int) -> Seen:
    return {"do": "seats", "seats": numbers}


def decided(choice: str, seat: int = 1, hand: int = 1) -> Seen:
    return {"do": "decision", "seat": seat, "hand": hand, "choice": choice}


HIT = (OPEN, seats(1), CLOSED, *cards("TH 9S 6D 7C"), decided("hit"))


def test_a_dealer_alone_makes_no_card_vanish() -> None:
    """The king lies somewhere: it halts the table, and the pit boss says whether it was drawn."""
    lines = (*HIT, told("misread"), card("KD"), withdrawn("D1"))
    driven, view = played("sv", "blackjack", lines)
    assert (view["phase"], view["prompt"]["reason"]) == ("halted", "out_of_turn")
    assert "KD" not in str(view)
    assert driven.take(card("5D"))["refused"] == "halted"
    left = view["shoe"]["left"]
    view = driven.take(withdrawn("P1"))
    assert (view["prompt"]["action"], view["shoe"]["left"]) == ("deal", left)
    void, _ = played("sv", "blackjack", lines)
    assert void.take({"do": "void", "by": "P1"})["shoe"]["left"] == left - 1


def test_each_reading_under_a_report_is_a_card() -> None:
    lines = (*HIT, told("misread"), card("KD"), {"do": "unread"}, withdrawn("D1"))
    driven, view = played("sv", "blackjack", lines)
    assert driven.take({"do": "void", "by": "P1"})["shoe"]["left"] == view["shoe"]["left"] - 2


def test_a_card_under_a_report_of_bet_time_was_drawn_early() -> None:
    _, view = played("lt", "baccarat", (OPEN, told("card_fell"), card("KD"), CLOSED, withdrawn("D1")))
    assert (view["prompt"]["reason"], view["offer"]["kind"]) == ("bets_open", "early_deal")


def test_a_halt_under_the_report_has_the_card_besides_its_own() -> None:
    lines = (OPEN, CLOSED, *cards("9H 2S KD 4C 8D"), told("misread"), card("KD"), withdrawn("D1"))
    driven, view = played("sv", "baccarat", lines)
    assert (view["prompt"]["reason"], view["offer"]["kind"]) == ("out_of_turn", "extra_card_drawn")
    assert driven.take({"do": "void", "by": "P1"})["shoe"]["left"] == view["shoe"]["left"] - 2


def test_a_card_halts_when_the_dealers_own_outcome_is_done() -> None:
    """LT-BAC-26a is the dealer's to decide."""
    lines = (OPEN, CLOSED, *cards("9H 2S"), told("wrong_position", cards_to_move=1), card("KD"), done())
    driven, view = played("lt", "baccarat", lines)
    assert (view["phase"], view["prompt"]["reason"], view["say"]) == ("halted", "out_of_turn", None)
    assert driven.take(withdrawn("P1"))["say"] == "play_goes_on"


def test_a_dealer_alone_makes_no_card_vanish_by_a_second_report_either() -> None:
    """LT-BJ-2.3.4 is the dealer's to decide: the card's halt under it stays until a pit boss has ended it."""
    lines = (*HIT, told("misread"), card("KD"), told("wrong_position", cards_to_move=1), withdrawn("D1"))
    driven, view = played("sv", "blackjack", lines)
    assert (view["prompt"]["action"], view["incident"]["clause"]) == ("move_card", "LT-BJ-2.3.4")
    view = driven.take(done())
    assert (view["prompt"]["action"], view["prompt"]["reason"]) == ("resolve", "out_of_turn")
    assert driven.take(card("5D"))["refused"] == "halted"
    assert driven.take({"do": "void", "by": "P1"})["shoe"]["left"] == view["shoe"]["left"] - 2
    other, _ = played("sv", "blackjack", (*lines, done()))
    assert other.take(told("wrong_position", cards_to_move=1))["accepted"]
    assert other.take(done())["prompt"]["reason"] == "out_of_turn", "nor by a third"


def test_a_halt_under_a_dealers_outcome_keeps_its_reason_and_has_the_cards_under_it() -> None:
    """With no card under it the reading that halted the table counts as withdrawn."""
    coup = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C")), card("8D"))
    move = told("wrong_position", cards_to_move=1)
    driven, view = played("lt", "baccarat", (*coup, move, card("7D"), done()))
    assert (view["prompt"]["reason"], view["offer"]["kind"]) == ("out_of_turn", "extra_card_drawn")
    assert driven.take({"do": "void", "by": "P1"})["shoe"]["left"] == 410 - 2
    _, view = played("lt", "baccarat", (*coup, move, done()))
    assert (view["prompt"]["action"], view["shoe"]["left"]) == ("announce", 410)


def test_no_outcome_of_the_dealers_ends_a_halt_by_the_card_set() -> None:
    """A cause is asked once a shoe: the dealer alone would have silenced it."""
    coup = (OPEN, CLOSED, *cards("AS 2S 3S 4S 5S"), done(), done())
    halted = (*coup, OPEN, CLOSED, *cards("6S 7S 8S 9S"))
    driven, view = played("sv", "baccarat", halted)
    assert view["prompt"]["reason"] == "card_set"
    driven.take(told("wrong_position", cards_to_move=1))
    view = driven.take(done())
    assert (view["prompt"]["reason"], view["offer"]["kind"]) == ("card_set", "not_mixed")
    assert driven.take(withdrawn("P1"))["fact"] == "reason"
    assert driven.take(withdrawn("P1", reason="the shuffle is on the video"))["prompt"]["action"] == "deal"
    driven.restart()
    assert driven.take(card("TS"))["accepted"], "it is asked once a shoe"


def test_a_card_under_a_pit_bosss_void_counts_as_drawn() -> None:
    lines = (OPEN, CLOSED, *cards("9H 2S"), told("card_fell", by="P1", cards=1, seen=False))
    driven, view = played("lt", "baccarat", lines)
    left = view["shoe"]["left"]
    for line in (card("KD"), done(), done()):
        view = driven.take(line)
    assert (view["phase"], view["shoe"]["left"]) == ("betting", left - 1)


# --- what lies in no hand -------------------------------------------------------------------------


def test_a_hole_card_exposed_as_it_is_drawn_counts_as_drawn() -> None:
    """LT-BJ-2.3.11."""
    lines = (OPEN, seats(1), CLOSED, *cards("TH 9S 6D"))
    driven, view = played("lt", "blackjack", lines)
    left = view["shoe"]["left"]
    view = driven.take(told("hole_card_exposed", by="P1"))
    assert (view["bets"], view["shoe"]["left"]) == ("refunded", left - 1)


TWICE = (OPEN, CLOSED, *cards("9H 2S 4C 4C"), told("double_scan", by="P1", may_affect=False))


def test_the_second_reading_of_one_card_is_no_card_whatever_the_outcome() -> None:
    """LT-BAC-30a: the coup is not decided by a card that does not lie there."""
    _, view = played("lt", "baccarat", (*TWICE, authorised(choice="go_on", reason="one card")))
    assert (view["phase"], view["prompt"]["hand"], view["prompt"]["card"]) == ("dealing", "banker", 2)
    assert (view["round"]["banker"], view["shoe"]["left"]) == (["2S"], 411)
    _, view = played("lt", "baccarat", (*TWICE, authorised(choice="void", reason="one card")))
    assert (view["round"]["banker"], view["shoe"]["left"]) == (["2S"], 411)


def test_a_card_dealt_after_a_double_scan_leaves_the_hands() -> None:
    lines = (OPEN, CLOSED, *cards("9H 4C 4C 2S"), told("double_scan", by="P1", may_affect=False))
    _, view = played("lt", "baccarat", (*lines, authorised(choice="go_on", reason="one card")))
    assert (view["round"]["player"], view["round"]["banker"]) == (["9H", "4C"], ["4C", "2S"])
    assert view["shoe"]["left"] == 411


def test_a_second_reading_before_the_removed_cards_leaves_the_hands_too() -> None:
    """LT-BAC-30a: the card that halted is removed; the banker's second card was never drawn."""
    twice = told("double_scan", by="P1", may_affect=True, first_card=False, cards_to_remove=1)
    _, view = played(
        "lt", "baccarat", (OPEN, CLOSED, *cards("9H 2S TC TC 5D"), twice, authorised(), done("P1"))
    )
    assert (view["round"]["player"], view["round"]["banker"]) == (["9H", "TC"], ["2S"])
    assert (view["prompt"]["hand"], view["prompt"]["card"], view["shoe"]["left"]) == ("banker", 2, 410)


def test_a_double_scan_at_blackjack_asks_its_card_again() -> None:
    """LT-BJ-2.3.18: a hit, and a card face down."""
    twice = told("double_scan", by="P1", may_affect=False)
    go_on = authorised(choice="go_on", reason="one")
    hits = (*HIT, card("2C"), decided("hit"), card("2C"), twice, go_on)
    _, view = played("lt", "blackjack", hits)
    assert view["round"]["seats"]["1"][0]["cards"] == ["TH", "6D", "2C"]
    assert (view["prompt"]["action"], view["prompt"]["card"]) == ("deal", 4)
    dealt = (OPEN, seats(1), CLOSED, *cards("TH 9S 6D 6D"), twice, go_on)
    _, view = played("lt", "blackjack", dealt)
    assert (view["prompt"]["hand"], view["prompt"]["face"], view["shoe"]["left"]) == ("dealer", "down", 413)


@pytest.mark.parametrize("up", ["KC", "AC"])
def test_a_double_scan_before_the_hole_was_turned_asks_card_and_turn_again(up: str) -> None:
    """LT-BJ-2.3.18: the doubled hand would lose without the card that it is owed."""
    dealt = (OPEN, seats(1), CLOSED, *cards(f"5C {up} KC 8D"))
    answers = (*((decided("decline"), done()) if up == "AC" else ()), decided("double"), card("8D"), done())
    twice = told("double_scan", by="P1", may_affect=False)
    lines = (*dealt, *answers, twice, authorised(choice="go_on", reason="one card"))
    driven, view = played("sv", "blackjack", lines)
    assert (view["phase"], view["prompt"]["seat"], view["prompt"]["card"]) == ("deciding", 1, 3)
    assert view["round"]["seats"]["1"][0]["state"] == "acting"
    view = driven.take(card("5D"))
    assert (view["prompt"]["action"], view["round"]["seats"]["1"][0]["total"]) == ("turn_hole", 20)
    view = driven.take(done())
    assert (view["phase"], view["round"]["seats"]["1"][0]["state"]) == ("result", "won")


def test_a_second_reading_that_halted_leaves_equal_cards_dealt_before_it() -> None:
    """LT-BJ-2.3.18: of the two that came last the second is no card; two equal ones lie in the hands, too."""
    dealt = (OPEN, seats(1), CLOSED, *cards("6H TC TC 8D"), decided("stand"))
    driven, _ = played("lt", "blackjack", dealt)
    assert driven.take(card("8D"))["refused"] == "out_of_turn"
    driven.take(told("double_scan", by="P1", may_affect=False))
    view = driven.take(authorised(choice="go_on", reason="one card"))
    assert (view["prompt"]["action"], view["shoe"]["left"]) == ("turn_hole", 412)


def test_a_double_scan_after_a_split_asks_for_the_hole_card_first() -> None:
    """LT-BJ-2.3.18: the place of the second reading is due again, before the cards that the split is owed."""
    dealt = (OPEN, seats(1), CLOSED, *cards("TH 9S TC TC"), decided("split"))
    twice = told("double_scan", by="P1", may_affect=False)
    lines = (*dealt, twice, authorised(choice="go_on", reason="one card"))
    driven, view = played("lt", "blackjack", lines)
    assert (view["prompt"]["hand"], view["prompt"]["face"], view["shoe"]["left"]) == ("dealer", "down", 413)
    view = driven.take(card("5D"))
    assert view["round"]["dealer"]["cards"] == ["9S", "??"]
    assert (view["prompt"]["seat"], view["prompt"]["hand"], view["prompt"]["card"]) == (1, 1, 2)


@pytest.mark.parametrize("choice", ("hit", "double"))
def test_a_double_scan_after_a_splits_answer_asks_for_the_other_hands_card_first(choice: str) -> None:
    """LT-BJ-2.3.18, BJ-2.7: both hands have two cards before one of them gets a third."""
    dealt = (OPEN, seats(1), CLOSED, *cards("8H 9S 8C 7D"), decided("split"), *cards("3S 3S"))
    twice = (told("double_scan", by="P1", may_affect=False), authorised(choice="go_on", reason="one card"))
    driven, _ = played("lt", "blackjack", (*dealt, decided(choice), *twice))
    view = driven.take(card("KD"))
    assert [hand["cards"] for hand in view["round"]["seats"]["1"]] == [["8H", "3S"], ["8C", "KD"]]
    view = driven.take(card("5C"))
    assert [hand["cards"] for hand in view["round"]["seats"]["1"]] == [["8H", "3S", "5C"], ["8C", "KD"]]


# --- side bets and insurance ----------------------------------------------------------------------


def settled(*bets: Seen) -> Seen:
    return {"do": "settle", "by": "P1", "bets": list(bets)}


def bet(on: str, seat: int = 1, hand: int = 1, stake: int = 500) -> Seen:
    return {"on": on, "seat": seat, "hand": hand, "stake": stake}


ACE_UP = (OPEN, seats(1, 3), CLOSED, *cards("5H TH AS 6H 9D 9C"))
PEEKED = (*ACE_UP, decided("insure"), decided("decline", 3), done())


def test_the_worksheet_pays_no_insurance_that_was_declined() -> None:
    driven, _ = played("lt", "blackjack", ACE_UP)
    assert driven.take(settled(bet("insurance", 3)))["worksheet"]["back"] is None
    driven.take(decided("insure"))
    driven.take(decided("decline", 3))
    assert driven.take(settled(bet("insurance", 3)))["worksheet"]["back"] is None
    driven.take(done())
    assert driven.take(settled(bet("insurance", 3)))["refused"] == "no_such_hand"
    assert driven.take(settled(bet("insurance")))["accepted"]


def test_insurance_needs_an_ace_and_a_round_that_is_not_void() -> None:
    driven, _ = played("lt", "blackjack", (OPEN, seats(1), CLOSED, *cards("5H TS")))
    assert driven.take(settled(bet("insurance")))["refused"] == "no_such_hand"
    driven, _ = played("lt", "blackjack", (*ACE_UP, told("hole_card_exposed", by="P1")))
    assert driven.take(settled(bet("insurance")))["refused"] == "no_such_hand"


REFUND = told("no_chance_to_act", by="P1", seat=1)


def test_a_refund_leaves_side_bets_and_insurance_as_they_are_decided() -> None:
    """LT-BJ-2.3.8: the first bet alone goes back."""
    lines = (*PEEKED, decided("timeout"), REFUND)
    driven, view = played("lt", "blackjack", lines)
    hand = view["round"]["seats"]["1"][0]
    assert (hand["state"], hand["insurance"]) == ("refunded", "lost")
    for line in (decided("stand", 3), done()):
        view = driven.take(line)
    assert view["phase"] == "result"
    paid = driven.take(settled(bet("main"), bet("insurance"), bet("perfect_pairs"), bet("21+3")))["worksheet"]
    assert [each["back"] for each in paid["bets"]] == [500, 0, 0, 0]


def test_a_round_with_no_seat_left_still_pays_what_was_decided() -> None:
    dealt = (OPEN, seats(1), CLOSED, *cards("5H AS 5H 9C"))
    lines = (*dealt, decided("insure"), done(), decided("timeout"), REFUND)
    driven, view = played("lt", "blackjack", lines)
    assert (view["say"], view["bets"]) == ("round_void", "refunded")
    paid = driven.take(settled(bet("main"), bet("insurance"), bet("perfect_pairs")))["worksheet"]["bets"]
    assert [each["back"] for each in paid[:2]] == [500, 0]
    assert paid[2]["back"] > 500, "a perfect pair"


def test_a_card_under_a_refund_that_leaves_no_seat_is_out_of_a_void_round() -> None:
    """Once: what is done of it afterwards draws it no second time."""
    for came, out in (({"do": "unread"}, 1), (card("QD"), 1)):
        dealt = (OPEN, seats(3), CLOSED, *cards("4C 9S 5D 6C"), decided("timeout", 3))
        lines = (*dealt, told("no_chance_to_act"), came, answered("D1", seat=3))
        driven, view = played("sv", "blackjack", lines)
        left = view["shoe"]["left"]
        view = driven.take(authorised())
        assert (view["bets"], view["shoe"]["left"]) == ("refunded", left - out)
        while view["phase"] != "betting":
            view = driven.take(done())
        assert view["shoe"]["left"] == left - out


# --- who did it -----------------------------------------------------------------------------------


def test_a_cut_card_that_a_person_presses_has_that_persons_name() -> None:
    """No device said it."""
    driven, view = played("sv", "baccarat", (OPEN, {"do": "cut_card", "by": "D1"}))
    assert view["shoe"]["last_hand"] and driven.kept.entries[-1].person == "D1"
    driven, view = played("sv", "blackjack", (OPEN, told("cut_card_not_scanned", by="P1")))
    assert view["prompt"]["action"] == "scan_cut_card"
    assert driven.take({"do": "cut_card", "by": "D1"})["refused"] == "not_authorised"
    assert driven.take({"do": "cut_card", "by": "X9"})["refused"] == "not_signed_in"
    assert driven.take({"do": "cut_card", "by": "P1", "seen": {"entry": 0, "ms": 1}})["accepted"]
    assert driven.kept.entries[-1].person == "P1"


def test_a_reason_or_note_that_shows_nothing_counts_as_left_out() -> None:
    """A pit boss's done with such a reason skips no step: the step is done by the one whom it asks."""
    for blank in ("", " ", "\u200b", "\u3164"):
        driven, _ = played("lt", "roulette", (OPEN,))
        assert driven.take({"do": "say", "by": "P1", "text": blank})["refused"] == "bad_input"
        driven, _ = played("sv", "blackjack", (OPEN, told("misread")))
        driven.take(withdrawn("P1", reason=blank))
        assert msgspec.json.decode(driven.kept.entries[-1].event).get("reason") is None
        wrong_place = told("wrong_position", cards_to_move=1)
        driven, _ = played("lt", "baccarat", (OPEN, CLOSED, *cards("9H 2S"), wrong_place))
        assert driven.take(done("P1", reason=blank, note=blank))["refused"] == "not_authorised"
        driven.take(done("D1", reason=blank, note=blank))
        kept = msgspec.json.decode(driven.kept.entries[-1].event)
        assert (kept.get("reason"), kept.get("note")) == (None, None)


# --- what stays said ------------------------------------------------------------------------------


def test_a_fault_in_a_halt_leaves_what_was_said() -> None:
    lines = (OPEN, CLOSED, *cards("9H 2S KD 4C 8D"), device(frame_of("A E 2")))
    _, view = played("sv", "baccarat", lines)
    assert (view["accepted"], view["prompt"]["reason"], view["say"]) == (True, "out_of_turn", "player_wins")


# --- a void out of a halt -------------------------------------------------------------------------


def test_a_void_for_a_fault_is_a_report_with_the_tables_next_number() -> None:
    """ROU-2.1.6."""
    fault = wheel_bytes(status(2, 13, 0), status(4, 14, 0))
    lines = (OPEN, told("spun_in_bet_time"), withdrawn("D1"), fault, {"do": "void", "by": "P1"})
    _, view = played("sv", "roulette", lines)
    assert (view["incident"]["id"], view["incident"]["kind"]) == ("T1-i2", "technical_fault")


# --- answers --------------------------------------------------------------------------------------


def test_an_answer_comes_back_through_any_kinds() -> None:
    lines = (OPEN, CLOSED, *cards("9H 2S"), told("card_fell", cards=1))
    for between in (("misread",), ("double_scan", "misread"), ("technical_fault", "misread", "double_scan")):
        driven, view = played("lt", "baccarat", lines)
        for kind in between:
            view = driven.take(answered("D1", kind=kind))
            assert view["accepted"] and view["incident"]["kind"] == kind, view["why"]
        view = driven.take(answered("D1", kind="card_fell"))
        assert view["incident"]["facts"] == {"where": "round", "cards": 1}
        assert view["prompt"]["fact"] == "seen"
    driven, _ = played("lt", "baccarat", (*lines, answered("D1", cards=None), answered("D1", kind="misread")))
    assert driven.take(answered("D1", kind="card_fell"))["prompt"]["fact"] == "cards"


def test_a_refunded_hand_is_none_for_no_chance_to_act() -> None:
    """LT-BJ-2.3.8."""
    missed = (decided("timeout"), decided("timeout", 3))
    driven, _ = played("lt", "blackjack", (*PEEKED, *missed, REFUND))
    assert driven.take(REFUND)["refused"] == "out_of_turn"
    assert driven.take(told("no_chance_to_act", by="P1"))["prompt"]["fact"] == "seat"
    assert driven.take(answered(seat=1))["refused"] == "out_of_turn"
    assert driven.take(answered(seat=3))["accepted"]
    alone = (OPEN, seats(1), CLOSED, *cards("5H TS 5D 9C"))
    for more in ((), (done(), card("7C"))):
        lines = (*alone, decided("timeout"), *more, REFUND)
        driven, view = played("lt", "blackjack", lines)
        assert view["round"]["seats"]["1"][0]["state"] == "refunded"
        assert driven.take(told("no_chance_to_act", by="P1"))["refused"] == "out_of_turn"


def test_a_queued_report_of_no_kind_is_over_where_no_kind_can_be() -> None:
    """At a wheel between rounds nothing can be reported before a number was known."""
    void = (OPEN, told("cannot_continue", reason="health"), {"do": "incident", "by": "P1"}, authorised())
    _, view = played("lt", "roulette", void)
    assert (view["phase"], view["ended"]) == ("betting", "T1-i1")

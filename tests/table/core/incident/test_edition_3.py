"""The decisions that came with edition 3 of the protocol; every journal that is read has them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from console.table.core.incident.outcome_effects import cards_left
from tests.table.core.incident.test_edition_2 import (
    CLOSED,
    OPEN,
    answered,
    authorised,
    done,
    played,
    read,
    said,
    seats,
    spin,
    told,
    withdrawn,
)
from tests.table.core.tables import Driven, Seen
from tests.table.core.wheel_at_random import status, wheel_bytes

# --- the moment of a report that waits ------------------------------------------------------------

ROUND = (OPEN, CLOSED, spin(), read(17), done())
WRONG = (told("wrong_number_recorded", actual=20), authorised(), done("P1"))
EARLY = (told("spun_in_bet_time"), answered(ball="pocket"), authorised(), done())


def ends(code: str, game: str, before: Sequence[Seen], *reports: Sequence[Seen]) -> list[tuple[str, str]]:
    """The kinds and outcomes of reports that are all made before the first of them is decided."""
    lines = (*before, *(report[0] for report in reports), CLOSED)
    driven, _ = played(code, game, (*lines, *(line for report in reports for line in report[1:])))
    assert driven.table.incident is None
    return sorted((str(past.kind), past.outcome) for past in driven.table.incidents.past)


def test_two_reports_have_the_same_outcomes_whichever_was_made_first() -> None:
    """LT-ROU-31b, LT-ROU-33: the bets close while the first one is decided."""
    both = [("spun_in_bet_time", "void"), ("wrong_number_recorded", "settle_by_hand")]
    assert ends("lt", "roulette", (*ROUND, OPEN), WRONG, EARLY) == both
    assert ends("lt", "roulette", (*ROUND, OPEN), EARLY, WRONG) == both


@pytest.mark.parametrize("later", [(), (OPEN,)])
def test_a_number_settled_by_hand_replaces_its_rounds_result(later: tuple[Seen, ...]) -> None:
    """LT-ROU-33."""
    driven, _ = played("lt", "roulette", (*ROUND, done(), *ROUND, *later, *WRONG))
    assert driven.table.results == ("17", "20")


def test_a_report_of_bet_time_waits_for_its_turn_over_a_restart() -> None:
    """LT-BAC-22b: the cut card was missed in bet time."""
    lines = (OPEN, told("cards_left_on_table"), told("played_past_cut_card"), CLOSED, authorised())
    driven, _ = played("lt", "baccarat", lines)
    driven.restart()
    for line in (done("P1"), done()):
        view = driven.take(line)
    assert (view["incident"]["clause"], view["incident"]["facts"]) == ("LT-BAC-22b", {"noticed": "betting"})


def test_twenty_reports_wait_and_one_more_is_out_of_turn() -> None:
    report = told("prohibited_action", what="card_peeked")
    driven, view = played("lt", "baccarat", [report] * 21)
    assert view["incident"]["queued"] == 20
    view = driven.take(report)
    assert (view["refused"], view["incident"]["queued"]) == ("out_of_turn", 20)
    assert view["why"] == '`do` is "incident" while 20 reports wait: once one opens it is right.'
    driven.take(withdrawn("D1"))
    assert driven.take(report)["incident"]["queued"] == 20


def overtaken(driven: Driven, kind: str) -> str | None:
    """The incident after which a report had nothing left to decide, by its number."""
    found = next(past for past in driven.table.incidents.past if past.kind == kind)
    assert (found.outcome, found.by) == ("record_only", None)
    return found.overtaken_by


def test_a_report_names_the_incident_that_took_its_round_away() -> None:
    lines = (
        *(OPEN, CLOSED, {"do": "card", "card": "9H"}, told("misread", may_affect=False)),
        *(told("technical_fault"), told("prohibited_action", what="card_peeked"), told("reader_failed")),
        authorised(choice="go_on", reason="seen"),
        authorised(),
        authorised(choice="go_on", reason="seen"),
    )
    driven, _ = played("sv", "baccarat", lines)
    assert overtaken(driven, "reader_failed") == "T1-i2"


OF_THE_SHOE = {
    "baccarat": ("over_burn", "under_burn", "no_burn", "burn_card_shown", "played_past_cut_card"),
    "blackjack": ("cut_card_not_scanned",),
}


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game, kinds in OF_THE_SHOE.items() for kind in kinds]
)
def test_a_report_of_cards_that_were_replaced_has_nothing_left_to_decide(game: str, kind: str) -> None:
    lines = (
        *(OPEN, seats(1), CLOSED, {"do": "card", "card": "9H"}, told("wrong_card_set", cause="count")),
        *(told(kind), told("prohibited_action", what="card_peeked")),
        *(authorised(), done(), done("P1")),
    )
    driven, view = played("lt", game, lines)
    assert view["incident"]["kind"] == "prohibited_action"
    assert overtaken(driven, kind) == "T1-i1"


def test_a_damaged_card_of_a_set_that_was_put_aside_replaces_no_card_of_the_next() -> None:
    """TB-33, BAC-3.1.3."""
    lines = (
        *({"do": "reshuffle", "by": "P1", "new": True}, done(), told("wrong_card_set", cause="count")),
        *(told("damaged_card"), authorised(), done("P1"), done("P1")),
    )
    driven, view = played("sv", "baccarat", lines)
    assert (view["prompt"]["action"], view["incident"]["kind"]) == ("receive_decks", "wrong_card_set")
    assert overtaken(driven, "damaged_card") == "T1-i1"


@pytest.mark.parametrize("given", [{}, {"seat": 2, "total": 13}])
def test_the_total_of_a_hand_is_that_of_the_report(given: Seen) -> None:
    """LT-BJ-08: thirteen as it was reported; the second three has been taken for none since. The seat missed
    insurance.
    """
    cards = [{"do": "card", "card": face} for face in ("KS", "5C", "AS", "9D", "2D", "8C", "3D", "3D")]
    answers = [
        {"do": "decision", "seat": seat, "hand": 1, "choice": choice}
        for seat, choice in ((1, "timeout"), (2, "timeout"), (1, "stand"), (2, "hit"), (2, "hit"))
    ]
    lines = (
        *(OPEN, {"do": "seats", "seats": [1, 2]}, CLOSED, *cards[:6], *answers[:2], done(), *answers[2:4]),
        *(cards[6], answers[4], cards[7]),
        *(told("double_scan", may_affect=False), told("no_chance_to_act", **given)),
        *(authorised(choice="go_on", reason="seen"), answered(seat=2, by="D1")),
    )
    driven, view = played("lt", "blackjack", lines)
    assert view["round"]["seats"]["2"][0]["total"] == 10
    assert (view["incident"]["facts"], view["incident"]["outcome"]) == (
        {"seat": 2, "hand": 1, "total": 13},
        "go_on",
    )
    assert driven.take(answered(total=5))["refused"] == "bad_input"


# --- the cards of a halt --------------------------------------------------------------------------


def card(face: str) -> Seen:
    return {"do": "card", "card": face}


EARLY_CARDS = (OPEN, *map(card, ("AS", "2S", "3S", "4S", "5S")))
EARLY_DEAL = told("early_deal", by="P1", first_card=True, seen=True)


def test_every_card_of_a_halt_is_out_of_the_shoe_in_a_void_round() -> None:
    """LT-BAC-25b: five cards of bet time, whether they came before the report or under it."""
    _, view = played("lt", "baccarat", (*EARLY_CARDS, EARLY_DEAL, authorised()))
    assert (view["bets"], view["shoe"]["left"]) == ("refunded", 414 - 5)
    _, view = played("lt", "baccarat", (*EARLY_CARDS, {"do": "void", "by": "P1"}))
    assert (view["phase"], view["shoe"]["left"]) == ("collecting", 414 - 5)


def test_a_card_is_not_exchanged_with_the_pit_bosss_authority_for_something_else() -> None:
    """PR-C1: the king of diamonds that was drawn for the seat can't be left out of its hand in silence."""
    lines = (
        *(OPEN, {"do": "seats", "seats": [1]}, CLOSED, *map(card, ("TH", "9S", "6D", "7C"))),
        {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"},
        *(told("card_fell", cards=1, seen=True), card("KD"), authorised(), done()),
    )
    driven, view = played("sv", "blackjack", lines)
    assert (view["prompt"]["action"], view["prompt"]["reason"]) == ("resolve", "out_of_turn")
    assert driven.take(card("5D"))["refused"] == "halted"


def test_a_card_that_comes_without_a_dealer_in_a_halt_is_the_halts() -> None:
    lines = (card("9H"), {"do": "sign_out", "who": "D1"}, card("8D"))
    driven, view = played("sv", "baccarat", lines)
    assert view["refused"] == "not_signed_in"
    driven.take(told("extra_card_drawn", by="P1", shown=True))
    view = driven.take(authorised())  # two readings may have been one card
    assert (view["incident"]["outcome"], view["shoe"]["left"]) == ("burn_card", 416 - 2)


def test_a_card_that_comes_before_the_seats_of_its_round_halts_after_the_scan() -> None:
    """LT-BJ-2.3.10a: the scan has to wait for the seats."""
    lines = (
        *(OPEN, {"do": "unread"}, CLOSED, told("early_deal", by="P1", first_card=True, seen=False)),
        *(authorised(), card("5S"), {"do": "seats", "seats": [3]}, card("3H")),
    )
    _, view = played("lt", "blackjack", lines)
    assert (view["phase"], view["round"]["seats"]["3"][0]["cards"]) == ("halted", ["3H"])


@pytest.mark.parametrize("read", [("KD", "5S"), ("5S", "KD")])
def test_a_scan_takes_its_own_card_alone_from_those_read_under_a_report(read: tuple[str, ...]) -> None:
    """LT-BJ-2.3.10a: the five is the seat's; the king, before it or after, halts the table."""
    lines = (
        *(OPEN, {"do": "unread"}, CLOSED, told("early_deal", by="P1", first_card=True, seen=False)),
        *(*map(card, read), seats(3), {**card("5S"), "by": "P1"}),
    )
    driven, view = played("lt", "blackjack", lines)
    assert (view["prompt"]["reason"], view["shoe"]["left"]) == ("out_of_turn", 416 - 1)
    assert driven.take({"do": "void", "by": "P1"})["shoe"]["left"] == 416 - 2


def test_the_card_that_a_step_scans_is_none_of_those_that_will_halt_the_table() -> None:
    """LT-BJ-2.3.10a: of two cards read under the report one is the seat's."""
    report = told("early_deal", by="P1", first_card=True, seen=False)
    driven, _ = played("lt", "blackjack", (OPEN, {"do": "unread"}, CLOSED, report, card("KD"), card("5S")))
    assert driven.table.incident is not None
    assert cards_left(driven.game, driven.table, driven.table.incident) == 1


def test_a_card_of_a_halt_that_was_read_twice_is_drawn_once_in_a_void_round() -> None:
    """LT-BJ-2.3.18: the eight and one queen have left the shoe."""
    coup = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C", "8D", "QD", "QD")))
    lines = (*coup, told("double_scan", may_affect=False), authorised(choice="void", reason="seen"))
    _, view = played("sv", "baccarat", lines)
    assert (view["round"]["status"], view["shoe"]["left"]) == ("void", 412 - 2)


def test_a_card_of_a_halt_leaves_its_offer() -> None:
    fault = {"do": "device", "name": "shoe", "hex": "05314791034534"}
    driven, view = played("ja", "baccarat", (OPEN, fault, card("6H")))
    assert (view["refused"], view["offer"]["kind"]) == ("halted", "technical_fault")
    assert driven.take({"do": "void", "by": "P1"})["shoe"]["left"] == 416 - 1


def test_a_second_report_that_finishes_a_known_number_says_it_no_more_over_a_third() -> None:
    """LT-ROU-31c: the number was announced as it became known, and no play goes on."""
    in_pocket: Seen = {"do": "answer", "by": "D1", "facts": {"ball": "pocket"}}
    number: Seen = {"do": "number", "number": 36, "source": "dealer", "by": "D1"}
    lines = (
        *(OPEN, told("spun_in_bet_time", by="P1", recorded=True), told("spun_in_bet_time")),
        *(in_pocket, authorised(), {"do": "incident", "by": "D1"}, number, number),
        *(in_pocket, authorised()),
    )
    _, view = played("is", "roulette", lines)
    assert (view["phase"], view["incident"]["id"], view["say"]) == ("halted", "T1-i3", None)


# --- a ball that was said to be out ---------------------------------------------------------------

WARNED = (OPEN, CLOSED, spin(), wheel_bytes(status(3, 1, 0), status(4, 1, 0, 2)), done())
LIFTED = (withdrawn("P1", reason="it ran on"), withdrawn("P1", reason="the wheel was wrong"))


def test_the_number_of_a_good_spin_counts_once_its_false_alarm_is_lifted() -> None:
    """PR-C2: the ball was said to be out, and ran on."""
    driven, view = played("sv", "roulette", (*WARNED, *LIFTED))
    assert view["prompt"]["action"] == "await_number"
    assert driven.take(read(17))["round"]["number"] == 17


def test_a_dealers_number_before_the_spin_is_out_of_turn_though_it_is_no_ones() -> None:
    """PR-P2."""
    lines = (OPEN, told("spun_in_bet_time", ball="track"), done(), CLOSED)
    driven, _ = played("sv", "roulette", lines)
    assert driven.take(said(15))["refused"] == "out_of_turn"
    assert driven.take(read(15))["accepted"]
    assert driven.view()["round"]["recorded"] is None


def test_an_incident_that_a_card_ends_is_shown_though_the_card_set_halts() -> None:
    """PR-P1: the ninth card of the factory's order is read for a failed reader."""
    cards = [card(f"{rank}H") for rank in "A2345678"]
    coup = (OPEN, CLOSED, *cards[:5], done(), done(), OPEN, CLOSED, *cards[5:])
    failed = told("reader_failed", by="P1", pit_boss_read=True)
    driven, _ = played("sv", "baccarat", (*coup, *[{"do": "unread"}] * 3, failed))
    view = driven.take(card("9H"))
    assert view["prompt"]["reason"] == "card_set"
    assert view["ended"] == view["incident"]["id"] == "T1-i1"
    assert not view["incident"]["open"]


@pytest.mark.parametrize("damaged", [None, False, True])
def test_a_skip_of_the_balls_check_says_of_it_what_it_gives(damaged: bool | None) -> None:
    """PR-P4, LT-ROU-29."""
    skip = done("P1", reason="it was seen", damaged=damaged)
    driven, _ = played("lt", "roulette", (OPEN, CLOSED, spin(), told("ball_out", by="P1"), done()))
    assert driven.take(skip)["incident"]["facts"] == {"ball_damaged": damaged}

"""Published cases 7, 8, 12, 13, 18, 22, 27, 31 to 33: acts forgotten or done wrongly, at the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.table.core import NoteKind
from console.table.game import DECK, Card
from tests.instruments.card_sets import FULL
from tests.instruments.published_cases import Case
from tests.published.scene import EN, Learns, Reader, scene
from tests.table.core.tables import Seen
from tests.table.core.wheel_at_random import dealers_number

WHOLE = Case(0, "a whole set", FULL, 0)
KING = DECK.index(Card("KD"))
BETS_OPEN: Seen = {"do": "bets", "state": "open"}


def test_a_forgotten_first_card_of_the_dealer_voids_the_round_and_moves_no_card_back(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 7, LT-BJ-2.3.16: the card that a seat got is the dealer's, and the screen goes on from there."""
    with scene(qtbot, tmp_path, "lt", "blackjack", WHOLE) as at:
        at.until(lambda: at.prompt.action == "deal" and at.prompt.hand == "dealer")
        learns(7, Reader.DEALER, at.headline, EN.text("prompt.deal.dealer.up"))
        at.follow()
        assert (at.prompt.seat, at.prompt.card) == (1, 2), "it was laid at seat 1, and is the dealer's"
        at.report("out_of_order", EN.text("answer.yes"))
        assert at.asked == [("sign_in", "pit_boss"), ("authorise", "pit_boss")]
        assert at.view.bets == "refunded"
    record = at.paper("incident", "T7-i1")
    assert "Rule of this table: LT-BJ-2.3.16" in record and "Round void, bets go back" in record
    assert "Authorised  P1" in record and "Reported    D1" in record
    report = at.paper("report")
    learns(7, Reader.REPORT, report, "LT-BJ-2.3.16", "12:00")
    assert ["Rounds", "void", "1", "1"] in [line.split() for line in report.splitlines()]
    assert "Nothing outstanding" in at.paper("report", "--handover")


@pytest.mark.parametrize(("rules", "turns"), [("lt", 4), ("sv", 3)])
def test_the_spins_key_names_the_turns_that_the_rules_ask_for(
    qtbot: QtBot, tmp_path: Path, rules: str, turns: int, learns: Learns
) -> None:
    """Case 8, LT-ROU-26, ROU-3.1.1: nobody has to know the rule by heart."""
    with scene(qtbot, tmp_path, rules, "roulette") as at:
        at.until(lambda: at.prompt.action == "spin")
        learns(8, Reader.DEALER, at.table.window.dealer.bar.primary.text(), f"After {turns} full turns")


def test_a_ball_of_three_turns_is_spun_again_if_four_are_asked_for(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 8, LT-ROU-27c: bets stand, and the record says who decided it."""
    with scene(qtbot, tmp_path, "lt", "roulette") as at:
        at.until(lambda: at.prompt.action == "spin")
        at.report("no_spin", EN.text("answer.cause.few_turns"))
        assert at.asked == [("sign_in", "pit_boss"), ("authorise", "pit_boss"), ("remove_ball", "dealer")]
        assert (at.prompt.action, at.view.bets) == ("spin", "stand")
    record = at.paper("incident", "T7-i1")
    assert "Why is it no spin?      Too few turns · D1" in record
    assert "Rule of this table: LT-ROU-27c" in record and "Authorised  P1" in record
    learns(8, Reader.REPORT, at.paper("report"), "LT-ROU-27c", "12:00")
    assert "Round in play  T7-1" in at.paper("report", "--handover")


def test_no_bets_open_before_each_step_of_the_shuffle_and_the_burn_is_done(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 12, LT-BAC-03: the server's bets are refused at every step, and the burn card's needs a card."""
    with scene(qtbot, tmp_path, "lt", "baccarat", WHOLE) as at:
        at.until(lambda: at.view.phase == "shoe")
        at.asked.clear()
        while at.view.phase == "shoe":
            at.table.take(BETS_OPEN)
            assert at.view.refused in ("out_of_turn", "not_signed_in") and at.view.bets == "closed"
            if at.prompt.action == "burn_card":
                learns(12, Reader.DEALER, at.headline)
                before = at.view.entry
                at.enter()
                assert at.view.entry == before, "no press stands for a card"
            at.follow()
        assert [each for each, _ in at.asked][-3:] == ["load", "burn_card", "burn"]
        done = [each for each, _ in at.asked if each != "sign_in"]
    report = at.paper("report").splitlines()
    steps = [line for line in report if line.split()[-2:] == ["1", "0"]]
    assert len(steps) == len(done), "each was done, none was not"


def test_seven_violations_and_a_supervisors_absence_stand_in_the_shift_report(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 13: the table stops nobody; the figures by dealer and the hours of duty are there to be read."""
    with scene(qtbot, tmp_path, "sv", "baccarat", WHOLE) as at:
        at.table.session.note(NoteKind.SUPERVISOR_ON_DUTY, "S1")
        at.table.session.note(NoteKind.SUPERVISOR_OFF_DUTY, "S1")
        for _ in range(7):
            at.until(lambda: at.prompt.action == "deal" and at.prompt.hand == "banker")
            at.report("prohibited_action", EN.text("answer.what.advice_given"))
            at.until(lambda: at.prompt.action == "await_bets")
    report = at.paper("report")
    _, _, counted = report.partition("\nIncidents\n")
    assert learns(13, Reader.REPORT, counted, "Prohibited action").split()[-2:] == ["7", "7"], "all, and D1's"
    duty = learns(13, Reader.REPORT, report, "S1", "12:00:00")
    assert duty.count("12:00:00") == 2, "from when to when"
    handed_over = at.paper("report", "--handover")
    assert handed_over.count("not signed") == 2, "nobody has answered for the shift yet"
    learns(13, Reader.NEXT_SHIFT, handed_over, "Incoming shift", "not signed")


def test_fallen_cards_that_are_put_back_stay_open_until_the_set_is_counted(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 18, South Dakota 2013: a king stayed in a stool for twelve hours (BJ-3.1.1)."""
    king_gone = WHOLE._replace(cards=WHOLE.cards.replace(bytes((KING,)), b"", 1))
    uncounted = "Fallen cards put back, set not counted since"
    with scene(qtbot, tmp_path, "sv", "blackjack", king_gone) as at:
        at.until(lambda: at.prompt.action == "shuffle")
        at.report("card_fell", EN.count("count.cards", 2))
        assert at.asked[-1] == ("put_back", "dealer")
        at.until(lambda: at.rounds == 3)
        learns(18, Reader.NEXT_SHIFT, at.paper("report", "--handover"), uncounted, "D1")
        at.until(lambda: at.prompt.action == "await_bets")
        at.count = len(king_gone.cards)
        at.order("button.close_table")
        at.press(EN.text("pit.to_table"))
        at.said.clear()
        at.until(lambda: at.view.phase == "closed")
    learns(18, Reader.PIT_BOSS, at.said["authorise", "pit_boss"], "415")
    learns(18, Reader.RECORD, at.paper("incident", "T7-i2"), "Number of all cards", "415 cards counted")
    assert uncounted not in at.paper("report", "--handover")


def test_cards_that_were_cleared_early_are_laid_out_again_from_the_video(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 27, New Jersey 2013, LT-BJ-2.3.20: once it is reported; no card is dealt before they lie there."""
    with scene(qtbot, tmp_path, "lt", "blackjack", WHOLE) as at:
        at.until(lambda: at.prompt.action == "await_decision")
        at.report("cards_cleared_early")
        assert at.asked[-2:] == [("authorise", "pit_boss"), ("restore", "pit_boss")]
    learns(27, Reader.DEALER, at.said["sign_in", "pit_boss"])
    learns(27, Reader.PIT_BOSS, at.said["restore", "pit_boss"])
    learns(27, Reader.REPORT, at.paper("report"), "Cleared early", "LT-BJ-2.3.20", "12:00", "P1")


def test_a_number_at_once_after_no_more_bets_is_marked_as_quicker_than_a_ball(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 22, Michigan 2015: bets taken until the ball lies; no reader, and the dealer types the number."""
    with scene(qtbot, tmp_path, "sv", "roulette") as at:
        at.until(lambda: at.prompt.action == "spin")
        at.follow()
        for _ in range(2):
            at.table.take(dealers_number(17))
        assert at.view.round is not None and at.view.phase == "result"
    quick = ("No more bets to the number", "5", "D1")
    learns(22, Reader.REPORT, at.paper("report"), *quick)
    learns(22, Reader.RECORD, at.paper("round", "T7-1"), *quick)


def test_a_shuffle_that_no_hand_can_do_is_marked_step_by_step(
    qtbot: QtBot, tmp_path: Path, learns: Learns
) -> None:
    """Case 33, Macau 2008, Melbourne 1998: cards are learnt while they are hardly shuffled (BAC-3.1.4)."""
    with scene(qtbot, tmp_path, "sv", "baccarat", WHOLE) as at:
        at.until(lambda: at.rounds == 2)
    _, _, quick = at.paper("report").partition("Pressed sooner than work takes")
    quick, _, _ = quick.partition("\n\n")
    for step, least in (("Inspect the cards", "60"), ("Mix the cards", "20"), ("Shuffle the cards", "30")):
        assert least in learns(33, Reader.REPORT, quick, step, "D1").split()


@pytest.mark.parametrize(("case", "step"), [(31, "Present the cards face up"), (32, "Cut the cards")])
def test_of_edges_and_filmed_cards_the_record_has_only_the_steps_and_the_people(
    qtbot: QtBot, tmp_path: Path, case: int, step: str, learns: Learns
) -> None:
    """Cases 31 and 32, London 2012 and the Philippines 2011: a camera's; no reading differs."""
    with scene(qtbot, tmp_path, "sv", "baccarat", WHOLE) as at:
        at.until(lambda: at.rounds == 4)
    assert at.paper("report", "--handover").count("Round in play") == 1, "no other point"
    _, _, staff = at.paper("report").partition("\nStaffing\n")
    for words in ((step,), ("Card set without a number", "D1", "P1"), ("D1", "12:00:01")):
        learns(case, Reader.CAMERA, staff.replace("  Receive the decks  –", ""), *words)

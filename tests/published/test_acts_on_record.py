"""Published cases 20, 21, 23 to 26 and 34: people who bend a result, over the protocol."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from console.floor.ui.appearance import detail_text, what_text
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.core import NoteKind
from tests.command_lines import run
from tests.floor.readings import table
from tests.floor.test_card_sets import TOLD, alarms
from tests.published.scene import EN, Learns, Reader, paper
from tests.table.core.tables import Driven, Seen
from tests.table.core.wheel_at_random import dealers_number, number_read, spin_line, status, wheel_bytes
from tests.table.played import CLOSED, DONE_D, OPEN, START, card, incident, noted, round_of, written

SPUN = (OPEN, CLOSED, spin_line(3))


def wheel(path: Path, *lines: Seen, refused: tuple[str, ...] = ()) -> Path:
    return written(path, *lines, code="sv", game="roulette", refused=refused)


def asked(*lines: Seen) -> tuple[Reader, str]:
    """The person who is asked after these lines, and the words."""
    driven = Driven("sv", game="roulette")
    *_, view = map(driven.take, lines)
    prompt = view["prompt"]
    reason = RecordFormatter(EN).halt(prompt["reason"]) if prompt["action"] == "resolve" else ""
    return Reader[prompt["actor"].upper()], ": ".join(filter(None, (view["text"], reason)))


def test_no_spin_that_a_pit_boss_lifts_needs_a_reason_and_is_handed_over(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 20, Pennsylvania: the ball ran with the wheel, and a supervisor validates its number."""
    lifted: Seen = {"do": "withdraw", "by": "P1"}
    spun = (spin_line(3), wheel_bytes(status(4, 20, 0), status(5, 20, 17)), DONE_D)
    wrong_way = wheel_bytes(status(3, 20, 0, bits=2))
    lines = (OPEN, CLOSED, wrong_way, lifted, {**lifted, "reason": "validated"}, *spun)
    journal = wheel(tmp_path / "T7.db", *lines, refused=("fact_needed",))
    learns(20, *asked(OPEN, CLOSED, wrong_way))
    lifting = ("No spin, and the halt lifted", "Ball ran with the wheel", "P1", "validated")
    learns(20, Reader.NEXT_SHIFT, paper(journal, "report", "--handover"), *lifting)
    learns(20, Reader.REPORT, paper(journal, "report"), "Halt: no spin", "Halt lifted", "validated", "P1")


def test_a_removed_ball_that_falls_halts_the_spin_and_is_handed_over(tmp_path: Path, learns: Learns) -> None:
    """Case 21, Hamilton: the ball lay before bets closed, the dealer says it is out, and it falls."""
    early = [wheel_bytes(status(state, 20, 0)) for state in (2, 3)]
    falls = wheel_bytes(status(5, 20, 7))
    spun = (wheel_bytes(status(4, 20, 0)), *SPUN[1:], falls)
    lines = (OPEN, *early, DONE_D, *spun)
    learns(21, *asked(*lines))
    journal = wheel(tmp_path / "T7.db", *lines)
    handed_over = paper(journal, "report", "--handover")
    learns(21, Reader.NEXT_SHIFT, handed_over, "Play halted", "came in bet time")
    learns(21, Reader.NEXT_SHIFT, handed_over, "Contradiction", "D1", "the ball is out", "wheel", "number 7")


def test_a_wheel_that_ends_bets_while_they_are_open_contradicts_the_console(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 21 by the rules of Germany, where the ball may run in bet time: Cyprus 2019."""
    early = [wheel_bytes(status(state, 20, 0)) for state in (2, 3, 4, 4, 4, 4)]
    journal = written(tmp_path / "T7.db", OPEN, *early, *SPUN[1:], code="de", game="roulette")
    learns(21, Reader.NEXT_SHIFT, paper(journal, "report"), "Bets open", "no more bets", "1")


def test_a_dealer_who_calls_another_number_than_the_reader_halts_the_table(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 23, Missouri: the reader's number stands until a pit boss has decided."""
    numbers = (number_read(14), dealers_number(17))
    learns(23, *asked(*SPUN, *numbers))
    journal = wheel(tmp_path / "T7.db", *SPUN, *numbers, refused=("out_of_turn",))
    handed_over = paper(journal, "report", "--handover")
    learns(23, Reader.NEXT_SHIFT, handed_over, "Play halted", "two numbers for one spin")


def test_of_a_number_that_no_reader_read_the_record_has_the_dealer_alone(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 23 at a wheel without a reader: a camera's."""
    journal = wheel(tmp_path / "T7.db", *SPUN, dealers_number(17), dealers_number(17), DONE_D)
    learns(23, Reader.CAMERA, paper(journal, "round", "T7-1"), "D1", "Number from the dealer", "09:00:08  D1")


def test_a_result_that_one_pit_boss_changes_stays_open_with_both_numbers(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 24, Spain: chips go to the number that came, by one person's word."""
    changed: Seen = {**incident("wrong_number_recorded", actual=17), "by": "P1"}
    journal = wheel(tmp_path / "T7.db", *SPUN, number_read(14), DONE_D, changed)
    handed_over = paper(journal, "report", "--handover")
    both = ("Contradiction", "announcement", "number 14", "P1", "number 17")
    learns(24, Reader.NEXT_SHIFT, handed_over, *both)
    by_hand = ("Wrong number recorded", "Paid by hand, from the video", "P1")
    learns(24, Reader.REPORT, paper(journal, "report"), *by_hand)


def test_rounds_that_a_pit_boss_voids_after_their_cards_stand_under_the_name(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 25, New Jersey and Pennsylvania: four coups in a row, one pit boss."""
    void: Seen = {**incident("card_fell", cards=1, seen=False), "by": "P1"}
    coup = (OPEN, CLOSED, *map(card, ("9H", "2S")), void, DONE_D, DONE_D)
    journal = written(tmp_path / "T7.db", *coup * 4, code="sv")
    _, _, part = paper(journal, "report").partition("Pit bosses and the house")
    learns(25, Reader.REPORT, part, "Pit boss", "Rounds", "Refunds to a seat", "Void after a card or number")
    name, rounds, refunds, voids, *_ = learns(25, Reader.REPORT, part, "P1", "too few").split()
    assert (name, rounds, refunds, voids) == ("P1", "4", "0", "4")


def test_a_seat_that_a_pit_boss_refunds_again_and_again_stands_under_the_name(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 25, Ontario: the bets of seat 1 go back whenever its hand is bad."""
    stand: list[Seen] = [
        {"do": "decision", "seat": seat, "hand": 1, "choice": choice}
        for seat, choice in ((1, "timeout"), (3, "stand"))
    ]
    refunded: Seen = {**incident("no_chance_to_act", seat=1), "by": "P1"}
    lines = list[Seen]()
    for suit in "SHD":
        cards = (card(rank + suit) for rank in "59K487")
        ended = (*stand, refunded, DONE_D, DONE_D, DONE_D)
        lines += [OPEN, {"do": "seats", "seats": [1, 3]}, CLOSED, *cards, *ended]
    journal = written(tmp_path / "T7.db", *lines, code="is", game="blackjack")
    _, _, part = paper(journal, "report").partition("Pit bosses and the house")
    assert "Seat refunded most" in learns(25, Reader.REPORT, part, "Pit boss", "Refunds to a seat")
    assert learns(25, Reader.REPORT, part, "P1", "too few").split()[1:6] == ["3", "3", "Seat", "1:", "3"]


def test_a_pit_boss_who_deals_stands_in_the_report_with_nobody_who_supervised(
    tmp_path: Path, learns: Learns
) -> None:
    """Case 26, New Jersey 1988: a pit boss ran the shoe (GEN-roles)."""
    swap: tuple[Seen, ...] = (
        *({"do": "sign_out", "who": who} for who in ("D1", "P1")),
        {"do": "sign_in", "who": "P1", "role": "dealer"},
    )
    dealt = ({**line, "by": "P1"} if line.get("by") == "D1" else line for line in round_of(1))
    journal = written(tmp_path / "T7.db", *round_of(0), *swap, *dealt, code="sv")
    _, _, part = paper(journal, "report").partition("Pit boss as dealer")
    part, _, _ = part.partition("\n\n")
    learns(26, Reader.REPORT, part, "Pit boss meanwhile")
    learns(26, Reader.REPORT, part, "P1", "T7", "09:00:22", "nobody else signed in at this table")


def test_one_person_who_deals_at_two_live_tables_is_in_status_and_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], learns: Learns
) -> None:
    """Case 34: a PIN that two people share; the overview has it too (tests/floor/test_card_sets.py)."""
    at_both = (table(name, mode="live", dealer="D1", dealer_id="D1") for name in ("T7", "T8"))
    (item,) = alarms(*at_both, kinds=TOLD)
    learns(34, Reader.OVERVIEW, f"{what_text(EN, item)}: {detail_text(EN, item)}", "T7")
    later = START + timedelta(seconds=1)
    journals = [written(tmp_path / "T7.db", OPEN), written(tmp_path / "T8.db", OPEN, start=later)]
    for journal in journals:
        noted(journal, NoteKind.LIVE_TABLE, START + timedelta(minutes=1))
    files = [str(each) for each in journals]
    assert run("status", [*files, "--lang", "en"], now=START + timedelta(minutes=2)) == 1
    said = "somebody is signed in here and at T7, and deals at one of them"
    found = capsys.readouterr().out
    assert found.count(said) == 2
    learns(34, Reader.STATUS, found.splitlines()[0], said)
    assert run("report", [*files, "--lang", "en"], draw=None) == 0
    _, _, part = capsys.readouterr().out.partition("One dealer at two tables")
    learns(34, Reader.REPORT, part, "D1", "T7 (T7.db), T7 (T8.db)")

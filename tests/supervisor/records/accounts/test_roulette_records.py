"""Records of a roulette table: the number, the ball's runs, the reader's lines, worksheets."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records import csv_of, lines_of
from console.supervisor.records.accounts.lookup import every, find, find_round
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.documents.export import json_of, xlsx_of
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.records.documents.spin_words import stood_lines
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.reports.report_json import told
from console.table.core import NoteKind, RoundStatus
from console.table.scenes.terms import wheel_lines
from console.table.words import answer_text
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    DONE_P,
    OPEN,
    WITHDRAW,
    answer,
    incident,
    noted,
    say,
    time_of_line,
    written,
)

TOTAL = words("en").text("sheet.total")
MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
SPLIT: Seen = {"on": "split", "numbers": [8, 11], "stake": 100}
RED: Seen = {"on": "red", "stake": 5000}
STRAIGHT: Seen = {"on": "straight", "numbers": [17], "stake": 133}
ODD: Seen = {"on": "odd", "stake": 1000}


def spin(turns: int, direction: str = "against") -> Seen:
    return {"do": "spin", "turns": turns, "direction": direction, "by": "D1"}


def number(pocket: int, by: str | None = None) -> Seen:
    if by is None:
        return {"do": "number", "number": pocket, "source": "reader"}
    return {"do": "number", "number": pocket, "source": "dealer", "by": by}


def settle(*bets: Seen) -> Seen:
    return {"do": "settle", "by": "P1", "bets": list(bets)}


SPUN = (
    OPEN,
    CLOSED,
    wheel_lines("*X;3;094;33;0;163;0 + *X;3;094;33;0;162;0"),
    spin(5),
    wheel_lines("*X;4;094;33;1;160;0 + *X;4;0"),
    wheel_lines("*X;5;094;23;0;160;0"),
    DONE_D,
)
"""A whole round, to number 23."""
WRONG = (
    *SPUN,
    OPEN,
    incident("wrong_number_recorded", "P1", actual=17),
    settle(STRAIGHT),
    settle(STRAIGHT, RED),
    settle(STRAIGHT, RED, ODD),
    DONE_P,
)
"""In the next bet time the video shows 17 (LT-ROU-33); what is settled is the round before."""


def record_of(folder: Path, *lines: Seen, code: str = "lt", refused: tuple[str, ...] = ()) -> Record:
    path = written(folder / "J.db", *lines, game="roulette", code=code, refused=refused)
    return find(path, "T7-i1")


def text_of(record: Record, language: str = "en") -> str:
    formatter = RecordFormatter(words(language), zone=UTC)
    lines = lines_of(record_paper(formatter.sheet(record, MADE, "1.0"), formatter.words))
    return "\n".join(" ".join(line.split()) for line in lines)


def test_a_wrong_number_is_of_its_own_round_and_was_wrong_when_it_was_known(tmp_path: Path) -> None:
    """LT-ROU-33."""
    record = record_of(tmp_path, *WRONG)
    assert (record.where.round, record.clause, record.outcome) == ("T7-1", "LT-ROU-33", "settle_by_hand")
    assert (record.happened, record.reported) == (time_of_line(6), time_of_line(9))
    assert (record.before.status, record.before.bets) == ("finished", "settled")
    assert record.before.spin is not None and record.after.spin is not None
    assert (record.before.spin.number, record.before.spin.recorded) == (23, 23)
    assert (record.after.spin.number, record.after.spin.mistaken) == (17, 23)
    assert (record.after.spin.turns, record.after.spin.direction) == (5, "against")


def test_a_wrong_number_is_of_the_wheel_on_which_it_was_spun(tmp_path: Path) -> None:
    """The table was closed since, and opened with another wheel."""
    path = tmp_path / "J.db"

    def opening(serial: str) -> tuple[Seen, ...]:
        return ({"do": "open", "by": "P1"}, {**DONE_P, "note": serial}, *(DONE_P,) * 3)

    people = ((who, role) for who, role in (("D1", "dealer"), ("P1", "pit_boss")))
    lines: tuple[Seen, ...] = (
        *({"do": "sign_in", "who": who, "role": role} for who, role in people),
        *opening("W-1"),
        *SPUN,
        {"do": "close", "by": "P1"},
        *opening("W-2"),
        incident("wrong_number_recorded", "P1", actual=17),
    )
    written(path, *lines, game="roulette", is_ready=False)
    assert find(path, "T7-i1").where.wheel == find_round(path, "T7-1").where.wheel == "W-1"


def test_the_list_and_the_report_give_a_wrong_number_the_records_time(tmp_path: Path) -> None:
    """LT-ROU-33: the time when it was known, in its own round's halt and in the next bet time."""
    wrong = incident("wrong_number_recorded", "P1", actual=17)
    in_halt = (*SPUN[:-1], number(17, "D1"), wrong, DONE_P)
    for at, lines in enumerate((WRONG, in_halt)):
        path = tmp_path / str(at) / "J.db"
        path.parent.mkdir()
        record = record_of(path.parent, *lines, code="sv", refused=("out_of_turn",))
        (listed,) = every(path)
        (reported,) = map(told, table_report(path, Interval()).incidents)
        assert record.happened == listed.happened == reported["at"] == time_of_line(6)


def test_a_wheels_record_has_no_shoe_and_no_hands(tmp_path: Path) -> None:
    record = record_of(tmp_path, *WRONG)
    assert (record.before.shoe_left, record.before.hands) == (None, {})
    text = text_of(record)
    assert "Shoe" not in text and "cards" not in text and "Wheel –" in text
    assert "Number 23, red 17, black" in text


def test_the_wheel_is_named_by_its_serial_number(tmp_path: Path) -> None:
    """ROU-3.2.1."""
    close: Seen = {"do": "close", "by": "P1", "on": True}
    again = (close, {"do": "open", "by": "P1"}, {**DONE_P, "note": "W-0777"}, DONE_P, DONE_P, DONE_P)
    record = record_of(tmp_path, *again, *WRONG)
    assert record.where.wheel == "W-0777"
    assert "Wheel W-0777" in text_of(record)


def test_the_worksheet_is_on_record_exact_by_both_numbers(tmp_path: Path) -> None:
    """LT-ROU-33: 17 is black and odd, 23 is red and odd."""
    record = record_of(tmp_path, *WRONG)
    assert [each.draft for each in record.worksheets] == [True, True, False], "each grew by a bet"
    made = record.worksheets[-1]
    assert (made.round, made.number, made.recorded, made.paid) == ("T7-1", 17, 23, True)
    rows = [(row.back, row.recorded_back) for row in made.worksheet.bets]
    assert rows == [(133 * 36, 0), (0, 10000), (2000, 2000)]
    paid = {"paid": made.paid}
    assert [row.manual_credit(**paid) for row in made.worksheet.bets] == [133 * 36, 0, 0]
    assert [row.unreturned(**paid) for row in made.worksheet.bets] == [0, 10000, 0]


def test_a_record_prints_its_last_worksheet_with_what_is_credited_and_what_is_kept(
    tmp_path: Path,
) -> None:
    text = text_of(record_of(tmp_path, *WRONG))
    assert text.count("Worksheet,") == 1
    lines = text.splitlines()
    assert "Stake Payout on 17 Recorded 23 to credit not taken back" in lines
    assert "Straight 17 1.33 47.88 0.00 47.88 0.00" in lines
    assert "Red 50.00 0.00 100.00 0.00 100.00" in lines
    assert "Total 61.33 EUR 67.88 EUR 120.00 EUR 47.88 EUR 100.00 EUR" in lines


def test_before_the_announcement_nothing_was_paid_by_the_wrong_number(tmp_path: Path) -> None:
    """ROU-3.1.3: all of what the right one brings is credited, whatever the wrong one would have brought."""
    now = (*SPUN[:-1], incident("wrong_number_recorded", "P1", actual=17), settle(RED, ODD), DONE_P)
    record = record_of(tmp_path, *now)
    (made,) = record.worksheets
    assert (made.number, made.recorded, made.paid) == (17, 23, False)
    text = text_of(record)
    assert words("en").text("sheet.unpaid", number=23) in text
    total = next(line for line in text.splitlines() if line.strip().startswith(TOTAL))
    assert total.split()[1::2] == ["60.00", "20.00", "120.00", "20.00", "0.00"]


def test_a_fault_with_a_known_result_credits_all_that_the_bets_win(tmp_path: Path) -> None:
    """LT-ROU-30b: nothing was recorded, losing bets do not go back."""
    fault = incident("technical_fault", "P1", result_known=True, actual=17)
    record = record_of(tmp_path, OPEN, CLOSED, spin(4), fault, settle(STRAIGHT, RED), DONE_P)
    assert (record.clause, record.outcome) == ("LT-ROU-30b", "settle_by_hand")
    (made,) = record.worksheets
    assert (made.number, made.recorded, made.paid) == (17, None, False)
    assert made.worksheet.manual_credit(paid=False) == 133 * 36
    assert words("en").text("sheet.recorded", number="") not in text_of(record)


def test_the_stake_of_a_bet_round_the_wheel_is_a_chips_and_all_its_chips_are_summed(tmp_path: Path) -> None:
    """LT-ROU-07, LT-ROU-11: nine chips, and five; of the neighbours of 17 the one on 17 wins."""
    neighbours: Seen = {"on": "neighbours", "number": 17, "each": 2, "stake": 50}
    text = text_of(
        record_of(tmp_path, *WRONG[:9], settle({"on": "voisins", "stake": 100}, neighbours), DONE_P)
    )
    lines = text.splitlines()
    assert "Voisins du zéro 9 × 1.00 0.00 0.00 0.00 0.00" in lines
    assert "Neighbours of 17, 2 each side 5 × 0.50 18.00 0.00 18.00 0.00" in lines
    assert f"{TOTAL} 11.50 EUR 18.00 EUR 0.00 EUR 18.00 EUR 0.00 EUR" in lines


def test_bets_that_were_entered_again_after_a_restart_are_credited_once(tmp_path: Path) -> None:
    """The window's list is empty then; the same sheet stood twice on record, to be credited twice."""
    again = (settle(RED), settle(RED, STRAIGHT), settle(RED, STRAIGHT, ODD), DONE_P)
    path = written(tmp_path / "J.db", *WRONG[:-1], game="roulette")
    noted(path, NoteKind.RESTARTED, time_of_line(len(WRONG)), game="roulette")
    written(path, *again, game="roulette", start=time_of_line(len(WRONG) + 1))
    record = find(path, "T7-i1")
    assert [each.draft for each in record.worksheets] == [True, True, True, True, True, False]
    assert text_of(record).count("Worksheet,") == 1
    assert [each.draft for each in find_round(path, "T7-1").worksheets] == [True] * 5 + [False]


@pytest.mark.parametrize("after", [(STRAIGHT, RED, ODD), (STRAIGHT,)], ids=["more", "fewer"])
def test_bets_that_another_pit_boss_goes_on_with_are_credited_once(
    tmp_path: Path, after: tuple[Seen, ...]
) -> None:
    """The first one's authority ended; the list stays on the screen, and the next one adds to it."""
    relief: Seen = {"do": "sign_in", "who": "P2", "role": "pit_boss"}
    by_next: Seen = {**settle(*after), "by": "P2"}
    record = record_of(tmp_path, *WRONG[:-2], relief, by_next, {**DONE_P, "by": "P2"})
    assert [each.draft for each in record.worksheets] == [True, True, False]
    assert text_of(record).count("Worksheet,") == 1


def test_another_players_sheet_with_the_same_bets_is_credited_too(tmp_path: Path) -> None:
    two = (*WRONG[:9], settle(RED), settle(RED, ODD, SPLIT), DONE_P)
    record = record_of(tmp_path, *two)
    assert [each.draft for each in record.worksheets] == [False, False]
    assert text_of(record).count("Worksheet,") == 2


def test_two_players_sheets_are_both_on_record(tmp_path: Path) -> None:
    """The bets of a sheet count as one player's (LIM-roulette)."""
    two = (*WRONG[:9], settle(SPLIT, STRAIGHT), settle(RED, ODD), DONE_P)
    record = record_of(tmp_path, *two)
    assert [each.draft for each in record.worksheets] == [False, False]
    assert text_of(record).count("Worksheet,") == 2


def test_the_runs_of_the_ball_are_on_record_with_what_was_made_of_them(tmp_path: Path) -> None:
    """LT-ROU-25, LT-ROU-27c."""
    no_spin = incident("no_spin", "P1", cause="few_turns")
    record = record_of(tmp_path, OPEN, CLOSED, spin(3), no_spin, DONE_D, spin(4), number(8), DONE_D)
    first, second = record.spins
    assert (first.turns, first.direction, first.cause, first.at) == (
        3,
        "against",
        "few_turns",
        time_of_line(3),
    )
    assert (second.turns, second.cause) == (4, None)
    assert record.before.spin is not None and record.before.spin.turns is None
    text = text_of(record)
    assert "Ball’s turns: 3, against the wheel No spin, Too few turns" in text
    assert "Ball’s turns: 4, against the wheel valid spin" in text
    assert record.after.spin is not None
    confirmed = msgspec.structs.replace(record.after.spin, turns=4, direction="against")
    *_, run = stood_lines(words("en"), confirmed, "lt")
    assert run.text == "4 or more · against the wheel", "the press counts no more than are asked for"


TO_RUN: tuple[Seen, ...] = (OPEN, CLOSED, spin(4))
AUTHORISED: Seen = {"do": "authorise", "by": "P1"}
WHY: Seen = {**WITHDRAW, "reason": "The wheel's own door was open"}


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        ((incident("no_spin", "P1", cause="few_turns"), DONE_D, spin(5)), "few_turns"),
        ((number(17), incident("no_spin", cause="wheel_stopped"), AUTHORISED, DONE_D), "wheel_stopped"),
        ((incident("ball_out"), AUTHORISED, DONE_D, DONE_P, spin(5)), "ball_out"),
        ((incident("foreign_object", ball_removed_in_time=True), DONE_D, spin(5)), "foreign_object"),
        ((incident("foreign_object", ball_removed_in_time=False), AUTHORISED, DONE_D), "foreign_object"),
    ],
    ids=["respin", "void", "ball out", "object", "object and void"],
)
def test_a_run_that_was_decided_to_be_no_spin_is_not_recorded_as_valid(
    tmp_path: Path, lines: tuple[Seen, ...], cause: str
) -> None:
    """LT-ROU-27, LT-ROU-29, LT-ROU-32: its turns were right, and it counted for nothing all the same."""
    record = record_of(tmp_path, *TO_RUN, *lines)
    runs = [each for each in record.spins if each.turns]
    assert [each.cause for each in runs] == [cause, *(None for _ in runs[1:])]
    file = find_round(tmp_path / "J.db", "T7-1")
    assert next(each for each in file.spins if each.turns).cause == cause
    assert text_of(record).count("valid spin") == len(runs) - 1


def test_a_run_that_a_later_incident_made_no_spin_of_is_valid_in_no_record(tmp_path: Path) -> None:
    """It was run in the seconds after the first incident, and taken back when those were over."""
    few = incident("no_spin", "P1", cause="few_turns")
    pauses = [say("a pause")] * 6
    stopped = (incident("no_spin", cause="wheel_stopped"), AUTHORISED, DONE_D)
    lines = (OPEN, CLOSED, spin(3), few, DONE_D, spin(4), *pauses, *stopped)
    path = written(tmp_path / "J.db", *lines, game="roulette")
    for id in ("T7-i1", "T7-i2"):
        assert [each.cause for each in find(path, id).spins] == ["few_turns", "wheel_stopped"]


@pytest.mark.parametrize("after", [(), (incident("not_read"), AUTHORISED)], ids=["open", "not read"])
def test_a_run_that_nothing_was_wrong_with_is_recorded_as_valid(
    tmp_path: Path, after: tuple[Seen, ...]
) -> None:
    """LT-ROU-28: what was not read is a valid spin. A report that was taken back decides nothing."""
    taken_back = (incident("no_spin", cause="few_turns"), {"do": "withdraw", "by": "D1"})
    record = record_of(tmp_path, *TO_RUN, *(after or taken_back))
    assert "valid spin" in text_of(record)


def test_a_record_of_a_wheel_has_the_spins_and_readings_of_its_round_alone(tmp_path: Path) -> None:
    """Three rounds within seconds: a valid one, a voided one, and one that follows it."""
    fault = incident("technical_fault", result_known=False)
    voided = (OPEN, CLOSED, spin(6), fault, {"do": "authorise", "by": "P1"})
    played = (OPEN, CLOSED, spin(5), number(17), DONE_D)
    record = record_of(tmp_path, *played, *voided, OPEN, CLOSED, spin(4), number(3), DONE_D)
    assert record.where.round == "T7-2"
    assert [each.turns for each in record.spins] == [6]
    assert record.readings == ()
    corrected = (*played, OPEN, CLOSED, spin(6), incident("wrong_number_recorded", "P1", actual=1))
    (tmp_path / "wrong").mkdir()
    record = record_of(tmp_path / "wrong", *corrected)
    assert record.where.round == "T7-1"
    assert [each.turns for each in record.spins] == [5]
    assert [meaning.card for reading in record.readings for meaning in reading.said] == ["17"]


def test_a_dealers_number_and_its_confirmation_are_on_record(tmp_path: Path) -> None:
    """ROU-3.1.2."""
    wrong = incident("wrong_number_recorded", "P1", actual=5)
    lines = (OPEN, CLOSED, spin(4), number(7, "D1"), number(7, "D1"), wrong, settle(RED), DONE_P)
    record = record_of(tmp_path, *lines, code="sv")
    assert [report.number for report in record.spins] == [None, 7, 7]
    assert "D1 Number from the dealer: 7, red" in text_of(record)


def test_a_confirmed_number_is_not_recorded_as_entered_once(tmp_path: Path) -> None:
    """ROU-3.1.2."""
    once, twice = (OPEN, CLOSED, spin(4), number(5, "D1")), number(5, "D1")
    report = incident("no_spin", "P1", cause="few_turns")
    (tmp_path / "once").mkdir()
    unconfirmed = record_of(tmp_path / "once", *once, report, code="sv")
    assert unconfirmed.before.spin is not None and unconfirmed.before.spin.said == 5
    confirmed = record_of(tmp_path, *once, twice, report, code="sv")
    assert confirmed.before.spin is not None
    assert (confirmed.before.spin.number, confirmed.before.spin.said) == (5, None)
    assert words("en").text("record.number.said") in text_of(unconfirmed)
    assert words("en").text("record.number.said") not in text_of(confirmed)


def test_the_readers_lines_are_decoded_and_those_alike_are_one(tmp_path: Path) -> None:
    record = record_of(tmp_path, *WRONG)
    ran, dropped, fell = record.readings
    assert [line.status.state for line in ran.lines if line.status] == [3, 3]
    assert [line.status is None for line in dropped.lines] == [False, True], "the second is cut short"
    status = fell.lines[0].status
    assert status is not None and (status.state, status.number, status.bits) == (5, 23, 0)
    text = text_of(record)
    assert "wheel Ball on the track ×2 *X;3;094;33;0;163;0 ×2" in text
    assert "Ball is dropping (ball out or not sensed), line cut short or garbled" in text
    assert "Ball in a pocket 23 *X;5;094;23;0;160;0" in text


def test_repeated_wheel_readings_share_one_row_and_keep_all_their_bytes(tmp_path: Path) -> None:
    waits = [wheel_lines(f"*X;2;094;33;0;{speed};0 + *X;2;094;33;0;163;0") for speed in (150, 151, 152)]
    record = record_of(tmp_path, OPEN, *waits, *WRONG[1:])
    assert len([each for each in record.readings if each.hex]) == 6
    text = text_of(record)
    assert "Ready for the ball ×6" in text and text.count("Ready for the ball") == 1


def test_a_wheel_line_in_two_pieces_is_printed_where_it_ends(tmp_path: Path) -> None:
    line = b"*X;5;094;23;0;160;0\r\n"
    pieces: list[Seen] = [
        {"do": "device", "name": "wheel", "hex": part.hex()} for part in (line[:9], line[9:])
    ]
    record = record_of(tmp_path, *SPUN[:5], *pieces, incident("wrong_number_recorded", "P1", actual=17))
    lines = [[ended.line for ended in reading.lines] for reading in record.readings[2:]]
    assert lines == [[], [line.decode().strip()]]


def test_a_warning_of_the_wheel_is_in_words(tmp_path: Path) -> None:
    """LT-ROU-26."""
    warned = (OPEN, CLOSED, wheel_lines("*X;3;094;33;A;163;0"))
    report = incident("no_spin", "P1", cause="same_direction")
    record = record_of(tmp_path, *warned, report, DONE_D)
    text = text_of(record)
    assert "Ball on the track (Ball ran with the wheel, Failed launch or abandoned round)" in text
    assert "in_track" not in text and "wheel_faulted" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("reason", "lines"),
    [
        ("no_spin", (spin(1),)),
        ("number_differs", (spin(5), number(7), number(8))),
        ("device", (wheel_lines("*X;3;094;33;4;163;0"),)),
    ],
)
def test_a_wheels_halt_has_words(language: str, reason: str, lines: tuple[Seen, ...], tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, CLOSED, *lines, WHY, game="roulette", refused=("out_of_turn",))
    (halt,) = every(path)
    assert (halt.kind, halt.outcome) == (reason, "withdrawn")
    if reason == "number_differs":
        assert halt.before.spin is not None and halt.before.spin.second == 8
    sheet = RecordFormatter(words(language), zone=UTC).sheet(halt, MADE, "1.0")
    assert (reason == "device" or reason not in sheet.kind) and sheet.outcome == words(language).text(
        "log.halt_withdrawn"
    )


@pytest.mark.parametrize(
    ("lines", "refused", "reporter"),
    [
        ((CLOSED, spin(1)), (), "D1"),
        ((CLOSED, spin(5), number(7), number(8, "D1")), ("out_of_turn",), "D1"),
        ((number(8, "D1"),), ("bets_open",), "D1"),
        ((CLOSED, spin(5), number(7), number(8)), ("out_of_turn",), None),
        ((number(8),), ("bets_open",), None),
    ],
)
def test_a_halt_names_the_dealer_whose_entry_halted_the_table(
    tmp_path: Path, lines: tuple[Seen, ...], refused: tuple[str, ...], reporter: str | None
) -> None:
    (halt,) = every(written(tmp_path / "J.db", OPEN, *lines, code="sv", game="roulette", refused=refused))
    assert halt.reported_by == reporter


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_halt_that_another_one_follows_at_once_was_withdrawn_all_the_same(
    language: str, tmp_path: Path
) -> None:
    """A number that came meanwhile differs from the dealer's: of two numbers neither is the result."""
    told = (OPEN, CLOSED, spin(5), number(7, "D1"), wheel_lines("*X;4;015;17;4;141;0"), number(8))
    path = written(tmp_path / "J.db", *told, WHY, code="sv", game="roulette", refused=("halted",))
    first, second = every(path)
    assert (first.kind, first.outcome, first.closed_by) == ("device", "withdrawn", "P1")
    assert (second.kind, second.outcome) == ("number_differs", None)
    sheet = RecordFormatter(words(language), zone=UTC).sheet(first, MADE, "1.0")
    assert sheet.outcome == words(language).text("log.halt_withdrawn")
    assert language != "en" or sheet.outcome == "Halt lifted", "and play does not go on"
    decided = {line.label: line.text for line in sheet.decided}
    assert words(language).text("record.withdrawn") in decided
    assert "door" in decided[words(language).text("record.reason")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_whole_in_every_language(language: str, tmp_path: Path) -> None:
    record = record_of(tmp_path, *WRONG[:9], say("Camera 3"), *WRONG[9:])
    formatter = RecordFormatter(words(language), zone=UTC)
    sheet = formatter.sheet(record, MADE, "1.0")
    exported = msgspec.json.decode(json_of(record, sheet, formatter, {}))
    assert exported["worksheets"][-1]["worksheet"]["bets"][0]["back"] == 133 * 36
    assert exported["after"]["spin"]["number"] == 17
    assert exported["text"]["worksheets"][0]["rows"][0][0].endswith("17")
    text = text_of(record, language)
    assert "{" not in text and "None" not in text and sheet.of_wheel


# --- the round's file --------------------------------------------------------------------------------


def test_a_rounds_file_has_the_ball_and_the_reader_in_place_of_cards(tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *WRONG, game="roulette"), "T7-1")
    assert [each.turns for each in file.spins] == [5]
    assert [each.id for each in file.records] == ["T7-i1"], "the number was found to be wrong later"
    text = "\n".join(lines_of(round_paper(file, RecordFormatter(words("en"), zone=UTC), MADE, "1.0")))
    assert "Cards as dealt" not in text and "Shoe" not in text
    assert "Ball’s turns: 5, against the wheel" in text and "Worksheet," in text
    assert "Number" in text and "23, red" in text


def test_a_rounds_file_begins_with_the_number_that_counts_and_the_one_that_was_wrong(tmp_path: Path) -> None:
    """LT-ROU-33: it was put right when the round was over."""
    path = written(tmp_path / "J.db", *WRONG, game="roulette")
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words("en"), zone=UTC), MADE, "1.0")
    rows = paper.parts[0].rows
    assert ("Number", "17, black") in rows and ("Wrong number", "23, red") in rows
    assert ("Number", "23, red") not in rows


def corrections(folder: Path, *actual: int) -> Path:
    """A round to 17 that later reports put right, one after another."""
    reports = (incident("wrong_number_recorded", "P1", actual=each) for each in actual)
    again = (line for report in reports for line in (report, DONE_P))
    played = (OPEN, CLOSED, spin(5), number(17), DONE_D, OPEN)
    return written(folder / "J.db", *played, *again, game="roulette")


def test_a_number_that_was_corrected_back_is_no_wrong_number(tmp_path: Path) -> None:
    """LT-ROU-33: 17 counts again; 19 and 20 were announced and are wrong."""
    path = corrections(tmp_path, 19, 20, 17)
    after = find(path, "T7-i3").after.spin
    assert after is not None and (after.number, after.mistaken, after.wrong) == (17, 19, (19, 20))
    formatter = RecordFormatter(words("en"), zone=UTC)
    rows = round_paper(find_round(path, "T7-1"), formatter, MADE, "1.0").parts[0].rows
    assert ("Number", "17, black") in rows and ("Wrong number", "19, red · 20, black") in rows


def test_a_second_corrections_record_names_every_wrong_number(tmp_path: Path) -> None:
    """LT-ROU-33: 19 was paid by as well."""
    text = text_of(find(corrections(tmp_path, 19, 20), "T7-i2"))
    assert "Number 19, red 20, black" in text
    assert "Wrong number 17, black 17, black · 19, red" in text


def test_a_fault_whose_result_is_the_readers_number_names_no_wrong_one(tmp_path: Path) -> None:
    """LT-ROU-30b: no other number was recorded or announced."""
    fault = incident("technical_fault", "P1", result_known=True, actual=36)
    lines = (OPEN, CLOSED, spin(5), number(36), fault, DONE_P)
    path = written(tmp_path / "J.db", *lines, game="roulette")
    record = find(path, "T7-i1")
    assert record.after.spin is not None and record.after.spin.number == 36
    assert (record.after.spin.mistaken, record.after.spin.wrong) == (None, ())
    assert "Wrong number" not in text_of(record)
    rows = (
        round_paper(find_round(path, "T7-1"), RecordFormatter(words("en"), zone=UTC), MADE, "1.0")
        .parts[0]
        .rows
    )
    assert ("Number", "36, red") in rows and "Wrong number" not in [label for label, _ in rows]


def test_the_file_of_a_wrong_number_is_that_of_its_round(tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *WRONG[:7], *WRONG[8:], game="roulette"), "T7-i1")
    assert (file.where.round, file.first) == ("T7-1", 1)


def test_the_file_of_a_wrong_number_is_headed_with_its_own_round(tmp_path: Path) -> None:
    """LT-ROU-33: reported in the next bet time, settled when that round's number was known."""
    wrong = (incident("wrong_number_recorded", "D1", actual=19), AUTHORISE, DONE_P)
    played = (OPEN, CLOSED, spin(5), number(17), DONE_D)
    lines = (*played, OPEN, *wrong, CLOSED, spin(5), number(4), DONE_D)
    path = written(tmp_path / "J.db", *lines, game="roulette")
    file, of_round = find_round(path, "T7-i1"), find_round(path, "T7-1")
    assert (file.where.round, file.status, file.result) == ("T7-1", "finished", of_round.result)
    opened = (file.times.opened, file.times.closed, file.times.known, file.times.announced)
    assert opened == (time_of_line(1), time_of_line(2), time_of_line(4), time_of_line(5))
    paper = round_paper(file, RecordFormatter(words("en"), zone=UTC), MADE, "1.0")
    assert paper.title == "Round T7-1" and "finished" in paper.head
    rows = paper.parts[0].rows
    assert ("Number", "19, red") in rows and ("Wrong number", "17, black") in rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rounds_file_is_exported_in_every_language(language: str, tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *WRONG, game="roulette"), "T7-1")
    paper = round_paper(file, RecordFormatter(words(language), zone=UTC), MADE, "1.0")
    assert csv_of(paper) and xlsx_of(paper)
    assert "{" not in "\n".join(lines_of(paper))


@pytest.mark.parametrize("damaged", (True, False))
def test_a_ball_outs_record_gives_the_balls_damage_only_after_its_check(
    tmp_path: Path, *, damaged: bool
) -> None:
    """LT-ROU-29: nobody was asked before, so until then the record says nothing of it."""
    check: Seen = {**DONE_P, "damaged": damaged}
    steps = (DONE_D, check, *((DONE_P,) if damaged else ()))
    for name in ("unchecked", "checked"):
        (tmp_path / name).mkdir()
    english, lines = words("en"), (OPEN, CLOSED, spin(4), incident("ball_out", "P1"), *steps)
    asked = english.text("fact.ball_damaged")
    unchecked = record_of(tmp_path / "unchecked", *lines[:5])
    assert unchecked.facts == {"ball_damaged": None} and asked not in text_of(unchecked)
    checked = record_of(tmp_path / "checked", *lines)
    assert checked.facts == {"ball_damaged": damaged}
    answer = answer_text(english, "ball_damaged", damaged)
    assert f"{asked} {answer}" in text_of(checked)
    assert (english.text("step.check_ball.damaged") in text_of(checked)) == damaged


def test_a_worksheet_of_a_second_correction_names_every_number_that_was_paid_by(tmp_path: Path) -> None:
    """LT-ROU-33: 5 was announced to be wrong before bets were settled, so 17 alone was paid by."""
    corner: Seen = {"on": "corner", "numbers": [5, 6, 8, 9], "stake": 100}
    again = (incident("wrong_number_recorded", "P1", actual=8), settle(corner), DONE_P)
    first = (incident("wrong_number_recorded", "P1", actual=17), DONE_P)
    path = written(tmp_path / "J.db", *SPUN[:-2], number(5), *first, *again, game="roulette", code="lt")
    (made,) = find(path, "T7-i2").worksheets
    assert (made.number, made.recorded, made.paid, made.paid_by) == (8, 5, True, (17,))
    (row,) = made.worksheet.bets
    assert (row.back, row.recorded_back, row.paid, row.manual_credit(paid=made.paid)) == (900, 900, 0, 900)
    lines = text_of(find(path, "T7-i2")).splitlines()
    assert "Stake Payout on 8 Paid on 17 to credit not taken back" in lines


def test_a_worksheet_asked_for_later_subtracts_what_the_wrong_number_paid(
    tmp_path: Path,
) -> None:
    """LT-ROU-33: after the incident the bets were still settled by 23 first."""
    lost: Seen = {"on": "straight", "numbers": [23], "stake": 100}
    wrong = (incident("wrong_number_recorded", "P1", actual=17), settle(STRAIGHT), DONE_P)
    file = find_round(written(tmp_path / "J.db", *SPUN, *wrong, settle(lost), game="roulette"), "T7-1")
    made = file.worksheets[-1]
    assert (made.number, made.recorded, made.paid, made.paid_by) == (17, 23, True, (23,))
    assert made.worksheet.unreturned(paid=made.paid) == 3600
    assert "No bet was settled" not in "\n".join(
        lines_of(round_paper(file, RecordFormatter(words("en")), MADE, "1.0"))
    )


STOPPED = incident("cannot_continue", "P1", reason="premises")


def test_a_round_that_became_void_has_no_number_after_it(tmp_path: Path) -> None:
    """The wheel's number stays what was recorded, but it is the result of no round."""
    record = record_of(tmp_path, OPEN, CLOSED, spin(5), number(9), STOPPED)
    assert record.after.status == "void" and record.after.spin is not None
    assert (record.after.spin.number, record.after.spin.recorded) == (None, 9)
    assert record.before.spin is not None and record.before.spin.number == 9
    assert "Number 9, red –" in text_of(record)


def test_the_first_record_excludes_what_the_report_behind_it_decided(tmp_path: Path) -> None:
    """Each has its own authorisation; each record has what its own outcome made."""
    early: Seen = {"do": "incident", "kind": "spun_in_bet_time", "by": "P1"}
    pocket: Seen = {"do": "answer", "by": "P1", "facts": {"ball": "pocket"}}
    lines = (OPEN, number(9), early, pocket, STOPPED, AUTHORISE, AUTHORISE)
    path = written(tmp_path / "J.db", *lines, game="roulette", code="lt", refused=("bets_open",))
    first, second = find(path, "T7-i1"), find(path, "T7-i2")
    assert (first.outcome, second.outcome) == ("finish", "void")
    assert first.after.spin is not None and first.after.spin.number == 9
    assert (first.after.status, first.after.bets) == ("open", "closed")  # the number is still to be said
    assert second.after.spin is not None and second.after.spin.number is None
    assert (second.after.status, second.after.bets) == ("void", "refunded")


def test_a_worksheet_is_of_the_round_and_the_incident_that_it_settles(tmp_path: Path) -> None:
    """LT-ROU-33: the bets of the first round are settled in the bet time of the second, in which a ball came
    too early and that is void in the end: no void round's paper says that money is to be credited.
    """
    wrong = incident("wrong_number_recorded", "D1", actual=18)
    early = incident("spun_in_bet_time", "D1", ball="track")
    settled = (wrong, early, AUTHORISE, settle(STRAIGHT), DONE_P, DONE_D)
    given_up = incident("cannot_continue", "P1", reason="premises")
    path = written(tmp_path / "J.db", *SPUN, OPEN, *settled, given_up, game="roulette")
    first, second = (find_round(path, f"T7-{number}") for number in (1, 2))
    assert [each.round for each in first.worksheets] == ["T7-1"] and second.worksheets == ()
    assert second.status == RoundStatus.VOID
    made = {number: len(find(path, f"T7-i{number}").worksheets) for number in (1, 2, 3)}
    assert made == {1: 1, 2: 0, 3: 0}
    assert {each.id: len(each.worksheets) for each in second.records} == {f"T7-i{n}": made[n] for n in made}


def test_the_file_of_a_round_has_the_number_by_which_it_was_settled(tmp_path: Path) -> None:
    """LT-ROU-33: put right in the next round's bet time; the paper and the data say the same."""
    path = written(tmp_path / "J.db", *WRONG, game="roulette")
    result = find_round(path, "T7-1").result
    assert result is not None and (result["number"], result["colour"]) == (17, "black")
    assert "corrected" not in result


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rounds_file_quotes_a_step_in_the_words_of_the_screen(tmp_path: Path, language: str) -> None:
    """LT-ROU-27c: 'Take the ball out of the wheel'; another order holds while the ball still runs
    (LT-ROU-31a).
    """
    few = incident("no_spin", "P1", cause="few_turns")
    path = written(tmp_path / "J.db", OPEN, CLOSED, spin(3), few, DONE_D, game="roulette")
    formatter = RecordFormatter(words(language), zone=UTC)
    paper = str(round_paper(find_round(path, "T7-1"), formatter, MADE, "1.1"))
    assert words(language).text("step.remove_ball") in paper
    assert words(language).text("prompt.remove_ball") not in paper


def test_a_ball_that_its_report_says_is_out_was_taken_out_by_the_reporter(tmp_path: Path) -> None:
    """LT-ROU-27: an answer that is taken back and given again plans the outcome's steps again."""
    again = ({"do": "answer", "by": "P1", "facts": {"cause": each}} for each in (None, "same_direction"))
    lines = (OPEN, CLOSED, spin(4, "with"), DONE_D, *again, AUTHORISE)
    refused = ("halted", "out_of_turn", "not_in_rulebook")
    path = written(tmp_path / "J.db", *lines, game="roulette", refused=refused)
    record = find(path, "T7-i1")
    (step,) = (each for each in record.steps if each.action == "remove_ball")
    assert (step.state, step.by, step.at) == ("done", "D1", record.reported)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dealers_number_that_is_nobodys_says_so_wherever_it_stands(tmp_path: Path, language: str) -> None:
    """ROU-3.1.1: the ball of the no spin was taken out, the report is taken back, and its halt stands."""
    ran = (OPEN, CLOSED, spin(4, "with"), DONE_D, WITHDRAW, number(12, "D1"), WHY)
    path = written(tmp_path / "J.db", *ran, spin(5), number(30, "D1"), number(30, "D1"), game="roulette",
                   code="sv")  # fmt: skip
    file, formatter = find_round(path, "T7-1"), RecordFormatter(words(language), zone=UTC)
    counts = [(each.number, each.counts) for each in file.spins if each.number is not None]
    assert counts == [(12, False), (30, msgspec.UNSET), (30, msgspec.UNSET)]
    lines = lines_of(round_paper(file, formatter, MADE, "1.1.0"))
    mark = words(language).text("record.said.no_effect", said="")
    assert [("12" in line, "30" in line) for line in lines if mark in line] == [(True, False)] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_names_each_decision_that_a_number_took_back(tmp_path: Path, language: str) -> None:
    """LT-ROU-32a: a supervisor sees the dealer's decision, the pit boss's, and the one that stands."""
    removed, fell = (answer(by, ball_removed_in_time=each) for by, each in (("D1", True), ("P1", False)))
    began = (OPEN, CLOSED, spin(5), incident("foreign_object"), removed)
    again = {**AUTHORISE, "reason": "video"}
    lines = (*began, number(17), removed, again, number(20), fell, AUTHORISE, DONE_D)
    path = written(tmp_path / "J.db", *lines, game="roulette", refused=("halted",))
    record = find(path, "T7-i1")
    retracted, times = record.retracted or (), [time_of_line(each) for each in (5, 6, 8, 9)]
    assert [(each.outcome, each.clause, each.by, each.back_by) for each in retracted] == [
        ("respin", "LT-ROU-32a", None, None),
        ("respin", "LT-ROU-32a", "P1", None),
    ]
    assert [time for each in retracted for time in (each.at, each.back)] == times
    assert (record.outcome, record.clause) == ("void", "LT-ROU-32b")
    formatter, text = RecordFormatter(words(language), zone=UTC), words(language).text
    said = [
        each.text
        for each in formatter.sheet(record, MADE, "1.1").decided
        if each.label == text("record.retracted")
    ]
    assert [text("record.by_dealer") in each for each in said] == [True, False]
    assert all(text("outcome.respin") in each and text("record.device") in each for each in said)


def test_a_record_of_a_decision_that_stands_has_no_other_one(tmp_path: Path) -> None:
    removed = incident("foreign_object", ball_removed_in_time=True)
    path = written(tmp_path / "J.db", OPEN, CLOSED, spin(5), removed, DONE_D, game="roulette")
    record = find(path, "T7-i1")
    assert record.outcome == "respin" and record.retracted is msgspec.UNSET


def test_a_number_that_was_refused_and_recorded_was_accepted(tmp_path: Path) -> None:
    """A ball spun in bet time fell, and its number is recorded: its report says so."""
    told = incident("spun_in_bet_time", "P1")
    path = written(tmp_path / "J.db", OPEN, number(14), told, game="roulette", refused=("bets_open",))
    record = find(path, "T7-i1")
    [read] = [each for reading in record.readings for each in reading.said]
    assert (read.card, read.refused, read.counts) == ("14", "bets_open", True)
    refused = words("en").text("record.said.refused", said="")
    assert refused.strip() not in text_of(record)

"""The counts when people come and go while play stands still, and those of an hour."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import find
from console.supervisor.records.accounts.record import Correction
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports import figures
from console.supervisor.reports.counts import USED_UP, HourCounts, fault_name
from console.supervisor.reports.figures import Lengths, PitBossFigures, Spread
from console.supervisor.reports.finding_words import pit_bosses_part
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.list_words import device_text
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import told
from console.supervisor.reports.shift_report import TableReport
from console.table.core import Action, NoteKind, PeopleChange, Phase, SetClock, events, kind_of_name
from console.table.devices.readings import WheelFaultMeaning
from console.table.game import Preparing
from console.table.journal.rescue.recovery import Salvage
from console.table.people import BarKind, DealingBar, bar_logged
from tests.base.words.catalogues import words
from tests.supervisor.records.accounts.test_blackjack_records import BY_HAND, CORRECTED, DEALT, STAND
from tests.table.core.tables import CODES, Driven, Seen, book, card_frame, device, result_frame
from tests.table.core.wheel_at_random import number_read, spin_line
from tests.table.played import (
    CLOSED,
    DONE_D,
    DONE_P,
    OPEN,
    ROUND,
    START,
    VOID,
    WITHDRAW,
    card,
    incident,
    noted,
    say,
    session_at,
    time_of_line,
    written,
)

OF_RECORD = Correction.__struct_fields__
TICK = 2.0
"""Seconds between two lines."""
FELL = (OPEN, CLOSED, card("9H"), incident("card_fell", cards=1))
RELIEF: Seen = {"do": "sign_in", "who": "D2", "role": "dealer"}
LEAVES: Seen = {"do": "sign_out", "who": "P1"}
AS_DEALER: Seen = {"do": "sign_in", "who": "p1", "role": "dealer"}
AS_BOSS: Seen = {"do": "sign_in", "who": "P2", "role": "pit_boss"}
COMES: Seen = {"do": "sign_in", "who": "P1", "role": "pit_boss"}
SEEN: Seen = {"do": "answer", "facts": {"seen": False}, "by": "P1"}
AUTHORISED: Seen = {"do": "authorise", "by": "P1"}


def report_of_lines(path: Path, *lines: Seen) -> TableReport:
    return table_report(written(path / "J.db", *lines), Interval())


def incidents_and_voids(report: TableReport, who: str) -> tuple[int, int]:
    """A dealer's incidents and void rounds."""
    figures = {each.who: each.figures for each in report.dealers}
    return (figures[who].incident_count, figures[who].voids) if who in figures else (0, 0)


def test_an_incident_and_its_void_round_are_the_dealers_who_dealt_when_it_happened(tmp_path: Path) -> None:
    """LT-BAC-18b: D1 dealt, D2 relieved in mid-incident, the pit boss voided."""
    report = report_of_lines(tmp_path, *FELL, RELIEF, SEEN, AUTHORISED, {"do": "done", "by": "D2"})
    assert report.whole.voids == 1
    assert incidents_and_voids(report, "D1") == (1, 1)
    assert incidents_and_voids(report, "D2") == (0, 0)


def test_a_halt_counts_for_the_dealer_at_the_time_though_it_is_reported_later(tmp_path: Path) -> None:
    """A card in bet time halts; the relief comes, and the pit boss reports what it was."""
    halts = (OPEN, card("9H"), RELIEF, incident("early_deal", by="P1", first_card=True, seen=False))
    path = written(tmp_path / "J.db", *halts, refused=("bets_open",))
    report = table_report(path, Interval())
    assert incidents_and_voids(report, "D1") == (1, 0)
    assert incidents_and_voids(report, "D2") == (0, 0)


@pytest.mark.parametrize("called", [False, True], ids=["not called", "called"])
def test_the_wait_for_a_pit_boss_begins_with_the_halt_called_or_not(tmp_path: Path, called: bool) -> None:
    call: Seen = {"do": "call", "by": "D1", "on": True}
    answered: Seen = {"do": "call", "by": "P1", "on": False}
    lines = (LEAVES, *FELL, call, COMES, answered) if called else (LEAVES, *FELL, say("alone"), COMES)
    waits = report_of_lines(tmp_path, *lines).whole.waits
    assert waits.count == 1
    assert waits.longest == (3 if called else 2) * TICK


def test_a_dealer_who_returns_to_unfinished_steps_was_waited_for_once(tmp_path: Path) -> None:
    """One who came and went was waited for once, though the steps are still to be done when he comes back."""
    course = (LEAVES, *FELL, COMES, SEEN, AUTHORISED, LEAVES, say("steps"), COMES)
    assert report_of_lines(tmp_path, *course).whole.waits.count == 1


def test_a_call_while_a_pit_boss_is_there_counts_from_the_call(tmp_path: Path) -> None:
    call: Seen = {"do": "call", "by": "D1", "on": True}
    waits = report_of_lines(
        tmp_path, *FELL, say("x"), call, {"do": "call", "by": "P1", "on": False}
    ).whole.waits
    assert (waits.count, waits.longest) == (1, TICK)


@pytest.mark.parametrize("entries", [0, 2], ids=["begins with the journal", "begins after two entries"])
def test_no_dealer_is_counted_before_the_journal_begins(tmp_path: Path, entries: int) -> None:
    """A day's report begins at midnight; a table whose first entry came later had no dealer till then."""
    path = written(tmp_path / "J.db", OPEN, CLOSED, *map(card, ("9H", "2S")))
    start = time_of_line(1) - timedelta(hours=9) if not entries else time_of_line(2) + timedelta(seconds=1)
    lists = table_report(path, Interval(start, start + timedelta(days=1))).lists
    begun = start if entries else time_of_line(1)
    assert [each.since for each in lists.dealt] == [each.began for each in lists.shoes] == [begun]
    assert {each.at for each in lists.staffing} == {begun}


def test_a_seat_whose_two_hands_bets_go_back_is_one_seat(tmp_path: Path) -> None:
    """IS: seats 1 and 3 have bets, seat 3 splits, and none of the three hands had a chance to act."""

    def decided(seat: int, hand: int, choice: str) -> Seen:
        return {"do": "decision", "seat": seat, "hand": hand, "choice": choice}

    def no_chance(by: str, **facts: int) -> tuple[Seen, Seen]:
        return incident("no_chance_to_act", by, **facts), {**AUTHORISED, "reason": "the picture froze"}

    lines = (
        OPEN,
        {"do": "seats", "seats": [1, 3]},
        CLOSED,
        *map(card, ("5S", "8H", "9D", "3D", "8C", "7C")),
        decided(1, 1, "timeout"),
        decided(3, 1, "split"),
        *map(card, ("2H", "3H")),
        decided(3, 1, "timeout"),
        decided(3, 2, "timeout"),
        *no_chance("D1", seat=3, hand=2),
        *no_chance("D1", seat=1),
        *no_chance("D1", seat=3, hand=1),
    )
    path = written(tmp_path / "J.db", *lines, code="is", game="blackjack")
    report = table_report(path, Interval())
    assert [each.outcome for each in report.incidents] == ["refund_hand"] * 3
    assert report.whole.refunds == 2
    assert [each.figures.refunds for each in report.dealers] == [2]
    assert [(each.who, each.refunds, each.seats) for each in report.pit_bosses] == [("P1", 2, (3, 1))]
    for code in LANGUAGES:  # a heading "Seats ..." over the acts of a pit boss counted something else
        paper = report_paper(shift_report([path], Interval(), START), RecordFormatter(words(code)), "1.2")
        label = words(code).text("report.refunds")
        assert [row[1] for part in paper.parts for row in part.rows if row[0] == label] == [2]
        assert [part.rows[0][2] for part in paper.parts if label in part.columns[2:3]] == [2]


@pytest.mark.parametrize(
    ("seats", "shown"),
    [
        (((1,), (1,)), None),  # a seat at each of two tables, as often: neither stands out
        (((1, 1), (1,)), "T7 · Seat 1: 2"),
        (((2,), (1, 3, 3)), "T8 · Seat 3: 2"),
        (((1, 2),), None),
        (((2, 2, 1),), "Seat 2: 2"),
    ],
)
def test_the_seat_refunded_most_is_one_of_one_table(
    tmp_path: Path, seats: tuple[tuple[int, ...], ...], shown: str | None
) -> None:
    report = table_report(written(tmp_path / "J.db", OPEN, code="is", game="blackjack"), Interval())
    tables = [
        replace(
            report,
            origin=replace(report.origin, label=f"T{number}"),
            pit_bosses=(PitBossFigures("P1", refunds=len(own), seats=own),),
        )
        for number, own in enumerate(seats, 7)
    ]
    part = pit_bosses_part(tables, RecordFormatter(words("en"), zone=UTC))
    assert [row[3] for row in part.rows] == [shown]


CLOSE: Seen = {"do": "close", "by": "P1", "on": True}
"""After a round, the inspection that closes the table begins when the cards are collected."""


def shoes_left(report: TableReport) -> list[tuple[int, int | None]]:
    """Each shoe's number, and its cards left."""
    return [(shoe.number, shoe.left) for shoe in report.lists.shoes]


@pytest.mark.parametrize("inspected", [False, True], ids=["inspection due", "closed"])
def test_a_closed_tables_shoe_has_the_cards_that_were_left_before_the_inspection(
    tmp_path: Path, inspected: bool
) -> None:
    """BAC-1.3.3 counts all 416 cards in the inspection: 414 were there before the round, and four left."""
    lines = (*ROUND[:-1], CLOSE, DONE_D, *([DONE_D] if inspected else []))
    assert shoes_left(report_of_lines(tmp_path, *lines)) == [(1, 410)]


def test_an_interval_from_a_closed_table_lists_no_shoe_until_one_is_prepared(
    tmp_path: Path,
) -> None:
    course = (CLOSE, DONE_D, say("closed"), {"do": "open", "by": "P1"})
    path = written(tmp_path / "J.db", *course)
    assert shoes_left(table_report(path, Interval(time_of_line(3)))) == [(2, 416)]
    assert shoes_left(table_report(path, Interval(time_of_line(2), time_of_line(4)))) == []


def test_a_burn_card_that_ends_the_halt_of_a_closing_table_has_left_its_shoe(tmp_path: Path) -> None:
    """The order waits in the halt of a third failed scan, and that card closes the table."""
    reshuffled = ({"do": "reshuffle", "by": "P1", "on": True}, *[DONE_D] * 8)
    assert shoes_left(
        report_of_lines(tmp_path, *reshuffled, *[{"do": "unread"}] * 3, CLOSE, card("9H"), DONE_D)
    ) == [(1, 414), (2, 415)]


@pytest.mark.parametrize(
    ("notes", "silences"),
    [
        ("device_silent", 1),
        ("device_overdue", 1),
        ("device_overdue device_silent", 1),
        ("device_overdue device_silent device_connected device_silent", 2),
        ("device_overdue device_lost device_connected", 1),
    ],
)
def test_a_silence_that_the_log_tells_is_counted_once(tmp_path: Path, notes: str, silences: int) -> None:
    """A card is due: its device is overdue, and silent if its model always sends."""
    path = written(tmp_path / "J.db", OPEN, CLOSED)
    for number, note in enumerate(notes.split(), 3):
        noted(path, kind_of_name(note), time_of_line(number), "shoe")
    (shoe,) = table_report(path, Interval()).devices
    assert (shoe.device, shoe.silent, shoe.lost) == ("shoe", silences, notes.count("lost"))


def test_each_line_that_the_game_server_owes_is_a_silence_of_it(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN)
    noted(path, NoteKind.SERVER_OVERDUE, time_of_line(2))
    noted(path, NoteKind.LINK_SILENT, time_of_line(3))
    written(path, CLOSED, *map(card, ("9H", "2S", "KD", "4C")), DONE_D, DONE_D, OPEN, start=time_of_line(4))
    noted(path, NoteKind.LINK_CONNECTED, time_of_line(20))
    noted(path, NoteKind.SERVER_OVERDUE, time_of_line(21))
    (link,) = (each for each in table_report(path, Interval()).devices if each.device)
    assert (link.device, link.silent) == ("link", 2)


def test_a_shift_that_each_start_notes_began_once(tmp_path: Path) -> None:
    """And not in an interval that begins later."""
    path = written(tmp_path / "J.db", OPEN)
    for number in (1, 2, 3):
        noted(path, NoteKind.SHIFT_BEGAN, time_of_line(number), "synchronised UTC+0200")
    for start, times in ((None, 1), (time_of_line(3), 0)):
        doings = {each.name: each.count for each in table_report(path, Interval(start)).doings}
        assert doings.get(NoteKind.SHIFT_BEGAN, 0) == times


def test_the_entries_that_a_recovery_lost_are_counted_and_handed_over(tmp_path: Path) -> None:
    """The report said 'Nothing outstanding' and 'Damaged journal set aside and recovered', though 24 entries
    were gone: two rounds that had been played and paid.
    """
    path = written(tmp_path / "J.db", OPEN)
    for lost in (24, 0):
        noted(path, NoteKind.JOURNAL_RECOVERED, time_of_line(2), Salvage(path, path, 59, 0, lost).note)
    report = table_report(path, Interval())
    assert [(each.name, each.count) for each in report.doings][:2] == [
        ("entries_lost", 24),
        ("journal_recovered", 2),
    ]
    assert report.handover is not None
    ((_, handed),) = open_points(replace(report.handover, round=None), RecordFormatter(words("de")))
    assert handed == "Einträge eines beschädigten Protokolls, die nicht wiederhergestellt werden konnten: 24"


@pytest.mark.parametrize("code", CODES)
def test_a_shoe_whose_decks_are_replaced_in_the_shuffle_has_new_decks(tmp_path: Path, code: str) -> None:
    fell = incident("card_fell", where="shuffle", cards=3)
    shoe_comes = (DONE_D,) if code == "lt" else ()
    lines = ({"do": "reshuffle", "by": "P1", "on": True}, *shoe_comes, fell, AUTHORISED, DONE_P)
    path = written(tmp_path / "J.db", *lines, code=code)
    whole, rest = table_report(path, Interval()), table_report(path, Interval(time_of_line(2)))
    assert [shoe.how for shoe in whole.lists.shoes] == ["there", "new_decks"]
    assert [shoe.how for shoe in rest.lists.shoes] == ["new_decks"]


def test_replaced_decks_count_though_an_ordered_close_takes_effect_at_once(tmp_path: Path) -> None:
    """LT-BAC-19c: the decks came, and are inspected before closing. An inspection alone brings none."""
    fell = incident("card_fell", where="shuffle", cards=3)
    begun: tuple[Seen, ...] = ({"do": "reshuffle", "by": "P1", "on": True}, fell, AUTHORISED)
    path = written(tmp_path / "J.db", *begun, CLOSE, DONE_P, code="sv")
    shoes = table_report(path, Interval()).lists.shoes
    assert [shoe.how for shoe in shoes] == ["there", "new_decks"]


def test_the_record_of_an_incident_that_ends_in_closing_names_no_count_of_cards(tmp_path: Path) -> None:
    """Between two rounds, so that the table closes as play would go on."""
    path = written(tmp_path / "J.db", incident("prohibited_action"), CLOSE, WITHDRAW)
    record = find(path, "T7-i1")
    assert record is not None
    assert (record.before.shoe_left, record.after.shoe_left) == (414, None)


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (events.DeviceFaulted("reader", 0), "0"),
        (events.DeviceFaulted("reader", 17), "17"),
        (events.WheelFaulted(WheelFaultMeaning.FAILURE), "failure"),
    ],
)
def test_each_fault_of_a_device_has_a_name_in_the_report(fault: events.AnyEvent, name: str) -> None:
    """A device whose error has no digits is entered with the code 0."""
    assert fault_name(fault) == name


BRINGS_OR_TAKES = ("change_", "receive_", "replace_", "return_")
"""The first word of each step that puts something into play, or takes it out."""


def test_each_step_that_brings_or_takes_equipment_is_listed_as_used_up() -> None:
    cases = [
        case
        for code in CODES
        for rules in book(code).games.values()
        for kind in rules.incidents.kinds.values()
        for case in kind
    ]
    steps = {str(step.action) for case in cases for step in case.steps}
    assert {step for step in (*steps, *Preparing, *Action) if step.startswith(BRINGS_OR_TAKES)} == USED_UP


BETWEEN = (number_read(4), DONE_D)
"""A number that is known and announced."""


def test_a_wrong_number_is_wrong_since_it_was_known_though_a_later_round_is_void(tmp_path: Path) -> None:
    """LT-ROU-33: round 1 is put right after the number of round 2 was known and round 2 was made void."""
    void = (OPEN, CLOSED, spin_line(4), number_read(9), incident("technical_fault", by="P1"))
    lines = (OPEN, CLOSED, spin_line(4), *BETWEEN, *void)
    wrong = incident("wrong_number_recorded", by="P1", actual=20)
    path = written(tmp_path / "J.db", *lines, DONE_P, wrong, game="roulette", code="sv")
    listed = told(table_report(path, Interval()).incidents[-1])
    assert (listed["kind"], listed["round"]) == ("wrong_number_recorded", "T7-1")
    assert listed["at"] == time_of_line(4)


CALL: Seen = {"do": "call", "by": "D1", "on": True}
COURSE = (CALL, say("x"), {**CALL, "on": False})


@pytest.mark.parametrize(
    ("lines", "count"),
    [((LEAVES, *COURSE, COMES), 0), (COURSE, 0), ((LEAVES, CALL, COMES, COURSE[-1]), 1)],
    ids=["nobody comes", "one is signed in elsewhere", "one has come"],
)
def test_a_call_that_the_dealer_takes_back_is_no_wait_unless_one_has_come(
    tmp_path: Path, lines: tuple[Seen, ...], count: int
) -> None:
    assert report_of_lines(tmp_path, *lines).whole.waits.count == count


def test_the_wait_is_counted_again_if_a_pit_boss_is_asked_after_the_last_one_left(tmp_path: Path) -> None:
    """P1 comes and leaves undecided; the table waits for the next one as it did for the first."""
    course = (LEAVES, *FELL, COMES, SEEN, LEAVES, say("nobody here"), COMES, AUTHORISED)
    waits = report_of_lines(tmp_path, *course).whole.waits
    assert (waits.count, waits.longest) == (2, 2 * TICK)


def test_a_pit_boss_who_left_all_to_the_dealer_is_not_awaited(tmp_path: Path) -> None:
    """The steps that are left are the dealer's: P1 comes again by chance."""
    course = (LEAVES, *FELL, COMES, SEEN, AUTHORISED, LEAVES, say("my steps"), COMES)
    assert report_of_lines(tmp_path, *course).whole.waits.count == 1


def test_a_shoes_result_is_no_card_that_it_read(tmp_path: Path) -> None:
    frames = [
        card_frame("1", "player", 1, "9H"),
        card_frame("2", "banker", 1, "5C"),
        card_frame("3", "player", 2, "KD"),
        card_frame("4", "banker", 2, "4C"),
        result_frame("5", "tie"),
    ]
    lines = [device(each) for each in frames]
    (shoe,) = report_of_lines(tmp_path, OPEN, CLOSED, *lines).devices
    assert (shoe.device, shoe.read) == ("shoe", 4)


def test_a_round_that_was_voided_out_of_a_halt_is_listed(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, card("9H"), VOID, refused=("bets_open",))
    (voided,) = map(told, table_report(path, Interval()).lists.halts)
    record = find(path, voided["id"])
    assert record.outcome == "void" and record.kind == voided["reason"]
    assert (voided["at"], voided["filmed_from"], voided["closed"]) == (
        record.happened,
        record.filmed_from,
        record.closed,
    )
    assert (voided["round"], voided["by"]) == (record.where.round, record.closed_by)


def test_a_halt_that_was_taken_back_with_a_reason_is_listed_as_its_record_has_it(tmp_path: Path) -> None:
    """A number of bet time is thrown away by one person's decision; of a card no reason is asked."""
    number: Seen = {"do": "number", "number": 7, "source": "reader"}
    reasons = ("the ball lay there", None)
    halted = {"roulette": (OPEN, number), "baccarat": (OPEN, card("9H"))}
    for (game, lines), reason in product(halted.items(), reasons):
        if game == "roulette" and reason is None:
            continue  # there it has to be given
        back = WITHDRAW if reason is None else {**WITHDRAW, "reason": reason}
        path = tmp_path / f"{game}{reason}.db"
        written(path, *lines, back, game=game, code="sv", refused=("bets_open",))
        report = shift_report([path], Interval(), START)
        listed = report.tables[0].lists.halts
        assert [told(each)["withdrawn"] for each in listed] == ([] if reason is None else [reason])
        for each in listed:
            formatter, record = RecordFormatter(words("en"), zone=UTC), find(path, each.id)
            (row,) = report_paper(report, formatter, "1.1").parts[0].rows
            assert row[5] == f"{formatter.outcome(record)} · {reason}" and row[7] == "P1"


def test_each_correction_in_play_is_listed_as_its_record_has_it(tmp_path: Path) -> None:
    """One place may be corrected twice: of each the faces before and after it count."""
    fixes = [
        {"do": "correct", "hand": hand, "card": 1, "to": to, "by": "P1"}
        for hand, to in (("player", "8H"), ("player", "8D"))
    ]
    path = written(tmp_path / "J.db", *ROUND[:3], *fixes, *ROUND[3:])
    report = shift_report([path], Interval(), START)
    (table,) = report.tables
    assert len(table.lists.corrected) == table.whole.corrections == 2
    for each in table.lists.corrected:
        record = find(path, each.id)
        assert record.corrections[-1] == Correction(*(getattr(each, name) for name in OF_RECORD))
        assert each.round == record.where.round
    said = words("en").text("record.head.corrections")
    (part,) = (
        part
        for part in report_paper(report, RecordFormatter(words("en"), zone=UTC), "1.1").parts
        if part.heading == said
    )
    assert [row[2:] for row in part.rows] == [
        ("1", "player 1: 9♥ → 8♥", "P1"),
        ("1", "player 1: 8♥ → 8♦", "P1"),
    ]


def test_a_card_corrected_to_its_own_face_is_no_correction(tmp_path: Path) -> None:
    """TB-24: the table takes the line, which changes nothing."""
    same = {"do": "correct", "hand": "player", "card": 1, "to": "9H", "by": "P1"}
    report = shift_report([written(tmp_path / "J.db", *ROUND[:3], same, *ROUND[3:])], Interval(), START)
    (table,) = report.tables
    assert (len(table.lists.corrected), table.whole.corrections) == (0, 0)


@pytest.mark.parametrize(("turned", "faces"), [(False, ("??", "??")), (True, ("4C", "3D"))])
def test_a_report_shows_a_corrected_hole_card_that_was_turned_after_it(
    tmp_path: Path, turned: bool, faces: tuple[str, str]
) -> None:
    """It ended in the round: its list had no faces for ever, which the record had."""
    manual: Seen = {"do": "manual", "on": True, "by": "P1"}
    entered = (*DEALT[:-1], manual, BY_HAND[0], CORRECTED)
    rest = ({**manual, "on": False}, *STAND, *((DONE_D,) if turned else ()))
    path = written(tmp_path / "J.db", *entered, *rest, game="blackjack")
    report = table_report(path, Interval(until=time_of_line(len(entered) + 1)))
    (listed,) = report.lists.corrected
    assert (listed.before, listed.after) == faces
    paper = report_paper(shift_report([path], Interval(), START), RecordFormatter(words("en")), "1.2")
    (part,) = (each for each in paper.parts if each.heading == "Figures")
    assert part.note == "In manual mode the card set is not checked."


def test_cards_of_lines_without_a_device_are_not_given_as_none_read(tmp_path: Path) -> None:
    """'Read 0' stood beside four cards."""
    path = written(tmp_path / "J.db", *ROUND[:3], {"do": "unread"}, *ROUND[3:])
    paper = report_paper(
        shift_report([path], Interval(), START), RecordFormatter(words("en"), zone=UTC), "1.1"
    )
    (part,) = (each for each in paper.parts if each.heading == words("en").text("report.devices"))
    assert [row[1:3] for row in part.rows] == [(None, 1)]


@pytest.mark.parametrize(
    ("device", "named"), [("shoe", "Shoe"), ("reader", "Card scanner"), ("wheel", "Wheel"), ("R2", "R2")]
)
def test_a_reports_devices_have_their_names(device: str, named: str) -> None:
    assert device_text(words("en"), device) == named


def test_a_report_lists_who_began_and_ended_manual_mode(tmp_path: Path) -> None:
    manual: Seen = {"do": "manual", "by": "P1"}
    path = written(tmp_path / "J.db", *ROUND, {**manual, "on": True}, {**manual, "on": False})
    paper = report_paper(
        shift_report([path], Interval(), START), RecordFormatter(words("en"), zone=UTC), "1.1"
    )
    (part,) = (each for each in paper.parts if each.heading == words("en").text("handover.manual"))
    assert [row[1:] for row in part.rows] == [("P1", "Manual mode on"), ("P1", "Manual mode off")]


def test_a_report_lists_whose_account_was_changed_by_whom_and_why(tmp_path: Path) -> None:
    """'Licence changed 1' named nobody: who shortened it stood in the log alone."""
    licensed = PeopleChange("D4", "dealer", rights="LB_12 2026-12-31 - -", reason="typed wrong")
    reset = PeopleChange("D5", "dealer", 4, "2026-11-20T06:12:09+00:00")
    path = written(tmp_path / "J.db")
    with session_at(path, is_ready=False) as session:
        session.note(NoteKind.PEOPLE_LICENSED, who="S1", text=licensed.text)
        session.note(NoteKind.PEOPLE_RESET, text=reset.text, terminal="anna")
        session.note(NoteKind.DEALING_ENDED, who="D6", text="2026-11-19")
        session.note(NoteKind.DEALING_REFUSED, who="D1", text="game roulette")  # who deals
        session.note(NoteKind.DEALING_REFUSED, who="D7", text="game roulette")
    said, formatter = words("en"), RecordFormatter(words("en"), zone=UTC)
    paper = report_paper(shift_report([path], Interval(), START), formatter, "1.1")
    (part,) = (each for each in paper.parts if each.heading == said.text("menu.people"))
    assert [row[1:] for row in part.rows] == [
        ("S1", "Licence changed: D4 · valid until 31/12/2026", "typed wrong"),
        (None, "New PIN set: D5 (at a terminal, anna, 20/11/2026 06:12:09 UTC)", None),
        (None, "Dealer signed out, licence ended: D6 · valid until 19/11/2026", None),
        (None, "Refused as dealer: D1", bar_logged(said, DealingBar(BarKind.GAME, ("roulette",)))),
    ]
    exported = JournalFacts([path]).rows["account"]
    whose = [(row["who"], row["by"]) for row in exported]
    assert whose == [("D4", "S1"), ("D5", None), ("D6", None), ("D1", None)]


def test_a_report_says_what_somebody_may_deal_after_a_change(tmp_path: Path) -> None:
    """That a rehearsal was no longer required, or that a trainee was none, stood in no paper."""
    path, text = written(tmp_path / "J.db"), "LB_12 - roulette,other never-dealt trainee"
    changes = {"D4": text, "D5": "- - - -"}
    with session_at(path, is_ready=False) as session:
        for who, rights in changes.items():
            change = PeopleChange(who, "dealer", rights=rights, reason="why")
            session.note(NoteKind.PEOPLE_LICENSED, who="S1", text=change.text)
    paper = report_paper(
        shift_report([path], Interval(), START), RecordFormatter(words("en"), zone=UTC), "1.1"
    )
    (part,) = (each for each in paper.parts if each.heading == words("en").text("menu.people"))
    games, rehearsals = "Games: roulette, other", "Rehearsals before dealing: never-dealt"
    trainee = words("en").text("people.rights.trainee")
    assert [row[2] for row in part.rows] == [
        f"Licence changed: D4 · {games} · {rehearsals} · {trainee}",
        "Licence changed: D5 · –",
    ]


def test_a_wait_of_a_day_is_its_own_median() -> None:
    lengths = Lengths()
    lengths.add(90_000.0)
    assert lengths.spread == Spread(1, 90_000.0, 90_000.0, 90_000.0)


def test_a_halt_of_a_month_has_all_its_hours(tmp_path: Path) -> None:
    """The hours ended after a week, and the total beside them went on."""
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock) as session:
        for line in (*FELL, say("The casino opens again.")):
            assert session.take(msgspec.json.encode(line)).accepted
            clock.advance(31 * 24 * 3600)
    report = table_report(path, Interval())
    stood = sum(each.stood_seconds for each in report.hours)
    assert stood == pytest.approx(report.whole.stood_seconds) == 31 * 24 * 3600


def won_by(winner: str, number: int) -> tuple[Seen, ...]:
    """A coup of four cards that one side wins by a nine to nothing, its tens by chance."""
    tens = random.Random(number).sample([f"{rank}{suit}" for rank in "TJQK" for suit in "SHDC"], 3)
    nine, (first, second, third) = f"9{'SHDC'[number % 4]}", tens
    faces = (first, nine, second, third) if winner == "banker" else (nine, first, third, second)
    return (OPEN, CLOSED, *map(card, faces), DONE_D, DONE_D)


def test_a_shift_says_who_won_how_often_and_how_long_in_a_row(tmp_path: Path) -> None:
    """Macau 2024: 24 coups that the banker wins on end come by chance in one of 100 million shoes."""
    winners = ("player", *["banker"] * 24, "player", "banker")
    lines = [line for number, winner in enumerate(winners) for line in won_by(winner, number)]
    report = report_of_lines(tmp_path, *lines)
    found = {each.winner: (each.rounds, each.longest) for each in report.winners}
    assert found == {"banker": (25, 24), "player": (2, 1)}
    (banker, _) = report.winners
    assert banker.chance == pytest.approx(4 * 0.458597**24, rel=1e-6)
    shift = shift_report([tmp_path / "J.db"], Interval(), START)
    paper = report_paper(shift, RecordFormatter(words("en")), "1.2")
    (part,) = (each for each in paper.parts if each.heading == "Figures")
    assert "Banker won 25, longest run 24 (p < 0.000\u00a0000\u00a01)" in part.note


def test_what_each_pit_boss_did_to_results_is_counted(tmp_path: Path) -> None:
    """Ontario 2023: one supervisor stood behind most of it."""
    p2: tuple[Seen, ...] = (
        {"do": "sign_out", "who": "P1"},
        {"do": "sign_in", "who": "P2", "role": "pit_boss"},
    )
    coup = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C")))
    corrected: Seen = {"do": "correct", "hand": "player", "card": 1, "to": "8H", "by": "P1"}
    early = (OPEN, card("9C"))
    lifted: Seen = {"do": "withdraw", "by": "P2", "reason": "scanner touched"}
    fell: Seen = {**incident("card_fell", cards=1, seen=False), "by": "P2"}
    path = written(
        tmp_path / "J.db",
        *(*coup, corrected, DONE_D, DONE_D),
        *(*p2, *early, lifted, CLOSED, *map(card, ("9H", "2S")), fell, DONE_D, {**DONE_D}),
        refused=("bets_open",),
    )
    p1, p2_ = table_report(path, Interval()).pit_bosses
    assert (p1.who, p1.rounds, p1.refunds, p1.voids, p1.changed, p1.lifted) == ("P1", 2, 0, 0, 1, 0)
    assert (p2_.who, p2_.rounds, p2_.refunds, p2_.voids, p2_.changed, p2_.lifted) == ("P2", 2, 0, 1, 0, 1)
    shift = shift_report([path], Interval(), START)
    paper = report_paper(shift, RecordFormatter(words("en")), "1.2")
    (part,) = (each for each in paper.parts if each.heading == "Pit bosses and the house")
    assert [row[:6] for row in part.rows] == [("P1", 2, 0, 0, 1, 0), ("P2", 2, 0, 1, 0, 1)]
    assert all("too few" in str(row[-1]) for row in part.rows) and not part.note


def test_an_outcome_counts_for_who_authorised_it_though_another_ended_it(tmp_path: Path) -> None:
    """LT-ROU-33: the shift of pit bosses changed between the decision and its last step."""
    settled: Seen = {"do": "settle", "by": "P1", "bets": [{"on": "straight", "numbers": [17], "stake": 133}]}
    comes: Seen = {"do": "sign_in", "who": "P2", "role": "pit_boss"}
    spun = (OPEN, CLOSED, spin_line(5), number_read(23), DONE_D, OPEN)
    wrong = incident("wrong_number_recorded", "P1", actual=17)
    lines = (*spun, wrong, settled, LEAVES, comes, {**DONE_P, "by": "P2"})
    report = table_report(written(tmp_path / "J.db", *lines, game="roulette", code="lt"), Interval())
    assert [each.fact.outcome for each in report.incidents if each.fact.ended] == ["settle_by_hand"]
    assert [(each.who, each.changed) for each in report.pit_bosses] == [("P1", 1), ("P2", 0)]


def test_one_dealer_at_two_tables_at_once_stands_in_the_report_of_both(tmp_path: Path) -> None:
    """A shared PIN: D1 deals at T7 and at another table in the same minutes."""
    times = {"J": START, "K": START + timedelta(seconds=1)}
    files = [written(tmp_path / f"{name}.db", OPEN, CLOSED, start=at) for name, at in times.items()]
    shift = shift_report(files, Interval(), START)
    paper = report_paper(shift, RecordFormatter(words("en")), "1.2")
    (part,) = (each for each in paper.parts if each.heading == "One dealer at two tables")
    assert [row[0] for row in part.rows] == ["D1"]
    alone = report_paper(shift_report(files[:1], Interval(), START), RecordFormatter(words("en")), "1.2")
    assert all(each.heading != "One dealer at two tables" for each in alone.parts)


ALONE = "nobody else signed in at this table"


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ((LEAVES, OPEN), []),
        (({**LEAVES, "who": "D1"}, LEAVES, AS_DEALER, OPEN), [("p1", ALONE)]),
        ((AS_BOSS, {**LEAVES, "who": "D1"}, LEAVES, AS_DEALER, OPEN), [("p1", "P2")]),
        (
            (AS_BOSS, {**LEAVES, "who": "P2"}, {**LEAVES, "who": "D1"}, LEAVES, AS_DEALER),
            [("p1", f"{ALONE} · came to this table at other times: P2")],
        ),
    ],
)
def test_a_pit_boss_who_deals_is_reported_with_the_pit_bosses_who_were_there_then(
    tmp_path: Path, lines: Sequence[Seen], rows: Sequence[tuple[str, str | None]]
) -> None:
    """GEN-roles; New Jersey 1988: a pit boss ran the shoe, and nobody supervised."""
    shift = shift_report([written(tmp_path / "J.db", *lines)], Interval(), START)
    paper = report_paper(shift, RecordFormatter(words("en")), "1.2")
    found = [part for part in paper.parts if part.heading == "Pit boss as dealer"]
    assert [(row[0], row[-1]) for part in found for row in part.rows] == rows


def test_of_times_after_a_list_that_was_too_long_nobody_is_said_to_have_been_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P2 had left before P1 dealt, and the list ends before that."""
    monkeypatch.setattr(figures, "MOST", 3)
    lines = (AS_BOSS, {**LEAVES, "who": "P2"}, {**LEAVES, "who": "D1"}, LEAVES, AS_DEALER)
    later: Seen = {"do": "sign_in", "who": "P2", "role": "dealer"}
    first = written(tmp_path / "J.db", *lines)
    second = written(tmp_path / "K.db", {**LEAVES, "who": "D1"}, later, start=START + timedelta(minutes=1))
    shift = shift_report([first, second], Interval(), START)
    assert [each.lists.more["staffing"] for each in shift.tables[:1]] == [4]
    paper = report_paper(shift, RecordFormatter(words("en")), "1.2")
    at_odds = ("Pit boss as dealer", "One dealer at two tables")
    assert not any("P2" in row for part in paper.parts if part.heading in at_odds for row in part.rows)


def test_a_dealer_who_is_pit_boss_at_another_table_stands_in_the_report_of_both(tmp_path: Path) -> None:
    """P1 is pit boss at both, which may be; D1 is pit boss at the other one for a minute, and once for less,
    as somebody who comes to relieve is.
    """
    as_boss: Seen = {"do": "sign_in", "who": "d1", "role": "pit_boss"}
    other: Seen = {"do": "sign_in", "who": "D2", "role": "dealer"}
    leaves: Seen = {"do": "sign_out", "who": "P1"}
    first, later = written(tmp_path / "J.db", OPEN, CLOSED), START + timedelta(seconds=1)
    second, clock = tmp_path / "K.db", SetClock(later)
    goes = {**leaves, "who": "d1"}
    with session_at(second, clock) as session:
        for line, seconds in ((other, 58), (leaves, 2), (as_boss, 2), (goes, 60), (as_boss, 2), (goes, 59)):
            clock.advance(seconds)
            assert session.take(msgspec.json.encode(line)).accepted
    shift = shift_report([first, second], Interval(), START)
    paper = report_paper(shift, RecordFormatter(words("en"), zone=UTC), "1.2")
    (part,) = (each for each in paper.parts if each.heading == "One dealer at two tables")
    ((who, _, since, until),) = part.rows
    assert (who, str(since)[-8:], str(until)[-8:]) == ("D1", "09:01:03", "09:02:03")


UNTIL = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("phase", "halted", "off", "counted"),
    [
        ("shoe", False, False, (60, 0, 60, 0)),
        ("wheel", False, False, (60, 0, 60, 0)),
        ("shoe", True, False, (60, 60, 0, 0)),
        ("shoe", False, True, (60, 0, 0, 60)),
        ("shoe", True, True, (60, 60, 0, 0)),
        ("betting", False, False, (60, 0, 0, 0)),
        ("betting", True, False, (60, 60, 0, 0)),
        ("betting", False, True, (60, 0, 0, 60)),
        ("closed", False, False, None),
    ],
)
def test_a_minute_counts_once_as_halt_as_off_or_as_preparation(
    phase: str, halted: bool, off: bool, counted: tuple[int, ...] | None
) -> None:
    driven = Driven("lt")
    if halted:
        for line in ({"do": "bets", "state": "open"}, {"do": "card", "card": "9H"}):
            driven.take(line)
        assert driven.table.halted
    hours = HourCounts()
    hours.pass_time(replace(driven.table, phase=Phase(phase)), UNTIL, 60, was_off=off)
    names = ("open_seconds", "stood_seconds", "prepared_seconds", "off_seconds")
    found = [tuple(getattr(each, name) for name in names) for each in hours.hours]
    assert found == ([] if counted is None else [counted])


def test_a_card_of_an_unknown_time_is_no_devices_fault_in_the_list_of_halts(tmp_path: Path) -> None:
    """No device told of one: a serial server kept the card while the port was lost."""
    kept = {**device(card_frame("1", "player", 1, "8S"), "shoe"), "opened": True}
    void = {"do": "void", "by": "P1"}
    path = written(tmp_path / "J.db", OPEN, kept, void, code="sv", refused=("bets_open",))
    (halt,) = table_report(path, Interval()).lists.halts
    assert halt.reason == "untimed"
    said = RecordFormatter(words("ja"), zone=UTC).halt(halt.reason)
    assert said == words("ja").text("halt.note.untimed")

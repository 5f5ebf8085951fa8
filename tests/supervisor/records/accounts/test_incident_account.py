"""The record of an incident, a halt or a correction is made from the journal alone."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.supervisor.history.interval import Interval
from console.supervisor.history.interventions import Authorisation, GivenFact, InterventionKind, StepRecord
from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import every, find
from console.supervisor.records.accounts.record import Correction, Record
from console.supervisor.records.accounts.round_account import NoSuchRecord
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.reports.report_json import told
from console.table.core import Who, encode_table
from console.table.journal import Identity, open_journal
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven, Seen, card_frame, device
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    DONE_P,
    FELL,
    OPEN,
    ROUND,
    START,
    VOID,
    WITHDRAW,
    answer,
    card,
    incident,
    say,
    time_of_line,
    written,
)


def ids(path: Path) -> list[str]:
    return [record.id for record in every(path)]


def record_of_a_fallen_card(folder: Path) -> Record:
    return find(written(folder / "J.db", *FELL), "T7-i1")


def test_a_card_in_view_without_a_round_leaves_the_record_readable(tmp_path: Path) -> None:
    """No console leaves a table so. Forged by a token, it ended the list of all tables' incidents."""
    driven = Driven("lt")
    for line in FELL[:3]:
        driven.take(msgspec.json.encode(line))
    begun, first = encode_table(replace(driven.table, round=None)), driven.kept.last
    for line in (incident("card_fell", cards=1), WITHDRAW):
        driven.take(msgspec.json.encode(line))
    with open_journal(tmp_path / "J.db", Identity("T7", "baccarat", "lt"), begin=lambda: begun) as journal:
        journal.append(driven.kept.entries[first:])
    (record,) = every(tmp_path / "J.db")
    assert (record.kind, record.before.hands) == ("card_fell", {})


def test_readings_after_a_round_are_of_no_record_of_that_round(tmp_path: Path) -> None:
    """Entries bear a round's id until the next one opens: a cut card minutes later stood in its records."""
    opening, closing, first, *rest = ROUND
    pauses = [say("a pause")] * 8
    cut_card: Seen = {"do": "cut_card"}
    lines = (opening, closing, first, incident("card_fell", cards=1), WITHDRAW, *rest, *pauses, cut_card)
    record = find(written(tmp_path / "J.db", *lines), "T7-i1")
    assert [said.card or said.event for each in record.readings for said in each.said] == [
        "9H",
        "2S",
        "KD",
        "4C",
    ]


@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_a_record_from_before_any_round_has_no_hands(tmp_path: Path, game: str) -> None:
    """Which hands there are is known with the first round: blackjack has no banker."""
    path = written(tmp_path / "J.db", incident("prohibited_action", "P1"), game=game)
    record = find(path, "T7-i1")
    assert (record.before.hands, record.before.points, record.after.hands) == ({}, {}, {})


def test_a_fallen_card_is_on_record_with_all_that_decided_it(tmp_path: Path) -> None:
    """LT-BAC-18b."""
    record = record_of_a_fallen_card(tmp_path)
    assert (record.sort, record.kind, record.clause, record.basis) == (
        InterventionKind.INCIDENT,
        "card_fell",
        "LT-BAC-18b",
        "rule",
    )
    assert (record.outcome, record.authority) == ("void", "pit_boss")
    assert record.facts == {"where": "round", "cards": 1, "seen": False}
    assert record.told == (
        GivenFact(time_of_line(5), Who("D1"), {"kind": "card_fell", "cards": 1}),
        GivenFact(time_of_line(7), Who("P1"), {"seen": False}),
    )
    assert record.reported_by == "D1"
    assert record.authorised == Authorisation(Who("P1"), time_of_line(8), None, None)
    assert record.steps == (StepRecord("put_back", "dealer", "done", Who("D1"), time_of_line(9)),)
    assert [remark.text for remark in record.remarks] == ["It rolled under the chair"]


def test_the_account_says_when_and_where(tmp_path: Path) -> None:
    record = record_of_a_fallen_card(tmp_path)
    assert (record.happened, record.reported, record.closed) == (
        time_of_line(5),
        time_of_line(5),
        time_of_line(9),
    )
    assert (record.origin.table, record.origin.game, record.origin.rules) == ("T7", "baccarat", "lt")
    assert (record.where.shoe, record.where.round) == (1, "T7-1")
    assert record.where.shift


def test_the_account_has_the_hands_before_and_after(tmp_path: Path) -> None:
    record = record_of_a_fallen_card(tmp_path)
    assert (record.before.player, record.before.banker) == (("9H",), ("4C",))
    assert (record.before.status, record.before.bets) == ("open", "closed")
    assert (record.after.status, record.after.bets) == ("void", "refunded")
    assert record.before.points == {"player": 9, "banker": 4}


def test_the_account_has_the_bytes_of_its_round_with_what_they_said(tmp_path: Path) -> None:
    readings = record_of_a_fallen_card(tmp_path).readings
    assert [(reading.device, reading.said[0].card, reading.at) for reading in readings] == [
        ("shoe", "9H", time_of_line(3)),
        ("shoe", "4C", time_of_line(4)),
    ]
    assert bytes.fromhex(readings[0].hex or "") == card_frame("1", "player", 1, "9H")


def test_the_accounts_place_in_the_journal_proves_it(tmp_path: Path) -> None:
    record = record_of_a_fallen_card(tmp_path)
    assert record.proof.first < record.proof.last
    assert len(bytes.fromhex(record.proof.chain)) == 32


def test_all_who_had_a_part_are_named_once(tmp_path: Path) -> None:
    assert record_of_a_fallen_card(tmp_path).people == ("D1", "P1")


def test_the_dealer_may_move_the_last_card_alone_and_the_record_says_so(tmp_path: Path) -> None:
    """LT-BAC-26a."""
    moved = (OPEN, CLOSED, card("9H"), card("2S"), incident("wrong_position", cards_to_move=1), DONE_D)
    record = find(written(tmp_path / "J.db", *moved), "T7-i1")
    assert (record.authority, record.authorised) == (
        "dealer",
        Authorisation(None, time_of_line(5), None, None),
    )


def test_an_incident_from_a_halt_happened_before_it_was_reported(tmp_path: Path) -> None:
    """LT-BAC-24b."""
    extra = (*ROUND[:6], card("8D"), incident("extra_card_drawn", "P1", shown=True), DONE_D)
    path = written(tmp_path / "J.db", *extra, refused=["out_of_turn"])
    record = find(path, "T7-i1")
    assert (record.happened, record.reported) == (time_of_line(7), time_of_line(8))
    assert ids(path) == ["T7-i1"], "the halt became the incident"


def test_a_report_without_an_outcome_yet_is_open_and_decides_nothing(tmp_path: Path) -> None:
    record = find(written(tmp_path / "J.db", *FELL[:7]), "T7-i1")
    assert record.open and record.outcome is None and record.authorised is None
    assert record.clause == "LT-BAC-18b", "the clause stands once the facts are whole"


def test_a_step_that_the_pit_boss_skips_has_its_reason(tmp_path: Path) -> None:
    skipped = {**DONE_P, "reason": "It lies in view already"}
    record = find(written(tmp_path / "J.db", *FELL[:8], skipped), "T7-i1")
    (step,) = record.steps
    assert (step.state, step.by, step.reason) == ("skipped", "P1", "It lies in view already")


def test_a_report_taken_back_is_recorded_only(tmp_path: Path) -> None:
    record = find(written(tmp_path / "J.db", *FELL[:5], {"do": "withdraw", "by": "D1"}), "T7-i1")
    assert (record.outcome, record.closed_by, record.steps) == ("record_only", "D1", ())


def test_an_incident_without_steps_is_over_at_once_and_has_its_record(tmp_path: Path) -> None:
    """LT-BAC-13d."""
    path = written(tmp_path / "J.db", *ROUND, OPEN, incident("over_burn", "P1"))
    record = find(path, "T7-i1")
    assert (record.clause, record.outcome, record.steps) == ("LT-BAC-13d", "go_on", ())
    assert record.reported == record.closed == time_of_line(10)
    assert ids(path) == ["T7-i1"]


def test_reports_that_wait_have_records_of_their_own(tmp_path: Path) -> None:
    second = incident("card_fell", "P1", cards=1, seen=True)
    path = written(tmp_path / "J.db", *FELL[:6], second, answer(seen=True), AUTHORISE, DONE_D)
    first, later = find(path, "T7-i1"), find(path, "T7-i2")
    assert (first.outcome, first.closed) == ("go_on", time_of_line(10))
    assert (later.reported, later.authorised) == (
        time_of_line(7),
        Authorisation(Who("P1"), time_of_line(10), None, None),
    )
    given = GivenFact(time_of_line(7), Who("P1"), {"kind": "card_fell", "cards": 1, "seen": True})
    assert later.open and later.told == (given,)


def test_a_report_decided_as_it_opens_leaves_the_record_before_it_whole(tmp_path: Path) -> None:
    """One press ends both: the dealer's report, and the pit boss's own one that waited behind it."""
    reports = incident("over_burn"), incident("over_burn", "P1")
    path = written(tmp_path / "J.db", *ROUND, OPEN, *reports, AUTHORISE)
    ends = [(each.outcome, each.facts, each.authorised, each.closed) for each in every(path)]
    authorised = Authorisation(Who("P1"), time_of_line(12), None, None)
    assert ends == [("go_on", {"noticed": "later"}, authorised, time_of_line(12))] * 2


def test_a_halt_that_was_withdrawn_is_an_intervention_too(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, card("9H"), WITHDRAW, refused=["bets_open"])
    (halt,) = every(path)
    assert (halt.sort, halt.kind, halt.outcome) == (InterventionKind.HALT, "bets_open", "withdrawn")
    assert (halt.reported_by, halt.closed_by) == (None, "P1")
    assert find(path, halt.id).happened == time_of_line(2)


def test_a_halt_whose_round_was_voided_says_so(tmp_path: Path) -> None:
    (halt,) = every(written(tmp_path / "J.db", OPEN, card("9H"), VOID, refused=["bets_open"]))
    assert (halt.outcome, halt.after.status) == ("void", "void")


def test_a_third_try_that_works_ends_its_halt(tmp_path: Path) -> None:
    """TB-14, LT-BAC-27, LT-BJ-2.3.12: the pit boss scans it, and is named though the reader reports it."""
    unread = {"do": "unread"}
    (halt,) = every(written(tmp_path / "J.db", OPEN, CLOSED, unread, unread, unread, card("9H")))
    assert (halt.kind, halt.outcome, halt.closed_by) == ("rescan", "read", "P1")


def test_a_corrected_card_has_its_value_before_and_after_when_and_by_whom(tmp_path: Path) -> None:
    why = "The camera shows a diamond"
    mended = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8D", "reason": why}
    path = written(tmp_path / "J.db", OPEN, CLOSED, card("8H"), mended)
    (record,) = every(path)
    assert record.sort is InterventionKind.CORRECTION
    assert record.corrections == (Correction(4, time_of_line(4), Who("P1"), "player", 1, "8H", "8D", why),)
    assert find(path, record.id) == record or find(path, record.id).corrections == record.corrections


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_of_one_entry_names_it_once(tmp_path: Path, language: str) -> None:
    """A correction's said 'entries 58 to 58'."""
    corrected = {"do": "correct", "hand": "player", "card": 1, "to": "8H", "by": "P1"}
    record = find(written(tmp_path / "J.db", *ROUND[:3], corrected, *ROUND[3:]), "C4")
    sheet = RecordFormatter(words(language)).sheet(record, START, "1.1")
    text = "\n".join(lines_of(record_paper(sheet, words(language))))
    slots = {"table": "T7", "chain": record.proof.chain}
    assert words(language).text("record.journal.one", entry="4", **slots) in text


def test_a_corrections_video_begins_with_the_reading_of_its_card(tmp_path: Path) -> None:
    """Corrected again, the card is the same one, and so is its reading."""
    faces = ("8D", "7D")
    mended = [{"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": face} for face in faces]
    path = written(tmp_path / "J.db", OPEN, CLOSED, *map(card, ("8H", "2S", "KD")), *mended)
    for record in every(path):
        assert record.filmed_from == time_of_line(3) < record.happened


def test_an_incident_has_the_corrections_of_its_round(tmp_path: Path) -> None:
    mended = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8D"}
    path = written(tmp_path / "J.db", OPEN, CLOSED, card("8H"), mended, incident("card_fell", cards=1))
    assert [each.after for each in find(path, "T7-i1").corrections] == ["8D"]


def test_a_later_remark_that_names_it_is_on_its_record(tmp_path: Path) -> None:
    later = (say("About T7-i1: camera 3 has it", "P1"), say("T7-i12 is another"), say("The tea was good"))
    path = written(tmp_path / "J.db", *FELL, *ROUND, *ROUND, *ROUND, *ROUND, *later)
    remarks = [remark.text for remark in find(path, "T7-i1").remarks]
    assert remarks == ["It rolled under the chair", "About T7-i1: camera 3 has it"]


def test_a_card_that_may_still_come_is_hidden_until_the_next_round_is_over(tmp_path: Path) -> None:
    early = device(card_frame("1", "player", 1, "9H"))
    halted = (OPEN, early, WITHDRAW)
    refused = ["bets_open"]
    before = next(every(written(tmp_path / "A.db", *halted, refused=refused)))
    hidden = find(tmp_path / "A.db", before.id)
    assert hidden.sealed and hidden.before.held == "??"
    assert [(reading.hex, reading.said[0].card) for reading in hidden.readings] == [("", None)]
    assert hidden.proof.chain == "??", "there are but 52 faces to try"

    path = written(tmp_path / "B.db", *halted, *ROUND[1:], *ROUND, refused=refused)
    shown = find(path, before.id)
    assert not shown.sealed and shown.before.held == "9H"
    assert shown.readings[0].hex and shown.readings[0].said[0].card == "9H"


@pytest.mark.parametrize("since", [0, 90])
def test_rounds_within_the_seconds_after_an_incident_hide_its_card_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, since: int
) -> None:
    """A program plays whole rounds in the seconds that a record takes in."""
    monkeypatch.setattr("tests.table.played.TICK", 0.1)
    extra = (*ROUND[:6], card("8D"), WITHDRAW, *ROUND[6:])
    path = written(tmp_path / "J.db", *extra, *ROUND, *ROUND, *ROUND, refused=["out_of_turn"])
    monkeypatch.setattr("tests.table.played.TICK", 1)
    if since:
        written(path, *ROUND, start=START + timedelta(seconds=since), is_ready=False)
    (halt,) = every(path)
    record = find(path, halt.id)
    assert not record.sealed and record.before.held == "8D"


def test_the_card_of_a_fast_round_is_hidden_in_its_own_record_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the fast rounds has an extra card, and the record of the first has that of the first alone."""
    monkeypatch.setattr("tests.table.played.TICK", 0.1)
    extra = (*ROUND[:6], card("8D"), WITHDRAW, *ROUND[6:])
    path = written(tmp_path / "J.db", *extra, *extra, *extra, *extra, refused=["out_of_turn"])
    first, *_, last = ids(path)
    assert not find(path, first).sealed
    assert find(path, last).sealed, "the last one's card may still come"
    monkeypatch.setattr("tests.table.played.TICK", 2)
    written(path, *ROUND, start=START + timedelta(seconds=90), is_ready=False)
    assert not find(path, last).sealed


def test_the_readings_of_the_next_round_are_of_no_record_of_the_one_before(tmp_path: Path) -> None:
    """The next player's first cards came within seconds, and stood among the fallen card's readings."""
    record = find(written(tmp_path / "J.db", *FELL, *ROUND), "T7-i1")
    assert [said.card for each in record.readings for said in each.said] == ["9H", "4C"]


def test_cards_that_lie_on_the_table_are_never_hidden(tmp_path: Path) -> None:
    extra = (*ROUND[:6], card("8D"), WITHDRAW)
    path = written(tmp_path / "J.db", *extra, refused=["out_of_turn"])
    (halt,) = every(path)
    faces = [meaning.card for reading in find(path, halt.id).readings for meaning in reading.said]
    assert faces == ["9H", "2S", "KD", "4C", None]


def test_pieces_of_a_hidden_card_are_hidden_with_it(tmp_path: Path) -> None:
    frame = card_frame("1", "player", 1, "9H")
    pieces = [device(frame[:5]), device(frame[5:])]
    (halt,) = every(written(tmp_path / "J.db", OPEN, *pieces, WITHDRAW, refused=["bets_open"]))
    assert [reading.hex for reading in find(tmp_path / "J.db", halt.id).readings] == ["", ""]


def test_the_account_is_the_same_from_a_late_checkpoint_as_from_the_very_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 7)
    path = written(tmp_path / "J.db", *ROUND, *ROUND, *FELL)
    monkeypatch.setattr("console.supervisor.records.accounts.lookup.BEFORE", 12)
    late = find(path, "T7-i1")
    monkeypatch.setattr("console.supervisor.records.accounts.lookup.BEFORE", 10_000)
    assert find(path, "T7-i1") == late


def test_a_record_that_is_over_stays_as_it_is_whatever_comes_later(tmp_path: Path) -> None:
    then = record_of_a_fallen_card(tmp_path)
    deals = [[card(face + suit) for face in "92K4"] for suit in "SHDC"]
    rounds = [line for deal in deals for line in (*ROUND[:2], *deal, *ROUND[-2:])]
    now = find(written(tmp_path / "later.db", *FELL, *rounds), "T7-i1")
    assert now.steps == then.steps and now.after == then.after and now.facts == then.facts
    assert {reading.at for reading in now.readings} >= {reading.at for reading in then.readings}
    assert max(reading.at for reading in now.readings) <= time_of_line(9) + timedelta(seconds=10)


def test_a_console_that_was_restarted_between_two_steps_leaves_one_record(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL[:8])
    assert find(path, "T7-i1").steps[0].state == "due"
    written(path, *FELL[8:], start=time_of_line(8))
    record = find(path, "T7-i1")
    assert (record.steps[0].state, record.closed) == ("done", time_of_line(9))
    assert ids(path) == ["T7-i1"]


LONG = ("H99999999999999999999", "C" + "9" * 5_000)
"""Ids with a number that no column of a journal holds, and one that is no number for Python either."""


@pytest.mark.sweep(2)
@pytest.mark.parametrize("record", ["T7-i9", "H3", "C3", "H99999", "", "H", "H٣", *LONG, "T7-i1' OR 1=1"])
def test_an_id_that_the_journal_has_not_is_named(tmp_path: Path, record: str) -> None:
    with pytest.raises(NoSuchRecord):
        find(written(tmp_path / "J.db", *FELL), record)


def test_a_journal_in_which_nothing_went_wrong_has_no_record(tmp_path: Path) -> None:
    assert ids(written(tmp_path / "J.db", *ROUND)) == []


SEEN_LATER: Seen = {**AUTHORISE, "seen": {"entry": 7, "ms": 7000}}
ALONE = (OPEN, CLOSED, card("9H"))


@pytest.mark.parametrize("reporter", ["P1", "D1"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_and_a_report_name_the_pit_boss_who_decided_what_the_dealer_may(
    tmp_path: Path, reporter: str, language: str
) -> None:
    """LT-BAC-26a leaves it to the dealer; a pit boss who answered decided it, even a report of the dealer."""
    lines = (*ALONE, incident("wrong_position", reporter), answer("P1", cards_to_move=1), DONE_D)
    path = written(tmp_path / "J.db", *lines)
    record = find(path, "T7-i1")
    assert record.authority == "dealer" and record.authorised is not None
    assert record.authorised.by == "P1"
    formatter = RecordFormatter(Words(language))
    said = str(record_paper(formatter.sheet(record, START, "1.1"), formatter.words))
    assert Words(language).text("record.by_dealer") not in said
    (listed,) = map(told, table_report(path, Interval()).incidents)
    assert listed["authorised_by"] == "P1"


def test_a_dealer_who_reported_and_answered_alone_decided_alone(tmp_path: Path) -> None:
    """LT-BAC-26a."""
    path = written(tmp_path / "J.db", *ALONE, incident("wrong_position", cards_to_move=1), DONE_D)
    record = find(path, "T7-i1")
    assert record.authorised is not None and record.authorised.by is None
    (listed,) = map(told, table_report(path, Interval()).incidents)
    assert listed["authorised"] is not None and listed["authorised_by"] is None


def test_a_report_that_waited_quotes_the_seconds_of_its_own_decision(tmp_path: Path) -> None:
    """Two reports of fallen cards, one behind the other (LT-BAC-18a): a dispute asks how long the second page
    stood before it was confirmed.
    """
    first: Seen = {**AUTHORISE, "seen": {"entry": 5, "ms": 800}}
    fell = [incident("card_fell", cards=count, seen=True) for count in (1, 2)]
    path = written(tmp_path / "J.db", *ALONE, *fell, first, DONE_D, SEEN_LATER, DONE_D)
    decided = [find(path, f"T7-i{number}").authorised for number in (1, 2)]
    assert [each and each.seen_ms for each in decided] == [800, 7000]


def test_no_hand_lies_on_the_table_while_the_cards_are_shuffled(tmp_path: Path) -> None:
    """The last round's are among them, and its bets were settled."""
    shuffled = (*ROUND[:-1], {"do": "reshuffle", "by": "P1", "on": True}, DONE_D)
    lines = (*shuffled, DONE_D, DONE_D, incident("card_fell", cards=1), AUTHORISE)
    record = find(written(tmp_path / "J.db", *lines), "T7-i1")
    assert record.facts["where"] == "shuffle" and record.where.round is None
    for hands in (record.before, record.after):
        assert (hands.hands, hands.points, hands.player, hands.status) == ({}, {}, (), None)


def test_a_withdrawn_report_has_no_part_of_what_was_decided_of_the_one_behind_it(tmp_path: Path) -> None:
    """The dealer's own report that waits is decided with the press that takes the first one back."""
    reports = (incident("card_fell", cards=1), incident("wrong_position", cards_to_move=1))
    path = written(tmp_path / "J.db", *ROUND[:3], *reports, {"do": "withdraw", "by": "D1"})
    first, second = find(path, "T7-i1"), find(path, "T7-i2")
    assert (first.outcome, first.after.bets) == ("record_only", "closed")
    assert (second.outcome, second.after.bets) == ("move_card", "stand")

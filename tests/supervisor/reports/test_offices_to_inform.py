"""Offices that are to be informed of an incident, in its papers and in the shift's."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records import sheet_row
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.core import EventKind, NoteKind, Notification, SetClock, encode_table
from console.table.custody import open_session
from console.table.journal import Identity, archives, open_journal
from tests.table.core.play.test_offices_to_inform import FAULT, NINE, WHEEL, telling
from tests.table.core.tables import Seen, book, words
from tests.table.played import OPEN, START, VOID, answer, say, session_at, take, written


def test_the_rulebook_s_sheet_says_it_after_the_steps() -> None:
    case = telling("card_fell").games["baccarat"].incidents.kinds["card_fell"][0]
    plain = book("lt").games["baccarat"].incidents.kinds["card_fell"][0]
    steps = sheet_row(words("en"), "card_fell", plain).steps
    told = (*steps, "To be informed: Gambling authority, within 24 h")
    assert sheet_row(words("en"), "card_fell", case).steps == told


def journal(path: Path, *ticks: str, hours: int = 1) -> Path:
    """A table's journal with such an incident, and ticks some hours later."""
    clock = SetClock(START)
    with ExitStack() as stack:
        identity = Identity("T7", "baccarat", "lt")
        session = open_session(path, identity, telling(), clock, stack, is_ready=True).session
        take(session, OPEN, FAULT, clock=clock)
        clock.advance(hours * 3_600)
        (due,) = session.table.notifications
        for who in ticks:
            assert session.tick_notification(due, who).refused is None
            clock.advance(60)
    return path


def formatter(language: str = "en") -> RecordFormatter:
    return RecordFormatter(words(language), zone=UTC, names={"S1": "Signe", "P1": "Per"})


def handover_at(path: Path, until: datetime) -> list[tuple[str, str]]:
    """The open points of the handover at a time."""
    (table,) = shift_report([path], Interval(None, until), START).tables
    assert table.handover is not None
    return [point for point in open_points(table.handover, formatter()) if point[0] == "To be informed"]


def test_the_record_and_the_round_s_file_have_it_with_who_ticked_it_and_when(tmp_path: Path) -> None:
    """They are read by a rulebook that asks for nothing: the entries alone say what was due."""
    path = journal(tmp_path / "t.db", "S1", "P1")
    record = find(path, "T7-i1")
    assert record.notifications
    (office,) = record.notifications
    assert (office.whom, office.until) == ("authority", record.reported + timedelta(hours=24))
    assert [(tick.by, (tick.at - START).total_seconds() // 60) for tick in office.ticks] == [
        ("S1", 60.0),
        ("P1", 61.0),
    ]
    (in_file,) = find_round(path, "T7-1").records
    assert in_file.notifications == record.notifications
    said = [
        line.text
        for line in formatter().sheet(record, START, "1.1.0").decided
        if line.label == "To be informed"
    ]
    assert len(said) == 1
    assert "Gambling authority" in said[0] and "Signe" in said[0] and "Per" in said[0]


def withdrawn_journal(path: Path, *after: Seen) -> Path:
    """A wheel's journal with a notification that S1 ticked and a number withdrew, and what came then."""
    clock = SetClock(START)
    with ExitStack() as stack:
        identity, rulebook = Identity("T7", "roulette", "lt"), telling("foreign_object", game="roulette")
        session = open_session(path, identity, rulebook, clock, stack, is_ready=True).session
        take(session, *WHEEL, clock=clock)
        session.tick_notification(session.table.notifications[0], "S1")
        clock.advance(2)
        session.take(msgspec.json.encode(NINE))  # out of turn in a halt, and weighed all the same
        take(session, *after, clock=clock)
    return path


GONE = "no longer due since 20/11/2026 09:00:10: outcome taken back"


def test_record_report_handover_and_export_say_that_one_was_withdrawn_and_why(tmp_path: Path) -> None:
    """Somebody may have informed the office already: the next shift has to know."""
    path = withdrawn_journal(tmp_path / "t.db", {"do": "withdraw", "by": "D1"})
    record = find(path, "T7-i1")
    assert record.notifications
    (office,) = record.notifications
    assert office.withdrawn and office.withdrawn.at == START + timedelta(seconds=10)
    (said,) = [
        line.text
        for line in formatter().sheet(record, START, "1.1.0").decided
        if line.label == "To be informed"
    ]
    assert "Signe" in said and said.endswith(GONE)
    (point,) = handover_at(path, START + timedelta(days=2))
    assert "overdue" not in point[1] and point[1].endswith(GONE)
    report = shift_report([path], Interval(), START)
    (part,) = [
        each
        for each in report_paper(report, formatter(), "1.1.0").parts
        if each.heading == words("en").text("report.notifications")
    ]
    assert [str(row[-1]).endswith(GONE) for row in part.rows] == [True]
    ((row),) = JournalFacts([path]).rows["notification"]
    assert row["withdrawn"] == office.withdrawn.at
    assert find_round(path, "T7-1").records[0].notifications == (office,)


def test_the_papers_have_both_where_the_incident_is_decided_again(tmp_path: Path) -> None:
    again = (answer(ball_removed_in_time=False), {"do": "authorise", "by": "P1"})
    path = withdrawn_journal(tmp_path / "t.db", *again)
    notified = find(path, "T7-i1").notifications
    assert notified
    assert [(len(each.ticks), bool(each.withdrawn)) for each in notified] == [(1, True), (0, False)]
    (table,) = shift_report([path], Interval(), START).tables
    assert [each.is_open for each in table.notifications] == [False, True]
    assert table.handover is not None and len(table.handover.notifications) == 2
    assert len(JournalFacts([path]).rows["notification"]) == 2


def test_an_incident_without_one_has_no_field_for_it(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    written(path, OPEN, FAULT)
    assert find(path, "T7-i1").notifications is msgspec.UNSET
    assert JournalFacts([path]).rows["notification"] == []


def test_the_handover_has_it_until_the_second_tick_and_says_once_it_is_overdue(tmp_path: Path) -> None:
    path = journal(tmp_path / "t.db", "S1")
    assert handover_at(path, START + timedelta(seconds=4)) == []
    (point,) = handover_at(path, START + timedelta(minutes=30))
    assert point[0] == "To be informed"
    assert "by 21/11/2026" in point[1] and "confirmed" not in point[1]
    (table,) = shift_report([path], Interval(), START).tables
    assert table.handover is not None
    late = replace(table.handover, at=START + timedelta(hours=30))
    ((_, said),) = [point for point in open_points(late, formatter()) if point[0] == "To be informed"]
    assert "overdue since 21/11/2026" in said and "confirmed by Signe" in said
    both = journal(tmp_path / "both.db", "S1", "P1")
    assert handover_at(both, START + timedelta(hours=2)) == []


def test_a_file_s_end_between_the_ticks_parts_nothing(tmp_path: Path) -> None:
    """The month's end closes the file; by then the rulebook has no such row any more."""
    path, identity = tmp_path / "t.db", Identity("T7", "baccarat", "lt")
    clock = SetClock(START)
    with ExitStack() as stack:
        session = open_session(path, identity, telling(), clock, stack, is_ready=True).session
        for line in (OPEN, FAULT, OPEN, VOID):  # by then the round is not the last one any more
            clock.advance(2)
            session.take(msgspec.json.encode(line))
        (due,) = session.table.notifications
        session.tick_notification(due, "S1")
        state = encode_table(session.table)
    with open_journal(path, identity) as journal:
        older = archives.go_on_in_new_file(journal, state, START + timedelta(minutes=1))
    clock = SetClock(START + timedelta(minutes=2))
    with session_at(path, clock) as session:
        assert session.tick_notification(due, "P1").refused is None
        assert session.table.notifications == ()
        clock.advance(1)
        session.take(msgspec.json.encode(say("T7-i1: they called back")))
    record = find(older, "T7-i1")
    assert record.notifications
    assert [tick.by for tick in record.notifications[0].ticks] == ["S1", "P1"]
    assert [each.text for each in record.remarks] == ["T7-i1: they called back"]
    assert [tick.file for tick in record.notifications[0].ticks] == [msgspec.UNSET, path.name]
    assert [each.file for each in record.remarks] == [path.name]
    for subject in ("T7-1", "T7-i1"):
        file = find_round(older, subject)
        (inside,) = file.records
        assert (inside.notifications, inside.remarks) == (record.notifications, record.remarks)
        assert (file.proof, file.unproven) == (None, "two_files")
    for files in ([older, path], [path]):
        (table,) = shift_report(files, Interval(), START).tables
        assert [tick.by for tick in table.notifications[0].ticks] == ["S1", "P1"]
    rows = JournalFacts([older, path]).rows
    assert [(row["by"], row["file"]) for row in rows["tick"]] == [("S1", older.name), ("P1", path.name)]
    assert [row["file"] for row in rows["notification"]] == [older.name]
    assert JournalFacts([path]).rows["tick"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shift_report_lists_it_in_every_language(tmp_path: Path, language: str) -> None:
    path = journal(tmp_path / "t.db", "S1", "P1")
    report = shift_report([path], Interval(), START)
    heading = words(language).text("report.notifications")
    (part,) = [
        each for each in report_paper(report, formatter(language), "1.1.0").parts if each.heading == heading
    ]
    ((incident_id, whom, _, ticks),) = part.rows
    assert (incident_id, whom) == ("T7-i1", words(language).text("whom.authority"))
    assert "Signe" in str(ticks) and "Per" in str(ticks)


@pytest.mark.parametrize(("hours", "said"), [(1, False), (24, True)])
def test_report_and_record_show_by_how_much_the_second_tick_was_late(
    tmp_path: Path, hours: int, said: bool
) -> None:
    """No paper said that the authority was told too late."""
    path = journal(tmp_path / "t.db", "S1", "P1", hours=hours)
    report = shift_report([path], Interval(), START)
    paper = report_paper(report, formatter(), "1.1")
    (part,) = (each for each in paper.parts if each.heading == "To be informed of incidents")
    assert ("1 min late" in str(part.rows[0][3])) is said
    decided = formatter().sheet(find(path, "T7-i1"), START, "1.1").decided
    (on_record,) = (line.text for line in decided if line.label == "To be informed")
    assert ("1 min late" in on_record) is said


def test_a_report_without_one_has_no_list_of_them(tmp_path: Path) -> None:
    report = shift_report([written(tmp_path / "t.db", OPEN, FAULT)], Interval(), START)
    headings = [each.heading for each in report_paper(report, formatter(), "1.1.0").parts]
    assert words("en").text("report.notifications") not in headings


def test_the_export_has_it_with_its_ticks(tmp_path: Path) -> None:
    rows = JournalFacts([journal(tmp_path / "t.db", "S1", "P1")]).rows
    ((office, *_),) = [rows["notification"]]
    assert (office["incident_id"], office["whom"]) == ("T7-i1", "authority")
    assert [(each["incident_id"], each["by"]) for each in rows["tick"]] == [("T7-i1", "S1"), ("T7-i1", "P1")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_says_whom_and_by_when_in_every_language(language: str) -> None:
    due = Notification("T7-i1", "authority", START, 24)
    for kind, text in ((NoteKind.NOTIFICATION_DUE, due.text), (NoteKind.NOTIFICATION_MADE, due.tick_text)):
        entry = LoggedEntry(EventKind.NOTED, {"what": kind, "text": text, "who": "S1"})
        said = event_line(words(language), entry, {"S1": "Signe"}.__getitem__)
        assert words(language).text(f"log.noted.{kind}") in said
        assert words(language).text("whom.authority") in said and "T7-i1" in said and "Signe" in said
        assert ("24" in said) is (kind is NoteKind.NOTIFICATION_DUE)

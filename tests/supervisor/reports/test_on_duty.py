"""Supervisors on duty, in the shift report, the handover and the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.handover_words import handover_paper
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.list_words import duties_part
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.core import Duty, EventKind, NoteKind, SetClock, encode_table
from console.table.journal import Identity, archives, open_journal
from tests.table.core.tables import words
from tests.table.played import START, session_at

HOUR = timedelta(hours=1)


def duties_of(files: list[Path], interval: Interval | None = None) -> tuple[Duty, ...]:
    (table,) = shift_report(files, interval or Interval(), START).tables
    assert table.handover is not None
    assert table.handover.duties is not None
    return table.handover.duties


def journal(path: Path, *changes: tuple[str, datetime | None]) -> Path:
    """A journal in which the duty changes each hour; each change may name when it was."""
    clock = SetClock(START)
    with session_at(path, clock) as session:
        for who, since in changes:
            session.set_on_duty(who, since)
            clock.advance(3_600)
        session.note(NoteKind.LOCKED)
    return path


def test_a_duty_over_a_set_clock_says_so(tmp_path: Path) -> None:
    """It began at 18:00, the clock was set back by two hours, and it ended at 17:00 by the papers."""
    path, clock = tmp_path / "t7.db", SetClock(START)
    with session_at(path, clock) as session:
        session.set_on_duty("S1")
        clock.advance(3_600)
        session.note(NoteKind.LOCKED)
        clock.set(-7_200)
        session.set_on_duty("S2")
    turned, last = duties_of([path])
    assert turned.until is not None and turned.until < turned.since
    assert (turned.clock_set, last.clock_set) == (True, False)
    part = duties_part((turned, last), "", RecordFormatter(words("en"), zone=UTC, names={}))
    said = words("en").text("log.noted.clock_set")
    assert [said in str(row[0]) for row in part.rows] == [True, False]


def test_the_duty_of_a_supervisor_who_was_disabled_ends_with_its_reason(tmp_path: Path) -> None:
    path, clock = tmp_path / "t7.db", SetClock(START)
    with session_at(path, clock) as session:
        session.set_on_duty("S1")
        clock.advance(3_600)
        session.note(NoteKind.SUPERVISOR_DISABLED, who="S1")
        assert session.table.console.on_duty is None
        session.set_on_duty("S2")
    assert duties_of([path]) == (Duty("S1", START, START + HOUR, disabled=True), Duty("S2", START + HOUR))
    (row, _) = duties_part(duties_of([path]), "", RecordFormatter(words("en"), zone=UTC, names={})).rows
    assert words("en").text("log.noted.supervisor_disabled") in str(row[0])
    assert [row["disabled"] for row in JournalFacts([path]).rows["duty"]] == [True, False]


def test_a_relief_in_mid_shift_is_two_rows_and_never_two_people_at_once(tmp_path: Path) -> None:
    path = journal(tmp_path / "t.db", ("S1", None), ("S2", None), ("", None), ("S1", None))
    assert duties_of([path]) == (
        Duty("S1", START, START + HOUR),
        Duty("S2", START + HOUR, START + 2 * HOUR),
        Duty("S1", START + 3 * HOUR),
    )


def test_the_floor_s_time_counts_if_it_lies_between_the_changes_before_and_the_entry(tmp_path: Path) -> None:
    """A table that the floor did not reach learns it later, and a clock that is set wrong changes nothing."""
    half = timedelta(minutes=30)
    path = journal(
        tmp_path / "t.db",
        ("S1", START + HOUR),  # the floor's clock is ahead
        ("S2", START + half),  # an outage: the relief was half an hour before
        ("S3", START - HOUR),  # before S2 began
    )
    assert duties_of([path]) == (
        Duty("S1", START, START + half),
        Duty("S2", START + half, START + 2 * HOUR),
        Duty("S3", START + 2 * HOUR),
    )


@pytest.mark.parametrize("begin", [None, START + timedelta(minutes=90)])
def test_a_duty_dated_before_the_end_of_the_last_one_begins_with_its_entry(
    tmp_path: Path, begin: datetime | None
) -> None:
    """In the report of a time that begins while nobody is on duty, too."""
    path = journal(tmp_path / "t.db", ("S1", None), ("", None), ("S2", START + timedelta(minutes=30)))
    assert duties_of([path], Interval(begin))[-1] == Duty("S2", START + 2 * HOUR)


def test_who_was_on_duty_before_the_interval_stands_in_it(tmp_path: Path) -> None:
    path = journal(tmp_path / "t.db", ("S1", None), ("S2", None), ("S3", None))
    later = Interval(START + HOUR + timedelta(minutes=30), None)
    assert duties_of([path], later) == (
        Duty("S2", START + HOUR, START + 2 * HOUR),
        Duty("S3", START + 2 * HOUR),
    )


def test_the_next_file_and_its_report_know_who_is_on_duty(tmp_path: Path) -> None:
    path, identity = tmp_path / "t.db", Identity("T7", "baccarat", "lt")
    with session_at(path) as session:
        session.set_on_duty("S1")
        state = encode_table(session.table)
    with open_journal(path, identity) as kept:
        older = archives.go_on_in_new_file(kept, state, START + HOUR)
    with session_at(path, SetClock(START + 2 * HOUR)) as session:
        session.set_on_duty("S2")
    expected = (Duty("S1", START, START + 2 * HOUR), Duty("S2", START + 2 * HOUR))
    assert duties_of([path]) == duties_of([older, path]) == expected
    rows = JournalFacts([older, path]).rows["duty"]
    assert [(row["who"], row["since"], row["until"]) for row in rows] == [
        ("S1", START, START + 2 * HOUR),
        ("S2", START + 2 * HOUR, None),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_handover_names_who_was_on_duty_or_says_that_nobody_was(tmp_path: Path, language: str) -> None:
    said = words(language)
    formatter = RecordFormatter(said, zone=UTC, names={"S1": "Signe"})
    path = journal(tmp_path / "t.db", ("S1", None), ("", None))
    for interval, rows in (Interval(), 1), (Interval(START + HOUR + timedelta(minutes=30), None), 0):
        report = shift_report([path], interval, START)
        (part,) = [
            each
            for each in handover_paper(report, formatter, "1.1.0", ("T7",)).parts
            if each.heading == said.text("report.duties")
        ]
        assert len(part.rows) == rows
        assert part.note == ("" if rows else said.text("duty.nobody"))
        assert not rows or (part.rows[0][0] == formatter.name("S1") and part.rows[0][2] is not None)


def test_a_house_that_never_had_anybody_on_duty_is_not_told_that_nobody_is(tmp_path: Path) -> None:
    """A floor whose duty nobody ever took says so with each report: that makes no entry either."""
    report = shift_report([journal(tmp_path / "t.db", ("", None))], Interval(), START)
    (table,) = report.tables
    assert table.handover is not None and table.handover.duties is None
    formatter = RecordFormatter(words("en"), zone=UTC, names={})
    headings = [part.heading for part in handover_paper(report, formatter, "1.1.0", ("T7",)).parts]
    assert headings and words("en").text("report.duties") not in headings


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_says_it_in_every_language(language: str) -> None:
    for kind in (
        *(NoteKind.SUPERVISOR_ON_DUTY, NoteKind.SUPERVISOR_OFF_DUTY),
        NoteKind.SUPERVISOR_DISABLED,
    ):
        entry = LoggedEntry(EventKind.NOTED, {"what": kind, "who": "S1"})
        line = event_line(words(language), entry, {"S1": "Signe"}.__getitem__)
        assert words(language).text(f"log.noted.{kind}") in line and "Signe" in line

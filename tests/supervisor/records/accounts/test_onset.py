"""The video of an incident begins before what it is about: in its record, in the shift report and beside the
log.
"""

from __future__ import annotations

from datetime import UTC, timedelta
from pathlib import Path

import msgspec
import pytest

from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import every, find
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.review import JournalReads
from console.table.core import Person, SetClock
from console.table.core.showing.incident_view import reported_view
from console.table.journal import LogPlace
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.played import (
    CLOSED,
    DONE_D,
    OPEN,
    START,
    TICK,
    WITHDRAW,
    card,
    incident,
    say,
    session_at,
    take,
    time_of_line,
    written,
)

UNREAD: Seen = {"do": "unread"}
LONG = tuple(say("They look for it") for _ in range(30))
"""A minute in which nothing happens."""


def begins(path: Path, report: str = "T7-i1", game: str = "baccarat") -> set[int]:
    """The lines at which the video of an incident begins, by its record, by the shift report, by the log's
    account of its report and, while it is open, by the replay and the screen of a console that begins again.
    """
    record = find(path, report)
    begin, _ = RecordFormatter(words("en"), zone=UTC, lead_in=0).video(record)
    (listed,) = (each.fact for each in table_report(path, Interval()).incidents if each.fact.id == report)
    reads = JournalReads([path])
    entry = reads.log.whole(LogPlace(0, record.proof.first, ""))
    glance = reads.glance(entry.row.place) if entry is not None else None
    assert glance is not None and glance.filmed_from is not None
    reads.close()
    times = [begin, listed.filmed_from, glance.filmed_from]
    assert glance.view is not None
    with session_at(path, game=game, is_ready=False) as session:
        shown = reported_view(
            session.game,
            session.table,
            lambda who, role: Person(who, who, role, "en"),
            timedelta(seconds=30),
            session.onset,
        )
        opened = session.table.incident
    if opened is not None and opened.report.id == report:
        screens = (glance.view.incident.reported, shown)
        videos = [each.video for each in screens if each is not None and each.video is not None]
        times += [video + timedelta(seconds=30) for video in videos]
        assert len(times) == 5
    return {round((at - time_of_line(0)).total_seconds() / TICK) for at in times}


def test_a_report_in_a_halt_is_filmed_from_the_halt_on(tmp_path: Path) -> None:
    lines = (OPEN, card("9H"), *LONG, incident("early_deal"))
    assert begins(written(tmp_path / "J.db", *lines, refused=("bets_open",))) == {2}


def test_a_card_that_could_not_be_read_is_filmed_from_its_first_scan_on(tmp_path: Path) -> None:
    """The third failed scan halts (LT-BAC-27); a card fell after the first one."""
    dealt = (OPEN, CLOSED, card("9H"), UNREAD, *LONG)
    halted = (*dealt, UNREAD, UNREAD, *LONG, incident("reader_failed"))
    assert begins(written(tmp_path / "halted.db", *halted)) == {4}
    assert begins(written(tmp_path / "fell.db", *dealt, incident("card_fell", cards=1))) == {4}


def test_a_scan_that_failed_before_the_card_was_read_is_not_what_is_filmed(tmp_path: Path) -> None:
    read = (OPEN, CLOSED, UNREAD, card("9H"), *LONG, incident("card_fell", cards=1))
    assert begins(written(tmp_path / "read.db", *read)) == {len(read)}
    again = (OPEN, CLOSED, UNREAD, UNREAD, UNREAD, WITHDRAW, *LONG, UNREAD, incident("card_fell", cards=1))
    assert begins(written(tmp_path / "again.db", *again)) == {len(again) - 1}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", ["misread", "double_scan"])
def test_a_report_about_a_reading_is_filmed_from_that_reading_on(tmp_path: Path, kind: str) -> None:
    lines = (OPEN, CLOSED, card("9H"), card("4C"), *LONG, incident(kind))
    assert begins(written(tmp_path / "J.db", *lines)) == {4}


def test_a_report_about_a_reading_leaves_out_what_a_reader_says_in_manual_mode(tmp_path: Path) -> None:
    manual: Seen = {"do": "manual", "by": "P1", "on": True}
    by_hand: Seen = {**card("9H"), "by": "P1"}
    lines = (OPEN, CLOSED, manual, by_hand, *LONG, card("4C"), *LONG, incident("misread"))
    assert begins(written(tmp_path / "J.db", *lines)) == {4}


def test_a_report_about_no_reading_is_filmed_from_the_report_on(tmp_path: Path) -> None:
    lines = (OPEN, CLOSED, card("9H"), card("4C"), *LONG, incident("card_fell", cards=1))
    assert begins(written(tmp_path / "J.db", *lines)) == {len(lines)}


def test_a_wrong_number_is_filmed_from_the_moment_when_it_was_known(tmp_path: Path) -> None:
    """LT-ROU-33: the video of the spin decides, and the report comes in the next bet time."""
    spun: Seen = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
    read: Seen = {"do": "number", "number": 5, "source": "reader"}
    lines = (OPEN, CLOSED, spun, read, DONE_D, OPEN, *LONG, incident("wrong_number_recorded", actual=17))
    path = written(tmp_path / "J.db", *lines, game="roulette")
    assert begins(path, game="roulette") == {4}


def test_a_report_that_waits_is_filmed_from_the_standstill_on(tmp_path: Path) -> None:
    lines = (OPEN, CLOSED, card("9H"), incident("card_fell"), *LONG, incident("prohibited_action"))
    assert begins(written(tmp_path / "J.db", *lines), "T7-i2") == {4}


def test_the_video_of_a_halt_begins_with_the_first_failed_scan(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, CLOSED, UNREAD, *LONG, UNREAD, UNREAD, WITHDRAW)
    (record,) = every(path)
    begin, end = RecordFormatter(words("en"), zone=UTC).video(find(path, record.id))
    assert begin == time_of_line(3) - timedelta(seconds=30)
    assert end == time_of_line(36) + timedelta(seconds=1)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("lines", "reports", "line"),
    [
        ((OPEN, card("9H")), (incident("early_deal"),), 2),
        ((OPEN, card("9H")), (incident("early_deal"), incident("prohibited_action")), 2),
        ((OPEN, CLOSED, UNREAD), (incident("technical_fault", "P1"),), 3),
        ((OPEN, CLOSED, card("9H")), (incident("misread"),), 3),
    ],
)
def test_the_video_begins_as_early_though_the_clock_was_set_back(
    tmp_path: Path, lines: tuple[Seen, ...], reports: tuple[Seen, ...], line: int
) -> None:
    """It began at the report, later in truth than what that is about; and no paper said why."""
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock) as session:
        for each in lines:
            clock.advance(TICK)
            session.take(msgspec.json.encode(each))
        clock.set(-3600)
        take(session, *reports, clock=clock)
    last = f"T7-i{len(reports)}"
    assert begins(path, last) == {line}
    assert [each.seconds for each in find(path, last).clock or ()] == [-3600]


@pytest.mark.parametrize("set_by", [0, -3600])
def test_the_video_of_a_correction_begins_at_its_cards_reading_over_a_set_clock(
    tmp_path: Path, set_by: int
) -> None:
    path, clock = tmp_path / "J.db", SetClock(START)
    mended: Seen = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "9D"}
    with session_at(path, clock) as session:
        for each in (OPEN, CLOSED, card("9H"), say("9 of diamonds"), mended):
            clock.advance(TICK)
            clock.set(set_by if each == say("9 of diamonds") else 0)
            assert session.take(msgspec.json.encode(each)).refused is None
    (corrected,) = (each for each in every(path) if each.id.startswith("C"))
    assert corrected.filmed_from == time_of_line(3)

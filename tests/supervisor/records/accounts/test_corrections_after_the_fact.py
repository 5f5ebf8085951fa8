"""Corrections after the fact stand in the report of the night, and in the file of the round concerned."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter, amendment_row
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.journal_reports import table_report
from console.table.core import AmendmentRequest, SetClock
from console.table.journal import archives
from tests.base.words.catalogues import words
from tests.table.played import AUTHORISE, CLOSED, DONE_D, OPEN, ROUND, START, card, incident, session_at, take

SAID = AmendmentRequest(
    entry=5,
    what="card",
    before="KD",
    after="QD",
    by="S1",
    authorised_by="S2",
    why="as the video shows",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock) as session:
        take(session, *ROUND, *ROUND, clock=clock)
        assert session.correct_entry(SAID).accepted
        own = msgspec.structs.replace(SAID, authorised_by="S1")
        assert session.correct_entry(own).refused == "not_authorised"
    return path


def test_the_report_counts_and_lists_it_and_no_dealer_is_blamed(path: Path) -> None:
    report = table_report(path, Interval())
    (amended,) = report.lists.amended
    assert (amended.about, amended.before, amended.after) == (5, "KD", "QD")
    assert (amended.by, amended.authorised_by, amended.why) == ("S1", "S2", "as the video shows")
    assert report.whole.amended == 1
    assert [each.figures.amended for each in report.dealers] == [0]


def test_a_correction_stands_in_the_file_of_its_round_alone(path: Path) -> None:
    assert [each.about for each in find_round(path, "T7-1").amended] == [5]
    assert find_round(path, "T7-2").amended == ()


def test_a_correction_made_in_the_next_file_stands_in_the_file_of_its_round(path: Path) -> None:
    """It names the closed file of its entry; the present file has an entry of that number, too."""
    with session_at(
        path,
        SetClock(START + timedelta(days=20)),
        is_ready=False,
        closing=archives.Closing(monthly=True, mib=None),
    ) as session:
        (closed,) = (each for each in path.parent.glob("*.db") if each != path)
        later = msgspec.structs.replace(SAID, entry=6, file=closed.name)
        assert session.correct_entry(later).accepted
    assert [each.about for each in find_round(closed, "T7-1").amended] == [5, 6]
    assert find_round(closed, "T7-2").amended == ()
    (amended,) = table_report(path, Interval()).lists.amended
    formatter = RecordFormatter(words("en"))
    assert amendment_row(amended, formatter)[1] == f"6 · {closed.name}"
    both = table_report(closed, Interval(), later=[path]).lists.amended
    assert [amendment_row(each, formatter)[1] for each in both] == [
        f"5 · {closed.name}",  # made in that file: a report of two files has two entries 5
        f"6 · {closed.name}",
    ]
    (alone,) = table_report(closed, Interval()).lists.amended
    assert amendment_row(alone, formatter)[1] == 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_correction_after_the_fact_is_printed_in_every_language(path: Path, lang: str) -> None:
    paper = round_paper(
        find_round(path, "T7-1"), RecordFormatter(words(lang)), datetime(2026, 11, 20, tzinfo=UTC), "1"
    )
    text = "\n".join(lines_of(paper))
    assert "as the video shows" in text and "QD" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_incidents_record_lists_the_corrections_of_its_entries(tmp_path: Path, language: str) -> None:
    """Two people put an answer right: the record that had it alone said nothing of them."""
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock) as session:
        fell = incident("card_fell", "D1", cards=1, seen=False)
        take(session, OPEN, CLOSED, card("9H"), fell, AUTHORISE, DONE_D, DONE_D, clock=clock)
        seen = msgspec.structs.replace(SAID, entry=4, what="seen", before="false", after="true")
        assert session.correct_entry(seen).accepted
        assert session.correct_entry(msgspec.structs.replace(SAID, entry=1)).accepted, (
            "the round's, not its own"
        )
    record = find(path, "T7-i1")
    assert record.amended is not msgspec.UNSET and [each.about for each in record.amended] == [4]
    assert {"S1", "S2"} <= set(record.people)
    formatter = RecordFormatter(words(language), zone=UTC)
    paper = record_paper(formatter.sheet(record, START, "1.1.0"), formatter.words)
    (listed,) = (each for each in paper.parts if each.heading == formatter.words.text("report.amended"))
    assert listed.rows == (amendment_row(record.amended[0], formatter),)
    said = dict(zip(listed.columns, listed.rows[0], strict=True))
    texts = {"entry": 4, "what": "seen", "before": "false", "after": "true", "why": "as the video shows"}
    people = {"who": formatter.name("S1"), "authorised": formatter.name("S2")}
    for key, value in (texts | people).items():
        assert said[formatter.words.text(f"report.{key}")] == value

"""A contradiction in the log, the record, the round's file, the shift report and the handover, both sides."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, timedelta
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.shift_report import ShiftReport, TableReport
from console.table.core import Session, SetClock
from console.table.custody import open_session
from console.table.journal import Identity
from tests.table.core.play.test_found_contradictions import CLOSED, OPEN, SPUN, WITHDRAW, wheel
from tests.table.core.play.test_set_numbers import done
from tests.table.core.tables import Seen, book, words
from tests.table.journal.file.test_public_views import OTHERWISE_OVER, TYPED_OTHERWISE
from tests.table.played import START, written

LIFTED: tuple[Seen, ...] = (
    *(OPEN, CLOSED, wheel(2, 11), wheel(3, 11, bits=2), {**WITHDRAW, "reason": "validated"}, SPUN),
    *(wheel(4, 11), wheel(5, 11, 17), {"do": "done", "by": "D1"}),
)
"""The published case of 2024: the wheel reports no spin, and a pit boss lets its number count."""


def journal(path: Path, *answers: tuple[str, str], lines: tuple[Seen, ...] = LIFTED) -> Path:
    """The journal of a table at which these were played, and answers to its contradiction."""
    clock = SetClock(START)
    with ExitStack() as stack:
        identity = Identity("T7", "roulette", "ja")
        session: Session = open_session(path, identity, book("ja"), clock, stack, is_ready=True).session
        for line in lines:
            clock.advance(2)
            session.take(msgspec.json.encode(line))
        assert session.table.round is not None and session.table.round.status == "finished"
        for who, reason in answers:
            clock.advance(60)
            assert session.answer_contradiction("T7-c1", who, reason).refused is None
    return path


def formatter(language: str = "en") -> RecordFormatter:
    return RecordFormatter(words(language), zone=UTC, names={"S1": "Signe", "P1": "Per", "D1": "Dora"})


def report_of(path: Path) -> TableReport:
    (table,) = shift_report([path], Interval(None, None), START).tables
    return table


def handover(path: Path) -> list[str]:
    """The open points that are contradictions."""
    table = report_of(path)
    assert table.handover is not None
    return [about for what, about in open_points(table.handover, formatter()) if what == "Contradiction"]


BOTH = (
    "wheel 09:00:08: no spin · Ball ran with the wheel",
    "Per (P1) 09:00:10: halt lifted · “validated”",
)


def spoken(text: str) -> str:
    """A text with plain spaces between its parts."""
    return " ".join(text.replace("\u00a0", " ").split())


def test_it_is_an_open_point_of_the_handover_until_it_is_answered(tmp_path: Path) -> None:
    (point,) = handover(journal(tmp_path / "open.db"))
    assert all(each in spoken(point) for each in BOTH), spoken(point)
    assert handover(journal(tmp_path / "answered.db", ("S1", "seen on the video"))) == []


def test_record_and_round_s_file_have_both_sides_and_the_answer(tmp_path: Path) -> None:
    path = journal(tmp_path / "t.db", ("S1", "seen on the video"))
    halts = [row.id for row in report_of(path).lists.halts]
    record = find(path, halts[0])
    assert record.contradictions
    (one,) = record.contradictions
    assert (one.id, one.second.by, one.second.reason) == ("T7-c1", "P1", "validated")
    assert one.answer is not None and (one.answer.by, one.answer.reason) == ("S1", "seen on the video")
    (in_file,) = find_round(path, "T7-1").contradictions or ()
    assert (in_file.first, in_file.second) == (one.first, one.second)


def test_the_record_of_a_halt_names_a_withdrawal_that_was_refused(tmp_path: Path) -> None:
    """P-C 1: without a reason the published case could not be lifted."""
    path = journal(tmp_path / "t.db", lines=(*LIFTED[:4], WITHDRAW, *LIFTED[4:]))
    record = find(path, report_of(path).lists.halts[0].id)
    assert [(each.entry, each.by, each.reason) for each in record.withdrawals or ()] == [(8, "P1", None)]
    decided = [(each.label, spoken(each.text)) for each in formatter().sheet(record, START, "1").decided]
    assert decided[1:3] == [
        ("Withdrawn", "Per (P1) · 09:00:10 (not accepted)"),
        ("Withdrawn", "Per (P1) · 09:00:12"),
    ]
    plain = journal(tmp_path / "plain.db")
    assert find(plain, report_of(plain).lists.halts[0].id).withdrawals is msgspec.UNSET


def rows_named(report: ShiftReport, label: str) -> list[tuple[str, ...]]:
    """The cells of the figures' rows with this label."""
    (part,) = (each for each in report_paper(report, formatter(), "1").parts if each.heading == "Figures")
    return [tuple(map(str, row[1:])) for row in part.rows if row[0] == label]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shift_report_lists_it_with_its_answer(tmp_path: Path, language: str) -> None:
    path = journal(tmp_path / "t.db", ("S1", "seen on the video"))
    report = shift_report([path], Interval(None, None), START)
    paper = report_paper(report, formatter(language), "1.1.0")
    heading = words(language).text("report.contradictions")
    (part,) = (each for each in paper.parts if each.heading == heading)
    ((_, about, first, second, answer),) = part.rows
    assert "T7-c1" in str(about) and "validated" in str(second) and "seen on the video" in str(answer)
    assert "09:00:08" in str(first) and "09:00:10" in str(second)


def late(game: int, by: str = "D1", *, lines: int = 1) -> tuple[Seen, ...]:
    """A round whose bets are closed 4 s after the wheel's own 'no more bets', with more ``lines`` later."""
    ball = (wheel(2, game), wheel(3, game), wheel(4, game))
    waits = ({"do": "say", "by": by, "text": "bets are open"},) * lines
    return OPEN, *ball, *waits, CLOSED, {**SPUN, "by": by}, wheel(5, game, 17), done(by)


def test_bets_open_at_the_wheels_own_no_more_bets_are_a_figure_of_each_dealer(tmp_path: Path) -> None:
    """P-B 9: the table has no such line if it never happened."""
    relief = {"do": "sign_in", "who": "D2", "role": "dealer"}
    lines = (*late(10, lines=0), *late(11), *late(12, lines=3), relief, *late(13, "D2"))
    report = shift_report([journal(tmp_path / "t.db", lines=lines)], Interval(None, None), START)
    (table,) = report.tables
    after = table.whole.after_signal
    assert (after.count, after.median, after.longest) == (3, 4.0, 8.0), "the rulebook allows 2 s"
    assert {each.who: each.figures.after_signal.count for each in table.dealers} == {"D1": 2, "D2": 1}
    (row,) = rows_named(report, "Bets open at the wheel’s ‘no more bets’")
    assert row == ("3", "2", "1")
    none = shift_report([journal(tmp_path / "none.db")], Interval(None, None), START)
    assert rows_named(none, "Bets open at the wheel’s ‘no more bets’") == []


@pytest.mark.parametrize("since", [(), OTHERWISE_OVER[:1], OTHERWISE_OVER[:5]])
def test_no_paper_has_the_faces_of_a_hole_card_before_it_is_turned(
    tmp_path: Path, since: tuple[Seen, ...]
) -> None:
    """P-A 6: both faces once it lies open, also in a report whose interval ended before."""
    path = written(tmp_path / "t.db", *TYPED_OTHERWISE, *since, code="sv", game="blackjack")
    ended = START + timedelta(seconds=10 * len((*TYPED_OTHERWISE, *since)))
    told = ["5C", "7C"] if since else ["", ""]
    for until in (None, ended - timedelta(seconds=10 * len(since))):
        (report,) = shift_report([path], Interval(None, until), ended).tables
        assert report.handover is not None
        for (one,) in (report.contradictions, report.handover.contradictions):
            assert [one.first.value, one.second.value] == told
        ((_, point),) = (each for each in open_points(report.handover, formatter()) if "c1" in each[1])
        faces = ("5 of clubs", "7 of clubs") if since else (" ??",)
        assert all(face in point for face in faces) and ("??" in point) is not bool(since)
    (one,) = find_round(path, "T7-1").contradictions or ()
    assert [one.first.value, one.second.value] == told

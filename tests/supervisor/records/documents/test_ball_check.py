"""LT-ROU-29: a ball that left is checked; each paper says what the check found, and what followed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.documents.export import lines_of
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, OPEN, written

OUT: tuple[Seen, ...] = (
    OPEN,
    CLOSED,
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "incident", "kind": "ball_out", "by": "P1"},
    {"do": "done", "by": "D1"},
    {"do": "done", "by": "P1", "damaged": True},
)
NO_BALL: Seen = {"do": "done", "by": "P1", "reason": "no ball at hand"}
BROUGHT: Seen = {"do": "done", "by": "P1", "note": "ball 7"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_says_that_the_ball_is_damaged(language: str) -> None:
    entry = LoggedEntry("step_done", {"by": "P1", "damaged": True}, pressed="check_ball", in_step=True)
    assert event_line(words(language), entry, str) == words(language).text("step.check_ball.damaged")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_presses_of_a_round_say_damaged_and_skipped(language: str, tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *OUT, NO_BALL, game="roulette"), "T7-1")
    made = datetime(2026, 1, 1, tzinfo=UTC)
    said = words(language)
    text = " ".join(lines_of(round_paper(file, RecordFormatter(said, zone=UTC), made, "1.0")))
    presses = text.partition(said.text("round.file.presses"))[2]
    assert said.text("step.check_ball.damaged") in presses
    assert said.text("record.step.skipped") in presses


@pytest.mark.parametrize(("last", "changed"), [(NO_BALL, []), (BROUGHT, ["replace_ball"])])
def test_a_ball_that_was_not_brought_is_no_change_of_equipment(
    last: Seen, changed: list[str], tmp_path: Path
) -> None:
    report = table_report(written(tmp_path / "J.db", *OUT, last, game="roulette"), Interval())
    assert [each.action for each in report.lists.consumables] == changed

"""Published cases 9, 10, 11 and 30 at a LIVE table: the felt, people without a licence, no picture."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.recorder import video_watch
from console.table.devices import SimulatedShoe
from console.table.people import DealingRights
from tests.floor.recorder.recorders import recorder, sends
from tests.floor.recorder.test_recorder_asked import naming
from tests.published.scene import Learns, Reader, paper, row
from tests.table.ui.window.test_dealers_licence import DEALER, TODAY, LiveTable, asks_dealer
from tests.table.ui.window.test_felt_question import choose, press_open
from tests.table.ui.window.test_live_table import file, shoe
from tests.table.ui.window.test_trainees import (
    TRAINEE,
    asked,
    both_sign_in,
    deals_to,
    is_refused,
    leaves,
    live,
)

__all__ = ["file", "live", "shoe"]


def test_a_felt_that_says_another_rule_keeps_the_table_closed_and_is_handed_over(
    live: LiveTable, tmp_path: Path, learns: Learns
) -> None:
    """Case 9: noticed before the first round, and open for the next shift until the felt says the rule."""
    differs = "Felt differs from the rules, table kept closed"
    with live.opened() as work:
        press_open(work)
        choose(work, "commission", "9:1")
        assert work.view.phase == "closed"
        assert row(paper(tmp_path / "journal.db", "report"), differs, "01/01/2026")
        handed_over = paper(tmp_path / "journal.db", "report", "--handover")
        learns(9, Reader.NEXT_SHIFT, handed_over, differs, "01/01/2026")
        work.window.menu.close_menu()
        work.window.play.press()
        choose(work, "commission", "8:1")
        work.until(lambda: work.view.phase != "closed")
    assert differs not in paper(tmp_path / "journal.db", "report", "--handover")
    stays = learns(9, Reader.REPORT, paper(tmp_path / "journal.db", "report"), differs)
    assert stays.split()[-1] == "1", "that it was stays"


def test_a_trainee_is_refused_alone_and_never_deals_on_without_the_dealer_beside(
    live: LiveTable, tmp_path: Path, learns: Learns
) -> None:
    """Case 10: noticed at the sign-in; every paper names both while they deal."""
    with live.opened() as work:
        asks_dealer(work)
        asked(work)
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Escape)
        work.until(partial(is_refused, live, 1))
        both_sign_in(work)
        deals_to(work, "dealing")
        handed_over = paper(tmp_path / "journal.db", "report", "--handover")
        learns(10, Reader.NEXT_SHIFT, handed_over, "T-7 beside D-114")
        leaves(work)
        while work.view.prompt.action != "sign_in":
            work.follow()
        assert work.shown.table.role_of(TRAINEE) is None
        assert (work.view.prompt.actor, work.view.phase) == ("dealer", "betting"), "the round ended"
    report = paper(tmp_path / "journal.db", "report")
    learns(10, Reader.REPORT, report, TRAINEE, "trainee, no dealer beside")
    learns(10, Reader.REPORT, report, "T-7 beside D-114", "12:00:00")
    assert "T-7 beside" not in paper(tmp_path / "journal.db", "report", "--handover")


def test_a_recorder_without_a_picture_is_on_record_and_stays_open(
    qtbot: QtBot, file: Path, shoe: SimulatedShoe, monkeypatch: pytest.MonkeyPatch, learns: Learns
) -> None:
    """Case 11: a sign-in page with status 200 is no picture; noticed at the first question."""
    monkeypatch.setattr(video_watch, "TRIES", (0.0, 0.0))  # otherwise it asks again in a minute
    with recorder() as served:
        served.answer = sends(headers={"Content-Type": "text/html"}, body=b"<html>sign in</html>")
        table = LiveTable(qtbot, naming(file, served.port), shoe)
        with table.opened() as work:
            work.until(lambda: bool(table.noted("video_missing")))
    for reader, arguments in ((Reader.REPORT, ()), (Reader.NEXT_SHIFT, ("--handover",))):
        said = paper(file.parent / "journal.db", "report", *arguments)
        learns(11, reader, said, "The recorder has no picture", "answer is not a picture")


def test_a_dealer_of_whom_no_licence_is_kept_is_on_record_and_handed_over(
    live: LiveTable, tmp_path: Path, learns: Learns
) -> None:
    """Case 30, Nova Scotia 2005: refused a licence, and dealt 19 months; the list has others' licences."""
    live.people.set_rights("P-7", DealingRights("4712", TODAY + timedelta(days=300)), "new")
    with live.opened() as work:
        while work.view.round is None or work.view.round.id != "Table 7-3":
            work.follow()
    for reader, arguments in ((Reader.REPORT, ()), (Reader.NEXT_SHIFT, ("--handover",))):
        learns(30, reader, paper(tmp_path / "journal.db", "report", *arguments), "licence", DEALER)

"""Published cases 9, 10 and 11 at a LIVE table: the felt, a trainee without a licence, no picture."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.recorder import video_watch
from console.table.devices.simulation.card_devices import SimulatedShoe
from tests.floor.recorder.recorders import recorder, sends
from tests.floor.recorder.test_recorder_asked import naming
from tests.published.scene import paper
from tests.table.ui.window.test_dealers_licence import LiveTable, asks_dealer
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


def row(text: str, *words: str) -> str:
    """The one line that has all these words."""
    (found,) = [line for line in text.splitlines() if all(each in line for each in words)]
    return found


def test_a_felt_that_says_another_rule_keeps_the_table_closed_and_is_handed_over(
    live: LiveTable, tmp_path: Path
) -> None:
    """Case 9: noticed before the first round, and open for the next shift until the felt says the rule."""
    differs = "Felt differs from the rules, table kept closed"
    with live.opened() as work:
        press_open(work)
        choose(work, "commission", "9:1")
        assert work.view.phase == "closed"
        assert row(paper(tmp_path / "journal.db", "report"), differs, "01/01/2026")
        assert row(paper(tmp_path / "journal.db", "report", "--handover"), differs, "01/01/2026")
        work.window.menu.close_menu()
        work.window.play.press()
        choose(work, "commission", "8:1")
        work.until(lambda: work.view.phase != "closed")
    assert differs not in paper(tmp_path / "journal.db", "report", "--handover")
    assert row(paper(tmp_path / "journal.db", "report"), differs).split()[-1] == "1", "that it was stays"


def test_a_trainee_is_refused_alone_and_never_deals_on_without_the_dealer_beside(
    live: LiveTable, tmp_path: Path
) -> None:
    """Case 10: noticed at the sign-in; every paper names both while they deal."""
    with live.opened() as work:
        asks_dealer(work)
        asked(work)
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Escape)
        work.until(partial(is_refused, live, 1))
        both_sign_in(work)
        deals_to(work, "dealing")
        assert row(paper(tmp_path / "journal.db", "report", "--handover"), "T-7 beside D-114")
        leaves(work)
        while work.view.prompt.action != "sign_in":
            work.follow()
        assert work.shown.table.role_of(TRAINEE) is None
        assert (work.view.prompt.actor, work.view.phase) == ("dealer", "betting"), "the round ended"
    report = paper(tmp_path / "journal.db", "report")
    assert row(report, TRAINEE, "trainee, no dealer beside")
    assert row(report, "T-7 beside D-114", "12:00:00")
    assert "T-7 beside" not in paper(tmp_path / "journal.db", "report", "--handover")


def test_a_recorder_without_a_picture_is_on_record_and_stays_open(
    qtbot: QtBot, file: Path, shoe: SimulatedShoe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 11: a sign-in page with status 200 is no picture; noticed at the first question."""
    monkeypatch.setattr(video_watch, "TRIES", (0.0, 0.0))  # otherwise it asks again in a minute
    with recorder() as served:
        served.answer = sends(headers={"Content-Type": "text/html"}, body=b"<html>sign in</html>")
        table = LiveTable(qtbot, naming(file, served.port), shoe)
        with table.opened() as work:
            work.until(lambda: bool(table.noted("video_missing")))
    for arguments in ((), ("--handover",)):
        said = paper(file.parent / "journal.db", "report", *arguments)
        assert row(said, "The recorder has no picture", "answer is not a picture")

"""The review at the table's own console: who may open it, and that the table's prompts come first."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.roles import Role
from tests.ui.at_work import AtWork, at_work


def open_review(work: AtWork, who: str = "P1") -> None:
    """Ask for the review in the menu, and sign in for it."""
    work.window.ask("review")
    work.until(work.window.sign_in.isVisible)
    for text in work.pins[who]:
        QTest.keyClicks(work.window.sign_in, text)
        QTest.keyClick(work.window.sign_in, Qt.Key.Key_Return)
    work.until(lambda: not work.window.sign_in.isVisible())


def test_a_pit_boss_reads_the_log_of_the_table_that_is_being_written(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        for _ in range(4):
            work.follow()
        open_review(work)
        review = work.window.review
        assert review.is_there and review.screens is not None
        log = review.screens.log
        work.until(lambda: log.found.done and log.row is not None)
        assert log.rows.count >= 4
        assert log.row is not None and log.row.kind in ("step_done", "signed_in", "device_noted", "noted")
        QTest.keyClick(log, Qt.Key.Key_Escape)
        QTest.mouseClick(review.screens.menu._buttons[1], Qt.MouseButton.LeftButton)
        assert not review.is_there


def test_a_dealer_may_not(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        work.follow()
        work.window.ask("review")
        for text in work.pins["D1"]:
            QTest.keyClicks(work.window.sign_in, text)
            QTest.keyClick(work.window.sign_in, Qt.Key.Key_Return)
        work.until(lambda: not work.window.sign_in._verifying.busy)
        assert work.window.sign_in.isVisible()
        assert "review" not in vars(work.window)


def test_it_is_offered_between_rounds_and_goes_when_a_round_begins(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        while work.view.prompt.action != "await_bets":
            work.follow()
        open_review(work)
        assert work.window.review.is_there
        work.follow()
        assert work.view.prompt.action == "wait"
        work.until(lambda: not work.window.review.is_there)
        assert work.shown.table.has(Role.DEALER)
        label = work.window.words.text("menu.review")
        work.window.open_menu()
        assert label not in [button.text() for button in work.window.menu._buttons]


def test_who_came_for_the_review_alone_leaves_with_it_once_the_round_is_over(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_work(qtbot, tmp_path) as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        while work.view.prompt.action != "await_bets":
            work.follow()
        open_review(work, "S1")
        work.until(lambda: work.shown.table.has(Role.SUPERVISOR))
        work.follow()
        work.until(lambda: not work.window.review.is_there)
        assert work.shown.table.has(Role.SUPERVISOR), "nobody signs out of an open round"
        while work.shown.table.open_round:
            work.follow()
        work.until(lambda: not work.shown.table.has(Role.SUPERVISOR))


def test_a_pit_boss_who_works_at_the_table_stays_when_the_review_ends(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        work.follow()
        assert work.shown.table.has(Role.PIT_BOSS)
        open_review(work)
        work.window.review.close()
        work.window.refresh()
        work.follow()
        assert work.shown.table.has(Role.PIT_BOSS)

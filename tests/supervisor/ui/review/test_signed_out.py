"""Who signed a person out, in the record and in the log."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import Words
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.review import JournalReads
from console.supervisor.review.log.entry_words import by_whom
from console.table.core import Role
from console.table.journal import review
from console.table.ui.sign_in import Purpose
from tests.table.ui.harness.at_work import at_work
from tests.table.ui.window.test_table_window import play_to, sign_out_the_pit_boss, unlock


def test_a_start_signs_out_all_but_the_dealer(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.console.station.submit(b'{"do":"sign_in","who":"S1","role":"supervisor"}')
        work.window.sign_in.ask(Purpose.PIT_BOSS)
        work.sign_in("P1")
        work.until(lambda: work.shown.table.has(Role.PIT_BOSS))
    for _ in range(2):
        with at_work(qtbot, tmp_path, ready=True) as work:
            assert [(one.who, one.role) for one in work.shown.table.people] == [("D1", Role.DEALER)]
    with review(tmp_path / "journal.db") as file:
        coming = [(each.kind, each.person, each.refused) for each in file.entries(0) if "signed" in each.kind]
    assert coming == [(kind, who, None) for kind in ("signed_in", "signed_out") for who in ("S1", "P1")]
    record = find_round(tmp_path / "journal.db", "T1-1")
    assert [each.kind for each in record.presses] == ["signed_in"] * 2, "nobody pressed to go"
    with closing(JournalReads([tmp_path / "journal.db"])) as reads:
        sources = [by_whom(row, Words("en"), str) for row in reads.log.newest() if "signed" in row.kind]
    assert sources == ["Console", "Console", "P1", "S1"]


def test_only_a_press_signs_a_pit_boss_out_in_that_persons_name(qtbot: QtBot, tmp_path: Path) -> None:
    def press_f8() -> None:
        screen = work.window.pit.page.screen
        assert screen is not None
        QTest.keyClick(screen, Qt.Key.Key_F8)

    with at_work(qtbot, tmp_path, ready=True) as work:
        sign_out_the_pit_boss(work)
        ends = (
            press_f8,
            lambda: work.let_pass(work.window.surroundings.authority.lasts + 1),
            work.window.arrivals.lock,
        )
        for end in ends:
            work.window.sign_in.ask(Purpose.PIT_BOSS)
            work.sign_in("P1")
            work.until(lambda: work.window.pit.page.is_there)
            work.after(end)
            work.until(lambda: not work.shown.table.has(Role.PIT_BOSS))
    with closing(JournalReads([tmp_path / "journal.db"])) as reads:
        rows = [row for row in reads.log.newest() if row.kind == "signed_out"]
        assert [by_whom(row, Words("de"), str) for row in rows[:3]] == ["Konsole", "Konsole", "P1"]


def test_a_screen_that_locks_by_itself_names_nobody_who_locked_it(qtbot: QtBot, tmp_path: Path) -> None:
    """GLI-19: five minutes without a press are nobody's act."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        for lock in (work.window.arrivals.lock, lambda: work.let_pass(5 * 60 + 1)):
            work.after(lock)
            unlock(work, "D1")
    with closing(JournalReads([tmp_path / "journal.db"])) as reads:
        rows = [row for row in reads.log.newest() if row.figures.get("what") == "locked"]
        assert [by_whom(row, Words("en"), str) for row in rows] == ["Console", "D1"]

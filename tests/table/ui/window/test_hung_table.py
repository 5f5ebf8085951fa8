"""A table whose thread or disk stands still under the window: its sign of life grows old, and the window says
within seconds that play continues on paper. Nothing is pressed into a dead table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.core import ANSWER_DUE, NOT_RESPONDING
from console.table.custody import last_answer
from console.table.journal import SqliteJournal
from console.table.ui.dealer.bands import fault_banner
from console.table.ui.incident.stage import Stage
from tests.table.ui.harness.at_work import AtWork, at_work

PLAYED = b'{"do":"call","by":"D1","on":true}'


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[AtWork]:
    with at_work(qtbot, tmp_path, ready=True) as table:
        while table.due != "deal":
            table.follow()
        yield table


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """Lets real seconds pass for those who ask the system's clock, and for nobody else."""
    ahead, real = [0.0], time.monotonic

    def passes(seconds: float) -> None:
        ahead[0] += seconds

    monkeypatch.setattr("console.table.core.running.station.time.monotonic", lambda: real() + ahead[0])
    yield passes


def hung_thread(table: AtWork, monkeypatch: pytest.MonkeyPatch, hold: Event) -> None:
    entered = Event()

    def stand() -> None:
        entered.set()
        hold.wait(60)

    table.console.station.look(stand)
    assert entered.wait(60)


def hung_disk(table: AtWork, monkeypatch: pytest.MonkeyPatch, hold: Event) -> None:
    append, entered = SqliteJournal.append, Event()

    def slow(self: SqliteJournal, *given: Any, **named: Any) -> int:
        entered.set()
        assert hold.wait(60)
        return append(self, *given, **named)

    monkeypatch.setattr(SqliteJournal, "append", slow)
    table.console.station.submit(PLAYED)
    assert entered.wait(60)


@pytest.mark.parametrize("hangs", [hung_thread, hung_disk])
def test_a_table_that_stands_still_says_so_after_three_seconds_and_takes_no_press(
    table: AtWork,
    later: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
    hangs: Callable[[AtWork, pytest.MonkeyPatch, Event], None],
) -> None:
    hold, words, dealer = Event(), table.window.words, table.window.dealer
    here = table.window.people_here
    hangs(table, monkeypatch, hold)
    try:
        later(ANSWER_DUE - 1)
        table.window.tick()
        assert not table.window.is_unanswered, "a slow entry is no dead table"
        later(1.1)
        table.window.tick()
        assert here.view is not None
        band = fault_banner(here.view, words)
        assert band is not None and band.text == words.text("band.no_answer")
        assert dealer.band.isVisible() and dealer.bar.wrong.isHidden() and dealer.bar.call.isHidden()
        QTest.keyClick(table.window, Qt.Key.Key_F2)
        QTest.keyClick(table.window, Qt.Key.Key_F3)
        assert dealer.incident_stage is Stage.PLAY, "F2 opens nothing"
        later(NOT_RESPONDING)
        assert table.console.unanswered > NOT_RESPONDING
    finally:
        hold.set()
    table.until(lambda: table.console.unanswered < ANSWER_DUE)
    table.window.tick()
    assert not table.window.is_unanswered and not dealer.bar.wrong.isHidden()
    assert dealer.incident_stage is Stage.PLAY


def test_a_window_that_stands_still_makes_the_tables_sign_of_life_old(table: AtWork, tmp_path: Path) -> None:
    """The table's own thread goes on; nobody can press anything, and the sign says since when."""
    journal = tmp_path / "journal.db"
    table.until(lambda: last_answer(journal) is not None)
    asked = Event()
    table.console.station._sign_due = 0.0
    table.window._ticked_at -= 100.0  # The loop of this test stands still from here on.
    table.console.station.look(asked.set)
    assert asked.wait(60)
    ends = time.monotonic() + 60
    while (at := last_answer(journal)) is not None and time.time() - at.timestamp() < 99:
        assert time.monotonic() < ends
    assert table.console.station.unanswered < ANSWER_DUE
    assert table.console.unanswered > 99


def test_the_sign_of_life_goes_with_the_console(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as table:
        table.until(lambda: last_answer(tmp_path / "journal.db") is not None)
    assert last_answer(tmp_path / "journal.db") is None

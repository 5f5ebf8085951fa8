"""A LIVE table tries the link to its game server in its window, by the connection that it has."""

from __future__ import annotations

import threading
from math import inf
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.commissioning.programme_at_table import TableCommissioning
from console.commissioning.proofs import link_at_work
from console.commissioning.proofs.link_at_work import LinkAtWork
from console.supervisor.records import Verdict
from console.table.config import LinkConfig
from console.table.link import StandIn, link_trial, stand_in
from tests.commissioning.proving import CommissioningOnCall
from tests.commissioning.ui.test_commissioning_desk import on_call, open_desk, press
from tests.table.ui.harness.at_work import at_work


def quick(commissioning: CommissioningOnCall) -> LinkAtWork:
    """The trial with few bet times, and a cable that is out for a moment."""
    tried = TableCommissioning.link(commissioning)
    tried.times, tried.out = 2, 0.3
    return tried


def test_the_game_server_is_asked_and_a_person_pulls_the_cable(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_at_work, "SLOWEST_MS", inf)  # how fast this computer is, is not asked here
    plugged = threading.Event()
    plugged.set()

    def answer(line: dict[str, Any]) -> bytes:
        plugged.wait(60)
        return link_trial.answer(line)

    monkeypatch.setattr(stand_in, "answer", answer)
    monkeypatch.setattr(link_at_work, "UNANSWERED", 0.2)
    monkeypatch.setattr(CommissioningOnCall, "link", quick)
    server = StandIn()
    server.start()
    try:
        with at_work(qtbot, tmp_path, device=False, link=LinkConfig(server.url)) as work:
            on_call(work)
            link = work.console.link
            assert link is not None
            work.until(lambda: link.latest is not None and link.is_connected)
            screen, words, entry = open_desk(work).screen, work.window.words, work.view.entry
            press(work, screen.primary)
            pull = words.text("commissioning.window.link.pull")
            work.until(lambda: screen.task.text == pull)
            assert screen.task.isVisible() and screen.task.seconds_left is None, "no time is set for it"
            plugged.clear()
            back = words.text("commissioning.window.link.plug_in")
            work.until(lambda: screen.task.text == back)
            plugged.set()
            work.until(lambda: any(proof.name == "link cable" for proof in screen.course.run.proofs))
            assert screen.task.isHidden()
            found = {proof.name: proof for proof in screen.course.run.proofs}
            assert found["link link"].verdict is Verdict.PROVED
            assert found["link cable"].verdict is Verdict.PROVED
            table = work.shown.table
            assert table.round is None and work.view.entry >= entry, "the table itself was shown no bets"
            QTest.mouseClick(screen.progress.stop, Qt.MouseButton.LeftButton)
    finally:
        plugged.set()
        server.stop()


@pytest.mark.sweep
def test_leaving_the_page_gives_the_table_its_link_back(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CommissioningOnCall, "link", quick)
    server = StandIn()
    server.start()
    try:
        with at_work(qtbot, tmp_path, device=False, link=LinkConfig(server.url)) as work:
            on_call(work)
            link = work.console.link
            assert link is not None
            work.until(lambda: link.latest is not None and link.is_connected)
            desk, words = open_desk(work), work.window.words
            screen = desk.screen
            press(work, screen.primary)
            work.until(lambda: screen.task.text == words.text("commissioning.window.link.pull"))
            desk.put_away()
            work.until(lambda: not screen.link.is_under_way)
            work.until(lambda: not screen.primary.isHidden())
            assert screen.task.isHidden() and screen.progress.isHidden(), "nothing comes late"
    finally:
        server.stop()

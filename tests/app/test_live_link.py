"""A LIVE table beside a real game server in a process of its own: it has the view after each sign-in."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.setup import ROOT
from console.base.words import Words
from console.table.core import Person, PersonAtTable, Role, View
from console.table.devices import SimulatedShoe
from console.table.ui.sign_in import Purpose
from console.table.words import encode
from tests.table.ui.harness.at_work import AtWork
from tests.table.ui.window.test_dealers_licence import DEALER, LiveTable, asks_dealer, unlocks
from tests.table.ui.window.test_live_table import PIN, file, shoe, tries
from tests.table.ui.window.test_trainees import (
    BADGE,
    IN_TRAINING,
    OTHER,
    OTHER_PIN,
    TRAINEE,
    TRAINEE_PIN,
    both_sign_in,
    chooses,
    leaves,
)

__all__ = ["file", "shoe"]

OF_TABLE = ("phase", "prompt", "bets", "shoe", "round", "incident", "offer", "call")
"""The fields of a view that neither answer the line before it nor are words."""


class GameServer:
    """``protocol server`` in a process, and the views that it printed."""

    def __init__(self, running: subprocess.Popen[str]) -> None:
        assert running.stdout is not None
        self._lines, self.heard = running.stdout, list[dict[str, Any]]()
        found = re.search(r"tcp://[\d.:]+\d", self._lines.readline())
        assert found is not None
        self.url = found[0]
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._lines:
            if line.startswith("> ") and '"phase"' in line:
                self.heard.append(json.loads(line[2:]))

    def knows(self, view: View) -> bool:
        """Whether its last view is the table's present one."""
        own = json.loads(encode(view, Words("en"), Words("ja")))
        return bool(self.heard) and state(self.heard[-1]) == state(own)


def state(view: dict[str, Any]) -> dict[str, Any]:
    """The state of the table in a view."""
    return {name: view.get(name) for name in OF_TABLE}


@contextmanager
def game_server() -> Iterator[GameServer]:
    command = (sys.executable, "-m", "console", "protocol", "server", "--lang", "en", "--seed", "1")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield GameServer(running)
        finally:
            running.kill()


def test_a_game_server_has_the_view_after_each_sort_of_sign_in(
    qtbot: QtBot, file: Path, shoe: SimulatedShoe
) -> None:
    """A trainee signed in beside a dealer, and the table waited for its bets for ever."""
    live = LiveTable(qtbot, file, shoe)
    live.people.add(Person(TRAINEE, "Mina K.", Role.DEALER, "ja"), TRAINEE_PIN, rights=IN_TRAINING)
    live.people.add(Person(OTHER, "Elín S.", Role.DEALER, "is"), OTHER_PIN, BADGE)
    with game_server() as server:
        with file.open("a", encoding="utf-8") as table:
            table.write(f'[link]\nurl = "{server.url}"\n')
        with live.opened() as work:

            def hears(what: str) -> None:
                work.until(lambda: work.is_settled() and server.knows(work.view), f"the view after {what}")

            asks_dealer(work)
            hears("the pit boss")
            both_sign_in(work)
            hears("a trainee and the dealer beside")
            while work.view.prompt.action != "await_bets" and work.view.bets != "open":
                work.follow()
            work.until(lambda: work.view.bets == "open", "bets for a trainee")
            hears("the preparation by a trainee")
            leaves(work)
            hears("the dealer beside left")
            chooses(work, "menu.beside")
            holds(work, BADGE)
            work.until(lambda: PersonAtTable(TRAINEE, Role.DEALER, OTHER) in work.shown.table.people)
            hears("another dealer beside")
            work.window.arrivals.lock()
            assert work.window.surroundings.presence.locked
            hears("a locked screen")
            unlocks(work, (TRAINEE, TRAINEE_PIN), (OTHER, OTHER_PIN))
            hears("an unlocked screen")
            work.window.sign_in.ask(Purpose.RELIEF)
            tries(work.window.sign_in.screen, DEALER, PIN)
            work.until(lambda: work.shown.table.role_of(DEALER) is Role.DEALER, "the relief")
            hears("a relief")
            work.window.sign_in.ask(Purpose.PIT_BOSS)
            tries(work.window.sign_in.screen, "P-7", PIN)
            work.until(lambda: not work.window.sign_in.is_asking, "the step-up")
            hears("a pit boss's step-up")
            numbers = [view["entry"] for view in server.heard]
            assert numbers == sorted(numbers)


def holds(work: AtWork, badge: str) -> None:
    """Somebody holds a badge to the reader; what is typed within a third of a second counts as its own."""
    QTest.keyClicks(work.window.sign_in.screen, badge)
    QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Return)
    work.clock.advance(1.0)

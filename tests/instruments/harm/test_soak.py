"""A night in some minutes: a table takes no more of the machine at their end than at their beginning."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.instruments.harm.around import Turning
from tests.instruments.harm.soak import GAMES, LIMITS, Hour, Soaked, grown, tried, wrong
from tests.sweep import times

SECONDS = times(10, 1)
PLAYED = "blackjack"
"""The game with a reader, a game server and a dealer's hands; ``python3 -m tests harm soak`` plays all."""
COUNTED = ("blocks", "handles", "threads", "log", "state")
"""Figures that depend neither on other programs, nor on which screens of an incident came up first."""
AN_HOUR = Hour(150.0, 400_000, 19, 4, 250, 3.9, 2_000, 8.0, 6.0, 1_500, {"rounds": 80})
THE_NEXT = replace(AN_HOUR, entries=3_000, done={"rounds": 160})


def test_a_table_at_work_takes_no_more_handles_threads_or_room(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert PLAYED in GAMES
    found = tried(PLAYED, tmp_path, SECONDS, incidents=1)
    assert found.hours[-1].entries > found.hours[0].entries
    assert grown(found, COUNTED) == []
    assert found.bugs == ()


def test_what_is_to_be_deleted_is_gone_after_a_turn_of_the_loop(qapp: QApplication) -> None:
    gone, ended = QWidget(), QTimer(singleShot=True, interval=0)
    ended.timeout.connect(gone.deleteLater)
    ended.start()
    Turning().waitUntil(lambda: not ended.isActive(), timeout=1_000)
    assert not isValid(gone)


def test_a_flat_figure_is_not_named() -> None:
    assert wrong(Soaked("roulette", (AN_HOUR, THE_NEXT), 0.1, 60.0)) == []


@pytest.mark.parametrize("name", LIMITS)
def test_a_growing_figure_is_named(name: str) -> None:
    more = replace(THE_NEXT, **{name: 3 * getattr(AN_HOUR, name)})
    (said,) = wrong(Soaked("roulette", (AN_HOUR, more), 0.1, 60.0))
    assert said.startswith(name)


def test_a_table_that_stood_still_was_not_tried() -> None:
    assert wrong(Soaked("roulette", (AN_HOUR, AN_HOUR), 0.1, 60.0)) == ["no round was played in hour 2"]

"""No entry of a person answers what was not painted at that press; `python3 -m tests.holds hands`."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from console.ui.hands.guard import PressGuard
from console.ui.window.table_window import TableWindow
from tests.holds.hands import pressed

NIGHTS = 2
ENOUGH = 16
"""Nights in which a fault that is put in is found at the latest."""


def test_whatever_is_pressed_answers_what_was_painted(qtbot: QtBot) -> None:
    for seen in (True, False):
        harm = pressed(NIGHTS, seen=seen)
        assert harm.checked > NIGHTS and harm.lost == []


def _saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: a press that is being saved holds up no second one."""
    monkeypatch.setattr(PressGuard, "save", lambda guard: None)


def _reads_no_badge(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: a reader's digits choose tiles, and its Enter confirms."""
    monkeypatch.setattr(TableWindow, "_holds", lambda *_: False)


@pytest.mark.parametrize("plant", [_saves_nothing, _reads_no_badge])
def test_what_was_wrong_before_is_found(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, plant: object) -> None:
    assert callable(plant)
    plant(monkeypatch)
    assert any(pressed(1, first=seed, seen=False).lost for seed in range(ENOUGH))

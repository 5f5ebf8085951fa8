"""No entry of a person answers what was not painted at that press; `python3 -m tests harm hands`."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QKeyEvent
from pytestqt.qtbot import QtBot

from console.table.core import Session
from console.table.ui.dealer import DealerScreen
from console.table.ui.hands.guard import EventTimes, PressGuard
from console.table.ui.sign_in import BadgeReader
from tests.instruments.harm.hands import HandsAtTable, pressed
from tests.sweep import times

NIGHTS, ACTS = times(4, 1), 30
ENOUGH = 30
"""Nights in which a fault that is put in is found at the latest."""


def test_both_windows_show_the_table_that_is_pressed(qtbot: QtBot) -> None:
    night = HandsAtTable("lt", "baccarat", 0)
    try:
        desk = night.table.window.pit.desk
        assert desk is not None
        assert night.table.window.dealer.accessibleName() and desk.table.accessibleName()
    finally:
        night.close()


@pytest.mark.sweep
def test_every_press_answers_what_was_painted(qtbot: QtBot) -> None:
    for seen in (True, False):
        harm = pressed(NIGHTS, acts=ACTS, seen=seen)
        assert harm.checked > NIGHTS and harm.lost == []


def _saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore an old fault: a press that is being saved holds up no second one."""
    monkeypatch.setattr(PressGuard, "save", lambda guard: None)


def _reads_no_badge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore an old fault: a reader's digits choose tiles, and its Enter confirms."""
    monkeypatch.setattr(BadgeReader, "holds", lambda *_: False)


def _takes_what_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore an old fault: a key that is held down presses again and again."""

    def takes(screen: DealerScreen, event: QKeyEvent) -> None:
        with screen.guard.at(screen.guard.time_of(event)):
            screen.keys.takes(event)

    monkeypatch.setattr(DealerScreen, "keyPressEvent", takes)


def _asks_when_it_comes_to_a_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore an old fault: a press is as new as its handling, however long the window's thread stood."""
    monkeypatch.setattr(EventTimes, "time_of", lambda times, event: times._monotonic())


def _counts_before_it_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore an old fault: a prompt counts from when the window gets it, before anybody can see it."""

    def renews(guard: PressGuard) -> None:
        guard.painted_at = guard._monotonic()

    monkeypatch.setattr(PressGuard, "renew", renews)


def _compares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore an old fault: the table takes a line for whatever is due when its turn comes."""
    monkeypatch.setattr(Session, "_stale", lambda *_: None)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("plant", "first", "seen"),
    [
        (_saves_nothing, 0, False),
        (_reads_no_badge, 0, False),
        (_takes_what_repeats, 1, False),
        (_asks_when_it_comes_to_a_press, 0, False),
        (_counts_before_it_is_painted, 16, False),
        (_compares_nothing, 2, True),
    ],
)
def test_each_planted_fault_is_found_by_random_presses(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, plant: object, first: int, seen: bool
) -> None:
    """``first``: the night to begin with, so that those before the one that meets it are few.

    ``seen``: whether the table learns what was painted; without it the window alone must hold.
    """
    assert callable(plant)
    plant(monkeypatch)
    assert any(pressed(1, first=seed, seen=seen).lost for seed in range(first, ENOUGH))

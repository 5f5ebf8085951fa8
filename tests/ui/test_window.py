"""The real window on a pty: bytes in, presses as a dealer makes them, prompts out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from console.game.baccarat import Winner
from tests.ui.at_work import AtWork, at_work

COUPS = 100


def rounds_played(work: AtWork) -> int:
    shown = work.window.shown
    return 0 if shown is None else shown.table.round_number


def test_a_hundred_coups_are_dealt_past_the_reshuffle(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        announced, last_hands, shoes = 0, 0, set()
        while announced < COUPS:
            before, view = work.view, work.follow()
            assert view.accepted, (before.prompt, view.refused)
            assert view.shoe is not None and view.round is None or view.round.status in ("open", "finished")
            announced += before.phase == "result" and view.phase == "collecting"
            last_hands += view.say is not None and view.say.key == "last_hand_before_shuffle"
            shoes.add(work.window.shown.table.shoe_number)
        assert rounds_played(work) == COUPS
        assert shoes == {0, 1, 2}, "BAC-3.2.2: the cards are shuffled again after the last hand"
        assert last_hands >= 1, "BAC-3.5.4: the last hand is announced"

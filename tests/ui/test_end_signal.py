"""The end of bet time as each rulebook's timer gives it: by sound, by flashing, by a steady light."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.game.rulebook import load_rulebook
from console.ui.end_signal import EndSignal


@pytest.mark.parametrize("code", ["sv", "ja", "lt", "is", "de"])
def test_it_sounds_under_ja_is_and_de(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """BAC-2.1.6-sound: sv only says that the timer shows it, and lt does as sv."""
    heard: list[None] = []
    monkeypatch.setattr(QApplication, "beep", lambda: heard.append(None))
    rule = load_rulebook(code).baccarat.end_signal
    signal = EndSignal()
    qtbot.addWidget(signal)
    signal.begin(rule.shows)
    assert len(heard) == (1 if code in ("ja", "is", "de") else 0)
    assert bool(heard) is rule.sound
    assert signal.isVisible() is rule.sound, "BAC-3.4.2: where the red comes as the time runs out, it is over"

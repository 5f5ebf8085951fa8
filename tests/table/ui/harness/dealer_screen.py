"""The dealer's screen in a window of its own, as a table shows it."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from console.table.core import Clock
from console.table.ui.dealer import DealerScreen
from tests.base.words.catalogues import words
from tests.table.ui.harness.incident_calls import IncidentCalls


def shown_screen(qtbot: QtBot, clock: Clock, market: str = "sv", language: str = "en") -> DealerScreen:
    """The screen of a dealer of this language, at a table of the market whose words are said there."""
    screen = DealerScreen(words(language), words(market), clock, IncidentCalls())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    return screen

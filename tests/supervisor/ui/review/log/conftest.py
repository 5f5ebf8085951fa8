"""The log's screen over the journal of a night."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.core import SetClock
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.stories import SUPERVISOR, AtOnce, inquiries_of, night


@pytest.fixture
def inquiries() -> Iterator[AtOnce]:
    made = inquiries_of(night())
    yield made
    made.stop()


@pytest.fixture
def screen(qtbot: QtBot, inquiries: AtOnce) -> LogScreen:
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    screen.show()
    return screen

"""A wall on a night with a few alarms, for each test that needs no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.floor.nights import small_night
from tests.ui.floor.wall_at_work import Floor


@pytest.fixture
def floor(qtbot: QtBot) -> Iterator[Floor]:
    made = Floor(small_night())
    qtbot.addWidget(made.window)
    yield made
    made.window.close()

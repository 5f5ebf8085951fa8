"""Walls for the tests of the floor's window; each is closed when its test ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.floor.nights import small_night
from tests.floor.ui.wall_at_work import WallAtWork, WallOf
from tests.table.ui.harness.painting import *  # noqa: F403


@pytest.fixture
def wall_of(qtbot: QtBot) -> Iterator[WallOf]:
    """Makes the wall of any reading."""
    made = list[WallAtWork]()

    def make(*given: Any, **more: Any) -> WallAtWork:
        made.append(WallAtWork(*given, **more))
        qtbot.addWidget(made[-1].window)
        return made[-1]

    yield make
    for each in made:
        each.window.close()


@pytest.fixture
def floor(wall_of: WallOf) -> WallAtWork:
    """The wall of a small night, on which five tables need somebody."""
    return wall_of(small_night())

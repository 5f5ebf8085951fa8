"""Two tasks of the days by keys and by mouse, in one language; ``python3 -m tests days`` presses all."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.instruments.days import incident_presses, table_day
from tests.instruments.days.hand import Way
from tests.instruments.days.running import Task


@pytest.mark.sweep(1)
@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("task", [table_day.relieves, table_day.voids], ids=lambda task: task.__name__)
def test_a_pit_bosss_tasks_are_pressed_each_way(qtbot: QtBot, task: Task, way: Way) -> None:
    hand = task(way, "ja")
    assert hand.presses > 0 and (hand.letters > 0) is (way is Way.KEYS)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("way", "most"), [(Way.KEYS, 12), (Way.MOUSE, 16)])
def test_two_reports_at_once_need_one_sign_in(qtbot: QtBot, way: Way, most: int) -> None:
    """TB-30: 22 presses at 1.1.0, either way."""
    assert incident_presses.presses(way, "de", "baccarat", ("card_fell", "prohibited_action")) <= most

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
@pytest.mark.parametrize(("way", "most"), [(Way.KEYS, 14), (Way.MOUSE, 22)])
def test_two_reports_at_once_need_a_sign_in_each(qtbot: QtBot, way: Way, most: int) -> None:
    """A dealer's screen decides in nobody's name but by a sign-in: two presses of 14 by keys, six of 22 by
    mouse, more than at 1.2.
    """
    assert incident_presses.presses(way, "de", "baccarat", ("card_fell", "prohibited_action")) <= most

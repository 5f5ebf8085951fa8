"""A press that does nothing says why."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.ui.wall_keys import WallAct
from tests.floor.nights import calm
from tests.floor.readings import reading
from tests.floor.ui.wall_at_work import DOWN, JONAS, SET_ASIDE, SILENCE, TAKE, TO_LIST, WallAtWork


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("place", "key", "refusal"),
    [
        ("B2", TAKE, "Jonas took the call first and is coming to B2"),
        ("B3", TAKE, "B3: there is no call to take"),
        ("R8", SET_ASIDE, "R8: an alarm of the highest urgency can’t be set aside"),
    ],
)
def test_a_press_that_does_nothing_says_why(floor: WallAtWork, place: str, key: Qt.Key, refusal: str) -> None:
    floor.person = JONAS
    note = floor.window.note
    floor.choose(place)
    assert not note.isVisible()
    floor.press(key)
    assert note.isVisible() and note.text == refusal
    assert not note._timer.isActive(), "it stays until the next press"
    assert floor.asked == [] and not floor.window.menu.isVisible()
    floor.press(DOWN)
    floor.press(TO_LIST)
    assert not note.isVisible()


def test_a_press_on_a_grey_key_says_why_as_its_letter_does(floor: WallAtWork) -> None:
    note, key = floor.window.note, floor.window.keys.acts[WallAct.SHELVE]
    floor.choose("R8")
    assert not key.isEnabled()
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)
    assert note.isVisible() and note.text == "R8: an alarm of the highest urgency can’t be set aside"


def test_a_press_for_what_has_ended_or_for_nothing_says_so(floor: WallAtWork, qtbot: QtBot) -> None:
    note = floor.window.note
    floor.hear(1.0, reading(*calm(12)))
    floor.press(SET_ASIDE)
    assert note.isVisible() and note.text == "This alarm has ended"
    qtbot.waitUntil(lambda: not floor.window.views.list.is_over)
    for key in (TAKE, SILENCE, SET_ASIDE):
        note.hide()
        floor.press(key)
        assert note.isVisible() and note.text == "No alarm is chosen"

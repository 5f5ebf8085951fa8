"""A press that does nothing says why."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.floor.nights import calm
from tests.floor.readings import reading
from tests.ui.floor.wall_at_work import JONAS, Floor


@pytest.mark.parametrize(
    ("place", "key", "refusal"),
    [
        ("B2", Qt.Key.Key_T, "Jonas took the call first and is coming to B2"),
        ("B3", Qt.Key.Key_T, "B3: there is no call to take"),
        ("R8", Qt.Key.Key_H, "R8: an alarm of the highest urgency can’t be set aside"),
    ],
)
def test_a_press_that_does_nothing_says_why(floor: Floor, place: str, key: Qt.Key, refusal: str) -> None:
    floor.window.sign_in.person = JONAS
    rows, note = floor.window.views.list, floor.window.note
    rows.choose(next(line.key for line in rows.lines if line.place == place))
    assert not note.isVisible()
    floor.press(key)
    assert note.isVisible() and note.text == refusal
    assert not note._timer.isActive(), "it stays until the next press"
    assert floor.desk.asked == [] and not floor.window.menu.isVisible()
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_F2)
    assert not note.isVisible()


def test_a_press_on_a_grey_key_says_why_as_its_letter_does(floor: Floor) -> None:
    rows, note, key = floor.window.views.list, floor.window.note, floor.window.keys.acts["shelve"]
    rows.choose(next(line.key for line in rows.lines if line.place == "R8"))
    assert not key.isEnabled()
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)
    assert note.isVisible() and note.text == "R8: an alarm of the highest urgency can’t be set aside"


def test_a_press_for_what_has_ended_or_for_nothing_says_so(floor: Floor, qtbot: QtBot) -> None:
    note = floor.window.note
    floor.hear(1.0, reading(*calm(12)))
    floor.press(Qt.Key.Key_H)
    assert note.isVisible() and note.text == "This alarm has ended"
    qtbot.waitUntil(lambda: not floor.window.views.list.is_over)
    for key in (Qt.Key.Key_T, Qt.Key.Key_A, Qt.Key.Key_H):
        note.hide()
        floor.press(key)
        assert note.isVisible() and note.text == "No alarm is chosen"

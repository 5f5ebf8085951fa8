"""No press meant for one prompt confirms the next."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.ui.hands import PressGuard
from console.table.ui.kit.buttons import Button, Tone
from console.table.ui.signs import Sign


class Seconds:
    """A clock of seconds that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def guard(seconds: Seconds) -> PressGuard:
    guard = PressGuard(seconds)
    guard.renew()
    return guard


@pytest.fixture
def button(qtbot: QtBot, guard: PressGuard) -> Button:
    button = Button(Sign("states.tick"), Tone.NOW, guard)
    qtbot.addWidget(button)
    button.resize(380, 80)
    button.show_label("Result announced")
    return button


def presses_of(button: Button) -> list[bool]:
    meant: list[bool] = []
    button.meant.connect(lambda: meant.append(True))
    return meant


def test_a_press_within_400_ms_of_a_new_prompt_does_not_count(button: Button, seconds: Seconds) -> None:
    meant = presses_of(button)
    seconds.now += 0.39
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not meant
    seconds.now += 0.02
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert meant == [True]


def test_a_touch_that_began_before_the_prompt_does_not_count(
    button: Button, seconds: Seconds, guard: PressGuard
) -> None:
    meant = presses_of(button)
    seconds.now += 10
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    seconds.now += 0.1
    guard.renew()
    seconds.now += 5
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert not meant


def test_space_presses_the_focused_button_and_enter_does_not(button: Button, seconds: Seconds) -> None:
    meant = presses_of(button)
    seconds.now += 1
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert not meant
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert meant == [True]


def test_a_button_says_its_label_to_who_hears_it(button: Button) -> None:
    assert button.accessibleName() == "Result announced"

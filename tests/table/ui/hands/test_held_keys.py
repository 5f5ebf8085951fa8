"""A key that is held repeats, and says so, though the window system sends releases and presses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.table.ui.hands.held_keys import HeldKeys

PRESS, RELEASE = QEvent.Type.KeyPress, QEvent.Type.KeyRelease
ENTER, DOWN = Qt.Key.Key_Return, Qt.Key.Key_Down


class Pressed(QWidget):
    """A part that has the keys; the presses that it got: which key, and whether it repeats."""

    def __init__(self) -> None:
        super().__init__()
        self.presses: list[tuple[int, bool, int]] = []

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.presses.append((event.key(), event.isAutoRepeat(), event.timestamp()))


@pytest.fixture
def pressed(qtbot: QtBot) -> Pressed:
    part = Pressed()
    qtbot.addWidget(part)
    part.show()
    return part


def send(pressed: Pressed, *sent: tuple[QEvent.Type, int], key: Qt.Key = ENTER) -> None:
    """Events of a key as X11 sends them, each at its millisecond; none says that it repeats."""
    for kind, at in sent:
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, 36, 65293, 0, "\r")
        event.setTimestamp(at)
        window = pressed.windowHandle()
        assert isinstance(window, QWindow)
        QCoreApplication.sendEvent(window, event)


@pytest.fixture
def watched(pressed: Pressed) -> Iterator[Pressed]:
    application = QApplication.instance()
    assert application is not None
    keys = HeldKeys(application)
    keys._watch(pressed.windowHandle())
    yield pressed
    pressed.windowHandle().removeEventFilter(keys)
    keys.deleteLater()


def held(since: int = 1000) -> list[tuple[QEvent.Type, int]]:
    """A key that is held for three repeats, after 660 ms and then each 40 ms, as the X server's delay is."""
    repeats = [(kind, since + at) for at in (660, 700, 740) for kind in (RELEASE, PRESS)]
    return [(PRESS, since), *repeats, (RELEASE, since + 760)]


def test_each_press_of_the_same_moment_as_its_release_is_a_repeat(watched: Pressed) -> None:
    send(watched, *held(), key=DOWN)
    assert [repeats for _, repeats, _ in watched.presses] == [False, True, True, True]
    assert [at for *_, at in watched.presses] == [1000, 1660, 1700, 1740], "the guard asks when it was made"
    assert {key for key, *_ in watched.presses} == {DOWN}


@pytest.mark.parametrize("key", [ENTER, Qt.Key.Key_Enter])
def test_an_enter_that_is_held_is_pressed_once(watched: Pressed, key: Qt.Key) -> None:
    send(watched, *held(), *held(3000), key=key)
    assert [(repeats, at) for _, repeats, at in watched.presses] == [(False, 1000), (False, 3000)]


def test_a_screen_gets_no_enter_of_which_the_system_says_that_it_repeats(watched: Pressed) -> None:
    for key in (ENTER, DOWN):
        repeat = QKeyEvent(PRESS, key, Qt.KeyboardModifier.NoModifier, "", True)
        QCoreApplication.sendEvent(watched.windowHandle(), repeat)
    assert [key for key, *_ in watched.presses] == [DOWN]


def test_without_it_each_repeat_is_a_press(pressed: Pressed) -> None:
    application = QApplication.instance()
    assert application is not None
    for other in application.findChildren(HeldKeys):  # another test's application may still exist
        pressed.windowHandle().removeEventFilter(other)
    send(pressed, *held())
    assert [repeats for _, repeats, _ in pressed.presses] == [False] * 4


def test_a_key_that_is_pressed_again_is_no_repeat(watched: Pressed) -> None:
    send(watched, *held(), *held(3000), key=DOWN)
    assert [repeats for _, repeats, _ in watched.presses] == [False, True, True, True] * 2


@pytest.mark.parametrize("apart", [0, 1, 8])
def test_a_badge_reader_that_types_a_sign_twice_has_typed_it_twice(watched: Pressed, apart: int) -> None:
    """It holds no key: within a millisecond or two all is over."""
    send(watched, (PRESS, 500), (RELEASE, 501), (PRESS, 501 + apart), (RELEASE, 502 + apart))
    assert [repeats for _, repeats, _ in watched.presses] == [False, False]


def test_another_key_at_that_moment_is_a_press(watched: Pressed) -> None:
    """Who lets go of one key and presses another one."""
    send(watched, (PRESS, 1000), (RELEASE, 2000))
    event = QKeyEvent(PRESS, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, 10, 49, 0, "1")
    event.setTimestamp(2000)
    QCoreApplication.sendEvent(watched.windowHandle(), event)
    assert [repeats for _, repeats, _ in watched.presses] == [False, False]

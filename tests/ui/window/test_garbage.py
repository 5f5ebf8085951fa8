"""Garbage is looked for between events in the window's thread: in no paint, in no reader's thread."""

from __future__ import annotations

import gc
from threading import Thread, current_thread

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from console.ui.window.garbage import Garbage


class Left:
    """Something in a circle, which only the search takes away."""

    taken_in: list[str] = []  # noqa: RUF012 (it is looked at after its objects are gone)

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        Left.taken_in.append(current_thread().name)


def test_what_another_thread_leaves_is_taken_away_in_the_windows_own(qtbot: QtBot) -> None:
    parent = QObject()
    garbage = Garbage(parent)
    Left.taken_in.clear()

    def leave() -> None:
        for _ in range(3 * gc.get_threshold()[0]):
            Left()

    thread = Thread(target=leave, name="reader")
    thread.start()
    thread.join()
    assert Left.taken_in == [], "nothing was looked for where it was made"
    garbage.look()
    assert len(Left.taken_in) == 3 * gc.get_threshold()[0]
    assert set(Left.taken_in) == {current_thread().name}


def test_little_is_not_looked_for(qtbot: QtBot) -> None:
    parent = QObject()
    garbage = Garbage(parent)
    gc.collect()
    Left.taken_in.clear()
    Left()
    garbage.look()
    assert Left.taken_in == []

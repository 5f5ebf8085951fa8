"""The part in front keeps the keys, and its window may go at any moment."""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from console.table.ui.kit.front import FrontPart


class Window(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.fields = [QLineEdit(self) for _ in range(2)]
        self.front = FrontPart(self, ())


def test_a_window_may_go_while_the_focus_moves(qtbot: QtBot) -> None:
    with qtbot.captureExceptions() as raised:
        for _ in range(20):
            window = Window()
            window.show()
            window.fields[0].setFocus()
            qtbot.wait(1)
            window.fields[1].setFocus()
            del window
            gc.collect(0)  # the window is younger than all that other tests left
    assert raised == []

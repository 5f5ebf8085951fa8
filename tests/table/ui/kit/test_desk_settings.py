"""A window opens again with the size and place to which a person dragged it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.table.ui.kit.desk_settings import desk_settings, keep_place, take_place


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    yield
    desk_settings().clear()


@pytest.mark.parametrize("kept", [b"no place", "7", None])
def test_an_unreadable_window_place_is_ignored(qtbot: QtBot, kept: object) -> None:
    desk_settings().setValue("review/place", kept)
    window = QWidget()
    qtbot.addWidget(window)
    assert not take_place(window, "review")


def test_a_place_on_a_screen_that_is_gone_is_on_one_that_is_there(qtbot: QtBot) -> None:
    far, window = QWidget(), QWidget()
    qtbot.addWidget(far)
    qtbot.addWidget(window)
    far.setGeometry(QRect(9_000, 9_000, 600, 400))
    far.show()
    keep_place(far, "review")
    assert take_place(window, "review")
    window.show()
    assert QApplication.primaryScreen().availableGeometry().intersects(window.frameGeometry())

"""A key that goes while it has the focus leaves it to the part around it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from console.table.ui.kit.surface import Surface


class Window(Surface):
    """A window with an alarm above a page that takes keys; in the page a panel without a focus of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.alarm, self.page = QPushButton("alarm", self), Surface(self)
        self.page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.panel = Surface(self.page)
        self.key = QPushButton("key", self.panel)
        self.page.move(0, 50)


@pytest.mark.parametrize(
    "goes",
    [
        lambda window: window.key.hide(),
        lambda window: window.panel.hide(),
        lambda window: window.key.setEnabled(False),
    ],
    ids=["the key hides", "its panel hides", "the key is switched off"],
)
def test_a_key_that_goes_leaves_the_focus_to_its_page(qtbot: QtBot, goes: Callable[[Window], object]) -> None:
    """It went to the window's first key, which the next Enter pressed."""
    window = Window()
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    window.key.setFocus()
    assert window.key.hasFocus()
    goes(window)
    assert window.focusWidget() is window.page


@pytest.mark.parametrize("event", ["resizeEvent", "moveEvent", "showEvent", "hideEvent"])
def test_an_error_as_a_part_is_shown_or_placed_is_reported_and_goes_no_further(
    qtbot: QtBot, event: str
) -> None:
    """Out of several parts at once it ended the process."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    window = Surface()
    qtbot.addWidget(window)
    part = type("Part", (Surface,), {event: fails})(window)
    part.move(1, 1)
    with capture_exceptions() as caught:
        window.show()
        part.hide()
    assert [each[0] for each in caught] == [ZeroDivisionError]

"""The remarks of a handover have the menu of every text field."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.supervisor.ui.review.report.handover_screen import RemarksField
from tests.table.ui.kit.test_text_field import (
    show,
    test_the_menu_is_in_the_language_of_the_screen,
    test_the_rows_of_the_text_menu_do_what_they_say,
)

__all__ = [
    "test_the_menu_is_in_the_language_of_the_screen",
    "test_the_rows_of_the_text_menu_do_what_they_say",
]


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[RemarksField]:
    window = QWidget()
    qtbot.addWidget(window)
    made = RemarksField(window)
    show(made)
    yield made

"""The list of people is printed over a table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.table.ui.harness.at_work import AtWork
from tests.table.ui.people.test_people_desk import open_desk, people, work

__all__ = ["people", "work"]


@pytest.mark.sweep
def test_the_list_is_printed_in_the_tables_folder_and_an_alarm_ends_the_question(work: AtWork) -> None:
    desk, control = open_desk(work), Qt.KeyboardModifier.ControlModifier
    screen, printer = desk.screen, desk.screen.printer
    assert printer is not None
    QTest.keyClick(screen.table, Qt.Key.Key_P, control)
    save = screen.save
    assert save is not None and save.isVisible() and save.folder == printer.folder
    work.after(lambda: QTest.keyClick(save.name, Qt.Key.Key_F3))
    work.until(lambda: not desk.is_there)
    assert work.view.call is not None and save.isHidden()

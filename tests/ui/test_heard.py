"""Whoever hears the screen is told what each part of it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from console.ui import heard
from tests.ui.at_work import at_work


def role(part: QWidget) -> QAccessible.Role:
    return QAccessible.queryAccessibleInterface(part).role()


def test_no_part_of_the_table_only_fills_a_place(qtbot: QtBot, tmp_path: Path) -> None:
    heard.install()
    with at_work(qtbot, tmp_path) as work:
        while work.view.phase != "dealing":
            work.follow()
        work.window.open_menu()
        parts = [work.window, *work.window.findChildren(QWidget)]
        assert [part for part in parts if role(part) is QAccessible.Role.Client] == []
        assert role(work.window) is QAccessible.Role.Window
        assert role(work.window.menu) is QAccessible.Role.PopupMenu
        assert role(work.window.dealer.prompt) is QAccessible.Role.StaticText
        buttons = work.window.menu.findChildren(QAbstractButton)
        assert buttons and all(role(button) is QAccessible.Role.Button for button in buttons)
        told = QAccessible.queryAccessibleInterface(work.window.dealer.prompt)
        assert told.text(QAccessible.Text.Name) == work.window.dealer.prompt.accessibleName() != ""

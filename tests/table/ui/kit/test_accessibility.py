"""Somebody who hears the screen learns what each part of it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from console.table.ui.kit import accessibility
from console.table.ui.sign_in import Purpose
from tests.table.ui.harness.at_work import at_work
from tests.table.ui.harness.straight import straight
from tests.table.ui.incident.test_authority import to_a_coup


def role(part: QWidget) -> QAccessible.Role:
    return QAccessible.queryAccessibleInterface(part).role()


def test_no_part_of_the_table_only_fills_a_place(qtbot: QtBot, tmp_path: Path) -> None:
    accessibility.install()
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
        prompt = QAccessible.queryAccessibleInterface(work.window.dealer.prompt)
        assert prompt.text(QAccessible.Text.Name) == work.window.dealer.prompt.accessibleName() != ""


def shows(part: QWidget) -> bool:
    """Whether somebody who hears the screen learns that a part is there."""
    return not QAccessible.queryAccessibleInterface(part).state().invisible


def test_keys_covered_by_a_sign_in_are_not_accessible(qtbot: QtBot) -> None:
    """Only what can be touched is offered to be pressed, and it can be pressed by who hears it."""
    accessibility.install()
    with straight(qtbot) as table:
        to_a_coup(table)
        window, bar = table.window, table.window.dealer.bar
        assert shows(bar.wrong) and shows(bar.call) and shows(window.dealer.felt)
        window.sign_in.ask(Purpose.RELIEF)
        assert not shows(bar.wrong) and not shows(bar.call)
        assert shows(window.sign_in.screen.back) and shows(window.dealer.prompt), "the prompt stays in view"
        actions = QAccessible.queryAccessibleInterface(bar.call).actionInterface()
        actions.doAction(actions.pressAction())
        table.settle()
        assert not table.view.view.call, "what is covered is pressed by nobody"
        window.sign_in.screen.cancel()
        assert shows(bar.wrong) and shows(bar.call)
        actions.doAction(actions.pressAction())
        table.settle()
        assert table.view.view.call

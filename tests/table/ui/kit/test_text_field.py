"""A text field's menu, opened by the real key and the real button, in the words of each language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.kit.text_field import TextField
from tests.base.words.catalogues import words

NAMES = ("undo", "redo", "cut", "copy", "paste", "select_all")


def menu_of(qtbot: QtBot, field: QLineEdit | QPlainTextEdit) -> QMenu:
    """The menu that the menu key opens on a field."""
    at = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, field.mapToGlobal(at))
    QApplication.sendEvent(field, event)
    opened = QApplication.activePopupWidget()
    assert isinstance(opened, QMenu)
    return opened


def choose(menu: QMenu, name: str, language: str) -> None:
    """Go down to a row by the arrow key, and press Enter."""
    wanted = words(language).text(f"field.{name}")
    for _ in range(len(menu.actions())):
        QTest.keyClick(menu, Qt.Key.Key_Down)
        active = menu.activeAction()
        if active is not None and active.text().startswith(wanted):
            break
    QTest.keyClick(menu, Qt.Key.Key_Return)


def show(made: QLineEdit | QPlainTextEdit) -> None:
    """Open a field's window, with the focus in the field."""
    made.resize(300, 60)
    made.window().resize(400, 300)
    made.window().show()
    made.setFocus()


@pytest.fixture
def field(qtbot: QtBot) -> Iterator[QLineEdit | QPlainTextEdit]:
    window = QWidget()
    qtbot.addWidget(window)
    made = TextField(window, limit=40)
    show(made)
    yield made  # its window lives as long as this frame


def text_of(field: QLineEdit | QPlainTextEdit) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_is_in_the_language_of_the_screen(
    qtbot: QtBot, field: QLineEdit | QPlainTextEdit, language: str
) -> None:
    field.window().setLocale(QLocale(language))
    menu = menu_of(qtbot, field)
    shown = [action.text().partition("\t")[0] for action in menu.actions() if not action.isSeparator()]
    assert shown == [words(language).text(f"field.{name}") for name in NAMES]
    QTest.keyClick(menu, Qt.Key.Key_Escape)


@pytest.mark.parametrize("language", ["ja", "lt"])
def test_the_rows_of_the_text_menu_do_what_they_say(
    qtbot: QtBot, field: QLineEdit | QPlainTextEdit, language: str
) -> None:
    field.window().setLocale(QLocale(language))
    QTest.keyClicks(field, "Rasa")
    choose(menu_of(qtbot, field), "select_all", language)
    choose(menu_of(qtbot, field), "cut", language)
    assert text_of(field) == "" and QGuiApplication.clipboard().text() == "Rasa"
    choose(menu_of(qtbot, field), "undo", language)
    assert text_of(field) == "Rasa"
    choose(menu_of(qtbot, field), "redo", language)
    assert text_of(field) == ""
    choose(menu_of(qtbot, field), "paste", language)
    assert text_of(field) == "Rasa"


def test_a_secret_field_has_no_menu(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    secret = TextField(window, limit=8, secret=True)
    window.show()
    at = QPoint(1, 1)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, secret.mapToGlobal(at))
    QApplication.sendEvent(secret, event)
    assert QApplication.activePopupWidget() is None

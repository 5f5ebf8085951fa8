"""Other journals in the review's window: dropped on it, or chosen among the last ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shutil import copy

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.supervisor.commands.journal_review import opened
from console.supervisor.commands.video_options import table_options
from console.supervisor.review import Heading, Reviewing
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.review.review_window import ReviewWindow
from console.table.core import SystemClock
from console.table.ui.kit import end
from console.table.ui.kit.desk_settings import desk_settings, keep_journals, recent_journals
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.stories import night
from tests.table.ui.harness.menu_rows import menu_row, menu_rows

CLOCK = SystemClock()
Opened = Callable[[str], ReviewWindow]


def others(files: Sequence[Path]) -> tuple[Reviewing, Heading]:
    return opened(files, table_options(None, None), CLOCK, document_pdf)


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """The same night twice, the second under another name."""
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    copy(night(), first)
    copy(night(), second)
    return first, second


@pytest.fixture
def open_window(qtbot: QtBot, two: tuple[Path, Path]) -> Iterator[Opened]:
    shown = list[ReviewWindow]()

    def open_first(language: str) -> ReviewWindow:
        reviewing, heading = others(two[:1])
        window = ReviewWindow(replace(reviewing, others=others, files=()), Words(language), CLOCK, heading)
        qtbot.addWidget(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        shown.append(window)
        return window

    yield open_first
    for window in shown:
        window.close()
    end()
    desk_settings().clear()


def drop(window: ReviewWindow, *urls: QUrl) -> bool:
    """Drag things over the window and let them go; returns whether it took them."""
    mime = QMimeData()
    mime.setUrls(list(urls))
    copies, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPoint(9, 9), copies, mime, left, none)
    entered.ignore()
    QApplication.sendEvent(window, entered)
    if entered.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPoint(9, 9), copies, mime, left, none))
    return entered.isAccepted()


def test_a_dropped_journal_takes_the_place_of_the_shown_one(
    qtbot: QtBot, open_window: Opened, two: tuple[Path, Path]
) -> None:
    window = open_window("en")
    before = window.screens
    assert drop(window, QUrl.fromLocalFile(str(two[1])))
    assert window.screens is not before and not before.isVisible()
    qtbot.waitUntil(lambda: window.screens.log.query.rows.count > 0)
    assert window.screens.log.list.hasFocus()
    assert recent_journals() == [two[1]]


def test_a_dropped_file_that_is_no_journal_leaves_the_shown_one(open_window: Opened, tmp_path: Path) -> None:
    window = open_window("en")
    before, text = window.screens, tmp_path / "letter.txt"
    text.write_text("no journal")
    assert drop(window, QUrl.fromLocalFile(str(text)))
    assert window.screens is before and before.log.head.failed
    assert recent_journals() == []


def test_an_address_of_the_web_is_not_taken(open_window: Opened) -> None:
    assert not drop(open_window("en"), QUrl("https://example.com/night.db"))


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_journals_opened_last_are_opened_again_by_keys(
    qtbot: QtBot, open_window: Opened, two: tuple[Path, Path], language: str
) -> None:
    keep_journals(two)
    window = open_window(language)
    before = window.screens
    QTest.keyClick(before.log.list, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    menu = before.menu
    assert menu.isVisible() and words(language).text("review.recent") in menu.accessibleName()
    assert [row.text() for row in menu_rows(menu)] == ["first.db", "second.db"]
    focused = window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Tab)
    focused = window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert window.screens is not before
    assert recent_journals() == [two[1], two[0]]


def test_the_menu_offers_the_journals_opened_last_and_parts_two_of_one_name(
    qtbot: QtBot, open_window: Opened, two: tuple[Path, Path], tmp_path: Path
) -> None:
    archived = tmp_path / "archive" / "first.db"
    archived.parent.mkdir()
    copy(night(), archived)
    keep_journals((*two, archived))
    window = open_window("en")
    menu = window.screens.menu
    window.screens.open_menu()
    QTest.mouseClick(menu_row(menu, "Journals opened last"), Qt.MouseButton.LeftButton)
    there = [f"{tmp_path.name}/first.db", "second.db", "archive/first.db"]
    qtbot.waitUntil(lambda: [row.text() for row in menu_rows(menu)] == there)
    assert menu.isVisible()


def test_a_journal_that_is_gone_is_remembered_no_more(open_window: Opened, two: tuple[Path, Path]) -> None:
    keep_journals(two)
    two[0].unlink()
    assert recent_journals() == [two[1]]

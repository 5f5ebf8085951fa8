"""On each page with a list of people, results or findings Ctrl+F searches the list and Ctrl+P prints it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.base.plain_text import ListedRows, WriteTarget
from console.base.words import Words
from console.supervisor.review import Progress
from console.table.ui.kit import KeyCard, RowTable
from console.table.ui.page import Page
from tests.instruments.pictures.screens import every_screen
from tests.sweep import by_turns
from tests.table.ui.harness.drawn import Drawn

CONTROL = Qt.KeyboardModifier.ControlModifier
PAGES = (
    *("start-people", "start-commissioning-failed", "start-demonstration-over"),
    *("rehearsal-start", "rehearsal-failed", "rehearsal-exam-failed"),
)


class Printer:
    """Keeps what it is given to print."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed = list[ListedRows]()

    def write_rows(self, rows: ListedRows, target: WriteTarget, words: Words, progress: Progress) -> None:
        self.printed.append(rows)
        target.path.write_bytes(b"%PDF")


@pytest.fixture
def page(qtbot: QtBot, drawn: Drawn, request: pytest.FixtureRequest, tmp_path: Path) -> Page:
    name, language = request.param
    screen = drawn(every_screen()[name], language)
    found = next(each for each in (screen, *screen.findChildren(Page)) if isinstance(each, Page))
    found.printer = Printer(tmp_path)
    screen.show()
    screen.activateWindow()
    qtbot.waitUntil(screen.isActiveWindow)
    return found


def listed(page: Page) -> RowTable[object]:
    assert page.listed is not None
    return page.listed


@pytest.mark.sweep(2)
@pytest.mark.parametrize("page", by_turns(PAGES, ("ja", "de", "en")), indirect=True)
def test_ctrl_f_finds_a_row_by_any_of_its_words_and_esc_goes_back_to_the_rows(
    qtbot: QtBot, page: Page
) -> None:
    table, last = listed(page), len(listed(page).of.rows) - 1
    wanted = max(table.texts(table.of.rows[last]), key=len)
    table.choose(0)
    QTest.keyClick(page, Qt.Key.Key_F, CONTROL)
    field = table.search
    assert field is not None and field.hasFocus() and field.accessibleName() == page.words.text("keys.search")
    field.setText(wanted.upper())
    QTest.keyClick(field, Qt.Key.Key_Return)
    current = table.current
    assert current is not None and any(wanted.upper() in text.upper() for text in table.texts(current))
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.hasFocus() and not field.text(), "Esc empties a search before it leaves"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible() and table.hasFocus() and page.isVisible()
    assert table.current == current


@pytest.mark.sweep(1)
@pytest.mark.parametrize("page", by_turns(PAGES, ("ja", "de", "en")), indirect=True)
def test_ctrl_p_prints_the_rows_in_their_order_or_the_several_that_are_chosen(
    qtbot: QtBot, page: Page, tmp_path: Path
) -> None:
    table, printer = listed(page), page.printer
    assert isinstance(printer, Printer)
    for several in (False, True):
        table.choose(0)
        if several:
            QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClick(table, Qt.Key.Key_P, CONTROL)
        assert page.save is not None and page.save.isVisible() and page.save.name.hasFocus()
        page.save.name.setText(f"{several}")
        QTest.keyClick(page.save.name, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not page.work.busy)
        assert (tmp_path / f"{several}.pdf").exists() and f"{several}.pdf" in page.message
        rows = table.chosen_rows if several else table.of.rows
        printed = printer.printed[-1]
        assert printed.rows == tuple(map(table.texts, rows))
        assert printed.title == page.title.replace("\u00ad", "") and printed.columns
        assert QApplication.focusWidget() in (table, page), "the keys go on to the list"


@pytest.mark.parametrize("page", [(next(iter(PAGES)), "ja")], indirect=True)
def test_f9_reaches_the_page_beneath_the_question_for_a_name(qtbot: QtBot, page: Page) -> None:
    QTest.keyClick(listed(page), Qt.Key.Key_P, CONTROL)
    assert page.save is not None
    with qtbot.waitSignal(page.language_requested):
        QTest.keyClick(page.save.name, Qt.Key.Key_F9)
    page.set_words(Words(page.words.next_language))
    assert page.save.primary.text() == page.words.text("save.press")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("page", [(name, "ja") for name in PAGES], indirect=True)
def test_f1_says_both_keys_and_a_page_without_a_printer_says_no_print(page: Page) -> None:
    for printer in (page.printer, None):
        page.printer = printer
        QTest.keyClick(page, Qt.Key.Key_F1)
        card = page.findChild(KeyCard)
        assert card is not None and card.isVisible()
        says = [text for _, text in card.rows]
        assert (page.words.text("keys.print") in says) is (printer is not None)
        assert page.words.text("keys.search") in says
        QTest.keyClick(card, Qt.Key.Key_Escape)


@pytest.mark.parametrize("page", [("start-people", "de")], indirect=True)
def test_a_search_goes_on_at_the_first_row_and_finds_nothing_that_is_not_there(page: Page) -> None:
    table = listed(page)
    QTest.keyClick(table, Qt.Key.Key_F, CONTROL)
    field = table.search
    assert field is not None
    table.choose(2)
    field.setText("no such name")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert table.at == 2
    field.setText(table.texts(table.of.rows[0])[1])
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert table.at == 0

"""The log's rows under real keys, a mouse and a finger: chosen, copied, dragged wider, and read out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.plain_text import tab_separated
from console.base.words import LANGUAGES
from console.supervisor.ui.review.log import log_model, log_screen
from console.supervisor.ui.review.log.log_list import LogList
from console.supervisor.ui.review.log.log_model import COLUMNS, LAST, TIME, WHAT
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.ui.kit.desk_settings import desk_settings
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.log.at_log import in_view, press

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    yield
    desk_settings().clear()


def spot(rows: LogList, line: int, column: int = WHAT) -> QPoint:
    return rows.visualRect(rows.model().index(line, column)).center()


def chosen(rows: LogList) -> list[int]:
    return sorted(line for span in rows.chosen_lines for line in span)


def copied(screen: LogScreen) -> list[list[str]]:
    press(screen, Qt.Key.Key_C, CONTROL)
    return [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]


@pytest.mark.sweep
def test_a_press_chooses_and_a_finger_that_drags_scrolls(qtbot: QtBot, screen: LogScreen) -> None:
    rows, device = screen.list, QTest.createTouchDevice()
    QTest.mouseClick(rows.viewport(), LEFT, pos=spot(rows, 2))
    assert rows.at == 2
    view, down = rows.viewport(), QPoint(300, 400)
    QTest.touchEvent(view, device).press(0, down, view).commit()
    ups = count(390, -10)

    def is_scrolled() -> bool:
        QTest.touchEvent(view, device).move(0, QPoint(300, next(ups)), view).commit()
        return rows.verticalScrollBar().value() > 100

    qtbot.waitUntil(is_scrolled)
    QTest.touchEvent(view, device).release(0, QPoint(300, next(ups)), view).commit()
    assert chosen(rows) == [2], "a drag chooses nothing"
    tapped = rows.rowAt(180)
    for act in ("press", "release"):
        getattr(QTest.touchEvent(view, device), act)(0, QPoint(300, 180), view).commit()
    assert chosen(rows) == [tapped] != [2]


def test_dragging_the_bar_goes_through_all_of_it(screen: LogScreen) -> None:
    rows, bar = screen.list, screen.list.verticalScrollBar()
    QTest.mousePress(bar, LEFT, pos=QPoint(7, 10))
    QTest.mouseMove(bar, QPoint(7, bar.height() + 40))
    QTest.mouseRelease(bar, LEFT, pos=QPoint(7, bar.height() - 4))
    assert rows.lines_in_view[1] == screen.query.rows.count - 1
    assert rows.at == 0, "what is chosen stays"


def test_pages_go_by_what_is_in_view(screen: LogScreen) -> None:
    rows = screen.list
    fitting = rows.viewport().height() // 50
    press(screen, Qt.Key.Key_PageDown)
    assert fitting - 1 <= rows.at <= fitting + 1
    assert rows.at in range(rows.lines_in_view[0], rows.lines_in_view[1] + 1)
    press(screen, Qt.Key.Key_PageUp)
    assert rows.at <= 1


def test_several_rows_are_chosen_by_shift_and_by_control(screen: LogScreen) -> None:
    rows = screen.list
    press(screen, Qt.Key.Key_Down, SHIFT)
    press(screen, Qt.Key.Key_Down, SHIFT)
    assert chosen(rows) == [0, 1, 2]
    QTest.mouseClick(rows.viewport(), LEFT, CONTROL, spot(rows, 5))
    assert chosen(rows) == [0, 1, 2, 5] and screen.row is in_view(screen)[5]
    press(screen, Qt.Key.Key_End, SHIFT)
    assert chosen(rows)[-1] == screen.query.rows.count - 1
    press(screen, Qt.Key.Key_Home)
    assert chosen(rows) == [0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_copy_is_what_is_seen_with_tabs_between(screen: LogScreen, language: str) -> None:
    screen.set_words(words(language))
    press(screen, Qt.Key.Key_Down, SHIFT)
    rows = screen.query.rows
    seen = [[rows.index(line, column).data() for column in range(len(COLUMNS))] for line in (0, 1)]
    assert [line[1:] for line in copied(screen)] == seen
    assert copied(screen)[0][0] == in_view(screen)[0].at.astimezone().date().isoformat()
    assert screen.head.result == words(language).text("review.copied", count="2")


def test_all_rows_are_copied_though_few_are_kept(screen: LogScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_screen, "_CHUNK", 7)
    every = screen.query.rows.count
    press(screen, Qt.Key.Key_A, CONTROL)
    lines = copied(screen)
    assert len(lines) == every
    assert [line[1] for line in lines] == sorted((line[1] for line in lines), reverse=True)


def test_bytes_beneath_a_row_are_copied_in_their_place(screen: LogScreen) -> None:
    at = next(at for at, row in enumerate(in_view(screen)) if row.device is not None)
    screen.list.choose(at)
    press(screen, Qt.Key.Key_Right)
    press(screen, Qt.Key.Key_Down, SHIFT)
    row, beneath = copied(screen)
    assert row[2] == "T7" and beneath[2] == "" and "05 32" in beneath[1 + WHAT]


def test_a_remark_can_begin_no_line_no_cell_and_no_formula(screen: LogScreen) -> None:
    line = tab_separated(("09:00", "=HYPERLINK(1)\t\r\nT9\u202e"))
    assert line == "09:00\t'=HYPERLINK(1)<U+0009><U+000D><U+000A>T9<U+202E>"


def test_a_copy_that_takes_long_shows_its_progress_and_esc_stops_it(
    screen: LogScreen, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(log_screen, "_CHUNK", 7)
    monkeypatch.setattr(screen.query, "ask_rows", lambda *_: None)
    QGuiApplication.clipboard().setText("before")
    press(screen, Qt.Key.Key_A, CONTROL)
    press(screen, Qt.Key.Key_C, CONTROL)
    qtbot.waitUntil(screen.progress.isVisible)
    with qtbot.assertNotEmitted(screen.left):
        press(screen, Qt.Key.Key_Escape)
    assert screen.progress.isHidden() and not screen.read.busy
    assert screen.head.result == words("en").text("shift.stopped")
    assert QGuiApplication.clipboard().text() == "before"


def test_letters_typed_on_the_rows_begin_a_search(screen: LogScreen, qtbot: QtBot) -> None:
    every = screen.query.rows.count
    QTest.keyClicks(screen.list, "h")
    assert screen.search.text() == "h"
    QTest.keyClicks(screen.search, "idden")
    qtbot.waitUntil(lambda: screen.query.rows.count == 1)
    QTest.keyClick(screen.search, Qt.Key.Key_Down)
    assert screen.query.rows.count == 1 < every


def test_a_column_that_is_dragged_wider_is_as_wide_the_next_time(screen: LogScreen, qtbot: QtBot) -> None:
    head = screen.list.horizontalHeader()
    before, edge = head.sectionSize(TIME), head.sectionViewportPosition(TIME) + head.sectionSize(TIME) - 1
    y = head.height() // 2
    QTest.mousePress(head.viewport(), LEFT, pos=QPoint(edge, y))
    QTest.mouseMove(head.viewport(), QPoint(edge + 60, y))
    QTest.mouseRelease(head.viewport(), LEFT, pos=QPoint(edge + 60, y))
    assert head.sectionSize(TIME) == before + 60
    another = LogList(screen.query.rows)
    qtbot.addWidget(another)
    another.u = 2.0
    another.resize(1700, 1000)
    another.arrange()
    assert another.horizontalHeader().sectionSize(TIME) == 2 * (before + 60)
    assert sum(another.columnWidth(at) for at in range(len(COLUMNS))) == another.viewport().width()


def test_unreadable_column_widths_are_ignored(screen: LogScreen, qtbot: QtBot) -> None:
    for kept in (["wide"] * len(COLUMNS), ["nan"] * len(COLUMNS), ["9"], "9", ["-4"] * len(COLUMNS)):
        desk_settings().setValue("log/columns", kept)
        another = LogList(screen.query.rows)
        qtbot.addWidget(another)
        assert another.columnWidth(TIME) == screen.list.columnWidth(TIME), kept


@pytest.mark.sweep
def test_control_plus_and_minus_scale_the_rows_and_zero_undoes_it(screen: LogScreen, qtbot: QtBot) -> None:
    rows, high = screen.list, screen.list.rowHeight(0)
    press(screen, Qt.Key.Key_End)
    for _ in range(3):
        press(screen, Qt.Key.Key_Plus, CONTROL)
    assert rows.rowHeight(0) == round(50 * 1.1**3) > high
    assert rows.viewport().rect().intersects(rows.visualRect(rows.currentIndex()))
    another = LogList(screen.query.rows)
    qtbot.addWidget(another)
    another.set_unit(1.0)
    assert another.rowHeight(0) == rows.rowHeight(0), "it is remembered"
    for _ in range(30):
        press(screen, Qt.Key.Key_Minus, CONTROL)
    assert 10 < rows.rowHeight(0) < high
    press(screen, Qt.Key.Key_0, CONTROL)
    assert rows.rowHeight(0) == high


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_columns_name_has_its_room(screen: LogScreen, language: str) -> None:
    screen.set_words(words(language))
    head = screen.list.horizontalHeader()
    for column in range(len(COLUMNS)):
        name = head.fontMetrics().horizontalAdvance(str(head.model().headerData(column, head.orientation())))
        assert name <= head.sectionSize(column) - 8


@pytest.mark.sweep
def test_from_the_last_listed_row_the_keys_go_on(screen: LogScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    every, number = in_view(screen), len(in_view(screen))
    monkeypatch.setattr(log_model, "LISTED", 20)
    screen.query.renew()
    assert screen.query.rows.rowCount() == 20
    for row in every[1:]:
        press(screen, Qt.Key.Key_Down)
        assert screen.row == row
    press(screen, Qt.Key.Key_Down)
    assert screen.row == every[-1]
    for row in every[-2::-1]:
        press(screen, Qt.Key.Key_Up)
        assert screen.row == row
    press(screen, Qt.Key.Key_End)
    assert screen.row == every[-1] and screen.query.rows.place_of(screen.list.at) == (number - 1, 0)
    press(screen, Qt.Key.Key_Home)
    assert screen.row == every[0] and screen.list.at == 0


# --- what a screen reader meets ------------------------------------------------------------------------


def described(part: QAccessibleInterface) -> tuple[str, str]:
    return part.role().name, part.text(QAccessible.Text.Name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_reader_meets_a_table_with_named_columns(screen: LogScreen, language: str) -> None:
    text = words(language)
    screen.set_words(text)
    table = QAccessible.queryAccessibleInterface(screen.list)
    assert described(table) == ("Table", text.text("review.log"))
    rows, many = screen.query.rows, 1 + len(COLUMNS)
    assert table.childCount() == (rows.count + 1) * many
    dump = [described(table.child(at)) for at in range(table.childCount())]
    assert dump[1:many] == [("ColumnHeader", text.text(key)) for key in COLUMNS.values()]
    at = next(at for at, row in enumerate(in_view(screen)) if row.device is not None)
    seen = [str(rows.index(at, column).data()) for column in range(len(COLUMNS))]
    seen[WHAT] = f"{seen[WHAT]}. {text.text('review.bytes.hidden')}"
    number = str(in_view(screen)[at].number)
    head, *cells = dump[(at + 1) * many : (at + 2) * many]
    assert head == ("RowHeader", number) and cells == [("Cell", each) for each in seen]
    screen.list.choose(at)
    what = [table.child((line + 1) * many + 1 + WHAT) for line in (at, at + 1)]
    assert [cell.state().selected for cell in what] == [1, 0]


def test_a_list_without_rows_says_so_to_a_screen_reader(screen: LogScreen) -> None:
    screen.query.seek("zeppelin")
    table = QAccessible.queryAccessibleInterface(screen.list)
    assert table.text(QAccessible.Text.Description) == words("en").text("review.nothing")
    assert len(COLUMNS) - 1 == LAST

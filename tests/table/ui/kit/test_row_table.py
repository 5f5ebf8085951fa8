"""A desk's table under a hand: keys, mouse, clipboard, widths that stay, and the place of a chosen row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.table.ui.kit.desk_settings import desk_settings
from console.table.ui.kit.row_table import Cell, RowTable, TableColumn
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import texts_of

LEFT, SHIFT, CTRL = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


class Player(NamedTuple):
    id: int
    name: str
    note: str = ""


PLAYERS = tuple(
    Player(at, f"{letter}{'ab'[at % 2]}", "x" * (at % 3)) for at, letter in enumerate("QWERTYUIOPASDFGHJKL")
)


class Page(QWidget):
    """The surroundings of a table: they note the keys that the table lets through."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[int] = []

    def keyPressEvent(self, event: object) -> None:
        self.keys.append(event.key())  # type: ignore[attr-defined]


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[RowTable[Player]]:
    desk_settings().clear()
    page = Page()
    qtbot.addWidget(page)
    page.resize(640, 400)
    made: RowTable[Player] = RowTable(
        "players",
        (
            TableColumn("people.ask.id", 100, lambda each: Cell(str(each.id)), lambda each: each.id, align=1),
            TableColumn("people.ask.name", 200, lambda each: Cell(each.name), lambda each: each.name),
            TableColumn("people.state", 100, lambda each: Cell(each.name.lower(), beneath=each.note)),
        ),
        lambda each: each.id,
        wide=1,
        names=1,
    )
    made.setParent(page)
    made.resize(600, 300)
    made.arrange()
    made.show_rows(PLAYERS, words("en"))
    page.show()
    made.setFocus()
    yield made
    desk_settings().clear()


def press(
    table: RowTable[Player],
    row: int,
    column: int = 1,
    with_key: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    place = table.visualRect(table.of.index(row, column)).center()
    QTest.mouseClick(table.viewport(), LEFT, with_key, place)


def test_keys_move_by_rows_by_pages_and_to_the_ends(table: RowTable[Player]) -> None:
    press(table, 0)
    rows = []
    for key in ("Down", "PageDown", "PageUp", "Up", "End", "Home"):
        QTest.keyClick(table, getattr(Qt.Key, f"Key_{key}"))
        rows.append(table.at)
    assert rows[0] == 1 and 2 < rows[1] < 10 and rows[2:] == [rows[1] - (rows[1] - 1), 0, 18, 0]


@pytest.mark.sweep
def test_typed_letters_go_to_the_row_whose_name_begins_so_in_whichever_column_one_is(
    table: RowTable[Player],
) -> None:
    press(table, 0, column=2)
    QTest.keyClicks(table, "pb")
    assert table.current is not None and table.current.name == "Pb"
    assert table.chosen_rows == [table.current]


def test_several_rows_are_copied_as_they_are_seen(table: RowTable[Player]) -> None:
    press(table, 1)
    press(table, 2, with_key=SHIFT)
    press(table, 5, with_key=CTRL)
    QTest.keyClick(table, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "1\tWb\twb. x\n2\tEa\tea. xx\n5\tYb\tyb. xx"


def test_a_press_on_a_title_sorts_and_the_third_gives_the_first_order_back(table: RowTable[Player]) -> None:
    press(table, 3)
    header = table.horizontalHeader()
    title = QPoint(header.sectionPosition(1) + 60, header.height() // 2)
    orders = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), LEFT, pos=title)
        orders.append([row.name for row in table.of.rows])
        assert table.current == PLAYERS[3] and table.chosen_rows == [table.current], "it stays chosen"
    names = [each.name for each in PLAYERS]
    assert orders == [sorted(names), sorted(names, reverse=True), names]


@pytest.mark.parametrize("unit", [0.8, 1.35, 1.8])
def test_titles_are_painted_in_the_letters_that_were_measured(table: RowTable[Player], unit: float) -> None:
    """Their columns are as wide as the measured words: larger letters would be cut."""
    table.set_unit(unit)
    once = table.horizontalHeader().grab().toImage()
    table.arrange()
    assert table.horizontalHeader().grab().toImage() == once


def test_a_dragged_width_is_there_again_at_the_next_start(table: RowTable[Player], qtbot: QtBot) -> None:
    header = table.horizontalHeader()
    before = header.sectionSize(0)
    edge = QPoint(header.sectionPosition(1) - 1, header.height() // 2)
    QTest.mousePress(header.viewport(), LEFT, pos=edge)
    QTest.mouseMove(header.viewport(), edge + QPoint(30, 0))
    QTest.mouseRelease(header.viewport(), LEFT, pos=edge + QPoint(60, 0))
    dragged = header.sectionSize(0)
    assert dragged > before + 20
    next_start: RowTable[Player] = RowTable("players", table.of.columns, table.of.key, wide=1)
    qtbot.addWidget(next_start)
    next_start.resize(1200, 600)
    next_start.u = 2.0
    next_start.arrange()
    next_start.show_rows(PLAYERS, words("de"))
    next_start.show()
    there_again = next_start.horizontalHeader().sectionSize(0)
    assert there_again == pytest.approx(2 * dragged, abs=2), "on a screen twice as large"


def test_a_column_that_qt_stretched_is_no_column_that_a_person_dragged(table: RowTable[Player]) -> None:
    header = table.horizontalHeader()
    edge = QPoint(header.sectionPosition(1) - 1, header.height() // 2)
    QTest.mousePress(header.viewport(), LEFT, pos=edge)
    QTest.mouseMove(header.viewport(), edge - QPoint(30, 0))
    QTest.mouseRelease(header.viewport(), LEFT, pos=edge - QPoint(60, 0))
    assert header.sectionSize(2) > table.of.columns[2].wide
    kept = [float(each) for each in cast(list[str], desk_settings().value("players/columns"))]
    assert kept[0] < table.of.columns[0].wide
    assert kept[1:] == [column.wide for column in table.of.columns[1:]]


def test_the_chosen_rows_stay_chosen_when_others_come_before_them(table: RowTable[Player]) -> None:
    press(table, 4)
    press(table, 6, with_key=CTRL)
    chosen = table.chosen_rows
    heard = list[bool]()
    table.chose.connect(lambda: heard.append(True))
    table.show_rows((Player(99, "New"), *PLAYERS), words("en"))
    assert table.chosen_rows == chosen
    assert table.current == PLAYERS[6] and not heard


def test_enter_esc_and_the_alarms_keys_are_the_pages(table: RowTable[Player]) -> None:
    press(table, 0)
    pressed = [getattr(Qt.Key, f"Key_{name}") for name in ("Return", "Escape", "F1", "F2", "F3", "F9")]
    for key in pressed:
        QTest.keyClick(table, key)
    page = table.parentWidget()
    assert isinstance(page, Page) and page.keys == [*pressed]


def test_a_double_press_opens_a_row(table: RowTable[Player]) -> None:
    opened = list[int]()
    table.opened.connect(opened.append)
    place = table.visualRect(table.of.index(2, 1)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    QTest.mouseDClick(table.viewport(), LEFT, pos=place)
    assert opened == [2]


def test_no_cell_has_letters_smaller_than_16_units(table: RowTable[Player]) -> None:
    """The last resort of a long name was 14 units, and that of a long note beneath it 13."""
    row = Player(1, "Hans-Joachim Oberreitermayr-Weißenfelser", "relieved at the other table")
    table.show_rows((row,), words("en"))
    assert {each.text: each.size for each in texts_of(table) if each.size < 16 * table.u} == {}

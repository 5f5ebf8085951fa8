"""The search at the wall finds tables and people, with and without accents."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.floor.nights import with_these
from tests.floor.readings import coming, reading, table, waiting
from tests.floor.ui.wall_at_work import SEARCH, WallAtWork


def test_the_search_finds_tables_and_people(floor: WallAtWork) -> None:
    floor.press(SEARCH)
    floor.window.views.search.setText("guð")
    floor.window.alarms.count_on()
    assert floor.places == ["B2", "D12", "R7"]
    QTest.keyClick(floor.window.views.search, Qt.Key.Key_Return)
    assert floor.window.views.opened.table == "B2"


_FOUND = {
    "elin": "B1",
    "Elín": "B1",
    "gud": "B2",
    "guðrun": "B2",
    "aegis": "B2",
    "thor": "B3",
    "t": "B2 B3 B4 J5",
    "oberg": "B4",
    "Ö": "B4",
    "å": "B4",
    "soren": "J5",
    "gross": "J5",
    "が": "J6",
    "か": "",
    "ｂ１": "B1",
    "aist": "B2 J5",
    "Aistė": "B2",
    "elinx": "",
    " ": "",
}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("typed", _FOUND)
def test_a_name_is_found_with_its_accents_and_without_them(floor: WallAtWork, typed: str) -> None:
    """A letter with a mark stands for itself alone; kana have no accents; who is coming is found too."""
    dealers = ("Elín J.", "Guðrún Ægisdóttir", "Þórdís B.", "Åsta Öberg", "Søren Aistgroß", "ながの")
    tables = [table(f"{'B' if at < 4 else 'J'}{at + 1}", dealer=who) for at, who in enumerate(dealers)]
    call = waiting("B2", "call", dealer=dealers[1], taken=replace(coming(), name="Aistė"))
    floor.hear(1.0, reading(*with_these(tables, {1: call})))
    floor.press(SEARCH)
    floor.window.views.search.setText(typed)
    floor.window.alarms.count_on()
    assert floor.places == _FOUND[typed].split()


def test_a_search_for_a_coming_person_finds_a_row_that_names_them(floor: WallAtWork) -> None:
    floor.press(SEARCH)
    floor.window.views.search.setText("jonas")
    floor.window.alarms.count_on()
    line = floor.lines[0]
    assert line.place == "B2" and line.by.startswith("Jonas is coming")


def test_a_search_for_a_dealer_names_nobody_who_is_coming(floor: WallAtWork) -> None:
    floor.hear(1.0, reading(table("J4", dealer="Mei T.")))
    floor.press(SEARCH)
    floor.window.views.search.setText("mei")
    floor.window.alarms.count_on()
    (line,) = floor.lines
    assert (line.place, line.dealer, line.by) == ("J4", "Mei T.", "")


def test_a_search_says_that_it_found_nothing_once_something_is_typed(floor: WallAtWork) -> None:
    floor.press(SEARCH)
    search, rows, words = floor.window.views.search, floor.window.views.list, floor.window.words
    for typed, said in (("", "floor.search.hint"), (" ", "floor.search.hint"), ("zzz", "floor.none_found")):
        search.setText(typed)
        floor.window.alarms.count_on()
        assert rows.note == words.text(said), typed


def test_a_step_down_without_a_result_keeps_the_typed_text(floor: WallAtWork) -> None:
    search = floor.window.views.search
    floor.press(SEARCH)
    for typed in ("", "zzz"):
        search.setText(typed)
        floor.window.alarms.count_on()
        QTest.keyClick(search, Qt.Key.Key_Down)
        assert search.isVisible() and search.text() == typed and search.hasFocus()
    search.setText("B2")
    floor.window.alarms.count_on()
    QTest.keyClick(search, Qt.Key.Key_Down)
    assert floor.window.views.list.hasFocus()
    search.setText("zzz")
    search.setFocus()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    QTest.keyClick(floor.window.focusWidget() or floor.window, Qt.Key.Key_Escape)
    assert search.isHidden()

"""A device's bytes stand beneath what they said, once they are asked for or searched for."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from console.supervisor.ui.review.log.filters import FilterCondition
from console.supervisor.ui.review.log.log_model import LAST, TIME, WHAT
from console.supervisor.ui.review.log.log_screen import LogScreen
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.log.at_log import in_view, press


def spoken(screen: LogScreen) -> str:
    """The words of assistive tools for the chosen row."""
    return str(screen.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))


def _of_device(screen: LogScreen) -> int:
    """The line of the newest row that a device's bytes said."""
    return next(at for at, row in enumerate(in_view(screen)) if row.device is not None)


def test_a_devices_bytes_stand_under_what_they_said_once_they_are_asked_for(screen: LogScreen) -> None:
    before = in_view(screen)
    assert {row.kind for row in before}.isdisjoint({"bytes_received"})
    screen.list.choose(_of_device(screen))
    reading = screen.row
    assert reading is not None and "hidden" in spoken(screen)
    press(screen, Qt.Key.Key_Right)
    assert screen.query.rows.count == len(before) + 1 and screen.row is reading
    press(screen, Qt.Key.Key_Down)
    row = screen.row
    assert row is not None and (row.kind, row.number) == ("bytes_received", reading.number - 1)
    text = screen.query.rows.text_of(row).what
    assert "05 32 44" in text, "the second frame of a shoe: its bytes, not only that there were some"
    press(screen, Qt.Key.Key_Down)
    assert screen.row is before[before.index(reading) + 1], "beneath them the log goes on"
    press(screen, Qt.Key.Key_Up)
    press(screen, Qt.Key.Key_Left)
    assert screen.row is reading and in_view(screen) == before


def test_bytes_beneath_two_rows_leave_each_line_its_row(screen: LogScreen) -> None:
    before = in_view(screen)
    first, second = (at for at, row in enumerate(before) if row.device is not None)
    for at in (second, first):
        screen.list.choose(at)
        press(screen, Qt.Key.Key_Right)
    rows = in_view(screen)
    assert [row for row in rows if row.kind != "bytes_received"] == before
    assert [rows.index(each) - at for at, each in enumerate(before)] == [
        (at > first) + (at > second) for at in range(len(before))
    ]
    screen.time.apply_text("00:00")
    assert screen.row is before[screen.query.rows.place_of(screen.list.at)[0]], "a time leads to its row"


def test_a_touch_before_a_row_unfolds_it_and_folds_it_again(screen: LogScreen) -> None:
    at, many = _of_device(screen), screen.query.rows.count
    list_ = screen.list
    list_.scrollTo(list_.model().index(at, TIME))
    spot = QPoint(20, list_.rowViewportPosition(at) + 25)
    QTest.mouseClick(list_.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert screen.list.at == at and screen.query.rows.count == many + 1
    assert list_.columnSpan(at + 1, WHAT) == LAST - WHAT + 1, "bytes have the whole width"
    spot = QPoint(20, list_.rowViewportPosition(at) + 25)
    QTest.mouseClick(list_.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert screen.query.rows.count == many


def test_all_bytes_are_listed_where_they_are_asked_for(screen: LogScreen) -> None:
    folded = screen.query.rows.count
    assert screen.head.text == f"{folded} entries, entries with device bytes, not shown: 2"
    press(screen, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert sum(row.kind == "bytes_received" for row in in_view(screen)) == 2
    assert screen.head.text == f"{folded + 2} entries"
    assert spoken(screen).count("device bytes of this") == 0, "nothing is left to unfold"
    chip = next(key for key in screen.filters.chips.keys if key.chip.condition is FilterCondition.BYTES)
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert screen.query.rows.count == folded
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert screen.query.rows.count == folded + 2


def test_a_search_for_bytes_shows_them_and_where_they_match(screen: LogScreen) -> None:
    screen.query.seek("0532")
    (row,) = in_view(screen)
    assert row.kind == "bytes_received"
    assert "0532" in screen.query.rows.text_of(row).beneath


def test_the_logs_key_list_explains_how_the_bytes_are_shown(screen: LogScreen) -> None:
    keys = dict(screen.key_rows(words("en")))
    assert keys["→  ←"] == "Show or hide the device bytes of the row"
    assert keys["Ctrl+B"] == "Show or hide all device bytes"

"""An alarm is set aside with a reason and a time, only after its question was seen and while it may be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.alarms.watch import RISES
from console.floor.wall import Reading, SeenTable, Taking
from tests.floor.nights import calm, with_these
from tests.floor.readings import coming, fault, reading, shelf, table, waiting
from tests.ui.floor.wall_at_work import JONAS, Floor
from tests.ui.stands.menu_rows import menu_row, menu_rows
from tests.words.catalogues import words

TAKEN_FIRST = "J2: Jonas has taken the call. It can be set aside only after it is released."


def _calling(taken: Taking | None = None) -> Reading:
    return reading(*with_these(calm(3), {1: waiting("x", "call", age=20.0, taken=taken)}))


def test_laying_aside_asks_why_and_for_how_long_and_stays_counted(floor: Floor) -> None:
    floor.window.sign_in.person = JONAS
    at = floor.places.index("B3")
    for _ in range(at):
        floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_H)
    floor.see()
    menu_row(floor.window.menu, "A technician is coming").click()
    QTest.qWait(1)
    floor.see()
    menu_row(floor.window.menu, "For 30 minutes").click()
    assert floor.desk.asked == [("shelve", "B3", "device")]
    floor.hear(1.0)
    assert "B3" not in floor.places
    assert "alarms set aside: 1" in floor.window.bar.accessibleName()
    floor.press(Qt.Key.Key_F4)
    assert floor.places == ["B3"]
    floor.press(Qt.Key.Key_H)
    assert floor.desk.asked[-1] == ("unshelve", "B3", "device")


def test_no_press_sets_an_alarm_aside_before_its_question_was_seen(qtbot: QtBot) -> None:
    floor = Floor(_calling())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    floor.press(Qt.Key.Key_H)
    floor.see(0.1)
    menu = floor.window.menu
    for row in ("why", "for how long"):
        floor.press(Qt.Key.Key_Return)
        assert menu_rows(menu)[-1].hasFocus() and menu.isVisible(), row
        floor.press(Qt.Key.Key_Tab)
        floor.press(Qt.Key.Key_Return)
        QTest.mouseClick(menu_rows(menu)[0], Qt.MouseButton.LeftButton)
        QTest.qWait(1)
        assert menu.isVisible() and floor.desk.asked == []
        floor.clock.advance(0.4)
        floor.press(Qt.Key.Key_Return)
        QTest.qWait(1)
        if menu.isVisible():
            floor.see(0.1)
    assert [asked[:2] for asked in floor.desk.asked] == [("shelve", "J2")]
    floor.window.close()


def test_a_double_click_on_set_aside_leaves_its_question_open(qtbot: QtBot) -> None:
    floor = Floor(_calling())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    menu, beside = floor.window.menu, QPoint(3, 3)
    floor.press(Qt.Key.Key_H)
    floor.see(0.12)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=beside)
    assert menu.isVisible()
    floor.clock.advance(0.4)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=beside)
    assert menu.isHidden() and floor.desk.asked == []
    floor.window.open_menu()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=beside)
    assert menu.isHidden(), "a menu that asks nothing closes at once"
    floor.window.close()


@pytest.mark.parametrize(
    ("arrived", "says"),
    [
        (False, TAKEN_FIRST),
        (True, "Jonas is at the table"),
    ],
)
def test_a_call_that_somebody_has_taken_is_not_set_aside(qtbot: QtBot, arrived: bool, says: str) -> None:
    """Else it would be out of sight when it is released because nobody has come."""
    floor = Floor(_calling(replace(coming(12.0), arrived=arrived)))
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    assert not floor.window.keys.acts["shelve"].isEnabled()
    floor.press(Qt.Key.Key_H)
    assert floor.window.menu.isHidden() and floor.window.note.text == says
    floor.window.close()


def test_a_call_that_was_taken_during_the_sign_in_is_not_set_aside(qtbot: QtBot) -> None:
    floor = Floor(_calling())
    qtbot.addWidget(floor.window)
    floor.press(Qt.Key.Key_H)
    floor.hear(1.0, _calling(coming(1.0)))
    floor.sign_in()
    assert floor.window.menu.isHidden() and floor.desk.asked == []
    assert floor.window.note.text == TAKEN_FIRST
    floor.window.close()


def test_a_call_that_was_taken_while_a_reason_was_asked_for_is_not_set_aside(qtbot: QtBot) -> None:
    floor = Floor(_calling())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    floor.press(Qt.Key.Key_H)
    assert floor.window.menu.accessibleName() == "Set aside: J2, call"
    floor.see()
    menu_row(floor.window.menu, "A technician is coming").click()
    QTest.qWait(1)
    floor.hear(0.5, _calling(coming(1.0)))
    floor.see()
    menu_row(floor.window.menu, "For 15 minutes").click()
    assert floor.desk.asked == []
    assert floor.window.note.text == TAKEN_FIRST
    floor.window.close()


@pytest.mark.parametrize(
    ("meanwhile", "says"),
    [
        ([waiting("x", "call", age=RISES + 1)], "J2: an alarm of the highest urgency can’t be set aside"),
        ([], "This alarm has ended"),
    ],
    ids=["risen", "ended"],
)
def test_an_alarm_that_rose_or_ended_while_a_reason_was_asked_for_is_not_set_aside(
    qtbot: QtBot, meanwhile: list[SeenTable], says: str
) -> None:
    floor = Floor(_calling())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    floor.press(Qt.Key.Key_H)
    floor.see()
    menu_row(floor.window.menu, "A technician is coming").click()
    QTest.qWait(1)
    floor.hear(0.5, reading(*with_these(calm(3), dict(enumerate(meanwhile, 1)))))
    floor.see()
    menu_row(floor.window.menu, "For 15 minutes").click()
    assert floor.desk.asked == [] and floor.window.note.text == says
    floor.window.close()


def test_a_press_on_a_question_that_comes_too_early_says_so(qtbot: QtBot) -> None:
    floor = Floor(_calling())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    floor.press(Qt.Key.Key_H)
    floor.see(0.1)
    floor.press(Qt.Key.Key_Return)
    note = floor.window.note
    assert note.isVisible() and note.text == words("en").text("press.too_new")
    floor.window.close()


def test_a_list_without_rows_says_what_is_set_aside(qtbot: QtBot) -> None:
    aside = table("x", faults=fault("shoe"), shelved=(shelf("device"),))
    floor = Floor(reading(*with_these(calm(3), {1: aside})))
    qtbot.addWidget(floor.window)
    assert floor.places == []
    assert floor.window.views.list.note == "Alarms set aside: 1"
    floor.hear(1.0, reading(*calm(3)))
    assert floor.window.views.list.note == "No table needs attention now"
    floor.window.close()


def test_nothing_high_can_be_laid_aside(floor: Floor) -> None:
    floor.window.sign_in.person = JONAS
    floor.press(Qt.Key.Key_H)
    assert floor.window.menu.isHidden()
    assert not floor.window.keys.acts["shelve"].isEnabled()

"""An alarm is set aside with a reason and a time, only after its question was seen and while it may be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from console.floor.ui.wall_keys import WallAct
from console.floor.wall import CallTaker, Reading, SeenTable
from tests.base.words.catalogues import words
from tests.floor.nights import calm, with_these
from tests.floor.readings import coming, fault, reading, shelf, table, waiting
from tests.floor.ui.wall_at_work import ENTER, JONAS, SET_ASIDE, TO_ASIDE, WallAtWork, WallOf
from tests.table.ui.harness.menu_rows import menu_rows

TAKEN_FIRST = "J2: Jonas has taken the call and must release it before it can be set aside."


def _calling(taken: CallTaker | None = None) -> Reading:
    return reading(*with_these(calm(3), {1: waiting("x", "call", age=20.0, taken=taken)}))


def test_laying_aside_asks_why_and_for_how_long_and_stays_counted(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.choose("B3")
    floor.press(SET_ASIDE)
    floor.answer("A technician is coming", "For 30 minutes")
    assert floor.asked == [("shelve", "B3", "device shoe")]
    floor.hear(1.0)
    assert "B3" not in floor.places
    assert "alarms set aside: 1" in floor.window.bar.accessibleName()
    floor.press(TO_ASIDE)
    assert floor.places == ["B3"]
    floor.press(SET_ASIDE)
    assert floor.asked[-1] == ("unshelve", "B3", "device shoe")


def test_no_press_sets_an_alarm_aside_before_its_question_was_seen(wall_of: WallOf) -> None:
    floor = wall_of(_calling())
    floor.person = JONAS
    floor.press(SET_ASIDE)
    floor.see(0.1)
    menu = floor.window.menu
    for row in ("why", "for how long"):
        floor.press(ENTER)
        assert menu_rows(menu)[0].hasFocus() and menu.isVisible(), row
        floor.press(Qt.Key.Key_Tab)
        floor.press(ENTER)
        QTest.mouseClick(menu_rows(menu)[1], Qt.MouseButton.LeftButton)
        QTest.qWait(1)
        assert menu.isVisible() and floor.asked == []
        floor.clock.advance(0.4)
        floor.press(ENTER)
        QTest.qWait(1)
        if menu.isVisible():
            floor.see(0.1)
    assert [asked[:2] for asked in floor.asked] == [("shelve", "J2")]


def test_a_double_click_on_set_aside_leaves_its_question_open(wall_of: WallOf) -> None:
    floor = wall_of(_calling())
    floor.person = JONAS
    menu, beside = floor.window.menu, QPoint(3, 3)
    floor.press(SET_ASIDE)
    floor.see(0.12)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=beside)
    assert menu.isVisible()
    floor.clock.advance(0.4)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=beside)
    assert menu.isHidden() and floor.asked == []
    floor.window.open_menu()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=beside)
    assert menu.isHidden(), "a menu that asks nothing closes at once"


@pytest.mark.parametrize(
    ("arrived", "says"),
    [
        (False, TAKEN_FIRST),
        (True, "Jonas is at the table"),
    ],
)
def test_a_taken_call_cannot_be_set_aside(wall_of: WallOf, arrived: bool, says: str) -> None:
    """A call that was set aside would be out of sight when it is released because nobody has come."""
    floor = wall_of(_calling(replace(coming(12.0), arrived=arrived)))
    floor.person = JONAS
    assert not floor.window.keys.acts[WallAct.SHELVE].isEnabled()
    floor.press(SET_ASIDE)
    assert floor.window.menu.isHidden() and floor.note == says


def test_a_call_that_was_taken_during_the_sign_in_is_not_set_aside(wall_of: WallOf) -> None:
    floor = wall_of(_calling())
    floor.press(SET_ASIDE)
    floor.hear(1.0, _calling(coming(1.0)))
    floor.sign_in()
    assert floor.window.menu.isHidden() and floor.asked == []
    assert floor.note == TAKEN_FIRST


def test_a_refusal_goes_once_its_cause_is_over(wall_of: WallOf) -> None:
    floor = wall_of(_calling(coming(12.0)))
    floor.person = JONAS
    floor.press(SET_ASIDE)
    floor.hear(1.0)
    assert floor.window.note.isVisible() and floor.note == TAKEN_FIRST
    floor.hear(1.0, _calling())
    assert floor.window.note.isHidden(), "it was released"


def test_a_call_that_was_taken_while_a_reason_was_asked_for_is_not_set_aside(wall_of: WallOf) -> None:
    floor = wall_of(_calling())
    floor.person = JONAS
    floor.press(SET_ASIDE)
    assert floor.window.menu.accessibleName() == "Set aside: J2, call"
    floor.answer("A technician is coming")
    floor.hear(0.5, _calling(coming(1.0)))
    floor.answer("For 15 minutes")
    assert floor.asked == []
    assert floor.note == TAKEN_FIRST


@pytest.mark.parametrize(
    ("meanwhile", "says"),
    [
        ([waiting("x", "call", age=121)], "J2: an alarm of the highest urgency can’t be set aside"),
        ([], "This alarm has ended"),
    ],
    ids=["risen", "ended"],
)
def test_an_alarm_that_rose_or_ended_while_a_reason_was_asked_for_is_not_set_aside(
    wall_of: WallOf, meanwhile: list[SeenTable], says: str
) -> None:
    floor = wall_of(_calling())
    floor.person = JONAS
    floor.press(SET_ASIDE)
    floor.answer("A technician is coming")
    floor.hear(0.5, reading(*with_these(calm(3), dict(enumerate(meanwhile, 1)))))
    floor.answer("For 15 minutes")
    assert floor.asked == [] and floor.note == says


def test_a_press_on_a_question_that_comes_too_early_says_so(wall_of: WallOf) -> None:
    floor = wall_of(_calling())
    floor.person = JONAS
    floor.press(SET_ASIDE)
    floor.see(0.1)
    floor.press(ENTER)
    note = floor.window.note
    assert note.isVisible() and note.text == words("en").text("press.too_new")


def test_a_list_without_rows_says_what_is_set_aside(wall_of: WallOf) -> None:
    aside = table("x", faults=fault("shoe"), shelved=(shelf("device shoe"),))
    floor = wall_of(reading(*with_these(calm(3), {1: aside})))
    assert floor.places == []
    assert floor.window.views.list.note == "Alarms set aside: 1"
    floor.hear(1.0, reading(*calm(3)))
    assert floor.window.views.list.note == "No table needs attention now"


def test_nothing_high_can_be_laid_aside(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(SET_ASIDE)
    assert floor.window.menu.isHidden()
    assert not floor.window.keys.acts[WallAct.SHELVE].isEnabled()

"""Rows stand still beneath a pointer or a finger: a press takes what it was aimed at."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.ui.wall_keys import WallAct
from console.floor.wall import Reading
from tests.floor.nights import calm, flood, small_night, with_these
from tests.floor.readings import AT, reading, table, waiting
from tests.floor.ui.wall_at_work import ENTER, HOME, JONAS, TAKE, WallAtWork, WallOf, point, row_of


def _changed_night() -> Reading:
    """The small night, a minute on: the first call is over, and a halt with its round open is new."""
    tables = with_these(
        list(small_night().tables), {7: table("x"), 10: waiting("x", "halt", round_open=True)}
    )
    return reading(*tables)


def test_a_click_takes_the_call_that_it_was_aimed_at(floor: WallAtWork, qtbot: QtBot) -> None:
    floor.person = JONAS
    aimed = row_of(floor, "J5")
    point(floor, aimed)
    before = [(row.line.key, row.pos()) for row in floor.window.views.list.rows if row.line is not None]
    floor.hear(1.0, _changed_night())
    after = [(row.line.key, row.pos()) for row in floor.window.views.list.rows if row.line is not None]
    assert after[: len(before)] == before, "no row has moved"
    assert floor.places[-2:] == ["1 new alarm", "D11"]
    assert "This alarm has ended" in floor.lines[0].name
    assert floor.lines[0].press == ""
    QTest.mouseClick(aimed.take, Qt.MouseButton.LeftButton)
    assert floor.asked == [("take", "J5", "P7")]


def test_a_new_row_stays_under_the_pointer_though_a_more_urgent_one_is_newer(floor: WallAtWork) -> None:
    floor.person = JONAS
    call, halt = waiting("x", "call", age=5.0), waiting("x", "halt", round_open=True, age=9.0)
    floor.hear(1.0, reading(*with_these(calm(12), {4: call})))
    point(floor, floor.window.views.list.rows[0])
    floor.hear(1.0, reading(*with_these(calm(12), {4: call, 0: call})))
    aimed = row_of(floor, "B1")
    point(floor, aimed)
    there = aimed.pos()
    floor.hear(1.0, reading(*with_these(calm(12), {4: call, 0: call, 10: halt})))
    assert floor.places == ["J5", "2 new alarms", "B1", "D11"]
    floor.hear(1.0, reading(*with_these(calm(12), {4: call, 10: halt})))
    assert floor.places == ["J5", "2 new alarms", "B1", "D11"]
    assert "This alarm has ended" in floor.lines[2].name
    floor.hear(1.0, reading(*with_these(calm(12), {4: call, 0: call, 10: halt})))
    assert row_of(floor, "B1").pos() == there
    QTest.mouseClick(aimed.take, Qt.MouseButton.LeftButton)
    assert floor.asked == [("take", "B1", "P7")]


def test_a_key_lets_go_the_rows_of_a_pointer_that_lies_among_them(floor: WallAtWork, qtbot: QtBot) -> None:
    floor.person = JONAS
    rows = floor.window.views.list
    point(floor, row_of(floor, "R8"))
    assert rows.chosen_key.startswith("R8")
    floor.hear(1.0, _changed_night())
    floor.press(TAKE)
    assert floor.places[0] == "D11" and "1 new alarm" not in floor.places
    assert floor.asked == [], "it was meant for R8, which has ended"
    qtbot.waitUntil(lambda: rows.chosen is not None)
    assert floor.window.keys.acts[WallAct.TAKE].isEnabled(), "at once, not with the next second"
    later = replace(_changed_night(), at=AT)
    floor.hear(1.0, later)
    assert floor.places[0] == "D11"
    floor.press(TAKE)
    assert floor.asked == [("take", "D11", "P7")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("before", "key", "then"),
    [("J5", Qt.Key.Key_Down, "D11"), ("J6", Qt.Key.Key_Down, "D11"), ("J6", Qt.Key.Key_Up, "J5")],
)
def test_arrows_skip_ended_alarms_and_the_line_above_new_ones(
    floor: WallAtWork, before: str, key: Qt.Key, then: str
) -> None:
    rows = floor.window.views.list
    call, halt = waiting("x", "call", age=5.0), waiting("x", "halt", round_open=True, age=9.0)
    floor.hear(1.0, reading(*with_these(calm(12), {4: call, 5: call})))
    point(floor, row_of(floor, "J5"))
    floor.choose(before)
    floor.hear(1.0, reading(*with_these(calm(12), {4: call, 10: halt})))
    assert floor.places == ["J5", "J6", "1 new alarm", "D11"]
    floor.press(key)
    assert rows.chosen is not None and rows.chosen.place == then
    assert floor.places == ["D11", "J5"], "the key has let them go"


def test_the_count_of_what_is_new_stands_once(floor: WallAtWork) -> None:
    """In its line; in the heading while that line is not in view."""
    rows, call = floor.window.views.list, waiting("x", "call", age=5.0)

    def heading() -> QImage:
        return rows.grab(QRect(0, 0, rows.width(), round(34 * rows.u))).toImage()

    floor.hear(1.0, reading(*with_these(calm(12), {4: call})))
    point(floor, row_of(floor, "J5"))
    before = heading()
    halts = {at: waiting("x", "halt", round_open=True) for at in (0, 1, 2, 6, 7, 8)}
    floor.hear(1.0, reading(*with_these(calm(12), {4: call, **halts})))
    assert floor.places[:2] == ["J5", "6 new alarms"]
    assert heading() == before
    QTest.wheelEvent(floor.window.windowHandle(), rows.geometry().center(), QPoint(0, -240))
    assert rows.first > 1
    assert heading() != before
    floor.press(HOME)
    assert "6 new alarms" not in floor.places and heading() == before


def test_rows_take_their_own_order_when_the_pointer_has_gone_for_a_moment(
    floor: WallAtWork, qtbot: QtBot
) -> None:
    point(floor, row_of(floor, "J5"))
    floor.hear(1.0, _changed_night())
    assert floor.places[0] == "R8"
    point(floor, floor.window.bar)
    floor.window.alarms.count_on()
    assert floor.places[0] == "R8", "it may come back"
    qtbot.waitUntil(lambda: floor.places[0] == "D11")
    assert "1 new alarm" not in floor.places


def test_a_finger_holds_the_rows_until_it_is_lifted(floor: WallAtWork, qtbot: QtBot) -> None:
    finger = QTest.createTouchDevice()
    row = row_of(floor, "J5")
    at = row.mapTo(floor.window, row.rect().center())
    QTest.touchEvent(floor.window, finger).press(0, at).commit()
    floor.hear(1.0, _changed_night())
    assert floor.places[0] == "R8"
    QTest.touchEvent(floor.window, finger).release(0, at).commit()
    qtbot.waitUntil(lambda: floor.places[0] == "D11")


def test_keys_take_nothing_in_the_moment_in_which_the_chosen_call_ends(
    floor: WallAtWork, qtbot: QtBot
) -> None:
    floor.person = JONAS
    assert floor.window.views.list.chosen_key.startswith("R8")
    floor.hear(1.0, _changed_night())
    floor.press(TAKE)
    assert floor.asked == [], "it was meant for R8"
    qtbot.waitUntil(lambda: floor.window.views.list.chosen is not None)
    floor.press(TAKE)
    assert floor.asked == [("take", "D11", "P7")]


def test_an_unfolded_flood_opens_beneath_its_row_under_the_pointer(wall_of: WallOf) -> None:
    floor = wall_of(flood())
    rows = floor.window.views.list
    rows.choose(floor.lines[-1].key)
    point(floor, next(row for row in rows.rows if row.line == floor.lines[-1]))
    floor.press(ENTER)
    assert len(floor.lines) == 41
    assert floor.lines[10].place


def test_a_call_folded_under_a_silence_has_not_ended_and_can_be_taken(floor: WallAtWork) -> None:
    """Its row said that the alarm had ended, and the row of its room asked to take its call."""
    floor.person = JONAS
    calls = {at: waiting("x", "outcome", age=5.0, switch="A") for at in (4, 5)}
    floor.hear(1.0, reading(*with_these(calm(12), calls)))
    aimed = floor.window.views.list.rows[0]
    point(floor, aimed)
    first = floor.lines[0].key
    lost = {at: waiting("x", "outcome", age=6.0, switch="A", silence=20.0) for at in (4, 5)}
    floor.hear(1.0, reading(*with_these(calm(12), lost)))
    assert first not in {line.item.key for line in floor.lines if line.item is not None and line.item.parts}
    assert (floor.lines[0].key, "ended" in floor.lines[0].name) == (first, False)
    QTest.mouseClick(aimed.take, Qt.MouseButton.LeftButton)
    assert [what for what, *_ in floor.asked] == ["take"]

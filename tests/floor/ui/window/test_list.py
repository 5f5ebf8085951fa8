"""The list: who needs somebody first stands first, calm tables fold, and each row keeps its key."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.alarms.items import AlarmKind
from console.floor.ui.wall_keys import WallAct, WallView
from console.floor.wall import SeenTable
from console.table.ui.kit import theme
from tests.floor.nights import busy_night, calm, flood, small_night, with_these
from tests.floor.readings import fault, reading, table, waiting
from tests.floor.ui.wall_at_work import (
    DOWN,
    END,
    ENTER,
    JONAS,
    LANGUAGE,
    TAKE,
    TO_LIST,
    TO_OWN_ROOMS,
    TO_WALL,
    WallAtWork,
    WallOf,
)


def test_the_most_urgent_table_stands_first_and_calm_tables_are_left_out(floor: WallAtWork) -> None:
    assert floor.places == ["R8", "B2", "J5", "B3", "R7"]


def test_the_list_has_all_and_folds_the_calm_ones(floor: WallAtWork) -> None:
    floor.press(TO_LIST)
    assert floor.places[-1] == "6 tables without an alarm"
    floor.press(END)
    floor.press(ENTER)
    assert len(floor.places) == 7 + 6


def test_a_flood_is_one_row_that_can_be_unfolded_and_taken_from(wall_of: WallOf) -> None:
    floor = wall_of(flood())
    floor.person = JONAS
    assert floor.places[:3] == ["D196", "D191", "D186"]
    *alone, row = floor.lines
    assert len(floor.lines) == floor.window.views.list.most_rows, "only what has no room is folded"
    assert row.what == f"{40 - len(alone)} alarms at once"
    assert row.item is not None
    first, second = (part.table_names[0] for part in row.item.parts[:2])
    assert row.detail.startswith(f"{first} 0:31, {second} 0:30, "), "each with its wait"
    for view in (TO_LIST, TO_WALL):
        floor.press(view)
        assert [line.key for line in floor.lines if line.item is not None] == [
            each.key for each in (*alone, row)
        ]
    floor.window.views.list.choose(row.key)
    floor.press(TAKE)
    assert floor.asked == [("take", first, "P7")]
    floor.press(ENTER)
    assert len(floor.lines) == 41


def test_a_chosen_row_stays_chosen_from_the_list_to_the_wall(wall_of: WallOf) -> None:
    """Else T takes another table's call than the one that was read."""
    floor = wall_of(reading(*with_these(calm(3), {0: waiting("x", age=9.0), 1: waiting("y", age=5.0)})))
    floor.person = JONAS
    floor.press(TO_LIST)
    floor.press(DOWN)
    (first, second) = floor.places[:2]
    for key in (TO_WALL, TO_LIST, TO_WALL):
        floor.press(key)
        assert floor.window.views.list.chosen_key == floor.window.views.list.lines[1].key
    floor.press(TAKE)
    assert [asked[:2] for asked in floor.asked] == [("take", second)] != [("take", first)]


def ailing(name: str, devices: int = 3) -> SeenTable:
    """A table that calls, whose clock and devices are not well either."""
    faults = [each for at in range(devices) for each in fault(f"d{at}")]
    return waiting(name, "outcome", 9.0, round_open=True, faults=(*faults, *fault("clock", "unsynchronised")))


def test_beside_the_tiles_and_under_f3_each_table_has_one_row_its_most_urgent(wall_of: WallOf) -> None:
    """Else one table's small faults push another one's call off the list."""
    others = {at: waiting("x", age=1.0, standing="playing") for at in range(1, 6)}
    tables = with_these(calm(8), {0: ailing("x"), **others})
    floor = wall_of(reading(*tables))
    for key in (TO_WALL, TO_OWN_ROOMS):
        floor.press(key)
        assert sorted(floor.places) == sorted(each.name for each in tables[:6])
        first, second = floor.lines[:2]
        assert first.what == "Outcome" and first.detail.endswith("4 more alarms")
        assert "4 more alarms" in first.name
        assert "more alarms" not in second.detail
    floor.press(TO_LIST)
    assert floor.places.count(tables[0].name) == 5, "the list has each of them"
    assert "more alarms" not in floor.lines[0].detail


def test_a_chosen_fault_of_a_table_keeps_its_row_beside_the_tiles(wall_of: WallOf) -> None:
    floor = wall_of(reading(*with_these(calm(4), {0: ailing("x"), 1: waiting("x", age=1.0)})))
    floor.person = JONAS
    floor.press(TO_LIST)
    chosen = next(line for line in floor.lines if line.item and line.item.what is AlarmKind.CLOCK)
    floor.window.views.list.choose(chosen.key)
    floor.press(TO_WALL)
    assert floor.window.views.list.chosen_key == chosen.key
    assert floor.places.count("B1") == 2 and floor.lines[0].detail.endswith("3 more alarms")


def test_what_somebody_else_decides_has_a_row_beside_its_tables_call(wall_of: WallOf) -> None:
    seen = replace(ailing("x"), disputed="rewritten", disputed_for=60.0)
    floor = wall_of(reading(*with_these(calm(4), {0: seen})))
    assert [line.item.what for line in floor.lines if line.item] == [AlarmKind.OUTCOME, AlarmKind.DISPUTED]


def test_my_calls_are_counted_only_while_somebody_is_signed_in(wall_of: WallOf) -> None:
    floor = wall_of(reading(*with_these(calm(4), {0: ailing("x"), 1: waiting("x", age=1.0)})))

    def label() -> str:
        return floor.window.keys.views[WallView.MINE].accessibleName()

    assert "(" not in label()
    floor.person = JONAS
    floor.hear(1.0)
    assert label().endswith("(2)"), "as many as there are rows"
    floor.window.sign_in.sign_out()
    floor.hear(1.0)
    assert "(" not in label()


def test_a_room_s_boss_has_his_own_rooms_under_f3(wall_of: WallOf) -> None:
    tables = [
        *calm(6),
        *(replace(each, table=f"X{at}", name=f"X{at}", room="Riga 2") for at, each in enumerate(calm(6))),
    ]
    floor = wall_of(reading(*with_these(tables, {0: waiting("x", age=9.0), 7: waiting("x", age=5.0)})))
    floor.window.wall_menu.watch_rooms({"Riga 2"})
    floor.press(TO_OWN_ROOMS)
    assert floor.places == ["X1"]
    floor.press(TO_LIST)
    assert floor.places[:2] == ["B1", "X1"]


def test_every_language_says_everything_and_keeps_what_is_chosen(floor: WallAtWork) -> None:
    floor.press(DOWN)
    chosen = floor.window.views.list.chosen_key
    for _ in range(6):
        floor.press(LANGUAGE)
    assert floor.window.words.language == "en"
    assert floor.window.views.list.chosen_key == chosen


def test_tables_that_are_lost_together_are_named_in_natural_order(wall_of: WallOf) -> None:
    lost = [table(name, silence=20.0 - at, switch="A") for at, name in enumerate(("T10", "T2", "T1"))]
    floor = wall_of(reading(*lost))
    (line,) = floor.lines
    assert line.detail.startswith("T1, T2, T10. ")


def test_a_devices_or_clocks_fault_ends_when_the_table_closes(floor: WallAtWork) -> None:
    faults = (*fault("sensor"), *fault("clock", "unsynchronised"))
    floor.press(TO_LIST)
    floor.hear(1.0, reading(table("R1", faults=faults)))
    assert floor.places == ["R1", "R1"]
    floor.hear(1.0, reading(table("R1", "closed", faults=faults)))
    floor.press(TO_WALL)
    assert floor.places == []


def test_a_finger_comes_to_the_rows_that_are_not_in_view_and_back(wall_of: WallOf) -> None:
    floor = wall_of(busy_night())
    rows = floor.window.views.list
    shown, seen = [line.key for line in rows.lines], list[str]()
    foot = rows.rect().bottomLeft() + rows.rect().topLeft().__class__(60, -20)
    while not seen or rows.first:
        seen += [row.line.key for row in rows.rows if row.isVisible() and row.line is not None]
        QTest.mouseClick(rows, Qt.MouseButton.LeftButton, pos=foot)
        assert len(seen) < 4 * len(shown)
    assert set(seen) == set(shown)


def test_a_rows_key_stands_at_its_end_though_the_wall_heard_before_it_was_shown(
    wall_of: WallOf,
) -> None:
    floor = wall_of(small_night(), shown=False)
    floor.window.show()
    with_key = [row for row in floor.window.views.list.rows if row.take.isVisible()]
    assert with_key[0].line is not None and with_key[0].line.key == floor.window.views.list.chosen_key
    for row in with_key:
        assert row.rect().contains(row.take.geometry()) and row.take.x() > row.width() / 2


def test_a_chosen_halt_keeps_its_red(floor: WallAtWork) -> None:
    listed = floor.window.views.list
    row = listed.rows[0]
    assert row.line is not None and row.line.item is not None
    assert row.line.item.what is AlarmKind.HALTED

    def reds() -> int:
        picture, high = row.grab().toImage(), row.height() // 2
        return sum(picture.pixelColor(x, high) == theme.RED for x in range(14))

    listed.chosen_key = ""
    bare = reds()
    listed.chosen_key = row.line.key
    assert reds() >= bare - 2 > 0


def test_the_list_keeps_the_keys_where_the_row_ends_whose_key_was_pressed(
    floor: WallAtWork, qtbot: QtBot
) -> None:
    with qtbot.waitActive(floor.window):
        floor.window.activateWindow()
    floor.person = JONAS
    floor.window.take_focus()
    floor.hear(1.0)  # the bar shows the name, which is a key, too
    row = next(each for each in floor.window.views.list.rows if each.line and each.line.place == "J5")
    QTest.mouseClick(row.take, Qt.MouseButton.LeftButton)
    assert row.hasFocus() and floor.asked
    floor.window.views.list.unfold()  # pretends that the pointer has gone
    floor.hear(1.0, reading(*calm(12)))
    assert floor.places == []
    assert floor.window.focusWidget() is floor.window.views.list


def test_the_keys_follow_to_a_call_that_comes_to_the_top(wall_of: WallOf, qtbot: QtBot) -> None:
    dot = table("x", faults=fault("clock"), changed=30.0)
    floor = wall_of(reading(*with_these(calm(12), {0: dot})))
    floor.person = JONAS
    rows = floor.window.views.list
    assert not floor.window.keys.acts[WallAct.TAKE].isEnabled()
    silent = {at: table("x", silence=31.0) for at in (7, 8)}
    call = waiting("x", age=40.0, silence=31.0)
    floor.hear(1.0, reading(*with_these(calm(12), {0: dot, **silent, 9: call})))
    assert floor.places == ["Switch A1", "B1"]
    floor.press(TAKE)
    assert floor.asked == [], "it was meant for the row before"
    assert floor.note == "No alarm is chosen"
    qtbot.waitUntil(lambda: rows.chosen is not None)
    assert floor.window.keys.acts[WallAct.TAKE].isEnabled()
    floor.press(TAKE)
    assert [act[:2] for act in floor.asked] == [("take", "D10")]


def test_a_chosen_row_stays_chosen_for_a_minute(
    wall_of: WallOf,
) -> None:
    dots = {at: table("x", faults=fault("clock"), changed=30.0 + at) for at in (0, 1)}
    floor = wall_of(reading(*with_these(calm(12), dots)))
    floor.person = JONAS
    rows = floor.window.views.list
    floor.choose("B1")
    assert floor.places == ["B2", "B1"] and rows.chosen_key.startswith("B1")
    called = reading(*with_these(calm(12), {**dots, 7: waiting("x", age=5.0)}))
    floor.hear(1.0, called)
    assert rows.chosen_key.startswith("B1") and rows.chosen is not None
    rows._by_hand.stop()  # the minute is over
    floor.hear(1.0)
    assert rows.chosen_key.startswith("R8")
    rows._slipped.stop()
    floor.press(TAKE)
    assert floor.asked == [("take", "R8", "P7")]
    floor.hear(1.0, reading(*with_these(calm(12), {**dots, 7: waiting("x", age=6.0), 6: _urgent})))
    assert rows.chosen_key.startswith("R8"), "a second press may take the call back, and no other call"


_urgent = waiting("x", "halt", round_open=True, age=9.0)


def test_a_letter_with_control_is_no_act_of_the_wall(floor: WallAtWork) -> None:
    """Ctrl+T or Ctrl+A is pressed by a hand that means a list's own keys: no call is taken by it."""
    floor.person = JONAS
    floor.press(TO_LIST)
    target = floor.window.focusWidget()
    assert target is not None
    for key in (Qt.Key.Key_A, TAKE, Qt.Key.Key_H):
        QTest.keyClick(target, key, Qt.KeyboardModifier.ControlModifier)
    assert floor.asked == [] and floor.note == ""
    floor.press(TAKE)
    assert floor.asked == [("take", "R8", "P7")]

"""What a floor and a table disagree about ends by a supervisor's word; which twin counts, by a boss's."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.door import NoDoor
from console.floor.wall import Reading, SeenConsole, Twins
from console.ui.floor.heard.floor_history import Memory, TurnedBack
from tests.floor.nights import calm, with_these
from tests.floor.readings import reading, table
from tests.ui.floor.wall_at_work import AIDA, JONAS, Floor
from tests.ui.stands.menu_rows import menu_row, menu_rows


def disputed() -> Reading:
    return reading(*with_these(calm(3), {1: table("x", disputed="rewritten")}))


def test_a_dispute_ends_by_a_supervisors_pin_and_word(qtbot: QtBot) -> None:
    floor = Floor(disputed())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    assert floor.window.keys.acts["shelve"].text() == "Settle the dispute"
    floor.press(Qt.Key.Key_H)
    assert floor.window.disputes.question.isHidden(), "a pit boss says nothing of it"
    floor.sign_in("S1", "2222")
    settlement = floor.window.disputes.question
    assert settlement.isVisible()
    assert "J2" in settlement.accessibleName()
    floor.see()
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Return)
    assert floor.desk.asked == [("settle", "J2", "renewed")]
    assert floor.window.note.text == "J2: dispute settled"
    floor.press(Qt.Key.Key_H)
    floor.see()
    QTest.keyClicks(settlement.own, "  the disk was   changed ")
    QTest.keyClick(settlement.own, Qt.Key.Key_Return)
    assert floor.desk.asked[1] == ("settle", "J2", "the disk was changed")
    floor.window.close()


def test_no_press_settles_a_dispute_before_its_question_was_seen(qtbot: QtBot) -> None:
    floor = Floor(disputed())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = AIDA
    floor.press(Qt.Key.Key_H)
    floor.see(0.12)
    floor.press(Qt.Key.Key_Return)
    settlement = floor.window.disputes.question
    first = settlement.reasons["restored"]
    assert settlement.isVisible() and not first.hasFocus()
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Return)
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    QTest.mouseClick(settlement, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))  # where the key lay
    assert settlement.isVisible() and floor.desk.asked == []
    floor.clock.advance(0.4)
    for _ in range(2):
        floor.press(Qt.Key.Key_Up)
    assert settlement.own.hasFocus(), "round in the panel, over its other end"
    for _ in range(4):
        floor.press(Qt.Key.Key_Up)
    assert first.hasFocus()
    floor.press(Qt.Key.Key_Return)
    assert floor.desk.asked == [("settle", "J2", "restored")]
    floor.window.close()


def test_a_dispute_that_somebody_else_settled_meanwhile_is_not_settled_again(qtbot: QtBot) -> None:
    """A dispute that began since would be settled unseen by an answer to the one before it."""
    floor = Floor(reading(*with_these(calm(3), {0: table("x", disputed="cut")})))
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = AIDA
    floor.press(Qt.Key.Key_H)
    floor.see()
    question = floor.window.disputes.question
    assert question.isVisible()
    floor.hear(1.0, reading(*calm(3)))
    floor.see()
    question.reasons["restored"].click()
    assert floor.desk.asked == [] and floor.window.note.text == "This alarm has ended"
    floor.window.close()


def test_a_window_that_may_not_settle_says_what_it_takes(qtbot: QtBot) -> None:
    floor = Floor(disputed())
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = AIDA
    floor.desk.fails = PermissionError("permission denied")
    floor.press(Qt.Key.Key_H)
    floor.see()
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Return)
    assert floor.window.note.text.endswith("settle the dispute at a supervisor’s window.")
    floor.desk.fails = NoDoor("gone")
    floor.press(Qt.Key.Key_H)
    floor.see()
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Return)
    assert floor.window.note.text.endswith("not done. The floor server does not answer.")
    floor.press(Qt.Key.Key_H)
    floor.press(Qt.Key.Key_Escape)
    assert floor.window.disputes.question.isHidden()
    floor.window.close()


def test_disputes_are_one_line_with_a_number_and_each_is_settled_by_itself(qtbot: QtBot) -> None:
    those = {1: table("x", disputed="rewritten"), 2: table("x", disputed="cut")}
    floor = Floor(reading(*with_these(calm(3), those)))
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = AIDA
    floor.window.take_focus()
    assert [line.what for line in floor.window.views.list.lines] == ["2 tables wait for a supervisor"]
    floor.press(Qt.Key.Key_H)
    assert floor.window.disputes.question.isHidden()
    floor.press(Qt.Key.Key_Return)
    assert floor.places == ["", "J2", "R3"]
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_H)
    floor.see()
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Return)
    assert floor.desk.asked == [("settle", "J2", "restored")]
    floor.window.close()


def test_a_floor_that_was_turned_back_is_said_and_stands_at_its_table(floor: Floor, qtbot: QtBot) -> None:
    slots = {"table": "B1", "had": 812, "when": "02:10", "number": 700}
    turned = [TurnedBack("B1", "floor.turned.back", slots)]
    floor.window.history.memory = Memory(lambda: turned, lambda table: turned.clear())
    floor.window.history.look()
    qtbot.waitUntil(lambda: not floor.window.note.isHidden())
    assert "812" in floor.window.note.text
    floor.hear(1.0)
    assert floor.places[-1] == "B1", "last: a supervisor alone ends it"


def test_a_floor_that_is_another_one_is_one_item_and_settled_at_once(qtbot: QtBot) -> None:
    floor = Floor(reading(*calm(6)))
    qtbot.addWidget(floor.window)
    names, forgotten = [each.table for each in calm(6)], list[str]()
    slots = {"had": 812, "when": "02:10", "number": 7}
    turned = [TurnedBack(name, "floor.turned.back", {"table": name, **slots}) for name in names]
    floor.window.history.memory = Memory(lambda: turned, forgotten.append)
    floor.window.alarms.watch = floor.window.alarms.watch.remembering(names)
    floor.hear(1.0)
    assert [line.what for line in floor.window.views.list.lines] == ["6 tables: history changed"]
    floor.window.sign_in.person = AIDA
    floor.press(Qt.Key.Key_H)
    floor.see()
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Return)
    assert floor.desk.asked == [("settle", name, "restored") for name in sorted(names)]
    assert forgotten == sorted(names)
    floor.window.close()


def test_of_two_consoles_that_play_as_one_table_a_boss_says_which_counts(qtbot: QtBot) -> None:
    consoles = tuple(
        SeenConsole(id=letter * 32, address=address, age=age, heard=0.5)
        for letter, address, age in (("a", "10.0.1.5", 300.0), ("b", "10.0.1.5", 40.0))
    )
    ended = SeenConsole(id="c" * 32, address="10.0.1.5", age=400.0, heard=50.0)
    twins = table("x", twins=Twins(age=12.0, consoles=(ended, *consoles)))
    floor = Floor(reading(*with_these(calm(3), {1: twins})))
    qtbot.addWidget(floor.window)
    floor.window.sign_in.person = JONAS
    line = floor.window.views.list.lines[0]
    called = "10.0.1.5 (aaaaaaaa), 10.0.1.5 (bbbbbbbb)"
    assert (line.place, line.what, line.detail) == ("J2", "Two consoles running", called)
    floor.press(Qt.Key.Key_H)
    shown = [key.text() for key in menu_rows(floor.window.menu)]
    assert len(shown) == 3 and "(aaaaaaaa)" in shown[0] and "(bbbbbbbb)" in shown[1], (
        "none that had ended before"
    )
    floor.see()
    menu_row(floor.window.menu, shown[1]).click()
    assert [asked[:2] for asked in floor.desk.asked] == [("count", "J2")]
    floor.hear(1.0)
    assert floor.places == []
    assert floor.window.note.text == "J2: one console chosen"
    floor.window.close()

"""Disputes between a floor and a table end by a supervisor's word; which twin counts, by a boss's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.door import NoDoor
from console.floor.ui.wall_keys import WallAct
from console.floor.ui.wall_readings import HeadStore, TurnedBackTable
from console.floor.wall import DiaryDecision, Reading, SeenConsole, Twins
from console.table.core import Role
from console.table.ui.kit import clock_time
from console.table.ui.sign_in import Purpose
from tests.base.words.catalogues import words
from tests.floor.nights import calm, with_these
from tests.floor.readings import reading, table
from tests.floor.ui.wall_at_work import AIDA, DOWN, ENTER, ESC, JONAS, SETTLE, UP, WallAtWork, WallOf
from tests.table.ui.harness.menu_rows import menu_rows


def disputed() -> Reading:
    return reading(*with_these(calm(3), {1: table("x", disputed="rewritten")}))


def answer_with_the_first_reason(floor: WallAtWork) -> None:
    """The question has been seen; its first reason: the table was restored from a copy."""
    floor.see()
    floor.press(DOWN)
    floor.press(ENTER)


def test_a_dispute_ends_by_a_supervisors_pin_and_word(wall_of: WallOf, qtbot: QtBot) -> None:
    floor = wall_of(disputed())
    floor.person = JONAS
    assert floor.window.keys.acts[WallAct.SHELVE].text() == "Settle the dispute"
    floor.press(SETTLE)
    assert floor.window.acts.disputes.question.isHidden(), "a pit boss says nothing of it"
    floor.sign_in("S1", "2222")
    settlement = floor.window.acts.disputes.question
    assert settlement.isVisible()
    assert "J2" in settlement.accessibleName()
    floor.see()
    floor.press(DOWN)
    floor.press(DOWN)
    floor.press(ENTER)
    assert floor.asked == [("settle", "J2", "renewed")]
    assert floor.note == "J2: dispute settled"
    floor.press(SETTLE)
    floor.see()
    settlement.own_reason.setText("\u200b \u2800")
    QTest.keyClick(settlement.own_reason, Qt.Key.Key_Return)
    assert not settlement.write.isEnabled() and len(floor.asked) == 1, "nobody can see such a reason"
    settlement.own_reason.clear()
    next(iter(settlement.reasons.values())).setFocus()
    QTest.keyClicks(settlement, "t")  # letters begin the reason from any key
    qtbot.waitUntil(lambda: settlement.own_reason.text() == "t")
    settlement.own_reason.clear()
    QTest.keyClicks(settlement.own_reason, "  the disk was   changed ")
    QTest.keyClick(settlement.own_reason, Qt.Key.Key_Return)
    assert floor.asked[1] == ("settle", "J2", "the disk was changed")


def test_the_keys_stay_with_the_question_whatever_changes_beneath_it(wall_of: WallOf) -> None:
    floor = wall_of(disputed())
    floor.person = AIDA
    floor.window.presses.open_table("J2")
    floor.press(SETTLE)
    settlement = floor.window.acts.disputes.question
    assert settlement.isVisible()
    floor.hear(1.0, reading(*(each for each in calm(3) if each.table != "J2")))
    assert floor.window.views.open_table is None
    focused = floor.window.focusWidget()
    assert focused is settlement or (focused is not None and settlement.isAncestorOf(focused))
    floor.window.sign_in.screen.ask(Purpose.BADGE)
    floor.press(ESC)
    focused = floor.window.focusWidget()
    assert focused is settlement or (focused is not None and settlement.isAncestorOf(focused))


def test_a_question_goes_with_the_supervisor_in_whose_name_it_would_be_answered(wall_of: WallOf) -> None:
    floor = wall_of(disputed())
    floor.person = AIDA
    floor.press(SETTLE)
    assert floor.window.acts.disputes.question.isVisible()
    floor.window.sign_in.sign_out()
    assert not floor.window.acts.disputes.question.isVisible() and floor.asked == []


def test_f9_at_a_dispute_changes_the_question_and_keeps_what_was_typed(wall_of: WallOf) -> None:
    floor = wall_of(disputed())
    floor.person = AIDA
    floor.press(SETTLE)
    settlement = floor.window.acts.disputes.question
    before, (first, *_) = settlement.accessibleName(), settlement.reasons.values()
    settlement.own_reason.setText("the disk")
    QTest.keyClick(settlement.own_reason, Qt.Key.Key_F9)
    language = floor.window.words.language
    assert language != "en" and settlement.isVisible()
    assert first.text() == words(language).text("floor.settle.restored")
    assert settlement.accessibleName() != before and "J2" in settlement.accessibleName()
    assert settlement.own_reason.text() == "the disk"


def test_no_press_settles_a_dispute_before_its_question_was_seen(wall_of: WallOf) -> None:
    floor = wall_of(disputed())
    floor.person = AIDA
    floor.press(SETTLE)
    floor.see(0.12)
    floor.press(ENTER)
    settlement = floor.window.acts.disputes.question
    first = settlement.reasons["restored"]
    assert settlement.isVisible() and not first.hasFocus()
    floor.press(DOWN)
    floor.press(ENTER)
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    QTest.mouseClick(settlement, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))  # where the key lay
    assert settlement.isVisible() and floor.asked == []
    floor.clock.advance(0.4)
    for _ in range(2):
        floor.press(UP)
    assert settlement.own_reason.hasFocus(), "round in the panel, over its other end"
    for _ in range(4):
        floor.press(UP)
    assert first.hasFocus()
    floor.press(ENTER)
    assert floor.asked == [("settle", "J2", "restored")]


def test_a_dispute_that_was_settled_meanwhile_is_not_settled_again(wall_of: WallOf) -> None:
    """A dispute that began since would be settled unseen by an answer to the one before it."""
    floor = wall_of(reading(*with_these(calm(3), {0: table("x", disputed="cut")})))
    floor.person = AIDA
    floor.press(SETTLE)
    floor.see()
    question = floor.window.acts.disputes.question
    assert question.isVisible()
    floor.hear(1.0, reading(*calm(3)))
    floor.see()
    question.reasons["restored"].click()
    assert floor.asked == [] and floor.note == "This alarm has ended"


def second_before(floor: WallAtWork) -> str:
    """The time of day at the wall, a second ago."""
    return clock_time(floor.clock.utc() - timedelta(seconds=1), words("en"))


def test_a_settlement_after_another_is_refused_with_its_cause_and_time(wall_of: WallOf) -> None:
    floor = wall_of(disputed())
    floor.person = AIDA
    floor.desk.earlier = DiaryDecision(name="Ona K.", age=1.0, reason="floor", counts=False)
    floor.press(SETTLE)
    answer_with_the_first_reason(floor)
    settled = f"Ona K. settled the dispute: The floor server was restored ({second_before(floor)})"
    assert floor.note == f"J2: not done. {settled}"
    floor.hear(5.0)
    assert floor.note.endswith(settled), "it stays until the next press"


def test_a_window_that_may_not_settle_says_what_it_takes(wall_of: WallOf) -> None:
    floor = wall_of(disputed())
    floor.person = AIDA
    floor.desk.fails = PermissionError("permission denied")
    floor.press(SETTLE)
    answer_with_the_first_reason(floor)
    assert floor.note.endswith("settle the dispute at a supervisor’s window.")
    floor.desk.fails = NoDoor("gone")
    floor.press(SETTLE)
    answer_with_the_first_reason(floor)
    assert "not done. The floor server does not answer at its address: " in floor.note
    floor.press(SETTLE)
    floor.press(ESC)
    assert floor.window.acts.disputes.question.isHidden()


def test_disputes_are_one_line_with_a_number_and_each_is_settled_by_itself(wall_of: WallOf) -> None:
    those = {1: table("x", disputed="rewritten"), 2: table("x", disputed="cut")}
    floor = wall_of(reading(*with_these(calm(3), those)))
    floor.person = AIDA
    floor.window.take_focus()
    assert [line.what for line in floor.lines] == ["2 tables wait for a supervisor"]
    floor.press(SETTLE)
    assert floor.window.acts.disputes.question.isHidden()
    floor.press(ENTER)
    assert floor.places == ["", "J2", "R3"]
    floor.press(DOWN)
    floor.press(SETTLE)
    answer_with_the_first_reason(floor)
    assert floor.asked == [("settle", "J2", "restored")]


def test_a_floor_that_was_turned_back_is_reported_at_its_table(floor: WallAtWork, qtbot: QtBot) -> None:
    slots = {"table": "B1", "had": 812, "when": "02:10", "number": 700}
    turned = [TurnedBackTable("B1", "floor.turned.back", slots)]
    floor.window.history.memory = HeadStore(lambda: turned, lambda table: turned.clear())
    floor.window.history.look()
    qtbot.waitUntil(lambda: not floor.window.note.isHidden())
    assert "812" in floor.note
    floor.hear(1.0)
    assert floor.places[-1] == "B1", "last: a supervisor alone ends it"


def test_a_floor_that_is_another_one_is_one_item_and_settled_at_once(wall_of: WallOf) -> None:
    floor = wall_of(reading(*calm(6)))
    names, forgotten = [each.table for each in calm(6)], list[str]()
    slots = {"had": 812, "when": "02:10", "number": 7}
    turned = [TurnedBackTable(name, "floor.turned.back", {"table": name, **slots}) for name in names]
    floor.window.history.memory = HeadStore(lambda: turned, forgotten.append)
    floor.window.alarms.watch = floor.window.alarms.watch.remembering(names)
    floor.hear(1.0)
    assert [line.what for line in floor.lines] == ["6 tables: history changed"]
    floor.person = AIDA
    floor.press(SETTLE)
    answer_with_the_first_reason(floor)
    assert floor.asked == [("explain", name, "restored") for name in sorted(names)]
    assert forgotten == sorted(names)


@pytest.mark.parametrize("chooses", [Role.PIT_BOSS, Role.SUPERVISOR])
def test_a_boss_or_a_supervisor_chooses_which_of_two_consoles_of_one_table_counts(
    wall_of: WallOf, chooses: Role
) -> None:
    consoles = tuple(
        SeenConsole(id=letter * 32, address=address, age=age, heard=0.5)
        for letter, address, age in (("a", "10.0.1.5", 300.0), ("b", "10.0.1.5", 40.0))
    )
    ended = SeenConsole(id="c" * 32, address="10.0.1.5", age=400.0, heard=50.0)
    twins = table("x", twins=Twins(age=12.0, consoles=(ended, *consoles)))
    floor = wall_of(reading(*with_these(calm(3), {1: twins})))
    line = floor.lines[0]
    called = "10.0.1.5 (aaaaaaaa), 10.0.1.5 (bbbbbbbb)"
    assert (line.place, line.what) == ("J2", "Two consoles running")
    assert line.detail == f"{called}. Choose with H the console that counts"
    if chooses is Role.PIT_BOSS:
        floor.person = JONAS
    floor.press(SETTLE)
    if chooses is Role.SUPERVISOR:
        floor.sign_in("S1", "2222")
    shown = [key.text() for key in menu_rows(floor.window.menu)]
    assert len(shown) == 3 and "(aaaaaaaa)" in shown[1] and "(bbbbbbbb)" in shown[2], (
        "none that had ended before"
    )
    floor.answer(shown[2])
    assert [asked[:2] for asked in floor.asked] == [("count", "J2")]
    floor.hear(1.0)
    assert floor.places == []
    assert floor.note == "J2: the table now runs on the console you chose"


def test_a_choice_of_console_after_another_is_refused_with_person_and_time(wall_of: WallOf) -> None:
    consoles = tuple(SeenConsole(id=letter * 32, age=60.0, heard=0.5) for letter in "ab")
    floor = wall_of(reading(*with_these(calm(3), {1: table("x", twins=Twins(age=12.0, consoles=consoles))})))
    floor.person = JONAS
    floor.desk.earlier = DiaryDecision(name="Aida S.", age=1.0, console="a" * 32, counts=False)
    floor.press(SETTLE)
    floor.answer(menu_rows(floor.window.menu)[1].text())
    assert floor.note == f"J2: not done. Aida S. chose console aaaaaaaa ({second_before(floor)})"

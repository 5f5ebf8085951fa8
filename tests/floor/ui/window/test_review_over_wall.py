"""While somebody reads the review over the wall, alarms sound and calls are taken above it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.floor.ui.wall_review import Part
from console.supervisor.ui.review.guide_screen import GuideScreen
from console.table.people.table_people import TrainingPeople
from tests.base.words.catalogues import words
from tests.floor.nights import calm, with_these
from tests.floor.readings import reading, waiting
from tests.floor.ui.wall_at_work import JONAS, SEARCH, TAKE, TO_LIST, TO_REVIEW, TO_WALL, WallAtWork, point
from tests.supervisor.ui.review.stories import AtOnce
from tests.table.ui.harness.menu_rows import menu_row


def test_during_a_review_alarms_sound_and_the_first_stands_above_it(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    assert floor.review.isVisible()
    assert floor.review.strip.accessibleName().startswith("R8, halted")
    before = floor.beeps
    floor.hear(1.0, reading(*with_these(calm(12), {3: waiting("x", "call", age=9.0)})))
    assert floor.beeps > before
    assert floor.review.strip.accessibleName().startswith("J4, call")
    floor.clock.advance(42.0)
    floor.window.alarms.count_on()
    assert "No contact since" in floor.review.strip.accessibleName()


def test_the_review_of_a_reader_who_is_disabled_ends(
    floor: WallAtWork, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    floor.window.review.look()
    assert floor.review.isVisible()
    monkeypatch.setattr(TrainingPeople, "is_disabled", lambda _, id: id == JONAS.id)
    qtbot.waitUntil(floor.review.isHidden)
    assert floor.review.screens is None


def test_a_call_is_taken_from_above_the_review(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    floor.review.strip.take.click()
    assert floor.asked == [("take", "R8", "P7")]
    floor.hear(1.0)
    assert "Jonas P. is coming" in floor.review.strip.accessibleName()
    assert not floor.review.strip.take.isVisible()


def test_a_press_above_the_review_takes_what_it_was_aimed_at(floor: WallAtWork, qtbot: QtBot) -> None:
    floor.person = JONAS
    floor.hear(1.0, reading(*with_these(calm(12), {3: waiting("x", "call", age=9.0)})))
    floor.press(TO_REVIEW)
    strip = floor.review.strip
    point(floor, strip.take)
    those = {3: waiting("x", "call", age=9.0), 7: waiting("x", "halt", round_open=True)}
    floor.hear(1.0, reading(*with_these(calm(12), those)))
    assert strip.accessibleName().startswith("J4, call")
    QTest.mouseClick(strip.take, Qt.MouseButton.LeftButton)
    assert floor.asked == [("take", "J4", "P7")]


def test_the_review_gives_way_to_the_wall_and_is_there_again_as_it_was_left(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    screens = floor.review.screens
    floor.press(TO_WALL)
    assert floor.review.isHidden()
    assert floor.places[0] == "R8"
    floor.press(TO_REVIEW)
    assert floor.review.isVisible()
    assert floor.review.screens is screens
    screens.left.emit()  # type: ignore[union-attr]
    assert floor.review.isHidden()
    assert floor.review.screens is None


def test_the_review_asks_who_reads_and_a_supervisor_may_who_takes_no_call(floor: WallAtWork) -> None:
    floor.press(TO_REVIEW)
    floor.sign_in("S1", "2222")
    assert floor.review.isVisible()
    floor.press(TO_WALL)
    floor.press(TAKE)
    assert not floor.window.sign_in.screen.isHidden(), "a pit boss is asked for"
    assert floor.asked == []


@pytest.mark.sweep(2)
@pytest.mark.parametrize("part", [each for each in Part if each is not Part.GUIDES])
def test_the_keys_of_an_opened_table_lead_to_the_parts_of_the_review(floor: WallAtWork, part: Part) -> None:
    floor.person = JONAS
    floor.window.presses.open_table("R8")
    at = list(Part).index(part)
    floor.press(Qt.Key(Qt.Key.Key_1.value + at))
    screens = floor.review.screens
    assert screens is not None
    shown = {
        Part.LOG: lambda: screens.log.isVisible(),
        Part.REPLAY: lambda: screens.replay is not None and screens.replay.isVisible(),
        Part.ROUND: lambda: screens.save.isVisible(),
        Part.INCIDENT: lambda: "incident_reported" in screens.log.query.wanted.kinds,
        Part.REPORT: lambda: screens.report is not None and screens.report.isVisible(),
    }
    assert shown[part]()
    floor.review.strip.wall.click()
    assert floor.review.isHidden()
    assert floor.window.views.opened.isVisible(), "back to where it was asked for"


def test_a_tables_report_from_the_wall_has_the_names_that_the_journals_give_later(
    floor: WallAtWork, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """It was counted before anybody had asked for the names and the shifts, and showed ids and one shift."""
    held = list[Callable[[], object]]()

    class Later(AtOnce):
        """Asked about the journals, it answers once it is let go."""

        def ask(self, name: str, question: Any, answer: Any) -> None:
            if name == "about":
                held.append(lambda: answer(question(self.reads)))
            else:
                super().ask(name, question, answer)

    monkeypatch.setattr(floor.review, "asking", Later)
    floor.person = JONAS
    floor.window.presses.open_table("R8")
    floor.press(Qt.Key(Qt.Key.Key_1.value + list(Part).index(Part.REPORT)))
    screens = floor.review.screens
    assert screens is not None and screens.report is not None
    report = screens.report
    qtbot.waitUntil(lambda: report.compared is not None)
    assert screens.log.query.filter_choices.persons == {}
    for answer in held:
        answer()
    known = screens.log.query.filter_choices
    assert known.persons
    assert all(each.name in report.formatter.name(who) for who, each in known.persons.items())
    assert report._shifts == known.shifts != ()


@pytest.mark.sweep
def test_the_walls_menu_leads_to_the_guides_after_a_sign_in(floor: WallAtWork) -> None:
    floor.window.open_menu()
    menu_row(floor.window.menu, words("en").text("guide.page")).click()
    QTest.qWait(0)
    floor.sign_in("S1", "2222")
    screens = floor.review.screens
    assert floor.review.isVisible() and screens is not None
    assert screens.pages[GuideScreen].isVisible()


@pytest.mark.sweep
def test_the_incidents_of_a_table_are_listed_without_the_words_typed_before(
    floor: WallAtWork, qtbot: QtBot
) -> None:
    """The field kept its words, and the list was no longer filtered by them."""
    floor.person = JONAS
    floor.window.presses.open_table("R8")
    floor.press(TO_REVIEW)
    screens = floor.review.screens
    assert screens is not None
    log = screens.log
    QTest.keyClicks(log.search, "hidden")
    QTest.keyClick(log.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(log.query.wanted.words))
    floor.review.strip.wall.click()
    floor.press(Qt.Key(Qt.Key.Key_1.value + list(Part).index(Part.INCIDENT)))
    assert "incident_reported" in log.query.wanted.kinds and not log.query.wanted.words
    assert log.search.text() == ""


@pytest.mark.sweep
def test_the_note_of_a_press_hides_no_key_of_the_review(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    floor.review.strip.take.click()
    assert floor.review.screens is not None
    replay = floor.review.screens.log.detail
    note = floor.window.note.geometry()
    there = replay.mapTo(floor.window, replay.rect().center())
    assert not note.contains(there)
    assert note.bottom() < floor.window.height() / 4


@pytest.mark.sweep
def test_a_search_that_begins_over_the_review_is_in_view(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.window.presses.open_table("R8")
    floor.press(TO_REVIEW)
    floor.press(SEARCH)
    search = floor.window.views.search
    assert floor.review.isHidden()
    assert search.isVisible() and search.hasFocus()
    floor.press(TO_REVIEW)
    assert floor.review.isVisible(), "its keys lead back to it"


@pytest.mark.sweep
def test_a_table_that_is_chosen_on_the_second_screen_is_in_view(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.window.open_second_wall()
    second = floor.window.places.second
    assert second is not None
    floor.press(TO_REVIEW)
    tile = second.wall.tile_of("J4")
    assert tile is not None
    QTest.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert floor.review.isHidden()
    assert floor.window.views.opened.isVisible() and floor.window.views.open_table == "J4"


@pytest.mark.sweep
def test_the_second_window_opens_while_the_review_stays_open(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    floor.window.places.open_second = lambda words: True  # type: ignore[method-assign]
    floor.window.open_second_wall()
    assert floor.review.isVisible()


@pytest.mark.sweep
def test_the_keys_stay_with_the_review_when_the_open_table_leaves_the_wall(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TO_LIST)
    floor.window.presses.open_table("R8")
    floor.press(TO_REVIEW)
    screens = floor.review.screens
    assert screens is not None
    floor.hear(1.0, reading(*(each for each in calm(12) if each.table != "R8")))
    assert floor.window.views.open_table is None
    focused = floor.window.focusWidget()
    assert focused is not None and screens.isAncestorOf(focused)

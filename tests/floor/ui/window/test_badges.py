"""A badge at the wall asks for its person, wherever the keys are, and its signs are no keys of the wall."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.people import Known
from console.table.people.answers import Unknown
from console.table.people.table_people import TrainingPeople
from console.table.ui.sign_in.credentials import Field
from tests.base.words.catalogues import words
from tests.floor.ui.wall_at_work import AIDA, JONAS, RASA, SEARCH, TAKE, TO_REVIEW, WallAtWork

BADGES = {"0012345617": JONAS, "0012345625": RASA, "0012345633": AIDA}


@pytest.fixture
def badges(monkeypatch: pytest.MonkeyPatch) -> None:
    """The people whose badges the reader reads here."""
    known = {number: Known(person) for number, person in BADGES.items()}
    monkeypatch.setattr(TrainingPeople, "verify_badge", lambda _, number: known.get(number, Unknown()))


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("number", "who"), [("0012345617", "P7"), ("0012345633", "S1")])
def test_a_badge_at_the_wall_asks_for_that_person_and_its_enter_opens_nothing(
    floor: WallAtWork, badges: None, qtbot: QtBot, number: str, who: str
) -> None:
    form = floor.window.sign_in.screen
    floor.badge(number)
    qtbot.waitUntil(lambda: form.state.id == who)
    assert form.isVisible() and form.state.field is Field.PIN and floor.window.views.opened.isHidden()
    floor.window.sign_in.screen._take(Known(BADGES[number]))
    assert floor.person == BADGES[number] and not form.isVisible()
    assert floor.asked == [], "nothing was taken by it"


def test_a_badge_at_the_tiles_own_window_is_one_too(floor: WallAtWork, badges: None, qtbot: QtBot) -> None:
    floor.window.open_second_wall()
    assert floor.window.places.second is not None
    floor.badge("0012345617", floor.window.places.second)
    qtbot.waitUntil(lambda: floor.window.sign_in.screen.state.id == "P7")


@pytest.mark.sweep
def test_a_badge_while_a_table_is_looked_for_is_not_looked_for(
    floor: WallAtWork, badges: None, qtbot: QtBot
) -> None:
    floor.press(SEARCH)
    QTest.keyClicks(floor.window.views.search, "R")
    floor.badge("0012345617", floor.window.views.search)
    qtbot.waitUntil(lambda: floor.window.sign_in.screen.state.id == "P7")
    assert floor.window.views.search.text() == "R" and floor.window.views.opened.isHidden()


def test_a_dealers_badge_at_the_wall_is_refused_with_the_reason(
    floor: WallAtWork, badges: None, qtbot: QtBot
) -> None:
    floor.badge("0012345625")
    qtbot.waitUntil(lambda: not floor.window.sign_in.screen.isVisible())
    assert floor.person is None
    assert floor.note == words("en").text("sign_in.needs.pit_boss")


def test_signs_as_fast_as_a_readers_are_no_keys_of_the_wall(floor: WallAtWork) -> None:
    """In 'tah1' T would take a call, A silence, H set aside."""
    floor.badge("tah1")
    assert not floor.window.sign_in.screen.isVisible() and floor.note == words("en").text("press.signs")


def test_the_taker_of_a_call_is_asked_by_name_and_the_badge_is_enough(
    floor: WallAtWork, badges: None, qtbot: QtBot
) -> None:
    floor.press(TAKE)
    floor.sign_in()
    assert floor.asked[-1][0] == "take"
    floor.window.sign_in.sign_out()
    floor.hear(1.0)
    floor.press(TAKE)
    form = floor.window.sign_in.screen
    assert form.isVisible() and (form.state.id, form.state.field) == ("P7", Field.PIN)
    assert form.state.title == words("en").text("button.pit_boss_again", name=JONAS.name)
    floor.badge("0012345617", form)
    qtbot.waitUntil(lambda: not form.isVisible())
    assert floor.person == JONAS and floor.asked[-1][0] == "release"


@pytest.mark.sweep
@pytest.mark.parametrize("field", ["search", "time"])
def test_a_badge_in_a_field_of_the_review_asks_for_that_person_and_is_not_typed(
    floor: WallAtWork, badges: None, qtbot: QtBot, field: str
) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    assert floor.review.screens is not None
    log, form = floor.review.screens.log, floor.window.sign_in.screen
    to = log.search if field == "search" else log.time
    QTest.keyClicks(to, "12")
    qtbot.waitUntil(lambda: bool(log.query.wanted.words) or field == "time")
    before = (log.query.wanted, log.list.at)
    floor.badge("0012345633", to)
    qtbot.waitUntil(lambda: form.state.id == "S1")
    assert form.isVisible() and form.state.field is Field.PIN
    assert to.text() == "12" and (log.query.wanted, log.list.at) == before, "its Enter is nobody's press"
    form._take(Known(AIDA))
    assert floor.person == AIDA and floor.review.isVisible() and not form.isVisible()
    assert to.text() == "12" and floor.asked == []


@pytest.mark.sweep
def test_a_badge_at_a_list_of_the_review_over_the_wall_opens_no_row(
    floor: WallAtWork, badges: None, qtbot: QtBot
) -> None:
    floor.person = AIDA
    floor.press(TO_REVIEW)
    assert floor.review.screens is not None
    log, form = floor.review.screens.log, floor.window.sign_in.screen
    qtbot.waitUntil(lambda: log.query.found.count > 0)
    with qtbot.assertNotEmitted(log.list.opened):
        floor.badge("0012345617", log.list)
    qtbot.waitUntil(lambda: form.state.id == "P7")
    assert log.isVisible() and floor.asked == []
    QTest.keyClick(form, Qt.Key.Key_Escape)
    assert not form.isVisible() and floor.review.isVisible() and floor.person == AIDA

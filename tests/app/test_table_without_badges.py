"""Where nobody signs in with a badge, a reader's signs press nothing and are no text; that is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.rehearsals.result import Way
from console.supervisor.review import JournalReads, Reviewing
from console.supervisor.ui.review.review_window import ReviewWindow
from console.table.core import Person, SetClock
from console.table.people import BadgeForm
from console.table.ui.people import FirstSupervisor
from console.table.ui.sign_in import Purpose
from console.table.ui.window import MISSING, TroubleScreen
from tests.base.words.catalogues import words
from tests.rehearsals.ui.hands import given, theatre_of
from tests.supervisor.ui.review.night import work
from tests.supervisor.ui.review.stories import PERSONS, AtOnce, night
from tests.table.people.kept import PIN

BADGE = "0012345617"


def hold_badge(clock: SetClock, to: QWidget, signs: str = BADGE, apart: float = 0.01) -> None:
    """A badge is held to the reader: a sign every ``apart`` seconds, then an Enter."""
    clock.advance(1.0)
    for sign in signs:
        QTest.keyClicks(to, sign)
        clock.advance(apart)
    QTest.keyClick(to, Qt.Key.Key_Return)


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_badge_where_a_table_can_t_start_tries_nothing_again(qtbot: QtBot, language: str) -> None:
    clock = SetClock()
    screen = TroubleScreen(words(language), monotonic=lambda: clock.monotonic() / 1e9)
    qtbot.addWidget(screen)
    screen.show()
    screen.show_reason(lambda _: "table7.toml", MISSING)
    with (
        qtbot.assertNotEmitted(screen.again),
        qtbot.assertNotEmitted(screen.left),
        qtbot.assertNotEmitted(screen.beyond),
    ):
        for part in (screen, screen.back, screen.go_on, screen.primary):
            hold_badge(clock, part)
    assert screen.note == words(language).text("press.badge")
    clock.advance(1.0)
    with qtbot.waitSignal(screen.again):
        QTest.keyClick(screen, Qt.Key.Key_Return)


def test_a_badge_makes_no_first_supervisor_and_is_not_typed(qtbot: QtBot) -> None:
    clock, made = SetClock(), list[Person]()

    def make(person: Person, pin: str) -> Person:
        made.append(person)
        return person

    form = FirstSupervisor(make, words("en"), monotonic=lambda: clock.monotonic() / 1e9)
    qtbot.addWidget(form)
    form.show()
    form.begin()
    typed = {"people.ask.id": "S-1", "people.ask.name": "Anna", "people.ask.pin": PIN}
    typed["people.ask.pin_again"] = PIN
    for key, text in typed.items():
        form.input(key).setText(text)
    for key in typed:
        form.input(key).setFocus()
        hold_badge(clock, form.input(key))
        assert form.focusWidget() is form.input(key), "its Enter leads nowhere"
        assert form.note == words("en").text("press.badge")
    assert {key: form.input(key).text() for key in typed} == typed
    assert not made
    clock.advance(1.0)
    with qtbot.waitSignal(form.made):
        QTest.keyClick(form.input("people.ask.pin_again"), Qt.Key.Key_Return)


def test_a_badge_at_a_pin_of_a_rehearsal_s_sign_in_is_a_badge_and_no_pin() -> None:
    with theatre_of("lt", "en", Way.GUIDED) as hands:
        sign_in = hands.theatre.desk.sign_in
        sign_in.ask(Purpose.REHEARSAL)
        for sign in "P1\r":
            sign_in.type(sign)
        hold_badge(hands.clock, sign_in)
        assert sign_in.state.id != "P1", "the badge's number is what is asked for"


@pytest.fixture
def review(qtbot: QtBot) -> Iterator[tuple[ReviewWindow, SetClock]]:
    """The supervisor's own window, on a night's journal."""
    clock = SetClock()
    reviewing = Reviewing(lambda: JournalReads((night(),), PERSONS), work)
    window = ReviewWindow(reviewing, words("en"), clock, lambda _: ("Casino Nord",), asking=AtOnce)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.screens.log.query.found.count > 0)
    yield window, clock
    window.close()


@pytest.mark.sweep
@pytest.mark.parametrize("field", ["search", "time"])
def test_a_badge_in_a_field_of_the_review_on_its_own_is_not_typed(
    review: tuple[ReviewWindow, SetClock], field: str
) -> None:
    window, clock = review
    log = window.screens.log
    to = log.search if field == "search" else log.time
    QTest.keyClicks(to, "06")
    before = log.list.at
    hold_badge(clock, to)
    assert (to.text(), log.list.at) == ("06", before)
    assert log.head.text == words("en").text("press.badge")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("form", "left"), [(None, BADGE), (BadgeForm(len(BADGE), 110), "")])
def test_a_slow_badge_is_a_text_in_a_review_that_knows_no_form(
    qtbot: QtBot, form: BadgeForm | None, left: str
) -> None:
    clock = SetClock()
    reviewing = Reviewing(lambda: JournalReads((night(),), PERSONS), work, badges=form)
    window = ReviewWindow(reviewing, words("en"), clock, lambda _: ("Casino Nord",), asking=AtOnce)
    qtbot.addWidget(window)
    window.show()
    log = window.screens.log
    qtbot.waitUntil(lambda: log.query.found.count > 0)
    hold_badge(clock, log.search, apart=0.1)
    assert log.search.text() == left
    window.close()


def test_a_badge_at_the_log_of_the_review_on_its_own_opens_nothing(
    review: tuple[ReviewWindow, SetClock], qtbot: QtBot
) -> None:
    window, clock = review
    log = window.screens.log
    before = (log.list.at, log.query.wanted)
    with qtbot.assertNotEmitted(log.list.opened):
        hold_badge(clock, log)
    assert (log.list.at, log.query.wanted) == before and log.isVisible() and not log.search.text()
    assert log.head.text == words("en").text("press.badge")


def test_a_badge_at_the_start_of_a_rehearsal_begins_no_rehearsal() -> None:
    with theatre_of("lt", "en", Way.GUIDED) as hands:
        desk = hands.theatre.desk
        desk.sign_in.hide()
        desk.enter(given("en", "P1"))
        hold_badge(hands.clock, desk.start)
        assert hands.theatre.window is None and desk.start.isVisible()
        assert desk.start.message == words("en").text("press.badge")
        hands.clock.advance(1.0)
        hold_badge(hands.clock, desk.start, "12345")
        assert hands.theatre.window is None
        assert desk.start.message == words("en").text("press.signs")
        hands.clock.advance(1.0)
        QTest.keyClick(desk.start, Qt.Key.Key_Return)
        assert hands.theatre.window is not None, "a finger's Enter begins as ever"

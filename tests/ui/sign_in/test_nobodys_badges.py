"""Where nobody signs in with a badge, a reader's signs press nothing and are no text; that is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.rehearsal.result import Way
from console.table.running.clock import SetClock
from console.ui.review.review_window import ReviewWindow
from tests.ui.rehearsal.hands import given, theatre_of
from tests.ui.samples.night import work
from tests.ui.samples.stories import night, reading_of
from tests.words.catalogues import words

BADGE = "0012345617"


def read(clock: SetClock, to: QWidget, signs: str = BADGE) -> None:
    """A badge is held to the reader: a sign every ten milliseconds, then an Enter."""
    clock.advance(1.0)
    for sign in signs:
        QTest.keyClicks(to, sign)
        clock.advance(0.01)
    QTest.keyClick(to, Qt.Key.Key_Return)


@pytest.fixture
def review(qtbot: QtBot) -> Iterator[tuple[ReviewWindow, SetClock]]:
    """The supervisor's own window, on a night's journal."""
    clock, reading = SetClock(), reading_of(night())
    window = ReviewWindow(reading, work(), words("en"), clock, lambda _: ("Casino Nord",))
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.screens.log.head.found.count > 0)
    yield window, clock
    window.screens.log._glance_due.stop()
    reading.reads.close()


@pytest.mark.parametrize("field", ["search", "time"])
def test_a_badge_in_a_field_of_the_review_on_its_own_is_not_typed(
    review: tuple[ReviewWindow, SetClock], field: str
) -> None:
    window, clock = review
    log = window.screens.log
    to = log.search if field == "search" else log.time
    QTest.keyClicks(to, "06")
    before = log.list.at
    read(clock, to)
    assert (to.text(), log.list.at) == ("06", before)
    assert log.head.text == words("en").text("press.badge")


def test_a_badge_at_the_log_of_the_review_on_its_own_opens_nothing(
    review: tuple[ReviewWindow, SetClock], qtbot: QtBot
) -> None:
    window, clock = review
    log = window.screens.log
    before = (log.list.at, log.head.wanted)
    with qtbot.assertNotEmitted(log.list.opened):
        read(clock, log)
    assert (log.list.at, log.head.wanted) == before and log.isVisible() and not log.search.text()
    assert log.head.text == words("en").text("press.badge")


def test_a_badge_at_the_start_of_a_rehearsal_begins_none() -> None:
    with theatre_of("lt", "en", Way.GUIDED) as hands:
        desk = hands.theatre.desk
        desk.sign_in.hide()
        desk.enter(given("en", "P1"))
        read(hands.clock, desk.start)
        assert hands.theatre.window is None and desk.start.isVisible()
        assert desk.start.said == words("en").text("press.badge")
        hands.clock.advance(1.0)
        read(hands.clock, desk.start, "12345")
        assert hands.theatre.window is None
        assert desk.start.said == words("en").text("press.signs")
        hands.clock.advance(1.0)
        QTest.keyClick(desk.start, Qt.Key.Key_Return)
        assert hands.theatre.window is not None, "a finger's Enter begins as ever"

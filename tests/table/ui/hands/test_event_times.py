"""A press is judged by when it was made, not by when the window's thread came to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.table.core import LineJob, ShownTable
from console.table.ui.hands.guard import EventTimes
from tests.table.ui.hands.test_press_saved import at_the_announcement
from tests.table.ui.harness.painting import paint, stand_still
from tests.table.ui.harness.straight import Straight, straight

BOOTED: Final = 86_400.0
"""Seconds that the window system's clock is ahead of the console's."""


class Hands:
    """A person at the screen: each press has the time at which it was made."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def press_made_at(self, at: float) -> QKeyEvent:
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
        event.setTimestamp(round((at + BOOTED) * 1000))
        return event


def test_a_press_that_waited_is_as_old_as_it_is() -> None:
    hands = Hands()
    times = EventTimes(hands.monotonic, stamped=True)
    assert times.time_of(hands.press_made_at(100.0)) == pytest.approx(100.0)
    hands.now = 102.0
    assert times.time_of(hands.press_made_at(101.4)) == pytest.approx(101.4)


def test_a_press_is_never_newer_than_its_handling_nor_older_than_it_was_made() -> None:
    """The first one had waited itself: the two clocks are known better with each press that did not."""
    hands = Hands()
    times = EventTimes(hands.monotonic, stamped=True)
    for handled, made in ((100.0, 99.5), (101.0, 100.9), (102.0, 101.2), (200.0, 199.9), (300.0, 299.0)):
        hands.now = handled
        assert made - 1e-6 <= times.time_of(hands.press_made_at(made)) <= handled


def test_a_clock_that_starts_over_is_compared_again() -> None:
    """X11 counts in 32 bits: after 49 days it begins at nothing."""
    hands = Hands()
    times = EventTimes(hands.monotonic, stamped=True)
    times.time_of(hands.press_made_at(100.0))
    hands.now = 101.0
    assert times.time_of(hands.press_made_at(101.0 - BOOTED)) == pytest.approx(101.0)
    hands.now = 102.0
    assert times.time_of(hands.press_made_at(101.5 - BOOTED)) == pytest.approx(101.5)


def test_without_a_time_of_its_own_a_press_is_as_new_as_its_handling() -> None:
    hands = Hands()
    unstamped = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    assert EventTimes(hands.monotonic, stamped=True).time_of(unstamped) == 100.0
    assert EventTimes(hands.monotonic, stamped=False).time_of(hands.press_made_at(50.0)) == 100.0


# --- at the table's window -----------------------------------------------------------------------


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Straight]:
    with straight(qtbot) as made:
        made.window.dealer.guard.times = EventTimes(lambda: made.clock.monotonic() / 1e9, stamped=True)
        yield made


def press_at(table: Straight, target: QWidget, at: float) -> None:
    """A finger that came down at a moment; its events are handled now."""
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        middle = QPointF(target.rect().center())
        place = target.mapToGlobal(middle)
        button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, middle, place, button, button, none)
        event.setTimestamp(round((at + BOOTED) * 1000))
        QApplication.sendEvent(target, event)


def now(table: Straight) -> float:
    return table.clock.monotonic() / 1e9


def test_a_press_from_before_the_prompt_could_be_read_is_never_taken(
    table: Straight,
) -> None:
    at_the_announcement(table)
    key = table.window.dealer.bar.primary
    table.clock.advance(1)
    press_at(table, key, now(table))
    table.settle()
    paint()
    came = now(table)
    stand_still(table.clock, 0.9)
    press_at(table, key, came + 0.1)
    assert not table.line.waiting, "made 0.1 s after the prompt came, and handled 0.8 s later"
    note = table.window.dealer.press_note
    assert note is not None and note.isVisible() and note.text == table.window.words.text("press.too_new")
    press_at(table, key, came + 0.5)
    assert len(table.line.waiting) == 1


def test_a_prompt_that_is_not_painted_takes_no_press(table: Straight) -> None:
    """The window's thread stood for half a second with the new prompt in its hands."""
    at_the_announcement(table)
    table.clock.advance(0.5)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    line, _ = table.line.waiting.popleft()
    table.window.show_table(ShownTable(table.session.take(line), table.session.table, None, LineJob(line)))
    assert table.view.view.prompt.action == "collect"
    stand_still(table.clock, 0.5)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    assert not table.line.waiting
    paint()
    stand_still(table.clock, 0.3)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    assert not table.line.waiting, "it was painted 0.3 s ago"
    stand_still(table.clock, 0.2)
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    assert len(table.line.waiting) == 1

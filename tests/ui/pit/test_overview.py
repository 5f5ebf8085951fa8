"""The pit boss's screen: what is open and since when, what only a pit boss may order, its own window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.game.worksheet import Wager
from console.people.table_people import people
from console.table.protocol import lines
from console.table.running.clock import SetClock
from console.table.showing.screen_values import DealerView, Mode, Person
from console.table.state.roles import Role
from console.ui.pit.overview import PitBossScreen, waiting
from console.ui.pit.pit_window import PitDesk
from console.words import LANGUAGES
from tests.pictures.drawn import is_drawn
from tests.ui.in_turn import taken_away
from tests.ui.samples.incidents import INCIDENT_SAMPLES, OVERVIEW_SAMPLES
from tests.ui.samples.tables import clock
from tests.ui.samples.wheels import WHEEL_SAMPLES
from tests.ui.stands.painted import bare
from tests.words.catalogues import words


@pytest.fixture
def time() -> SetClock:
    return clock()


@pytest.fixture
def screen(qtbot: QtBot, time: SetClock) -> PitBossScreen:
    screen = PitBossScreen(words("en"), time)
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    return screen


def test_what_is_open_comes_first_and_what_waits_behind_it(screen: PitBossScreen) -> None:
    view = OVERVIEW_SAMPLES["p0-open"]
    assert [(row.kind, row.queued) for row in waiting(view)] == [("card_fell", False), ("damaged_card", True)]
    screen.show_view(view)
    assert screen.prompt.told.headline == "A card fell: 2 questions"
    assert screen.open.accessibleName() == f"{words('en').text('pit.open')}: A card fell, Damaged card"


def test_a_call_without_an_incident_is_open_too(screen: PitBossScreen) -> None:
    screen.show_view(OVERVIEW_SAMPLES["p0-called"])
    assert screen.prompt.told.headline == words("en").text("pit.call")
    assert screen.primary.text() == words("en").text("pit.come")


def test_a_table_in_manual_mode_is_not_said_to_be_well(screen: PitBossScreen) -> None:
    screen.show_view(OVERVIEW_SAMPLES["p0-manual"])
    assert screen.prompt.told.headline == words("en").text("mode.manual")
    assert words("en").text("pit.all_well") not in screen.prompt.told.aloud


def test_orders_are_given_and_taken_back(screen: PitBossScreen, time: SetClock) -> None:
    """BAC-3.2.3: the pit boss may order a reshuffle at any time."""
    said: list[tuple[str, bool]] = []
    screen.ordered.connect(lambda name, on: said.append((name, on)))
    screen.show_view(OVERVIEW_SAMPLES["p0-nothing"])
    time.advance(1)
    for name in ("reshuffle", "decks", "manual", "close"):
        QTest.mouseClick(screen.orders[name], Qt.MouseButton.LeftButton)
    assert said == [("reshuffle", False), ("decks", True), ("manual", True), ("close", True)]


def test_nobody_orders_who_is_not_signed_in(screen: PitBossScreen) -> None:
    screen.show_view(OVERVIEW_SAMPLES["p0-nobody"])
    assert all(button.isHidden() for button in screen.orders.values())
    assert screen.correct.isHidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_is_drawn_in_every_language(qtbot: QtBot, language: str) -> None:
    assert OVERVIEW_SAMPLES
    for name, view in OVERVIEW_SAMPLES.items():
        screen = PitBossScreen(words(language), clock())
        with taken_away(screen):
            screen.resize(1280, 800)
            screen.show()
            screen.show_view(view)
            assert is_drawn(screen), name


P1 = Person("P1", "Jonas P.", Role.PIT_BOSS, "en")


class Desk:
    """The pit boss's window, and what it says."""

    def __init__(self, window: PitDesk, said: list[Any], time: SetClock) -> None:
        self.window, self.said, self.time = window, said, time

    def take_seat(self, at: DealerView | None = None) -> None:
        """Enter the PIN for what waits there."""
        if at is not None:
            self.window.show_view(replace(at, pit_boss=None))
        self.window.sign_in.verified.emit(P1)


@pytest.fixture
def desk(qtbot: QtBot, time: SetClock) -> Iterator[Desk]:
    said: list[Any] = []
    window = PitDesk(
        people(), words("en"), words("lt"), time, lambda line: said.append(bare(line)), step_up=120
    )
    qtbot.addWidget(window)
    window.show()
    yield Desk(window, said, time)
    window.hide()


def test_who_is_signed_in_at_the_table_is_not_at_this_window(desk: Desk) -> None:
    desk.window.show_view(OVERVIEW_SAMPLES["p0-awaiting"])
    assert desk.window.pit_boss_here() is None
    assert all(button.isHidden() for button in desk.window.overview.orders.values())


def test_the_pit_boss_answers_from_the_own_window(desk: Desk) -> None:
    desk.take_seat(OVERVIEW_SAMPLES["p0-awaiting"])
    assert desk.said == [lines.SignIn("P1", Role.PIT_BOSS)]
    desk.window.show_view(replace(OVERVIEW_SAMPLES["p0-awaiting"], pit_boss=P1))
    desk.time.advance(1)
    QTest.keyClick(desk.window.overview, Qt.Key.Key_Return)
    assert desk.window.table.isVisible()
    desk.time.advance(1)
    QTest.keyClick(desk.window.table, Qt.Key.Key_Return)
    assert desk.said[1:] == [lines.Authorise("P1")]


def test_the_overview_comes_back_once_the_dealer_acts(desk: Desk) -> None:
    desk.take_seat(OVERVIEW_SAMPLES["p0-awaiting"])
    desk.window.show_view(replace(OVERVIEW_SAMPLES["p0-awaiting"], pit_boss=P1))
    desk.window.answer()
    assert desk.window.table.isVisible()
    desk.window.show_view(replace(INCIDENT_SAMPLES["p4-put-back"], pit_boss=P1))
    assert desk.window.table.isHidden()


def test_a_window_that_nobody_touches_is_left(desk: Desk) -> None:
    desk.take_seat()
    desk.window.show_view(replace(OVERVIEW_SAMPLES["p0-nothing"], pit_boss=P1))
    desk.time.advance(121)
    desk.window.tick()
    assert desk.said[-1] == lines.SignOut("P1")
    assert desk.window.pit_boss_here() is None


def test_an_answer_is_changed_in_place_from_this_window_too(desk: Desk) -> None:
    desk.take_seat(INCIDENT_SAMPLES["p2-cards"])
    for name in ("p2-cards", "p2-seen", "p3-void"):
        desk.window.show_view(replace(INCIDENT_SAMPLES[name], pit_boss=P1))
    desk.window.answer()
    desk.time.advance(1)
    QTest.keyClick(desk.window.table, Qt.Key.Key_Escape)
    desk.time.advance(1)
    QTest.keyClick(desk.window.table, Qt.Key.Key_1)
    assert desk.said[1:] == [lines.Answer("P1", {"seen": True})]


def test_the_wheels_serial_number_is_noted_from_this_window_too(desk: Desk) -> None:
    """ROU-3.2.1: the pit boss checks the wheel."""
    desk.take_seat()
    desk.window.show_view(replace(WHEEL_SAMPLES["ro-check-1"], pit_boss=P1))
    desk.window.answer()
    desk.time.advance(1)
    QTest.keyClick(desk.window.table, Qt.Key.Key_Return)
    assert desk.said[-1] == lines.Done("P1", note="W-0419")
    desk.window.show_view(replace(WHEEL_SAMPLES["ro-check-2"], pit_boss=P1))
    desk.time.advance(1)
    QTest.keyClick(desk.window.table, Qt.Key.Key_Return)
    assert desk.said[-1] == lines.Done("P1")


def test_the_worksheet_is_asked_from_this_window_too(desk: Desk) -> None:
    """LT-ROU-33."""
    desk.take_seat(WHEEL_SAMPLES["ro-settle"])
    desk.window.show_view(replace(WHEEL_SAMPLES["ro-settle"], pit_boss=P1))
    desk.window.answer()
    desk.time.advance(1)
    for key in (Qt.Key.Key_R, Qt.Key.Key_5, Qt.Key.Key_0, Qt.Key.Key_Return):
        QTest.keyClick(desk.window.table, key)
    asked = desk.said[-1]
    assert isinstance(asked, lines.Settle) and asked.by == "P1"
    assert asked.wagers == (Wager(on="red", stake=50),)


def test_training_is_unmistakable_on_the_pit_bosss_screen_too(qtbot: QtBot) -> None:
    screen = PitBossScreen(words("en"), clock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    for mode in (Mode.LIVE, Mode.TRAINING, Mode.REHEARSAL):
        screen.show_view(replace(next(iter(OVERVIEW_SAMPLES.values())), mode=mode))
        assert all(strip.isVisible() is mode.is_simulated for strip in screen.frame.strips)

"""After a restart within a hand: what the screen says, and that it waits for no answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import Action, ConsoleRestart
from console.table.game import load_rulebook
from console.table.people import people
from console.table.ui.dealer import prompt_of
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import theme
from console.table.ui.sign_in.credentials import Field
from console.table.ui.window.bridge import Bridge
from console.table.ui.window.table_setup import TableSetup
from console.table.ui.window.table_window import TableWindow
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.straight import PERSONS, Straight, straight
from tests.table.ui.samples.tables import changed

CARD_FELL = {"do": "incident", "kind": "card_fell", "facts": {"cards": 1}, "by": "D1"}


@pytest.fixture
def two_cards(qtbot: QtBot) -> Iterator[Straight]:
    """A table at which two cards lie, within a hand."""
    with straight(qtbot, "lt") as table:
        table.take({"do": "bets", "state": "open"})
        table.take({"do": "bets", "state": "closed"})
        table.take({"do": "card", "card": "9H"})
        table.take({"do": "card", "card": "2S"})
        yield table


def restarted(bot: QtBot, table: Straight, *, damaged: bool = False) -> TableWindow:
    """The window of a console that was restarted within this table's hand."""
    table.window.close()
    bot.addWidget(table.window)
    back = table.clock.utc()
    restart = ConsoleRestart(back - timedelta(seconds=22), back, damaged=damaged)
    setup = TableSetup(table.config, load_rulebook("lt"), table.clock, people(), dict(PERSONS), restart)
    window = TableWindow(Bridge(), table.line, setup)
    bot.addWidget(window)
    table.window = window
    table.window.resize(1280, 800)
    table.window.show()
    table.take({"do": "view"})
    return window


def note_under_the_lock(table: Straight, words: Words) -> str | None:
    """The note beneath the dealer's prompt while the screen is locked."""
    return prompt_of(changed(table.view, locked=True), words, words).note


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_incidents_question_is_on_the_screen_at_once_after_a_restart(
    qtbot: QtBot, two_cards: Straight, language: str
) -> None:
    two_cards.take(CARD_FELL)
    window = restarted(qtbot, two_cards)
    window.speak(language)
    window.tick()
    assert not window.menu.isVisible() and window.dealer.incident_stage is Stage.FACT


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pit_boss_who_decides_reads_that_a_damaged_journal_may_miss_cards(
    qtbot: QtBot, two_cards: Straight, language: str
) -> None:
    two_cards.take({"do": "incident", "kind": "wrong_position", "facts": {"cards_to_move": 2}, "by": "D1"})
    window = restarted(qtbot, two_cards, damaged=True)
    damaged = Words(language).text("mode.recovered.damaged")
    two_cards.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    window.speak(language)
    assert two_cards.view.view.prompt.action == Action.AUTHORISE
    assert window.dealer.band.accessibleName().startswith(damaged)
    two_cards.take({"do": "authorise", "by": "P1"})
    assert two_cards.view.incident.decided is not None
    assert window.dealer.band.accessibleName().startswith(damaged)


def test_after_a_restart_within_a_hand_the_keys_work_and_enter_answers_nothing(
    qtbot: QtBot, two_cards: Straight
) -> None:
    window = restarted(qtbot, two_cards)
    entry = two_cards.view.view.entry
    for key in (Qt.Key.Key_F4, Qt.Key.Key_P, Qt.Key.Key_1, Qt.Key.Key_Return):
        window.tick()
        two_cards.clock.advance(1)
        pressed = window.focusWidget()
        assert pressed is not None
        QTest.keyClick(pressed, key)
        two_cards.settle()
    assert window.sign_in.is_asking and two_cards.view.view.entry == entry
    asked = window.sign_in.screen.state
    assert (asked.id, asked.field, asked.digits) == ("P1", Field.PIN, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_under_the_lock_a_dealers_own_question_does_not_wait_for_a_pit_boss(
    two_cards: Straight, language: str
) -> None:
    words = Words(language)
    waits_for_a_sign_in = words.text("note.sign_in")
    two_cards.take(CARD_FELL)
    assert note_under_the_lock(two_cards, words) == waits_for_a_sign_in
    two_cards.take({"do": "answer", "facts": {"seen": True}, "by": "D1"})
    assert note_under_the_lock(two_cards, words) != waits_for_a_sign_in


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080), (2560, 1440)])
def test_the_menu_is_as_large_as_the_screen_beneath_it(qtbot: QtBot, size: tuple[int, int]) -> None:
    with straight(qtbot, "lt") as table:
        table.window.resize(*size)
        QApplication.processEvents()
        table.window.open_menu()
        assert table.window.menu.u == table.window.dealer.u == theme.unit(*size)
        assert all(row.u == table.window.dealer.u for row in menu_rows(table.window.menu))

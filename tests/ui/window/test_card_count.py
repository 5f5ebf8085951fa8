"""After a restart within a hand: the question whether the cards on the table are those on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.game.rulebook import load_rulebook
from console.people.table_people import people
from console.table.showing.screen_values import ConsoleRestart
from console.ui.dealer.prompt_words import prompt_of
from console.ui.incident.stage import Stage
from console.ui.kit.theme import unit
from console.ui.window.bridge import Bridge
from console.ui.window.table_setup import TableOptions, TableSetup
from console.ui.window.table_window import TableWindow
from console.words import LANGUAGES, Words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.sweep import by_turns
from tests.ui.harness.menu_rows import menu_rows
from tests.ui.harness.straight import PERSONS, Straight, straight
from tests.ui.samples.tables import changed

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


def restarted(bot: QtBot, table: Straight) -> TableWindow:
    """The window of a console that was restarted within this table's hand."""
    table.window.close()
    bot.addWidget(table.window)
    back = table.clock.utc()
    restart = ConsoleRestart(back - timedelta(seconds=22), back)
    setup = TableSetup(table.config, load_rulebook("lt"), table.clock, people(), dict(PERSONS), restart)
    window = TableWindow(Bridge(), table.line, setup, TableOptions(count_due=True))
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
def test_cards_are_compared_in_view_before_an_incident_asks_on(
    qtbot: QtBot, two_cards: Straight, language: str
) -> None:
    """In an incident's question no card is on the screen that could be compared."""
    two_cards.take(CARD_FELL)
    window = restarted(qtbot, two_cards)
    window.speak(language)
    dealer, halted = window.dealer, Words(language).text("refusal.halted")
    answers: list[None] = []
    window.card_count.answered.connect(lambda: answers.append(None))

    window.tick()
    assert window.menu.isVisible() and answers == []
    assert dealer.felt.isVisible() and len(dealer.felt.cards) == 2
    assert halted not in {each.text for each in texts_of(dealer)}

    two_cards.clock.advance(1)
    menu_rows(window.menu)[0].click()
    assert answers == [None]
    assert not dealer.felt.isVisible() and dealer.incident_stage is Stage.FACT


def test_the_next_enter_is_the_prompts_once_the_cards_are_said_to_lie_there(
    qtbot: QtBot, two_cards: Straight
) -> None:
    """It would say that they do not: that key stood beside the one that was pressed."""
    table = two_cards
    table.take({"do": "incident", "kind": "wrong_position", "facts": {"cards_to_move": 2}, "by": "D1"})
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "authorise", "by": "P1"})
    window = restarted(qtbot, table)
    window.tick()
    for _ in range(2):
        table.clock.advance(1)
        pressed = window.focusWidget()
        assert pressed is not None
        QTest.keyClick(pressed, Qt.Key.Key_Return)
        table.settle()
    assert window.sign_in.is_asking and not table.view.view.call


@pytest.mark.parametrize(("language", "size"), by_turns(LANGUAGES, [(1280, 800), (1366, 768), (1920, 1080)]))
def test_no_card_is_covered_by_the_question_whether_it_lies_there(
    qtbot: QtBot, two_cards: Straight, language: str, size: tuple[int, int]
) -> None:
    window = restarted(qtbot, two_cards)
    window.speak(language)
    window.resize(*size)
    QApplication.processEvents()
    window.tick()
    menu, felt = window.menu, window.dealer.felt
    assert menu.isVisible() and felt.isVisible()
    panel = menu.pixels_of(menu._panel())
    assert window.rect().contains(panel) and not panel.intersects(felt.geometry())
    assert all(panel.contains(row.geometry()) for row in menu_rows(menu))
    assert flaws(menu) == []


def test_a_card_that_is_not_read_yet_is_counted(qtbot: QtBot, two_cards: Straight) -> None:
    """It lies on the table, as the last one dealt; so does one that was read out of turn."""
    for tries in range(3):
        two_cards.take({"do": "unread"})
        window = restarted(qtbot, two_cards)
        window.tick()
        asked = window.words.text("confirm.count", count=3)
        assert asked in {each.text for each in texts_of(window.menu)}, tries


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


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080), (2560, 1440)])
def test_the_menu_is_as_large_as_the_screen_beneath_it(qtbot: QtBot, size: tuple[int, int]) -> None:
    with straight(qtbot, "lt") as table:
        table.window.resize(*size)
        QApplication.processEvents()
        table.window.open_menu()
        assert table.window.menu.u == table.window.dealer.u == unit(*size)
        assert all(row.u == table.window.dealer.u for row in menu_rows(table.window.menu))

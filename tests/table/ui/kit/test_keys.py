"""F1 shows the keys of the screen in view, in the person's language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.dealer import DealerScreen
from console.table.ui.kit.keys import KeyCard
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.sweep import by_turns
from tests.table.ui.samples.incidents import PIT_BOSS_SAMPLES
from tests.table.ui.samples.screens import screen_of

F1 = Qt.Key.Key_F1


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("name", "language"), by_turns(["dealing", "p1-kind", "p3-house", "p0-open"], LANGUAGES)
)
def test_f1_shows_the_keys_of_the_table_and_any_key_puts_them_away(
    qtbot: QtBot, name: str, language: str
) -> None:
    screen = screen_of(name, language)
    qtbot.addWidget(screen)
    assert isinstance(screen, DealerScreen | PitBossScreen)
    screen.show()
    QTest.keyClick(screen, F1)
    card = screen.keys.card if isinstance(screen, DealerScreen) else screen.key_card
    assert card is not None and card.isVisible() and not flaws(card)
    painted = [each.text for each in texts_of(card)]
    assert words(language).text("keys.title") in painted
    for key, does in card.rows:
        assert (key in painted or not key) and does in painted and does
    keys = [key for key, _ in card.rows]
    assert "§" not in painted, "a key of Swedish and German keyboards"
    assert "" in keys or name not in ("dealing", "p3-house"), "the clauses of the prompt"
    assert len(set(keys)) == len(keys) and "F9" in keys
    assert ("Enter" in keys) or name in ("p1-kind", "dealing")
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


def the_card(screen: DealerScreen | PitBossScreen) -> KeyCard:
    """The card of the keys, which F1 has just shown."""
    QTest.keyClick(screen, F1)
    card = screen.keys.card if isinstance(screen, DealerScreen) else screen.key_card
    assert card is not None and card.isVisible()
    return card


@pytest.mark.parametrize("name", ["dealing", "p0-open"])
def test_the_keys_change_their_language_with_the_screen_beneath_or_go(qtbot: QtBot, name: str) -> None:
    """A pit boss's language leaves with the pit boss, whatever covers the screen."""
    screen = screen_of(name, "en")
    qtbot.addWidget(screen)
    assert isinstance(screen, DealerScreen | PitBossScreen)
    screen.show()
    card = the_card(screen)
    if isinstance(screen, DealerScreen):
        screen.set_words(words("sv"), words("lt"))
    else:
        screen.set_words(words("sv"))
    assert card.isVisible() is isinstance(screen, DealerScreen)
    shown = card if card.isVisible() else the_card(screen)
    assert words("sv").text("keys.title") in [each.text for each in texts_of(shown)]


def test_the_keys_of_the_pit_bosss_page_go_as_it_asks_something_else_or_goes(qtbot: QtBot) -> None:
    page = screen_of("p0-open", "en")
    qtbot.addWidget(page)
    assert isinstance(page, PitBossScreen)
    page.show()
    card = the_card(page)
    page.show_view(PIT_BOSS_SAMPLES["p0-awaiting"])
    assert not card.isVisible()
    card = the_card(page)
    page.hide()
    page.show()
    assert not card.isVisible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_f1_shows_the_letters_of_the_card_pads_suits_and_of_the_ten(qtbot: QtBot, language: str) -> None:
    screen = screen_of("d8-manual", language)
    qtbot.addWidget(screen)
    assert isinstance(screen, DealerScreen)
    screen.show()
    QTest.keyClick(screen, F1)
    card = screen.keys.card
    assert card is not None and not flaws(card)
    rows = dict(card.rows)
    assert rows["T"] == "10" and words(language).text("pad.suit.clubs") in rows["S H D C"]


def test_the_alarms_key_counts_through_the_card(qtbot: QtBot) -> None:
    screen = screen_of("dealing", "en")
    qtbot.addWidget(screen)
    screen.show()
    assert isinstance(screen, DealerScreen)
    called: list[bool] = []
    screen.call_pressed.connect(lambda: called.append(True))
    QTest.keyClick(screen, F1)
    card = screen.keys.card
    assert card is not None
    QTest.keyClick(card, Qt.Key.Key_F3)
    assert called and not card.isVisible()
    QTest.keyClick(screen, F1)
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert not card.isVisible() and len(called) == 1

"""F1 on every screen that is drawn: its keys, in words, or the wall, on which the keys stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.ui.kit.keys import KeyCard, Keyed
from console.words import LANGUAGES
from tests.instruments.pictures.floor_screens import FLOOR
from tests.instruments.pictures.review_screens import REVIEW
from tests.instruments.pictures.screens import every_screen
from tests.instruments.pictures.text_measure import flaws
from tests.words.catalogues import words

SCREENS = sorted(every_screen())


def pressed_at(screen: QWidget) -> QWidget:
    """Where keys go: to what has the focus, else to the screen; on a bare ground to what lies on it."""
    focused = screen.focusWidget()
    if focused is not None or takes_keys(screen):
        return focused or screen
    return next(part for part in screen.findChildren(QWidget) if part.isVisible() and is_screen(part))


def takes_keys(part: QWidget) -> bool:
    """Whether it does something with a key of its own."""
    return type(part).keyPressEvent is not QWidget.keyPressEvent


def is_screen(part: QWidget) -> bool:
    return isinstance(part, Keyed) and takes_keys(part)


def opened(screen: QWidget) -> KeyCard | None:
    """The card that F1 shows."""
    QTest.keyClick(pressed_at(screen), Qt.Key.Key_F1)
    return next((card for card in screen.findChildren(KeyCard) if card.isVisible()), None)


@pytest.mark.parametrize("name", [each for each in SCREENS if each not in FLOOR and each not in REVIEW])
def test_every_screen_that_takes_keys_shows_them_on_f1(qtbot: QtBot, name: str) -> None:
    """At the wall F1 is the wall, on which its keys stand."""
    screen = every_screen()[name](LANGUAGES[SCREENS.index(name) % len(LANGUAGES)])
    screen.show()
    try:
        card = opened(screen)
        assert card is not None and card.rows, "F1 shows nothing"
        assert all(key and does for key, does in card.rows) and not flaws(card)
        names = [key for key, _ in card.rows]
        assert len(set(names)) == len(names)
    finally:
        screen.hide()  # not closed: a rehearsal's would be left
        screen.deleteLater()


@pytest.mark.parametrize("name", sorted(REVIEW))
def test_every_screen_of_the_review_says_its_keys(qtbot: QtBot, name: str) -> None:
    """Which the review around it shows, where it has an F1 of its own."""
    screen = every_screen()[name]("en")
    qtbot.addWidget(screen)
    screen.show()
    shown = screen if isinstance(screen, Keyed) else pressed_at(screen)
    assert isinstance(shown, Keyed) and shown.key_rows(words("en"))

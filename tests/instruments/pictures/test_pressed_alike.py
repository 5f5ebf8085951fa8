"""No heading stands over its own negation, and no two keys of a screen read alike that do two things."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from console.ui.floor.floor_window import FloorWindow
from console.words import LANGUAGES
from console.words.locales import LOCALES
from tests.instruments.pictures.floor_screens import FLOOR
from tests.instruments.pictures.pressed_alike import alike, capitals, contradicted
from tests.instruments.pictures.screens import HOSTILE, every_screen
from tests.instruments.pictures.text_measure import texts_of
from tests.words.catalogues import words

EMPTY_STATES = (
    ("floor.needed", "floor.nobody_needed"),
    ("floor.search", "floor.none_found"),
    ("give.open", "handover.clear"),
    ("pit.open", "pit.nothing_open"),
    ("rehearsal.record.due.today", "rehearsal.screen.nothing_due"),
)
"""Each heading of a list, and what is said in its place while the list is empty."""


HAVE_CAPITALS = ("de", "ja")
"""In German every noun has one, and Japanese has none."""
FIRST_NAMES = frozenset(("Jonas",))
"""Of people who are shown by it alone."""
QUOTES = "".join(quote for locale in LOCALES.values() for quote in locale.quotes)


def denied(language: str) -> tuple[tuple[str, str], ...]:
    """The headings in a language, each with its negation."""
    own = words(language)
    return tuple((own.text(heading), own.text(nothing)) for heading, nothing in EMPTY_STATES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_keys_of_a_screen_read_alike_and_no_heading_is_denied(qtbot: QtBot, language: str) -> None:
    """Nor has a word a capital behind a comma. Each screen in two languages, its neighbours in two others."""
    turn, found = LANGUAGES.index(language), {}
    count = len(LANGUAGES)
    for at, (name, made) in enumerate(sorted(every_screen().items())):
        further = 1 + at // count % (count - 1)  # from 1 to 5 on: never the same again
        if turn in (at % count, (at + further) % count):
            screen = made(language)
            found[name] = alike(screen) + contradicted(screen, denied(language))
            if language not in HAVE_CAPITALS and not name.startswith(HOSTILE):
                found[name] += capitals(screen, QUOTES, FIRST_NAMES | LOCALES[language].kept)
            screen.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(found) > 50
    assert {name: texts for name, texts in found.items() if texts} == {}


EMPTY = {
    "all": ("floor.needed", "floor.nobody_needed"),
    "mine": ("floor.needed", "floor.nobody_needed"),
    "list": ("floor.needed", "floor.nobody_needed"),
    "shelved": ("floor.key.shelved", "floor.none_shelved"),
    "search": ("floor.search", "floor.none_found"),
}
"""Each list of the overview: its heading, and what stands there while it is empty."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_list_of_the_overview_has_a_heading_over_its_own_negation(qtbot: QtBot, language: str) -> None:
    own = words(language)
    screen = FLOOR["floor-12-calm"](language, 1280, 800)
    qtbot.addWidget(screen)
    assert isinstance(screen, FloorWindow)
    for view, (heading, nothing) in EMPTY.items():
        if view != "all":
            screen.show_view(view)
        screen.views.search.setText("no table is called so" if view == "search" else "")
        screen.alarms.count_on()
        told = screen.views.list
        if view != "list":  # it has the tables without an alarm, too
            assert told.note == own.text(nothing), view
        assert told.note != own.text(nothing) or told.lines or told.heading == "", view
        assert view == "shelved" or contradicted(screen, ((own.text(heading), own.text(nothing)),)) == []


def test_two_keys_of_one_text_are_found(qtbot: QtBot) -> None:
    screen = QWidget()
    qtbot.addWidget(screen)
    screen.resize(400, 200)
    for at, label in enumerate(("Back", "Return", "back")):
        key = QPushButton(label, screen)
        key.setGeometry(10, 10 + at * 50, 100, 40)
    assert alike(screen) == ["back"]


@pytest.mark.parametrize("name", ["p0-nothing", "ro-p0-nothing"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pits_empty_list_has_no_heading_over_its_own_negation(
    qtbot: QtBot, language: str, name: str
) -> None:
    screen = every_screen()[name](language)
    qtbot.addWidget(screen)
    shown = {text.text for text in texts_of(screen)}
    assert words(language).text("pit.nothing_open") in shown
    assert contradicted(screen, denied(language)) == []

"""No heading stands over its own negation, and no two keys of a screen read alike that do two things."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.floor.ui.floor_window import FloorWindow
from console.floor.ui.wall_keys import WallView
from tests.base.words.catalogues import words
from tests.floor.ui.samples import SCREENS
from tests.instruments.pictures.pressed_alike import alike, contradicted, denied
from tests.instruments.pictures.screens import every_screen
from tests.instruments.pictures.text_measure import texts_of
from tests.table.ui.harness.drawn import SIZE

EMPTY = {
    WallView.WALL: ("floor.needed", "floor.nobody_needed"),
    WallView.MINE: ("floor.needed", "floor.nobody_needed"),
    WallView.LIST: ("floor.needed", "floor.nobody_needed"),
    WallView.SHELVED: ("floor.key.shelved", "floor.none_shelved"),
    WallView.SEARCH: ("floor.search", "floor.none_found"),
}
"""Each list of the pit boss's page: its heading, and what stands there while it is empty."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_list_of_the_page_has_a_heading_over_its_own_negation(qtbot: QtBot, language: str) -> None:
    own = words(language)
    screen = SCREENS["floor-12-calm"](language, 1280, 800)
    qtbot.addWidget(screen)
    assert isinstance(screen, FloorWindow)
    for view, (heading, nothing) in EMPTY.items():
        screen.presses.show_view(view)
        screen.views.search.setText("no table is called so" if view is WallView.SEARCH else "")
        screen.alarms.count_on()
        told = screen.views.list
        if view is not WallView.LIST:  # it has the tables without an alarm, too
            assert told.note == own.text(nothing), view
        assert told.note != own.text(nothing) or told.lines or told.heading == "", view
        assert (
            view is WallView.SHELVED
            or contradicted(texts_of(screen), ((own.text(heading), own.text(nothing)),)) == []
        )


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
    screen = every_screen()[name](language, *SIZE)
    qtbot.addWidget(screen)
    shown = {text.text for text in texts_of(screen)}
    assert words(language).text("pit.nothing_open") in shown
    assert contradicted(texts_of(screen), denied(language)) == []

"""A wall before its first reading: it knows of no table, and says nothing of any."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES
from console.floor.ui.floor_window import FloorWindow
from console.floor.ui.frame import ResultNote
from console.floor.ui.wall_keys import WallView
from tests.base.words.catalogues import words
from tests.floor.ui.samples import SCREENS
from tests.instruments.pictures.text_measure import texts_of
from tests.table.ui.harness.drawn import Drawn


@pytest.mark.sweep(3)
@pytest.mark.parametrize("picture", ["floor-first", "floor-unreached"])
@pytest.mark.parametrize("view", [view for view in WallView if view is not WallView.REVIEW])
def test_before_the_first_reading_no_count_no_age_and_no_note_of_tables_is_shown(
    drawn: Drawn, picture: str, view: WallView
) -> None:
    screen, say = drawn(SCREENS[picture], "en"), words("en")
    window = screen if isinstance(screen, FloorWindow) else screen.findChild(FloorWindow)
    assert isinstance(window, FloorWindow)
    if view is not WallView.WALL:  # the tiles are shown at first
        window.presses.show_view(view)
    texts = [each.text for each in texts_of(screen)]
    denied = (
        say.count("floor.tables", 0),
        say.text("floor.heard", age="0:00"),
        say.text("floor.none_shelved"),
        say.text("floor.none_found"),
        say.text("floor.all_certified"),
        say.text("floor.nobody_needed"),
    )
    assert not [text for text in texts if text in denied]
    assert say.count("floor.tables", 0) not in window.bar.accessibleName()
    note = window.views.list.note
    assert (note == say.text("floor.first")) == (picture == "floor-first")
    assert " ".join(note.split()) in " ".join(" ".join(texts).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_of_three_lines_has_a_box_for_them(drawn: Drawn, language: str) -> None:
    screen = drawn(SCREENS["floor-nobody"], language)
    screen.grab()
    note = screen.findChild(ResultNote)
    assert note is not None
    lines, face = note._lines()
    assert len(lines) == 3 or language == "en"
    assert face.pixelSize() >= 13 and not lines[-1].endswith("…")
    assert len(lines) * face.pixelSize() * 1.12 <= note.high - 8

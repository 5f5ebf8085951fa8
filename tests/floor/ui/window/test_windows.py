"""The wall's windows: how small they may be, where they stand again, and what each boss had chosen."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.floor.ui.overview_start import kept_choices
from console.floor.ui.preferences import Preferences, WindowPlace, decoded, encoded
from console.table.ui.dealer import KeyboardBand
from console.table.ui.kit import screen_of
from tests.base.words.catalogues import words
from tests.floor.nights import calm, small_night
from tests.floor.readings import reading, table
from tests.floor.ui.wall_at_work import AIDA, JONAS, TO_REVIEW, WallAtWork, WallOf
from tests.instruments.pictures.text_measure import flaws


def test_a_second_window_shows_the_tiles_alone(floor: WallAtWork) -> None:
    floor.window.open_second_wall()
    wall = floor.window.places.second
    assert wall is not None
    assert len(wall.wall.tiles) == 12
    assert wall.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating), "the keys stay the wall's"
    floor.hear(1.0, reading(table("B1"), table("B2")))
    assert len(wall.wall.tiles) == 2


def test_tiles_without_a_screen_of_their_own_never_cover_the_calls(floor: WallAtWork, qtbot: QtBot) -> None:
    """The monitor on the wall is unplugged; then it is there again."""
    floor.window.open_second_wall()
    second, application = floor.window.places.second, QGuiApplication.instance()
    assert second is not None and isinstance(application, QGuiApplication)
    application.screenRemoved.emit(screen_of(second))
    qtbot.waitUntil(second.isHidden)
    qtbot.waitUntil(lambda: bool(floor.kept) and floor.kept[-1].second)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("console.floor.ui.wall_tiles.other_screen", screen_of)
        application.screenAdded.emit(screen_of(second))
        qtbot.waitUntil(second.isVisible)


def test_tiles_that_filled_the_walls_own_screen_do_not_again(wall_of: WallOf) -> None:
    """They were moved there as their monitor was unplugged, and the calls lay beneath."""
    (screen,) = QGuiApplication.screens()
    there = WindowPlace(screen.name(), 0, 0, 800, 800, full=True)
    floor = wall_of(small_night(), preferences=Preferences(places={"second": there}))
    floor.window.open_second_wall()
    second = floor.window.places.second
    assert second is not None and second.isVisible() and not second.isFullScreen()


def test_each_window_of_a_wall_keeps_a_readable_size(floor: WallAtWork) -> None:
    floor.window.open_second_wall()
    second = floor.window.places.second
    assert second is not None
    for window in (floor.window, second):
        window.resize(300, 200)
        assert (window.width(), window.height()) == (640, 400)


@pytest.mark.sweep
def test_windows_stand_again_where_they_stood_and_nowhere_off_every_screen(
    floor: WallAtWork, wall_of: WallOf
) -> None:
    floor.window.setGeometry(40, 60, 700, 500)
    floor.window.open_second_wall()
    floor.window.close()
    kept = floor.kept[-1]
    assert kept.second
    assert kept.places.keys() == {"first", "second"}
    again = wall_of(small_night(), preferences=kept)
    again.window.show_where_it_was()
    assert (again.window.width(), again.window.height()) == (700, 500)
    assert again.window.places.second is not None
    gone = replace(kept, places={"first": WindowPlace("unplugged", 4000, 0, 700, 500)}, second=False)
    other = wall_of(small_night(), preferences=gone)
    other.window.show_where_it_was()
    assert other.window.width() == 1280


def test_a_wall_that_is_killed_stands_again_where_it_stood(
    floor: WallAtWork, wall_of: WallOf, qtbot: QtBot
) -> None:
    """Nothing is closed here: what is stored by then is what the next start finds."""
    floor.window.resize(700, 520)
    qtbot.waitUntil(lambda: bool(floor.kept))
    again = wall_of(small_night(), preferences=floor.kept[-1], shown=False)
    again.window.show_where_it_was()
    assert (again.window.width(), again.window.height()) == (700, 520)


@pytest.mark.sweep
def test_each_boss_has_his_rooms_again_at_the_next_start(wall_of: WallOf) -> None:
    tables = [*calm(3), *(replace(each, table=f"X{at}", room="Riga 2") for at, each in enumerate(calm(3)))]
    floor = wall_of(reading(*tables))
    floor.person = JONAS
    floor.window.wall_menu.turn_room("Riga 2")
    floor.person = AIDA
    floor.window.wall_menu.watch_rooms({"Riga 1", "Riga 2"})
    kept = decoded(encoded(floor.kept[-1]))
    again = wall_of(reading(*tables), preferences=kept)
    assert again.window.alarms.watch.rooms == {"Riga 1", "Riga 2"}, "who was here last"
    again.press(TO_REVIEW)
    again.sign_in()
    assert again.window.alarms.watch.rooms == {"Riga 2"}
    assert again.kept[-1].last == "P7"


def test_rooms_are_watched_even_if_the_choice_cannot_be_kept(
    floor: WallAtWork, caplog: pytest.LogCaptureFixture
) -> None:
    def keep(chosen: Preferences) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    floor.window.chosen.keep = keep
    floor.window.wall_menu.watch_rooms({"Riga 1"})
    assert floor.window.alarms.watch.rooms == {"Riga 1"}
    floor.window.wall_menu.watch_rooms({"Riga 2"})
    assert floor.window.alarms.watch.rooms == {"Riga 2"}
    assert len(caplog.messages) == 1 and "No space left" in caplog.messages[0], "it is said once"
    floor.window.close()
    assert not floor.window.readings._days._hours.isActive(), "the window ends whole"


def test_unreadable_choices_are_ignored(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    assert kept_choices(folder / "chosen.json") == Preferences()
    folder.mkdir()
    assert kept_choices(folder) == Preferences(), "it is no file"
    (folder / "chosen.json").write_bytes(encoded(Preferences(second=True)))
    assert kept_choices(folder / "chosen.json").second


@pytest.mark.sweep(1)
@pytest.mark.parametrize("stored", [b"", b"{", b'{"rooms": 7}', b"\xff"])
def test_unreadable_preferences_do_not_keep_a_wall_from_opening(stored: bytes) -> None:
    assert decoded(stored) == Preferences()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_band_over_the_keys_says_that_another_window_has_the_keyboard(
    wall_of: WallOf, qtbot: QtBot, language: str
) -> None:
    floor, other = wall_of(small_night(), language=language), QWidget()
    window = floor.window
    qtbot.addWidget(other)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    (band,) = window.findChildren(KeyboardBand)
    assert not band.isVisible()
    before = window.views.list.geometry()
    other.show()
    other.activateWindow()
    qtbot.waitUntil(band.isVisible)
    assert band.accessibleName().startswith(words(language).text("band.keyboard_elsewhere"))
    assert band.geometry() == window.keys.geometry(), "it lies over the keys, which work no more"
    assert window.views.list.geometry() == before, "a press that takes the keyboard comes where it was aimed"
    assert flaws(band) == []
    QTest.mouseClick(band, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not band.isVisible())

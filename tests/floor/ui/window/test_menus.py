"""The wall's menu and the review's cover all below their bar and mark the language in use."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from console.base.words import LANGUAGES
from console.table.ui.signs import Sign
from tests.floor.ui.wall_at_work import JONAS, MENU, TO_REVIEW, WallAtWork
from tests.table.ui.harness.menu_rows import menu_rows


def test_no_key_reaches_what_lies_beneath_a_menu(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.window.open_menu()
    for key in (Qt.Key.Key_F5, Qt.Key.Key_T, Qt.Key.Key_F2):
        QTest.keyClick(floor.window.menu, key)
    assert (floor.window.words.language, floor.asked, floor.window.views.view) == ("en", [], "wall")


@pytest.mark.sweep
def test_f9_over_the_menus_of_wall_and_review_is_the_next_language(
    floor: WallAtWork,
) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    screens = floor.review.screens
    assert screens is not None
    screens.open_menu()
    spoken = screens.words.language
    QTest.keyClick(screens.window().focusWidget() or screens.menu, Qt.Key.Key_F9)
    assert screens.words.language != spoken and not screens.menu.isVisible()
    floor.press(Qt.Key.Key_Escape)
    floor.window.open_menu()
    spoken = floor.window.words.language
    QTest.keyClick(floor.window.focusWidget() or floor.window.menu, Qt.Key.Key_F9)
    assert floor.window.words.language != spoken and not floor.window.menu.isVisible()


def test_the_walls_menu_darkens_all_of_the_wall_below_its_bar(floor: WallAtWork) -> None:
    """There is no prompt that stays in view: a line across tiles and rows belongs to nothing there."""
    window = floor.window
    points = [QPoint(30, 150), QPoint(30, 250), QPoint(30, 350), QPoint(1200, 85)]
    before = window.grab().toImage()
    floor.press(MENU)
    after = window.grab().toImage()
    for at in points[:3]:
        assert after.pixelColor(at).lightness() < before.pixelColor(at).lightness(), at
    assert len({after.pixel(at) for at in points[:3] if before.pixel(at) == before.pixel(points[0])}) == 1
    bar = QRect(0, 0, window.width(), window.bar.height())
    assert after.copy(bar) == before.copy(bar)


@pytest.mark.sweep
def test_the_walls_menu_marks_the_language_in_use(floor: WallAtWork) -> None:
    for at, language in enumerate(LANGUAGES):
        floor.window.speak(language)
        floor.window.open_menu()
        signs = [button.sign for button in menu_rows(floor.window.menu)[: len(LANGUAGES)]]
        assert [each == Sign("states.tick") for each in signs] == [
            each == at for each in range(len(LANGUAGES))
        ]
        floor.window.menu.close_menu()


@pytest.mark.sweep
def test_the_reviews_menu_darkens_all_below_its_bar_and_marks_the_language_in_use(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TO_REVIEW)
    screens = floor.review.screens
    assert screens is not None
    screens.speak("ja")
    before = screens.grab().toImage()
    screens.open_menu()
    after = screens.grab().toImage()
    points = [QPoint(30, at) for at in range(64, screens.height(), 16)]
    for at in points:
        assert after.pixelColor(at).lightness() <= before.pixelColor(at).lightness(), at
    same = {
        before.pixel(at): {after.pixel(each) for each in points if before.pixel(each) == before.pixel(at)}
        for at in points
    }
    assert all(len(each) == 1 for each in same.values()), "no edge runs across what is dark"
    signs = [button.sign for button in menu_rows(screens.menu)[: len(LANGUAGES)]]
    assert [each == Sign("states.tick") for each in signs] == [language == "ja" for language in LANGUAGES]

"""The menu keeps all of its rows on the screen, however many there are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.hands import PressGuard
from console.table.ui.kit.keys import KeyCard
from console.table.ui.kit.menu import Menu, MenuRow
from console.table.ui.kit.surface import Surface
from console.table.ui.signs import Sign
from tests.base.words.catalogues import words
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.straight import Straight, straight
from tests.table.words.concepts import concepts


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1280, 1024)])
def test_every_row_lies_on_the_screen_and_on_no_other(qtbot: QtBot, size: tuple[int, int]) -> None:
    parent = Surface()
    qtbot.addWidget(parent)
    parent.resize(*size)
    menu = Menu(PressGuard(lambda: 1.0), parent, lambda: words("en"))
    menu.setGeometry(parent.rect())
    menu.set_unit(min(size[0] / 1280, size[1] / 800))
    for count in range(1, 19):
        menu.open(
            "Jonas P.", tuple(MenuRow(str(at), Sign("places.globe"), lambda: None) for at in range(count))
        )
        boxes = [button.geometry() for button in menu_rows(menu)]
        assert len(boxes) == count
        assert all(parent.rect().contains(box) for box in boxes), count
        bodies = [box.adjusted(7, 7, -7, -7) for box in boxes]
        assert not any(one.intersects(other) for one in bodies for other in bodies if one is not other)
        assert all(QRect(body).height() >= 46 for body in bodies), "a finger's height"


def test_right_and_left_lead_to_the_row_beside(qtbot: QtBot) -> None:
    parent = Surface()
    qtbot.addWidget(parent)
    parent.resize(1280, 800)
    menu = Menu(PressGuard(lambda: 1.0), parent, lambda: words("en"))
    menu.setGeometry(parent.rect())
    with qtbot.waitActive(parent):
        parent.show()
    menu.open("Jonas P.", tuple(MenuRow(str(at), Sign("places.globe"), lambda: None) for at in range(9)))
    keys = menu_rows(menu)
    beside = next(at for at, key in enumerate(keys) if key.x() > keys[0].x())
    for key, then in (
        (Qt.Key.Key_Right, beside),
        (Qt.Key.Key_Right, beside),
        (Qt.Key.Key_Down, beside + 1),
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_Up, 0),
    ):
        QTest.keyClick(parent.window().focusWidget(), key)
        assert keys[then].hasFocus(), key


def test_the_tables_languages_have_a_tick_at_the_one_in_use(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        menu = table.window.menu
        for language in ("en", "ja", "de"):
            table.window.speak(language)
            table.window.table_menu._open_languages()
            ticked = [button.text() for button in menu_rows(menu) if button.sign == Sign("states.tick")]
            assert ticked == [words(language).locale.name]
            menu.close_menu()


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_back_from_a_question_reads_as_no_act_that_takes_back(qtbot: QtBot, language: str) -> None:
    """Three languages' words for back are part of their words for withdraw."""
    with straight(qtbot) as table:
        table.take({"do": "bets", "state": "open"})
        table.key(Qt.Key.Key_F2)
        table.window.speak(language)
        table.touch(table.window.dealer.incident.bar.withdraw)
        back, act = menu_rows(table.window.dealer.presses.confirmation)
        assert act.text() == words(language).text("button.withdraw_report") and back.hasFocus()
        for meant in ("cancel", "withdraw", "void", "go_back"):
            assert not concepts(language)[meant].search(back.text().lower()), meant


@pytest.mark.sweep
def test_a_menu_is_closed_as_the_screen_beneath_changes_its_language(qtbot: QtBot) -> None:
    """F9 goes past a question on the dealer's screen, and past the languages of the pit boss's page."""
    with straight(qtbot) as table:
        table.take({"do": "bets", "state": "open"})
        table.key(Qt.Key.Key_F2)
        table.touch(table.window.dealer.incident.bar.withdraw)
        asked = table.window.dealer.presses.confirmation
        assert asked.isVisible()
        QTest.keyClick(_with_the_keys(table), Qt.Key.Key_F9)
        assert table.window.words.language != "en" and not asked.isVisible()
    with straight(qtbot) as table:
        table.key(Qt.Key.Key_F4)
        table.pin()
        table.key(Qt.Key.Key_F10)
        page = table.window.pit.page.screen
        assert page is not None and page.menu.isVisible()
        QTest.keyClick(_with_the_keys(table), Qt.Key.Key_F9)
        assert table.window.words.language != "en" and not page.menu.isVisible()


def test_f1_over_a_menu_shows_the_menus_keys_and_any_key_leads_back_to_it(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        menu = table.window.menu
        for language in ("en", "ja", "de"):
            table.window.speak(language)
            table.window.open_menu()
            chosen = table.window.focusWidget()
            QTest.keyClick(chosen or menu, Qt.Key.Key_F1)
            card = menu.findChild(KeyCard)
            assert card is not None and card.isVisible()
            for key, does in (("Enter", "keys.choice.ring"), ("F9", "keys.language")):
                assert (key, words(language).text(does)) in card.rows
            QTest.keyClick(card, Qt.Key.Key_Return)
            assert menu.isVisible() and not card.isVisible() and table.window.focusWidget() is chosen
            QTest.keyClick(menu, Qt.Key.Key_F1)
            menu.close_menu()
            table.window.open_menu()
            assert not card.isVisible(), "a menu that is opened again shows its rows"
            QTest.keyClick(_with_the_keys(table), Qt.Key.Key_F9)
            assert not menu.isVisible() and table.window.words.language == words(language).next_language


def test_no_key_goes_to_a_menu_that_has_closed(qtbot: QtBot) -> None:
    """Enter would choose a row that nobody sees."""
    with straight(qtbot) as table:
        menu, dealer = table.window.menu, table.window.dealer
        for key in (Qt.Key.Key_Escape, Qt.Key.Key_F3):
            table.window.open_menu()
            QTest.keyClick(_with_the_keys(table), key)
            assert not menu.isVisible()
            assert dealer.isAncestorOf(_with_the_keys(table)) or _with_the_keys(table) is dealer
        table.window.open_menu()
        menu_row(menu, words("en").text("menu.pit_boss")).click()
        screen = table.window.sign_in.screen
        assert screen.isAncestorOf(_with_the_keys(table)) or _with_the_keys(table) is screen


def _with_the_keys(table: Straight) -> QWidget:
    """The part of the window that a key goes to."""
    part = table.window.focusWidget()
    assert part is not None
    return part

"""The menu's choices beside the prompt, by who is there and what the table's devices see."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import PersonAtTable, Phase, Role, Table
from console.table.core.state.table import ShoeInPlay
from console.table.ui.sign_in import Purpose
from console.table.ui.window.at_table.table_menu import MenuActs, person_rows
from tests.table.core.tables import Driven
from tests.table.ui.harness.instant import Instant
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.straight import Straight, straight
from tests.table.ui.incident.test_authority import to_a_coup

AT_PLAY = Table(
    phase=Phase.BETTING, shoe_in_play=ShoeInPlay(number=1), people=(PersonAtTable("D1", Role.DEALER),)
)


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Straight]:
    with straight(qtbot) as made:
        to_a_coup(made, 4)
        yield made


def offered(table: Table, language: str = "en") -> set[str]:
    """The choices at a table where nothing is done."""

    def idle(*_: object) -> None: ...

    nothing = MenuActs(idle, idle, idle, idle, idle, idle, idle, idle, idle, idle)
    return {row.label for row in person_rows(Words(language), table, nothing, pit_boss_here=False)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_behind_a_persons_name_is_about_the_cut_card(language: str) -> None:
    """It has its press at the shoe's gauge, and its step's own key (BAC-3.5.4, BJ-3.2.2)."""
    rows = offered(AT_PLAY, language)
    assert Words(language).text("menu.language") in rows
    assert Words(language).text("rail.cut_card") not in rows


def test_the_dealer_withdraws_a_mistaken_call(qtbot: QtBot) -> None:
    """The menu asks first: a wrong touch would leave a dealer alone who needs the pit boss."""
    at = Instant(qtbot, "baccarat", "lt")
    at.put_to(Driven("lt"))
    window, label = at.window, Words("en").text("menu.call_off")

    def called() -> bool:
        return bool(at.session.view().call)

    window.open_menu()
    assert label not in [row.text() for row in menu_rows(window.menu)]
    window.menu.close_menu()
    QTest.keyClick(at.screen, Qt.Key.Key_F3)
    assert called()
    for last, withdrawn in ((Words("en").text("button.change_nothing"), False), (label, True)):
        window.open_menu()
        at.press(menu_row(window.menu, label))
        assert called(), "it is asked first"
        at.press(menu_row(window.menu, last))
        assert called() is not withdrawn
        assert not window.menu.isVisible()
    assert msgspec.json.decode(at.station.lines[-1])["by"] == "D1"
    assert at.session.view().refused is None


def test_f10_opens_the_menu_beside_a_sign_in_and_its_card_says_so(table: Straight) -> None:
    window, words = table.window, table.window.words
    window.sign_in.ask(Purpose.PIT_BOSS)
    screen = window.sign_in.screen
    assert ("F10", words.text("menu.open")) in screen.key_rows(words)
    QTest.keyClick(screen, Qt.Key.Key_F10)
    assert window.menu.isVisible()
    QTest.keyClick(window.focusWidget() or window.menu, Qt.Key.Key_Escape)
    assert not window.menu.isVisible() and window.sign_in.is_asking


def test_a_locked_table_has_no_menu(table: Straight) -> None:
    table.window.arrivals.lock()
    screen = table.window.sign_in.screen
    assert "F10" not in dict(screen.key_rows(table.window.words))
    QTest.keyClick(screen, Qt.Key.Key_F10)
    assert not table.window.menu.isVisible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_menu_of_nobody_has_a_heading_too(table: Straight, language: str) -> None:
    table.window.speak(language)
    table.window.menu.open("", ())
    assert table.window.menu.accessibleName() == Words(language).text("menu.open")

"""The menu's choices beside the prompt, by who is there and what the table's devices see."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.state.phases import Phase
from console.table.state.roles import Role
from console.table.state.table import PersonAtTable, ShoeInPlay, Table
from console.ui.window.at_table.table_menu import MenuActs, person_rows
from console.words import LANGUAGES, Words
from tests.table.tables import Driven
from tests.ui.harness.instant import Instant
from tests.ui.harness.menu_rows import menu_row, menu_rows

AT_PLAY = Table(
    phase=Phase.BETTING, shoe_in_play=ShoeInPlay(number=1), people=(PersonAtTable("D1", Role.DEALER),)
)


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

"""The alarm never misses, and the focus never lies on what decides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from console.ui.buttons import Button
from console.words import Words
from tests.ui.at_work import PATIENCE
from tests.ui.straight import Straight, straight
from tests.ui.test_authority import a_card_in_bet_time, step_up, to_a_coup
from tests.ui.test_changing_answers import fell


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Straight]:
    with straight(qtbot) as made:
        yield made


def at_once(table: Straight, key: Qt.Key) -> None:
    """Press a key in the very moment in which the prompt came."""
    table.window.dealer.guard.renew()
    QTest.keyClick(table.window.dealer, key)
    table.settle()


def press_at_once(table: Straight, button: QAbstractButton) -> None:
    table.window.dealer.guard.renew()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    table.settle()


@pytest.mark.parametrize("by_key", [False, True])
def test_something_went_wrong_halts_in_the_moment_of_a_new_prompt(table: Straight, by_key: bool) -> None:
    to_a_coup(table, 1)
    if by_key:
        at_once(table, Qt.Key.Key_F2)
    else:
        press_at_once(table, table.window.dealer.bar.wrong)
    assert table.view.view.phase == "halted"


@pytest.mark.parametrize("by_key", [False, True])
def test_the_pit_boss_is_called_in_the_moment_of_a_new_prompt(table: Straight, by_key: bool) -> None:
    to_a_coup(table, 1)
    if by_key:
        at_once(table, Qt.Key.Key_F3)
    else:
        press_at_once(table, table.window.dealer.bar.call)
    assert table.view.view.call


def test_the_menu_opens_and_locks_in_the_moment_of_a_new_prompt(table: Straight) -> None:
    to_a_coup(table, 1)
    press_at_once(table, table.window.dealer.status.name)
    assert table.window.menu.isVisible()
    rows = {row.text(): row for row in table.window.menu.findChildren(Button)}
    press_at_once(table, rows[Words("en").text("menu.lock")])
    assert table.window.sign_in.isVisible()


def test_what_moves_play_on_is_under_the_guard(table: Straight) -> None:
    to_a_coup(table, 4)
    assert table.view.view.phase == "result"
    at_once(table, Qt.Key.Key_Return)
    press_at_once(table, table.window.dealer.bar.primary)
    assert table.view.view.phase == "result"


def focused_after_the_guard(table: Straight, bot: QtBot) -> object:
    """Where the focus lies once the prompt has stood for its 400 ms."""
    bot.waitUntil(lambda: not table.window.dealer._focus.isActive(), timeout=PATIENCE)
    return QApplication.focusWidget()


def test_the_focus_is_never_on_an_answer_nor_on_what_decides(table: Straight, qtbot: QtBot) -> None:
    dealer = table.window.dealer
    to_a_coup(table, 3)
    table.touch(dealer.bar.wrong)
    tiles = dealer.incident.zone.kinds
    for target in (
        lambda: tiles.tiles[tiles.shown(table.view).index("misread")],
        lambda: dealer.incident.zone.facts.choices[-1],
    ):
        assert focused_after_the_guard(table, qtbot) in (dealer, None)
        table.touch(target())
    assert focused_after_the_guard(table, qtbot) in (dealer, dealer.incident.bar.primary, None)


def test_an_outcome_is_not_focused_by_itself(table: Straight, qtbot: QtBot) -> None:
    dealer = table.window.dealer
    fell(table)
    assert focused_after_the_guard(table, qtbot) is dealer.incident.bar.primary, "the pit boss is to come"
    step_up(table)
    assert dealer.incident.bar.primary.isVisible()
    assert focused_after_the_guard(table, qtbot) is not dealer.incident.bar.primary


def test_what_the_console_noticed_is_focused_and_taking_back_is_not(table: Straight, qtbot: QtBot) -> None:
    """LT-BAC-25: the rulebook's case leads on and decides nothing."""
    a_card_in_bet_time(table)
    step_up(table)
    assert table.view.view.offer is not None
    assert focused_after_the_guard(table, qtbot) is table.window.dealer.bar.primary

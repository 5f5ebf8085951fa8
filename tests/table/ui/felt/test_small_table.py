"""Baccarat's small table, beside the pad on which cards are entered: nothing is cut, nothing is left."""

from __future__ import annotations

from typing import Final

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.table.game.baccarat.coup import Hand
from console.table.ui.felt.felt import EDGE_WIDTH, Felt, table_edge
from console.table.ui.kit import screen_of
from tests.instruments.pictures.text_measure import flaws
from tests.table.ui.harness.at_work import coup
from tests.table.ui.harness.straight import Straight, straight

SIZES: Final = ((1280, 800), (1920, 1080))
TO_BANKERS_THIRD: Final = ("2H", "2S", "2D", "3C", "7H")


def by_hand(table: Straight, size: tuple[int, int]) -> Felt:
    """The table beside the pad, before the first card is entered."""
    table.window.resize(*size)
    table.enter_by_hand()
    return table.window.dealer.incident.zone.by_hand.felt


@pytest.mark.sweep(1)
@pytest.mark.usefixtures("drawn_on_screen")
@pytest.mark.parametrize("size", SIZES)
def test_the_positions_under_small_cards_are_painted_whole(qtbot: QtBot, size: tuple[int, int]) -> None:
    """The banker's third place had the upper edge of its figure, the player's kept the colour of the next."""
    with straight(qtbot, "sv") as table:
        felt, window = by_hand(table, size), table.window
        for card in TO_BANKERS_THIRD:
            table.take({"do": "card", "card": card, "by": "P1"})
            QApplication.processEvents()
            below = round(coup(felt).places[Hand.PLAYER, 1].geometry().bottom()) + 1
            line = QRect(felt.mapTo(window, QPoint(0, below)), felt.rect().adjusted(0, 0, 0, -below).size())
            seen, due = screen_of(window).grabWindow(window.winId()).copy(line), window.grab(line)
            kept = QImage.Format.Format_RGB32
            assert seen.toImage().convertToFormat(kept) == due.toImage().convertToFormat(kept), card


@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", SIZES)
def test_third_cards_lie_on_the_small_table(qtbot: QtBot, size: tuple[int, int]) -> None:
    with straight(qtbot, "sv") as table:
        felt = by_hand(table, size)
        for card in TO_BANKERS_THIRD:
            table.take({"do": "card", "card": card, "by": "P1"})
        on = coup(felt)
        green = table_edge(felt.wide, felt.high, on.crown, EDGE_WIDTH)
        for hand in Hand:
            assert green.contains(on.layout.place_of(hand, 3)), hand
        assert flaws(felt) == []

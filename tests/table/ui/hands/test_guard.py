"""A press counts for a prompt that has been seen, where the press lands."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.table.ui.hands.guard import GUARD, PressGuard
from console.table.ui.kit import Surface


def test_a_paint_on_a_page_that_has_gone_shows_nobody_what_lies_beneath(qtbot: QtBot) -> None:
    """The pit boss's page reports its paint to the guard of the dealer's screen, which it covers."""
    now = 0.0
    guard, window = PressGuard(lambda: now), QWidget()
    qtbot.addWidget(window)
    beneath, page = (Surface(window) for _ in range(2))
    for part in (beneath, page):
        part.setGeometry(window.rect())
        part.covers()
        guard.shown_on(part)
    window.show()
    QApplication.processEvents()
    guard.renew()
    guard.hand_over()
    QApplication.processEvents()
    now = 2 * GUARD
    assert guard.accepts(now)
    page.hide()
    assert not guard.accepts(now), "the screen beneath is not painted yet"
    QApplication.processEvents()
    assert not guard.accepts(now + GUARD / 2)
    assert guard.accepts(now + GUARD)

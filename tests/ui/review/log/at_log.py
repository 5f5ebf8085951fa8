"""Acts at the log's screen, and its rows that are in view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.journal.log.rows import LogRow
from console.ui.review.log.log_screen import LogScreen


def press(
    screen: LogScreen, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(screen.list, key, modifier)


def in_view(screen: LogScreen) -> list[LogRow]:
    rows = [screen.query.rows.row(at) for at in range(screen.query.rows.count)]
    return [row for row in rows if row is not None]

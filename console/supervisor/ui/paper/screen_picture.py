"""A dealer's screen as a picture for a page, with the keys that do something there."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from console.base.words import Words
from console.supervisor.records.documents.paper import ShownScreen
from console.table.core import DealerView, SystemClock, lines
from console.table.ui.dealer import DealerScreen
from console.table.ui.pit import IncidentLines

SIZE: Final = (1280, 800)
"""Pixels of the panel for which the screens are made."""


class _EmptyDesk:
    """A desk at which nobody is signed in: its screen sends no line."""

    def send_line(self, line: lines.Line) -> None:
        """Nobody sends one."""

    def who_reports(self) -> str | None:
        """Nobody."""

    def who_answers(self) -> str | None:
        """Nobody."""

    def pit_boss_here(self) -> str | None:
        """Nobody."""


def shown_screen(view: DealerView, person: Words, market: Words) -> ShownScreen:
    """The screen that shows this view, in these words; makes a missing application."""
    if QGuiApplication.instance() is None:
        _APPLICATIONS.append(QApplication(["dealer-console", "-platform", "offscreen"]))
    screen = DealerScreen(person, market, SystemClock(), IncidentLines(_EmptyDesk()))
    screen.resize(*SIZE)
    screen.show_view(view)
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    screen.grab().save(buffer, "PNG")
    buffer.close()
    keys = screen.keys.rows(person)
    screen.deleteLater()
    return ShownScreen(bytes(written.data()), tuple(keys))


_APPLICATIONS: Final[list[QApplication]] = []
"""Keeps the application that was made."""

"""A window of which all is painted that waits to be: nobody presses before that."""

from __future__ import annotations

from time import perf_counter
from typing import Final

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from console.table.core import lines
from console.table.ui.pit.sight import Sight

PATIENCE: Final = 2.0
"""Seconds for a new window's first paint."""


def painted() -> None:
    """Have every window that is shown paint what waits to be painted."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            handle = window.windowHandle()
            if handle is not None and not handle.isExposed():
                QApplication.processEvents()
            QCoreApplication.sendPostedEvents(window, QEvent.Type.UpdateRequest.value)
            sight = getattr(window, "sight", None)
            if isinstance(sight, Sight):
                end = perf_counter() + PATIENCE
                # A new window is not on the screen yet; it would be asked again after a time.
                while sight._waits is not None and perf_counter() < end:
                    QApplication.processEvents()
                    sight._have_painted()
                QCoreApplication.sendPostedEvents(sight)  # the press before is over


def labels_of(part: QWidget) -> list[str]:
    """The texts of the labels that a part shows, in their order."""
    return [label.text() for label in part.findChildren(QLabel) if label.isVisibleTo(part)]


def bare(line: lines.AnyLine) -> lines.AnyLine:
    """A line without what its person saw."""
    return replace(line, seen=msgspec.UNSET) if isinstance(line, lines.OfPerson) else line

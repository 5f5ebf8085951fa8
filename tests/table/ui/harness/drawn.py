"""A screen as its picture shows it: each room's tests have a ``samples`` module with theirs, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

SIZE: Final = (1280, 800)
"""The size of a picture."""
Made = Callable[[str, int, int], QWidget]
"""Makes a screen in a language and a size."""
Samples = Mapping[str, Made]
"""A room's screens, by the names of their pictures; every ``samples`` module has them as ``SCREENS``."""
Drawn = Callable[[Made, str], QWidget]
"""Makes a screen in a language, at the size of a picture."""


def let_go(screen: QWidget) -> None:
    """Free it at once: no event loop runs that would."""
    screen.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

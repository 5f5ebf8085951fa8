"""The settings of the desk windows that this computer's user dragged: kept in one small file of Qt's.

A lost or unreadable file loses widths and places only: each window then opens as it was designed.
"""

from __future__ import annotations

from platformdirs import user_config_path
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QWidget


def desk_settings() -> QSettings:
    """The settings of the person who is signed in at the computer."""
    file = user_config_path("dealer-console", appauthor=False) / "desk.ini"
    return QSettings(str(file), QSettings.Format.IniFormat)


def keep_place(window: QWidget, name: str) -> None:
    """Keep a window's size and place under a name."""
    desk_settings().setValue(f"{name}/place", window.saveGeometry())


def take_place(window: QWidget, name: str) -> bool:
    """Give a window its kept size and place, within the screens that are there now; returns whether one is
    kept.
    """
    kept = desk_settings().value(f"{name}/place")
    return isinstance(kept, QByteArray) and window.restoreGeometry(kept)

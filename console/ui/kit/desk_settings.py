"""The settings of the desk windows that this computer's user dragged: kept in one small file of Qt's.

A lost or unreadable file loses widths and places only: each window then opens as it was designed.
"""

from __future__ import annotations

from platformdirs import user_config_path
from PySide6.QtCore import QSettings


def desk_settings() -> QSettings:
    """The settings of the person who is signed in at the computer."""
    file = user_config_path("dealer-console", appauthor=False) / "desk.ini"
    return QSettings(str(file), QSettings.Format.IniFormat)

"""The settings of the desk windows that this computer's user dragged: kept in one small file of Qt's. A lost
or unreadable file loses widths and places only: each window then opens as it was designed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from platformdirs import user_config_path
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QWidget


def desk_settings() -> QSettings:
    file = user_config_path("dealer-console", appauthor=False) / "desk.ini"
    return QSettings(str(file), QSettings.Format.IniFormat)


_RECENT: Final = "review/journals"
_MOST: Final = 9
"""The most journals that are remembered: those with a key of their own on a keyboard."""


def keep_journals(files: Sequence[Path]) -> None:
    """Remember journals that were opened, before the older ones."""
    kept = dict.fromkeys((*(file.absolute() for file in files), *recent_journals()))
    desk_settings().setValue(_RECENT, [str(file) for file in [*kept][:_MOST]])


def recent_journals() -> list[Path]:
    """The journals that were opened last and still exist, the newest first."""
    kept = desk_settings().value(_RECENT, [])
    names = [kept] if isinstance(kept, str) else kept if isinstance(kept, list) else []
    return [Path(str(name)) for name in names if Path(str(name)).is_file()]


def keep_place(window: QWidget, name: str) -> None:
    """Keep a window's size and place under a name."""
    desk_settings().setValue(f"{name}/place", window.saveGeometry())


def take_place(window: QWidget, name: str) -> bool:
    """Give a window its kept size and place, within the present screens; returns whether one is kept."""
    kept = desk_settings().value(f"{name}/place")
    return isinstance(kept, QByteArray) and window.restoreGeometry(kept)

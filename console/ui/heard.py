"""What each painted part is to whoever hears the screen: a text, a group, a menu, a window.

Qt knows its own widgets; of one that paints itself it says only that it fills a place.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from console.ui.menu import Menu
from console.ui.surface import Scaled, Surface

_INSTALLED: Final[list[object]] = []


def install() -> None:
    """Have the roles told from now on; asked for only where somebody hears the screen."""
    if not _INSTALLED:
        _INSTALLED.append(_interface)
        QAccessible.installFactory(_interface)


def role_of(part: QWidget) -> QAccessible.Role | None:
    """The role of a part of ours; None where Qt knows it."""
    match part:
        case Menu():
            return QAccessible.Role.PopupMenu
        case Surface() if part.isWindow():
            return QAccessible.Role.Window
        case Surface() if not any(isinstance(child, Scaled) for child in part.children()):
            return QAccessible.Role.StaticText
        case Surface():
            return QAccessible.Role.Grouping
        case _ if part.isWindow() and type(part).__module__.startswith("console."):
            return QAccessible.Role.Window
        case _:
            return None


def _interface(_: str, of: QObject) -> QAccessibleInterface | None:
    role = role_of(of) if isinstance(of, QWidget) else None
    return QAccessibleWidget(of, role) if role is not None and isinstance(of, QWidget) else None

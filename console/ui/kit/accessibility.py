"""What each painted part is to whoever hears the screen: a text, a group, a menu, a window.

Qt knows its own widgets; of one that paints itself it says only that it fills a place.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget

from console.ui.kit.menu import Menu
from console.ui.kit.surface import Scaled, Surface, is_covered

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
        case _ if getattr(part, "unseen", False):
            return QAccessible.Role.Whitespace
        case _ if part.isWindow() and type(part).__module__.startswith("console."):
            return QAccessible.Role.Window
        case _:
            return None


class AccessiblePart(QAccessibleWidget):
    """A part of ours; one that something lies over is not showing."""

    def state(self) -> QAccessible.State:
        """Its state; covered, it is invisible."""
        state, part = super().state(), self.widget()
        if part is not None and part.isVisible() and is_covered(part):
            state.invisible = True
        return state


class AccessiblePress(AccessiblePart):
    """A painted button: Qt's own one can't be told that it is covered."""

    def text(self, kind: QAccessible.Text) -> str:
        """Its name, else its label."""
        button = self.widget()
        label = button.text() if isinstance(button, QAbstractButton) else ""
        return super().text(kind) or (label if kind is QAccessible.Text.Name else "")

    def state(self) -> QAccessible.State:
        """With what a button has: whether it is chosen or down."""
        state, button = super().state(), self.widget()
        if isinstance(button, QAbstractButton):
            state.checkable, state.checked = button.isCheckable(), button.isChecked()
            state.pressed = button.isDown()
        return state

    def actionNames(self) -> list[str]:
        """It can be pressed."""
        return [self.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        """Press it; one that nobody sees is pressed by nobody."""
        button = self.widget()
        if name != self.pressAction():
            super().doAction(name)
        elif isinstance(button, QAbstractButton) and button.isVisible() and not is_covered(button):
            button.click()


def _interface(_: str, of: QObject) -> QAccessibleInterface | None:
    if isinstance(of, QAbstractButton) and isinstance(of, Scaled):
        return AccessiblePress(of, QAccessible.Role.CheckBox if of.isCheckable() else QAccessible.Role.Button)
    role = role_of(of) if isinstance(of, QWidget) else None
    return AccessiblePart(of, role) if role is not None and isinstance(of, QWidget) else None

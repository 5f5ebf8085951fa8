"""The role of each painted part for assistive tools: a text, a group, a menu, a window. Qt knows the roles of
its own widgets; of a widget that paints itself it says only that it fills a place.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget

from console.table.ui.kit.menu import Menu
from console.table.ui.kit.panel import Panel
from console.table.ui.kit.scroll_area import ScrolledPanel
from console.table.ui.kit.surface import ScaledWidget, Surface, is_covered

_INSTALLED: Final[list[object]] = []


def install() -> None:
    """Report the roles from now on; Qt asks for them only if assistive tools are at work."""
    if not _INSTALLED:
        _INSTALLED.append(_interface)
        QAccessible.installFactory(_interface)


def role_of(part: QWidget) -> QAccessible.Role | None:
    """The role of one of our parts; None if Qt knows the role."""
    match part:
        case Menu():
            return QAccessible.Role.PopupMenu
        case Surface() if part.isWindow():
            return QAccessible.Role.Window
        case Surface() if not any(isinstance(child, ScaledWidget) for child in part.children()):
            return QAccessible.Role.StaticText
        case Surface() | Panel() | ScrolledPanel():
            return QAccessible.Role.Grouping
        case _ if getattr(part, "unseen", False):
            return QAccessible.Role.Whitespace
        case _ if part.isWindow() and type(part).__module__.startswith("console."):
            return QAccessible.Role.Window
        case _:
            return None


class AccessiblePart(QAccessibleWidget):
    """One of our parts; a covered part is not showing."""

    def state(self) -> QAccessible.State:
        """The part's state; a part covered whole is invisible, as is a picture that says nothing."""
        state, part = super().state(), self.widget()
        silent = self.role() is QAccessible.Role.StaticText and not self.text(QAccessible.Text.Name)
        if silent or (part is not None and part.isVisible() and is_covered(part) and _is_under(part)):
            state.invisible = True
        return state


def _is_under(part: QWidget) -> bool:
    """Whether the part that covers its middle covers it whole: beside a tab the bar beneath is seen, and
    beside the numbers the wheel.
    """
    over = part.window().childAt(part.mapTo(part.window(), part.rect().center()))
    while over is not None and (above := over.parentWidget()) is not None and not above.isAncestorOf(part):
        over = above
    if over is None:
        return True
    place = QRect(part.mapTo(part.window(), QPoint(0, 0)), part.size())
    return QRect(over.mapTo(over.window(), QPoint(0, 0)), over.size()).contains(place)


class AccessiblePress(AccessiblePart):
    """A painted button: Qt's own interface can't know that the button is covered."""

    def text(self, kind: QAccessible.Text) -> str:
        button = self.widget()
        label = button.text() if isinstance(button, QAbstractButton) else ""
        return super().text(kind) or (label if kind is QAccessible.Text.Name else "")

    def state(self) -> QAccessible.State:
        """The part's state, with whether the button is chosen or down."""
        state, button = super().state(), self.widget()
        if isinstance(button, QAbstractButton):
            state.checkable, state.checked = button.isCheckable(), button.isChecked()
            state.pressed = button.isDown()
        return state

    def actionNames(self) -> list[str]:
        """The one action: a press."""
        return [self.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        button = self.widget()
        if name != self.pressAction():
            super().doAction(name)
        elif isinstance(button, QAbstractButton) and button.isVisible() and not is_covered(button):
            button.click()


def _interface(_: str, of: QObject) -> QAccessibleInterface | None:
    if isinstance(of, QAbstractButton) and isinstance(of, ScaledWidget):
        return AccessiblePress(of, QAccessible.Role.CheckBox if of.isCheckable() else QAccessible.Role.Button)
    role = role_of(of) if isinstance(of, QWidget) else None
    return AccessiblePart(of, role) if role is not None and isinstance(of, QWidget) else None

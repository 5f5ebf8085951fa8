"""A hand at a real window: it has keys alone or a mouse alone, sees what is in view, and counts its presses.

Its presses go to the window, as the window system gives them: Qt finds the part that they reach.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QDeadlineTimer, QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QMenu, QWidget

NONE: Final = Qt.KeyboardModifier.NoModifier
PATIENCE: Final = 60_000
"""Milliseconds that a hand waits for what must come."""
_MOST_TABS: Final = 120


class Way(StrEnum):
    """How a person presses."""

    KEYS = "keys"
    MOUSE = "mouse"


class OutOfReachError(AssertionError):
    """Something that the hand can't do its way, or a place where it loses the focus."""


class Hand:
    """Presses what is in view, and counts; a letter that is typed into a field is counted apart."""

    def __init__(self, way: Way, window: QWidget, see: Callable[[], object] = lambda: None) -> None:
        """``see`` lets the window paint, and as much time pass as a person takes to read."""
        self.way, self.window, self._see = way, window, see
        self.presses = self.letters = 0
        window.activateWindow()
        self.until(window.isActiveWindow, "an active window")

    def until(self, true: Callable[[], bool], what: str = "") -> None:
        """Turn the window's loop until something is so."""
        late = QDeadlineTimer(PATIENCE)
        while not true():
            if late.hasExpired():
                raise OutOfReachError(f"never came: {what}")
            QTest.qWait(2)

    # --- presses ----------------------------------------------------------------------------------

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        """One press of a key, whatever has the focus."""
        self._see()
        if self._here is None:
            raise OutOfReachError("no part of the window has the focus")
        QTest.keyClick(self.window.windowHandle(), key, held)
        self.presses += 1
        self._see()

    def click(self, part: QWidget, at: QPoint | None = None) -> None:
        """One click on a part that is in view and that nothing covers."""
        self._see()
        there = part.mapTo(self.window, part.rect().center() if at is None else at)
        self.until(lambda: not getattr(self.window.childAt(there), "unseen", False), "the end of a shield")
        self._see()
        reached = self.window.childAt(there)
        if reached is None or (reached is not part and not part.isAncestorOf(reached)):
            raise OutOfReachError(f"a click on {_name(part)} reaches {_name(reached)}")
        QTest.mouseClick(self.window.windowHandle(), Qt.MouseButton.LeftButton, pos=there)
        self.presses += 1
        self._see()

    def press(self, part: QWidget, key: Qt.Key | None = None, held: Qt.KeyboardModifier = NONE) -> None:
        """Press a key on the screen: by a click; by its key, if the screen's card of keys names one; else by
        Tab and the space bar.
        """
        if not part.isVisible() or not part.isEnabled():
            raise OutOfReachError(f"{_name(part)} is not in view")
        if self.way is Way.MOUSE:
            self.click(part)
        elif key is not None:
            self.key(key, held)
        else:
            self.go_to(part)
            self.key(Qt.Key.Key_Space)

    def go_to(self, part: QWidget) -> None:
        """Give a part the keys: by a click, or by Tab from part to part, each of which says its name; by
        Shift+Tab to one that stands higher.
        """
        if self.way is Way.MOUSE:
            if not part.hasFocus():
                self.click(part)
            return
        passed = list[QWidget]()
        back = self._here is not None and _place(part) < _place(self._here)
        while not part.hasFocus():
            self.key(Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab)
            here = self._here
            if here is None or not here.isVisible():
                raise OutOfReachError(f"Tab left all parts on its way to {_name(part)}")
            if not _name(here).strip():
                raise OutOfReachError(f"a part without a name has the focus: {type(here).__name__}")
            passed.append(here)
            if len(passed) > _MOST_TABS:
                raise OutOfReachError(f"Tab never comes to {_name(part)}, but to {_ring(passed)}")

    def choose(self, rows: QAbstractItemView, row: int) -> None:
        """Choose a row of a list or a table: by a click, or by arrows."""
        if self.way is Way.MOUSE:
            index = rows.model().index(row, 0)
            rows.scrollTo(index)
            self.click(rows.viewport(), rows.visualRect(index).center())
            return
        self.go_to(rows)
        on, back = Qt.Key.Key_Down, Qt.Key.Key_Up
        if isinstance(rows, QListView):  # they stand beside one another, too
            on, back = Qt.Key.Key_Right, Qt.Key.Key_Left
        while (at := rows.currentIndex().row()) != row:
            self.key(on if at < row else back)
            if rows.currentIndex().row() == at:
                raise OutOfReachError(f"an arrow moves nothing in {_name(rows)}")

    def act(self, rows: QAbstractItemView, act: str) -> None:
        """Choose an act in the menu of the current row: by a right click and a click, or by the menu's key,
        arrows and Enter.
        """
        if self.way is Way.MOUSE:
            there = rows.viewport().mapTo(self.window, rows.visualRect(rows.currentIndex()).center())
            QTest.mouseClick(self.window.windowHandle(), Qt.MouseButton.RightButton, pos=there)
            self.presses += 1
        else:
            self.key(Qt.Key.Key_Menu)
            here = self._here
            if here is not None and QApplication.activePopupWidget() is None:  # no window system makes it
                asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, here.rect().center())
                QApplication.sendEvent(here, asked)
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            raise OutOfReachError(f"no menu of {_name(rows)} opens")
        texts = [each.text().partition("\t")[0] for each in menu.actions()]
        if act not in texts:
            raise OutOfReachError(f"the menu of {_name(rows)} has no {act!r}, but {texts}")
        at = texts.index(act)
        if self.way is Way.MOUSE:
            place = menu.actionGeometry(menu.actions()[at]).center()
            QTest.mouseClick(menu.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
            self.presses += 1
        else:
            for key in (*[Qt.Key.Key_Down] * (at + 1), Qt.Key.Key_Return):
                QTest.keyClick(menu.windowHandle(), key)
                self.presses += 1
        self._see()

    def type(self, text: str) -> None:
        """Type into the part that has the focus; a letter of no keyboard comes from an input method."""
        for letter in text:
            self._see()
            here = self._here
            if here is None:
                raise OutOfReachError(f"no part takes {text!r}")
            if letter.isascii():
                QTest.keyClicks(here, letter)
            else:
                committed = QInputMethodEvent()
                committed.setCommitString(letter)
                QApplication.sendEvent(here, committed)
            self.letters += 1
        self._see()

    @property
    def _here(self) -> QWidget | None:
        return QApplication.focusWidget()


def _place(part: QWidget) -> int:
    return part.mapTo(part.window(), QPoint(0, 0)).y()


def _name(part: QWidget | None) -> str:
    if part is None:
        return "nothing"
    return QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name)


def _ring(passed: list[QWidget]) -> list[str]:
    return list(dict.fromkeys(f"{type(part).__name__} {_name(part)!r}" for part in passed))

"""A badge reader at one window: who held a badge to it is asked to sign in, and nothing else comes of it.

It types as a keyboard does, so its signs are told from a finger's wherever the focus is. It knows where a
badge's number goes; it never knows whose it is, nor what that person may do here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from console.ui.hands.guard import PressGuard
from console.ui.hands.signs_typed import SignsTyped

if TYPE_CHECKING:
    from console.ui.sign_in.sign_in_screen import SignInScreen

Found = TypeVar("Found", bound=QWidget)


class BadgeReader(QObject):
    """What reads badges at one window."""

    def __init__(
        self,
        window: QWidget,
        guard: PressGuard,
        opened: Callable[[], SignInScreen],
        fields: Callable[[QWidget], bool] = lambda field: True,
    ) -> None:
        """``opened`` gives the window's sign-in, and asks at it where nobody is asked yet.

        ``fields``: whether a badge that is typed into a field is taken out of it again; in others its number
        is what is typed.
        """
        super().__init__(window)
        self._opened, self._fields = opened, fields
        self.typed = SignsTyped(guard, self)
        self.typed.badge.connect(self._read)

    def holds(self, pressed: QWidget, event: QEvent) -> bool:
        """Whether a press is kept from its widget: a sign that waits for what follows it, or is a badge's."""
        from console.ui.sign_in.form import SignInForm

        form = _nearest(pressed, SignInForm)
        field = isinstance(pressed, QLineEdit | QPlainTextEdit)
        if form is not None and form is not pressed and isinstance(event, QKeyEvent) and event.text():
            return False  # it goes up to the form
        if field and not self._fields(pressed):
            return False
        return self.typed.takes(pressed, event, types=field or form is not None)

    def _read(self, number: str, typed_into: QWidget) -> None:
        from console.ui.sign_in.sign_in_screen import SignInScreen

        form = _nearest(typed_into, SignInScreen)
        if form is None:
            _take_out(typed_into, len(number))
        (form or self._opened()).read_badge(number)


def _take_out(field: QWidget, count: int) -> None:
    """Take the last signs that were typed out of a field again; of any other part there are none."""
    for _ in range(count):
        if isinstance(field, QLineEdit):
            field.backspace()
        elif isinstance(field, QPlainTextEdit):
            field.textCursor().deletePreviousChar()


def _nearest(part: QWidget, kind: type[Found]) -> Found | None:
    """The part itself or the nearest around it that is of a kind."""
    at: QObject | None = part
    while at is not None:
        if isinstance(at, kind):
            return at
        at = at.parent()
    return None

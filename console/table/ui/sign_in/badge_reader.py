"""The badge reader at one window: a person who holds a badge to it is asked to sign in, and no more.

A reader types like a keyboard, so a reader's signs are separated from a finger's wherever the focus is. The
module knows where a badge's number goes; it knows neither the badge's person nor that person's rights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from console.table.people.answers import BadgeForm
from console.table.ui.hands.guard import PressGuard
from console.table.ui.hands.signs_typed import TypedSigns
from console.table.ui.kit.buttons import is_press

if TYPE_CHECKING:
    from console.table.ui.sign_in.sign_in_screen import SignInScreen

Found = TypeVar("Found")
MEASURES: Final = "measures_badges"
"""The property of a part that measures the reader: it gets each sign at once, as it was typed."""


class TakesBadges:
    """A part that asks for a badge: one that is typed into it is read there, and opens no sign-in."""

    def read_badge(self, number: str) -> None:
        raise NotImplementedError


class BadgeReader(QObject):
    """Takes the badges that are read at one window."""

    def __init__(
        self,
        window: QWidget,
        guard: PressGuard,
        opened: Callable[[], SignInScreen],
        form: BadgeForm | None = None,
    ) -> None:
        """``opened`` opens and returns the window's sign-in; ``form``: how the reader types, if measured."""
        super().__init__(window)
        self._opened = opened
        self.typed = TypedSigns(guard, self, form=form)
        self.typed.badge.connect(self._use_badge)

    def holds(self, pressed: QWidget, event: QEvent) -> bool:
        """Whether a press is kept from its widget: a sign that waits for the next, or is of a badge."""
        return _held(self.typed, pressed, event)

    def _use_badge(self, number: str, signs: int, typed_into: QWidget | None) -> None:
        form = _taken_out(typed_into, signs)
        (form or self._opened()).read_badge(number)


class IgnoredBadges(QObject):
    """Watches a window at which a badge opens no sign-in: a reader's signs press nothing and are no text; a
    sign-in that is open there takes the badge.
    """

    def __init__(
        self,
        window: QWidget,
        guard: PressGuard,
        say: Callable[[str], object],
        form: BadgeForm | None = None,
    ) -> None:
        """``say`` shows a phrase, by its key; ``form``: how the house's reader types, if it was measured."""
        super().__init__(window)
        self._window, self._say = window, say
        self.typed = TypedSigns(guard, self, form=form)
        self.typed.badge.connect(self._use_badge)
        self.typed.dropped.connect(lambda: say("press.signs"))
        application = QApplication.instance()
        assert application is not None, "a window is made by an application"
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a reader's signs from the part that they were typed into."""
        if not (is_press(event) and isinstance(watched, QWidget) and watched.window() is self._window):
            return False
        return _held(self.typed, watched, event)

    def _use_badge(self, number: str, signs: int, typed_into: QWidget | None) -> None:
        if (form := _taken_out(typed_into, signs)) is not None:
            form.read_badge(number)
        else:
            self._say("press.badge")


def _held(typed: TypedSigns, pressed: QWidget, event: QEvent) -> bool:
    """Whether typed signs are kept from their part; a sign-in's form shows them at once."""
    from console.table.ui.sign_in.form import SignInForm

    if any(each.property(MEASURES) for each in _around(pressed)):
        return False
    form = _nearest(pressed, SignInForm)
    if form is not None and form is not pressed and isinstance(event, QKeyEvent) and event.text():
        return False  # the key goes on to the form
    is_field = isinstance(pressed, QLineEdit | QPlainTextEdit)
    return typed.takes(pressed, event, types=is_field or form is not None)


def _taken_out(typed_into: QWidget | None, signs: int) -> SignInScreen | TakesBadges | None:
    """The sign-in, or another part that asks for a badge, into which a badge's signs were typed; None
    elsewhere. A field outside a sign-in loses them again.
    """
    from console.table.ui.sign_in.sign_in_screen import SignInScreen

    form: SignInScreen | TakesBadges | None = None
    if typed_into is not None:
        form = _nearest(typed_into, SignInScreen) or _nearest(typed_into, TakesBadges)
    if not isinstance(form, SignInScreen):
        for _ in range(signs):
            if isinstance(typed_into, QLineEdit):
                typed_into.backspace()
            elif isinstance(typed_into, QPlainTextEdit):
                typed_into.textCursor().deletePreviousChar()
    return form


def _nearest(part: QWidget, kind: type[Found]) -> Found | None:
    """The part itself, or the nearest part around it, that has the class ``kind``."""
    return next((each for each in _around(part) if isinstance(each, kind)), None)


def _around(part: QWidget) -> Iterator[QObject]:
    """The part itself, and the parts around it, from inside."""
    at: QObject | None = part
    while at is not None:
        yield at
        at = at.parent()

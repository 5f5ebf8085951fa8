"""A key that is held: each of its repeats says so, on X11 too, and an Enter that is held is pressed once.

X11 has no event for a repeat. It sends a release and a press of the same moment, and Qt tells them from a
second press by whether the press is there already when it handles the release. In an idle window it often is
not: then every repeat of a held Enter looks like a press of its own.

Enter confirms, on every screen. What a repeat of it would confirm nobody has read, so no screen gets one.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QGuiApplication, QKeyEvent, QWindow

from console.table.ui.hands.guard import ENTERS

_HELD: Final = 100
"""Milliseconds for which a person holds a key, at least, before it repeats.

A badge reader holds none so long: it may let go of a key and press it again within the same one.
"""


class HeldKeys(QObject):
    """Looks at the keys of each window that gets them."""

    def __init__(self, application: QCoreApplication) -> None:
        """Watch the keys from now on, until the application ends."""
        super().__init__(application)
        self._down: dict[int, int] = {}
        """The times at which held keys were pressed, in the window system's milliseconds, by the key's place.
        """
        self._up: tuple[int, int] = (0, 0)
        """The key that was released last, and when."""
        assert isinstance(application, QGuiApplication), "what has windows"
        application.focusWindowChanged.connect(self._watch)

    def _watch(self, window: QWindow | None) -> None:
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Send a repeated press on as a repeat; a repeat of Enter goes nowhere."""
        if not isinstance(event, QKeyEvent):  # most are no keys, as their class shows
            return False
        if event.type() not in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            return False
        if event.isAutoRepeat():
            return event.key() in ENTERS
        if not event.timestamp():
            return False
        key, at = event.nativeScanCode() or event.key(), event.timestamp()
        if event.type() is QEvent.Type.KeyRelease:
            self._up = (key, at)
            return False
        if self._up == (key, at) and at - self._down.get(key, at) >= _HELD:
            if event.key() in ENTERS:
                return True
            again = _repeat(event)
            QCoreApplication.sendEvent(watched, again)
            event.setAccepted(again.isAccepted())
            return True
        self._down[key] = at
        return False


def _repeat(event: QKeyEvent) -> QKeyEvent:
    native = (event.nativeScanCode(), event.nativeVirtualKey(), event.nativeModifiers())
    again = QKeyEvent(
        event.type(), event.key(), event.modifiers(), *native, event.text(), True, event.count()
    )
    again.setTimestamp(event.timestamp())
    return again

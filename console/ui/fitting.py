"""A window as large as the design, and never larger than what its screen has free.

Bars of the desktop and the window's own frame take their part: what lies below the screen can't be pressed.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from console.ui.theme import HEIGHT, WIDTH

_FRAMED: Final = 250
"""Milliseconds after which a window manager has put its frame around a window."""
_NOBODYS: Final = ("offscreen", "minimal")
"""Platforms whose screen nobody looks at, and whose size means nothing."""


def show_fitting(window: QWidget) -> None:
    """Show a window as on a desk; once it has its frame, draw it into what is free."""
    window.resize(WIDTH, HEIGHT)
    window.show()
    if QGuiApplication.platformName() not in _NOBODYS:
        QTimer.singleShot(_FRAMED, window, lambda: _draw_in(window))


def room_in(window: QWidget) -> QRect:
    """What of a window a screen over it fills: the table's room, where a strip lies beside it."""
    room = getattr(window, "room", None)
    return room if isinstance(room, QRect) else window.rect()


def _draw_in(window: QWidget) -> None:
    if window.isFullScreen() or window.isMaximized():
        return
    place = within(window.screen().availableGeometry(), window.frameGeometry(), window.geometry())
    if place != window.geometry():
        window.setGeometry(place)


def within(free: QRect, frame: QRect, body: QRect) -> QRect:
    """Where a window's body goes so that its frame lies within what is free; it stays where it fits."""
    left, right = body.left() - frame.left(), frame.right() - body.right()
    above, below = body.top() - frame.top(), frame.bottom() - body.bottom()
    wide = min(body.width(), free.width() - left - right)
    high = min(body.height(), free.height() - above - below)
    x = max(free.left() + left, min(body.left(), free.right() + 1 - right - wide))
    y = max(free.top() + above, min(body.top(), free.bottom() + 1 - below - high))
    return QRect(x, y, wide, high)

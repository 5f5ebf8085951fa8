"""The computer's screens: a window's, another one, and what follows if one comes or goes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication, QScreen, QWindow
from PySide6.QtWidgets import QWidget


def screen_of(window: QWidget) -> QScreen:
    """The screen that a window is on; no window is asked for it elsewhere.

    PySide takes the answer for a part of the widget that was asked last. If the search for garbage finds that
    one together with another, it deletes the screen, and the next window that is made ends the process. So a
    window that is never shown asks last, and stays.
    """
    holder = _holder()
    holder.setScreen(window.screen())
    return holder.screen()


@cache
def _holder() -> QWindow:
    return QWindow()


def other_screen(of: QWidget) -> QScreen | None:
    """A screen that a window is not on; None if there is only one."""
    taken = screen_of(of)
    return next((screen for screen in QGuiApplication.screens() if screen is not taken), None)


def follow_screens(owner: QObject, follow: Callable[[], object]) -> None:
    """Call ``follow`` after each change of the screens, once Qt has moved the windows of one that is gone;
    never once the owner is gone.
    """
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication), "a window is made by an application"
    changed = QTimer(owner, singleShot=True, interval=0)
    changed.timeout.connect(follow)
    for signal in (application.screenAdded, application.screenRemoved):
        signal.connect(changed.start)

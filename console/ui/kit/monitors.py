"""The computer's screens: another one than a window's, and what follows if one comes or goes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget


def other_screen(of: QWidget) -> QScreen | None:
    """A screen that a window is not on; None if there is only one."""
    taken = of.screen()
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

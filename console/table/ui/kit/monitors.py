"""The computer's screens: a window's, another one, what follows if one comes or goes; how they stay on."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
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


@cache
def keep_screens_on() -> bool:
    """Ask the system not to darken or lock its screens while this process lives; whether anybody does so.

    Nobody touches an overview, and a table for minutes. X11's own screen saver is suspended by its library, a
    desktop's is inhibited over D-Bus; a desktop under X11 has both. An offscreen platform has no screens.
    """
    platform = QGuiApplication.platformName().partition("-")[0]
    if platform not in ("xcb", "wayland"):
        return True
    suspended = platform == "xcb" and _suspends_saver()
    return _inhibits_saver() or suspended


def _suspends_saver() -> bool:
    """The suspension lasts as long as its connection to the X server, which the process keeps."""
    with suppress(OSError):
        x11, saver = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXss.so.1")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        display = ctypes.c_void_p(x11.XOpenDisplay(None))
        event, error = ctypes.c_int(), ctypes.c_int()
        known = saver.XScreenSaverQueryExtension(display, ctypes.byref(event), ctypes.byref(error))
        if display and known:
            saver.XScreenSaverSuspend(display, True)
            x11.XFlush(display)
            return True
    return False


def _inhibits_saver() -> bool:
    """The desktop heeds the request as long as the connection to the session's bus, which Qt keeps."""
    from PySide6.QtDBus import QDBusConnection, QDBusInterface, QDBusMessage

    bus, name = QDBusConnection.sessionBus(), "org.freedesktop.ScreenSaver"
    if not bus.isConnected():
        return False
    saver = QDBusInterface(name, "/org/freedesktop/ScreenSaver", name, bus)
    saver.setTimeout(2_000)
    answer = saver.call("Inhibit", "dealer-console", "A casino's tables are watched")
    return answer.type() is QDBusMessage.MessageType.ReplyMessage

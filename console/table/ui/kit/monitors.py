"""The computer's screens: a window's, another one, what follows if one comes or goes; how they stay on."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import cache, partial
from threading import Thread
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication, QScreen, QWindow
from PySide6.QtWidgets import QWidget

from console.base.words import Words


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
    """Call ``follow`` after each change of screens, once windows are moved; never once the owner is gone."""
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication), "a window is made by an application"
    changed = QTimer(owner, singleShot=True, interval=0)
    changed.timeout.connect(follow)
    for signal in (application.screenAdded, application.screenRemoved):
        signal.connect(changed.start)


@cache
def keep_screens_on() -> Future[bool]:
    """Ask the system not to darken or lock its screens while this process lives; whether anybody does so.

    Nobody touches an overview, and a table for minutes. X11's own screen saver is suspended by its library, a
    desktop's is inhibited over D-Bus; a desktop under X11 has both. Wayland without a desktop, as in a kiosk,
    darkens nothing. A thread asks: no window waits for a desktop that does not answer.
    """
    kept, platform = Future[bool](), _platform()
    if has_screens():
        Thread(target=lambda: kept.set_result(_keeps_on(platform)), name="screens", daemon=True).start()
    else:
        kept.set_result(True)
    return kept


def has_screens() -> bool:
    """Whether anybody sees and hears this process: an offscreen platform has no screens."""
    return _platform() in ("xcb", "wayland")


def _platform() -> str:
    return QGuiApplication.platformName().partition("-")[0]


def warn_if_dark(words: Words) -> None:
    """Print that nothing keeps the screens on, once that is known."""
    text = words.text("screen.goes_dark")
    keep_screens_on().add_done_callback(lambda kept: kept.result() or print(text, file=sys.stderr))


def _keeps_on(platform: str) -> bool:
    suspended = platform == "xcb" and _suspends_saver()
    return _inhibits_saver(without_bus=platform == "wayland") or suspended


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


_SAVER: Final = (
    *(b"org.freedesktop.ScreenSaver", b"/org/freedesktop/ScreenSaver"),
    b"org.freedesktop.ScreenSaver",
)
"""The name, the path and the interface of a desktop's screen saver."""
_PORTAL: Final = (
    *(b"org.freedesktop.portal.Desktop", b"/org/freedesktop/portal/desktop"),
    b"org.freedesktop.portal.Inhibit",
)
_IDLE: Final = 8
"""The portal's flag: that nobody touches anything is no reason to darken a screen."""
_ANSWERS: Final = 2_000
"""Milliseconds in which a desktop answers."""


def _inhibits_saver(*, without_bus: bool) -> bool:
    """A desktop heeds the request as long as the connection to the session's bus, which the process keeps.

    The bus's own library sends it: PySide can't send the portal's flags, a number without a sign. Without it
    nobody knows whether there is a desktop.
    """
    try:
        bus = ctypes.CDLL("libdbus-1.so.3")
    except OSError:
        return False
    for made in ("bus_get_private", "message_new_method_call", "connection_send_with_reply_and_block"):
        getattr(bus, f"dbus_{made}").restype = ctypes.c_void_p
    connection = ctypes.c_void_p(bus.dbus_bus_get_private(0, None))
    if not connection:
        return without_bus
    bus.dbus_connection_set_exit_on_disconnect(connection, False)
    answers = partial(_inhibits, bus, connection)
    why = b"A casino's tables are watched"
    return answers(_SAVER, b"dealer-console", why) or answers(_PORTAL, b"", _IDLE, None)


def _inhibits(
    bus: ctypes.CDLL, connection: ctypes.c_void_p, desktop: tuple[bytes, ...], *values: bytes | int | None
) -> bool:
    """Whether a desktop answers the call with these values; None stands for no options."""
    message = ctypes.c_void_p(bus.dbus_message_new_method_call(*desktop, b"Inhibit"))
    place, inner = ctypes.create_string_buffer(256), ctypes.create_string_buffer(256)
    bus.dbus_message_iter_init_append(message, place)
    for value in values:
        match value:
            case bytes():
                bus.dbus_message_iter_append_basic(place, ord("s"), ctypes.byref(ctypes.c_char_p(value)))
            case int():
                bus.dbus_message_iter_append_basic(place, ord("u"), ctypes.byref(ctypes.c_uint32(value)))
            case None:
                bus.dbus_message_iter_open_container(place, ord("a"), b"{sv}", inner)
                bus.dbus_message_iter_close_container(place, inner)
    return bool(bus.dbus_connection_send_with_reply_and_block(connection, message, _ANSWERS, None))

"""A process under X11 that lets a second pass untouched, and prints whether the screen saver is on: 1, or 0.

``kept``: it asks for the screens to stay on, as a console's window does; ``left``: it doesn't. ``asked``: it
asks, and prints whether anybody keeps them on.
"""

from __future__ import annotations

import ctypes
import sys
import time

from PySide6.QtGui import QGuiApplication

from console.table.ui.kit.monitors import keep_screens_on


class _Info(ctypes.Structure):
    """XScreenSaverInfo."""

    _fields_ = [
        ("window", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("state", "kind")),
        *((name, ctypes.c_ulong) for name in ("til", "idle", "mask")),
    ]


def main(way: str) -> None:
    """Set a saver after a second, wait three, and print."""
    application = QGuiApplication([])
    if way == "asked":
        print(keep_screens_on().result())
        return
    assert application is not None and (way == "left" or keep_screens_on().result())
    x11, saver, info = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXss.so.1"), _Info()
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    x11.XSetScreenSaver(display, 1, 0, 1, 1)
    x11.XFlush(display)
    time.sleep(3)
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    saver.XScreenSaverQueryInfo(display, root, ctypes.byref(info))
    print(info.state)


if __name__ == "__main__":
    main(sys.argv[1])

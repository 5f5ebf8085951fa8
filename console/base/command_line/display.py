"""The check whether a window can be shown here, and the message if it can't."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from console.base.command_line.arguments import PROGRAM

NO_DISPLAY = 4
_FIRST_PORT = 6000
"""The port of display 0 over TCP."""
_PATIENCE = 2.0
"""Seconds that a display on another machine has for an answer."""


def no_display(lang: str) -> int:
    """Print that no window can be shown."""
    from console.base.words import Words

    print(f"{PROGRAM}: {Words(lang).text('display.none')}", file=sys.stderr)
    return NO_DISPLAY


def has_display() -> bool:
    """Whether a window can be shown, or Qt's own variable names a way without a display. Qt ends the process
    if it can't connect, so the display itself is tried: a variable may be stale, or a platform missing in Qt.
    """
    if sys.platform != "linux":
        return True
    named = os.environ.get("QT_QPA_PLATFORM", "")
    ways = [way.partition(":")[0] for way in named.split(";") if way] or ["wayland", "xcb"]
    return any(map(_leads_to_display, ways))


def _leads_to_display(way: str) -> bool:
    """Whether Qt can show a window by one of its platforms."""
    match way:
        case "xcb":
            return answers(os.environ.get("DISPLAY", ""))
        case "wayland" | "wayland-egl":
            name = os.environ.get("WAYLAND_DISPLAY", "wayland-0")
            return _connects(str(Path(os.environ.get("XDG_RUNTIME_DIR", ""), name)))
        case _:
            return way in platforms()


def platforms() -> frozenset[str]:
    spec = find_spec("PySide6")
    homes = () if spec is None else spec.submodule_search_locations or ()
    folders = (Path(home, "Qt/plugins/platforms") for home in homes)
    found = (each.stem.removeprefix("libq") for folder in folders for each in folder.glob("libq*.so"))
    return frozenset(found)


def answers(display: str) -> bool:
    """Whether an X server answers at a display, on this machine or over TCP, as with ``ssh -X``."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdecimal():
        return False
    if host not in ("", "unix"):
        from socket import create_connection

        try:
            create_connection((host, _FIRST_PORT + int(number)), _PATIENCE).close()
        except (OSError, OverflowError):
            return False
        return True
    path = "/tmp/.X11-unix/X" + number
    return any(map(_connects, (path, "\0" + path)))  # The socket is a file, or in Linux's own namespace.


def _connects(path: str) -> bool:
    from socket import AF_UNIX, socket

    with socket(AF_UNIX) as there:
        try:
            return there.connect_ex(path) == 0
        except OSError:  # The path is too long for a socket.
            return False

"""The check whether a window can be shown here, and the message if it can't."""

from __future__ import annotations

import os
import sys

from console.arguments import PROGRAM

NO_DISPLAY = 4


def no_display(lang: str) -> int:
    """Print that no window can be shown."""
    from console.words import Words

    print(f"{PROGRAM}: {Words(lang).text('display.none')}", file=sys.stderr)
    return NO_DISPLAY


def has_display() -> bool:
    """Whether a window can be shown, or Qt's own variable names a way without a display."""
    if sys.platform != "linux" or any(map(os.environ.get, ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"))):
        return True
    return answers(os.environ.get("DISPLAY", ""))


def answers(display: str) -> bool:
    """Whether an X server listens at this machine's display; a display on another machine is not checked."""
    host, _, number = display.rpartition(":")
    if host not in ("", "unix"):
        return True
    path = "/tmp/.X11-unix/X" + number.partition(".")[0]
    return bool(number) and any(map(_connects, (path, "\0" + path)))  # a file, or Linux's own namespace


def _connects(path: str) -> bool:
    from socket import AF_UNIX, socket

    with socket(AF_UNIX) as there:
        return there.connect_ex(path) == 0

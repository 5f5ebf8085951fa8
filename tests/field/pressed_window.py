"""A table's real window on an X server without a screen, pressed by keys that the server makes."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 60.0
US: Final = {
    **dict(zip("1234567890", range(10, 20), strict=True)),
    **dict(zip("qwertyuiop", range(24, 34), strict=True)),
    **dict(zip("asdfghjkl", range(38, 47), strict=True)),
    **dict(zip("zxcvbnm", range(52, 59), strict=True)),
    "-": 20,
    ";": 47,
    "/": 61,
}
"""The keys of a US keyboard by their X codes."""
KEYPAD: Final = dict(zip("7894561230", (79, 80, 81, 83, 84, 85, 87, 88, 89, 90), strict=True))
ENTER: Final = 36


class Field:
    """The window's process, and the keyboard before it."""

    def __init__(self, display: str, game: str, badges: dict[str, Any] | None, language: str) -> None:
        self._env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._window = subprocess.Popen(
            [sys.executable, "-m", "tests.field.window", msgspec.json.encode([game, badges, language])],
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._x("windowfocus", str(self._heard()["window"]))

    def layout(self, *words: str) -> None:
        """Give the keyboard another layout; its keys stay where they are."""
        subprocess.run(["setxkbmap", *words], env=self._env, check=True, capture_output=True)

    def places(self, signs: str, *, delay: int = 120, keys: dict[str, int] = US) -> None:
        """Press the keys on which a US keyboard has these signs."""
        self.codes([keys[sign] for sign in signs], delay=delay)

    def codes(self, codes: Sequence[int], *, delay: int = 120) -> None:
        """Press keys by their X codes, one each ``delay`` milliseconds."""
        self._x("key", "--delay", str(delay), *map(str, codes))

    def key(self, name: str) -> None:
        """Press a key that has one name under every layout."""
        self._x("key", name)

    def say(self, **line: Any) -> None:
        """Tell the table a line of the world."""
        self._order(line)

    def state(self) -> dict[str, Any]:
        """The window's reading, once all that was pressed has had its effect."""
        self._order({"tell": True})
        return self._heard()

    def close(self) -> None:
        """End the window's process."""
        self._window.kill()
        self._window.communicate()

    def _x(self, *args: str) -> None:
        subprocess.run(["xdotool", *args], env=self._env, check=True, capture_output=True)

    def _order(self, order: dict[str, Any]) -> None:
        assert self._window.stdin is not None
        self._window.stdin.write(msgspec.json.encode(order) + b"\n")
        self._window.stdin.flush()

    def _heard(self) -> dict[str, Any]:
        assert self._window.stdout is not None
        if not select.select([self._window.stdout], [], [], _PATIENCE)[0]:
            raise RuntimeError("the window says nothing")
        told: dict[str, Any] = msgspec.json.decode(self._window.stdout.readline())
        return told


@contextmanager
def x_server() -> Iterator[str]:
    """An X server; the name of its display."""
    read, write = os.pipe()
    made = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        yield ":" + os.read(read, 16).decode().strip()
    finally:
        os.close(read)
        made.terminate()
        made.wait()


@contextmanager
def pressed(
    game: str = "baccarat", badges: dict[str, Any] | None = None, lang: str = "en"
) -> Iterator[Field]:
    """A table's window with a keyboard; ``badges``: how its badge reader types."""
    with x_server() as display:
        field = Field(display, game, badges, lang)
        try:
            yield field
        finally:
            field.close()

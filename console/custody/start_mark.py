"""A small file beside a journal while a console starts: it stands until the window has lived for two seconds.

One that is found was left by a start that came to a standstill, whatever held it up. It says in words what
that window was to show, so that the next start need neither paint it nor read the journal to say it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.journal.file.place import beside

LIVES: Final = 2_000
"""Milliseconds that a window has to live in its loop until its start is over."""
_LONGEST: Final = 8_192
"""Bytes that are read or written of what was to be shown."""


class StartMark:
    """The mark of a table's journal; nothing of it ever raises: a start doesn't depend on it."""

    def __init__(self, journal: Path) -> None:
        """Nothing is written yet."""
        self._path = beside(journal, ".start")

    def found(self) -> str | None:
        """What an earlier start was about to show, which may be empty; None: no mark was left."""
        try:
            with os.fdopen(os.open(self._path, os.O_RDONLY | _OWN), "rb") as file:
                return file.read(_LONGEST).decode("utf-8", "replace")
        except OSError:
            return None

    def begin(self) -> None:
        """A start begins."""
        self._write(None)

    def tell(self, shown: str) -> None:
        """The window is about to be shown, with this."""
        self._write(shown.encode("utf-8", "replace")[:_LONGEST])

    def end(self) -> None:
        """The window has lived, or was closed, or could not be made and that was said."""
        with suppress(OSError):
            self._path.unlink()

    def _write(self, said: bytes | None) -> None:
        with suppress(OSError):
            mark = os.open(self._path, os.O_WRONLY | os.O_CREAT | _OWN, 0o600)
            try:
                if said is not None:
                    os.ftruncate(mark, 0)
                    os.write(mark, said)
            finally:
                os.close(mark)


_OWN: Final[int] = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""No link is followed, and no pipe that somebody put there is waited for."""

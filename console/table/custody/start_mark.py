"""A small file beside a journal while a console starts; it is deleted once the window has run two seconds.

If a start finds one, the start before it stopped on its way, whatever the reason. The file holds the text
that that window was to show, so that the next start can give it without painting the window or reading the
journal.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.table.journal.file.place import sibling

LIVES: Final = 2_000
"""Milliseconds for which a window has to run in its event loop until its start counts as complete."""
_LONGEST: Final = 8_192
"""Bytes that are read or written of what was to be shown."""


class StartMark:
    """The mark of a table's journal; no method raises, since a start must not depend on it."""

    def __init__(self, journal: Path) -> None:
        self._path = sibling(journal, ".start")

    def pending_text(self) -> str | None:
        """The text that an earlier start was about to show (it may be empty); None if it left no mark."""
        try:
            with os.fdopen(os.open(self._path, os.O_RDONLY | _OWN), "rb") as file:
                return file.read(_LONGEST).decode("utf-8", "replace")
        except OSError:
            return None

    def begin(self) -> None:
        """Write the mark: a start begins."""
        self._write(None)

    def write_text(self, text: str) -> None:
        """Write into the mark the text that the window is about to show."""
        self._write(text.encode("utf-8", "replace")[:_LONGEST])

    def end(self) -> None:
        """Delete the mark: the window has run, was closed, or could not be made and a person was informed."""
        with suppress(OSError):
            self._path.unlink()

    def _write(self, text: bytes | None) -> None:
        with suppress(OSError):
            mark = os.open(self._path, os.O_WRONLY | os.O_CREAT | _OWN, 0o600)
            try:
                if text is not None:
                    os.ftruncate(mark, 0)
                    os.write(mark, text)
            finally:
                os.close(mark)


_OWN: Final = os.O_NOFOLLOW | os.O_NONBLOCK
"""No link is followed, and no pipe that somebody put there is waited for."""

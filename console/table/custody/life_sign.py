"""The sign of life of a table at work, for a program that reads its journal from outside: a file beside the
journal that exists while a console plays there. Its time is that of the table's last answer, given by the
thread whose life it is; the file is empty. A console that was killed leaves it, and its time says since when.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from console.table.journal.file.place import sibling

_OWN: Final = os.O_NOFOLLOW | os.O_NONBLOCK
"""No link is followed, and no pipe that somebody put there is waited for."""


class LifeSign:
    """The sign of one table; no method raises, since play goes first."""

    def __init__(self, journal: Path) -> None:
        self._path = _place(journal)
        self._file: int | None = None

    def give(self, before: float = 0.0) -> None:
        """The table answers now, or did so ``before`` so many seconds."""
        at = time.time() - before
        with suppress(OSError):
            if self._file is None:
                self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | _OWN, 0o644)
            os.utime(self._file, (at, at))

    def end(self) -> None:
        """The table is no longer at work."""
        held, self._file = self._file, None
        if held is not None:
            os.close(held)
            with suppress(OSError):
                self._path.unlink()


def last_answer(journal: Path) -> datetime | None:
    """When the table of a journal last answered; None if no console plays there, or none that says so."""
    with suppress(OSError):
        return datetime.fromtimestamp(_place(journal).lstat().st_mtime, UTC)
    return None


def _place(journal: Path) -> Path:
    return sibling(journal, ".alive")

"""The log of warnings and errors: a file that is private to the user, never longer than its limit. The
standard library's log is imported late: no start waits for it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

FILE: Final = "errors.log"
LARGEST: Final = 1 << 20
"""Bytes of the log; as much again is kept of the older part."""
_LINE: Final = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"

log = logging.getLogger(__name__)


def default_folder() -> Path:
    """The folder of the log; nothing is created."""
    from platformdirs import user_data_path

    return user_data_path("dealer-console", appauthor=False) / "log"


def logs(folder: Path) -> tuple[Path, ...]:
    """The existing files of the log, the older one first."""
    found = (folder / f"{FILE}.1", folder / FILE)
    return tuple(path for path in found if path.is_file())


def keep_log(folder: Path, scrubbed: Callable[[str], str] = str) -> logging.Handler | None:
    """Have warnings and errors written to a file in this folder; None if it can't be made. ``scrubbed``
    removes what no file may contain. A failing log is no reason for a table to stop.
    """
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = _Own(path, maxBytes=LARGEST, backupCount=1, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        log.warning("no log can be kept at %s: %s", path, error.strerror)
        return None
    kept.setLevel(logging.WARNING)
    kept.setFormatter(_ScrubbingFormatter(scrubbed))
    logging.getLogger().addHandler(kept)
    return kept


class _ScrubbingFormatter(logging.Formatter):
    """Lines with their traces, without what no file may contain."""

    def __init__(self, scrubbed: Callable[[str], str]) -> None:
        super().__init__(_LINE)
        self._scrubbed = scrubbed

    def format(self, record: logging.LogRecord) -> str:
        """The whole of it, traces too."""
        return self._scrubbed(super().format(record))


class _Own(RotatingFileHandler):
    """A log whose files are private to the user, and whose full disk shows nothing on the screen."""

    def _open(self) -> TextIOWrapper:
        flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW
        descriptor = os.open(self.baseFilename, flags, 0o600)
        return os.fdopen(descriptor, "a", encoding=self.encoding, errors=self.errors)

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore that an error could not be written: it has been shown already."""

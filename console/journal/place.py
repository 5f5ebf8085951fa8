"""Where a journal lies: whether its file and its log are still those that a console has opened.

On most systems a file that is moved or deleted under an open connection is written on without an error, where
nobody will find it. SQLite does not look; this looks at both names before every transaction.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from enum import Enum, auto
from pathlib import Path
from typing import Final

from console.journal.making import beside, fresh, put
from console.journal.reasons import Gone

_O_PATH: Final[int] = getattr(os, "O_PATH", 0)
"""Opens a name and not the file: to close it lets go of none of SQLite's locks. Linux has it."""
_SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a folder's time is believed: two changes within some ms may share theirs."""
_LOG, _INDEX, _RESCUED = "-wal", "-shm", ".rescued"

_Names = tuple[int, int]


class Fate(Enum):
    """What became of a journal's names."""

    STANDS = auto()
    LOG_LOST = auto()
    """The log or its index went, the file did not: the connection still has all that is in them."""
    MOVED = auto()
    """Something else lies there, or nothing; the file itself may be elsewhere."""
    DELETED = auto()
    """Nothing lies there and the file has no name any more: only the connection still has it."""


class Place:
    """The names of an open journal."""

    def __init__(self, path: Path) -> None:
        """As they are now, once a connection has read from it."""
        self.path = path
        self._folder = str(path.parent)
        self._names = tuple(map(str, (path, beside(path, _LOG), beside(path, _INDEX))))
        self._looked = _changed(self._folder)
        self._were = tuple(map(_identity, self._names))
        self._held = os.open(path, _O_PATH) if _O_PATH else None

    def fate(self) -> Fate:
        """What has become of them. Where no name in the folder has changed for long, only that is asked."""
        changed = _changed(self._folder)
        if 0 < changed == self._looked < time.time_ns() - _SETTLED:
            return Fate.STANDS
        now = tuple(map(_identity, self._names))
        if now == self._were:
            self._looked = changed
            return Fate.STANDS
        if now[0] == self._were[0]:
            return Fate.LOG_LOST
        nameless = self._held is not None and os.fstat(self._held).st_nlink == 0
        return Fate.DELETED if now[0] is None and nameless else Fate.MOVED

    def close(self) -> None:
        """Look no more."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def gather(connection: sqlite3.Connection) -> None:
    """Have all that stands in a lost log in the file, from the connection that still has it; Gone."""
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise Gone(f"its log was deleted: {error}") from error


def restore(connection: sqlite3.Connection, path: Path) -> None:
    """Write a deleted journal anew from the connection that still has it; Gone if that can't be."""
    rescued = beside(path, _RESCUED)
    try:
        os.close(fresh(rescued))
        with closing(sqlite3.connect(rescued, isolation_level=None)) as new:
            connection.backup(new)
        for name in (_LOG, _INDEX):  # all that is in them is in the new file
            beside(path, name).unlink(missing_ok=True)
        put(rescued, path)
    except (OSError, sqlite3.Error) as error:
        raise Gone(f"{path.name} was deleted: {error}") from error


def _changed(folder: str) -> int:
    """When a name in it was last made, changed or taken away, in nanoseconds; 0 if that can't be told."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def _identity(path: str) -> _Names | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino

"""Why a journal could not be written, as far as store and system say: the next step depends on it."""

from __future__ import annotations

import os
import sqlite3
from errno import EACCES, EDQUOT, ENOENT, ENOSPC, EPERM, EROFS
from pathlib import Path
from typing import Final

from console.table.core.state.entries import Unwritable
from console.table.journal.file.errors import IsLink, JournalError, RollbackJournal

_BY_ERROR: Final = {
    ENOSPC: Unwritable.FULL,
    EDQUOT: Unwritable.FULL,
    EROFS: Unwritable.READ_ONLY,
    EACCES: Unwritable.READ_ONLY,
    EPERM: Unwritable.READ_ONLY,
    ENOENT: Unwritable.GONE,
}


_OF_THE_DISK: Final = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
)


_ROOM: Final = 1 << 16
"""Bytes without which a disk counts as full: the index of a log alone takes half of it, at once."""


class FileGone(sqlite3.OperationalError):
    """The file is not where it was opened, or another file lies there."""


class FileAltered(sqlite3.DatabaseError):
    """The file differs from what this console wrote, or did not take it: another program has changed it."""


def reason_of(error: Exception, path: Path) -> Unwritable:
    """Why a write failed; for a failure that SQLite reports, it is looked for in the file system."""
    if isinstance(error, FileGone):
        return Unwritable.GONE
    if isinstance(error, FileAltered | IsLink | RollbackJournal):
        return Unwritable.DAMAGED
    if isinstance(error, JournalError):
        return Unwritable.GONE
    if isinstance(error, OSError):
        return _BY_ERROR.get(error.errno or 0, Unwritable.FAILED)
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return Unwritable.FULL
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Unwritable.LOCKED
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return Unwritable.READ_ONLY
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return Unwritable.DAMAGED
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN:
            return _of_the_place(path)
        case _:
            return Unwritable.FAILED


def lacks_room(path: Path) -> bool:
    """Whether the disk of a file has no room left; False if that is not known."""
    if not hasattr(os, "statvfs"):
        return False
    try:
        place = os.statvfs(path.parent)
    except OSError:
        return False
    return place.f_bavail * place.f_frsize < _ROOM or (place.f_files > 0 and place.f_favail == 0)


def is_of_the_disk(error: Exception) -> bool:
    """Whether SQLite could not write a file because of its disk: that shows nothing of what is there."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK


def _of_the_place(path: Path) -> Unwritable:
    if not path.exists():
        return Unwritable.GONE
    if hasattr(os, "statvfs"):
        try:
            place = os.statvfs(path)
        except OSError:
            return Unwritable.FAILED
        if place.f_flag & os.ST_RDONLY:
            return Unwritable.READ_ONLY
        if place.f_bavail == 0 or (place.f_files and place.f_favail == 0):
            return Unwritable.FULL
    return Unwritable.FAILED if os.access(path, os.W_OK) else Unwritable.READ_ONLY

"""A journal's connections: one that appends durably, and one that only reads.

Knows SQLite's settings, and that a file is read only where its schema is the console's own. What SQLite
raises goes through.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from console.journal import layout
from console.journal.header import check_schema

BUSY = 5000
"""Milliseconds to wait for another program that is writing to the file."""

BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What reading a broken file raises: SQLite may quote in its message what is no text."""

_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA cache_size = -256",
)
"""Of an appending connection. It reads each row once and in order, and keeps no more pages than it needs."""


_WARY: Final = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")
"""Of every connection that reads: the file may be somebody else's work."""


def writing(path: Path, busy: int = BUSY) -> sqlite3.Connection:
    """The connection of a journal's one writer: on disk when a commit returns (fullfsync is for macOS).

    It may be handed to another thread, and is used by one at a time. ``busy`` is in milliseconds.
    """
    connection = making(path, busy)
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        connection.close()
        raise sqlite3.OperationalError(f"no write-ahead log can be kept beside it, only {mode}")
    return connection


def making(path: Path, busy: int = BUSY) -> sqlite3.Connection:
    """The same without a log beside the file: once a commit returns, all is in the file itself."""
    connection = _connect(path, "rw", busy)
    for setting in _SETTINGS:
        connection.execute(setting)
    return connection


def reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, neither the file nor what lies beside it."""
    log = path.with_name(path.name + "-wal")
    # Without a log nothing is being written, and SQLite would make one only to read.
    mode = "ro" if log.exists() and log.stat().st_size else "ro&immutable=1"
    return _checked(path, _connect(path, mode, BUSY))


def following(path: Path) -> tuple[sqlite3.Connection, bool]:
    """A connection that changes nothing, and whether it must be opened again to see what is appended.

    It must where nobody had the file open: SQLite is told then that it stays as it is.
    """
    log = path.with_name(path.name + "-wal")
    lasting = not log.exists()
    return _checked(path, _connect(path, "ro&immutable=1" if lasting else "ro", BUSY)), lasting


def _checked(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, once the schema is known to be the console's own; StrangeSchema, NewerSchema."""
    try:
        for setting in _WARY:
            connection.execute(setting)
        check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
        layout.check(path, connection)
        layout.as_now(connection)
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path, mode: str, busy: int) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    wait = busy / 1000
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=wait)

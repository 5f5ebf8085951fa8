"""A journal's connections: one that appends durably, and one that only reads.

Knows SQLite's settings, that a file is read only if its schema is the console's own, and how long reading
may take: pages that lead back to one another would keep SQLite busy for ever. Errors of SQLite go through.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from console.table.journal.file import errors, schema_check
from console.table.journal.file.heading import check_schema, heading_in
from console.table.journal.file.links import check_no_link, check_opened, found_file, has_log
from console.table.journal.file.rollback import ROLLBACK, is_of_the_log_switch, lies_beside
from console.table.journal.file.write_failures import lacks_room

Of = TypeVar("Of", bound=sqlite3.Connection)

BUSY = 5000
"""Milliseconds to wait for another program that is writing to the file."""

BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""The errors of reading a broken file: SQLite may quote in its message bytes that are no text."""

_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA cache_size = -256",
)
"""The settings of an appending connection. It reads each row once, in order, and keeps few pages."""


_WARY: Final = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")
"""The settings of every connection that reads: the file may be somebody else's work."""


_STEPS: Final = 1_000_000
"""SQLite's own steps between two looks at how many a statement has taken: some hundredths of a second."""
_A_PAGE: Final = 20_000
"""The allowed steps for a page of 4 KiB, hundreds for each row that fits in: no statement comes near."""
_AT_LEAST: Final = 20 * _STEPS


class LimitedConnection(sqlite3.Connection):
    """A connection on which no statement runs for ever: too many steps raise sqlite3.OperationalError."""

    _path: Path
    _taken = 0

    def limit(self, path: Path | None = None) -> None:
        """Set the limit by the size of file and log; without arguments, count again with the last limit."""
        self._path = path or self._path
        self.set_progress_handler(self._has_enough, _STEPS)

    def execute(self, *values: Any) -> sqlite3.Cursor:
        """Run a statement; the count of its steps starts at 0."""
        self._taken = 0
        return super().execute(*values)

    def _has_enough(self) -> bool:
        self._taken += _STEPS
        return self._taken > _AT_LEAST and self._taken > _AT_LEAST + _pages(self._path) * _A_PAGE


_SETTLING: Final = 1 << 26
"""Bytes of a file that count although the disk has no place for them yet: some systems find it later."""


def _pages(path: Path) -> int:
    """The number of 4 KiB pages that a file and its log have on the disk; a file's holes don't count."""
    every = (path, path.with_name(path.name + "-wal"))
    return sum(_on_disk(each.stat()) // 4096 + 1 for each in every if each.exists())


def _on_disk(status: os.stat_result) -> int:
    return min(status.st_size, max(status.st_blocks * 512, _SETTLING))


def writing(path: Path, busy_timeout_ms: int = BUSY) -> sqlite3.Connection:
    """The connection of a journal's one writer: entries are on the disk when a commit returns. It may be
    handed to another thread; one thread uses it at a time. ``busy_timeout_ms`` is in milliseconds.
    """
    connection = making(path, busy_timeout_ms)
    with kept_if_good(connection):
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise sqlite3.OperationalError(f"no write-ahead log can be kept beside it, only {mode}")
    return connection


def making(path: Path, busy_timeout_ms: int = BUSY) -> sqlite3.Connection:
    """A connection that writes without a log: once a commit returns, all is in the file itself."""
    connection = _connect(path, "rw", busy_timeout_ms, sqlite3.Connection)
    with kept_if_good(connection):
        for setting in _SETTINGS:
            connection.execute(setting)
    return connection


@contextmanager
def kept_if_good(connection: sqlite3.Connection) -> Iterator[None]:
    """Close the connection if the first work with it is refused; else leave it open for its user. A dropped
    connection refers to itself, and keeps the file and its locks until garbage is collected.
    """
    try:
        yield
    except BaseException:
        connection.close()
        raise


def reading(path: Path) -> LimitedConnection:
    """A connection that changes nothing, neither the file nor what lies beside it."""
    # Without a log SQLite would make one only to read.
    mode = "ro" if has_log(path) else "ro&immutable=1"
    return _checked(path, _connect(path, mode, BUSY, LimitedConnection))


def reading_older(path: Path) -> LimitedConnection:
    """A connection that changes nothing, to a closed file that a refused version began. Nothing in it is
    believed by its schema: only what gives the chain that its successor's heading names.
    """
    connection = _connect(path, "ro&immutable=1", BUSY, LimitedConnection)
    with kept_if_good(connection):
        connection.limit(path)
        for setting in (*_WARY, "PRAGMA query_only = ON"):
            connection.execute(setting)
    return connection


def following(path: Path) -> tuple[sqlite3.Connection, bool]:
    """A connection that changes nothing, and whether it must be opened again to see later entries. It must if
    nobody else had the file open: SQLite then takes the file for one that does not change.
    """
    lasting = not path.with_name(path.name + "-wal").exists()
    return _checked(
        path, _connect(path, "ro&immutable=1" if lasting else "ro", BUSY, LimitedConnection)
    ), lasting


def _checked(path: Path, connection: LimitedConnection) -> LimitedConnection:
    """The connection, once the schema is known to be the console's own. Raises StrangeSchema, NewerSchema,
    OlderVersion, Unreachable if the file can't be opened, and LogUnopened if its log can't.
    """
    with kept_if_good(connection):
        connection.limit(path)
        for setting in _WARY:
            connection.execute(setting)
        try:
            schema = connection.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.OperationalError as error:
            unmapped = error.sqlite_errorcode == sqlite3.SQLITE_IOERR_SHMMAP
            if not unmapped and error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN:
                raise
            raise _unopened(path, error) from error
        check_schema(path, schema)
        if schema < schema_check.OLDEST:
            _refuse_older(path, connection)  # refused first: otherwise its tables would be called unknown
        schema_check.check(path, connection)
        _refuse_older(path, connection, is_known=True)
        connection.execute("PRAGMA query_only = ON")
    return connection


def _refuse_older(path: Path, connection: LimitedConnection, *, is_known: bool = False) -> None:
    """Raises OlderVersion if a version before 1.2.0 began the journal; ``is_known``: the schema is ours."""
    # A heading that can't be read is reported by all that need it.
    with suppress(*BROKEN, TypeError, AttributeError):
        (version,) = connection.execute("SELECT version FROM meta").fetchone()
        if not version.startswith(errors.REFUSED):
            return
        heading = heading_in(connection) if is_known else None
        if not is_known or (heading is not None and heading.sound):
            raise errors.OlderVersion(path, version)


def _unopened(path: Path, error: sqlite3.OperationalError) -> errors.JournalError:
    """The error for a file that SQLite can't open: it makes an index beside an unopened log."""
    log = path.with_name(path.name + "-wal")
    with suppress(FileNotFoundError):
        if log.stat().st_size and os.access(log, os.R_OK) and not os.access(log.parent, os.W_OK):
            return errors.LogUnopened(path, log.name)
    if lacks_room(path):  # SQLite reports no more if the index has no room.
        return errors.Unreachable(path, os.strerror(errno.ENOSPC))
    if error.sqlite_errorcode == sqlite3.SQLITE_IOERR_SHMMAP:
        # A network share: SQLite locks through the index, which can't be mapped there.
        return errors.NoLocks(path)
    return errors.Unreachable(path, str(error))


def _connect(path: Path, mode: str, busy_timeout_ms: int, kind: type[Of]) -> Of:
    """A connection to the file at ``path``, which is no link. Raises IsLink, RollbackJournal, Unreachable."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    wait = busy_timeout_ms / 1000
    try:
        there = found_file(path)
        # SQLite takes any such file for its own, and a writer lets it put the pages back.
        if lies_beside(path) and not is_of_the_log_switch(path):
            raise errors.RollbackJournal(path, path.name + ROLLBACK)
        for ending in ("-wal", "-shm"):  # SQLite does not follow links of these names, without any error
            check_no_link(path.with_name(path.name + ending))
        connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, timeout=wait, factory=kind
        )
        with kept_if_good(connection):
            check_opened(path, there)
    except OSError as error:
        raise errors.Unreachable(path, error.strerror or str(error)) from error
    return connection

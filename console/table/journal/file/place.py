"""The place of a journal on the disk: the file is made there whole, and looked at before every transaction.

A new journal is built beside its place, then put there: a console that is killed meanwhile leaves nothing at
the journal's own path. On most systems a file that is moved or deleted under an open connection is written on
without an error, where nobody will find it. SQLite does not look; this module looks at the names of file and
log.
"""

from __future__ import annotations

import atexit
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from enum import Enum, auto
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console import __version__
from console.base.system import release, settle, take
from console.table.journal.file import chain, sql, wal
from console.table.journal.file.connection import making
from console.table.journal.file.errors import DamagedJournal, InUse, LostJournal, NotAJournal, Unreachable
from console.table.journal.file.heading import Heading, Predecessor, beginning, is_journal
from console.table.journal.file.high_water_mark import read_mark
from console.table.journal.file.links import NO_LINK, file_identity, whole_file_of
from console.table.journal.file.rollback import ROLLBACK
from console.table.journal.file.schema_check import MIGRATIONS
from console.table.journal.file.write_failures import FileGone


class Identity(msgspec.Struct, frozen=True):
    """The table of a journal: its name, its game, the id of its rulebook."""

    table: str
    game: str
    rules: str


def make(path: Path, identity: Identity, created: datetime, state: bytes | None = None) -> None:
    """Put an empty journal at ``path``, for this user only; ``state``: its first, as JSON (None: closed)."""
    refuse_stray_log(path)
    new = sibling(path, ".new")
    try:
        build(new, identity, created, state=state)
        put(new, path)
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error
    finally:
        clear(new)


def refuse_stray_log(path: Path) -> None:
    """Raises Unreachable if a log lies beside a journal that is not there."""
    if sibling(path, "-wal").exists():
        # SQLite would take the log's entries for those of a new journal of this name.
        reason = f"{path.name}-wal lies there without it; put the journal back or move that away"
        raise Unreachable(path, reason)


def fresh(path: Path) -> int:
    """The descriptor of a new empty file, for this user only, in the place of another, or of a link."""
    path.unlink(missing_ok=True)
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_LINK, 0o600)


def put(new: Path, path: Path) -> None:
    """Put a file in its place, durably. Raises OSError."""
    os.replace(new, path)
    settle(path.parent)


def sibling(path: Path, ending: str) -> Path:
    """The file's path with ``ending`` added to its name."""
    return path.with_name(path.name + ending)


def lost_journal(path: Path) -> LostJournal | None:
    """The error for a journal that is gone, empty or overwritten though its mark counts entries; else None.
    Raises Unreachable, IsLink.
    """
    mark_path = sibling(path, ".lock")
    mark = read_mark(mark_path)
    if mark is None or mark.heading is None or not mark.entries:
        return None
    try:
        if is_journal(path):
            return None
    except DamagedJournal:
        return None  # the file exists: its reader will find the damage
    except NotAJournal:
        pass  # another file has taken its place
    return LostJournal(path, mark_path.name, mark.entries)


def build(
    new: Path,
    identity: Identity,
    created: datetime,
    before: Predecessor | None = None,
    state: bytes | None = None,
) -> None:
    """Make a journal, whole on the disk on return, after ``before``; ``state`` is its first, as JSON."""
    at = created.isoformat(timespec="microseconds")
    bound = None if state is None else chain.state_digest(state)
    heading = Heading(identity.table, identity.game, identity.rules, at, __version__, b"", before, bound)
    build_as(new, replace(heading, digest=beginning(heading)), state)


def build_as(new: Path, heading: Heading, state: bytes | None = None) -> None:
    """Build an empty journal at ``new`` with this very heading, and the state in which its table begins."""
    clear(new)
    os.close(fresh(new))
    with closing(making(new)) as connection:
        _migrated().backup(connection)
        _sign(connection, heading, state)


@cache
def _migrated() -> sqlite3.Connection:
    """A journal in memory without its heading, copied for each file: migrating takes ten times as long."""
    from console.table.journal.file.schema import migrate  # sqlite-utils takes 50 ms to load

    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    atexit.register(connection.close)  # from 3.13 on Python warns of one that is left open
    migrate(connection)
    return connection


def clear(new: Path) -> None:
    """Remove a file that was begun and not finished."""
    with suppress(OSError):
        for leftover in ("", "-journal"):
            sibling(new, leftover).unlink(missing_ok=True)


def _sign(connection: sqlite3.Connection, heading: Heading, state: bytes | None) -> None:
    row = (
        heading.table,
        heading.game,
        heading.rules,
        heading.created,
        heading.version,
        heading.digest,
        heading.state,
    )
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"UPDATE {MIGRATIONS} SET applied_at = ?", (str(datetime.now(UTC)),))
    connection.execute("INSERT INTO meta VALUES (1, ?, ?, ?, ?, ?, ?, ?)", row)
    if heading.predecessor is not None:
        before = heading.predecessor
        follows = (before.file, before.entries, bytes.fromhex(before.head))
        connection.execute("INSERT INTO predecessor VALUES (1, ?, ?, ?)", follows)
    if state is not None:
        connection.execute(sql.KEEP, (0, state, chain.seal(0, heading.digest, state)))
    connection.execute("COMMIT")


_O_PATH: Final[int] = getattr(os, "O_PATH", 0)
"""Opens a name and not the file: to close it lets go of none of SQLite's locks. Linux has it."""
_SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a folder's time is relied on: two changes within some ms may have the same time."""
_ROOT: Final[bool] = hasattr(os, "geteuid") and os.geteuid() == 0
"""Whether each of this console's own readers changes the time of the log's status: SQLite sets its owner."""
_LOG, _INDEX, _RESCUED = "-wal", "-shm", ".rescued"

_Names = tuple[int, int]


class PlaceState(Enum):
    IN_PLACE = auto()
    LOG_LOST = auto()
    """The log or its index went, the file did not: the connection still has all that is in them."""
    MOVED = auto()
    """Something else lies there, or nothing; the file itself may be elsewhere."""
    DELETED = auto()
    """Nothing lies there and the file has no name any more: only the connection still has it."""
    ROLLBACK = auto()
    """A rollback journal lies beside it, which no console made: a journal with a log has none."""


class FilePlace:
    def __init__(self, path: Path) -> None:
        """Note the names as they are now, after a connection has read from the file."""
        self.path = path
        self._folder = str(path.parent)
        self._names = tuple(map(str, (path, sibling(path, _LOG), sibling(path, _INDEX))))
        self._rollback = str(sibling(path, ROLLBACK))
        self._looked = _changed(self._folder)
        self._were = self._lie()
        self._held: int | None = None
        self._held_log: int | None = None
        self._copy: wal.Copy | None = None
        with suppress(OSError):  # without them the names are looked up each time
            self._held = os.open(self._names[0], _O_PATH) if _O_PATH else None
            self._held_log = os.open(self._names[1], _O_PATH) if _O_PATH else None
        if _ROOT:
            self._keep_copy()
        self.leave()

    def leave(self) -> None:
        """Note the bytes as they are now: the next change is another program's, or this console's commit."""
        self._left = self._file_state()
        if self._copy is not None:
            try:
                self._copy.follow()
            except OSError:
                self._drop_copy()
            if self._file_state() != self._left:
                # The copy may hold the other program's bytes, so the whole file is compared.
                self._drop_copy()

    @property
    def is_touched(self) -> bool:
        """Whether file or log were written since they were noted, as the system says.

        If only the time of the log has changed, its bytes are compared, once a copy of them is kept: as
        root from the first entry on, else from the first such change.
        """
        now = self._file_state()
        if now == self._left:
            return False
        if now[:2] == self._left[:2] and self._is_log_as_left():
            self._left = now
            return False
        self._keep_copy()
        return True

    def _is_log_as_left(self) -> bool:
        try:
            return self._copy is not None and self._copy.is_as_left
        except OSError:
            return False

    def _keep_copy(self) -> None:
        self._drop_copy()
        with suppress(OSError):  # without a copy the whole file is compared
            self._copy = wal.Copy(Path(self._names[1]))

    def _drop_copy(self) -> None:
        copy, self._copy = self._copy, None
        if copy is not None:
            copy.close()

    def _file_state(self) -> tuple[int, ...]:
        """The times at which content and status of file and log were last changed, and the log's length. A
        program that writes can set the content's time back, and on POSIX not that of the status.
        """
        held, log = self._held, self._held_log
        try:
            if held is not None and log is not None:
                # What a name leads to :meth:`fate` looks at; to look it up again takes twice the time.
                file, more = os.fstat(held), os.fstat(log)
            else:
                file, more = os.stat(self._names[0]), os.stat(self._names[1])
        except OSError:
            return ()  # one of the files is gone, which another check finds
        return file.st_mtime_ns, file.st_ctime_ns, more.st_mtime_ns, more.st_ctime_ns, more.st_size

    def fate(self) -> PlaceState:
        """The fate of the names. If nothing there has changed for long, only the folder's time is read."""
        changed = _changed(self._folder)
        if 0 < changed == self._looked < time.time_ns() - _SETTLED:
            return PlaceState.IN_PLACE
        now = self._lie()
        if os.path.lexists(self._rollback):
            return PlaceState.ROLLBACK
        if now == self._were:
            self._looked = changed
            return PlaceState.IN_PLACE
        if now[0] == self._were[0]:
            return PlaceState.LOG_LOST
        nameless = self._held is not None and os.fstat(self._held).st_nlink == 0
        return PlaceState.DELETED if now[0] is None and nameless else PlaceState.MOVED

    def _lie(self) -> tuple[_Names | None, ...]:
        """The files that lie at the names. A link does not count: SQLite does not follow one."""
        file, *others = self._names
        return file_identity(file, follows=True), *map(file_identity, others)

    def close(self) -> None:
        self._drop_copy()
        held, self._held, self._held_log = (self._held, self._held_log), None, None
        for each in held:
            if each is not None:
                os.close(each)


@contextmanager
def kept_log(path: Path) -> Iterator[None]:
    """Keep a journal's log as it is, even if SQLite would remove it."""
    log, kept = sibling(path, _LOG), sibling(path, ".log")
    with suppress(OSError):
        kept.unlink(missing_ok=True)
        os.link(log, kept, follow_symlinks=False)
    try:
        yield
    finally:
        with suppress(OSError):
            if os.path.lexists(log):
                kept.unlink(missing_ok=True)
            else:
                os.rename(kept, log)


def write_log_into_file(connection: sqlite3.Connection) -> None:
    """Write a lost log's content into the file, from the connection that still holds it. Raises FileGone."""
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise FileGone(f"its log was deleted: {error}") from error


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the journal's file itself: the lock beside it can be removed. Raises InUse, OSError. SQLite has
    locks of another kind on the file, and the two never meet.
    """
    with whole_file_of(path) as file:
        if not take(file.fileno(), wait=False):
            raise InUse(path)
        try:
            yield
        finally:
            release(file.fileno())  # SQLite's locks may keep the file open


def restore(connection: sqlite3.Connection, path: Path) -> None:
    """Write a deleted journal again from its connection. Raises FileGone if that fails."""
    rescued = sibling(path, _RESCUED)
    try:
        os.close(fresh(rescued))
        with closing(sqlite3.connect(rescued, isolation_level=None)) as new:
            connection.backup(new)
        for name in (_LOG, _INDEX):  # the new file holds all of their content
            sibling(path, name).unlink(missing_ok=True)
        put(rescued, path)
    except (OSError, sqlite3.Error) as error:
        raise FileGone(f"{path.name} was deleted: {error}") from error


def _changed(folder: str) -> int:
    """The time when a name in the folder was last made, changed or removed, in nanoseconds; 0 if unknown."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0

"""The opening of a journal: its owner is checked, it is locked, and a missing one is made. A file that is
refused here is left as it was, to the byte.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from console.base.system import NO_LOCKS, take, true_place
from console.table.core.state.note_kinds import NoteKind
from console.table.journal.file import chain, consistency, errors, sql
from console.table.journal.file.connection import BROKEN, BUSY, reading, writing
from console.table.journal.file.heading import SCHEMA, check_schema, heading_in, is_journal, is_logged
from console.table.journal.file.high_water_mark import HighWaterMark, marked_heading, read_mark
from console.table.journal.file.links import NO_LINK, check_no_link
from console.table.journal.file.place import Identity, held, make, sibling
from console.table.journal.file.rollback import ROLLBACK, lies_beside
from console.table.journal.file.store import SqliteJournal, is_ahead
from console.table.journal.file.write_failures import lacks_room
from console.table.journal.older import bring_up_to_date

if TYPE_CHECKING:
    from console.table.journal.rescue.recovery import FirstState, NextState, Salvage, StateOf


def utc_now() -> datetime:
    """The wall clock."""
    return datetime.now(UTC)


def open_journal(
    path: Path,
    identity: Identity,
    *,
    now: Callable[[], datetime] = utc_now,
    busy_timeout_ms: int = BUSY,
    begin: Callable[[], bytes] | None = None,
    closed: bytes | None = None,
    is_named: bool = False,
    at_terminal: bool = False,
) -> SqliteJournal:
    """The journal at ``path``, made for ``identity`` if it does not exist. Raises JournalError if it can't
    be.

    An existing one keeps its own table name, which is that of ``identity`` if it ``is_named``; its game and
    rulebook must be those of ``identity``. ``busy_timeout_ms``: how long an append waits for another writer;
    ``begin``: a new journal's first state, as JSON (left out: a closed table), which also replaces that of an
    empty one that began ``closed``. ``at_terminal``: a lock that
    was missing beside the journal is missing again once it is closed, or the table's start would not miss it.
    """
    check_no_link(path)
    path = true_place(path)
    if not path.parent.is_dir():
        # Checked first, since the lock would create the folder.
        raise errors.Unreachable(path, os.strerror(errno.ENOENT))
    if is_there := is_journal(path):
        _refuse_closed(path)
    place = sibling(path, ".lock")
    is_new = not os.path.exists(place)
    lock = hold(path)
    leave = partial(_release, lock, place if is_new else None)
    try:
        state = None if begin is None else begin()
        # Looked at under the lock: another console may have made the journal since.
        if not is_journal(path):
            make(path, identity, now(), state)
        elif state is not None and _is_empty(path, identity, closed):
            # A killed console left the log of the empty journal, which would be taken for the new one's.
            writing(path, busy_timeout_ms).close()
            make(path, identity, now(), state)
        found, schema = _checked(path, identity)
        if is_named and found.table != identity.table:
            raise errors.OtherTable(path, found.table)
        # Before the journal is opened: that takes a rollback journal away, and writes a mark of its own.
        rolled_back, mark = lies_beside(path), read_mark(place)
        if schema < SCHEMA:
            bring_up_to_date(path, busy_timeout_ms)
        if path.stat().st_nlink > 1:
            from console.table.journal.archives import (
                forget_second_names,  # a console was killed while it closed
            )

            forget_second_names(path)
        release = leave if at_terminal and is_there else lock.close
        journal = SqliteJournal(path, found, release, busy_timeout_ms, HighWaterMark(lock.fileno()))
        if rolled_back:
            sibling(path, ROLLBACK).unlink(missing_ok=True)  # SQLite leaves one that it had not finished
            journal.found_at_opening += (NoteKind.JOURNAL_ROLLED_BACK,)
        if mark is not None and not mark.is_sound:
            journal.found_at_opening += (NoteKind.JOURNAL_MARK_DAMAGED,)
        return journal
    except BaseException as error:
        leave()
        if isinstance(error, BROKEN):
            raise _refusal(path, error) from error
        if isinstance(error, OSError):
            raise errors.Unreachable(path, error.strerror or str(error)) from error
        raise


def salvage(
    path: Path,
    identity: Identity,
    state_of: StateOf,
    now: datetime,
    *,
    begins: FirstState | None = None,
    next_state: NextState = lambda state, last, heading: state,
    may_lose: bool = True,
) -> Salvage:
    """Recover this table's damaged journal. Raises JournalError if that can't be done, or it is another's.

    ``state_of`` computes the state to go on with from the readable entries, ``begins`` a lost first state,
    ``next_state`` the new file's. Raises LosesEntries if the table would go on without any acknowledged
    entry, unless it ``may_lose`` them.
    """
    from console.table.journal.rescue.readable_journal import readable_journal

    # Imported here so that a start does not load them.
    from console.table.journal.rescue.recovery import log_of, recover

    check_no_link(path)
    path = true_place(path)
    if not path.is_file():
        raise errors.no_journal(path)
    if not sibling(path, ".lock").exists():  # every journal has its lock beside it, unless it was copied
        _check_wreck(path)
    with closing(hold(path)):
        try:
            with readable_journal(path, log_of(path), marked_heading(sibling(path, ".lock"))) as readable:
                found = readable.heading
        except OSError as error:
            raise errors.Unreachable(path, error.strerror or str(error)) from error
        if (found.game, found.rules) != (identity.game, identity.rules):
            raise errors.OtherGame(path, found.game, found.rules)
        return recover(path, state_of, now, begins=begins, next_state=next_state, may_lose=may_lose)


def _check_wreck(path: Path) -> None:
    """Raises DamagedJournal if nothing shows that the file is a journal: nothing is left beside it."""
    from console.table.journal.rescue.readable_journal import readable_journal
    from console.table.journal.rescue.recovery import log_of

    try:
        with readable_journal(path, log_of(path)):
            return
    except OSError as error:
        raise errors.Unreachable(path, error.strerror or str(error)) from error


def hold(path: Path) -> IO[bytes]:
    """The file that locks the journal as long as it is open. Raises InUse, NoLocks, Unreachable, IsLink."""
    place = sibling(path, ".lock")
    is_new = not os.path.exists(place)
    try:
        lock = os.fdopen(os.open(place, os.O_RDWR | os.O_CREAT | NO_LINK, 0o600), "ab")
        if not stat.S_ISREG(os.fstat(lock.fileno()).st_mode):
            lock.close()
            raise OSError(errno.EINVAL, f"{path.name}.lock is no file")  # opening a pipe would block
        found = os.fstat(lock.fileno())
        mark = read_mark(place) if found.st_nlink > 1 else None  # a snapshot may hard-link a lock of ours
        if mark is not None and not mark.is_sound:
            lock.close()
            raise errors.IsLink(place)  # it leads to another file of the user, which a mark would overwrite
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise errors.IsLink(place) from error
        raise errors.Unreachable(path, error.strerror or str(error)) from error
    try:
        if not take(lock.fileno(), wait=False):
            is_new = False  # The console that holds it may have made it.
            raise errors.InUse(path)
        with place.open("rb") as other:  # two consoles could write at once, and no reader would see it
            if take(other.fileno(), wait=False):
                raise errors.NoLocks(path)
        if path.is_file():
            with held(path):  # another console may still play although its lock was removed
                pass
    except BaseException as error:
        _release(lock, place if is_new else None)
        if isinstance(error, OSError):
            if error.errno in NO_LOCKS:
                raise errors.NoLocks(path) from error
            raise errors.Unreachable(path, error.strerror or str(error)) from error
        raise
    return lock


def hold_found(path: Path) -> AbstractContextManager[object]:
    """Hold a journal without making a lock that is missing, or the table's next start would not miss it.
    Raises as :func:`hold`, and OSError.
    """
    return hold(path) if sibling(path, ".lock").exists() else held(path)


def _release(lock: IO[bytes], made: Path | None) -> None:
    """Release a lock; ``made``: its place, if it was not there before and shall not stay."""
    if made is not None:
        made.unlink(missing_ok=True)
    lock.close()


def _refuse_closed(path: Path) -> None:
    """Raises GoesOnElsewhere for a closed file that another one goes on from. A file at play has a log, and
    no name of a closed one: such a start looks at no other file.
    """
    if is_logged(path) and re.search(r"-\d{8}(-\d+)?$", path.stem) is None:
        return
    from console.table.journal.archives import later_file

    later = later_file(path)
    if later is not None:
        raise errors.GoesOnElsewhere(path, later)


def _is_empty(path: Path, identity: Identity, closed: bytes | None) -> bool:
    """Whether this table's journal has no entry, and began ``closed``: it can be replaced by one with another
    state.
    """
    _checked(path, identity)
    with closing(reading(path)) as connection:
        entries, states = (connection.execute(query).fetchone()[0] for query in (sql.COUNT, sql.STATES))
        heading = heading_in(connection)
    is_closed = bool(closed and heading and heading.state == chain.state_digest(closed))
    return not entries and (not states or is_closed)


def _checked(path: Path, identity: Identity) -> tuple[Identity, int]:
    """The identity in the journal's heading, and its schema."""
    mark = read_mark(sibling(path, ".lock"))
    with closing(reading(path)) as connection:
        schema: int = connection.execute("PRAGMA user_version").fetchone()[0]
        check_schema(path, schema)
        consistency.check(path, connection, mark, starts=True)
        heading = heading_in(connection)
        last = connection.execute(sql.COUNT).fetchone()[0]
        ahead = is_ahead(connection, last) or consistency.ends_within_a_page(path, connection)
        if heading is None or not heading.sound:
            raise errors.DamagedJournal(path, 0)
        unlike = consistency.first_unlike(connection, heading, mark)
    found = Identity(heading.table, heading.game, heading.rules)
    if (found.game, found.rules) != (identity.game, identity.rules):
        raise errors.OtherGame(path, found.game, found.rules)
    if ahead or unlike is not None:
        # Before anything is written: what can be read of a bad log stands in it as long as nobody writes.
        raise errors.DamagedJournal(path, last + 1 if unlike is None else unlike)
    return found, schema


def _refusal(path: Path, error: Exception) -> errors.JournalError:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return errors.NotAJournal(path)
        case sqlite3.SQLITE_CORRUPT:
            return errors.DamagedJournal(path, 1)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN if lacks_room(path):
            # If the log or its index has no room SQLite says no more.
            return errors.Unreachable(path, os.strerror(errno.ENOSPC))
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMMAP:
        # A network share: SQLite locks through the index, which can't be mapped there.
        return errors.NoLocks(path)
    return errors.Unreachable(path, str(error))

"""Closing a journal's file and going on in a new one that names the closed one's head, so the chain goes on.

The closed file is sealed, if there is a key, and stays beside the new one under a name with its days, without
a log, readable from any medium. The new file begins with the state in which the closed one ended. A console
that is killed meanwhile leaves one of the two whole at the journal's own path.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from console.base.system import add_name, settle
from console.table.core.state.entries import NotRecorded
from console.table.journal.file import sql
from console.table.journal.file.connection import BROKEN, reading, writing
from console.table.journal.file.errors import DamagedJournal, JournalError, OlderVersion, Unreachable
from console.table.journal.file.heading import Heading, Predecessor, heading_in, is_journal, is_logged
from console.table.journal.file.links import whole_file_of
from console.table.journal.file.place import Identity, build, clear, put, sibling
from console.table.journal.file.store import SqliteJournal
from console.table.journal.proof.newest_seal import LostSeal, NewestSeals

if TYPE_CHECKING:
    from console.table.core.running.clock import Clock

MIB: Final = 2**20
_DAYS: Final = r"\d{8}-\d{8}(-\d+)?"
"""The end of a closed file's name."""
_RESCUED: Final = r"(damaged|recovered)-\d{8}T\d{6}Z(-\d+)?"
"""The end of the name of a file that was set aside, or recovered from one."""


class Closing(msgspec.Struct, frozen=True):
    """When a journal's file is closed: at the end of a month, or at a size, whichever comes first."""

    monthly: bool = False
    mib: int | None = None
    keys: Path | None = None
    """The folder of the key that seals it; None: the user's own."""

    def is_due(self, path: Path, created: datetime, now: datetime) -> bool:
        """Whether a file of ``created`` is to be closed now; months are those of the time zone of ``now``."""
        begun = _in_zone_of(now, created)
        over = self.monthly and (begun.year, begun.month) != (now.year, now.month)
        return over or (self.mib is not None and path.stat().st_size >= self.mib * MIB)


class ClosedFile(msgspec.Struct, frozen=True):
    """The closed file, its number of entries, and the reason if it is not sealed."""

    file: Path
    entries: int
    unsealed: JournalError | NotRecorded | None = None


class FileBeingRead(JournalError):
    """Another program reads the file; the file can be closed once that program has ended."""

    key = "journal.being_read"
    message = "is being read by another program; close that one first"


def creation_time(path: Path) -> datetime:
    return datetime.fromisoformat(_heading(path)[0].created)


def go_on_in_new_file(journal: SqliteJournal, state: bytes, now: datetime) -> Path:
    """Close an open journal's file and go on in a new one with this state, as JSON; returns the closed one.
    Raises JournalError if that can't be done now; the journal goes on in its file then.
    """
    return journal.renew(lambda path, last, head: _closed(path, last, head, state, now))


def seal_and_go_on(
    journal: SqliteJournal,
    state_of: Callable[[int], bytes],
    clock: Clock,
    now: datetime,
    keys: Path | None = None,
    terminal: str | None = None,
) -> ClosedFile:
    """Seal all entries of the file, then close it as :func:`go_on_in_new_file`.

    ``state_of`` gives the state by the number of its entries; ``now`` is in the time zone of its name;
    ``terminal``: the system's user, if a terminal asks. Unsealed it is closed too: the next seal covers both.
    """
    from console.table.journal.proof.keys import default_folder, seal_key
    from console.table.journal.proof.seals import seal  # with its library, which takes 14 ms to load

    unsealed: JournalError | NotRecorded | None = None
    try:
        seal(journal, seal_key(keys or default_folder()), clock, terminal=terminal)
    except (JournalError, NotRecorded) as error:
        unsealed = error
    entries = journal.last
    return ClosedFile(go_on_in_new_file(journal, state_of(entries), now), entries, unsealed)


def volumes(path: Path) -> list[Path]:
    """A journal's files, the oldest first, as far back as they lie beside it; the journal itself is last."""
    found = [path]
    while True:
        before = _heading(found[0])[0].predecessor
        earlier = None if before is None else found[0].parent / Path(before.file).name
        if earlier is None or before is None or earlier in found or not _ends(earlier, before):
            return found
        found.insert(0, earlier)


def reader_before(path: Path) -> str | None:
    """The release that reads the closed file from which a journal's file goes on, if that lies beside it with
    the entries named there and an older version began it; else None.
    """
    before = _heading(path)[0].predecessor
    earlier = None if before is None else path.parent / Path(before.file).name
    if before is None or earlier is None or not earlier.is_file():
        return None
    try:
        _heading(earlier)
    except OlderVersion as error:
        from console.table.journal.proof.verification import verify_older

        found = verify_older(earlier)
        is_it = (found.flaw, found.entries, found.head.hex()) == (None, before.entries, before.head)
        return error.reader if is_it else None
    except JournalError:
        return None
    return None


def later_file(path: Path) -> Path | None:
    """The file beside a closed one that goes on from an entry of it, whatever came after, or None."""
    with suppress(OSError):
        for other in sorted(path.parent.iterdir()):
            with suppress(JournalError, OSError):
                is_other = other.suffix == path.suffix and other != path and is_journal(other)
                before = _heading(other)[0].predecessor if is_other else None
                if before is not None and _passes(path, before):
                    return other
    return None


def is_closed_file(path: Path) -> bool:
    """Whether a file's name says that it was closed, and no log that it is at play."""
    return re.search(f"-{_DAYS}$", path.stem) is not None and not is_logged(path)


def beginnings(path: Path) -> list[str]:
    """The beginnings of a journal's files' chains, in hex, the oldest first; an unreadable file has none."""
    try:
        return [_heading(each)[0].digest.hex() for each in volumes(path)]
    except JournalError:
        return []


def earlier_files(path: Path) -> list[Path]:
    """The closed and set-aside files of the journal at ``path``, by their names, in order."""
    try:
        there = list(path.parent.iterdir())
    except OSError:  # the folder is missing, or nobody may look into it
        return []
    return sorted(each for each in there if _has_name(path, each.name, f"({_DAYS}|{_RESCUED})"))


def older_files(journal: Path, keys: Path) -> list[tuple[Path, LostSeal]]:
    """The files of a journal that lack the newest seal made of them with the key of a folder, and that seal;
    none if one of them can't be read.
    """
    newest_seals, found = NewestSeals(keys), list[tuple[Path, LostSeal]]()
    with suppress(JournalError, *BROKEN):
        for file in volumes(journal):
            with closing(reading(file)) as connection:
                lost = newest_seals.lost_in(connection)
            if lost is not None:
                found.append((file, lost))
    return found


def forget_second_names(path: Path) -> None:
    """Remove the names of a closed file that the journal itself still has, from a closing that was cut short.
    The journal goes on in that file. Raises OSError.
    """
    for other in path.parent.iterdir():
        if _has_name(path, other.name, _DAYS) and other.samefile(path):
            other.unlink()
            settle(path.parent)


def _ends(path: Path, before: Predecessor) -> bool:
    """Whether the older file is there, and ends as the newer file's heading says."""
    if not path.is_file():
        return False
    try:
        heading, end = _heading(path)
    except JournalError:
        return False
    number, head = end or (0, heading.digest)
    return number == before.entries and isinstance(head, bytes) and head.hex() == before.head


def _passes(path: Path, before: Predecessor) -> bool:
    """Whether the journal has the entry at which a newer file's heading says that it was closed."""
    try:
        with closing(reading(path)) as connection:
            row = connection.execute(sql.CHAIN_AT, (before.entries,)).fetchone()
            heading = None if before.entries else heading_in(connection)
    except BROKEN:
        return False
    head = row[1] if row is not None else None if heading is None else heading.digest
    return isinstance(head, bytes) and head.hex() == before.head


def _heading(path: Path) -> tuple[Heading, tuple[int, bytes] | None]:
    try:
        with closing(reading(path)) as connection:
            heading = heading_in(connection)
            end = connection.execute(sql.LAST).fetchone()
    except BROKEN as error:
        raise DamagedJournal(path, 0) from error
    if heading is None or not heading.sound:
        raise DamagedJournal(path, 0)
    return heading, end


def _closed(path: Path, last: int, head: bytes, state: bytes, now: datetime) -> Path:
    _merge_log(path)
    heading, _ = _heading(path)
    new, created = sibling(path, ".new"), _in_zone_of(now, datetime.fromisoformat(heading.created))
    try:
        archive = _name(path, created, max(created, now))  # a wrong clock must not name an earlier day
        identity = Identity(heading.table, heading.game, heading.rules)
        build(new, identity, now.astimezone(UTC), Predecessor(archive.name, last, head.hex()), state)
        add_name(path, archive, whole_file_of)
        put(new, path)
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error
    except sqlite3.Error as error:  # SQLite writes the new file, and raises this if the disk is full
        raise Unreachable(path, str(error)) from error
    finally:
        clear(new)
    # Imported here so that a start does not load the log's rows.
    from console.table.journal.log.index import place_of as index_of

    with suppress(OSError):
        os.replace(index_of(path), index_of(archive))
    return archive


def _merge_log(path: Path) -> None:
    """Bring all of a journal into its one file, without a log. Raises FileBeingRead if another reads it."""
    try:
        with closing(writing(path, 0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise FileBeingRead(path) from error
        raise Unreachable(path, str(error)) from error


def _has_name(path: Path, name: str, middle: str) -> bool:
    """Whether a name is that of the journal at ``path`` with such a text before its ending."""
    return re.fullmatch(f"{re.escape(path.stem)}-{middle}{re.escape(path.suffix)}", name) is not None


def _in_zone_of(now: datetime, moment: datetime) -> datetime:
    """A moment in the time zone of ``now``."""
    if now.utcoffset() == now.astimezone().utcoffset():
        return moment.astimezone()  # the computer's zone: in summer it has another offset than in winter
    return moment.astimezone(now.tzinfo)


def _name(path: Path, first: datetime, last: datetime) -> Path:
    days = f"{first:%Y%m%d}-{last:%Y%m%d}"
    names = (f"{path.stem}-{days}{more}{path.suffix}" for more in ("", *(f"-{n}" for n in range(2, 1_000))))
    forget_second_names(path)
    for name in names:
        archive = path.with_name(name)
        if not archive.exists():
            return archive
    raise Unreachable(path, f"there are a thousand files of {days} already")

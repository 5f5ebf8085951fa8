"""An unreadable journal is set aside as it is, and a new one begun in its place.

The damaged file keeps every byte under a name with the time, its log beside it. Its length and the digest of
its bytes are taken before it is moved: the new journal records them, so that it stays known which file it
follows. A console that is killed meanwhile leaves the damaged journal or the new one in its place.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from console.base.system import true_place
from console.table.journal.file.errors import Unreachable, no_journal
from console.table.journal.file.high_water_mark import read_mark
from console.table.journal.file.links import whole_file_of
from console.table.journal.file.place import Identity, build, clear, put, sibling
from console.table.journal.opening import hold
from console.table.journal.rescue.recovery import free_name, log_of, put_aside, second_name


class QuarantinedFile(msgspec.Struct, frozen=True):
    """A file that is set aside: its new name, its length, the digest of its bytes; the same of its log."""

    file: Path
    size: int
    sha256: str
    log: tuple[int, str] | None = None
    mark: tuple[int, str] | None = None
    """The number of entries that it had, and the chain there, as its lock says."""

    @property
    def note(self) -> str:
        note = f"{self.file.name}, {self.size} bytes, SHA-256 {self.sha256}"
        if self.log is not None:
            note += f"; its log, {self.log[0]} bytes, SHA-256 {self.log[1]}"
        if self.mark is not None:
            note += f"; {self.mark[0]} entries by its lock, chain {self.mark[1]}"
        return note


def set_aside(
    path: Path, identity: Identity, now: datetime, on_kept: Callable[[QuarantinedFile], None]
) -> QuarantinedFile:
    """Set the file at ``path`` aside and put a new journal in its place.

    ``on_kept`` is called with the details first, before anything is done. Raises JournalError if it can't be
    done.
    """
    path = true_place(path)
    if not path.is_file():
        raise no_journal(path)
    new = sibling(path, ".new")
    with closing(hold(path)):
        try:
            name = f"{path.stem}-damaged-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
            log, mark = log_of(path), read_mark(sibling(path, ".lock"))
            aside = QuarantinedFile(
                second_name(path) or free_name(path, name),
                *_measured(path),
                log=_measured(log) if log.exists() else None,
                mark=None if mark is None or not mark.is_sound else (mark.entries, mark.head.hex()),
            )
            on_kept(aside)
            build(new, identity, now.astimezone(UTC))
            put_aside(path, aside.file)
            put(new, path)
        except OSError as error:
            raise Unreachable(path, error.strerror or str(error)) from error
        except sqlite3.Error as error:  # SQLite writes the new file, and raises this if the disk is full
            raise Unreachable(path, str(error)) from error
        finally:
            clear(new)
    return aside


def _measured(path: Path) -> tuple[int, str]:
    """The length of a file, and the digest of its bytes."""
    with whole_file_of(path) as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return file.tell(), digest

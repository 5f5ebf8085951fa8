"""The errors that keep a journal from being opened, each with the key of its words and their figures. ``str``
of an error is plain English for a log; the text for a person is looked up by ``key``.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from console.base.errors import WordedError
from console.base.plain_text import visible


class JournalError(WordedError[str]):
    """A journal that can't be opened; the file was left as it was."""

    message: str
    """Plain English for a log, after the path."""

    def __init__(self, path: Path, message: str | None = None, **slots: str) -> None:
        """``message`` takes the place of the class's own; ``slots`` are for the words of ``key``."""
        shown = {name: visible(each) for name, each in {"file": str(path), **slots}.items()}
        super().__init__(self.key, visible(f"{path}: {message or self.message}"), **shown)
        self.path = path


class NotAJournal(JournalError):
    """The file is no journal."""

    key = "journal.not_a_journal"
    message = "is no journal of this console; name another file"


class NoSuchFile(NotAJournal):
    """No file has that name."""

    key = "journal.not_there"
    message = "is not there; check the name"


def no_journal(path: Path) -> NotAJournal:
    """The error for a path without a journal: the file is something else, or nothing has that name."""
    return NotAJournal(path) if os.path.lexists(path) else NoSuchFile(path)


class OtherGame(JournalError):
    """The journal belongs to another game, or to another rulebook's table."""

    key = "journal.other_game"

    def __init__(self, path: Path, game: str, rules: str) -> None:
        message = f"is the journal of {game} by the rulebook {rules}; open it so, or name another file"
        super().__init__(path, message, game=game, rules=rules)


class OtherTable(JournalError):
    """The journal belongs to a table of another name."""

    key = "journal.other_table"

    def __init__(self, path: Path, table: str) -> None:
        super().__init__(path, f"is the journal of table {table}; name it so, or another file", table=table)


class InUse(JournalError):
    """Another console has it open."""

    key = "journal.in_use"
    message = "is open in another console; close that one first"


class NoLocks(JournalError):
    """The file system locks no file, or says that it does and locks it again for somebody else."""

    key = "journal.no_locks"
    message = "lies on a file system that keeps no locks; put it on a disk of this computer"


class GoesOnElsewhere(JournalError):
    """The file was closed, and another one goes on from its end."""

    key = "journal.goes_on"

    def __init__(self, path: Path, later: Path) -> None:
        message = f"is closed, and the journal goes on in {later}; open that"
        super().__init__(path, message, journal=str(later))


class NewerSchema(JournalError):
    """A later version of this program wrote the journal."""

    key = "journal.newer"

    def __init__(self, path: Path, schema: int) -> None:
        message = f"was written by a newer console (schema {schema}); update this one"
        super().__init__(path, message, schema=str(schema))


REFUSED: Final = ("0.", "1.0.", "1.1.")
"""The versions begin so whose journals are not read: one that they began is closed with its reader first."""


def reader_of(version: str) -> str:
    """The newest release that reads a journal which a refused version began."""
    if version < "0.3":
        return "0.3.0"
    return "1.1.0" if version < "1" else "1.2.0"


class OlderVersion(JournalError):
    """A version before 1.2.0 began the journal."""

    key = "journal.older"

    def __init__(self, path: Path, version: str) -> None:
        reader = reader_of(version)
        message = f"was begun by version {version}; version {reader} reads it, and can archive it"
        super().__init__(path, message, version=version, reader=reader)
        self.reader = reader
        """The release that reads it."""


class Unreachable(JournalError):
    """The journal can't be read or made: a missing directory, no permission, a read-only medium."""

    key = "journal.unreachable"

    def __init__(self, path: Path, reason: str) -> None:
        if reason in _NO_ROOM:
            self.key = "journal.no_room"
        super().__init__(path, f"can't be opened: {reason}", reason=reason)


_FULL: Final = "database or disk is full"
"""SQLite's own words."""
_NO_ROOM: Final = (os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT), _FULL)
"""The reasons of a disk that takes no more bytes, or no more files."""


class LogUnopened(Unreachable):
    """SQLite's log lies beside the file, and nothing can be written there: SQLite can't read such a log, in
    which the newest entries are.
    """

    key = "journal.log_unopened"

    def __init__(self, path: Path, name: str) -> None:
        message = f"can't be opened: its log {name} can't be read where nothing can be written"
        JournalError.__init__(self, path, message, name=name)


class IsLink(JournalError):
    """A link lies in the file's place: if others can write the folder, it leads wherever they like."""

    key = "file.is_link"
    message = "is a link; put the file itself there, or name its place"


class NotAFile(JournalError):
    """A folder, a pipe or a device lies where a file belongs, and was not read."""

    key = "file.not_plain"
    message = "is a folder, a pipe or a device, and no file; name the file itself"


class TooLarge(JournalError):
    """The file has more bytes than a file of its kind can have, and was not read."""

    key = "file.too_large"

    def __init__(self, path: Path, limit: int) -> None:
        """``limit`` is in MiB."""
        super().__init__(path, f"has more than {limit} MiB; name the right file", most=str(limit))


class DamagedJournal(JournalError):
    """An entry is not as it was written, or the file itself is broken."""

    key = "journal.damaged"

    def __init__(self, path: Path, entry: int) -> None:
        super().__init__(path, f"is not as it was written at entry {entry}", entry=str(entry))


class DerivedDiffers(DamagedJournal):
    """The entries are as they were written; what the file derives from them, to find them by, is not."""

    key = "journal.derived"

    def __init__(self, path: Path, name: str, entry: int) -> None:
        """``name`` is that of the table or index; ``entry`` is the first that it no longer finds."""
        message = f"keeps {name} otherwise than the entries give it, from entry {entry} on"
        JournalError.__init__(self, path, message, name=name, entry=str(entry))


class LosesEntries(JournalError):
    """The journal is damaged, and its table would lack acknowledged entries: a supervisor decides."""

    key = "missing.loses"

    def __init__(self, path: Path, entries: int) -> None:
        message = f"is damaged; {entries} of its entries can't be read, or do not follow"
        super().__init__(path, f"{message}; a supervisor decides whether to go on", entries=str(entries))


class LostJournal(NotAJournal):
    """The journal is gone, empty or overwritten, though its mark counts entries."""

    key = "journal.verify.marked"

    def __init__(self, path: Path, mark: str, entries: int) -> None:
        message = f"is no journal, though {mark} counts {entries} entries of one"
        JournalError.__init__(self, path, message, name=mark, entry=str(entries))
        self.mark, self.entries = mark, entries


class RollbackJournal(DamagedJournal):
    """Another program's rollback journal lies beside the file. A program that opens the file to write would
    write the rollback journal's content over it. A console that is killed leaves one that changes no content.
    """

    key = "journal.rollback"

    def __init__(self, path: Path, name: str) -> None:
        message = f"has a file of another program beside it: {name}; it would be written over"
        JournalError.__init__(self, path, message, name=name)


class StrangeSchema(DamagedJournal):
    """A table, trigger, index or view is missing, is not the console's own, or should not be there."""

    key = "journal.strange"

    def __init__(self, path: Path, name: str) -> None:
        message = f"has another schema than the console gave it: {name}; somebody has changed the file"
        JournalError.__init__(self, path, message, name=name)

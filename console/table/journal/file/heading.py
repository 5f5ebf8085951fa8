"""A journal's heading: whether the file is a journal, its schema, its owner, the journal before it.

The first hundred bytes are read without SQLite, which may write beside a file that it opens. The chain begins
at the digest of the rest (whose journal, when made and by which console), so that none of it can be changed
alone.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

import msgspec

from console.table.journal.file import chain, schema_check, sql
from console.table.journal.file.errors import DamagedJournal, NewerSchema, NotAJournal, Unreachable
from console.table.journal.file.links import check_no_link, first_bytes

_PREDECESSOR: Final = "SELECT file, entries, lower(hex(head)) FROM predecessor"


class Predecessor(msgspec.Struct, frozen=True):
    """The journal that was closed when this one began: its file's name then, and its last entry and chain."""

    file: str
    entries: int
    head: str
    """The chain at its last entry, in hex."""


class Heading(msgspec.Struct, frozen=True):
    """The heading at a journal's beginning."""

    table: str
    game: str
    rules: str
    created: str
    version: str
    digest: bytes
    predecessor: Predecessor | None = None
    state: bytes | None = None
    """The digest of the state that it begins with; None if play began closed."""

    @property
    def sound(self) -> bool:
        try:
            return beginning(self) == self.digest
        except UnicodeEncodeError:
            return False


def beginning(heading: Heading) -> bytes:
    """The digest of a heading, 32 bytes."""
    values = (heading.table, heading.game, heading.rules, heading.created, heading.version)
    before = heading.predecessor
    follows = () if before is None else (before.file, before.entries, before.head)
    return chain.head(*values, *follows, *(() if heading.state is None else (heading.state,)))


def heading_in(connection: sqlite3.Connection) -> Heading | None:
    """The heading of an open journal, not checked for soundness; None if it has none, more than one, or one
    with values of other types, as a damaged page has.
    """
    rows, before = (connection.execute(each).fetchall() for each in (sql.META, _PREDECESSOR))
    try:
        of = msgspec.convert(rows, list[tuple[str, str, str, str, str, bytes, bytes | None]])
        after = [Predecessor(*each) for each in msgspec.convert(before, list[tuple[str, int, str]])]
    except msgspec.ValidationError:
        return None
    if len(of) != 1 or len(after) > 1:
        return None
    return Heading(*of[0][:6], predecessor=after[0] if after else None, state=of[0][6])


APPLICATION_ID: Final = 0x44434A31
"""SQLite's ``application_id`` of a journal, in the file's bytes 68 to 71: DCJ1."""

SCHEMA: Final = 11
"""The newest schema that this console knows; ``user_version``, in the bytes 60 to 63."""

_MAGIC: Final = b"SQLite format 3\0"
_LOGGED: Final = b"\2\2"
_VERSIONS: Final = (b"\1\1", _LOGGED)
"""The bytes 18 and 19: written and read without a log, or with one."""
_FORMAT: Final = b"\0\0\0\4"
"""The bytes 44 to 47: the only format of a schema that SQLite has written since 2006."""


def is_journal(path: Path) -> bool:
    """Whether a journal stands at ``path``: False for nothing or an empty file; else a JournalError. A link
    is never followed: the file that it leads to can change between two looks.
    """
    check_no_link(path)
    try:
        if not path.exists():
            return False
        if not path.is_file():
            raise NotAJournal(path)
        first = first_bytes(path, 100)
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error
    if first:
        _check(path, first)
    return bool(first)


def is_logged(path: Path) -> bool:
    """Whether the file has a log, as at a table; a new or closed one has not. Raises Unreachable."""
    try:
        return first_bytes(path, 20)[18:] == _LOGGED
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error


def _check(path: Path, first: bytes) -> None:
    if len(first) < 100 or not first.startswith(_MAGIC) or first[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        raise NotAJournal(path)
    if first[18:20] not in _VERSIONS or first[44:48] != _FORMAT:
        raise DamagedJournal(path, 1)  # SQLite would open the file for reading only, or not at all
    check_schema(path, int.from_bytes(first[60:64], "big"))


def schema_of(path: Path) -> int:
    """The schema of the journal at ``path``, as its file says. Raises JournalError."""
    is_journal(path)
    try:
        return int.from_bytes(first_bytes(path, 64)[60:], "big")
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error


def check_schema(path: Path, schema: int) -> None:
    """Raises NewerSchema for a later console's, DamagedJournal for one whose migrations the file lacks."""
    if schema > SCHEMA:
        raise (
            NewerSchema(path, schema)
            if schema_check.newest_migration(path) == schema
            else DamagedJournal(path, 1)
        )

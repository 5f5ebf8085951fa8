"""What the first hundred bytes of a file say: whether it is a journal, and of which schema.

They are read without SQLite, which may write beside a file that it opens.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from console.journal.errors import NewerSchema, NotAJournal, Unreachable

APPLICATION_ID: Final = 0x44434A31
"""SQLite's ``application_id`` of a journal, in the file's bytes 68 to 71: DCJ1."""

SCHEMA: Final = 6
"""The newest schema that this console knows; ``user_version``, in the bytes 60 to 63."""

_MAGIC: Final = b"SQLite format 3\0"


def is_journal(path: Path) -> bool:
    """Whether a journal stands there: False for nothing or an empty file; else a JournalError."""
    try:
        if not path.exists():
            return False
        if not path.is_file():
            raise NotAJournal(path)
        with path.open("rb") as file:
            first = file.read(100)
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error
    if first:
        _check(path, first)
    return bool(first)


def _check(path: Path, first: bytes) -> None:
    if len(first) < 100 or not first.startswith(_MAGIC) or first[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        raise NotAJournal(path)
    check_schema(path, int.from_bytes(first[60:64], "big"))


def check_schema(path: Path, schema: int) -> None:
    """Raise NewerSchema for a schema that a later console made."""
    if schema > SCHEMA:
        raise NewerSchema(path, schema)

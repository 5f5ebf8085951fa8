"""The append-only log of a table: every event on disk before it is shown, chained by digests.

SQLite is used here and nowhere else. It knows entries, not what they mean.
"""

from console.table.journal.file.errors import (
    DamagedJournal,
    InUse,
    JournalError,
    NewerSchema,
    NotAJournal,
    OtherGame,
    Unreachable,
)
from console.table.journal.file.place import Identity
from console.table.journal.file.store import RestartPoint, Row, SqliteJournal
from console.table.journal.opening import open_journal, salvage

__all__ = [
    "DamagedJournal",
    "Identity",
    "InUse",
    "JournalError",
    "NewerSchema",
    "NotAJournal",
    "OtherGame",
    "RestartPoint",
    "Row",
    "SqliteJournal",
    "Unreachable",
    "open_journal",
    "salvage",
]

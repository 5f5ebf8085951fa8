"""The append-only log of a table: every event on disk before it is shown, chained by digests.

SQLite is used here and nowhere else. It knows entries, not what they mean.
"""

from console.journal.errors import (
    Damaged,
    InUse,
    JournalError,
    NewerSchema,
    NotAJournal,
    OtherGame,
    Unreachable,
)
from console.journal.making import Identity
from console.journal.opening import open_journal, salvage
from console.journal.store import Recovered, Row, SqliteJournal

__all__ = [
    "Damaged",
    "Identity",
    "InUse",
    "JournalError",
    "NewerSchema",
    "NotAJournal",
    "OtherGame",
    "Recovered",
    "Row",
    "SqliteJournal",
    "Unreachable",
    "open_journal",
    "salvage",
]

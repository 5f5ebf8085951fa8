"""The check of a journal's file in play for harm, with a connection of its own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Final

from console.table.journal.file import sql
from console.table.journal.file.connection import following
from console.table.journal.file.errors import DamagedJournal, JournalError, NotAJournal
from console.table.journal.file.heading import heading_in
from console.table.journal.file.store import SqliteJournal

_HARM: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def harm_of(journal: SqliteJournal, *, every_page: bool) -> str | None:
    """The harm to the file of a journal in play; None if the file is sound, or can't be read right now."""
    last, head, heading = journal.last, journal.head, journal.heading
    try:
        connection, alone = following(journal.path)
        with closing(connection):
            if alone:
                return None
            connection.execute("BEGIN")
            if heading_in(connection) != heading:
                return "it says something else of itself"
            row = connection.execute(sql.CHAIN_AT, (last,)).fetchone() if last else None
            if last and row != (last, head):
                return f"its entry {last} is not as it was written"
            connection.execute(sql.CHECKPOINTS + " LIMIT 1").fetchone()
            found = connection.execute("PRAGMA quick_check(1)").fetchone() if every_page else ("ok",)
            return None if found == ("ok",) else str(found[0])
    except (DamagedJournal, NotAJournal) as error:
        return str(error)
    except JournalError:
        return None
    except UnicodeDecodeError as error:
        return str(error)
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return str(error) if code in _HARM else None

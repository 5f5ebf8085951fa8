"""Kept journals as they stood within a round, in the schema of 1.2.0 and in that of today.

A table that lost its power in a round left such a file, and it may be years until somebody copies it.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.journals_of.__main__ import HERE
from tests.table.journal.entries import without_triggers

_IN_ROUND: Final = """
    SELECT max(number) FROM entry WHERE json_extract(prompt, '$.action') IN ('deal', 'await_number')
"""


def within_a_round(path: Path, name: str, schema: int) -> Path:
    """The journal kept of 1.2.0, in a schema, cut where its last round is open; nothing seals it then."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.decompress((HERE / "1.2.0" / f"{name}.gz").read_bytes()))
    with without_triggers(path) as connection:
        (last,) = connection.execute(_IN_ROUND).fetchone()
        for table in ("entry", "checkpoint"):
            connection.execute(f"DELETE FROM {table} WHERE number > ?", (last,))
        connection.execute("DELETE FROM seal")
        (kept,) = connection.execute("PRAGMA user_version").fetchone()
    if kept != schema:
        from console.table.journal.file.schema import migrate  # no test of a start is to load it

        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            migrate(connection)
    return path

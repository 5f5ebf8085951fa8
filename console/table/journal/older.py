"""A journal of an older console: brought up to date; a copy is kept until a shift on the new one is sealed.
The program never reads the copy: put in the journal's place by a person, it lets the older console go on.
"""

from __future__ import annotations

import glob
import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from console.table.journal.file import sql
from console.table.journal.file.connection import writing
from console.table.journal.file.errors import Unreachable
from console.table.journal.file.place import fresh, put, sibling
from console.table.journal.file.schema_check import OLDEST
from console.table.journal.file.write_failures import FileAltered

_NAME: Final = re.compile(r".+\.schema-\d+")


def bring_up_to_date(path: Path, busy_timeout_ms: int) -> None:
    """Bring the file to this console's schema, with a copy of the old file beside it. Raises Unreachable,
    sqlite3.Error. Only for the holder of the journal's lock.
    """
    from console.table.journal.file.schema import migrate  # sqlite-utils takes 50 ms to load

    with closing(writing(path, busy_timeout_ms)) as connection:
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        before = connection.execute(sql.LAST).fetchone()
        _keep_older(path, connection, schema)
        migrate(connection)
        if connection.execute(sql.LAST).fetchone() != before:
            raise FileAltered("its end is another one")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _keep_older(path: Path, connection: sqlite3.Connection, schema: int) -> None:
    """Keep a copy, whole on the disk when this returns. Raises Unreachable."""
    copy = sibling(path, f".schema-{schema}")
    part = sibling(copy, ".part")
    try:
        os.close(fresh(part))
        with closing(sqlite3.connect(part, isolation_level=None)) as target:
            connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        put(part, copy)
    except (OSError, sqlite3.Error) as error:
        raise Unreachable(path, f"no copy of it can be kept beside it: {error}") from error
    finally:
        for leftover in ("", "-journal"):
            with suppress(OSError):
                sibling(part, leftover).unlink(missing_ok=True)


def copy_for(path: Path, schema: int) -> Path | None:
    """The newest copy beside a journal that a console of this schema can read, or None."""
    copies = [sibling(path, f".schema-{each}") for each in range(schema, OLDEST - 1, -1)]
    return next((copy for copy in copies if copy.exists()), None)


def is_older(path: Path) -> bool:
    """Whether a file's name is that of such a copy."""
    return _NAME.fullmatch(path.name) is not None


def forget_older(path: Path) -> None:
    """Remove the copies beside a journal; they have served."""
    for copy in path.parent.glob(f"{glob.escape(path.name)}.schema-*"):
        if is_older(copy):
            with suppress(OSError):
                copy.unlink()

"""A file that can't be read is let go of: no connection stays behind a refusal and keeps it locked."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from console.table.journal import JournalError
from console.table.journal.log import index
from console.table.journal.log.journal_file import LogFile
from tests.table.journal.entries import many

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="Linux says what is open")


def opened(path: Path) -> int:
    """The number of descriptors of a file in this process."""
    found = 0
    for each in os.listdir("/proc/self/fd"):
        try:
            found += Path(os.readlink(f"/proc/self/fd/{each}")) == path
        except OSError:
            continue
    return found


def test_a_journal_that_is_refused_is_not_kept_open(tmp_path: Path) -> None:
    path = many(tmp_path / "J.db", 200).resolve()
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()
    with path.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(b"\xff" * 4096)  # the schema can be read, and no entry
    kept = list[JournalError]()
    with pytest.raises(JournalError) as refused:
        LogFile(path, tmp_path / "J.log", 0)
    kept.append(refused.value)  # frees all that its traceback holds, too
    assert opened(path) == 0


def test_an_index_that_is_no_database_is_not_kept_open(tmp_path: Path) -> None:
    private = tmp_path / "logs"
    private.mkdir(mode=0o700)
    path = (private / "J.log").resolve()
    path.write_bytes(b"nothing that SQLite knows" * 100)
    path.chmod(0o600)
    with pytest.raises(sqlite3.DatabaseError) as refused:
        index._connected(path)
    assert refused.value and opened(path) == 0

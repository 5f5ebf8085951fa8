"""Why a journal could not be written: each error of the system and of SQLite leads to its next step."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from console.table.core import Unwritable
from console.table.journal.file.errors import IsLink, Unreachable
from console.table.journal.file.write_failures import FileAltered, FileGone, is_of_the_disk, reason_of

OF_LINUX = {
    28: Unwritable.FULL,  # ENOSPC
    122: Unwritable.FULL,  # EDQUOT
    30: Unwritable.READ_ONLY,  # EROFS
    13: Unwritable.READ_ONLY,  # EACCES
    1: Unwritable.READ_ONLY,  # EPERM
    2: Unwritable.GONE,  # ENOENT
    5: Unwritable.FAILED,  # EIO
}
"""The numbers are those of Linux' ``errno-base.h`` and ``errno.h``."""
OF_SQLITE = {
    3: Unwritable.READ_ONLY,  # PERM
    5: Unwritable.LOCKED,  # BUSY
    6: Unwritable.LOCKED,  # LOCKED
    8: Unwritable.READ_ONLY,  # READONLY
    11: Unwritable.DAMAGED,  # CORRUPT
    13: Unwritable.FULL,  # FULL
    19: Unwritable.FAILED,  # CONSTRAINT
    26: Unwritable.DAMAGED,  # NOTADB
}
"""The numbers are those of SQLite's list of result codes."""


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(("number", "reason"), OF_LINUX.items())
def test_an_error_of_the_system_has_its_reason(number: int, reason: Unwritable, tmp_path: Path) -> None:
    assert reason_of(OSError(number, ""), tmp_path / "journal.db") is reason


@pytest.mark.parametrize(("code", "reason"), OF_SQLITE.items())
@pytest.mark.parametrize("extended", [0, 1, 7])
def test_an_error_of_sqlite_has_its_reason_in_its_last_byte(
    code: int, extended: int, reason: Unwritable, tmp_path: Path
) -> None:
    assert reason_of(sqlite_error(code | extended << 8), tmp_path / "journal.db") is reason


@pytest.mark.parametrize("code", [10, 14])  # IOERR, CANTOPEN
def test_a_failed_read_or_open_is_explained_by_the_file_itself(code: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    assert reason_of(sqlite_error(code), path) is Unwritable.GONE
    path.touch()
    assert reason_of(sqlite_error(code), path) is Unwritable.FAILED


def test_a_file_that_went_or_was_changed_has_its_own_reason(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    assert reason_of(FileGone(), path) is Unwritable.GONE
    assert reason_of(FileAltered(), path) is Unwritable.DAMAGED
    assert reason_of(IsLink(path), path) is Unwritable.DAMAGED


def test_only_four_errors_of_sqlite_are_of_the_disk() -> None:
    assert [code for code in range(1, 29) if is_of_the_disk(sqlite_error(code))] == [8, 10, 13, 14]


@pytest.mark.parametrize(
    ("reason", "key"),
    [
        ("No space left on device", "journal.no_room"),
        ("Disk quota exceeded", "journal.no_room"),
        ("database or disk is full", "journal.no_room"),
        ("Permission denied", "journal.unreachable"),
    ],
)
def test_a_full_disk_has_words_of_its_own_whoever_reports_it(reason: str, key: str, tmp_path: Path) -> None:
    """ENOSPC, EDQUOT, SQLite."""
    assert Unreachable(tmp_path / "journal.db", reason).key == key

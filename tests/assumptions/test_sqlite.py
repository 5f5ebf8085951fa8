"""SQLite, Python's module for it and sqlite-utils, as the journal and its readers rely on them."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

TABLE = "CREATE TABLE entry (number INTEGER PRIMARY KEY, text TEXT) STRICT"
WRITES = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=0) as connection:
    connection.execute("INSERT INTO entry VALUES (9, 'of another')")
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    """A database in a file, with one table and no transaction of Python's own."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(TABLE)
        yield connection


def another_process_writes(path: Path) -> bool:
    done = subprocess.run([sys.executable, "-c", WRITES, path], capture_output=True, check=False)
    return done.returncode == 0


def test_a_replaced_row_passes_a_delete_trigger_unless_they_are_recursive(
    connection: sqlite3.Connection,
) -> None:
    connection.execute("CREATE TRIGGER kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'kept'); END")
    connection.execute("INSERT INTO entry VALUES (1, 'as written')")
    connection.execute("INSERT OR REPLACE INTO entry VALUES (1, 'changed')")
    assert connection.execute("SELECT text FROM entry").fetchall() == [("changed",)]
    connection.execute("PRAGMA recursive_triggers = ON")
    with pytest.raises(sqlite3.IntegrityError, match="kept"):
        connection.execute("INSERT OR REPLACE INTO entry VALUES (1, 'again')")


def test_the_close_of_any_descriptor_of_a_file_releases_sqlites_locks(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(TABLE)
        connection.execute("BEGIN EXCLUSIVE")
        assert not another_process_writes(path)
        path.open("rb").close()
        assert another_process_writes(path)


@pytest.mark.parametrize(("mode", "beside"), [("ro&immutable=1", []), ("ro", ["a.db-shm", "a.db-wal"])])
def test_a_reader_makes_files_beside_a_closed_one_that_is_not_immutable(
    mode: str, beside: list[str], connection: sqlite3.Connection, path: Path
) -> None:
    connection.close()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True)) as reader:
        assert reader.execute("SELECT * FROM entry").fetchall() == []
        assert sorted(each.name for each in path.parent.glob("a.db-*")) == beside


def test_a_link_in_the_place_of_the_log_is_not_followed_and_not_named(
    connection: sqlite3.Connection, path: Path
) -> None:
    connection.close()
    elsewhere = path.with_name("elsewhere")
    elsewhere.touch()
    path.with_name("a.db-wal").symlink_to(elsewhere)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as writer,
        pytest.raises(sqlite3.OperationalError, match=r"^unable to open database file$") as refused,
    ):
        writer.execute("INSERT INTO entry VALUES (1, 'a')")
    assert refused.value.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CANTOPEN
    assert elsewhere.stat().st_size == 0


def test_the_version_of_the_data_changes_by_another_connection_alone(
    connection: sqlite3.Connection, path: Path
) -> None:
    asked = "PRAGMA data_version"
    before = connection.execute(asked).fetchone()
    connection.execute("INSERT INTO entry VALUES (1, 'own')")
    assert connection.execute(asked).fetchone() == before
    assert another_process_writes(path)
    assert connection.execute(asked).fetchone() != before


def test_the_trigram_index_finds_no_word_of_two_letters(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE VIRTUAL TABLE found USING fts5(text, tokenize = 'trigram')")
    connection.execute("INSERT INTO found VALUES ('ディーラーの確認 so')")

    def found(word: str) -> int:
        asked = connection.execute("SELECT count(*) FROM found WHERE found MATCH ?", (f'"{word}"',))
        return int(asked.fetchone()[0])

    assert [found(word) for word in ("確認", "so", "ラー", "の確認", "ディーラー")] == [0, 0, 0, 1, 1]


def test_a_strict_column_takes_a_number_as_text_and_no_other_text(
    connection: sqlite3.Connection,
) -> None:
    connection.execute("INSERT INTO entry VALUES ('7', 5)")
    assert connection.execute("SELECT number, text FROM entry").fetchall() == [(7, "5")]
    for number in ("seven", 1.5, b"7"):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO entry VALUES (?, '')", (number,))


@pytest.mark.parametrize(
    ("value", "error"),
    [(2**63, OverflowError), ("\ud800", UnicodeEncodeError)],
    ids=["a number of 64 bits", "half a pair of surrogates"],
)
def test_a_value_that_sqlite_can_not_hold_raises_no_error_of_sqlite3(
    value: Any, error: type[Exception], connection: sqlite3.Connection
) -> None:
    assert not issubclass(error, sqlite3.Error)
    with pytest.raises(error):
        connection.execute("INSERT INTO entry VALUES (?, '')", (value,))


def test_a_progress_handler_interrupts_a_statement_without_end(connection: sqlite3.Connection) -> None:
    connection.set_progress_handler(lambda: True, 1000)
    without_end = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        connection.execute(without_end).fetchall()


def test_a_broken_frame_ends_the_log_without_an_error(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("INSERT INTO entry VALUES (1, 'first')")
    log = path.with_name("a.db-wal")
    before = log.stat().st_size
    connection.execute("INSERT INTO entry VALUES (2, 'second')")
    copy = path.with_name("b.db")
    copy.write_bytes(path.read_bytes())
    frames = bytearray(log.read_bytes())
    frames[before + 30] ^= 1
    copy.with_name("b.db-wal").write_bytes(frames)
    with closing(sqlite3.connect(copy)) as reader:
        assert reader.execute("SELECT number FROM entry").fetchall() == [(1,)]
        assert reader.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_file_cut_within_its_last_page_is_called_whole(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(TABLE)
        connection.execute("CREATE TABLE empty (a)")
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 1000)
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_sqlite_utils_changes_no_row_before_its_users_commit(connection: sqlite3.Connection) -> None:
    """A migration is one transaction of ours: sqlite-utils begins and ends none within it."""
    db = Database(connection, execute_plugins=False)
    db.execute("BEGIN IMMEDIATE")
    db.table("made").create({"number": int, "text": str}, pk="number", strict=True)
    db.execute("INSERT INTO made VALUES (1, 'a')")
    assert connection.in_transaction
    db.rollback()
    assert db.table_names() == ["entry"]


def test_a_transformed_table_has_lost_its_triggers(connection: sqlite3.Connection) -> None:
    db = Database(connection, execute_plugins=False)
    connection.execute("CREATE TRIGGER kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'kept'); END")
    db.table("entry").transform(rename={"text": "words"})
    assert [each.name for each in db.triggers] == []

"""The tables as they are made, and brought up to date."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from console.journal import chain
from console.journal.header import SCHEMA
from console.journal.schema import migrations
from console.journal.verify import verify
from tests.journal.entries import by_another_program, drawn, opened, written


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "table.journal", 2)


def test_there_is_a_migration_for_every_schema(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        applied = connection.execute("SELECT name FROM _sqlite_migrations ORDER BY id").fetchall()
        assert applied == [(str(schema),) for schema in range(1, SCHEMA + 1)]
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    assert migrations.name == "console.journal"


def test_an_older_journal_is_brought_up_to_date_and_keeps_its_entries(path: Path) -> None:
    by_another_program(path, f"PRAGMA user_version = {SCHEMA - 1}")
    with opened(path) as journal:
        assert journal.append([drawn(3)]) == 3
    assert verify(path).entries == 3
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_columns_hold_only_what_they_are_for(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        tables = dict(connection.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'"))
    assert [tables[table] for table in ("meta", "entry", "checkpoint")] == [1, 1, 1]


def test_the_columns_stand_in_the_order_in_which_they_are_digested(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(entry)")]
    assert columns == [*chain.FIELDS, "digest", "chain"]

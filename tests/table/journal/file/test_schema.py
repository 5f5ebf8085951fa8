"""The tables as they are made, and brought up to date."""

import gzip
import sqlite3
from contextlib import closing
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from console.table.journal import LogFile, backup, chain, review, verify
from console.table.journal.file import schema_check
from console.table.journal.file.errors import StrangeSchema
from console.table.journal.file.heading import SCHEMA
from console.table.journal.file.schema import migrate
from console.table.journal.proof.flaws import Flaw
from tests.table.journal.entries import drawn, of_1_2_0, opened, written

KEPT = Path(__file__).parents[3] / "journals_of"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "table.journal", 2)


def test_every_schema_has_a_migration(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        applied = connection.execute("SELECT name FROM _sqlite_migrations ORDER BY id").fetchall()
        assert applied == [(str(schema),) for schema in range(1, SCHEMA + 1)]
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_a_journal_is_made_and_verified_in_every_microsecond(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A time at a second's very beginning is written without a fraction: a millionth of all of them."""

    class Second(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Second":
            return cls(2026, 1, 1, 12, 0, 0, 0, tz)

    monkeypatch.setattr("console.table.journal.file.schema.datetime", Second)
    assert verify(written(tmp_path / "table.journal", 2)).flaw is None


def test_an_older_journal_is_brought_up_to_date_and_keeps_its_entries(path: Path) -> None:
    old = of_1_2_0(path.with_name("old.journal"))
    with opened(old) as journal:
        assert journal.append([drawn(1), drawn(2)], b'{"after":2}') == 2
    assert verify(old).entries == 2
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_an_older_journal_is_read_as_it_is(path: Path) -> None:
    old = of_1_2_0(path.with_name("old.journal"))
    before = old.read_bytes()
    assert verify(old).flaw is None
    with review(old) as found:
        assert list(found.entries(0)) == []
    assert old.read_bytes() == before


def test_the_rows_that_are_looked_for_are_those_that_are_made(path: Path) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        assert schema_check.first_strange(connection, schema_check.rows(10)) is None
    for schema, release in ((10, "1.2.0"),):
        path.write_bytes(gzip.decompress((KEPT / release / "baccarat-lt.journal.gz").read_bytes()))
        with closing(sqlite3.connect(path)) as connection:
            assert schema_check.first_strange(connection, schema_check.rows(schema)) is None


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("_litestream_lock", " (id INTEGER)"),
        ("_litestream_seq", " (id INTEGER PRIMARY KEY, seq INTEGER)"),
        ("sqlite_stat1", "(tbl,idx,stat)"),
        ("sqlite_stat4", "(tbl,idx,neq,nlt,ndlt,sample)"),
    ],
)
def test_a_table_that_litestream_or_analyze_adds_is_taken_in_its_form_alone(table: str, columns: str) -> None:
    """As litestream makes them, and SQLite's file format has them."""
    for form, strange in ((columns, None), (f"{columns} STRICT", table)):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            migrate(connection)
            connection.execute("CREATE TABLE more (id INTEGER)")
            connection.execute("PRAGMA writable_schema = ON")
            named = "UPDATE sqlite_master SET name = ?1, tbl_name = ?1, sql = ?2 WHERE name = 'more'"
            connection.execute(named, (table, f"CREATE TABLE {table}{form}"))
            assert schema_check.first_strange(connection, schema_check.rows(10)) == strange


_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT * FROM n"
_ROW = "1, 'a', 'b', NULL, 'c', 1, NULL, NULL, 1, NULL, '{}', '[]', NULL, NULL, x'00', x'00', NULL"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (
            ("ALTER TABLE entry RENAME TO more", f"CREATE VIEW entry AS SELECT {_ROW} FROM more"),
            "ball_checks",
        ),
        (("DROP VIEW refusals", "CREATE VIEW refusals AS SELECT * FROM entry WHERE 0"), "refusals"),
        (("CREATE TRIGGER more AFTER INSERT ON entry BEGIN SELECT 1; END",), "more"),
        (("CREATE INDEX more ON entry (kind)",), "more"),
        ((f"CREATE VIEW more AS {_ENDLESS}",), "more"),
        (("DROP TRIGGER entry_no_delete",), "entry_no_delete"),
        (("DROP TABLE subtree",), "subtree"),
    ],
)
def test_no_reader_believes_a_schema_that_is_not_the_consoles_own(
    path: Path, tmp_path: Path, change: tuple[str, ...], named: str
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in change:
            connection.execute(statement)
    verdict = verify(path)
    assert (verdict.flaw, verdict.entries, verdict.name) == (Flaw.SCHEMA, 0, named)
    with pytest.raises(StrangeSchema), review(path):
        pass
    with pytest.raises(StrangeSchema):
        backup(path, tmp_path / "copy.journal")
    with pytest.raises(StrangeSchema):
        opened(path)
    with pytest.raises(StrangeSchema):
        LogFile(path, tmp_path / "index", 0)


def test_columns_hold_only_what_they_are_for(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        tables = dict(connection.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'"))
    assert [tables[table] for table in ("meta", "entry", "checkpoint")] == [1, 1, 1]


def test_the_columns_stand_in_the_order_in_which_they_are_digested(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(entry)")]
    assert [each for each in columns if each not in ("digest", "chain")] == [*chain.FIELDS]

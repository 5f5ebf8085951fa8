"""Whatever another program does to any table of a file: a trigger refuses it, or verifying names it.

A table that has no row here is a hole in this test: :func:`test_each_table_has_a_row_to_change`.
"""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from console.table.core import SetClock
from console.table.journal import BLOCK, seal_key, verify
from console.table.journal.archives import go_on_in_new_file
from console.table.journal.file.schema_check import MIGRATIONS
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.seals import seal
from tests.journals_of.__main__ import HERE
from tests.table.journal.entries import START, by_another_program, drawn, opened


class Found(NamedTuple):
    """The flaw after each change, by table; None if a trigger or a rule refuses the change."""

    next: Flaw | None
    """A row more, with the next number."""
    later: Flaw | None
    """A row more, with a number far ahead."""
    replaced: Flaw | None
    """A row put over another by INSERT OR REPLACE."""
    deleted: Flaw | None
    updated: Flaw | None
    """Any column of a row, and a number that another row has or none."""


NEXT_ONLY: Final = (None, None, None, None)
IDENTITY: Final = Flaw.IDENTITY
GUARDED: Final = {
    "meta": Found(IDENTITY, IDENTITY, None, None, None),
    "predecessor": Found(IDENTITY, IDENTITY, None, None, None),
    "entry": Found(Flaw.ALTERED, *NEXT_ONLY),
    "checkpoint": Found(Flaw.CHECKPOINT, Flaw.CHECKPOINT, None, None, None),
    "seal": Found(Flaw.SEAL, *NEXT_ONLY),
    "subtree": Found(Flaw.TREE, *NEXT_ONLY),
    "stretch": Found(None, *NEXT_ONLY),
    MIGRATIONS: Found(*[Flaw.SCHEMA] * 5),
}
"""With every trigger in its place. What may be appended is appended; it is no row that a console wrote."""


def rows_of(connection: sqlite3.Connection, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """A table's columns, the key first, and its rows in order."""
    found = connection.execute(f"SELECT * FROM {table} ORDER BY 1")
    return [column[0] for column in found.description], found.fetchall()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal that goes on from a closed file, with states, blocks, a seal and two shifts."""
    path, clock = tmp_path_factory.mktemp("whole") / "t.journal", SetClock()
    with opened(path) as journal:
        journal.append([drawn(1)])
        go_on_in_new_file(journal, b'{"begun":1}', START)
        journal.append([drawn(number) for number in range(1, BLOCK + 1)], b'{"after":1}')
        journal.append([drawn(number, shift="night") for number in range(1, BLOCK + 9)], b'{"after":2}')
        seal(journal, seal_key(path.parent / "keys"), clock)
        journal.append([drawn(1), drawn(2)], b'{"after":3}')
        seal(journal, seal_key(path.parent / "keys"), clock)
    assert verify(path).flaw is None
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(whole, tmp_path / "t.journal"))


def changes(path: Path, table: str) -> Iterator[tuple[str, str, str]]:
    """A kind of change, what it is done to, and the statement."""
    with closing(sqlite3.connect(path)) as connection:
        numbers = [row[0] for row in rows_of(connection, table)[1]]
        types = {row[1]: row[2] for row in connection.execute(f"PRAGMA table_info({table})")}
    key, *others = types
    last = f"{key} = {numbers[-1]}"
    # Migrations are told apart by their names as well.
    kept = ", ".join(OTHER["TEXT"].format(each) if table == MIGRATIONS else each for each in others)
    changed = ", ".join(OTHER[types[each]].format(each) for each in others)
    yield "next", "", f"INSERT INTO {table} SELECT {key} + 1, {kept} FROM {table} WHERE {last}"
    yield "later", "", f"INSERT INTO {table} SELECT {key} + 9999, {kept} FROM {table} WHERE {last}"
    yield "replaced", "", f"INSERT OR REPLACE INTO {table} SELECT {key}, {changed} FROM {table} WHERE {last}"
    for number in sorted({numbers[0], numbers[-1]}):
        yield "deleted", f"{number}", f"DELETE FROM {table} WHERE {key} = {number}"
    yield "deleted", "all", f"DELETE FROM {table}"
    for each in types:
        to = f"{each} + 9999" if each == key else OTHER[types[each]].format(each)
        yield "updated", each, f"UPDATE {table} SET {each} = {to} WHERE {last}"
    yield "updated", "over another", f"UPDATE OR REPLACE {table} SET {key} = {numbers[0]} - 1 WHERE {last}"


OTHER: Final = {
    "TEXT": "ifnull({0}, '') || 'x'",
    "INTEGER": "ifnull({0}, 0) + 1",
    "BLOB": "CAST(ifnull({0}, x'') || x'01' AS BLOB)",
}
"""A value of a column's type that is not the row's."""


def in_copy(path: Path) -> Path:
    """A fresh copy beside it."""
    copy = path.with_name("copy.journal")
    for old in path.parent.glob("copy.journal*"):
        old.unlink()
    return Path(shutil.copyfile(path, copy))


def test_each_table_has_a_row_to_change(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        assert tables == {*GUARDED}
        assert all(rows_of(connection, each)[1] for each in tables)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("table", GUARDED)
def test_a_change_by_another_program_under_the_triggers_is_refused_or_named(path: Path, table: str) -> None:
    copy, before = in_copy(path), path.read_bytes()
    for kind, to, statement in changes(path, table):
        wanted = getattr(GUARDED[table], kind)
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as other:
                other.execute(statement)
        except sqlite3.IntegrityError:
            assert (wanted, copy.read_bytes()) == (None, before), (kind, to)
        else:
            assert verify(copy).flaw is wanted is not None, (kind, to)
            copy = in_copy(path)


LITESTREAM: Final = (
    "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    "CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)",
    "INSERT INTO _litestream_seq (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1",
    "PRAGMA wal_checkpoint(TRUNCATE)",
)
"""The statements of a copying program that is at work beside a table."""


@pytest.mark.parametrize(
    ("added", "names"),
    [(LITESTREAM, ("_litestream_lock", "_litestream_seq")), (("ANALYZE",), ("sqlite_stat1",))],
)
def test_tables_of_a_copying_program_or_of_analyze_are_named_and_play_goes_on(
    path: Path, tmp_path: Path, added: tuple[str, ...], names: tuple[str, ...]
) -> None:
    with opened(path) as journal:
        before = journal.append([drawn(3)])
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            for statement in added:
                other.execute(statement)
            assert journal.append([drawn(4)]) == before + 1
    verdict = verify(path)
    assert (verdict.flaw, verdict.entries, verdict.others) == (None, before + 1, names)
    with opened(path) as journal:
        assert journal.append([drawn(5)]) == before + 2
    restored = Path(shutil.copyfile(path, tmp_path / "restored.journal"))
    assert verify(restored).flaw is None


def test_a_table_almost_like_those_of_a_copying_program_is_a_flaw(path: Path) -> None:
    for statement in (
        "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY)",
        f"{LITESTREAM[1]}; CREATE TRIGGER more AFTER INSERT ON _litestream_lock BEGIN SELECT 1; END",
        f"{LITESTREAM[1]}; CREATE INDEX more ON _litestream_lock (id)",
        "CREATE TABLE _litestream_more (id INTEGER)",
    ):
        copy = in_copy(path)
        with closing(sqlite3.connect(copy)) as other:
            other.executescript(statement)
        assert verify(copy).flaw is Flaw.SCHEMA, statement


STANDS_FOR_NOTHING: Final = {("subtree", "deleted", "2"), ("subtree", "deleted", "all")}
"""The roots of the last blocks, or of all, are computed again from the entries: a recovered file has none."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("table", GUARDED)
def test_a_change_behind_removed_triggers_is_named_though_they_are_restored(path: Path, table: str) -> None:
    for kind, to, statement in changes(path, table):
        copy = in_copy(path)
        by_another_program(copy, statement)
        assert (verify(copy).flaw is None) is ((table, kind, to) in STANDS_FOR_NOTHING), (kind, to)


def test_each_dropped_part_of_the_schema_is_named(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        every = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    for kind, name in every:
        copy = in_copy(path)
        with closing(sqlite3.connect(copy, isolation_level=None)) as other:
            other.execute(f"DROP {kind} {name}")
        verdict = verify(copy)
        assert verdict.flaw is Flaw.SCHEMA
        if kind != "table":
            assert verdict.name == name


@pytest.mark.sweep
def test_so_it_is_in_a_file_of_1_2_0(tmp_path: Path) -> None:
    path = tmp_path / "old.journal"
    path.write_bytes(gzip.decompress((HERE / "1.2.0" / "baccarat-lt.journal.gz").read_bytes()))
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            each for (each,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        having = [each for each in tables if rows_of(connection, each)[1]]
    assert {*having} >= {"meta", "entry", "checkpoint", "seal", MIGRATIONS}
    for table in having:
        for kind, to, statement in changes(path, table):
            copy = in_copy(path)
            by_another_program(copy, statement)
            verdict = verify(copy)
            assert verdict.flaw is not None, (table, kind, to)

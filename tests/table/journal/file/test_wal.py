"""The numbers in SQLite's pages, as its file format has them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.journal.file import wal
from console.table.journal.file.wal import varint


def test_the_last_row_of_a_page_is_the_one_that_sqlite_wrote_there(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "rows.db", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, text)")
        empty = (tmp_path / "rows.db").read_bytes()[4096:]
        connection.executemany("INSERT INTO rows VALUES (?, 'x')", [(1,), (300,), (70_000,)])
    page = (tmp_path / "rows.db").read_bytes()[4096:]
    assert (wal._last_row(empty), wal._last_row(page)) == (0, 70_000)


def test_a_log_that_only_grew_is_not_as_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "rows.db-wal"
    with closing(sqlite3.connect(tmp_path / "rows.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY)")
        for piece in (log.stat().st_size, log.stat().st_size + 1):
            monkeypatch.setattr(wal, "_PIECE", piece)
            copy = wal.Copy(log)
            assert copy.is_as_left
            with log.open("ab") as file:
                file.write(b"x")
            assert not copy.is_as_left
            copy.close()


def encoded(number: int) -> bytes:
    """SQLite's varint: seven bits a byte, the highest first; a ninth byte has eight."""
    if number >> 56:
        return bytes(number >> shift & 0x7F | 0x80 for shift in range(57, 7, -7)) + bytes((number & 0xFF,))
    groups = [number >> shift & 0x7F for shift in range(49, -1, -7)]
    while len(groups) > 1 and not groups[0]:
        del groups[0]
    return bytes(each | 0x80 for each in groups[:-1]) + bytes(groups[-1:])


@given(st.integers(0, 2**64 - 1), st.binary(max_size=20), st.binary(max_size=3))
def test_a_number_of_any_length_is_read_where_it_stands(number: int, before: bytes, after: bytes) -> None:
    written = encoded(number)
    assert varint(before + written + after, len(before)) == (number, len(before) + len(written))


@pytest.mark.parametrize(
    ("written", "number"),
    [("7f", 127), ("8100", 128), ("ff7f", 16383), ("818000", 16384), ("ff" * 9, 2**64 - 1)],
)
def test_published_numbers(written: str, number: int) -> None:
    assert varint(bytes.fromhex(written), 0) == (number, len(written) // 2)


def test_a_number_past_the_end_of_its_page_is_0() -> None:
    assert varint(b"\x81\x82", 0) == (0, 9)
    assert varint(b"\x00\x00\x81\x82", 2) == (0, 11)

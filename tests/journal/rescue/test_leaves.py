"""The rows of a journal's pages are those that SQLite reads, whatever leads to them."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from console.journal.file import sql
from console.journal.file.wal import LEAF
from console.journal.rescue.leaves import PAGE, Pages, rows
from console.journal.rescue.wreck import wreck_of
from tests.journal.entries import drawn, opened

RAW: Final = (0, 1, 3_000, 3_400, 3_500, 3_600, 4_100, 8_200, 20_000, 100_000)
"""Bytes of an entry, from one that lies in its leaf to one with many overflow pages."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "table.journal"
    with opened(made) as journal:
        journal.append([drawn(at, raw=bytes([at]) * size) for at, size in enumerate(RAW, 1)], b"{}" * 9_000)
    return made


def test_each_row_is_read_as_sqlite_reads_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        entries = connection.execute("SELECT * FROM entry").fetchall()
        kept = connection.execute("SELECT * FROM checkpoint").fetchall()
        meta = connection.execute("SELECT * FROM meta").fetchall()
    found = [*rows(Pages(io.BytesIO(path.read_bytes()), {}))]
    assert [(number, *row) for table, number, row in found if table == "entry"] == entries
    assert [(number, *row) for table, number, row in found if table == "checkpoint"] == kept
    assert [(number, *row) for table, number, row in found if table == "meta"] == meta


def test_entries_are_found_where_every_page_above_them_is_lost(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        whole = connection.execute(sql.WHOLE, (0,)).fetchall()
    held = bytearray(path.read_bytes())
    for at in range(0, len(held), PAGE):
        if held[at] == 5 or at == 0:
            held[at : at + PAGE] = bytes(PAGE)
    path.write_bytes(held)
    with wreck_of(path, path.with_name("none")) as found:
        assert [*found.rows(found.beginning)] == whole


def test_overflow_pages_that_lead_back_to_one_another_end(path: Path) -> None:
    held = bytearray(path.read_bytes())
    for at in range(PAGE, len(held), PAGE):
        if held[at] == 0 and 0 < int.from_bytes(held[at : at + 4], "big") <= len(held) // PAGE:
            held[at : at + 4] = (at // PAGE + 1).to_bytes(4, "big")
    pages = Pages(io.BytesIO(held), {})
    numbers = [number for table, number, _ in rows(pages) if table == "entry"]
    assert numbers == [*range(1, len(RAW) + 1)]
    path.write_bytes(held)
    with wreck_of(path, path.with_name("none")) as found:
        assert found.beginning.last < len(RAW), "the digest tells what was read from the wrong page"


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(b"\x7f\x01", id="a header that is longer than its row"),
        pytest.param(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff", id="a header of all bytes there are"),
        pytest.param(b"\x03\x01\xff", id="a type that does not end"),
    ],
)
def test_a_row_whose_header_does_not_end_is_passed_over(row: bytes) -> None:
    """One changed byte makes it of any row; the rows of other cells and pages are read on."""
    cell = bytes((len(row), 1)) + row
    place = PAGE - len(cell)
    head = bytes((LEAF, 0, 0, 0, 1, *place.to_bytes(2, "big"), 0, *place.to_bytes(2, "big")))
    page = head.ljust(place, b"\0") + cell
    assert not [*rows(Pages(io.BytesIO(bytes(PAGE) + page), {}))]

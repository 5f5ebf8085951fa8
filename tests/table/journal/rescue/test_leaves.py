"""The rows of a journal's pages are those that SQLite reads, whatever leads to them."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import pytest

from console.table.journal import Identity, chain
from console.table.journal.file import sql
from console.table.journal.file.place import build
from console.table.journal.file.wal import LEAF
from console.table.journal.rescue.leaves import PAGE, Pages, rows
from console.table.journal.rescue.readable_journal import readable_journal
from tests.table.journal.entries import START, drawn, opened

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


def test_all_rows_are_read_though_all_pages_but_one_are_in_the_log(path: Path) -> None:
    held = path.read_bytes()
    newer = {at // PAGE + 1: held[at : at + PAGE] for at in range(PAGE, len(held), PAGE)}
    every = [*rows(Pages(io.BytesIO(held), {}))]
    assert [*rows(Pages(io.BytesIO(held[:PAGE]), newer))] == every


def test_entries_are_found_where_every_page_above_them_is_lost(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        whole = connection.execute(sql.WHOLE, (0,)).fetchall()
    held = bytearray(path.read_bytes())
    for at in range(0, len(held), PAGE):
        if held[at] == 5 or at == 0:
            held[at : at + PAGE] = bytes(PAGE)
    path.write_bytes(held)
    with readable_journal(path, path.with_name("none")) as found:
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
    with readable_journal(path, path.with_name("none")) as found:
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


def leaf(cells: list[bytes], times: int) -> bytes:
    """A leaf page on which each of these cells is named so many times."""
    content = b"".join(cells)
    begin = PAGE - len(content)
    places = [begin + sum(map(len, cells[:at])) for at in range(len(cells))] * times
    head = bytes((LEAF, 0, 0)) + len(places).to_bytes(2, "big") + bytes(3)
    return (head + b"".join(each.to_bytes(2, "big") for each in places)).ljust(begin, b"\0") + content


def sealed(size: int) -> bytes:
    """The cell of a row as the table of seals has them, with a statement of this length."""
    kind = 13 + 2 * size
    types = bytes((0, 1, 0x80 | kind >> 7, kind & 0x7F, 12, 12))
    row = bytes((len(types) + 1,)) + types + b"\x05" + b"x" * size
    return bytes((0x80 | len(row) >> 7, len(row) & 0x7F, 1)) + row


def test_cells_of_one_place_make_no_more_rows_than_the_file_has_bytes_for() -> None:
    pages = Pages(io.BytesIO(bytes(PAGE) + leaf([sealed(2_000)], 1_000)), {})
    assert 1 <= sum(1 for _ in rows(pages)) <= 4 * len(pages) * PAGE // 2_000


def test_an_entry_that_does_not_follow_the_heading_is_no_beginning(path: Path) -> None:
    """Its digest is right, and so is that of each entry after it; only the chain says that it is not ours."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER entry_no_update")
        connection.execute("UPDATE entry SET chain = zeroblob(32) WHERE number = 1")
        connection.commit()
    with readable_journal(path, path.with_name("none")) as found:
        assert found.beginning.last == 0
        assert [(each.first, each.last) for each in found.rest] == [(1, 1), (2, len(RAW))]


def test_the_heading_is_the_one_that_the_entries_follow(path: Path, tmp_path: Path) -> None:
    """Anybody can write a page with another heading into a free place of the file, before the right one."""
    other = tmp_path / "other.journal"
    build(other, Identity("T9", "blackjack", "nowhere"), START)
    content = other.read_bytes()
    with closing(sqlite3.connect(other)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'meta'").fetchone()[0]
    held = bytearray(path.read_bytes())
    held[PAGE : 2 * PAGE] = content[(root - 1) * PAGE : root * PAGE]
    path.write_bytes(held)
    with readable_journal(path, path.with_name("none")) as found:
        assert found.heading.table != "T9"
        assert found.beginning.last == len(RAW)


def test_a_heading_is_looked_for_in_few_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each heading is tried with each file before it: a hostile file could name thousands of both."""
    tried = Mock(side_effect=chain.head)
    monkeypatch.setattr(chain, "head", tried)
    meta = bytes((9, 1, 9, 0, 13, 13, 13, 13, 13, 12, 0))
    before = bytes((5, 1, 5, 0, 13, 8, 12))
    path.write_bytes(path.read_bytes() + leaf([meta, before], 400))
    with readable_journal(path, path.with_name("none")):
        assert 20 < tried.call_count < 1_000

"""A journal beside the floor: which of cut, rewritten, replaced it is, or that the floor is behind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.floor.shipper import Shipper
from console.floor.witness.comparison import ComparisonResult, Finding, compare
from console.table.core import encode_table as kept_state
from console.table.journal import archives
from tests.floor.studio_server import FloorServer, journal, packed
from tests.floor.test_shipping import ship_all
from tests.instruments.bench.play import FIRST, lines_and_entries

Beside = Callable[..., ComparisonResult]


@pytest.fixture
def beside(floor: FloorServer) -> Beside:
    door = floor.door()
    return lambda *files: compare(files, door.hello(), door.digest_over)


def test_a_journal_that_is_as_it_was_agrees_and_what_came_since_the_floor_lacks(
    floor: FloorServer, tmp_path: Path, beside: Beside
) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(400)[1]
    with journal(path) as kept:
        assert beside(path) == ComparisonResult(Finding.UNKNOWN)
        kept.append(every[:300])
        ship_all(Shipper(path, floor.door(), None))
        assert beside(path) == ComparisonResult(Finding.AGREES, 300)
        kept.append(every[300:350])
        assert beside(path) == ComparisonResult(Finding.AGREES, 300, behind=50)


def test_an_end_cut_off_after_the_last_seal_is_found_to_the_entry(
    floor: FloorServer, tmp_path: Path, beside: Beside
) -> None:
    path, cut, every = tmp_path / "journal.db", tmp_path / "cut.db", lines_and_entries(400)[1]
    with journal(path) as kept:
        kept.append(every[:270])
    cut.write_bytes(path.read_bytes())
    with journal(path) as kept:
        kept.append(every[270:300])
        ship_all(Shipper(path, floor.door(), None))
    assert beside(cut) == ComparisonResult(Finding.CUT, 300, 0, 271, 30, cut)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("changed", [1, 2, 150, 299, 300])
def test_an_entry_rewritten_with_all_later_ones_is_found_by_its_number(
    floor: FloorServer, tmp_path: Path, beside: Beside, changed: int
) -> None:
    path, forged, every = tmp_path / "journal.db", tmp_path / "forged.db", list(lines_and_entries(300)[1])
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    with journal(path) as kept:
        empty = path.read_bytes()
    forged.write_bytes(empty)
    with journal(path) as kept:
        kept.append(every)
        ship_all(Shipper(path, floor.door(), None))
    other = replace(every[changed - 1], at=moment + timedelta(days=400))
    with journal(forged) as kept:
        kept.append([*every[: changed - 1], other, *every[changed:]])
    found = beside(forged)
    assert (found.finding, found.entry) == (Finding.REWRITTEN, changed)


def test_another_journal_in_its_place_is_replaced(floor: FloorServer, tmp_path: Path, beside: Beside) -> None:
    path, other = tmp_path / "journal.db", tmp_path / "other.db"
    with journal(path, 30):
        ship_all(Shipper(path, floor.door(), None))
    with journal(other, 30):
        pass
    assert packed(other) == packed(path), "entry for entry the same, and yet another file"
    found = beside(other)
    assert (found.finding, found.file) == (Finding.REPLACED, other)


def test_a_continued_file_is_behind_until_sent_and_missing_when_absent(
    floor: FloorServer, tmp_path: Path, beside: Beside
) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(200)[1]
    with journal(path) as kept:
        kept.append(every[:100])
        ship_all(Shipper(path, floor.door(), None))
        closed = archives.go_on_in_new_file(kept, kept_state(FIRST), datetime(2026, 5, 1, 6, tzinfo=UTC))
        kept.append(every[100:130])
        assert beside(path) == beside(closed, path) == ComparisonResult(Finding.AGREES, 0, behind=30)
        ship_all(Shipper(path, floor.door(), None))
        assert beside(closed, path) == ComparisonResult(Finding.AGREES, 30)
        assert beside(closed) == ComparisonResult(Finding.LATER, 100, missing=30, file=closed)


def test_another_tables_journal_is_nothing_that_the_floor_holds_of_this_one(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, door = tmp_path / "journal.db", floor.door("T2")
    with journal(path, 5):
        ship_all(Shipper(path, floor.door(), None))
        assert compare([path], door.hello(), door.digest_over).finding is Finding.UNKNOWN

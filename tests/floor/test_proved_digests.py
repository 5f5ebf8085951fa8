"""An entry is as recorded if its digest leads to the floor's head; digests come from rows and from blocks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from console.floor.blocks import close_day, close_days
from console.floor.holdings import Holdings
from console.floor.search.proved_digests import ProvedDigests
from console.table.journal import Doubt, digest_of
from tests.floor.studio_server import FloorServer, packed
from tests.floor.test_blocks import three_days

__all__ = ["three_days"]

ENTRIES = (1, 1_024, 1_025, 2_048, 2_049, 2_300, 2_301, 2_500)
"""The first and last entries of two blocks, and of the rows that no block has yet."""
UNPROVED, NEAR = Doubt.UNPROVED, Doubt.NEAR


class FloorReader:
    """A window that reads :data:`ENTRIES` from the floor, and checks each by its digest."""

    def __init__(self, floor: FloorServer, journal: Path, role: str) -> None:
        self._connection = psycopg.connect(f"{floor.dsn} user={floor.windows[role]}", autocommit=True)
        self._proved, self._recorded = ProvedDigests(self._connection), packed(journal)

    def doubts(self, more: bytes = b"") -> list[Doubt | None]:
        """The doubt about each entry as it was recorded, or with ``more`` bytes; None if it is proved."""
        return [self.doubt(number, more) for number in ENTRIES]

    def doubt(self, number: int, more: bytes = b"") -> Doubt | None:
        (part,) = [each for each in Holdings(self._connection).parts() if each.number]
        return self._proved.doubt(part, number, digest_of(self._recorded[number - 1] + more))

    def close(self) -> None:
        self._connection.close()


@pytest.fixture(params=["supervisor", "boss"])
def reader(request: pytest.FixtureRequest, floor: FloorServer, three_days: Path) -> Iterator[FloorReader]:
    """A window over a floor whose past days are packed into blocks."""
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    close_days(floor.admin, today)
    reader = FloorReader(floor, three_days, request.param)
    yield reader
    reader.close()


@pytest.mark.sweep
def test_each_recorded_entry_is_proved_and_another_in_its_place_is_not(reader: FloorReader) -> None:
    assert reader.doubts() == [None] * 8
    assert reader.doubts(b"!") == [Doubt.CHANGED] * 8


def test_an_entry_of_a_block_that_has_grown_since_the_rows_were_read_is_proved(
    floor: FloorServer, three_days: Path
) -> None:
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    close_day(floor.admin, today - timedelta(days=3))
    with closing(FloorReader(floor, three_days, "supervisor")) as reader:
        assert reader.doubt(2_500) is None
        close_day(floor.admin, today - timedelta(days=2))
        assert [reader.doubt(1_500), reader.doubt(1_025)] == [None] * 2


@pytest.mark.sweep(1)
def test_a_changed_block_leaves_the_newer_entries_proved(floor: FloorServer, reader: FloorReader) -> None:
    floor.admin.execute(
        "UPDATE floor.block SET digests = overlay(digests PLACING sha256('') FROM 33) WHERE block = 1"
    )
    assert reader.doubts() == [UNPROVED, UNPROVED, NEAR, NEAR, None, None, None, None]


@pytest.mark.sweep(1)
def test_a_changed_row_leaves_nothing_proved(floor: FloorServer, reader: FloorReader) -> None:
    floor.admin.execute("UPDATE floor.entry SET packed = packed || packed WHERE number = 2400")
    assert reader.doubts() == [UNPROVED] * 6 + [NEAR] * 2


@pytest.mark.sweep(1)
def test_a_proved_digest_stays_known_though_all_is_changed_later(
    floor: FloorServer, reader: FloorReader
) -> None:
    assert reader.doubts() == [None] * 8
    floor.admin.execute("UPDATE floor.entry SET packed = packed || packed")
    floor.admin.execute("UPDATE floor.block SET digests = sha256('')")
    assert reader.doubts() == [None] * 8
    assert reader.doubts(b"!") == [Doubt.CHANGED] * 8

"""An entry is as recorded if its digest leads to the floor's head; digests come from rows and from blocks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from console.floor.blocks import close_days
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

    def doubts(self) -> list[Doubt | None]:
        """The doubt about each entry as it was recorded; None if it is proved."""
        return self._doubts_about([self._recorded[number - 1] for number in ENTRIES])

    def doubts_about_others(self) -> list[Doubt | None]:
        """The doubt about another entry in the place of each."""
        return self._doubts_about([self._recorded[number - 1] + b"!" for number in ENTRIES])

    def _doubts_about(self, entries: list[bytes]) -> list[Doubt | None]:
        (part,) = [each for each in Holdings(self._connection).parts() if each.number]
        return [
            self._proved.doubt(part, number, digest_of(entry))
            for number, entry in zip(ENTRIES, entries, strict=True)
        ]

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
    assert reader.doubts_about_others() == [Doubt.CHANGED] * 8


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
    assert reader.doubts_about_others() == [Doubt.CHANGED] * 8

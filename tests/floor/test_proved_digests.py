"""An entry is as recorded if its digest leads to the floor's head; digests come from rows and from blocks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from console.floor.blocks import close_days
from console.floor.holdings import Holdings
from console.floor.search.proved_digests import ProvedDigests
from console.journal.file.chain import digest_of
from console.journal.log.rows import Doubt
from tests.floor.studio import FloorServer, packed
from tests.floor.test_blocks import three_days

__all__ = ["three_days"]

ENTRIES = (1, 1_024, 1_025, 2_048, 2_049, 2_300, 2_301, 2_500)


class Asked:
    """Asks the floor for its doubts about :data:`ENTRIES`; each is asked with the digest that was
    recorded.
    """

    def __init__(self, floor: FloorServer, journal: Path, role: str) -> None:
        self._connection = psycopg.connect(f"{floor.dsn} user={floor.windows[role]}", autocommit=True)
        self._led, self._recorded = ProvedDigests(self._connection), packed(journal)

    def doubts(self, *, is_other: bool = False) -> list[Doubt | None]:
        (part,) = [each for each in Holdings(self._connection).parts() if each.number]
        shown = (self._recorded[number - 1] + b"!" * is_other for number in ENTRIES)
        return [
            self._led.doubt(part, number, digest_of(each))
            for number, each in zip(ENTRIES, shown, strict=True)
        ]

    def close(self) -> None:
        self._connection.close()


@pytest.fixture(params=["supervisor", "boss"])
def doubted(request: pytest.FixtureRequest, floor: FloorServer, three_days: Path) -> Iterator[Asked]:
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    close_days(floor.admin, today)
    found = Asked(floor, three_days, request.param)
    yield found
    found.close()


def test_each_entry_is_led_to_the_head_and_another_in_its_place_is_not(doubted: Asked) -> None:
    assert doubted.doubts() == [None] * 8
    assert doubted.doubts(is_other=True) == [Doubt.CHANGED] * 8


def test_a_block_whose_digests_lead_elsewhere_leaves_the_newer_ones_proved(
    floor: FloorServer, doubted: Asked
) -> None:
    floor.admin.execute(
        "UPDATE floor.block SET digests = overlay(digests PLACING sha256('') FROM 33) WHERE block = 1"
    )
    far, near = Doubt.UNPROVED, Doubt.NEAR
    assert doubted.doubts() == [far, far, near, near, None, None, None, None]


def test_rows_that_lead_elsewhere_leave_nothing_proved(floor: FloorServer, doubted: Asked) -> None:
    floor.admin.execute("UPDATE floor.entry SET packed = packed || packed WHERE number = 2400")
    far, near = Doubt.UNPROVED, Doubt.NEAR
    assert doubted.doubts() == [far] * 6 + [near] * 2


def test_what_was_led_once_is_known_though_all_is_changed_after(floor: FloorServer, doubted: Asked) -> None:
    assert doubted.doubts() == [None] * 8
    floor.admin.execute("UPDATE floor.entry SET packed = packed || packed")
    floor.admin.execute("UPDATE floor.block SET digests = sha256('')")
    assert doubted.doubts() == [None] * 8
    assert doubted.doubts(is_other=True) == [Doubt.CHANGED] * 8

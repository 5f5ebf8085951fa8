"""The measures of forty tables' hours: how late an entry came, and what has grown."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.floor.shipper import Shipper
from console.table.journal import Batch
from tests.floor.conftest import floor, lasting, server  # noqa: F401
from tests.floor.studio_server import FloorServer, journal
from tests.instruments.harm.floor_hours import LOOKS, Taken, TimedDoor, Waits, grown, told

SERVER, WALL, TABLES = Taken(600, 50, 40.0, 80.0), Taken(8, 5, 70.0, 90.0), Taken(200, 90, 120.0, 130.0)


def looks(**last: Taken) -> list[dict[str, Taken]]:
    """The same at each look but for the last."""
    every = {"server": SERVER, "wall": WALL, "tables": TABLES}
    return [every] * (LOOKS - 1) + [every | last]


@pytest.mark.sweep
def test_an_entry_is_as_late_as_its_own_time_says(floor: FloorServer, tmp_path: Path) -> None:  # noqa: F811
    """The entries of this play come from an earlier day, and are older than the door: they waited for its
    line.
    """
    waits = Waits()
    door = TimedDoor(f"{floor.dsn} user={floor.accounts['T1']}", "T1", waits)
    with journal(tmp_path / "J.db", 12) as kept:
        shipper = Shipper(tmp_path / "J.db", door, None)
        while shipper.step():
            pass
        shipper.close()
        assert len(waits.cable) == kept.last
    assert not waits.at_once and not waits.unseen
    assert min(waits.cable) > (datetime.now(UTC) - door.since).total_seconds()


def test_an_unchanged_figure_has_not_grown() -> None:
    assert grown(looks(server=SERVER._replace(own=45.0))) == []


def test_memory_and_handles_that_grow_are_named() -> None:
    said = grown(looks(server=SERVER._replace(own=90.0), wall=WALL._replace(handles=30)))
    assert said == ["server: 40 MiB of its own, 90 at the end", "wall: 8 handles, 30 at the end"]


def test_the_figures_name_each_kind_of_wait_that_there_was() -> None:
    waits = Waits()
    waits.at_once.extend([0.01] * 98 + [0.5, 2.0])
    said = told(looks(), waits, 160.0, 2_880)
    assert "100 due at once: p50 10 ms, p99 2000 ms, most 2.0 s" in said
    assert "cable" not in said and "the wall heard 2,880 readings" in said


def test_an_entry_that_the_table_held_back_was_not_due_at_once() -> None:
    """Entries 5 and 6 waited until their card was shown; 7 and 8 came after that."""
    waits, now = Waits(), datetime.now(UTC)
    waits.took(Batch(5, b"", times=(now.isoformat(),) * 4), now, held_to=6)
    assert (len(waits.unseen), len(waits.at_once), len(waits.cable)) == (2, 2, 0)

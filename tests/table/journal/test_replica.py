"""A journal made again from its entries' bytes: what is wrong with it, and what with the disk."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from console.table.journal import DamagedJournal, Unreachable
from console.table.journal.replica import Replica
from console.table.journal.shipment import Shipment
from tests.table.journal.entries import drawn, opened, written

ENTRIES = 300


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Beyond it writing is refused, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_replica_that_cannot_be_begun_blames_the_disk(tmp_path: Path) -> None:
    shipment = Shipment(written(tmp_path / "J.db", 1))
    with files_of_at_most(20_000), pytest.raises(Unreachable):
        Replica(tmp_path / "own" / "copy.db", shipment.heading, None)


def test_a_state_that_finds_no_room_is_kept_at_the_next_try(tmp_path: Path) -> None:
    state = b'"' + b"x" * 100_000 + b'"'
    with opened(tmp_path / "J.db") as journal:
        journal.append([drawn(1)], state)
    shipment = Shipment(tmp_path / "J.db")
    with Replica(tmp_path / "own" / "copy.db", shipment.heading, None) as replica:
        replica.append_entries(shipment.batch(1, 1).packed)
        with files_of_at_most(70_000), pytest.raises(Unreachable):
            replica.keep(shipment.states(0, 1))
        assert replica.last_state == 0
        replica.keep(shipment.states(0, 1))
        assert replica.last_state == 1


def test_a_full_disk_is_not_reported_as_a_changed_entry(tmp_path: Path) -> None:
    """A supervisor would be told that the floor's entries are other than the table sent."""
    shipment = Shipment(written(tmp_path / "J.db", ENTRIES))
    packed = shipment.batch(1, ENTRIES).packed
    with Replica(tmp_path / "own" / "copy.db", shipment.heading, None) as replica:
        with files_of_at_most(70_000), pytest.raises(Unreachable):
            replica.append_entries(packed)
        assert replica.last == 0
        with pytest.raises(DamagedJournal):
            replica.append_entries(packed[1:])
        replica.append_entries(packed)
        assert (replica.last, replica.head) == shipment.last()

"""A journal made again from its entries' bytes: what is wrong with it, and what with the disk."""

from __future__ import annotations

import resource
import signal
from pathlib import Path

import pytest

from console.journal.file.errors import DamagedJournal, Unreachable
from console.journal.replica import Replica
from console.journal.shipment import Shipment
from tests.journal.entries import written

ENTRIES = 300


def test_a_full_disk_is_no_entry_that_somebody_changed(tmp_path: Path) -> None:
    """A supervisor would be told that the floor's entries are other than the table sent."""
    shipment = Shipment(written(tmp_path / "J.db", ENTRIES))
    packed = shipment.batch(1, ENTRIES).packed
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Replica(tmp_path / "own" / "copy.db", shipment.heading, None) as replica:
        resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, limits[1]))
        try:
            with pytest.raises(Unreachable):
                replica.append_entries(packed)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, ignored)
        assert replica.last == 0
        with pytest.raises(DamagedJournal):
            replica.append_entries(packed[1:])
        replica.append_entries(packed)
        assert (replica.last, replica.head) == shipment.last()

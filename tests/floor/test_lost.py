"""A server that lost entries while tables play: restored from a backup, or a standby that was behind."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.floor.door import NoDoor
from console.floor.shipper import Shipper
from console.floor.witness.receipts import Receipts
from console.table.core import encode_table as kept_state
from console.table.journal import Shipment, archives
from tests.floor.studio_server import T1, FloorServer
from tests.floor.test_copies import part_copies, rows_of
from tests.floor.test_shipping import ship_all
from tests.instruments.bench.play import FIRST, lines_and_entries, opened

LOST = {
    "all": "DELETE FROM floor.entry; DELETE FROM floor.journal; DELETE FROM floor.checkpoint; "
    "DELETE FROM floor.state",
    "the newest file": "DELETE FROM floor.entry WHERE part = 2; DELETE FROM floor.journal WHERE part = 2; "
    "DELETE FROM floor.checkpoint WHERE part = 2",
    "the last states": "DELETE FROM floor.checkpoint WHERE part = 2",
}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lost", LOST)
def test_a_server_that_lost_what_it_had_gets_files_in_order_and_states_again(
    floor: FloorServer, tmp_path: Path, lost: str
) -> None:
    path, every, noted = tmp_path / "journal.db", lines_and_entries(700)[1], list[str]()
    with opened(path, T1, FIRST) as journal:
        journal.append(every[:300], kept_state(FIRST))
        old = archives.go_on_in_new_file(journal, kept_state(FIRST), datetime(2026, 3, 2, tzinfo=UTC))
        journal.append(every[300:500], kept_state(FIRST))
        door = floor.door()
        shipper = Shipper(path, door, None, note=lambda what, text: noted.append(what))
        ship_all(shipper)
        floor.admin.execute(LOST[lost].encode())
        if lost == "the last states":  # the server that answers next is another one
            floor.admin.execute(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = %s",
                (floor.accounts["T1"],),
            )
            with pytest.raises(NoDoor):
                shipper.step()
        journal.append(every[500:], kept_state(FIRST))
        ship_all(shipper)
        assert noted == ([] if lost == "the last states" else ["floor_behind"])
        copies = [copy.path for copy in part_copies(floor, tmp_path) if copy.path is not None]
        assert [rows_of(copy) for copy in copies] == [rows_of(old), rows_of(path)]
    assert floor.disputes() == []


def test_the_receipt_is_kept_until_the_server_has_what_it_acknowledged_once(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(1_700)[1]
    with opened(path, T1, FIRST) as journal:
        journal.append(every[:300])
        archives.go_on_in_new_file(journal, kept_state(FIRST), datetime(2026, 3, 2, tzinfo=UTC))
        journal.append(every[300:])
        shipper = Shipper(path, floor.door(), None)
        ship_all(shipper)
        last = shipper.receipt
        floor.admin.execute(LOST["all"].encode())
        again = Shipper(path, floor.door(), None)
        for _ in range(3):
            again.step()
            again._receipts.settle()
            kept = Receipts(path).last
            assert kept is not None
            assert last is not None
            assert (kept.begins, kept.number) == (Shipment(path).begins.hex(), last.number)

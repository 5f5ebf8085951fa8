"""The last receipt beside the journal, and what a table learns by it when it meets the floor again."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from console.floor.door import BatchStatus, NoDoor
from console.floor.shipper import Shipper
from console.floor.witness.receipts import Receipts, place_of
from console.table.journal import Batch, Shipment
from tests.floor.studio_server import FloorServer, journal, packed
from tests.floor.test_shipping import ship_all


def test_the_last_receipt_is_what_the_floor_holds_and_for_this_user_alone(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 300):
        shipper = Shipper(path, floor.door(), None)
        ship_all(shipper)
        shipper.close()
    kept = Receipts(path).last
    assert kept is not None
    assert (kept.number, kept.chain) == (300, floor.head()[1].hex())
    assert (kept.part, kept.begins) == (1, Shipment(path).begins.hex())
    assert stat.S_IMODE(place_of(path).stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_receipts_are_written_seldom_and_the_last_one_in_the_end(tmp_path: Path) -> None:
    now = [0.0]
    receipts = Receipts(tmp_path / "j.db", lambda: now[0], lambda: datetime(2026, 5, 1, tzinfo=UTC))
    written = list[int]()
    for number in range(1, 101):
        now[0] = number / 2
        receipts.keep(1, bytes(32), number, bytes([number]) * 32, "s:1")
        last = Receipts(tmp_path / "j.db").last
        written.append(0 if last is None else last.number)
    assert len(set(written)) == 10, "each five seconds"
    receipts.settle()
    last = Receipts(tmp_path / "j.db").last
    assert last is not None and last.number == 100


def test_an_unreadable_or_unwritable_receipt_stops_no_shipping(tmp_path: Path) -> None:
    place_of(tmp_path / "j.db").write_bytes(b"\xff{")
    receipts = Receipts(tmp_path / "j.db")
    assert receipts.last is None
    place_of(tmp_path / "j.db").unlink()
    place_of(tmp_path / "j.db").mkdir()
    receipts.keep(1, bytes(32), 1, bytes(32), "")


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("forged", "says"),
    [
        ({"number": 999, "chain": "00" * 32 + "zz"}, []),
        ({"number": 1 << 63}, []),
        ({"number": -1}, []),
        ({"part": "1"}, []),
        ({"floor": ""}, []),
        ({"floor": "1:99"}, []),
        ({"number": 50, "chain": "00" * 32}, []),
        ({"number": 999}, ["floor_behind", "floor_shrunk"]),
        ({"number": 999, "begins": "00" * 32}, ["floor_behind"]),
    ],
)
def test_a_forged_receipt_stops_no_shipping_and_says_once_what_is_not_so(
    floor: FloorServer, tmp_path: Path, forged: dict[str, object], says: list[str]
) -> None:
    """Nobody vouches for it: the two notes are all that somebody with this file alone can have made."""
    path, noted = tmp_path / "journal.db", list[str]()
    with journal(path, 100):
        first = Shipper(path, floor.door(), None)
        ship_all(first)
        first.close()
        kept = msgspec.json.decode(place_of(path).read_bytes())
        place_of(path).write_bytes(msgspec.json.encode(kept | forged))
    with journal(path, 20):
        for _ in range(2):
            again = Shipper(path, floor.door(), None, note=lambda what, _: noted.append(what))
            ship_all(again)
            again.close()
    assert noted == says
    assert floor.entries() == packed(path) and floor.disputes() == []


def test_a_table_that_starts_again_sends_what_the_floor_lost_without_a_dispute(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, noted = tmp_path / "journal.db", list[tuple[str, str]]()
    with journal(path, 200):
        first = Shipper(path, floor.door(), None)
        ship_all(first)
        first.close()
        chain = Shipment(path).chain_at(150)
        floor.admin.execute("DELETE FROM floor.entry WHERE number > 150")
        floor.admin.execute("UPDATE floor.journal SET number = 150, chain = %s", (chain,))
        ship_all(Shipper(path, floor.door(), None, note=lambda what, text: noted.append((what, text))))
    assert noted == [("floor_behind", "150")]
    assert floor.entries() == packed(path)
    assert floor.disputes() == []


def test_a_receipt_reveals_a_cut_journal_though_the_floor_lost_its_entries_too(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, cut, noted = tmp_path / "journal.db", tmp_path / "cut.db", list[tuple[str, str]]()
    with journal(path, 100):
        pass
    cut.write_bytes(path.read_bytes())
    with journal(path, 200):
        first = Shipper(path, floor.door(), None)
        ship_all(first)
        first.close()
    path.write_bytes(cut.read_bytes())
    floor.admin.execute("TRUNCATE floor.entry, floor.journal")
    ship_all(Shipper(path, floor.door(), None, note=lambda what, text: noted.append((what, text))))
    assert noted == [("floor_behind", "0"), ("floor_shrunk", "300")]


def test_a_server_that_was_replaced_is_not_believed_after_a_restart_either(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 10):
        first = Shipper(path, floor.door(), None)
        ship_all(first)
        receipts = Receipts(path)
        system = floor.doors[-1].floor.partition(":")[0]
        receipts.keep(1, bytes(32), 10, bytes(32), f"{system}:7")
        receipts.settle()
        first._receipts._due = None
        again = Shipper(path, floor.door(), None)
        with pytest.raises(NoDoor, match="timeline"):
            again.step()


# --- what does not fit -----------------------------------------------------------------------------


def test_a_sign_of_life_that_comes_late_is_no_dispute(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 200):
        shipment, door = Shipment(path), floor.door()
        stale = Batch(101, shipment.chain_at(100) or b"")
        door.ship(1, shipment.heading, shipment.batch(1, 200))
        assert door.ship(1, shipment.heading, stale).status is BatchStatus.SHRUNK
        shipper = Shipper(path, door, None)
        ship_all(shipper)
        shipper._next = 101
        door.ship(1, shipment.heading, stale)
        ship_all(shipper)
    assert floor.disputes() == []
    assert floor.entries() == packed(path)


def test_a_file_that_goes_on_from_none_that_the_floor_holds_is_replaced_and_taken(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, other, noted = tmp_path / "one.db", tmp_path / "other.db", list[tuple[str, str]]()
    with journal(path, 100):
        ship_all(Shipper(path, floor.door(), None))
    with journal(other, 50):
        ship_all(Shipper(other, floor.door(), None, note=lambda what, text: noted.append((what, text))))
    assert noted == [("floor_replaced", "1")]
    assert floor.disputes() == ["replaced"]
    assert (floor.entries(part=1), floor.entries(part=2)) == (packed(path), packed(other))


def test_four_tables_catch_up_at_once_and_the_fifth_waits_while_its_state_is_sent(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 500):
        shipper = Shipper(path, floor.door(), None, state=lambda held_back: b'{"standing": "playing"}')
        lease = (
            "INSERT INTO floor.place SELECT 'X' || i, now() + interval '10 s' FROM generate_series(1, 4) AS i"
        )
        floor.admin.execute(lease.encode())
        assert shipper.step() is False
        assert shipper.crowded
        assert floor.entries() == []
        rows = floor.admin.execute("SELECT told FROM floor.state").fetchall()
        assert rows == [({"standing": "playing"},)]
        floor.admin.execute("UPDATE floor.place SET until = now() WHERE table_id = 'X4'")
        ship_all(shipper)
    assert not shipper.crowded
    assert floor.entries() == packed(path)


def test_a_bad_entry_leaves_the_floor_a_sign_of_life_and_what_came_before_it(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, noted = tmp_path / "journal.db", list[tuple[str, str]]()
    with journal(path, 100):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as bad:
        bad.execute("DROP TRIGGER IF EXISTS entry_stays")
        triggers = bad.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            bad.execute(f"DROP TRIGGER {name}")
        bad.execute("UPDATE entry SET prompt = 'x' WHERE number = 61")
        for _, made in triggers:
            bad.execute(made)
    shipper = Shipper(path, floor.door(), None, note=lambda what, text: noted.append((what, text)))
    ship_all(shipper)
    assert shipper.step() is False
    assert noted == [("floor_damaged", "61")]
    assert len(floor.entries()) == 60
    assert floor.disputes() == []


@pytest.mark.parametrize(("at", "kind"), [("never", "card_drawn"), ("2026-05-01T00:00:00Z", "\0\udcff")])
def test_an_entry_passed_by_is_taken_on_its_chain_alone_whatever_its_time_or_kind(
    floor: FloorServer, tmp_path: Path, at: str, kind: str
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 12):
        shipment, door = Shipment(path), floor.door()
        door.ship(1, shipment.heading, shipment.batch(1, 10))
        honest = shipment.batch(11, 11)
        forged = Batch(11, bytes(32), (at,), (kind,), honest.packed)
        passed = Batch(11, honest.before, (at,), (kind,), honest.packed)
        assert door.pass_by(1, passed).status is BatchStatus.TAKEN
        assert door.pass_by(1, passed).status is BatchStatus.KNOWN
        twelfth = shipment.batch(12, 12)
        wrong = Batch(12, bytes(32), twelfth.times, twelfth.kinds, twelfth.packed)
        assert door.pass_by(1, wrong).status is BatchStatus.FORKED
    assert forged.before != passed.before
    assert floor.disputes() == ["forked"]

"""A floor's journals are made again, entry for entry; what was changed there is seen and named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from console.floor.copies import Copies, Flaw, PartCopy, _names
from console.floor.door import BatchStatus
from console.floor.embedded import SUPERUSER
from console.floor.holdings import HeldPart, Holdings
from console.floor.review.floor_journals import flawed_of
from console.floor.shipper import Shipper
from console.table.core import encode_table as kept_state
from console.table.custody.verdict import replayer
from console.table.journal import Shipment, archives, succession
from tests.floor.studio_server import T1, FloorServer
from tests.instruments.bench.play import FIRST, GAME, lines_and_entries, opened, written

ALL = ("SELECT * FROM entry", "SELECT * FROM meta", "SELECT * FROM checkpoint", "SELECT * FROM predecessor")


def rows_of(path: Path) -> list[list[tuple[object, ...]]]:
    """Every row of a journal."""
    with closing(sqlite3.connect(path)) as connection:
        return [connection.execute(asked).fetchall() for asked in ALL]


def ship_all(floor: FloorServer, path: Path, table: str = "T1") -> None:
    shipper = Shipper(path, floor.door(table), GAME)
    while shipper.step():
        pass


def part_copies(floor: FloorServer, folder: Path) -> list[PartCopy]:
    admin = psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True)
    copies = Copies(Holdings(admin), folder / "copies")
    for _ in copies.brought_up():
        pass
    copies.close()
    return copies.finished


def test_no_file_of_a_table_takes_the_place_of_another_by_the_name_that_it_gives() -> None:
    """A token's holder names files: one for two parts, a database's log, one too long for any disk."""
    named = (
        "a.db",
        "a.db",
        "a.db-wal",
        f"T2-{sha256(b'T2').hexdigest()[:8]}-1.db",
        "ま" * 100 + ".db",
        "b.db",
    )
    heading = '{"table":"T2","game":"","rules":"","created":"","version":"","follows":%s}'
    parts = [
        HeldPart("T2", "T2", "", at, b"", heading % follows, 1, bytes([at]), datetime.now(UTC), False, None)
        for at, follows in enumerate(
            ["null", *(f'{{"file":"{name}","entries":1,"head":"{at:02x}"}}' for at, name in enumerate(named))]
        )
    ]
    names = _names(parts)
    assert [names.index("a.db"), names.index("b.db")] == [0, 5]
    assert len({*names}) == len(parts) and all(name.endswith(".db") for name in names)
    assert max(len(name.encode()) for name in names) < 200


def test_a_copy_is_the_journal_entry_for_entry_with_its_states_and_its_files(
    floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.floor.holdings.ROOM", 2_000)  # a few rows at once, one state
    path, every = tmp_path / "journal.db", lines_and_entries(900)[1]
    with opened(path, T1, FIRST) as journal:
        journal.append(every[:300])
        journal.append(every[300:600], kept_state(FIRST))
        ship_all(floor, path)
        (first,) = part_copies(floor, tmp_path)
        assert rows_of(first.path or path) == rows_of(path)
        old = archives.go_on_in_new_file(journal, kept_state(FIRST), datetime(2026, 3, 2, tzinfo=UTC))
        journal.append(every[600:])
        ship_all(floor, path)
        copies = part_copies(floor, tmp_path)
        paths = [copy.path for copy in copies if copy.path is not None]
        assert [rows_of(copy) for copy in paths] == [rows_of(old), rows_of(path)]
        assert [copy.flaw for copy in copies] == [None, None]
        assert archives.volumes(paths[-1]) == paths
        ours, theirs = (
            succession.verify_all(paths, replayers=replayer),
            succession.verify_all([old, path], replayers=replayer),
        )
        assert [(each.good, each.entries) for each in ours] == [(each.good, each.entries) for each in theirs]


@pytest.mark.parametrize(
    ("harm", "flaw"),
    [
        (
            "UPDATE floor.entry SET packed = overlay(packed PLACING 'x' FROM 60) WHERE number = 40",
            Flaw.CHANGED,
        ),
        ("DELETE FROM floor.entry WHERE number = 40", Flaw.MISSING),
        ("UPDATE floor.entry SET packed = NULL, digest = sha256(packed) WHERE number = 40", Flaw.DIGEST),
        ("UPDATE floor.entry SET packed = NULL, digest = sha256('x') WHERE number = 40", Flaw.MISSING),
        ("UPDATE floor.journal SET chain = sha256(chain)", Flaw.CHANGED),
        ("UPDATE floor.journal SET heading = replace(heading, 'T1', 'T2')", Flaw.HEADING),
        ("UPDATE floor.checkpoint SET state = state || ' '", Flaw.HEADING),
    ],
)
def test_a_change_by_the_floors_administrator_is_seen_when_it_is_read(
    floor: FloorServer, tmp_path: Path, harm: str, flaw: Flaw
) -> None:
    ship_all(floor, written(tmp_path / "journal.db", 60))
    floor.admin.execute(harm.encode())
    (found,) = part_copies(floor, tmp_path)
    assert found.flaw is flaw
    assert found.flaw is Flaw.HEADING or found.first <= 40 <= found.last or found.last == 60


def test_no_copy_is_left_of_a_journal_of_which_the_floor_passed_an_entry_by(
    floor: FloorServer, tmp_path: Path
) -> None:
    """The door took the digest alone of what it could not store: nobody changed anything."""
    path = written(tmp_path / "journal.db", 60)
    shipment, door = Shipment(path), floor.door()
    door.ship(1, shipment.heading, shipment.batch(1, 39))
    door.keep_states(1, shipment.states(door.keep_states(1, ()), 39))
    assert door.pass_by(1, shipment.batch(40, 40)).status is BatchStatus.TAKEN
    door.ship(1, shipment.heading, shipment.batch(41, 50))
    admin = psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True)
    copies = Copies(Holdings(admin), tmp_path / "copies")
    for last in (50, 60):
        door.ship(1, shipment.heading, shipment.batch(51, last))
        for _ in copies.brought_up():
            pass
        (found,) = copies.finished
        assert (found.path, found.flaw, found.first, found.last) == (None, Flaw.DIGEST, 40, 40)
        assert flawed_of(found, "T1").key == "review.flaw.digest"
        assert (found.part.number, copies.uncopied_entries()) == (last, 0)
    copies.close()
    assert not [*(tmp_path / "copies").rglob("*.db")]

"""Bytes that no console can have written are a finding of the table that sent them, and of no other."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from console.floor.blocks import close_days
from console.floor.door import BatchStatus
from console.floor.holdings import Holdings
from console.floor.search.indexer import Indexer
from console.journal import Identity
from console.journal.shipment import Batch, Shipment
from console.review.log.entry_terms import fact_source
from tests.floor.studio import FloorServer
from tests.floor.test_floor_log import came_as_they_happened, index, ship_all
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.instruments.harm.floor_fuzz import fuzzed


def test_unreadable_bytes_are_a_finding_of_their_own_table_alone(floor: FloorServer, tmp_path: Path) -> None:
    """Texts that are none, fields of other types and times of no calendar, beside a table that plays on."""
    whole = [*lines_and_entries(20)[1][:20]]
    for table in ("T1", "T2"):
        with opened(tmp_path / f"{table}.db", Identity(table, "baccarat", "sv"), FIRST) as made:
            made.append(whole)
    ship_all(floor, tmp_path / "T2.db", "T2")
    strange = (
        b"\x9e\x01\xa1\xff",
        msgspec.msgpack.encode([2, *[{}] * 13]),
        msgspec.msgpack.encode(
            [3, "noted", "{}", None, "2026-13-01", 0, *[None] * 2, 0, None, "", "", None, None]
        ),
        b"\x9f\x04" + b"\x91" * 5_000,
    )
    heading = Shipment(tmp_path / "T1.db").heading
    batch = Batch(1, heading.digest, ("2026-05-01T03:00:00Z",) * 4, ("noted",) * 4, strange)
    assert floor.door().ship(1, heading, batch).status is BatchStatus.TAKEN
    floor.door().keep_states(1, Shipment(tmp_path / "T1.db").states(-1, 0))
    came_as_they_happened(floor)
    index(floor)
    walks = {part.table: Holdings(floor.admin).walk(part) for part in Holdings(floor.admin).parts()}
    assert (walks["T1"].unread, walks["T2"].unread) == ((1, 2, 3, 4), ())
    assert floor.disputes() == ["unreadable"]
    disputed = {seen.table: seen.disputed for seen in floor.desk().read().tables}
    assert disputed["T2"] == "" and floor.admin.execute("SELECT count(*) FROM floor.posting").fetchone() == (
        walks["T1"].number + walks["T2"].number,
    )
    close_days(floor.admin, datetime.now(UTC).date())
    again = {part.table: Holdings(floor.admin).walk(part) for part in Holdings(floor.admin).parts()}
    assert again == walks


def test_random_and_mutated_entries_harm_their_own_table_alone(floor: FloorServer, tmp_path: Path) -> None:
    """In short; `python3 -m tests harm hostile` does it with 100,000."""
    try:
        done = fuzzed(floor, tmp_path, 400)
    finally:
        floor.admin.execute("UPDATE floor.quota SET at_once = DEFAULT")
    assert done.lost == [], done.note


def test_a_part_whose_first_state_never_comes_is_indexed_when_it_was_waited_for(
    floor: FloorServer, tmp_path: Path
) -> None:
    with opened(tmp_path / "T1.db", Identity("T1", "baccarat", "sv"), FIRST) as made:
        made.append(lines_and_entries(5)[1][:5])
    shipment = Shipment(tmp_path / "T1.db")
    batch = shipment.batch(1, shipment.last()[0])
    assert floor.door().ship(1, shipment.heading, batch).status is BatchStatus.TAKEN
    with floor.account(floor.windows["indexer"]) as connection:
        found = [[*Indexer(connection, fact_source, patience=each).brought_up()][-1] for each in (900.0, 0.0)]
    assert [each.done for each in found] == [0, len(batch.packed)]

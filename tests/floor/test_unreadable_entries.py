"""Bytes that no console can have written are a finding of the table that sent them, and of no other."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.floor.blocks import close_days
from console.floor.door import BatchStatus
from console.floor.holdings import HeldPart, Holdings
from console.floor.search.indexer import Indexer
from console.supervisor.review import fact_source
from console.table.core import Resumption, Session, encode_table, table_of
from console.table.journal import Batch, Identity, Shipment
from tests.floor.studio_server import FloorServer
from tests.floor.test_floor_log import came_as_they_happened, index, ship_all
from tests.floor.test_hostile_texts import with_note
from tests.instruments.bench.play import FIRST, GAME, Ticking, lines_and_entries, opened
from tests.instruments.harm.floor_fuzz import fuzzed
from tests.table.devices.rehearsal import MemoryJournal


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


def test_an_incidents_id_too_long_for_any_key_ends_no_index(floor: FloorServer, tmp_path: Path) -> None:
    """A token's holder makes the state with which a file begins, and with it the open incident's id."""
    made, session = MemoryJournal(), partial(Session, GAME)
    before = session(made, Ticking(), Resumption(FIRST))
    for line in (b'{"do":"bets","state":"open"}', b'{"do":"incident","by":"D1","kind":"cannot_continue"}'):
        before.take(line)
    incident = before.view().incident
    assert incident is not None
    strange = "".join(map(chr, random.Random(1).choices(range(0x4E00, 0x9000), k=9_000)))
    state = encode_table(before.table).replace(f'"{incident.id}"'.encode(), f'"{strange}"'.encode())
    after, begin = MemoryJournal(), table_of(state)
    session(after, Ticking(), Resumption(begin)).take(b'{"do":"withdraw","by":"D1"}')
    with opened(tmp_path / "T1.db", Identity("T1", "baccarat", "sv"), begin) as hostile:
        hostile.append([*after.entries])
    with opened(tmp_path / "T2.db", Identity("T2", "baccarat", "sv"), FIRST) as honest:
        honest.append([*made.entries])
    for table in ("T1", "T2"):
        ship_all(floor, tmp_path / f"{table}.db", table)
    index(floor)
    asked = "SELECT table_id, count(*)::integer FROM floor.posting GROUP BY 1 ORDER BY 1"
    assert floor.admin.execute(asked).fetchall() == [("T1", len(after.entries)), ("T2", len(made.entries))]
    assert floor.admin.execute(b"SELECT max(length(incident)) FROM floor.standing").fetchone() == (200,)


@pytest.mark.sweep
def test_long_texts_are_posted_a_few_at_once(floor: FloorServer, tmp_path: Path) -> None:
    """Two thousand entries of 130 kB, as the quota lets in at once, were more than a statement may take."""
    many = list[int]()

    class Noting(Indexer):
        def _post_batch(self, part: HeldPart, indexed: Any, after: int, batch: Any) -> bool:
            many.append(len(batch.moments))
            return super()._post_batch(part, indexed, after, batch)

    played, chance = lines_and_entries(9)[1], random.Random(1)
    with opened(tmp_path / "T1.db", Identity("T1", "baccarat", "sv"), FIRST) as made:
        long = ["".join(map(chr, chance.choices(range(0x4E00, 0x9000), k=100_000))) for _ in range(9)]
        made.append([with_note(each, text) for each, text in zip(played, long, strict=False)])
    ship_all(floor, tmp_path / "T1.db", "T1")
    with floor.account(floor.windows["indexer"]) as connection:
        found = [*Noting(connection, fact_source, patience=0.0).brought_up()][-1]
    assert found.done == found.of == sum(many) == 9
    assert max(many) < 9


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

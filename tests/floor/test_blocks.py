"""Closed days in blocks say what the rows said, to the byte, and only what is proven is closed."""

from __future__ import annotations

import random
import string
import zlib
from datetime import date, timedelta
from pathlib import Path
from unittest.mock import patch

import msgspec
import psycopg
import pytest

from console.floor.blocks import DayNotClosed, close_day, close_days, open_days
from console.floor.copies import Flaw
from console.floor.door import BatchStatus
from console.floor.holdings import Holdings
from console.table.journal import Identity, Shipment, perfect
from tests.floor.studio_server import T1, FloorServer, packed
from tests.floor.test_copies import part_copies, rows_of, ship_all
from tests.floor.test_floor_log import index
from tests.floor.test_hostile_texts import with_note
from tests.instruments.bench.play import FIRST, lines_and_entries, opened

ROOM = "SELECT sum(length(entries) + length(digests)) FROM floor.block"
ROWS = """
    SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits
    WHERE inhparent = 'floor.entry'::regclass AND pg_relation_size(inhrelid) > 0
"""
"""The size of the entries as rows, with their indexes."""


def is_yesterdays(floor: FloorServer, back: int) -> date:
    """Have the floor take what came today for what came ``back`` days ago."""
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    day: date = today - timedelta(days=back)
    floor.admin.execute("SELECT floor.make_days(%s, 1)", (day,))
    floor.admin.execute("UPDATE floor.entry SET day = %s WHERE day = %s", (day, today))
    return day


@pytest.fixture
def three_days(floor: FloorServer, tmp_path: Path) -> Path:
    """A journal of which 1,500 entries came three days ago, 800 two, and 200 today."""
    path, every = tmp_path / "journal.db", lines_and_entries(2_500)[1]
    with opened(path, T1, FIRST) as journal:
        for first, last, back in ((0, 1_500, 3), (1_500, 2_300, 2), (2_300, 2_500, 0)):
            journal.append(every[first:last])
            ship_all(floor, path)
            if back:
                is_yesterdays(floor, back)
    return path


@pytest.mark.sweep
def test_days_that_are_closed_are_read_as_before_from_a_fraction_of_the_room(
    floor: FloorServer, three_days: Path, tmp_path: Path
) -> None:
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    (before,) = floor.admin.execute(ROWS).fetchone() or (None,)
    closed = close_days(floor.admin, today)
    filled = [(each.entries, each.blocks) for each in closed if each.entries]
    assert filled == [(1_500, 2), (800, 2)]  # tests of the same server leave days without an entry
    assert min(open_days(floor.admin)) >= today - timedelta(days=1)
    rows = floor.admin.execute("SELECT number FROM floor.entry ORDER BY number").fetchall()
    assert rows == [(number,) for number in range(2_301, 2_501)]
    (copy,) = part_copies(floor, tmp_path)
    assert (copy.flaw, copy.path and rows_of(copy.path)) == (None, rows_of(three_days))
    every = packed(three_days)
    (size,) = floor.admin.execute(ROOM).fetchone() or (None,)
    assert float(size) < 0.15 * float(before), "entries packed, and their digests as they are"
    blocks = floor.admin.execute("SELECT number, chain, root FROM floor.block ORDER BY block").fetchall()
    shipment = Shipment(three_days)
    assert [(number, chain) for number, chain, _ in blocks] == [
        (number, shipment.chain_at(number)) for number in (1_024, 2_048, 2_300)
    ]
    from console.table.journal import digest_of

    assert blocks[0][2] == perfect([digest_of(each) for each in every[:1_024]])
    assert blocks[2][2] is None


@pytest.mark.sweep
def test_a_witness_hears_the_same_digests_of_a_day_that_was_closed(
    floor: FloorServer, three_days: Path
) -> None:
    ranges = (
        (1, 2_500),
        (1, 1),
        (1_024, 1_025),
        (1_000, 1_100),
        (2_300, 2_301),
        (2_290, 2_600),
        (2_301, 2_400),
    )

    def heard() -> list[bytes]:
        asked = "SELECT floor.digests('T1', 1, %s, %s)"
        rows = (floor.admin.execute(asked, each).fetchone() for each in ranges)
        return [bytes(row[0]) for row in rows if row is not None]

    before = heard()
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    close_days(floor.admin, today)
    assert heard() == before
    assert before[0] == b"".join(Shipment(three_days).digests(1, 2_500))
    shipment, door = Shipment(three_days), floor.door()
    assert door.pass_by(1, shipment.batch(1_500, 1_500)).status is BatchStatus.KNOWN
    assert floor.disputes() == []


@pytest.mark.sweep
def test_a_table_that_sends_closed_entries_again_hears_that_they_are_known(
    floor: FloorServer, three_days: Path
) -> None:
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    close_days(floor.admin, today)
    shipment, door = Shipment(three_days), floor.door()
    assert door.ship(1, shipment.heading, shipment.batch(2_250, 2_350)).status is BatchStatus.KNOWN
    assert floor.disputes() == []


def test_a_day_that_was_changed_is_not_closed_and_none_that_is_not_over(
    floor: FloorServer, three_days: Path
) -> None:
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    with pytest.raises(DayNotClosed) as early:
        close_day(floor.admin, today)
    gap = close_day(floor.admin, today - timedelta(days=2)).left["T1", 1]
    # Entries of today are changed: what is closed must lead to the head all the same.
    floor.admin.execute("UPDATE floor.entry SET packed = packed || '\\x00' WHERE number = 2400")
    changed = [day.left for day in close_days(floor.admin, today) if day.left]
    assert [list(left) for left in changed] == [[("T1", 1)]], "reported once, not with each later day"
    assert [each.key for each in (early.value, gap, *changed[0].values())] == [
        "floor.close.not_over",
        "floor.close.gap",
        "floor.close.changed",
    ]
    assert floor.admin.execute("SELECT count(*) FROM floor.entry").fetchone() == (2_500,)
    assert floor.admin.execute("SELECT count(*) FROM floor.block").fetchone() == (0,)
    floor.admin.execute("DELETE FROM floor.entry WHERE number = 2400")
    (lost,) = (each for day in close_days(floor.admin, today) for each in day.left.values())
    assert [(each.key, each.slots["entry"]) for each in (gap, lost)] == [
        ("floor.close.gap", 1),
        ("floor.close.gap", 2_400),
    ], "the first entry that is missing"


@pytest.mark.sweep
def test_a_table_whose_day_cannot_be_packed_keeps_its_rows_and_stops_no_other(
    floor: FloorServer, tmp_path: Path
) -> None:
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    every, paths = lines_and_entries(60)[1], {table: tmp_path / f"{table}.db" for table in ("T1", "T2")}
    for first, last, back in ((0, 40, 3), (40, 60, 2)):
        for table, path in paths.items():
            with opened(path, Identity(table, "baccarat", "sv"), FIRST) as journal:
                journal.append(every[first:last])
            ship_all(floor, path, table)
        is_yesterdays(floor, back)
    changed = "UPDATE floor.entry SET packed = %s WHERE table_id = 'T1' AND number = 7"
    floor.admin.execute(changed, (b"\x9e\x07",))
    days = [day for day in close_days(floor.admin, today) if day.entries or day.left]
    assert [(day.entries, [*day.left]) for day in days] == [(40, [("T1", 1)]), (20, [])]
    rows = floor.admin.execute("SELECT table_id, count(*) FROM floor.entry GROUP BY 1").fetchall()
    assert rows == [("T1", 60)]
    for error in (
        *(psycopg.DataError, psycopg.IntegrityError, psycopg.errors.OutOfMemory, zlib.error, ValueError),
        *(psycopg.errors.ProgramLimitExceeded, msgspec.DecodeError, LookupError, TypeError),
    ):
        with patch("console.floor.blocks._close_part", side_effect=error("beyond its limits.\nmore")):
            left = [each for day in close_days(floor.admin, today) for each in day.left.values()]
        assert [(each.key, each.slots["error"]) for each in left][:1] == [
            ("floor.close.failed", "beyond its limits")
        ], error
    floor.admin.execute(changed, (packed(paths["T1"])[6],))
    assert sum(day.entries for day in close_days(floor.admin, today)) == 60
    copies = {each.part.table: each for each in part_copies(floor, tmp_path)}
    for table, path in paths.items():
        copied = copies[table]
        assert (copied.flaw, copied.path and rows_of(copied.path)) == (None, rows_of(path))


def test_entries_on_both_sides_of_a_clock_that_was_set_back_are_packed(
    floor: FloorServer, tmp_path: Path
) -> None:
    """The earlier entries are of the later day, and were looked for in vain each night."""
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    path, every = tmp_path / "T1.db", lines_and_entries(40)[1]
    for first, last, back in ((0, 20, 2), (20, 40, 3)):
        with opened(path, T1, FIRST) as journal:
            journal.append(every[first:last])
        ship_all(floor, path)
        is_yesterdays(floor, back)
    days = [day for day in close_days(floor.admin, today) if day.entries or day.left]
    assert [(day.entries, day.left) for day in days] == [(20, {}), (20, {})]
    (copy,) = part_copies(floor, tmp_path)
    assert (copy.flaw, copy.path and rows_of(copy.path)) == (None, rows_of(path))


def test_no_entry_is_of_an_earlier_day_than_the_one_before_it(floor: FloorServer, tmp_path: Path) -> None:
    """A server's clock that is set back over midnight made `verify` report a change that nobody made."""
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    path, every = tmp_path / "T1.db", lines_and_entries(40)[1]
    with opened(path, T1, FIRST) as journal:
        journal.append(every[:20])
        ship_all(floor, path)
        tomorrow = today + timedelta(days=1)
        floor.admin.execute("UPDATE floor.entry SET day = %s", (tomorrow,))
        floor.admin.execute("UPDATE floor.journal SET heard = %s::timestamp AT TIME ZONE 'UTC'", (tomorrow,))
        for last in (30, 40):
            journal.append(every[last - 10 : last])
            ship_all(floor, path)
    days = floor.admin.execute("SELECT day, count(*) FROM floor.entry GROUP BY 1").fetchall()
    assert days == [(tomorrow, 40)]
    (part,) = Holdings(floor.admin).parts()
    assert Holdings(floor.admin).walk(part).flaw is None


@pytest.mark.sweep
def test_a_block_stays_small_whatever_its_entries_hold(floor: FloorServer, tmp_path: Path) -> None:
    """Large entries stand beside it, and are proved, copied and found as before."""
    path = tmp_path / "T1.db"
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    letters = random.Random(1)
    with opened(path, T1, FIRST) as journal:
        for at, back in ((0, 3), (20, 2)):
            for length, entry in zip((200_000, 20) * 10, lines_and_entries(40)[1][at : at + 20], strict=True):
                journal.append([with_note(entry, "".join(letters.choices(string.ascii_letters, k=length)))])
            ship_all(floor, path)
            is_yesterdays(floor, back)
            close_days(floor.admin, today)
    ((size, many),) = floor.admin.execute("SELECT length(entries), number FROM floor.block").fetchall()
    assert (size < 20 * 4_096, many) == (True, 40)
    assert floor.admin.execute("SELECT count(*) FROM floor.entry").fetchone() == (0,)
    (part,) = Holdings(floor.admin).parts()
    walked = Holdings(floor.admin).walk(part)
    assert (walked.number, walked.flaw, walked.alone, walked.unread) == (40, None, (), ())
    (copy,) = part_copies(floor, tmp_path)
    assert (copy.flaw, copy.path and rows_of(copy.path)) == (None, rows_of(path))
    index(floor)
    assert floor.admin.execute("SELECT count(*) FROM floor.posting").fetchone() == (40,)
    floor.admin.execute("UPDATE floor.large_entry SET packed = packed || '\\x00' WHERE number = 21")
    walked = Holdings(floor.admin).walk(part)
    assert (walked.number, walked.flaw) == (21, "block")


def test_a_block_that_was_changed_is_seen_when_it_is_read(
    floor: FloorServer, three_days: Path, tmp_path: Path
) -> None:
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    close_days(floor.admin, today)
    floor.admin.execute("UPDATE floor.block SET entries = overlay(entries PLACING '\\x00' FROM 900)")
    (found,) = part_copies(floor, tmp_path)
    assert found.flaw in (Flaw.MISSING, Flaw.CHANGED)

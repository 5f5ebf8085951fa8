"""Times and labels of a hostile console: the wall reads the others on, and their log and nights go on."""

from __future__ import annotations

import time
from datetime import date, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from console.floor.alarms.items import AlarmKind
from console.floor.alarms.watch import Watch
from console.floor.blocks import close_day
from console.floor.database import connect
from console.floor.door import Answer, BatchRefused, PostgresDoor
from console.floor.holdings import Holdings
from console.floor.search.indexer import Indexer
from console.floor.self_report import Certificate, OpenNotification, SelfReport, TableStanding, encode_report
from console.floor.shipper import Shipper
from console.supervisor.review import fact_source
from console.table.journal import Batch, Heading, Identity, Shipment
from tests.floor.studio_server import BEGUN, CALLED, EMPTY, FloorServer, journal, send_report
from tests.floor.test_shipping import ship_all
from tests.instruments.bench.play import FIRST, lines_and_entries, opened

PLAYING = SelfReport(standing=TableStanding.PLAYING, since=BEGUN)
TOLD = encode_report(PLAYING).decode()
NO_READERS = ("infinity", "-infinity", "20000-01-01 00:00+00", "0001-01-01 00:00+00 BC")
"""Moments that PostgreSQL has, and Python does not."""


def read_by_windows(floor: FloorServer) -> tuple[set[str], ...]:
    """The tables that each way of reading shows."""
    floor.admin.execute("UPDATE floor.state SET hinted = now()")
    read = {seen.table for seen in floor.desk().read().tables}
    with floor.account(floor.windows["boss"]) as window:
        seen, beside = (
            {table for (table,) in window.execute(f"SELECT table_id FROM floor.{each}".encode())}
            for each in ("seen(now())", "reading_beside()")
        )
    return read, seen, beside


@pytest.mark.parametrize("clock", ["294276-12-31 23:59:59.9+00", "infinity", "4713-01-01 00:00+00 BC"])
def test_a_table_with_an_impossible_clock_takes_no_others_reading_away(
    floor: FloorServer, clock: str
) -> None:
    send_report(floor, PLAYING, "T2")
    asked = (
        "SELECT FROM floor.ship('T1', 1, %b, '{}', 1, %b, '{}', '{}', '{}', %s::jsonb, %b, %s::timestamptz)"
    )
    with floor.account(floor.accounts["T1"]) as table:
        table.execute(asked.encode(), (EMPTY.digest, EMPTY.digest, TOLD, bytes(16), clock))
    time.sleep(0.2)  # by then that clock is beyond the last moment that there is
    assert read_by_windows(floor) == ({"T1", "T2"},) * 3


@pytest.mark.parametrize("since", ["infinity", "-infinity", "294276-12-31 23:59:59+00", "soon", ""])
def test_an_impossible_time_from_one_table_does_not_hide_the_others(floor: FloorServer, since: str) -> None:
    send_report(floor, PLAYING, "T2")
    told = TOLD.replace("2026-05-01T03:00:00Z", since)
    assert told != TOLD
    floor.door().ship(1, EMPTY, Batch(1, EMPTY.digest), told.encode())
    assert read_by_windows(floor) == ({"T1", "T2"},) * 3


NOTIFIED = OpenNotification("T1-i1", "gaming_board", BEGUN)


@pytest.mark.parametrize(
    ("until", "is_whole"),
    [
        ("2026-05-01T03:00:00", False),
        ("0001-01-01T00:00:00+14:00", True),
        ("9999-12-31T23:59:59-14:00", True),
    ],
)
def test_a_term_without_a_zone_or_at_the_end_of_time_leaves_the_wall_to_others(
    floor: FloorServer, until: str, is_whole: bool
) -> None:
    """By a time without a zone one table ended the alarms of all: it can't be compared with the floor's."""
    send_report(floor, CALLED, "T2")
    report = SelfReport(
        standing=TableStanding.PLAYING,
        since=BEGUN,
        notifications=(NOTIFIED,),
        certificate=Certificate(at=BEGUN),
    )
    told = encode_report(report).decode().replace(f'"until":"{BEGUN:%FT%TZ}"', f'"until":"{until}"')
    told = told.replace(f'"at":"{BEGUN:%FT%TZ}"', f'"at":"{until}"')
    assert f'"at":"{until}"' in told
    floor.door().ship(1, EMPTY, Batch(1, EMPTY.digest), told.encode())
    watch = Watch.new_watch(0.0).after_reading(floor.desk().read(), 1.0)
    lines = {(line.table_names, line.what) for line in watch.moment(1.0).items}
    assert (("T2",), AlarmKind.CALL) in lines
    assert ((("T1",), AlarmKind.UNREAD) in lines) is not is_whole
    (read,) = [seen.report for seen in floor.desk().read().tables if seen.name == "T1"]
    assert read is not None and is_whole == bool(read.notifications)
    for zone in (ZoneInfo("Asia/Tokyo"), ZoneInfo("America/Lima")):
        assert all(each.until.astimezone(zone) for each in read.notifications)


class HostileDoor(PostgresDoor):
    """A table's door at which each time but the first entry's is another one than the entry's."""

    at = ""

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        numbers = range(batch.first, batch.first + len(batch.times))
        times = tuple(at if n == 1 else self.at for n, at in zip(numbers, batch.times, strict=True))
        return super().ship(part, heading, replace(batch, times=times), state)

    def pass_by(self, part: int, batch: Batch) -> Answer:
        return super().pass_by(part, replace(batch, times=(self.at,)))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("at", NO_READERS)
def test_an_entry_of_an_impossible_time_leaves_index_and_nights_to_the_others(
    floor: FloorServer, tmp_path: Path, at: str
) -> None:
    hostile = HostileDoor(f"{floor.dsn} user={floor.accounts['T1']}", "T1", now=lambda: BEGUN)
    hostile.at = at
    floor.doors.append(hostile)
    for name, door in (("T1", hostile), ("T2", floor.door("T2"))):
        with opened(tmp_path / f"{name}.db", Identity(name, "baccarat", "sv"), FIRST) as own:
            own.append(lines_and_entries(5)[1][:5])
            ship_all(Shipper(tmp_path / f"{name}.db", door, None))
    with floor.account(floor.windows["indexer"]) as connection:
        for _ in Indexer(connection, fact_source).brought_up():
            pass
    indexed = floor.admin.execute("SELECT table_id, number FROM floor.indexed ORDER BY 1").fetchall()
    assert indexed == [("T1", 5), ("T2", 5)]
    holdings = Holdings(floor.admin)
    walked = {part.table: holdings.walk(part) for part in holdings.parts()}
    assert (walked["T1"].flaw, walked["T2"].flaw) == (None, None)
    assert walked["T1"].alone == (2, 3, 4, 5), "the floor has their digests, by which they are proved"
    _let_the_day_end(floor)
    assert close_day(floor.admin, date(2026, 5, 1)).entries == 10


def _let_the_day_end(floor: FloorServer) -> None:
    floor.admin.execute("SELECT floor.make_days('2026-05-01', 1)")
    floor.admin.execute("UPDATE floor.entry SET day = '2026-05-01'")


def test_a_kind_that_no_window_can_take_is_refused(floor: FloorServer, tmp_path: Path) -> None:
    with journal(tmp_path / "T1.db", 4):
        shipment = Shipment(tmp_path / "T1.db")
        batch = shipment.batch(1, 4)
        long = replace(batch, kinds=("x" * 1_000_000, *batch.kinds[1:]))
        with pytest.raises(BatchRefused, match="entry_labels"):
            floor.door().ship(1, shipment.heading, long)
        assert floor.entries() == []


PAGE = f"SELECT number FROM floor.page(NULL, '[]', {'NULL, ' * 8} false, 0, 50, 62)"
POSTED = "INSERT INTO floor.posting (table_id, part, number, day, moment, terms) "
POSTED += "VALUES ('T1', 1, %s, %s, %s, '{}')"
COUNTED = "INSERT INTO floor.hour (table_id, hour, many) VALUES ('T1', %s, 1)"
HOURS = ("2026-03-29 03", "2026-03-29 23", "2026-03-30 05", "2026-10-25 03", "2026-10-26 00", "2026-10-27 04")


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Pacific/Auckland"])
def test_a_page_has_each_entry_once_though_the_servers_own_clocks_change(
    floor: FloorServer, zone: str
) -> None:
    for number, hour in enumerate(HOURS, 1):
        floor.admin.execute(POSTED.encode(), (number, hour[:10], f"{hour}:10+00"))
        floor.admin.execute(COUNTED, (f"{hour}:00+00",))
    with floor.account(floor.windows["supervisor"]) as connection:
        connection.execute(f"SET timezone = '{zone}'".encode())
        assert connection.execute(PAGE.encode()).fetchall() == [(1,), (2,), (3,), (4,), (5,), (6,)]


def test_days_are_utc_whatever_zone_the_server_or_the_account_has(floor: FloorServer) -> None:
    account = floor.windows["supervisor"]
    floor.admin.execute(f"ALTER ROLE {account} SET timezone = 'Asia/Tokyo'".encode())
    try:
        with connect(f"{floor.dsn} user={account}") as connection:
            row = connection.execute("SELECT TIMESTAMPTZ '2026-11-23 23:30+00'").fetchone()
        assert row is not None
        assert row[0].date() == date(2026, 11, 23)
        assert row[0].utcoffset() == timedelta(0)
    finally:
        floor.admin.execute(f"ALTER ROLE {account} RESET timezone".encode())

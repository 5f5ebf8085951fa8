"""A day's partition is made and dropped beside play: nobody who ships waits for somebody who reads."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from console.floor.blocks import DayClosing, close_day, open_days
from console.floor.embedded import SUPERUSER
from console.floor.shipper import Shipper
from console.table.journal import Shipment
from tests.floor.studio_server import FloorServer, journal, packed
from tests.instruments.bench.play import lines_and_entries


def administrator(floor: FloorServer) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True)


def ship_all(shipper: Shipper) -> None:
    while shipper.step():
        pass


@pytest.mark.sweep
def test_a_day_is_dropped_during_a_long_read_while_tables_ship(floor: FloorServer, tmp_path: Path) -> None:
    path, every, closed = tmp_path / "J.db", lines_and_entries(900)[1], list[DayClosing]()
    with journal(path) as kept, administrator(floor) as reader, administrator(floor) as closer:
        shipper = Shipper(path, floor.door(), None)
        kept.append(every[:300])
        ship_all(shipper)
        today = datetime.now(UTC).date()
        day = today - timedelta(days=1)
        floor.admin.execute("SELECT floor.make_days(%s, 1)", (day,))
        with floor.admin.transaction():  # what came yesterday
            floor.admin.execute("UPDATE floor.entry SET day = %s", (day,))
        with reader.transaction():
            reader.execute("SELECT count(*) FROM floor.entry").fetchone()
            closing = threading.Thread(target=lambda: closed.append(close_day(closer, day)))
            closing.start()
            for at in range(300, 900, 20):  # three seconds is what a door waits for a lock
                kept.append(every[at : at + 20])
                ship_all(shipper)
            assert closing.is_alive()
        closing.join(60)
        assert [each.entries for each in closed] == [300]
        assert day not in open_days(floor.admin)
        asked = "SELECT number, packed FROM floor.entry ORDER BY number"
        assert floor.admin.execute(asked).fetchall() == list(enumerate(packed(path), 1))[300:]
        assert floor.head() == Shipment(path).last()
        assert floor.disputes() == []


def test_a_day_is_dropped_though_a_windows_sessions_hold_it_in_turn(
    floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a pit boss's stolen token no day of any table was packed any more."""
    monkeypatch.setattr("console.floor.blocks._TRIES", 20)
    with journal(tmp_path / "J.db", 30):
        ship_all(Shipper(tmp_path / "J.db", floor.door(), None))
    day = datetime.now(UTC).date() - timedelta(days=1)
    floor.admin.execute("SELECT floor.make_days(%s, 1)", (day,))
    floor.admin.execute("UPDATE floor.entry SET day = %s", (day,))
    ended = threading.Event()

    def hold() -> None:
        while not ended.is_set():
            with suppress(psycopg.Error), floor.account(floor.windows["boss"]) as connection:
                connection.execute("SET idle_in_transaction_session_timeout = 0")
                with connection.transaction():
                    connection.execute("SELECT count(*) FROM floor.entry").fetchone()
                    ended.wait(2)

    holders = [threading.Thread(target=hold) for _ in range(2)]
    try:
        for each in holders:
            each.start()
            ended.wait(0.7)
        assert close_day(floor.admin, day).entries == 30
    finally:
        ended.set()
        for each in holders:
            each.join(60)
    assert day not in open_days(floor.admin)


def test_days_are_made_during_a_long_read_while_tables_ship(floor: FloorServer, tmp_path: Path) -> None:
    path, every = tmp_path / "J.db", lines_and_entries(300)[1]
    with journal(path) as kept, administrator(floor) as reader:
        shipper = Shipper(path, floor.door(), None)
        kept.append(every[:100])
        ship_all(shipper)
        last = open_days(floor.admin)[-1]
        floor.admin.execute(f"DROP TABLE floor.entry_{last:%Y%m%d}".encode())
        with reader.transaction():
            reader.execute("SELECT count(*) FROM floor.entry").fetchone()
            assert floor.desk().prepare() is False  # prepare() did not wait for the reader
            kept.append(every[100:200])
            ship_all(shipper)
            assert last not in open_days(floor.admin)
        assert floor.desk().prepare() is False
        assert open_days(floor.admin)[-1] == last
        kept.append(every[200:])
        ship_all(shipper)
        assert floor.entries() == packed(path)


def test_a_week_of_days_is_made_ahead(floor: FloorServer) -> None:
    assert len(open_days(floor.admin)) >= 8


def test_entries_outside_all_days_are_reported_and_not_lost(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    today = datetime.now(UTC).date()
    floor.admin.execute(f"DROP TABLE floor.entry_{today:%Y%m%d}".encode())
    try:
        with journal(path, 300):
            ship_all(Shipper(path, floor.door(), None))
            assert floor.entries() == packed(path)
            assert floor.desk().prepare() is True
    finally:
        floor.admin.execute("DELETE FROM floor.entry")
        assert floor.desk().prepare() is False
    assert today in open_days(floor.admin)

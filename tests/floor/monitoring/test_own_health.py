"""A table writes its own health: the same figures as a fresh look, read by everybody, and nobody waits."""

from __future__ import annotations

import os
import stat
import threading
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from console.floor.monitoring.own_health import OwnHealth, write_metrics
from console.supervisor.reports import HealthWatch, TableHealth, health
from console.supervisor.reports.table_health import (
    DAY,
    DISK_LIMITS,
    STRETCH,
    Ailment,
    HealthFinding,
    HealthTrouble,
    Level,
)
from console.table.core import NoteKind, Phase, SetClock
from tests.table.played import FELL, OPEN, ROUND, session_at, time_of_line, written

ROOM = DISK_LIMITS[0]


def figures(file: Path) -> dict[str, float]:
    found = text_string_to_metric_families(file.read_text("utf-8"))
    return {sample.name: sample.value for family in found for sample in family.samples}


def test_a_look_that_goes_on_sees_what_a_fresh_one_does(tmp_path: Path) -> None:
    path, clock = tmp_path / "t.db", SetClock(time_of_line(0))
    watch = HealthWatch(path)
    with session_at(path, clock) as session:
        for line in (*ROUND, *FELL, OPEN):
            clock.advance(2)
            session.take(msgspec.json.encode(line))
            session.note(NoteKind.DEVICE_LOST if line is OPEN else NoteKind.LOCKED, text="shoe")
            assert watch.look(clock.utc(), ROOM) == health(path, clock.utc(), ROOM)
        later = clock.utc() + DAY + timedelta(seconds=1)
        assert sum(watch.look(clock.utc(), ROOM).errors.values()) > 0
        assert sum(watch.look(later, ROOM).errors.values()) == 0, "it was the day before"


def test_another_file_under_the_name_is_looked_at_from_its_beginning(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND, OPEN)
    watch = HealthWatch(path)
    before = watch.look(time_of_line(50), ROOM)
    for each in tmp_path.glob("t.db*"):
        each.unlink()
    written(path, *ROUND, start=time_of_line(100))
    assert watch.look(time_of_line(200), ROOM) == health(path, time_of_line(200), ROOM) != before


def test_a_journal_that_comes_back_is_looked_at_from_its_beginning(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    watch = HealthWatch(path)
    sound, kept = watch.look(time_of_line(50), ROOM), path.read_bytes()
    path.write_bytes(b"no journal")
    assert not OwnHealth(path, tmp_path / "t.prom", 5).write()
    path.write_bytes(kept)
    assert watch.look(time_of_line(50), ROOM) == sound


def test_the_health_file_is_complete_readable_by_all_and_without_names(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND, *FELL[:5], {"do": "call", "on": True, "by": "D1"})
    umask = os.umask(0o077)
    try:
        assert OwnHealth(path, tmp_path / "t.prom", 5, lambda: time_of_line(40)).write()
    finally:
        os.umask(umask)
    file = tmp_path / "t.prom"
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert [each.name for each in tmp_path.glob("*.prom*")] == ["t.prom"]
    by_name = figures(file)
    assert by_name["dealer_console_rounds"] == 2 and by_name["dealer_console_incidents"] == 1
    assert by_name["dealer_console_called_seconds"] > 0
    assert not {"D1", "P1"} & set(file.read_text("utf-8").replace('"', " ").split())


def test_the_text_file_has_each_figure_of_a_table_under_its_documented_name(tmp_path: Path) -> None:
    at, sealed_at = time_of_line(9), time_of_line(5)
    finding = HealthFinding(HealthTrouble.HALTED, Level.CRITICAL)
    table = TableHealth(
        file="t.db", table="T7", game="baccarat", rules="lt", casino="", live=False, entry=90, last_at=at,
        phase=Phase.DEALING, round_open=True, rounds=3, incidents=4, halted="incident", halted_for=5.5,
        called_for=6.5, queued=7, devices={"shoe": Ailment.LOST}, errors={"wheel": 8}, clock="synchronised",
        sealed_at=sealed_at, sealed=79, unsealed_for=9.5, no_picture="status", overdue_for=10.5,
        disk_free=12, files_free=13, findings=(finding,),
    )  # fmt: skip
    write_metrics(tmp_path / "t.prom", [table], time_of_line(11), ["gone.db"])
    samples = {
        name.removeprefix("dealer_console_"): value for name, value in figures(tmp_path / "t.prom").items()
    }
    assert samples == {
        "status": 2, "rounds": 3, "incidents": 4, "round_open": 1, "halted_seconds": 5.5,
        "called_seconds": 6.5, "queued_reports": 7, "last_entry_timestamp_seconds": at.timestamp(),
        "entries": 90, "last_seal_timestamp_seconds": sealed_at.timestamp(), "unsealed_entries": 11,
        "unsealed_seconds": 9.5,
        "no_picture": 1, "overdue_notification_seconds": 10.5, "clock_synchronised": 1,
        "disk_free_bytes": 12, "disk_free_files": 13, "device_ailing": 1, "device_errors_a_day": 8,
        "unreadable": 1, "looked_timestamp_seconds": time_of_line(11).timestamp(), "version": 1,
    }  # fmt: skip


def test_a_tables_health_is_written_by_itself_until_it_is_stopped(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    asked, over = list[datetime](), threading.Event()

    def now() -> datetime:
        asked.append(time_of_line(40))
        if len(asked) > 2:
            own.stop_soon()
            over.set()
        return asked[-1]

    class Own(OwnHealth):
        def stop_soon(self) -> None:
            self._ended.set()

    own = Own(path, tmp_path / "t.prom", 0.001, now)
    own.start()
    assert over.wait(60)
    own.stop()
    assert len(asked) == 3 and (tmp_path / "t.prom").exists()


def test_a_health_file_that_cannot_be_written_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = written(tmp_path / "t.db", *ROUND)
    own = OwnHealth(path, tmp_path / "gone" / "t.prom", 5, lambda: time_of_line(40))
    assert not own.write() and not own.write()
    assert len(caplog.records) == 1 and "gone" in caplog.text


def test_a_long_day_is_read_with_rests(tmp_path: Path) -> None:
    path, rests = written(tmp_path / "t.db", *ROUND), list[int]()
    with session_at(path, SetClock(time_of_line(len(ROUND))), is_ready=False) as session:
        for _ in range(3 * STRETCH):
            session.note(NoteKind.LOCKED)
    HealthWatch(path, lambda: rests.append(1)).look(time_of_line(50), ROOM)
    assert len(rests) == 3

"""A table writes its own health: the same figures as a fresh look, read by everybody, and nobody waits."""

from __future__ import annotations

import os
import stat
import threading
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from console.floor.monitoring.own_health import OwnHealth
from console.supervisor.reports.table_health import DAY, DISK_LIMITS, STRETCH, HealthWatch, health
from console.table.core.running.clock import SetClock
from console.table.core.state.note_kinds import NoteKind
from console.table.custody.table_opening import open_session
from console.table.journal import Identity
from tests.table.core.tables import book
from tests.table.played import FELL, OPEN, ROUND, time_of_line, written

ROOM = DISK_LIMITS[0]


def figures(file: Path) -> dict[str, float]:
    found = text_string_to_metric_families(file.read_text("utf-8"))
    return {sample.name: sample.value for family in found for sample in family.samples}


def test_a_look_that_goes_on_sees_what_a_fresh_one_does(tmp_path: Path) -> None:
    path, clock = tmp_path / "t.db", SetClock(time_of_line(0))
    watch = HealthWatch(path)
    with ExitStack() as stack:
        session = open_session(
            path, Identity("T7", "baccarat", "lt"), book("lt"), clock, stack, is_ready=True
        ).session
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
    with ExitStack() as stack:
        clock = SetClock(time_of_line(len(ROUND)))
        session = open_session(path, Identity("T7", "baccarat", "lt"), book("lt"), clock, stack).session
        for _ in range(3 * STRETCH):
            session.note(NoteKind.LOCKED)
    HealthWatch(path, lambda: rests.append(1)).look(time_of_line(50), ROOM)
    assert len(rests) == 3

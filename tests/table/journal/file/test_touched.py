"""Writes beside a table that plays are seen where a byte has changed, and cost nothing where none has."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from console.table.core import NotRecorded, Unwritable
from console.table.journal import review
from console.table.journal.file import place, store, wal
from tests.table.journal.entries import drawn, opened, written

CAN_BE_LOCKED = """
import fcntl, struct, sys
for name, at, size in ((sys.argv[1], 0x40000002, 510), (sys.argv[1] + "-shm", 128, 1)):
    with open(name, "rb+") as file:
        asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, at, size, 0)
        print(struct.unpack("hhqqi4x", fcntl.fcntl(file, fcntl.F_GETLK, asked))[0] == fcntl.F_UNLCK)
"""
"""Whether another program gets the locks by which SQLite marks a journal as open: on the file, and on
its log's index (sqlite.org/src, os_unix.c: SHARED_FIRST, UNIX_SHM_DMS)."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "table.journal", 3)


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One element for each time that the whole file was read."""
    seen, walked = list[int](), store.walk_file

    def counted(*given: object) -> None:
        seen.append(1)
        walked(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "walk_file", counted)
    return seen


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def begin_of(log: Path) -> bytes:
    """The log's header: SQLite writes another where it begins at the log's start again."""
    with log.open("rb") as file:
        return file.read(32)


def times_changed(log: Path) -> None:
    """Leave a log as SQLite does when root reads it: no byte is changed, the time of its status is."""
    before = log.stat()
    while log.stat().st_ctime_ns == before.st_ctime_ns:
        log.chmod(before.st_mode & 0o777)


@pytest.mark.parametrize(("root", "least"), [(True, 0), (False, 1)])
def test_a_reader_that_only_sets_the_owner_has_the_file_read_once_at_most(
    path: Path, walks: list[int], monkeypatch: pytest.MonkeyPatch, root: bool, least: int
) -> None:
    monkeypatch.setattr(place, "_ROOT", root)
    with opened(path) as journal:
        for number in range(4, 20):
            journal.append([drawn(number)])
            times_changed(log_of(path))
        assert len(walks) == least
        with review(path):
            pass
        journal.append([drawn(20)])
    assert len(walks) == least


@pytest.mark.parametrize("root", [True, False])
@pytest.mark.parametrize("known", [True, False], ids=["a touch was seen before", "none was"])
def test_a_byte_changed_in_the_log_is_found_though_its_time_is_put_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, root: bool, known: bool
) -> None:
    monkeypatch.setattr(place, "_ROOT", root)
    with opened(path) as journal:
        journal.append([drawn(4)])
        if known:
            times_changed(log_of(path))
        journal.append([drawn(5)])
        log, before = log_of(path), log_of(path).stat()
        held = log.read_bytes()
        changed = held.replace(b'"card":"9H","place":4', b'"card":"2H","place":4')
        assert changed != held
        log.write_bytes(changed)
        os.utime(log, ns=(before.st_atime_ns, before.st_mtime_ns))
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(6)])
        assert (refused.value.reason, journal.last) == (Unwritable.DAMAGED, 5)


def test_a_byte_that_is_changed_while_the_copy_of_the_log_follows_is_found(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "_ROOT", True)
    follow = wal.Copy.follow

    def changed_first(copy: wal.Copy) -> None:
        log = log_of(path)
        held = log.read_bytes()
        changed = held.replace(b'"card":"9H","place":5', b'"card":"2H","place":5')
        if changed != held:
            log.write_bytes(changed)
        follow(copy)

    with opened(path) as journal:
        journal.append([drawn(4)])
        monkeypatch.setattr(wal.Copy, "follow", changed_first)
        journal.append([drawn(5)])
        assert b'"card":"2H","place":5' in log_of(path).read_bytes()
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(6)])
        assert (refused.value.reason, journal.last) == (Unwritable.DAMAGED, 5)


@pytest.mark.parametrize("root", [True, False])
def test_a_log_that_is_written_over_from_its_start_is_followed(
    path: Path, walks: list[int], monkeypatch: pytest.MonkeyPatch, root: bool
) -> None:
    monkeypatch.setattr(place, "_ROOT", root)
    with opened(path) as journal:
        journal.append([drawn(4)])
        begun = begin_of(log_of(path))
        times_changed(log_of(path))
        for _ in range(100):
            if begin_of(log_of(path)) != begun:
                break
            journal.append([drawn()] * 200)
        assert begin_of(log_of(path)) != begun, "SQLite writes it over from its start"
        for number in range(3):
            times_changed(log_of(path))
            journal.append([drawn(number)])
    assert len(walks) == (0 if root else 1)


@pytest.mark.parametrize("count", [1, 2])
def test_no_program_writes_to_the_file_between_its_check_and_the_commit(
    path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    refusals = list[str]()
    look = vars(place.FilePlace)["is_touched"].fget

    def looked(of: place.FilePlace) -> bool:
        found = look(of)
        with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as other:
            try:
                other.execute("CREATE TRIGGER more AFTER INSERT ON entry BEGIN DELETE FROM entry; END")
            except sqlite3.OperationalError as error:
                refusals.append(str(error))
        return bool(found)

    with opened(path) as journal:
        journal.append([drawn(4)])
        monkeypatch.setattr(place.FilePlace, "is_touched", property(looked))
        journal.append([drawn(5)] * count)
        journal.append([drawn(6)] * count)
    assert refusals == ["database is locked"] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="how a lock is laid out differs")
def test_a_look_at_the_whole_file_lets_go_of_no_lock(path: Path, walks: list[int]) -> None:
    with opened(path) as journal:
        journal.append([drawn(4)])
        os.utime(path)
        journal.append([drawn(5)])
        assert walks
        asked = [sys.executable, "-S", "-c", CAN_BE_LOCKED, str(path)]
        assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split() == 2 * [
            "False"
        ]

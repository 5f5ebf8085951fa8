"""A journal's file is harmed while a console has it open: the console says why, and goes on afterwards."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from console.table.core import NotRecorded, Unwritable
from console.table.journal import SqliteJournal, sibling, verify
from console.table.journal.file import wal
from tests.instruments.harm.disks import NoDisk, small_disk
from tests.table.journal.entries import drawn, opened

linux = pytest.mark.skipif(sys.platform != "linux", reason="a deleted file is found by Linux's O_PATH")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@contextmanager
def sync_that_fails(journal: SqliteJournal) -> Iterator[None]:
    """Let commits fail as on a disk that took the pages and could not keep them: the frames stay."""
    path, log = journal.path, sibling(journal.path, "-wal")
    real = journal._store

    def failing(*given: object) -> None:
        before = path.read_bytes(), log.read_bytes()
        real(*given)  # type: ignore[arg-type]
        journal._doubtful = True
        after = log.read_bytes()
        journal._disconnect()
        path.write_bytes(before[0])
        log.write_bytes(after)
        raise sqlite3.OperationalError("disk I/O error")

    journal._store = failing  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        journal._store = real  # type: ignore[method-assign]


def refusal_of(journal: SqliteJournal, place: int = 9) -> Unwritable:
    with pytest.raises(NotRecorded) as found:
        journal.append([drawn(place)])
    return found.value.reason


def test_a_restart_does_not_find_a_refused_entry_whose_pages_were_written(path: Path) -> None:
    journal = opened(path)
    journal.append([drawn(1)])
    journal.append([drawn(2)], b'{"after":2}')
    with sync_that_fails(journal):
        refusal_of(journal)
    copied = path.with_name("as after a power cut")
    for ending in ("", "-wal"):
        shutil.copy(sibling(path, ending), sibling(copied, ending))
    assert (verify(copied).entries, verify(copied).flaw) == (2, None)
    assert journal.append([drawn(3)]) == 3
    journal.close()
    assert (verify(path).entries, verify(path).flaw) == (3, None)


def test_without_the_cut_the_refused_entry_would_be_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The harm is real: this is what the cut is for."""
    monkeypatch.setattr(wal, "cut_off", lambda log, after: None)
    journal = opened(path)
    journal.append([drawn(1)])
    with sync_that_fails(journal):
        refusal_of(journal)
    assert verify(path).entries == 2
    journal.close()


def test_a_log_is_read_as_sqlite_reads_it(path: Path) -> None:
    with opened(path) as journal:
        for place in range(1, 30):
            journal.append([drawn(place)], b"{}" if place % 7 == 0 else None)
        log = sibling(path, "-wal").read_bytes()
        found = list(wal.transactions(log))
        assert found[-1].end <= len(log)
        assert [each.begin for each in found[1:]] == [each.end for each in found[:-1]]
        assert [number for number in range(29) if found[-1].holds(number)] == list(range(29))
        assert not found[-1].holds(29)
        for at in range(29):
            assert found[at - 29].holds(at) and not found[at - 29].holds(at + 1)


@pytest.mark.parametrize("log", [b"", b"\0" * 32, b"x" * 10_000], ids=["nothing", "zeros", "no log"])
def test_bytes_that_are_no_log_hold_no_transaction(log: bytes) -> None:
    assert list(wal.transactions(log)) == []


def test_a_journal_that_was_moved_takes_nothing_until_it_is_put_back(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        path.rename(path.with_name("moved"))
        assert refusal_of(journal) is Unwritable.GONE
        path.with_name("moved").rename(path)
        assert journal.append([drawn(2)]) == 2
    assert verify(path).entries == 2


def test_a_file_that_was_put_in_its_place_is_left_alone(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        path.rename(path.with_name("moved"))
        path.write_bytes(b"minutes of a meeting\n")
        assert refusal_of(journal) is Unwritable.GONE
        assert path.read_bytes() == b"minutes of a meeting\n"
        path.with_name("moved").replace(path)
        assert journal.append([drawn(2)]) == 2


@linux
def test_a_deleted_journal_is_written_again_with_all_its_entries(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        journal.append([drawn(2)], b'{"after":2}')
        path.unlink()
        assert journal.append([drawn(3)]) == 3
        assert journal.recover().checkpoint == b'{"after":2}'
    assert (verify(path).entries, verify(path).flaw) == (3, None)
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, path.name + ".lock"]
    assert path.stat().st_mode & 0o777 == 0o600


@linux
def test_a_journal_deleted_with_its_log_is_written_again(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        for ending in ("", "-wal", "-shm"):
            sibling(path, ending).unlink()
        assert journal.append([drawn(2)]) == 2
    assert (verify(path).entries, verify(path).flaw) == (2, None)


@linux
def test_a_deleted_journal_that_cannot_be_rewritten_is_kept_until_it_can(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        path.unlink()
        blocked = sibling(path, ".rescued")
        blocked.mkdir()
        assert refusal_of(journal) is Unwritable.GONE
        assert refusal_of(journal) is Unwritable.GONE
        blocked.rmdir()
        assert journal.append([drawn(2)]) == 2
    assert (verify(path).entries, verify(path).flaw) == (2, None)


@pytest.mark.parametrize("lost", [("-wal",), ("-shm",), ("-wal", "-shm")], ids=str)
def test_a_deleted_log_loses_no_entry(path: Path, lost: tuple[str, ...]) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        for ending in lost:
            sibling(path, ending).unlink()
        journal.append([drawn(2)])
        copied = path.with_name("as after a kill")
        for ending in ("", "-wal"):
            shutil.copy(sibling(path, ending), sibling(copied, ending))
        assert (verify(copied).entries, verify(copied).flaw) == (2, None)


@linux
def test_a_full_disk_accepts_no_entry_and_goes_on_once_it_has_room(tmp_path: Path) -> None:
    with ExitStack() as stack:
        try:
            disk = stack.enter_context(small_disk(tmp_path / "disk", kibibytes=512))
        except NoDisk:
            pytest.skip("a disk can be mounted by root alone")
        journal = stack.enter_context(opened(disk / "table.journal"))
        journal.append([drawn(1)])
        ballast = disk / "ballast"
        with ballast.open("wb") as file, pytest.raises(OSError, match="space"):
            while True:
                os.write(file.fileno(), bytes(1024))
        reasons = set[Unwritable]()
        while not reasons:
            try:
                journal.append([drawn(2, raw=bytes(20_000))])
            except NotRecorded as error:
                reasons.add(error.reason)
        last = journal.last
        assert reasons == {Unwritable.FULL}
        ballast.unlink()
        assert journal.append([drawn(3)]) == last + 1
        assert verify(journal.path).entries == last + 1

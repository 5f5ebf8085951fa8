"""A rollback journal that somebody lays beside a journal: SQLite would write it over the file."""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from console.table.core import NoteKind, SetClock, game_of
from console.table.custody import open_session
from console.table.custody.salvage import salvage_note
from console.table.journal import review, verify
from console.table.journal.file.errors import RollbackJournal
from console.table.journal.file.heading import SCHEMA
from console.table.journal.proof.flaws import Flaw
from tests.table.core.tables import book
from tests.table.journal.entries import SV, opened, without_triggers, written


def hot(path: Path) -> Path:
    """Lay the pages of a changed copy beside a journal, as a transaction that was cut short leaves them."""
    copy = path.with_name("copy.journal")
    copy.write_bytes(path.read_bytes())
    with without_triggers(copy) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("UPDATE entry SET line = 'changed'")
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("BEGIN")
        connection.execute("DELETE FROM sqlite_master WHERE type = 'trigger'")
        connection.execute("PRAGMA user_version = 6")
        pages = copy.with_name("copy.journal-journal").read_bytes()
        connection.execute("ROLLBACK")
    copy.unlink()
    beside = path.with_name(path.name + "-journal")
    beside.write_bytes(pages)
    return beside


def test_a_journal_with_a_hot_rollback_file_is_neither_read_nor_written(tmp_path: Path) -> None:
    path = written(tmp_path / "T.journal", 40)
    before = path.read_bytes()
    beside = hot(path)
    verdict = verify(path)
    assert (verdict.flaw, verdict.name) == (Flaw.ROLLBACK, beside.name)
    with pytest.raises(RollbackJournal), review(path):
        pass
    with pytest.raises(RollbackJournal):
        opened(path)
    assert path.read_bytes() == before


def test_a_start_sets_both_aside_and_goes_on_with_every_entry(tmp_path: Path) -> None:
    path = written(tmp_path / "T.journal", 40)
    pages = hot(path).read_bytes()
    done = salvage_note(path, SV, game_of(book("sv"), "baccarat"), SetClock())
    assert done is not None
    assert (done[0].entries, done[0].lost) == (40, 0)
    assert done[0].damaged.with_name(done[0].damaged.name + ".rollback").read_bytes() == pages
    assert (verify(path).flaw, verify(done[0].recovered).flaw) == (None, None)


def test_an_empty_rollback_file_does_not_count(tmp_path: Path) -> None:
    path = written(tmp_path / "T.journal", 3)
    path.with_name(path.name + "-journal").write_bytes(b"")
    assert verify(path).flaw is None
    opened(path).close()


def switched(path: Path) -> Path:
    """Lay the rollback journal there that a console leaves which is killed while it switches the log on."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        beside = path.with_name(path.name + "-journal")
        pages = bytearray(beside.read_bytes())
        connection.execute("ROLLBACK")
    pages[:12] = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\0\0\0\1"
    beside.write_bytes(pages)
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\2\2")
    return beside


def test_a_switch_of_the_log_that_was_cut_short_is_undone_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "T.journal"
    with ExitStack() as stack:
        open_session(path, SV, book("sv"), SetClock(), stack).session.take(b'{"do":"view"}')
    beside = switched(path)
    assert verify(path).flaw is None
    with ExitStack() as stack:
        start = open_session(path, SV, book("sv"), SetClock(), stack)
        assert start.salvage is None and not beside.exists()
    with review(path) as found:
        told = [bytes(entry.event) for entry in found.of_a_kind("noted", "what")]
    assert [NoteKind.JOURNAL_ROLLED_BACK.encode() in each for each in told] == [True]


@pytest.mark.parametrize("at", [24, 27, 92, 95, 96, 99])
def test_the_counters_of_the_header_may_differ_and_zeros_may_follow(tmp_path: Path, at: int) -> None:
    """SQLite's file format: the counter of changes, the version that it is valid for, SQLite's own number.
    Of more than 256 KiB beside it nothing is known.
    """
    path = written(tmp_path / "T.journal", 3)
    beside = switched(path)
    pages = bytearray(beside.read_bytes())
    pages[512 + 4 + at] ^= 4
    beside.write_bytes(pages.ljust(262_144, b"\0"))
    assert verify(path).flaw is None
    beside.write_bytes(pages.ljust(262_145, b"\0"))
    assert verify(path).flaw is Flaw.ROLLBACK


@pytest.mark.parametrize("at", [18, 19, 23, 28, 60, 68, 91, 100, 107, 4095])
def test_a_rollback_file_with_other_changes_is_another_programs(tmp_path: Path, at: int) -> None:
    path = written(tmp_path / "T.journal", 3)
    beside = switched(path)
    pages = bytearray(beside.read_bytes())
    pages[512 + 4 + at] ^= 4
    beside.write_bytes(pages)
    assert verify(path).flaw is Flaw.ROLLBACK
    pages[512 + 4 + at] ^= 4
    beside.write_bytes(pages + pages)
    assert verify(path).flaw is Flaw.ROLLBACK

"""The files of a journal are read as one, whichever of them is open at the time."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from console.supervisor.history.sequence import EntrySequence
from console.table.commands.journal_copies import close_file
from console.table.core.running.clock import SetClock
from console.table.custody.table_opening import open_session
from console.table.journal import DamagedJournal, Identity
from tests.table.core.tables import book
from tests.table.played import START, say, written


@pytest.fixture
def three_files(tmp_path: Path) -> list[Path]:
    newest = written(tmp_path / "J.db", say("one"))
    clock = SetClock(START)
    closed = [close_file(newest, clock, tmp_path / "keys").file for _ in range(2)]
    return [*closed, newest]


def test_a_file_that_is_open_already_is_counted_too(three_files: list[Path]) -> None:
    sequence = EntrySequence(three_files)
    with sequence.file(1) as middle:
        assert sequence.earlier(2) == sequence.earlier(1) + middle.last


def test_files_that_are_kept_open_show_the_moment_of_their_first_reading(three_files: list[Path]) -> None:
    sequence, newest = EntrySequence(three_files), three_files[-1]
    with ExitStack() as stack:
        table = open_session(newest, Identity("T7", "baccarat", "lt"), book("lt"), SetClock(START), stack)
        with sequence.kept_open():
            with sequence.file(2) as journal:
                last = journal.last
            table.session.take(msgspec.json.encode(say("two")))
            with sequence.file(2) as journal:
                assert journal.last == last
        with sequence.file(2) as journal:
            assert journal.last == last + 1


def test_damage_is_named_by_its_own_file_while_another_one_is_kept_open(three_files: list[Path]) -> None:
    sequence = EntrySequence(three_files)
    with pytest.raises(DamagedJournal) as raised, sequence.kept_open(), sequence.file(0):
        with sequence.file(1):
            pass
        raise sqlite3.DatabaseError("a page that can't be read")
    assert raised.value.path == three_files[0]

"""The files of a journal are read as one, whichever of them is open at the time."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.commands.journal_copies import close_file
from console.history.sequence import EntrySequence
from console.table.running.clock import SetClock
from tests.records.journals import START, say, written


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

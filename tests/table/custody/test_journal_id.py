"""The id of a journal, which a game server keeps beside a round's: the same in all its files and copies."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from console.table.core import SetClock
from console.table.core.state.views import JournalId
from console.table.journal import Identity, backup
from console.table.journal.archives import Closing, volumes
from tests.table.journal.entries import by_another_program
from tests.table.played import CLOSED, OPEN, ROUND, card, session_at, written

NIGHT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
T7 = Identity("T7", "baccarat", "lt")


def id_of(path: Path, *, closes: bool = False) -> str:
    """The id that a start on this journal shows, in the view before a line and after one."""
    due = Closing(mib=0) if closes else None
    with session_at(path, SetClock(NIGHT + timedelta(days=31)), closing=due) as session:
        shown = session.view().journal
        assert session.take(b'{"do":"say","by":"D1","text":"all is well"}').journal == shown
        return msgspec.convert(shown, JournalId)


def test_a_restart_a_copy_and_every_later_file_have_the_id_of_the_first(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    first = id_of(path)
    (tmp_path / "elsewhere").mkdir()
    copy = tmp_path / "elsewhere" / "T7.db"
    backup(path, copy)
    ids = [id_of(path), id_of(copy), *(id_of(path, closes=True) for _ in range(2)), id_of(path)]
    assert ids == [first] * 5
    assert len(volumes(path)) == 3


def test_the_id_stays_where_the_earlier_files_were_moved_away(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    first = id_of(path)
    assert id_of(path, closes=True) == first
    volumes(path)[0].unlink()
    assert id_of(path) == first
    assert id_of(path, closes=True) == first


def test_another_journal_has_another_id(tmp_path: Path) -> None:
    ids = {
        id_of(written(tmp_path / f"{number}.db", OPEN, start=NIGHT + timedelta(minutes=number)))
        for number in range(5)
    }
    assert len(ids) == 5


def test_a_journal_that_was_damaged_and_recovered_keeps_its_id(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *ROUND, OPEN, CLOSED, card("9H"))
    first = id_of(path)
    by_another_program(path, "UPDATE entry SET person = 'P9' WHERE number = 8")
    assert id_of(path) == first
    assert len(volumes(path)) == 2, "it was recovered"

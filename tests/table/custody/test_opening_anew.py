"""A start that finds its journal full or of another month closes the file; the table stands as it stood."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import Words
from console.cli import main
from console.table.commands.journal_copies import close_file
from console.table.core import NoteKind, SetClock
from console.table.core.state.events import DECODER, Noted
from console.table.custody.table_opening import InPlay, OpenedSession, note_older_files, open_session
from console.table.journal import (
    Identity,
    NewestSeals,
    backup,
    default_folder,
    open_journal,
    review,
    seal_key,
    verify,
)
from console.table.journal.archives import Closing, volumes
from console.table.journal.file.connection import reading
from console.table.journal.proof.seals import seal
from tests.table.core.tables import Seen, book
from tests.table.journal.entries import by_another_program
from tests.table.played import CLOSED, FELL, OPEN, ROUND, card, take, written

NIGHT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
T7 = Identity("T7", "baccarat", "lt")


def opened(path: Path, stack: ExitStack, at: datetime, due: Closing | None) -> OpenedSession:
    return open_session(path, T7, book("lt"), SetClock(at), stack, closing=due, is_ready=True)


@pytest.mark.parametrize("due", [Closing(monthly=True), Closing(mib=0)])
def test_the_table_goes_on_in_a_new_file_as_it_stood(tmp_path: Path, due: Closing) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    with ExitStack() as stack:
        before = opened(path, stack, NIGHT, None).session.table
    with ExitStack() as stack:
        session = opened(path, stack, NIGHT + timedelta(days=31), due).session
        assert replace(session.table, journal=before.journal, earlier=before.earlier) == before
        take(session, OPEN, CLOSED, card("4C"))
        assert session.table.round_number == 2
    archive, now = volumes(path)
    assert now == path
    assert verify(archive).flaw is verify(path).flaw is None
    assert session.table.earlier == verify(archive).entries
    with ExitStack() as stack:
        assert opened(path, stack, NIGHT + timedelta(days=31), None).session.table == session.table


@pytest.mark.parametrize("lines", [(OPEN,), (OPEN, CLOSED, card("9H")), FELL[:5]])
def test_no_file_ends_within_a_round(tmp_path: Path, lines: tuple[Seen, ...]) -> None:
    """A round over two files has its proof in neither."""
    path = written(tmp_path / "T7.db", *ROUND, *lines)
    with pytest.raises(InPlay):
        close_file(path, SetClock(NIGHT + timedelta(days=31)), tmp_path / "keys")
    with ExitStack() as stack:
        opened(path, stack, NIGHT + timedelta(days=31), Closing(mib=0))
    assert volumes(path) == [path]


def test_no_file_with_a_changed_entry_is_closed_and_sealed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    by_another_program(path, "UPDATE entry SET person = 'P9' WHERE number = 5")
    assert main(["journal", "archive", str(path)]) == 2
    assert "entry 5" in capsys.readouterr().err
    assert volumes(path) == [path]


def test_a_copy_elsewhere_takes_no_seal_from_the_journal(tmp_path: Path) -> None:
    path, copy = written(tmp_path / "T7.db", *ROUND), tmp_path / "elsewhere" / "T7.db"
    copy.parent.mkdir()
    backup(path, copy)
    with open_journal(path, T7) as journal:
        seal(journal, seal_key(default_folder()), SetClock(NIGHT))
    with ExitStack() as stack:
        session = opened(copy, stack, NIGHT, None).session
        assert [file for file, _ in note_older_files(session, copy)] == [copy]
    with closing(reading(copy)) as connection:
        assert NewestSeals(default_folder()).lost_in(connection) is not None


def test_a_journal_is_left_as_it_is_while_no_closing_is_due(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", *ROUND)
    with ExitStack() as stack:
        opened(path, stack, NIGHT + timedelta(hours=1), Closing(monthly=True, mib=100))
    assert volumes(path) == [path]


@pytest.mark.parametrize(
    "error",
    [OSError(28, "No space left on device"), sqlite3.OperationalError("database or disk is full")],
)
def test_a_journal_that_cannot_be_closed_is_played_on_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    path = written(tmp_path / "T7.db", *ROUND)

    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr("console.table.journal.archives.build", full)
    with ExitStack() as stack:
        session = opened(path, stack, NIGHT + timedelta(days=31), Closing(monthly=True)).session
        assert session.take(msgspec.json.encode(OPEN)).accepted
    assert volumes(path) == [path]
    assert verify(path).flaw is None


@pytest.mark.parametrize("language", ["en", "ja"])
def test_backup_restore_and_archive_are_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    path, copy = written(tmp_path / "T7.db", *ROUND), tmp_path / "copy.db"
    entries, words = verify(path).entries, Words(language)
    assert main(["journal", "backup", str(path), str(copy), "--lang", language]) == 0
    assert words.count("journal.backed_up", entries, file=copy) in capsys.readouterr().out
    assert main(["journal", "restore", str(copy), str(path), "--lang", language]) == 2, "never over a journal"
    assert words.text("record.exists", file=path) in capsys.readouterr().err
    for file in tmp_path.glob("T7.db*"):
        file.unlink()
    assert main(["journal", "restore", str(copy), str(path), "--lang", language]) == 0
    assert words.count("journal.restored", entries, file=path) in capsys.readouterr().out
    assert main(["journal", "archive", str(path), "--lang", language]) == 0
    archive = volumes(path)[0]
    assert words.count("journal.archived", entries + 1, file=archive) in capsys.readouterr().out
    assert (verify(archive).entries, verify(path).entries) == (entries + 1, 0), "its seal is an entry"


@pytest.mark.parametrize(("notes", "own_last"), [(0, NIGHT + timedelta(seconds=16)), (98, NIGHT), (99, None)])
def test_a_file_that_was_closed_at_a_terminal_still_says_when_the_table_stopped(
    notes: int, own_last: datetime | None, tmp_path: Path
) -> None:
    """GLI-19: the outage counts from the table's own last entry, in whichever file that is, if it is among
    the last hundred there, of which the seal is one.
    """
    path = written(tmp_path / "T7.db", *ROUND)
    with ExitStack() as stack:
        session = opened(path, stack, NIGHT, None).session
        for _ in range(notes):
            session.note(NoteKind.JOURNAL_SEALED, terminal="office")
    later = NIGHT + timedelta(hours=8)
    close_file(path, SetClock(later), tmp_path / "keys")
    assert len(volumes(path)) == 2
    with ExitStack() as stack:
        assert opened(path, stack, later, None).stopped == own_last


@pytest.mark.parametrize("moved", [timedelta(hours=-2), timedelta(minutes=5)])
def test_a_clock_that_was_set_back_before_a_files_first_entry_is_noted(
    tmp_path: Path, moved: timedelta
) -> None:
    """The shift report says when the clock was set, also if that was beside an archiving at a terminal."""
    path = written(tmp_path / "T7.db", *ROUND)
    later = NIGHT + timedelta(hours=8)
    close_file(path, SetClock(later), tmp_path / "keys")
    with ExitStack() as stack:
        assert opened(path, stack, later + moved, None).session.take(msgspec.json.encode(OPEN)).accepted
    with review(path) as found:
        events_made = [DECODER.decode(row.event) for row in found.entries(0)]
    notes = [each.text for each in events_made if isinstance(each, Noted) and each.what == NoteKind.CLOCK_SET]
    assert notes == ([f"{moved.total_seconds():+.3f}"] if moved < timedelta() else [])

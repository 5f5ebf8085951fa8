"""The opening of a journal: whose it is, and what is left alone."""

import errno
import fcntl
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from console.table.journal import (
    SCHEMA,
    DamagedJournal,
    Identity,
    NewerSchema,
    NotAJournal,
    OtherTable,
    SqliteJournal,
    Unreachable,
    open_journal,
    opening,
    salvage,
    sibling,
    verify,
)
from console.table.journal.file import connection
from console.table.journal.file.errors import InUse, IsLink, NoLocks, OtherGame, StrangeSchema
from console.table.journal.file.heading import APPLICATION_ID
from tests.table.journal.entries import SV, by_another_program, by_newer_console, drawn, opened, written

KILLED = """
import os, sys
from pathlib import Path
from tests.table.journal.entries import drawn, opened
journal = opened(Path(sys.argv[1]))
journal.append([drawn(1)])
print("open", flush=True)
sys.stdin.read()
os._exit(0)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def test_a_missing_journal_is_made_and_an_existing_one_goes_on(path: Path) -> None:
    written(path, 3)
    with opened(path) as journal:
        assert journal.last == 3
        assert journal.append([drawn(4)]) == 4


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with opened(path) as journal:
        assert journal.append([drawn()]) == 1


def test_a_journal_keeps_the_name_of_the_table_that_it_was_made_for(path: Path) -> None:
    written(path, 1)
    with open_journal(path, Identity("Another name", "baccarat", "sv")) as journal:
        assert journal.identity == SV


def test_a_named_table_takes_no_journal_of_another_name(path: Path) -> None:
    before = written(path, 1).read_bytes()
    with pytest.raises(OtherTable) as refused:
        open_journal(path, Identity("Another name", "baccarat", "sv"), is_named=True)
    assert refused.value.slots == {"file": str(path), "table": SV.table}
    assert path.read_bytes() == before
    open_journal(path, SV, is_named=True).close()


@pytest.mark.parametrize(
    "other", [Identity("Baccarat 1", "roulette", "sv"), Identity("Baccarat 1", "baccarat", "lt")]
)
def test_a_journal_of_another_game_or_rulebook_is_refused_and_stays_as_it_is(
    path: Path, other: Identity
) -> None:
    before = written(path, 2).read_bytes()
    with pytest.raises(OtherGame) as refused:
        open_journal(path, other)
    assert refused.value.slots == {"file": str(path), "game": "baccarat", "rules": "sv"}
    assert path.read_bytes() == before


def test_another_games_journal_stays_as_it_is_after_a_power_cut_too(path: Path) -> None:
    with KilledConsole(path):
        pass
    before = {file.name: file.read_bytes() for file in path.parent.glob("*.journal*")}
    assert before[path.name + "-wal"], "the entry should be in the log still"
    with pytest.raises(OtherGame):
        open_journal(path, Identity("Baccarat 1", "baccarat", "lt"))
    after = {file.name: file.read_bytes() for file in path.parent.glob("*.journal*")}
    assert {name: after[name] for name in before if not name.endswith("-shm")} == {
        name: before[name] for name in before if not name.endswith("-shm")
    }


@pytest.mark.parametrize(
    "content",
    [b"minutes of a meeting\n", b"SQLite format 3\0", bytes(4096), b"\n"],
    ids=["text", "a cut header", "zeros", "a line end"],
)
def test_a_file_that_is_no_journal_is_refused_and_stays_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(NotAJournal, match="is no journal"):
        opened(path)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name], "something was left beside it"


def test_another_programs_database_is_no_journal(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY)")
    before = path.read_bytes()
    with pytest.raises(NotAJournal):
        opened(path)
    assert path.read_bytes() == before


def test_a_database_that_only_says_that_it_is_a_journal_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        other.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY)")
    before = path.read_bytes()
    with pytest.raises(StrangeSchema, match="entry"):
        opened(path)
    assert path.read_bytes() == before


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(NotAJournal):
        opened(tmp_path)


def test_a_journal_in_a_folder_that_is_not_there_can_not_be_had(tmp_path: Path) -> None:
    with pytest.raises(Unreachable):
        opened(tmp_path / "no such folder" / "table.journal")
    assert not list(tmp_path.iterdir())


def test_a_number_of_a_newer_schema_that_the_file_has_not_had_is_damage(path: Path) -> None:
    by_another_program(written(path, 1), f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(DamagedJournal):
        opened(path)


def test_a_newer_consoles_journal_is_refused_and_stays_as_it_is(path: Path) -> None:
    by_newer_console(written(path, 1))
    before = path.read_bytes()
    with pytest.raises(NewerSchema, match="update"):
        opened(path)
    assert path.read_bytes() == before


def test_a_journal_that_says_nothing_of_itself_is_damaged(path: Path) -> None:
    by_another_program(written(path, 1), "DELETE FROM meta")
    with pytest.raises(DamagedJournal):
        opened(path)


def test_a_log_without_its_journal_is_not_taken_for_the_new_ones(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    log.write_bytes(b"entries of the journal that was moved away")
    with pytest.raises(Unreachable, match="put the journal back"):
        opened(path)
    assert not path.exists()
    assert log.read_bytes().startswith(b"entries")


def test_the_half_made_files_of_a_killed_console_are_made_again(path: Path) -> None:
    path.with_name(path.name + ".new").write_bytes(b"half a journal")
    with opened(path) as journal:
        assert journal.append([drawn()]) == 1
    assert not path.with_name(path.name + ".new").exists()


def test_one_console_has_it_at_a_time(path: Path) -> None:
    with opened(path) as journal:
        with pytest.raises(InUse, match="another console"):
            opened(path)
        assert journal.append([drawn()]) == 1
    opened(path).close()


def test_a_file_system_that_keeps_no_locks_is_named_and_nothing_is_opened_on_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two consoles would write over each other's entries there: an acknowledged one can be in no file."""
    monkeypatch.setattr(fcntl, "flock", lambda *_: None)
    with pytest.raises(NoLocks, match="put it on a disk of this computer"):
        opened(path)
    assert not path.exists()
    monkeypatch.undo()
    opened(path).close()


def test_a_killed_console_has_it_no_more(path: Path) -> None:
    with KilledConsole(path), pytest.raises(InUse):
        opened(path)
    with opened(path) as journal:
        assert journal.last == 1
    assert verify(path).entries == 1


def test_a_second_console_finds_the_journal_held_though_its_lock_was_removed(path: Path) -> None:
    with KilledConsole(path):
        (path.parent / (path.name + ".lock")).unlink()
        with pytest.raises(InUse):
            opened(path)
        with pytest.raises(InUse):
            salvage(path, SV, lambda *_: b"", datetime.now(UTC))
        assert not sibling(path, ".lock").exists(), "the next start would not miss it"
    with opened(path) as journal:
        assert journal.last == 1
    assert verify(path).good


def test_a_journal_that_a_killed_console_left_without_entries_begins_with_a_state(path: Path) -> None:
    with opened(path):
        log = sibling(path, "-wal").read_bytes()
    sibling(path, "-wal").write_bytes(log)
    with opened(path, b'{"ready":true}') as journal:
        assert journal.recover().checkpoint == b'{"ready":true}'
        journal.append([drawn(1)])
    assert verify(path).good


def test_a_refused_journal_is_free_again(path: Path) -> None:
    written(path, 1)
    with pytest.raises(OtherGame):
        open_journal(path, Identity("Roulette 2", "roulette", "sv"))
    opened(path).close()


def test_opening_and_recovering_load_no_sqlite_utils(path: Path) -> None:
    written(path, 5, checkpoints=(3,))
    program = (
        "import sys; from pathlib import Path; from tests.table.journal.entries import opened\n"
        f"journal = opened(Path({str(path)!r}))\n"
        "assert len(list(journal.recover().entries)) == 2\n"
        "assert 'sqlite_utils' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ)


def test_the_template_of_new_journals_is_closed_at_the_end() -> None:
    program = (
        "import atexit, sqlite3; from console.table.journal.file import place\n"
        "empty = place._migrated()\n"
        "assert empty.execute('PRAGMA user_version').fetchone()[0]\n"
        "atexit._run_exitfuncs()\n"
        "try: empty.execute('PRAGMA user_version')\n"
        "except sqlite3.ProgrammingError: raise SystemExit(0)\n"
        "raise SystemExit(1)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ)


class KilledConsole:
    """While it lasts another console has the journal, with one entry in it; at the end that one is killed."""

    def __init__(self, path: Path) -> None:
        self.console = subprocess.Popen(
            [sys.executable, "-c", KILLED, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> None:
        assert self.console.stdout is not None
        assert self.console.stdout.readline() == "open\n"

    def __exit__(self, *_: object) -> None:
        self.console.kill()
        self.console.communicate()


@pytest.mark.parametrize(("free", "reason"), [(7, "No space left"), (1000, "disk I/O error")])
def test_a_full_disk_is_named_where_sqlite_only_says_that_the_disk_failed(
    path: Path, monkeypatch: pytest.MonkeyPatch, free: int, reason: str
) -> None:
    """As a start on a disk that has no room for the log's index."""
    written(path, 1)

    def failed(*_: object) -> SqliteJournal:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise error

    place = SimpleNamespace(f_bavail=free, f_frsize=4096, f_files=0, f_favail=0)
    monkeypatch.setattr("console.table.journal.opening.SqliteJournal", failed)
    monkeypatch.setattr(os, "statvfs", lambda _: place)
    with pytest.raises(Unreachable, match=reason):
        opened(path)


def test_a_file_system_that_shares_no_memory_is_named_as_one_that_keeps_no_locks(path: Path) -> None:
    """As a network share: SQLite says 'disk I/O error', and nothing is wrong with name and permissions."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMMAP
    written(path, 1)
    for refused in (opening._refusal(path, error), connection._unopened(path, error)):
        assert isinstance(refused, NoLocks) and "put it on a disk of this computer" in str(refused)


def test_a_reader_takes_no_unshared_memory_for_damage(path: Path) -> None:
    """A good journal with a log, on a network share, was said not to be as it was written."""

    class Unmapped(connection.LimitedConnection):
        def execute(self, query: str, *given: Any) -> sqlite3.Cursor:
            if query != "PRAGMA user_version":
                return super().execute(query, *given)
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMMAP
            raise error

    written(path, 1)
    with pytest.raises(NoLocks):
        connection._checked(path, connection._connect(path, "ro", 0, Unmapped))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_takes_no_more_files_is_named_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Nobody would find anything wrong with the name, the folder or its permissions."""

    def full(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(Unreachable) as refused:
        opened(tmp_path / "table.journal")
    assert refused.value.key == "journal.no_room"


def test_an_index_that_finds_no_room_is_no_matter_of_permissions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a disk without inodes SQLite says that it can't open the file."""
    path = written(tmp_path / "table.journal", 1)
    monkeypatch.setattr(opening, "lacks_room", lambda _: True)
    monkeypatch.setattr(connection, "lacks_room", lambda _: True)
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    for refused in (opening._refusal(path, error), connection._unopened(path, error)):
        assert refused.key == "journal.no_room"


@pytest.mark.parametrize("hard", [True, False])
def test_a_lock_that_leads_to_another_file_is_named_and_that_file_stays(path: Path, hard: bool) -> None:
    diary, lock = path.parent / "diary.txt", sibling(path, ".lock")
    diary.write_text("my own words")
    os.link(diary, lock) if hard else lock.symlink_to(diary)
    with pytest.raises(IsLink) as refused:
        opened(path)
    assert refused.value.slots["file"] == str(lock)
    assert diary.read_text() == "my own words"

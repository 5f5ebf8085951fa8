"""The journal's promises on an append: all or nothing, on disk, in order, for good."""

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.core import Entry, NotRecorded, Unwritable
from console.table.journal import SqliteJournal, chain, verify
from tests.examples import examples
from tests.table.journal.entries import any_entry, drawn, opened, written

WRITER = """
import sys
from pathlib import Path
from tests.table.journal.entries import drawn, opened
journal = opened(Path(sys.argv[1]))
for place in range(1, 100_000):
    print(journal.append([drawn(place), drawn(place)]), flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def test_entries_are_numbered_from_one_without_a_gap(path: Path) -> None:
    with opened(path) as journal:
        assert journal.last == 0
        assert journal.append([drawn(1)]) == 1
        assert journal.append([drawn(2), drawn(3)]) == journal.last == 3


def test_a_state_may_be_kept_before_the_first_entry(path: Path) -> None:
    with opened(path, b'{"ready":true}') as journal:
        journal.append([drawn(1)])
        assert journal.recover().checkpoint == b'{"ready":true}'
    assert verify(path).flaw is None


def test_nothing_to_append_is_no_entry(path: Path) -> None:
    with opened(path) as journal:
        assert journal.append([]) == 0


@settings(max_examples=examples(10, at_night=200), deadline=None)
@given(st.lists(any_entry, max_size=6))
def test_appended_entries_are_stored_unchanged(entries: list[Entry]) -> None:
    with TemporaryDirectory() as place, opened(Path(place) / "journal") as journal:
        journal.append(entries)
        found = list(journal.recover().entries)
        assert [(row.event, row.refused, row.at, row.monotonic) for row in found] == [
            (entry.event, entry.refused, entry.at, entry.monotonic) for entry in entries
        ]
        assert verify(journal.path).flaw is None


def test_a_line_that_is_no_unicode_is_kept_with_its_strays_written_out(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(line='{"do":"\ud800"}')])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT line FROM entry").fetchone() == ('{"do":"\\ud800"}',)
    assert verify(path).flaw is None


def test_a_time_without_a_zone_is_an_error_of_the_program(path: Path) -> None:
    with opened(path) as journal, pytest.raises(ValueError, match="zone"):
        journal.append([drawn(at=drawn().at.replace(tzinfo=None))])


def test_a_commit_waits_for_the_disk(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn()])
        connection = connection_of(journal)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA recursive_triggers").fetchone() == (1,)


def test_a_console_that_is_killed_loses_nothing_that_it_acknowledged(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        answers = [writer.stdout.readline() for _ in range(25)]
        writer.kill()
        acknowledged = int((answers + writer.stdout.read().splitlines())[-1])
    with opened(path) as journal:
        assert journal.last >= acknowledged >= 50
        assert journal.last % 2 == 0, "half of a transaction is there"
        assert journal.append([drawn()]) == journal.last
    assert verify(path).flaw is None


def test_a_file_that_can_not_grow_takes_nothing_and_goes_on_when_it_can(path: Path) -> None:
    import resource

    with opened(path) as journal:
        journal.append([drawn(1)])
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size // 2, hard))
        try:
            with pytest.raises(NotRecorded):
                journal.append([drawn(2, raw=bytes(200_000)), drawn(3)], b"{}")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert journal.last == 1
        assert journal.append([drawn(2)]) == 2
        assert journal.recover().checkpoint is None
    assert verify(path).entries == 2


def test_a_full_disk_is_reported_as_full(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        connection_of(journal).execute("PRAGMA max_page_count = 1")
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(2, raw=bytes(50_000))])
        assert refused.value.reason is Unwritable.FULL
        assert journal.append([drawn(2)]) == 2


def test_a_read_only_medium_is_reported_as_read_only(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        connection_of(journal).execute("PRAGMA query_only = ON")
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(2)])
        assert refused.value.reason is Unwritable.READ_ONLY
        assert journal.last == 1


def test_while_another_program_writes_nothing_is_taken(path: Path) -> None:
    with opened(path) as journal, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(1)])
        assert refused.value.reason is Unwritable.LOCKED
        other.execute("ROLLBACK")
        assert journal.append([drawn(1)]) == 1


def test_an_entry_that_another_program_added_stops_the_writer(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(1)])
        with closing(sqlite3.connect(path)) as other:
            columns = (
                "kind, event, refused, at, monotonic, person, shift, shoe, round, prompt, clauses, line, raw"
            )
            other.execute(f"INSERT INTO entry SELECT 2, {columns}, digest, chain, state FROM entry")
            other.commit()
        with pytest.raises(NotRecorded) as refused:
            journal.append([drawn(2)])
        assert refused.value.reason is Unwritable.DAMAGED


@pytest.mark.sweep(7)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET person = 'P1' WHERE number = 2",
        "DELETE FROM entry WHERE number = 2",
        "INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE number = 2",
        "UPDATE OR REPLACE entry SET number = 1 WHERE number = 2",
        "INSERT OR IGNORE INTO entry SELECT * FROM entry WHERE number = 2",
        "UPDATE checkpoint SET state = x'7b7d'",
        "DELETE FROM checkpoint",
        "INSERT OR REPLACE INTO checkpoint SELECT * FROM checkpoint",
        "UPDATE meta SET rules = 'lt'",
        "DELETE FROM meta",
        "INSERT OR REPLACE INTO meta SELECT * FROM meta",
    ],
)
def test_written_entries_are_neither_changed_nor_removed(path: Path, statement: str, recursive: str) -> None:
    written(path, 2, checkpoints=(1,))
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA recursive_triggers = {recursive}")
        with pytest.raises(sqlite3.IntegrityError, match=r"append-only|next number"):
            other.execute(statement)
    assert verify(path).flaw is None


def test_the_journal_may_be_handed_to_a_thread_that_writes(path: Path) -> None:
    with opened(path) as journal:
        writer = Thread(target=lambda: journal.append([drawn(1)]))
        writer.start()
        writer.join()
        assert journal.last == 1


def test_others_may_not_read_it(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn()])
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name


def connection_of(journal: SqliteJournal) -> sqlite3.Connection:
    """The connection that the journal writes through, to take its disk away."""
    connection = journal._connection
    assert connection is not None
    return connection


@pytest.mark.parametrize("time", ["0001-12-31T23:59Z", "9999-01-01T00:00Z", "2026-03-01T06:00"])
def test_no_entry_has_a_time_without_a_value_in_each_zone(time: str) -> None:
    for sound in ("0002-01-01T00:00:00+00:00", "9998-12-31T23:59:59+00:00"):
        assert chain.time_of(sound).isoformat() == sound
    with pytest.raises(ValueError, match="no entry's time"):
        chain.time_of(time)

"""Reading a journal for review: whole entries as they were written, and nothing is changed."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from console.table.journal import DamagedJournal, NewerSchema, NotAJournal, Unreachable, verify
from console.table.journal.file.connection import LimitedConnection, following, reading
from console.table.journal.file.errors import LogUnopened
from console.table.journal.reader import Review, review
from console.table.journal.shipment import Shipment
from tests.table.journal.entries import START, by_another_program, by_newer_console, drawn, opened, written
from tests.table.journal.sealing import rechained


def test_entries_come_back_whole_and_in_order(tmp_path: Path) -> None:
    with review(written(tmp_path / "J.db", 5)) as journal:
        kept = list(journal.entries(2))
    assert [entry.number for entry in kept] == [3, 4, 5]
    first = kept[0]
    assert (first.kind, first.person, first.shift, first.shoe, first.round) == (
        "card_drawn",
        "D1",
        "2026-03-01T06",
        1,
        "1-1",
    )
    assert (first.raw, first.refused) == (b"\x02D9H\xff\x03", None)
    assert first.at > START and first.at.tzinfo is not None


def test_the_last_entry_of_a_kind_that_holds_a_text_is_found(tmp_path: Path) -> None:
    with review(written(tmp_path / "J.db", 5)) as journal:
        found = journal.last_of_a_kind("card_drawn", "9H")
        assert found is not None and found.number == 5
        assert [each.number for each in journal.of_a_kind("card_drawn", "9H")] == [1, 2, 3, 4, 5]
        assert journal.last_of_a_kind("card_drawn", "8H") is None


def test_a_reader_says_whose_journal_it_is(tmp_path: Path) -> None:
    with review(written(tmp_path / "J.db", 1)) as journal:
        assert (journal.identity.table, journal.identity.game, journal.identity.rules) == (
            "Baccarat 1",
            "baccarat",
            "sv",
        )


def test_the_ends_of_a_journal_are_found_without_reading_what_is_between(tmp_path: Path) -> None:
    taken = []
    for entries in (20, 400):
        with opened(tmp_path / f"{entries}.db") as table:
            table.append([drawn(number) for number in range(1, entries + 1)])
        path, steps = tmp_path / f"{entries}.db", list[int]()
        with closing(reading(path)) as connection:
            journal = Review(path, connection)
            connection.set_progress_handler(lambda steps=steps: steps.append(1), 1)  # type: ignore[misc]
            assert journal.bounds(None, None, None) == (1, entries)
            taken.append(len(steps))
            assert journal.bounds(drawn(3).at, drawn(6).at, None) == (3, 5)
    assert taken[0] == taken[1], "steps of SQLite's"
    with review(written(tmp_path / "empty.db", 0)) as journal:
        assert journal.bounds(None, None, None) is None


def test_a_state_to_begin_from_is_the_newest_before_an_entry(tmp_path: Path) -> None:
    with review(written(tmp_path / "J.db", 9, checkpoints=(3, 6))) as journal:
        assert journal.begin(2) == (0, None)
        assert journal.begin(5) == (3, b'{"after":3}')
        assert journal.begin(9) == (6, b'{"after":6}')


def test_a_state_that_was_changed_is_not_begun_from(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 9, checkpoints=(3, 6))
    by_another_program(path, "UPDATE checkpoint SET state = x'00' WHERE number = 6")
    with review(path) as journal:
        assert journal.begin(9) == (3, b'{"after":3}')


def test_an_entry_that_was_changed_ends_the_reading_there(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 5)
    by_another_program(path, "UPDATE entry SET person = 'X' WHERE number = 4")
    with review(path) as journal, pytest.raises(DamagedJournal) as found:
        list(journal.entries(0))
    assert found.value.slots["entry"] == "4"


@pytest.mark.parametrize("gone", [1, 3])
def test_an_entry_that_is_missing_ends_the_reading_there(tmp_path: Path, gone: int) -> None:
    path = written(tmp_path / "table.journal", 5)
    by_another_program(path, f"DELETE FROM entry WHERE number = {gone}")
    with pytest.raises(DamagedJournal) as found, review(path) as journal:
        for number, entry in enumerate(journal.entries(0), 1):
            assert entry.number == number < gone
    assert found.value.slots["entry"] == str(gone)
    with review(path) as journal:
        assert [entry.number for entry in journal.entries(gone)] == [*range(gone + 1, 6)]


@pytest.mark.parametrize("time", ["", "at six", "2026-13-01T00:00:00+00:00", "2026-03-01T06:00:00"])
def test_a_time_that_no_console_writes_ends_the_reading_there(tmp_path: Path, time: str) -> None:
    path = written(tmp_path / "table.journal", 3)
    rechained(path, 2, at=time)
    with pytest.raises(DamagedJournal) as found, review(path) as journal:
        list(journal.entries(0))
    assert found.value.slots["entry"] == "2"


def test_a_journal_that_says_something_else_of_itself_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 5)
    by_another_program(path, "UPDATE meta SET rules = 'lt'")
    with pytest.raises(DamagedJournal), review(path):
        pass


def test_the_reader_finds_the_first_mention_and_the_entries_of_a_kind(tmp_path: Path) -> None:
    with review(written(tmp_path / "J.db", 5)) as journal:
        assert journal.first_mention("card_drawn") == 1
        assert journal.first_mention("card") == 1, "a key is a string, too"
        assert journal.first_mention("drawn") is None
        assert [entry.number for entry in journal.of_a_kind("card_drawn", "9H")] == [1, 2, 3, 4, 5]
        assert list(journal.of_a_kind("remarked", "9H")) == []


def test_entries_appended_during_a_reading_are_not_seen_in_it(tmp_path: Path) -> None:
    from tests.table.journal.entries import drawn

    path = tmp_path / "J.db"
    with opened(path) as journal:
        journal.append([drawn(1)])
        with review(path) as reading:
            before = len(list(reading.entries(0)))
            journal.append([drawn(2)])
            assert len(list(reading.entries(0))) == before == 1
        with review(path) as reading:
            assert len(list(reading.entries(0))) == 2


def test_reading_changes_no_file(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 5)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with review(path) as journal:
        list(journal.entries(0))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_missing_file_or_one_that_is_no_journal_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotAJournal), review(tmp_path / "none.db"):
        pass
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(NotAJournal), review(tmp_path / "notes.txt"):
        pass


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 1)
    by_newer_console(path)
    with pytest.raises(NewerSchema), review(path):
        pass


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A killed console's journal, with its log and without that log's index, as somebody copies them."""
    path, log = tmp_path / "J.db", tmp_path / "J.db-wal"
    with opened(path) as journal:
        journal.append([drawn(1)])
        file, entries = path.read_bytes(), log.read_bytes()
    path.write_bytes(file)
    log.write_bytes(entries)
    return path


@pytest.fixture
def unopened(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite opens no file, as where it can't make a log's index."""
    execute = LimitedConnection.execute

    def refused(connection: LimitedConnection, statement: str, *slots: object) -> sqlite3.Cursor:
        if statement == "PRAGMA user_version":
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return execute(connection, statement, *slots)

    monkeypatch.setattr(LimitedConnection, "execute", refused)


def permitting(monkeypatch: pytest.MonkeyPatch, *modes: int) -> None:
    """Have the computer permit these ways to use a file or folder, and no other."""
    monkeypatch.setattr(os, "access", lambda _, mode: mode in modes)


def test_a_log_on_a_medium_that_takes_nothing_is_no_harm_to_its_journal(
    left: Path, unopened: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is only read."""
    permitting(monkeypatch, os.R_OK)
    for reads in (review(left).__enter__, lambda: verify(left), lambda: Shipment(left)):
        with pytest.raises(LogUnopened, match=r"J\.db-wal can't be read"):
            reads()


def test_a_journal_copied_with_its_log_has_the_logs_entries(left: Path) -> None:
    assert verify(left).entries == 1


@pytest.mark.parametrize(
    ("modes", "has_entries"),
    [((os.R_OK, os.W_OK), True), ((os.W_OK,), True), ((), True), ((os.R_OK,), False)],
    ids=["a folder that can be written", "a log that can't be read", "neither", "an empty log"],
)
def test_the_advice_to_copy_a_journal_comes_only_where_a_copy_helps(
    left: Path, unopened: None, monkeypatch: pytest.MonkeyPatch, modes: tuple[int, ...], has_entries: bool
) -> None:
    permitting(monkeypatch, *modes)
    if not has_entries:
        left.with_name("J.db-wal").write_bytes(b"")
    with pytest.raises(Unreachable, match="unable to open") as caught, following(left)[0]:
        pass
    assert not isinstance(caught.value, LogUnopened)

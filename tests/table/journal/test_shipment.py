"""A journal that is shipped while its console appends: an open file is recognised, and let go."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from console.table.journal import DamagedJournal, JournalError, SqliteJournal
from console.table.journal.file import chain, sql
from console.table.journal.file.connection import reading
from console.table.journal.shipment import Shipment
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.table.journal.entries import drawn, without_triggers, written

EVERY = lines_and_entries(60)[1]


def descriptors(path: Path) -> int:
    """The number of times that this process has the file open."""
    every = (os.readlink(each.path) for each in os.scandir("/proc/self/fd") if os.path.lexists(each.path))
    return sum(each == str(path) for each in every)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "J.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    """A journal of ten entries that its console has open."""
    with opened(path, begin=FIRST) as made:
        made.append(EVERY[:10])
        yield made


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections that a shipment opened, in their order."""
    made = list[sqlite3.Connection]()

    def opening(path: Path) -> sqlite3.Connection:
        made.append(reading(path))
        return made[-1]

    monkeypatch.setattr("console.table.journal.shipment.reading", opening)
    return made


def ask(shipment: Shipment) -> None:
    """A question whose file may stay open."""
    with shipment.shared_opening(stays=True):
        assert shipment.last()[0] == 10


def test_a_file_that_stays_open_shows_what_is_appended_since(journal: SqliteJournal, path: Path) -> None:
    shipment = Shipment(path)
    for last in range(10, 60, 10):
        with shipment.shared_opening(stays=True):
            assert shipment.last()[0] == last
            assert shipment.batch(1, last).last == last
        journal.append(EVERY[last : last + 10])
    shipment.close_file()


def test_a_file_stays_open_only_where_it_is_asked_for_and_until_it_is_let_go(
    path: Path, openings: list[sqlite3.Connection]
) -> None:
    with opened(path, begin=FIRST) as journal:
        journal.append(EVERY[:10])
        shipment = Shipment(path)
        alone = descriptors(path)
        with shipment.shared_opening():
            pass
        ask(shipment)
        shipment.close_file()
        ask(shipment)
        opened_before = len(openings)
        ask(shipment)
        assert len(openings) == opened_before
        shipment.close_file()
        assert descriptors(path) <= alone + 1  # SQLite keeps one for the next that opens it
    assert not path.with_name("J.db-wal").exists()  # closed, it is whole without a log


@pytest.mark.parametrize(("seconds", "times"), [(10.0, 0), (10.1, 1)])
def test_a_shipment_is_reopened_after_ten_seconds(
    seconds: float, times: int, journal: SqliteJournal, path: Path, openings: list[sqlite3.Connection]
) -> None:
    now = [0.0]
    shipment = Shipment(path, lambda: now[0])
    ask(shipment)
    opened_before = len(openings)
    now[0] += seconds
    with shipment.shared_opening(stays=True):
        assert len(openings) == opened_before + times
    assert not shipment.is_another
    shipment.close_file()


def test_a_shipment_says_that_another_file_lies_in_its_place(path: Path) -> None:
    other = path.with_name("other.db")
    for each in (path, other):
        with opened(each, begin=FIRST) as journal:
            journal.append(EVERY[:10])
    shipment = Shipment(path)
    ask(shipment)
    shipment.close_file()
    os.replace(other, path)
    with shipment.shared_opening(stays=True):
        assert shipment.is_another


def test_a_shipment_is_opened_again_once_all_was_asked_so_that_no_entry_waits_for_it(
    journal: SqliteJournal, path: Path, openings: list[sqlite3.Connection]
) -> None:
    """In the last four of the ten seconds for which a file stays open."""
    now, renewed = [0.0], list[float]()
    shipment = Shipment(path, lambda: now[0])
    ask(shipment)
    while now[0] < 21:
        now[0] += 1  # a shipper asks every two seconds at least
        opened_before = len(openings)
        with shipment.shared_opening(stays=True):
            assert shipment.last()[0] == 10
            assert len(openings) == opened_before, "it was open before anybody asked"
        renewed += [now[0]] * (len(openings) - opened_before)
    assert renewed == [7.0, 14.0, 21.0]
    shipment.close_file()


def test_a_file_that_is_gone_when_it_is_opened_again_is_missed_by_who_asks_next(
    journal: SqliteJournal, path: Path
) -> None:
    now, away = [0.0], path.with_name("away")
    shipment = Shipment(path, lambda: now[0])
    with shipment.shared_opening(stays=True):
        now[0] = 10.0 - 1
        path.rename(away)
    with pytest.raises(JournalError), shipment.shared_opening(stays=True):
        pass
    away.rename(path)


def test_a_closed_file_never_stays_open(path: Path, openings: list[sqlite3.Connection]) -> None:
    with opened(path, begin=FIRST) as journal:
        journal.append(EVERY[:10])
    shipment = Shipment(path)
    ask(shipment)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        openings[-1].execute("SELECT 1")


def test_an_entry_without_a_chain_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "table.journal", 3)
    with without_triggers(path) as connection:
        (text,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'entry'").fetchone()
        loose = text.replace('"chain" BLOB NOT NULL', '"chain" BLOB')
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'entry'", (loose,))
        connection.execute("PRAGMA writable_schema = RESET")
        connection.execute("UPDATE entry SET chain = NULL WHERE number = 3")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'entry'", (text,))
        connection.execute("PRAGMA writable_schema = RESET")
    sent = Shipment(path)
    for asked in (sent.last, lambda: sent.chain_at(3)):
        with pytest.raises(DamagedJournal) as found:
            asked()
        assert found.value.slots["entry"] == "3"
    assert sent.chain_at(2)


@pytest.mark.parametrize(("first", "until"), [(1, 10), (1, 4), (4, 7), (10, 10), (7, 99), (11, 11), (5, 4)])
def test_a_batch_has_the_entries_that_were_asked_for_and_no_others(
    journal: SqliteJournal, path: Path, first: int, until: int
) -> None:
    with closing(reading(path)) as connection:
        kept = connection.execute(sql.DIGESTED, (0,)).fetchall()
    asked = [row for row in kept if first <= row[0] <= until]
    shipment = Shipment(path)
    batch = shipment.batch(first, until)
    assert batch.packed == tuple(chain.pack(row[:-1]) for row in asked)
    assert shipment.digests(first, until) == [row[-1] for row in asked]


@pytest.mark.parametrize(("more", "entries"), [(0, 2), (1, 1)])
def test_a_batch_has_512_kibibytes_at_most_or_one_entry(more: int, entries: int, tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    with opened(path) as journal:
        journal.append([drawn(1, raw=bytes(200_000))])
        size = len(Shipment(path).batch(1, 1).packed[0])
        rest = 524_288 - size - (size - 200_000)
        journal.append([drawn(1, raw=bytes(rest + more)), drawn(1, raw=bytes(600_000))])
    assert len(Shipment(path).batch(1, 9).packed) == entries
    assert len(Shipment(path).batch(3, 9).packed) == 1


def test_a_batch_has_a_thousand_entries_and_twenty_states_are_sent_at_once(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", 21, checkpoints=(*range(1, 22),))
    with opened(path) as journal:
        journal.append([drawn(number) for number in range(22, 1_002)])
    shipment = Shipment(path)
    assert shipment.batch(1, 1_001).last == 1_000
    assert shipment.batch(21, 21).has_state and not shipment.batch(22, 1_001).has_state
    assert [number for number, _ in shipment.states(0, 1_001)] == [*range(1, 21)]

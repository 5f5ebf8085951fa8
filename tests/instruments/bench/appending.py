"""A durable append, one entry a transaction: the journal's, a bare SQLite insert, the eventsourcing library.

Entries that follow each other at once are the journal at its worst: since it looks at its file's times, the
kernel then writes each commit's time exactly. At a table entries lie further apart, and the kernel writes the
time of every commit, looked at or not. So the bare insert is measured in both ways.

The bare one inserts the very same rows into a table of the same columns and key, with no triggers and no
digests to compute. The library stands at the level that its documentation shows, an application that saves
an aggregate; what its recorder alone would do, given rows made before, is printed beside it without a goal.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import import_module
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter, sleep
from typing import Any
from uuid import uuid4

from console.table.core import Entry
from console.table.journal import chain
from console.table.journal.file import sql
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.play import lines_and_entries, opened

A_TURN = 100
WARM = 1_200
"""Commits before any is timed: the log has its full length then, and is written over from its start."""
SETTLED = 2.5
"""Seconds after which the folder's time is relied on, as at a table that plays.

See console.table.journal.file.place.
"""
BARE = "100 commits a turn, four times the pairs; theirs: sqlite3, WAL, synchronous FULL, the same STRICT row"
LIBRARY = (
    "100 commits a turn, four times the pairs; theirs: Application.save of an aggregate, SQLite, WAL, "
    "synchronous FULL"
)
RECORDER = (
    "100 commits a turn, four times the pairs; theirs: SQLiteApplicationRecorder.insert_events, events "
    "made before"
)
APART = 0.006
"""Seconds between two entries: more than the 4 ms after which a kernel's clock of file times goes on."""
A_TURN_APART = 25
PACED = "25 commits a turn, four times the pairs; theirs: the bare insert; the time between does not count"
COLUMNS = """
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, event TEXT NOT NULL, refused TEXT, at TEXT NOT NULL,
    monotonic INTEGER NOT NULL, person TEXT, shift TEXT, shoe INTEGER NOT NULL, round TEXT,
    prompt TEXT NOT NULL, clauses TEXT NOT NULL, line TEXT, raw BLOB, state BLOB,
    digest BLOB NOT NULL, chain BLOB NOT NULL
"""

Append = Callable[[Entry], object]


def measure(folder: Path, pairs: int) -> list[Measured]:
    """The journal beside all three."""
    entries = lines_and_entries(5_000)[1]
    with opened(folder / "journal.db") as journal, closing(bare_connection(folder / "bare.db")) as connection:
        peers = (
            ("append, raw SQLite", 0.5, Bare(connection, entries), BARE),
            ("append, eventsourcing", 1.0, Library(folder / "library.db"), LIBRARY),
            ("append, its recorder alone", None, Recorder(folder / "recorder.db"), RECORDER),
        )

        def append(entry: Entry) -> object:
            return journal.append([entry])

        ours = _turn(append, entries)
        theirs = [_turn(peer.append, entries) for _, _, peer, _ in peers]
        sleep(SETTLED)
        measured = [
            Measured.rate(name, compared(ours, turn, 4 * pairs), A_TURN, "entries", goal, how)
            for (name, goal, _, how), turn in zip(peers, theirs, strict=True)
        ]
        bare = peers[0][2]
        paced = compared(_paced(append, entries), _paced(bare.append, entries), 4 * pairs)
        return [*measured, Measured.rate("append, 6 ms apart", paced, A_TURN_APART, "entries", None, PACED)]


def _turn(append: Append, entries: Sequence[Entry]) -> Callable[[], float]:
    coming = cycle(entries)
    for entry in islice(coming, WARM):
        append(entry)

    def turn() -> float:
        due = list(islice(coming, A_TURN))
        return timed(lambda: [append(entry) for entry in due])

    return turn


def _paced(append: Append, entries: Sequence[Entry]) -> Callable[[], float]:
    coming = cycle(entries)

    def turn() -> float:
        spent = 0.0
        for entry in islice(coming, A_TURN_APART):
            sleep(APART)
            begun = perf_counter()
            append(entry)
            spent += perf_counter() - begun
        return spent

    return turn


def bare_connection(path: Path) -> sqlite3.Connection:
    """A new file with a table of an entry's columns, as durable as the journal, and nothing else."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"CREATE TABLE entry ({COLUMNS}) STRICT")
    return connection


class Bare:
    """sqlite3 with nothing around it: one prepared insert, committed by itself."""

    def __init__(self, connection: sqlite3.Connection, entries: Sequence[Entry]) -> None:
        self._connection = connection
        # Make all columns but the number here, so that only the insert is timed.
        self._rows = {id(entry): (*chain.fields(0, entry)[1:], bytes(32), bytes(32)) for entry in entries}
        self._last = 0

    def append(self, entry: Entry) -> None:
        self._last += 1
        self._connection.execute(sql.APPEND, (self._last, *self._rows[id(entry)]))


class Library:
    """The library as its documentation sets it up: an application on SQLite, an aggregate that records."""

    def __init__(self, path: Path) -> None:
        domain, application = (
            import_module("eventsourcing.domain"),
            import_module("eventsourcing.application"),
        )

        class RecordedTable(domain.Aggregate):  # type: ignore[name-defined, misc]
            @domain.event("Recorded")  # type: ignore[untyped-decorator]
            def record(self, kind: str, event: str, prompt: str) -> None:
                self.last = event

        settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        self._application = application.Application(env=settings)
        self._table = RecordedTable()
        _is_durable(self._application.factory.datastore)

    def append(self, entry: Entry) -> None:
        self._table.record(entry.kind, entry.event.decode(), entry.prompt.decode())
        self._application.save(self._table)


class Recorder:
    """The library's recorder alone, its events made ready before: with nothing around it."""

    def __init__(self, path: Path) -> None:
        persistence, sqlite = (
            import_module("eventsourcing.persistence"),
            import_module("eventsourcing.sqlite"),
        )
        datastore = sqlite.SQLiteDatastore(str(path))
        self._recorder = sqlite.SQLiteApplicationRecorder(datastore)
        self._recorder.create_table()
        self._event = persistence.StoredEvent
        self._table, self._last = uuid4(), 0
        _is_durable(datastore)

    def append(self, entry: Entry) -> None:
        self._last += 1
        self._recorder.insert_events([self._event(self._table, self._last, entry.kind, entry.event)])


def _is_durable(datastore: Any) -> None:
    """The library sets WAL itself, and leaves ``synchronous`` at what SQLite was built with."""
    with datastore.transaction(commit=False) as cursor:
        for setting, wanted in (("journal_mode", "wal"), ("synchronous", 2)):
            cursor.execute(f"PRAGMA {setting}")
            assert cursor.fetchone()[0] == wanted, setting

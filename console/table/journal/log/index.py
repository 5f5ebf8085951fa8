"""The log's index: a file of its own, by which a journal's entries are found; it can be rebuilt.

A term is a facet with a value (`card` 9H, `clause` BAC-3.4.3), kept once and numbered; each entry's terms are
posted as one full-text row of those numbers, so that SQLite's own full-text search joins them. The texts
among the terms have a trigram index, in which any three characters of any script are found.

A device's bytes that nobody refused are posted apart: they are more than a third of all entries, and most
searches leave them out and never read them. If they are asked for, SQLite puts the two together in the
order of their numbers.

The journal itself carries none of it: an append costs nothing more, and nothing here is part of the truth.

Anybody who can write an index can hide entries from a search. So no index lies beside a journal, whose folder
may be anybody's: each is in a folder of the user's own, as the key that seals is. An index is believed only
if the folder and the file are the user's and nobody else can write them, its schema is this one, and it
was made of this journal: the chain begins there as here, and is the same at the last entry that it holds.
That proves that the index was written by this user's programs, from entries that led to that chain. It proves
nothing against somebody who acts as the user, who could read the key as well; nor that the entries are still
as they were when they were indexed: verifying shows that.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.base.system import true_place
from console.table.journal.file.connection import kept_if_good
from console.table.journal.file.links import NO_LINK, is_private
from console.table.journal.file.place import sibling
from console.table.journal.log.rows import Facet, fold

LAYOUT: Final = 22
"""Raised whenever an older index would answer otherwise: it is then rebuilt."""

MARKED: Final = 128
"""Entries from mark to mark: each has the number of those that are listed if a device's bytes are not,
counted from where the index began: below zero before it.
"""

TOP: Final = 2**40
"""Entries are posted by how far their numbers are from this one: the newest first, as they are asked for."""

TAKEN: Final = "taken"
"""The term of every entry that was not refused, and the value of the one of every entry that was."""

PREPARATION: Final = (Facet.STAGE.value, "preparation")
"""The term of the entries of a preparation."""

SHORT: Final = frozenset((Facet.SAID, Facet.FIGURE, Facet.PERSON, Facet.NAMED, Facet.CARD, Facet.DEVICE))
"""The facets in whose values one or two characters are looked for: in lines and ids they are everywhere."""
SEARCHED: Final = SHORT | {Facet.INCIDENT, Facet.CLAUSE, Facet.LINE}
"""Those in whose values three or more are."""
MERGED: Final = -500
"""Pages to a step of putting in order; negative: down to a single list for each term."""
REMEMBERED: Final = 50_000
"""Terms whose numbers are kept in memory while an index is filled."""
_UNUSED: Final = 180 * 86_400
"""Seconds after which an index that nothing was added to is taken away, when another one is made."""

_TABLES: Final = """
CREATE TABLE filled (id INTEGER PRIMARY KEY CHECK (id = 1),
    journal BLOB NOT NULL, number INTEGER NOT NULL, chain BLOB NOT NULL, at TEXT NOT NULL,
    listed INTEGER NOT NULL, first INTEGER NOT NULL, first_listed INTEGER NOT NULL) STRICT;
CREATE TABLE set_back (number INTEGER PRIMARY KEY) STRICT;
CREATE TABLE term (id INTEGER PRIMARY KEY, facet TEXT NOT NULL, value TEXT NOT NULL, folded TEXT NOT NULL,
    UNIQUE (facet, value)) STRICT;
CREATE VIRTUAL TABLE text USING fts5(folded, content="term", content_rowid="id", tokenize="trigram");
CREATE VIRTUAL TABLE posting USING fts5(terms, content="", columnsize=0, detail=none, tokenize="ascii");
CREATE VIRTUAL TABLE beneath USING fts5(terms, content="", columnsize=0, detail=none, tokenize="ascii");
CREATE TABLE listed (number INTEGER PRIMARY KEY, many INTEGER NOT NULL) STRICT;
CREATE INDEX listed_many ON listed (many, number);
CREATE TABLE told (number INTEGER PRIMARY KEY, dealer INTEGER, pit_boss INTEGER, incident INTEGER,
    preparing INTEGER NOT NULL) STRICT;
CREATE TABLE incident (term INTEGER PRIMARY KEY, kind TEXT, outcome TEXT, clause TEXT) STRICT;
"""

Term = tuple[str, str]


def own_folder() -> Path:
    """The default folder of indexes; nothing is made."""
    from platformdirs import user_data_path  # no start waits for it

    return user_data_path("dealer-console", appauthor=False) / "indexes"


def place_of(journal: Path, folder: Path | None = None) -> Path:
    """The path of a journal's index: in ``folder``, or in the user's own."""
    where = sha256(str(true_place(journal)).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    # Journals in other folders may have the same name.
    return (folder or own_folder()) / f"{journal.name}-{where}.index"


def begin(path: Path, journal: bytes) -> sqlite3.Connection:
    """The index at ``path`` for filling, emptied if it is another journal's. Raises sqlite3.Error, OSError.
    ``journal`` is the digest of the journal's heading, where its chain begins.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(path.parent):
        raise PermissionError(f"{path.parent}: others could write an index there")
    if os.path.lexists(path) and not (is_private(path) and _is_of(path, journal)):
        clear(path)
    if not os.path.lexists(path):
        _clear_unused(path.parent)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | NO_LINK, 0o600))
    connection = _connected(path)
    try:
        if connection.execute("PRAGMA user_version").fetchone()[0] != LAYOUT:
            connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {LAYOUT};")
            connection.execute("INSERT INTO filled VALUES (1, ?, 0, ?, '', 0, 0, 0)", (journal, journal))
            connection.commit()
    except BaseException:
        connection.close()
        raise
    return connection


def is_believed(path: Path) -> bool:
    """Whether there is an index that no other user can have written."""
    return is_private(path) and path.is_file() and is_private(path.parent)


def _is_of(path: Path, journal: bytes) -> bool:
    if not path.stat().st_size:
        return True  # another process began it a moment ago
    try:
        with closing(_connected(path)) as connection:
            return is_of(connection, "main", journal)
    except sqlite3.DatabaseError:
        return False


def is_of(connection: sqlite3.Connection, schema: str, journal: bytes) -> bool:
    """Whether the index has this layout and was made for the journal whose heading has this digest."""
    if connection.execute(f"PRAGMA {schema}.user_version").fetchone()[0] != LAYOUT:
        return False
    if _texts(connection, schema) != _own_texts():
        return False
    found = connection.execute(f"SELECT journal FROM {schema}.filled").fetchone()
    return found is not None and found[0] == journal


def _texts(connection: sqlite3.Connection, schema: str) -> list[tuple[str, str]]:
    return connection.execute(f"SELECT name, sql FROM {schema}.sqlite_master ORDER BY 1, 2").fetchmany(100)


@cache
def _own_texts() -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(_TABLES)
        return _texts(connection, "main")


def _clear_unused(folder: Path) -> None:
    for path in folder.glob("*.index"):
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime > _UNUSED:
                clear(path)


def clear(path: Path) -> None:
    """Remove an index, which can be rebuilt."""
    for ending in ("", "-journal"):
        sibling(path, ending).unlink(missing_ok=True)


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    # Without a write-ahead log: a reader of a file on a medium that can't be written needs nothing beside it.
    with kept_if_good(connection):
        for setting in ("journal_mode = PERSIST", "synchronous = NORMAL", "cache_size = -8000"):
            connection.execute(f"PRAGMA {setting}")
    return connection


def merge_step(connection: sqlite3.Connection) -> bool:
    """Put some of the posted terms in order; False once all are."""
    before = connection.total_changes
    for table in POSTED:
        connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', {MERGED})")
    return connection.total_changes - before > len(POSTED)


_MIDDLE: Final = 10**8
"""The number of the first term: those of older entries have smaller ones."""
_NUMBER: Final = "SELECT id FROM term WHERE facet = ? AND value = ?"
_ENDS: Final = f"SELECT coalesce(max(id), {_MIDDLE - 1}), coalesce(min(id), {_MIDDLE}) FROM term"


class Terms:
    """The terms' numbers, the latest in memory; a new term gets the next number."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[Term, str] = {}
        self._together: dict[tuple[Term, ...], str] = {}
        """The numbers of terms that came together, as one text."""
        self._new = list[tuple[int, str, str, str]]()
        """Terms that are not written yet."""
        self._ends: tuple[int, int] | None = None
        """The highest number and the lowest; None before the first new term of a transaction."""
        self.older = False
        """Whether the entries come from the newest back: of a word in too many texts the newest are searched,
        which have the highest numbers.
        """

    def posting(self, groups: tuple[tuple[Term, ...], ...]) -> str:
        """An entry's terms, in groups that may come together again, as one text of their numbers."""
        together, look = self._together, self._look_up
        return " ".join([together.get(group) or look(group) for group in groups])

    def _look_up(self, group: tuple[Term, ...]) -> str:
        known, look = self._known, self._look
        numbers = " ".join({known.get(term) or look(term) for term in group})
        if len(group) > 1:
            self._together[group] = numbers
        return numbers

    def number(self, term: Term) -> int:
        return int(self._known.get(term) or self._look(term))

    def _look(self, term: Term) -> str:
        row = self._connection.execute(_NUMBER, term).fetchone()
        self._known[term] = number = str(row[0] if row else self._new_number(term))
        return number

    def _new_number(self, term: Term) -> int:
        newest, oldest = self._ends or self._connection.execute(_ENDS).fetchone()
        number: int = oldest - 1 if self.older else newest + 1
        self._ends = max(newest, number), min(oldest, number)
        facet, value = term
        self._new.append((number, facet, value, fold(value)))
        return number

    def write(self) -> None:
        """Write the new terms in order of number: full-text search begins a list for each out of order."""
        self._new.sort()
        self._connection.executemany("INSERT INTO term VALUES (?, ?, ?, ?)", self._new)
        found = [(number, folded) for number, facet, _, folded in self._new if facet in SEARCHED]
        self._connection.executemany("INSERT INTO text (rowid, folded) VALUES (?, ?)", found)
        self._new, self._ends = [], None
        if len(self._known) + len(self._together) > REMEMBERED:
            self._clear()

    def _clear(self) -> None:
        self._known.clear()
        self._together.clear()

    def forget(self) -> None:
        """Forget the numbers that a rolled back transaction had given."""
        self._clear()
        self._new, self._ends = [], None


POSTED: Final = ("posting", "beneath")
"""Where entries are posted: those that are listed wherever they fit, and a device's bytes that are not."""
POST, POST_BENEATH = (f"INSERT INTO {table} (rowid, terms) VALUES (?, ?)" for table in POSTED)
TELL: Final = "INSERT INTO told VALUES (?, ?, ?, ?, ?)"
STANDING: Final = "SELECT dealer, pit_boss, incident, preparing FROM told ORDER BY number DESC LIMIT 1"
"""The last facts in the index: new ones are added only if they change."""
INCIDENT: Final = "INSERT OR REPLACE INTO incident VALUES (?, ?, ?, ?)"
OLDER_INCIDENT: Final = "INSERT OR IGNORE INTO incident VALUES (?, ?, ?, ?)"
"""Filling backwards, an older entry never replaces the facts that a later one gave of the incident."""
SET_BACK: Final = "INSERT INTO set_back VALUES (?)"
MARK: Final = "INSERT INTO listed VALUES (?, ?)"
FILLED: Final = "UPDATE filled SET number = ?, chain = ?, at = ?, listed = ?"
FILLED_BACK: Final = "UPDATE filled SET first = ?, first_listed = ?"
BEGUN_AT: Final = "UPDATE filled SET number = ?, chain = ?, at = ?, first = ?"

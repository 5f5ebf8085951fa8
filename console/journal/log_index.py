"""The log's index: a file of its own beside a journal, by which entries are found; it can be made anew.

A term is a facet with a value (`card` 9H, `clause` BAC-3.4.3), kept once and numbered; each entry's terms
are posted as one full-text row of those numbers, so that SQLite's own full-text search joins them. The
texts among the terms have a trigram index, in which any three characters of any script are found.

The journal itself carries none of it: an append costs nothing more, and nothing here is part of the truth.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final
from unicodedata import normalize

from console.journal.log_rows import Facet

LAYOUT: Final = 7
"""Raised whenever an index made before would answer otherwise: it is made anew then."""

TOP: Final = 2**40
"""Entries are posted by how far their numbers are from this one: the newest first, as they are asked for."""

TAKEN: Final = "taken"
"""The term of every entry that was not refused, and the value of the one of every entry that was."""

SHORT: Final = (Facet.SAID, Facet.PERSON, Facet.CARD, Facet.DEVICE)
"""The facets in whose values one or two characters are looked for: in lines and ids they are everywhere."""
SEARCHED: Final = (*SHORT, Facet.INCIDENT, Facet.CLAUSE, Facet.LINE)
"""Those in whose values three or more are."""
MERGED: Final = -500
"""Pages to a step of putting in order; negative: down to a single list for each term."""
REMEMBERED: Final = 50_000
"""Terms whose numbers are kept in memory while an index is filled."""

_TABLES: Final = """
CREATE TABLE filled (id INTEGER PRIMARY KEY CHECK (id = 1),
    journal BLOB NOT NULL, number INTEGER NOT NULL, chain BLOB NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TABLE set_back (number INTEGER PRIMARY KEY) STRICT;
CREATE TABLE term (id INTEGER PRIMARY KEY, facet TEXT NOT NULL, value TEXT NOT NULL, folded TEXT NOT NULL,
    UNIQUE (facet, value)) STRICT;
CREATE VIRTUAL TABLE text USING fts5(folded, content="term", content_rowid="id", tokenize="trigram");
CREATE VIRTUAL TABLE posting USING fts5(terms, content="", columnsize=0, detail=none, tokenize="ascii");
CREATE TABLE told (number INTEGER PRIMARY KEY, dealer INTEGER, pit_boss INTEGER, incident INTEGER) STRICT;
CREATE TABLE incident (term INTEGER PRIMARY KEY, kind TEXT, outcome TEXT) STRICT;
"""

Term = tuple[str, str]


def beside(journal: Path, folder: Path | None = None) -> Path:
    """Where a journal's index is kept: beside it, or in a folder where beside it nothing may be written."""
    if folder is None:
        return journal.with_name(f"{journal.name}.index")
    where = sha256(str(journal.resolve()).encode()).hexdigest()[:16]  # names come again in other folders
    return folder / f"{journal.name}-{where}.index"


def begin(path: Path, journal: bytes) -> sqlite3.Connection:
    """The index at ``path`` for filling, emptied where it is not this journal's; sqlite3.Error, OSError.

    ``journal`` is the digest of what the journal says of itself: where its chain begins.
    """
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    if path.stat().st_size and not _is_of(path, journal):
        clear(path)
        return begin(path, journal)
    connection = _connected(path)
    if connection.execute("PRAGMA user_version").fetchone()[0] != LAYOUT:
        connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {LAYOUT};")
        connection.execute("INSERT INTO filled VALUES (1, ?, 0, ?, '')", (journal, journal))
        connection.commit()
    return connection


def _is_of(path: Path, journal: bytes) -> bool:
    try:
        with closing(_connected(path)) as connection:
            return is_of(connection, "main", journal)
    except sqlite3.DatabaseError:
        return False


def is_of(connection: sqlite3.Connection, schema: str, journal: bytes) -> bool:
    """Whether it is an index of this layout, made for the journal that says this of itself."""
    if connection.execute(f"PRAGMA {schema}.user_version").fetchone()[0] != LAYOUT:
        return False
    found = connection.execute(f"SELECT journal FROM {schema}.filled").fetchone()
    return found is not None and found[0] == journal


def fold(text: str) -> str:
    """The text as it is compared: without case, and one width for what a Japanese keyboard has in two."""
    return normalize("NFKC", text).casefold()


def clear(path: Path) -> None:
    """Take an index away; it can be made anew."""
    for ending in ("", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    # Without a write-ahead log: a reader of a file on a medium that can't be written needs nothing beside it.
    for setting in ("journal_mode = PERSIST", "synchronous = NORMAL", "cache_size = -8000"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def merged(connection: sqlite3.Connection) -> bool:
    """Put some of what was posted in order; False once all of it is."""
    before = connection.total_changes
    connection.execute(f"INSERT INTO posting (posting, rank) VALUES ('merge', {MERGED})")
    return connection.total_changes - before > 1


class Terms:
    """The terms' numbers, those met last in memory; a new term gets the next."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[Term, int] = {}

    def numbers(self, terms: Iterable[Term]) -> list[int]:
        """The numbers of these, each once."""
        known, number = self._known, self._number
        return list({known.get(term) or number(term) for term in terms})

    def _number(self, term: Term) -> int:
        if len(self._known) > REMEMBERED:
            self._known.clear()
        ask = self._connection.execute
        row = ask("SELECT id FROM term WHERE facet = ? AND value = ?", term).fetchone()
        self._known[term] = number = row[0] if row else self._kept(term)
        return number

    def _kept(self, term: Term) -> int:
        facet, value = term
        folded, ask = fold(value), self._connection.execute
        number = ask("INSERT INTO term VALUES (NULL, ?, ?, ?)", (facet, value, folded)).lastrowid
        assert number is not None, "a row was inserted"
        if facet in SEARCHED:
            ask("INSERT INTO text (rowid, folded) VALUES (?, ?)", (number, folded))
        return number

    def forget(self) -> None:
        """What was rolled back is not known."""
        self._known.clear()


POST: Final = "INSERT INTO posting (rowid, terms) VALUES (?, ?)"
TELL: Final = "INSERT INTO told VALUES (?, ?, ?, ?)"
STANDING: Final = "SELECT dealer, pit_boss, incident FROM told ORDER BY number DESC LIMIT 1"
"""What was told last: it is told again only where it changes."""
INCIDENT: Final = "INSERT OR REPLACE INTO incident VALUES (?, ?, ?)"
SET_BACK: Final = "INSERT INTO set_back VALUES (?)"
FILLED: Final = "UPDATE filled SET number = ?, chain = ?, at = ?"


def posting(numbers: Sequence[int]) -> str:
    """An entry's terms as one text."""
    return " ".join(map(str, numbers))

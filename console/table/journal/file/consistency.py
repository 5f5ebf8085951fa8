"""The consistency of a journal's file, as SQLite finds it: pages, free pages, the rows beside the entries. A
start asks the same as `verify`, except a large file's pages: a table that plays looks at those later.
"""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from console.table.journal.file import chain, schema_check, sql
from console.table.journal.file.connection import BROKEN
from console.table.journal.file.errors import DamagedJournal, DerivedDiffers, StrangeSchema
from console.table.journal.file.heading import Heading, heading_in
from console.table.journal.file.high_water_mark import Mark
from console.table.journal.file.links import first_bytes, has_log

AT_A_START: Final = 16 << 20
"""Bytes of a file whose pages a start looks at: it takes some hundredths of a second."""
STRETCH: Final = "stretch"
"""The table that is derived from the entries."""
_OF_AN_INDEX: Final = re.compile(r"(?:row \d+ missing from|wrong # of entries in) index (\w+)")
_ADDED: Final = ("_sqlite_migrations", "predecessor", "seal", "subtree")
"""The tables with few rows, which a start reads whole."""


def check(path: Path, connection: sqlite3.Connection, mark: Mark | None, *, starts: bool = False) -> None:
    """Check an open journal as far as a start can wait. Raises DamagedJournal, StrangeSchema.

    ``mark`` was read before anything of the journal. It holds the digest of a large file's stretches: where
    they differ from it, and at a start whose mark has none for the last entry, all entries are read for them.
    """
    if not schema_check.has_own_migrations(connection):
        raise StrangeSchema(path, schema_check.MIGRATIONS)
    entry = 0
    try:
        (entry,) = connection.execute(sql.COUNT).fetchone()
        for table in _ADDED:
            connection.execute(f"SELECT * FROM main.{table}").fetchall()
        small = os.stat(path).st_size <= AT_A_START
        if (small or _keeps_free_pages(path)) and not is_consistent(connection):
            index = strange_index(connection)
            if index is not None and _is_chained(connection):
                raise DerivedDiffers(path, index, entry + 1)
            raise DamagedJournal(path, entry + 1)
        # A damaged entry's stretch proves nothing: the reading stops there.
        whole = small or _may_lack_stretches(connection, mark, entry, starts=starts)
        strange = strange_stretch(connection, whole=whole)
        if strange is not None and _is_chained(connection):
            raise DerivedDiffers(path, STRETCH, strange)
    except BROKEN as error:
        raise DamagedJournal(path, entry + 1) from error


def _may_lack_stretches(
    connection: sqlite3.Connection, mark: Mark | None, last: int, *, starts: bool
) -> bool:
    heading = heading_in(connection)
    if heading is None:
        return False
    if mark is None or mark.stretches is None or not mark.is_sound or mark.beginning != heading.digest:
        return starts
    if (
        starts and mark.entries != last
    ):  # an older mark vouches for the stretches up to its own last one alone
        return True
    return stretch_digest(connection, heading.digest, until=mark.stretches[0]) != mark.stretches


def stretch_digest(
    connection: sqlite3.Connection, digest: bytes, after: int = 0, until: int = sys.maxsize
) -> tuple[int, bytes]:
    """The last stretch after entry ``after`` and up to ``until``, and the digest over all stretches up to it.
    It continues ``digest``, which is that at ``after``; at 0 the heading's. Errors of SQLite go through.
    """
    for row in connection.execute(sql.STRETCHES_FROM, (after, until)):
        after, digest = row[0], sha256(digest + msgspec.json.encode(row)).digest()
    return after, digest


def strange_stretch(connection: sqlite3.Connection, *, whole: bool) -> int | None:
    """The first entry at which a kept stretch differs from what its entries give; None if all are right.

    Unless ``whole``, each row is compared with its own entries alone, as a start of a large journal can't
    wait. Errors of SQLite go through.
    """
    asked = sql.UNLIKE_STRETCH if whole else sql.STRANGE_STRETCH
    found: tuple[int] | None = connection.execute(asked).fetchone()
    return None if found is None else found[0]


def strange_index(connection: sqlite3.Connection) -> str | None:
    """The index that differs from its table, as SQLite finds it; None if it finds anything else."""
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    named = _OF_AN_INDEX.fullmatch(str(found))
    return None if named is None else named[1]


def _is_chained(connection: sqlite3.Connection) -> bool:
    """Whether each entry is readable and follows the one before, from the heading. SQLite's errors pass."""
    heading = heading_in(connection)
    head = None if heading is None else heading.digest
    for number, row in enumerate(connection.execute(sql.WHOLE, (0,)), 1):
        try:
            head = None if head is None else chain.next_chain(head, row[:-2], row[-2])
            chain.time_of(row[4])
        except (AttributeError, TypeError, ValueError):  # no console wrote this value
            return False
        if head is None or row[0] != number or head != row[-1]:
            return False
    return head is not None


def first_unlike(connection: sqlite3.Connection, heading: Heading, mark: Mark | None) -> int | None:
    """The first entry that is missing or is another one by the mark beside a journal; None if all are
    there, and if the mark is damaged or another journal's. Errors of SQLite go through.
    """
    if mark is None or not mark.is_sound or mark.beginning != heading.digest:
        return None
    (last,) = connection.execute(sql.COUNT).fetchone()
    if mark.entries > last:
        return int(last) + 1
    there = connection.execute(sql.CHAIN_AT, (mark.entries,)).fetchone() if mark.entries else None
    head = heading.digest if there is None else there[1]
    return None if head == mark.head else mark.entries


def is_consistent(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds the whole file consistent; it reads every page. Errors of SQLite go through."""
    strange = connection.execute("SELECT number FROM entry WHERE number < 1").fetchone()
    whole = connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    return strange is None and whole and _has_room_for_its_free_pages(connection)


def ends_within_a_page(path: Path, connection: sqlite3.Connection) -> bool:
    """Whether the file was cut off within its last page.

    SQLite reads the missing bytes as zeros, and finds nothing wrong in a page that had no row. With a log
    beside the file, the page may stand there.
    """
    if has_log(path):
        return False
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    return bool(path.stat().st_size % page)


def is_longer(path: Path, connection: sqlite3.Connection) -> bool:
    """Whether a file without a log has more bytes than pages: SQLite reads none of them."""
    size, pages = (connection.execute(f"PRAGMA page_{each}").fetchone()[0] for each in ("size", "count"))
    return bool(path.stat().st_size > size * pages)


def _keeps_free_pages(path: Path) -> bool:
    """Whether the file's header names free pages, or says that pages move: an appended file has neither."""
    first = first_bytes(path, 68)
    return any(first[32:40]) or any(first[52:56]) or any(first[64:68])


def _has_room_for_its_free_pages(connection: sqlite3.Connection) -> bool:
    """Whether the file is long enough for the free pages that it lists: SQLite takes them for new rows."""
    free, pages = (connection.execute(f"PRAGMA {each}_count").fetchone()[0] for each in ("freelist", "page"))
    return bool(0 <= free < pages)

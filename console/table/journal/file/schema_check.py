"""The comparison of a journal's schema with its version's own: tables, triggers, indexes and views, to the
byte.

Anybody who can write the file can put a view in a table's place, and every statement would read the view. So
each reader first compares all of ``sqlite_master`` with that version's own rows: each row's type, name, table
and text. No row is left out, whatever its name: no journal has an index that SQLite makes by itself. Tables
that copying programs and SQLite's ``ANALYZE`` are known to add are let be, to the byte: no statement of the
console reads them, so nothing in them changes what it finds. Nor is any sign of a text left out: in quotation
marks a column's name is a text if there is no such column, and a view or trigger says something else. The
rows are kept here as digests: the migrations that hold them take 50 ms to load, and a start waits. The
releases of sqlite-utils up to now (4.0 to 4.2.1) all write the same rows; should a later release write
others, the suite says so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.table.journal.file.errors import StrangeSchema

_MASTER: Final = """
    SELECT type, CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB)
    FROM main.sqlite_master LIMIT 500
"""
_APPLIED: Final = "SELECT id, migration_set, name, applied_at FROM main._sqlite_migrations ORDER BY id"
MIGRATIONS: Final = "_sqlite_migrations"
"""The table that says which migrations a journal has had. Nothing goes by it: anybody can put rows there."""
SET: Final = "console.journal"
"""The name that each of them has there."""
OLDEST: Final = 10
"""The schema of version 1.2.0: no older one is read. Its tables are those of today, which never change."""


@lru_cache(256)
def digest_of(*row: object) -> str:
    """The digest of a row of the schema (type, name, table, text), 32 hexadecimal digits. A shipper opens its
    journal several times for each entry, and finds the same rows each time.
    """
    return sha256(repr(row).encode("utf-8", "backslashreplace")).hexdigest()[:32]


@lru_cache
def rows(version: int) -> Mapping[str, str]:
    """The digests of a version's rows, by the name of the table, trigger, index or view."""
    return {} if version < OLDEST else ROWS


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Raises StrangeSchema, with the first name that differs, if the schema is not its version's own."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    strange = first_strange(connection, rows(version))
    if strange is not None:
        raise StrangeSchema(path, strange)


def added_by_others(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The names of the known tables that other programs have added, in their order."""
    found = (_named(row[1]) for row in connection.execute(_MASTER) if tuple(map(_named, row)) in OF_OTHERS)
    return tuple(sorted(found))


def first_strange(connection: sqlite3.Connection, schema: Mapping[str, str]) -> str | None:
    """The first name, in their order, that is missing, surplus or different; None if all is right."""
    return _first_strange(tuple(connection.execute(_MASTER)), tuple(schema.items()))


@lru_cache(8)
def _first_strange(master: tuple[tuple[object, ...], ...], schema: tuple[tuple[str, str], ...]) -> str | None:
    """The first strange name of these rows; reviews open the same journals, with the same rows, again."""
    found: dict[str, str] = {}
    for row in master:
        name = _named(row[1])
        if tuple(map(_named, row)) in OF_OTHERS:
            continue
        if name in found:
            return name  # SQLite takes either of two with one name
        found[name] = digest_of(*row)
    expected = dict(schema)
    differing = (name for name in {*expected, *found} if expected.get(name) != found.get(name))
    return min(differing, default=None)


def _named(name: object) -> str:
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)


def has_own_migrations(connection: sqlite3.Connection) -> bool:
    """Whether the file records exactly the migrations of its version."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    found = connection.execute(_APPLIED).fetchmany(version + 1)
    return [row[:3] for row in found] == [(n, SET, str(n)) for n in range(1, version + 1)] and all(
        _is_time(row[3]) for row in found
    )


def _is_time(text: object) -> bool:
    """Whether the text is a time as Python writes it, which has no fraction at a second's very beginning."""
    try:
        return isinstance(text, str) and str(datetime.fromisoformat(text)) == text and text.endswith("+00:00")
    except ValueError:
        return False


def newest_migration(path: Path) -> int | None:
    """The number of the last migration that the file says it has had; None if it can't be read."""
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            newest: int | None = connection.execute(f"SELECT max(id) FROM {MIGRATIONS}").fetchone()[0]
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return newest


OF_OTHERS: Final = {
    ("table", name, name, f"CREATE TABLE {name}{columns}")
    for name, columns in (
        ("_litestream_lock", " (id INTEGER)"),
        ("_litestream_seq", " (id INTEGER PRIMARY KEY, seq INTEGER)"),
        ("sqlite_stat1", "(tbl,idx,stat)"),
        ("sqlite_stat4", "(tbl,idx,neq,nlt,ndlt,sample)"),
    )
}
"""The rows of tables that litestream and ``ANALYZE`` add to each file into which they write."""

# fmt: off
ROWS: Final[dict[str, str]] = {
    "_sqlite_migrations": "35f0fdd0815060da8d0d4590a65486d6",
    "ball_checks": "cbadbea6e1f5dabebf06da682fb5c00a",
    "cards": "84ed76387b6d8d9ebd1636dde11245f2",
    "checkpoint": "911ef176f6db71ac0859f7bd8322beb5",
    "checkpoint_no_delete": "db1a2bc1d0bdcae9168896a6cbeae1a1",
    "checkpoint_no_update": "68ddeac0f5b8769136bd3d5daa40b9b7",
    "checkpoint_once": "e7f52f443bd7ed9a8d55ebcbb03aca8b",
    "corrections": "cd39d254d997cf3cf931b178e0a2734d",
    "decisions": "50ac2187e1144cf77f96cca952e604af",
    "device_faults": "f88899a684ccb29b978ecd453eda9b48",
    "entries": "3a62eed6b2a0221d76415dd1c853d664",
    "entry": "04e0fd877042ddde6f937354617e22a5",
    "entry_begins_stretch": "319c4a1ba94ce1baa64a51a394db9e83",
    "entry_in_order": "60aee863102bc28d034a0a71d4690606",
    "entry_no_delete": "4bc9a42b1e2694be5a2c28f0f47b96c6",
    "entry_no_update": "bc2c8c43b18fb1f349deec9b05e96088",
    "entry_rare": "ac7535898bcb73247b1ea731c71ade27",
    "idx__sqlite_migrations_migration_set_name": "f4abbc1c89279792e20effc1fb16a4a2",
    "incidents": "06eac57c6c768420d86e412aa348da73",
    "manual_mode": "c151aae8c96b89bf2f74a800fe2f0297",
    "meta": "c83f8ced46f1d54da0b28762f28f58f1",
    "meta_no_delete": "748933de5ea169eee599d22be9b9e810",
    "meta_no_update": "1566cc9a8411c8d01b9006cc3f92c84a",
    "meta_once": "35a91fe7c324221955d80b822c63e7b0",
    "numbers": "349759326cfc35f0fc73ec15f2779220",
    "people_at_table": "926e113a85937b5053e080d7fad0647b",
    "pit_boss_calls": "e6c6f510e712812c340c82842433df32",
    "predecessor": "e259c5caf1bd91b49601b4bbd1116d90",
    "predecessor_no_delete": "ee13db19e195edffdd9143ed48bd96a2",
    "predecessor_no_update": "6e99db7aed4b6fe9c0e33cf67754602a",
    "predecessor_once": "edd33fdc13fdb1e88f6e537dc8e09247",
    "refusals": "48c1f8ce311c8c1271cc4a3c82025235",
    "remarks": "62bfeff5817d95fff6febd1c496e02d2",
    "rounds": "5c36a63e68b7ebc66fc295f07e26c247",
    "seal": "518a8de6baff784c86461eaa1007b0c9",
    "seal_in_order": "e959d9a52a84630751092dfea86e7aa2",
    "seal_no_delete": "6546b61665ed8a7490d3c59c0ce622f1",
    "seal_no_update": "468860024b4f66b7f96eb3334318478b",
    "shown": "9b2dc19c9e3050b9f7d856fa8c1c8058",
    "stretch": "a1d4b1a82b136278870d196136ed5e11",
    "stretch_as_entries_say": "c6a868ae2a96f32a181d10641f191392",
    "stretch_no_delete": "44b8a62218ae3288ff3d14ac12700b8a",
    "stretch_no_update": "220c7b9a310c09ab76961eb13d2daf2d",
    "subtree": "82f3c8faeaa198879e055e99464c73e5",
    "subtree_in_order": "0e434fc4de77df406973ebeb6c5853a9",
    "subtree_no_delete": "a1e60abab9f9de726f09e6f168bab7c2",
    "subtree_no_update": "aaafe055a41cd7968ceb807b02a3eec7",
}
# fmt: on
"""Each row's name and digest: the suite compares them with what ``schema`` makes."""

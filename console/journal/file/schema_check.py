"""Whether a journal's schema is its version's own: tables, triggers, indexes and views, to the word.

Whoever can write the file can put a view in a table's place, and every statement would read what the view
says. So each reader compares ``sqlite_master`` with the texts of that version before it reads anything else.
The texts are kept here as digests: the migrations that hold them take 50 ms to load, and a start waits.
Quotation marks and white space are left out, since releases of sqlite-utils have set them differently.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.journal.file.errors import StrangeSchema

_LOOSE: Final = re.compile(r'[\s"\[\]`]+')
_MASTER: Final = """
    SELECT name, sql FROM main.sqlite_master WHERE name NOT LIKE 'sqlite@_autoindex@_%' ESCAPE '@' LIMIT 500
"""
_STATES: Final = 6
"""The first version in which entries and heading say the digest of a state."""


@lru_cache(128)
def text_digest(sql: str) -> str:
    """The digest of a text of the schema, 32 hexadecimal digits.

    A shipper opens its journal several times for each entry, and finds the same texts each time.
    """
    return sha256(_LOOSE.sub("", sql).encode("utf-8", "replace")).hexdigest()[:32]


def texts(version: int) -> dict[str, str]:
    """The digests of a version's texts, by the name of the table, trigger, index or view."""
    found = {}
    for name, since in SINCE.items():
        for begins, digest in since:
            if begins <= version:
                found[name] = digest
    return found


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Raises StrangeSchema, with the first name that differs, where the schema is not its version's own."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    strange = first_strange(connection, texts(version))
    if strange is not None:
        raise StrangeSchema(path, strange)


def first_strange(connection: sqlite3.Connection, wanted: Mapping[str, str]) -> str | None:
    """The first name, in their order, that is missing, more, or has another text; None if all is right."""
    found: dict[str, str] = {}
    for name, sql in connection.execute(_MASTER):
        if name in found:
            return str(name)  # two of one name: SQLite takes one of them, and nobody knows which
        found[str(name)] = text_digest(str(sql))
    differing = (name for name in {*wanted, *found} if wanted.get(name) != found.get(name))
    return min(differing, default=None)


def as_now(connection: sqlite3.Connection) -> None:
    """Have statements in the words of the present schema read an older file, too, which stays as it is."""
    if connection.execute("PRAGMA user_version").fetchone()[0] < _STATES:
        for table in ("meta", "entry"):
            connection.execute(f"CREATE TEMP VIEW {table} AS SELECT *, NULL AS state FROM main.{table}")


# fmt: off
SINCE: Final[dict[str, tuple[tuple[int, str], ...]]] = {
    "_sqlite_migrations": ((1, "77b095c96b43f2eb952f832e104b2bee"),),
    "cards": ((4, "f2359c030d8697e7e304f961213b362d"), (7, "506fe033d074d785fd44df583126d173")),
    "checkpoint": ((1, "94da702b19cda9b6ea695368845dd2cb"),),
    "checkpoint_no_delete": ((1, "3d3b14db851156c289afd04265d866d2"),),
    "checkpoint_no_update": ((1, "ff073aa9d997df1717f1540398e65110"),),
    "checkpoint_once": ((1, "43818be069c82ff77829d380d97f7600"),),
    "corrections": ((4, "e1f2dfb6b7050b11fd8308e2251bf136"), (7, "5caad53f6fc77bf255a5f67e6d4aa578")),
    "decisions": ((4, "7844dc854e77d0654a30002db5e0e6f0"),),
    "device_faults": ((4, "81e2ffb324320d964cba6f8937c3a383"), (5, "4cf0b91e7dfde9f1bfd29aa53f8f81fc"),),
    "entries": ((4, "c145e9702d599843c20c235f310d5bb2"), (7, "496289b1fa2c4a8fa9aae371aebd24f4")),
    "entry": ((1, "ca6eeaf7634deb47a400b50e6aabdaa1"), (6, "fd2df2ccf79994d5b0b77952013ca9ef"),),
    "entry_in_order": ((1, "edde623dbfd89660ab20bb41d402b68a"),),
    "entry_no_delete": ((1, "7db8433e454ae5eb2c64a5366eeb71b1"),),
    "entry_no_update": ((1, "ef139403ec8807814d3e757b64ae1bed"),),
    "idx__sqlite_migrations_migration_set_name": ((1, "4742ac22632299fff19906ce11e4480d"),),
    "incidents": ((4, "1440f36406fea20b7254dfd9f826ce7f"),),
    "manual_mode": ((4, "75465d4033bbde12e0000bf41861c3c0"),),
    "meta": ((1, "fcc38de0f70760497b8f46bbe298c007"), (6, "e71b43de5b3c45f34ebeaaad4b075af1"),),
    "meta_no_delete": ((1, "9d60369d1a3e1c0d6125c273015ef63c"),),
    "meta_no_update": ((1, "b804b6cf461ce1711f1e040f5a1ae5c4"),),
    "meta_once": ((1, "c58cb8c695876ec9a1aef2643b0e8f58"),),
    "numbers": ((5, "dd3bfe187e377c93770647d6fabfda9d"),),
    "people_at_table": ((4, "77170dc34fe9b12036fd9ed0924f10e2"),),
    "pit_boss_calls": ((4, "fd1645257551c65b5fa2410d172ddd7a"),),
    "predecessor": ((4, "17fb5be73ab9fc964ea592f7a84c7585"),),
    "predecessor_no_delete": ((4, "fcfbd8e28e99da206034d17d56a16e10"),),
    "predecessor_no_update": ((4, "9ac484d709b1c985455d4cfb8ade01da"),),
    "predecessor_once": ((4, "14cd955e0dd870e02e2d599f98cc41be"),),
    "refusals": ((4, "ab3993c22467d574340c6aedc7af5fbf"), (7, "d704a0e38939001dfb53ba5d1e3d8d9e")),
    "remarks": ((4, "f4726e116c71055f9342fb634af3e9f7"),),
    "rounds": ((4, "94abed9d02e54deedc329f2386949c4d"),),
    "seal": ((3, "c1398dee22f09ae78ac12f8a953a4d3d"),),
    "seal_in_order": ((3, "a3a2ba586b737d4c255933e75c24f37e"),),
    "seal_no_delete": ((3, "33b1a408177bf9c7c22a414533a9e344"),),
    "seal_no_update": ((3, "18e27562aa25b054c3ea241d6a884903"),),
    "shown": ((7, "8543392303ed8dda9b3cee5dcff81119"),),
    "subtree": ((3, "ebe32704cc66439497e851cec20eea61"),),
    "subtree_in_order": ((3, "2a2bf9cc76db716ee34ce9c74f2a6aa9"),),
    "subtree_no_delete": ((3, "ba2235169683521432e490602ffe36f3"),),
    "subtree_no_update": ((3, "86d89ef7ae23c505d74b103241a6e780"),),
}
# fmt: on
"""The versions from which on a text is so, each with its digest: the suite holds them to the migrations."""

"""The floor's diary: a chain of every change of its lists, of the windows' deeds and of the disputes.

The database makes an entry of each by a trigger; here the chain is followed, and held beside what the lists
hold now. It believes nothing but the head, which windows and a witness keep.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec

from console.journal.file.chain import hashed, link

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

DIARY: Final = "*"
"""What the diary is called among the heads of the tables' journals: no table's id."""
AT_ONCE: Final = 16_384
"""Digests that come at once."""
_DIGEST: Final = 32
_KEYS: Final = {
    "studio": ("studio",),
    "tables": ("table_id",),
    "diary": ("table_id", "at", "id"),
    "dispute": ("table_id", "part", "at", "said", "number"),
}
"""The lists of which nothing is ever taken out, with what a row of each is known by."""
_ENDING: Final = {
    "window_account": ("account",),
    "watch": ("account", "studio"),
    "token": ("account",),
}
"""The lists out of which the commands take rows, too; only an administrator reads them."""

_Row = dict[str, Any]


class Deed(msgspec.Struct, frozen=True):
    """An entry of the diary."""

    number: int
    at: str
    account: str
    relation: str
    done: str
    """``insert``, ``update`` or ``delete``; ``there`` of what was there when the diary began."""
    row: _Row | None = None
    before: _Row | None = None


class DiaryFlaw(NamedTuple):
    """What is not as the diary has it."""

    what: Literal["changed", "gone", "other", "beside"]
    """``gone``: a row was taken out of a list; ``other``: it is another; ``beside``: no entry tells of it."""
    number: int = 0
    """The diary's entry; 0 where it is none."""
    relation: str = ""
    row: _Row | None = None


class Proved(NamedTuple):
    """The diary beside the lists."""

    number: int
    """How far the diary has come."""
    flaws: tuple[DiaryFlaw, ...]


def deeds(connection: Connection, after: int = 0) -> Iterator[tuple[int, bytes, Deed | None]]:
    """The entries after a number that the account may read: number, bytes, and what they say; None of what no
    floor can have written.
    """
    asked = "SELECT number, packed FROM floor.diary_chain WHERE number > %s ORDER BY number"
    for number, packed in connection.execute(asked, (after,)):
        try:
            deed = msgspec.json.decode(packed, type=Deed)
        except (msgspec.MsgspecError, RecursionError):
            deed = None
        yield number, bytes(packed), deed


def proved(connection: Connection) -> Proved:
    """Follow the diary's chain to its head, and hold it beside the lists; of an account that sees some
    studios those of their rows that it may read.
    """
    begins, until, chain = connection.execute("SELECT * FROM floor.diary_end()").fetchone() or (b"", 0, b"")
    digests = list[bytes]()
    while len(digests) < until:
        asked = "SELECT floor.diary_digests(%s, %s)"
        row = connection.execute(asked, (len(digests) + 1, until)).fetchone()
        assert row is not None, "a function answers with one row"
        some = bytes(row[0])
        if not some:
            break
        digests += [some[at : at + _DIGEST] for at in range(0, len(some), _DIGEST)]
    walked = bytes(begins)
    for digest in digests:
        walked = link(walked, digest)
    told, seen, flaws = dict[tuple[str, tuple[Any, ...]], tuple[int, _Row]](), 0, list[DiaryFlaw]()
    for number, packed, deed in deeds(connection):
        seen += 1
        at = digests[number - 1] if number <= len(digests) else b""
        if deed is None or deed.number != number or hashed(packed) != at:
            flaws.append(DiaryFlaw("changed", number))
            break
        if deed.relation in _KEYS and deed.row is not None:
            told[deed.relation, _key(deed.relation, deed.row)] = number, deed.row
        elif deed.relation in _ENDING:
            if deed.before is not None:
                told.pop((deed.relation, _key(deed.relation, deed.before)), None)
            if deed.row is not None:
                told[deed.relation, _key(deed.relation, deed.row)] = number, deed.row
    if not flaws and (len(digests) != until or walked != bytes(chain)):
        flaws.append(DiaryFlaw("changed", len(digests)))
    if not flaws:
        flaws += _beside(connection, told, whole=seen == until)
    return Proved(until, tuple(flaws))


def _beside(
    connection: Connection, told: dict[tuple[str, tuple[Any, ...]], tuple[int, _Row]], *, whole: bool
) -> Iterator[DiaryFlaw]:
    rows = connection.execute("SELECT relation, is_now::text FROM floor.diary_rows()").fetchall()
    lists = _lists(connection) if whole else None
    if lists is None:
        told = {key: row for key, row in told.items() if key[0] not in _ENDING}
    rows += lists or []
    now = {}
    for relation, said in rows:
        row = msgspec.json.decode(said)
        now[relation, _key(relation, row)] = row
    listed = {key[1][0] for key in now if key[0] == "tables"}
    for key, (number, row) in told.items():
        relation = key[0]
        if key in now:
            if now[key] != row:
                yield DiaryFlaw("other", number, relation, now[key])
        elif whole or row.get("table_id") in listed or (relation == "tables" and _is_own(connection, row)):
            # A table that another studio has now is not seen from here, and neither are its rows.
            yield DiaryFlaw("gone", number, relation, row)
    for key, row in now.items() if whole else ():
        if key not in told:
            yield DiaryFlaw("beside", 0, key[0], row)


def _lists(connection: Connection) -> list[tuple[Any, ...]] | None:
    """What the lists hold that an administrator alone reads; None of another account, and an older floor."""
    import psycopg

    try:
        return connection.execute("SELECT relation, is_now::text FROM floor.diary_lists()").fetchall()
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedFunction):
        return None


def _is_own(connection: Connection, row: _Row) -> bool:
    found = connection.execute("SELECT %s = ANY (floor.own_studios())", (row.get("studio"),)).fetchone()
    return found is not None and bool(found[0])


def _key(relation: str, row: _Row) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in (_KEYS | _ENDING)[relation])

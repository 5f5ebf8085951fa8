"""The floor's diary: a chain of every change of its lists, of the windows' actions and of the disputes.

A trigger of the database queues each, and a job of the floor's owner links committed ones to the chain; here
the chain is followed, and compared with the present lists. Only the head is trusted, which windows and a
witness keep.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec

from console.base.system import read_json
from console.table.journal import digest_of, link

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

DIARY: Final = "*"
"""The diary's name among the heads of the tables' journals: no table's id."""
_DIGEST: Final = 32
_KEYS: Final = {
    "studio": ("studio",),
    "tables": ("table_id",),
    "diary": ("table_id", "at", "id"),
    "dispute": ("table_id", "part", "at", "said", "number"),
    "duty": ("studio",),
}
"""The lists from which no row is ever removed, with the columns that identify a row."""
_ENDING: Final = {"window_account": ("account",), "watch": ("account", "studio"), "token": ("account",)}
"""The lists from which commands also remove rows; only an administrator reads them."""

_Row = dict[str, Any]


class DiaryEntry(msgspec.Struct, frozen=True):
    """A change to a list of the floor, as the database itself recorded it."""

    at: str
    account: str
    relation: str
    done: str
    """``insert``, ``update`` or ``delete``; ``there`` for a row that precedes the diary."""
    row: _Row | None = None
    before: _Row | None = None
    number: int | None = None
    """None while it waits for its number."""


class DiaryFlaw(NamedTuple):
    """A difference between the diary and the lists, or a break in its chain."""

    what: Literal["changed", "gone", "other", "beside"]
    """``gone``: a row was removed; ``other``: a row differs; ``beside``: no entry has the row."""
    number: int
    """The diary's entry; 0 before the first."""
    relation: str = ""
    row: _Row | None = None


class DiaryCheck(NamedTuple):
    number: int
    """The last number that the diary has reached."""
    flaws: tuple[DiaryFlaw, ...]


def diary_entries(connection: Connection, after: int = 0) -> Iterator[tuple[int, bytes, DiaryEntry | None]]:
    """The readable entries after a number: number, bytes and entry; None if no floor wrote it."""
    asked = "SELECT number, packed FROM floor.diary_chain WHERE number > %s ORDER BY number"
    for number, packed in connection.execute(asked, (after,)):
        try:
            entry = read_json(packed, type=DiaryEntry)
        except msgspec.DecodeError:
            entry = None
        yield number, bytes(packed), entry


_NUMBERED: Final = 1000
"""The most entries that one call numbers."""
_WAITING: Final = "SELECT said::text FROM floor.diary_queue ORDER BY id"


def number_diary(connection: Connection) -> None:
    """Have the waiting entries numbered, unless without the right, or on a standby. Raises psycopg.Error."""
    import psycopg

    with suppress(psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction):
        while (connection.execute("SELECT floor.number_diary()").fetchone() or (0,))[0] == _NUMBERED:
            pass


def check_diary(connection: Connection) -> DiaryCheck:
    """Follow the diary's chain to its head, and compare it with the lists, or an account's part of them. All
    of it is read as of one moment, since windows go on meanwhile. Raises psycopg.Error.
    """
    number_diary(connection)
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # A long chain takes a while.
        return _checked(connection)


def _checked(connection: Connection) -> DiaryCheck:
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
    rows, seen, flaws = dict[tuple[str, tuple[Any, ...]], tuple[int, _Row]](), 0, list[DiaryFlaw]()
    for number, packed, entry in diary_entries(connection):
        seen += 1
        at = digests[number - 1] if number <= len(digests) else b""
        if entry is None or entry.number != number or digest_of(packed) != at:
            flaws.append(DiaryFlaw("changed", number))
            break
        _enter(rows, number, entry)
    for number, (text,) in enumerate(connection.execute(_WAITING), until + 1):
        _enter(rows, number, read_json(text, type=DiaryEntry))
    if not flaws and (len(digests) != until or walked != bytes(chain)):
        flaws.append(DiaryFlaw("changed", len(digests)))
    if not flaws:
        flaws += _beside(connection, rows, whole=seen == until)
    return DiaryCheck(until, tuple(flaws))


def _enter(rows: dict[tuple[str, tuple[Any, ...]], tuple[int, _Row]], number: int, entry: DiaryEntry) -> None:
    if entry.relation in _ENDING and entry.before is not None:
        rows.pop((entry.relation, _key(entry.relation, entry.before)), None)
    if entry.relation in _KEYS | _ENDING and entry.row is not None:
        rows[entry.relation, _key(entry.relation, entry.row)] = number, entry.row


def _beside(
    connection: Connection, entered: dict[tuple[str, tuple[Any, ...]], tuple[int, _Row]], *, whole: bool
) -> Iterator[DiaryFlaw]:
    rows = connection.execute("SELECT relation, is_now::text FROM floor.diary_rows()").fetchall()
    lists = _lists(connection) if whole else None
    if lists is None:
        entered = {key: row for key, row in entered.items() if key[0] not in _ENDING}
    rows += lists or []
    now = {}
    for relation, text in rows:
        row = read_json(text)
        now[relation, _key(relation, row)] = row
    listed = {key[1][0] for key in now if key[0] == "tables"}
    for key, (number, row) in entered.items():
        relation = key[0]
        if key in now:
            if now[key] != row:
                yield DiaryFlaw("other", number, relation, now[key])
        elif whole or row.get("table_id") in listed or (relation == "tables" and _is_own(connection, row)):
            # A table that now belongs to another studio is not seen from here, and neither are its rows.
            yield DiaryFlaw("gone", number, relation, row)
    for key, row in now.items() if whole else ():
        if key not in entered:
            yield DiaryFlaw("beside", 0, key[0], row)


def _lists(connection: Connection) -> list[tuple[Any, ...]] | None:
    """The lists that only an administrator reads; None for another account."""
    import psycopg

    try:
        with connection.transaction():
            return connection.execute("SELECT relation, is_now::text FROM floor.diary_lists()").fetchall()
    except psycopg.errors.InsufficientPrivilege:
        return None


def _is_own(connection: Connection, row: _Row) -> bool:
    found = connection.execute("SELECT %s = ANY (floor.own_studios())", (row.get("studio"),)).fetchone()
    return found is not None and bool(found[0])


def _key(relation: str, row: _Row) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in (_KEYS | _ENDING)[relation])

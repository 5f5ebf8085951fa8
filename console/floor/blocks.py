"""Closed days in blocks: once a day is proven, its entries are packed 1,024 together, and the rows go.

A part's chain is followed from its last block through every row to the floor's head, and the packed bytes are
read again, before a row goes. A block has the rows to the byte. A large entry stands beside its block, so
that no block is large, whatever one table wrote. A part that can't be packed keeps its rows, and stops no
other.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple

import msgspec
import psycopg
from psycopg import sql

from console.floor.errors import FloorError
from console.floor.texts import NOTE, plain
from console.table.journal import BLOCK, chain, perfect, values_of

Connection = psycopg.Connection[tuple[Any, ...]]

LARGE: Final = 4_096
"""The most bytes of an entry within its block: a block then has at most 4 MiB, and usually 300 KiB."""
_LEVEL: Final = 6
_MOMENT: Final = 40
"""Milliseconds that packing a day may wait for readers; tables that ship wait as long."""
_TRIES, _BETWEEN = 300, 0.2
"""How many tries, and the seconds between two: a minute and more."""
_pack = msgspec.msgpack.Encoder().encode
_unpack: Final = msgspec.msgpack.Decoder(list).decode

_LEAVES: Final = b"""
    SELECT inhrelid::regclass::text FROM pg_inherits
    WHERE inhparent = 'floor.entry'::regclass AND inhrelid <> 'floor.entry_other'::regclass
    ORDER BY 1
"""
_HEAD: Final = b"""
    SELECT coalesce(forks_chain, begins), number, chain, forks_of, forks_after FROM floor.journal
    WHERE table_id = %s AND part = %s
"""
_CHAIN_AT: Final = b"SELECT floor.chain_at(%s, %s, %s)"
_OTHER: Final = b"""
    SELECT coalesce(digest, sha256(packed)), at, kind FROM floor.entry
    WHERE table_id = %s AND part = %s AND number > %s AND number <= %s ORDER BY number
"""
_LAST: Final = b"""
    SELECT block, number, entries, chain FROM floor.block WHERE table_id = %s AND part = %s
    ORDER BY block DESC LIMIT 2
"""
_ROWS: Final = b"""
    SELECT number, CASE WHEN number <= %s AND octet_length(packed) <= %s THEN packed END,
        coalesce(digest, sha256(packed)), at, kind, packed IS NULL
    FROM floor.entry WHERE table_id = %s AND part = %s AND number > %s AND number <= %s
    ORDER BY number LIMIT 2000
"""
"""The bytes of those that go into a block; of the others only the digest is asked for."""
_LARGER: Final = b"""
    INSERT INTO floor.large_entry
    SELECT table_id, part, number, packed FROM floor.entry
    WHERE table_id = %s AND part = %s AND number > %s AND number <= %s AND octet_length(packed) > %s
    RETURNING number, sha256(packed)
"""
_KEEP: Final = b"""
    INSERT INTO floor.block VALUES (%s, %s, %s, %s, %s, %s, %b, %b, %b, %b)
    ON CONFLICT (table_id, part, block) DO UPDATE SET number = excluded.number, last_at = excluded.last_at,
        first_at = excluded.first_at, entries = excluded.entries, chain = excluded.chain,
        root = excluded.root, digests = excluded.digests
"""
_ARRIVED: Final = b"INSERT INTO floor.arrived VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
"""The time of arrival is no part of an entry; the floor's index orders the entries by it."""
_END_CLEANING: Final = b"""
    SELECT pg_cancel_backend(a.pid) FROM pg_class AS c
    JOIN pg_locks AS l ON l.relation IN (c.oid, c.reltoastrelid) JOIN pg_stat_activity AS a USING (pid)
    WHERE c.oid = %s::regclass AND a.backend_type = 'autovacuum worker'
"""
_GONE: Final = sql.SQL("""
    DELETE FROM {} WHERE (table_id, part) IN (SELECT * FROM unnest(%s::text[], %s::integer[]))
""")
_AGAIN: Final = b"""
    SELECT block, entries, chain FROM floor.block WHERE table_id = %s AND part = %s AND block >= %s
    ORDER BY block
"""


class DayNotClosed(FloorError):
    """A day's rows stay: it or an earlier day is open, or the rows lead to another head."""


class LoneDigest(NamedTuple):
    digest: bytes
    at: datetime
    kind: str


class LargeEntry(NamedTuple):
    digest: bytes
    at: datetime
    kind: str


class DayClosing(NamedTuple):
    day: date
    entries: int
    blocks: int
    """Blocks that were written, including those begun the day before."""
    left: dict[tuple[str, int], DayNotClosed]
    """The tables and parts whose rows stay, and why."""

    def and_then(self, later: DayClosing) -> DayClosing:
        """The result of both, if the day was closed again."""
        return DayClosing(self.day, self.entries + later.entries, self.blocks + later.blocks, later.left)


def open_days(connection: Connection) -> list[date]:
    """The days whose entries are rows, the oldest first, future ones too."""
    names = (str(name) for (name,) in connection.execute(_LEAVES))
    return [datetime.strptime(name.rpartition("_")[2], "%Y%m%d").date() for name in names]


def close_days(
    connection: Connection, before: date, closed: Callable[[DayClosing], object] = lambda closed: None
) -> list[DayClosing]:
    """Close every day before this one, each by itself, the oldest first; ``closed`` gets the days with
    something packed or nothing left. The rest is tried again while something is packed: after a clock set
    back, a part's earlier entries are of a later day. A part that keeps rows of several days is reported with
    the first. Raises psycopg.Error.
    """
    found = {day: DayClosing(day, 0, 0, {}) for day in open_days(connection) if day < before}
    days, has_packed = [*found], True
    while days and has_packed:
        has_packed = False
        for day in days:
            result = close_day(connection, day)
            if result.entries or not result.left:
                closed(result)
            has_packed = has_packed or bool(result.entries)
            found[day] = found[day].and_then(result)
        days = [day for day in days if found[day].left]
    return [*_each_part_once(found.values())]


def _each_part_once(days: Iterable[DayClosing]) -> Iterator[DayClosing]:
    """The days; a part is left only in the first of them."""
    known = set[tuple[str, int]]()
    for day in days:
        yield day._replace(left={part: why for part, why in day.left.items() if part not in known})
        known |= day.left.keys()


def close_day(connection: Connection, day: date) -> DayClosing:
    """Pack a day's entries into blocks and drop its rows; ``connection`` is the administrator's. A part that
    can't be packed keeps its rows. Raises DayNotClosed for a day that is not over, psycopg.Error; then
    nothing changes.
    """
    leaf = sql.Identifier("floor", f"entry_{day:%Y%m%d}")
    with connection.transaction():
        connection.execute(b"SET LOCAL lock_timeout = '5s'")
        (today,) = _one(connection, b"SELECT (now() AT TIME ZONE 'UTC')::date")
        if day >= today:
            raise DayNotClosed("floor.close.not_over", day=str(day))
        # A batch that came at midnight may still be on its way in.
        connection.execute(sql.SQL("LOCK TABLE {} IN SHARE MODE").format(leaf))
        asked = sql.SQL("SELECT table_id, part, min(number), max(number), count(*) FROM {} GROUP BY 1, 2")
        parts = connection.execute(asked.format(leaf)).fetchall()
        blocks = entries = 0
        packed, left = list[tuple[str, int]](), dict[tuple[str, int], DayNotClosed]()
        for table, part, first, last, many in parts:
            try:
                with connection.transaction():
                    made = _close_part(connection, table, part, first, last, many)
                    connection.execute(_ARRIVED, (table, part, last, day))
            except DayNotClosed as error:
                left[table, part] = error
            except _OF_ONE_PART as error:
                said = plain(str(error).strip().partition("\n")[0], NOTE).rstrip(".")
                left[table, part] = DayNotClosed("floor.close.failed", table=table, part=part, error=said)
            else:
                blocks, entries = blocks + made, entries + many
                packed.append((table, part))
        # A table is dropped at once, however large; rows that go one by one are left for the server to clean.
        if len(packed) == len(parts):
            _drop(connection, leaf)
        elif packed:
            columns = [[each[at] for each in packed] for at in range(2)]
            connection.execute(_GONE.format(leaf), columns)
    return DayClosing(day, entries, blocks, left)


_OF_ONE_PART: Final = (
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.errors.OutOfMemory,
    psycopg.errors.ProgramLimitExceeded,
    zlib.error,
    msgspec.DecodeError,
    ValueError,
    LookupError,
    TypeError,
)
"""Errors that concern one part's entries. A server that is away or full ends the closing."""


def _drop(connection: Connection, leaf: sql.Identifier) -> None:
    """Drop a day's rows.

    Any reader of entries blocks the drop, and a waiting drop would block all tables: it waits only for a
    moment, ends the sessions that hold the day for long, and tries again. In the second half of its tries any
    window's session counts as long: two in turn would hold it for ever. It also ends the server's own
    cleaning, which gives way only after a second. Raises psycopg.errors.LockNotAvailable.
    """
    for left in range(_TRIES, -1, -1):
        try:
            with connection.transaction():
                connection.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(f"{_MOMENT}ms"))
                connection.execute(sql.SQL("DROP TABLE {}").format(leaf))
            return
        except psycopg.errors.LockNotAvailable:
            if not left:
                raise
            is_early = left > _TRIES // 2
            windows = "5 s" if is_early else "0"
            with suppress(psycopg.errors.InsufficientPrivilege), connection.transaction():
                connection.execute(_END_CLEANING, (leaf.as_string(),))
            connection.execute(b"SELECT floor.end_holders(%s, %s)", (leaf.as_string(), windows))
            # Otherwise it is ended at once: an ended session soon returns and waits behind the drop.
            if is_early or left % 2:
                time.sleep(_BETWEEN)


def _close_part(connection: Connection, table: str, part: int, first: int, last: int, many: int) -> int:
    begins, number, head, forks_of, forks_after = _one(connection, _HEAD, (table, part))
    kept = connection.execute(_LAST, (table, part)).fetchall()
    closed = kept[0][1] if kept else forks_after
    if first != closed + 1 or last - first + 1 != many or last > number:
        raise DayNotClosed("floor.close.gap", table=table, part=part, entry=closed + 1)
    whole = closed % BLOCK == 0
    begin = closed // BLOCK
    if whole:
        entries, before = [], kept[0][3] if kept else begins
    elif kept:  # The last block is not full: it is written again, followed by this day's entries.
        entries, before = unpack(kept[0][2]), kept[1][3] if len(kept) > 1 else None
    else:  # A branch's first block begins at the same number as a journal's block.
        entries, before = _other(connection, table, forks_of, begin * BLOCK, closed), None
    if before is None:
        (before,) = _one(connection, _CHAIN_AT, (table, part, begin * BLOCK))
    if before is None or len(entries) != closed - begin * BLOCK:
        raise DayNotClosed("floor.close.gap", table=table, part=part, entry=begin * BLOCK + 1)
    made, of, large = begin, (table, part), list[tuple[int, bytes]]()
    start = (closed, kept[0][3] if kept else begins)
    for at, each in _walked(connection, of, start, (number, head), last):
        entries.append(each)
        if isinstance(each, LargeEntry):
            large.append((at, each.digest))
        if len(entries) == BLOCK or at == last:
            _keep(connection, (*of, made), entries, before)
            made, before, entries = made + 1, chain_after(before, entries), []
    # This is after the walk has checked the digests against the chain: bytes changed meanwhile differ from
    # them.
    moved = connection.execute(_LARGER, (*of, closed, last, LARGE)).fetchall()
    if sorted((number, bytes(digest)) for number, digest in moved) != large:
        raise DayNotClosed("floor.close.changed", table=table, part=part, first=first, last=last)
    return int(made - begin)


def _other(connection: Connection, table: str, part: int, after: int, until: int) -> list[Held]:
    """The entries that a branch shares with another part, in its first block: only their digests, since a
    thousand branches would multiply the bytes.
    """
    *_, forks_of, forks_after = _one(connection, _HEAD, (table, part))
    found = list[Held]()
    if forks_of is not None and after < forks_after:
        found = _other(connection, table, forks_of, after, min(until, forks_after))
    for block, entries, _ in connection.execute(_AGAIN, (table, part, after // BLOCK)).fetchmany(1):
        if block == after // BLOCK:
            found += map(_shared, unpack(entries)[len(found) : until - after])
    rows = connection.execute(_OTHER, (table, part, after + len(found), until)).fetchall()
    return found + [LoneDigest(*row) for row in rows]


def _shared(entry: Held) -> LoneDigest:
    if isinstance(entry, bytes):
        fields = values_of(entry)
        return LoneDigest(digest_of(entry), time_of(entry), "" if fields is None else str(fields[_KIND]))
    return LoneDigest(*entry)


Held = bytes | LoneDigest | LargeEntry


def _walked(
    connection: Connection, of: tuple[str, int], begin: tuple[int, bytes], end: tuple[int, bytes], last: int
) -> Iterator[tuple[int, Held]]:
    """The entries up to the last of the day, with their numbers. Raises DayNotClosed after them if the chain
    does not lead to the head.
    """
    number, at = begin
    while rows := connection.execute(_ROWS, (last, LARGE, *of, number, end[0])).fetchall():
        for found, packed, digest, *labels, is_alone in rows:
            if found != number + 1:
                raise DayNotClosed("floor.close.gap", table=of[0], part=of[1], entry=number + 1)
            each: Held = LoneDigest(digest, *labels) if is_alone else LargeEntry(digest, *labels)
            each = each if packed is None else packed
            number, at = found, chain.link(at, digest_of(each))
            if number <= last:
                yield number, each
    if (number, at) != end:
        raise DayNotClosed("floor.close.changed", table=of[0], part=of[1], first=begin[0] + 1, last=end[0])


def _keep(connection: Connection, key: tuple[str, int, int], some: Sequence[Held], before: bytes) -> None:
    times = [time_of(each) for each in some]
    digests = [digest_of(each) for each in some]
    root = perfect(digests) if len(some) == BLOCK else None
    number = key[2] * BLOCK + len(some)
    row = (
        *key,
        number,
        min(times),
        max(times),
        pack(some),
        chain_after(before, some),
        root,
        b"".join(digests),
    )
    connection.execute(_KEEP, row)
    (_, stored, _), *_ = connection.execute(_AGAIN, key).fetchmany(1)
    if unpack(stored) != list(some):
        first = key[2] * BLOCK + 1
        raise DayNotClosed("floor.close.changed", table=key[0], part=key[1], first=first, last=number)


def pack(entries: Sequence[Held]) -> bytes:
    rows = [each if isinstance(each, bytes) else _row(each) for each in entries]
    return zlib.compress(_pack(rows), _LEVEL)


def _row(each: LoneDigest | LargeEntry) -> list[object]:
    row: list[object] = [each.digest, each.at.isoformat(), each.kind]
    return [*row, True] if isinstance(each, LargeEntry) else row


def unpack(block: bytes) -> list[Held]:
    """A block's entries. Raises zlib.error, msgspec.DecodeError, ValueError, LookupError, TypeError."""
    return [each if isinstance(each, bytes) else _labelled(*each) for each in _unpack(zlib.decompress(block))]


def _labelled(digest: bytes, at: str, kind: str, is_large: bool = False) -> LoneDigest | LargeEntry:
    form = LargeEntry if is_large else LoneDigest
    return form(digest, datetime.fromisoformat(at), kind)


def digest_of(entry: Held) -> bytes:
    return chain.digest_of(entry) if isinstance(entry, bytes) else entry.digest


def time_of(entry: Held) -> datetime:
    """An entry's time by its table's clock; the epoch for bytes that are no entry."""
    if not isinstance(entry, bytes):
        return entry.at
    fields = values_of(entry)
    return _EPOCH if fields is None else datetime.fromisoformat(str(fields[_AT]))


_AT, _KIND = chain.FIELDS.index("at"), chain.FIELDS.index("kind")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def chain_after(before: bytes, entries: Sequence[Held]) -> bytes:
    for entry in entries:
        before = chain.link(before, digest_of(entry))
    return before


def _one(connection: Connection, statement: bytes, slots: tuple[object, ...] = ()) -> tuple[Any, ...]:
    row = connection.execute(statement, slots).fetchone()
    assert row is not None
    return row

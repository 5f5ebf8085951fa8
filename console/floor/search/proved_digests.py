"""The proof that an entry shown by the floor is the recorded one: its digest must lead to the floor's head.

An owner of the floor's database can change a row or a block, and the index still fits. So the chain is
followed here from before the entry to the head. Only the floor vouches for its beginning, but no other
beginning leads to the head. Proved digests are kept in memory, so that a later change is noticed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

import msgspec

from console.floor.holdings import HeldPart
from console.table.journal import BLOCK, Doubt, link

if TYPE_CHECKING:
    import psycopg

AT_ONCE: Final = 512
"""The most blocks that are followed for one entry, 16 MiB of digests; the next entry continues there."""
LENGTH: Final = 32
"""Bytes of a digest."""

_HEAD: Final = b"SELECT number, chain FROM floor.journal WHERE table_id = %s AND part = %s"
_ROWS: Final = b"""
    SELECT number, coalesce(digest, sha256(packed)) FROM floor.entry
    WHERE table_id = %s AND part = %s AND number <= %s ORDER BY number
"""
_LAST: Final = b"""
    SELECT number, chain FROM floor.block WHERE table_id = %s AND part = %s
    ORDER BY block DESC LIMIT 1
"""
_BLOCKS: Final = b"""
    SELECT block, number, chain, digests FROM floor.block
    WHERE table_id = %s AND part = %s AND block >= %s AND block <= %s ORDER BY block
"""


class _ProvedRange(msgspec.Struct):
    """The digests of the entries after ``low`` and up to ``high``, proved to lead to a head; ``before`` is
    the chain at ``low``. ``astray`` is the first entry of a block whose chain does not lead there, or 0.
    """

    low: int
    high: int
    before: bytes
    digests: list[bytes]
    astray: int = 0

    def has(self, number: int) -> bool:
        return self.low < number <= self.high

    def at(self, number: int) -> bytes:
        return self.digests[self.high - number]


class ProvedDigests:
    """The digests of a floor's entries that are proved to lead to its heads; for one thread."""

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        """``connection`` belongs to an account that may read entries."""
        self._connection = connection
        self._led: dict[tuple[str, int], _ProvedRange] = {}

    def doubt(self, part: HeldPart, number: int, digest: bytes) -> Doubt | None:
        """Why the entry with this digest may not be the recorded one, or None. Raises psycopg.Error."""
        return self.doubts(part, {number: digest}).get(number)

    def doubts(self, part: HeldPart, digests: Mapping[int, bytes]) -> dict[int, Doubt]:
        """The doubts about these ``digests`` by number; none for a proved one. Raises psycopg.Error."""
        if not digests:
            return {}
        key, newest, oldest = (part.table, part.part), max(digests), min(digests)
        led = self._led.get(key)
        if led is None or newest > led.high:
            # It is tried twice: a day may be closed meanwhile.
            fresh = self._tail(part) or self._tail(part)
            if fresh is not None:
                led = self._led[key] = fresh
        if led is not None and not led.has(min(oldest, led.high)) and not led.astray:
            self._go_back(part, led, min(oldest, led.high))
        closed = 0 if led is not None and newest <= led.high else self._closed(part)[0]
        judged = {number: self._judged(led, number, digests[number], closed) for number in sorted(digests)}
        return {number: doubt for number, doubt in judged.items() if doubt is not None}

    def _judged(self, led: _ProvedRange | None, number: int, digest: bytes, closed: int) -> Doubt | None:
        if led is None or number > led.high:  # The newest entries do not lead to the head.
            return Doubt.NEAR if number > closed else Doubt.UNPROVED
        if led.has(number):
            return None if led.at(number) == digest else Doubt.CHANGED
        return Doubt.NEAR if led.astray and number >= led.astray else Doubt.UNPROVED

    def _closed(self, part: HeldPart) -> tuple[int, bytes]:
        """The last entry in a block, and the floor's chain there."""
        row = self._connection.execute(_LAST, (part.table, part.part)).fetchone()
        return (part.forks_after, part.own_begin) if row is None else (int(row[0]), bytes(row[1]))

    def _tail(self, part: HeldPart) -> _ProvedRange | None:
        """The digests of the entries stored as rows; None if their chain does not lead to the head, or misses
        the earlier one. Rows are read first: they may be packed meanwhile.
        """
        of = (part.table, part.part)
        head = self._connection.execute(_HEAD, of).fetchone()
        if head is None or head[0] < part.number:
            return None
        rows = self._connection.execute(_ROWS, (*of, head[0])).fetchall()
        closed, chain = self._closed(part)
        rows = [row for row in rows if row[0] > closed]
        if [row[0] for row in rows] != list(range(closed + 1, head[0] + 1)):
            return None
        digests = [bytes(row[1]) for row in rows]
        known = max(0, part.number - closed)
        at = reduce(link, digests[:known], chain)
        if part.number >= closed and at != part.chain:
            return None
        if reduce(link, digests[known:], at) != bytes(head[1]):
            return None
        return _ProvedRange(closed, head[0], chain, digests[::-1])

    def _go_back(self, part: HeldPart, led: _ProvedRange, number: int) -> None:
        """Follow the blocks back to an entry, as far as is done at once."""
        last, first = (led.low - 1) // BLOCK, (number - 1) // BLOCK
        first = max(first, last + 1 - AT_ONCE)
        asked = (part.table, part.part, max(0, first - 1), last)
        blocks = {row[0]: row[1:] for row in self._connection.execute(_BLOCKS, asked).fetchall()}
        for block in range(last, first - 1, -1):
            # A branch's first block begins with entries of the other part.
            low = max(block * BLOCK, part.forks_after)
            before = bytes(blocks[block - 1][1]) if block - 1 in blocks else None
            before = part.own_begin if low == part.forks_after else before
            packed = bytes(blocks[block][2]) if block in blocks else b""
            some = [packed[at : at + LENGTH] for at in range(0, len(packed), LENGTH)]
            some = some[low - block * BLOCK : led.low - block * BLOCK]  # The journal may have grown since.
            lacks = before is None or low + len(some) != led.low
            if lacks or reduce(link, some, before or b"") != led.before:
                led.astray = low + 1
                return
            assert before is not None
            led.digests += some[::-1]
            led.low, led.before = low, before

"""Going through a journal entry by entry: digests, chain, numbers, and the tree over it.

It stops at the first entry that is not right. What seals say of the chain and the tree is not known here:
it notes both where it is asked to.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec

from console.journal import chain, queries
from console.journal.connection import BROKEN
from console.journal.flaws import Flaw
from console.journal.progress import GoingOn, Stopped
from console.journal.statement import SEALED
from console.journal.tree import BLOCK, Blocks
from console.table import events

_NOTED: Final = events.kind_of(events.Noted(SEALED))


class Mark(msgspec.Struct, frozen=True):
    """The chain and the tree's root at an entry."""

    chain: bytes
    tree: bytes


class Walk:
    """One way through a journal; what it found stands in its attributes."""

    def __init__(self, connection: sqlite3.Connection, beginning: bytes, marked: Iterable[int]) -> None:
        """``marked`` are the entries at which chain and root are noted."""
        self.head = beginning
        self.entries = 0
        """How many are right, from the first."""
        self.flaw: Flaw | None = None
        """What is wrong with the next one, if something is."""
        self.marks: dict[int, Mark] = {}
        self.told: dict[int, str | None] = {}
        """The numbers of the seals that entries tell of, by their entries."""
        self.strange_block = 0
        """The first block of the tree that was kept otherwise than its entries give it; 0 if none was."""
        self._connection = connection
        self._marked = frozenset(marked)
        self._tree = Blocks()

    def go(self, going_on: GoingOn) -> None:
        """To the end, or to the first entry that is not right; Stopped."""
        try:
            whole = self._connection.execute(queries.COUNT).fetchone()[0]
            kept = _blocks(self._connection)
            for row in self._connection.execute(queries.WHOLE, (0,)):
                if not self._takes(row, kept):
                    return
                if not self.entries % BLOCK and not going_on(self.entries, whole):
                    raise Stopped
            if kept and self.strange_block == 0:
                self.strange_block = min(kept)
        except BROKEN:
            self.flaw = Flaw.FILE

    def _takes(self, row: chain.Fields, kept: dict[int, bytes]) -> bool:
        """Whether the next entry is right; then it has been counted."""
        self.flaw = _flaw(self.entries + 1, row, self.head)
        if self.flaw is not None:
            return False
        digest, self.head = row[-2:]  # type: ignore[assignment]
        self.entries += 1
        block = self._tree.add(digest)  # type: ignore[arg-type]
        if block is not None and kept.pop(self._tree.whole, block) != block:
            self.strange_block = self.strange_block or self._tree.whole
        if self.entries in self._marked:
            self.marks[self.entries] = Mark(self.head, self._tree.root)
        if row[1] == _NOTED:
            self._note(row[2])
        return True

    def _note(self, event: chain.Value) -> None:
        with suppress(msgspec.DecodeError, UnicodeError):  # what no console wrote tells of no seal
            noted = msgspec.json.decode(str(event), type=events.Noted)
            if noted.what == SEALED:
                self.told[self.entries] = noted.text


def _blocks(connection: sqlite3.Connection) -> dict[int, bytes]:
    """The roots that were kept of the tree's blocks, 32 bytes for a thousand entries."""
    if connection.execute(queries.HAS_SEALS).fetchone()[0] < 2:
        return {}
    return dict(connection.execute(queries.ALL_BLOCKS))


def _flaw(number: int, row: chain.Fields, head: bytes) -> Flaw | None:
    *values, digest, linked = row
    if values[0] != number:
        return Flaw.MISSING
    if not isinstance(digest, bytes) or _digest(tuple(values)) != digest:
        return Flaw.ALTERED
    return None if chain.link(head, digest) == linked else Flaw.CHAIN


def _digest(values: chain.Fields) -> bytes | None:
    try:
        return chain.digest(values)
    except UnicodeEncodeError:
        return None

"""What a journal says of itself: whose it is, when and by which console it was made, what it goes on from.

Its digest is where the chain begins, so that none of it can be changed alone.
"""

from __future__ import annotations

import sqlite3
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.journal import chain, queries

_FOLLOWS: Final = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'predecessor'"
_PREDECESSOR: Final = "SELECT file, entries, hex(head) FROM predecessor"


_LOOSE: Final = ("0", "0.1.0")
"""The versions of the console whose journals said no digest of the state that they began with."""


class Predecessor(msgspec.Struct, frozen=True):
    """The journal that was closed when this one began: its file's name then, and where it ended."""

    file: str
    entries: int
    head: str
    """The chain at its last entry, in hex."""


class Heading(msgspec.Struct, frozen=True):
    """What stands at a journal's beginning."""

    table: str
    game: str
    rules: str
    created: str
    version: str
    digest: bytes
    predecessor: Predecessor | None = None
    state: bytes | None = None
    """The digest of the state that it begins with; None in journals of before, and where all began closed."""

    @property
    def begins_loose(self) -> bool:
        """Whether nothing vouches for the state that it began with: so it was before version 0.2."""
        return self.state is None and self.version in _LOOSE

    @property
    def sound(self) -> bool:
        """Whether it is as it was written."""
        try:
            return beginning(self) == self.digest
        except UnicodeEncodeError:
            return False


def beginning(heading: Heading) -> bytes:
    """The digest of what a heading says, 32 bytes."""
    said = (heading.table, heading.game, heading.rules, heading.created, heading.version)
    before = heading.predecessor
    follows = () if before is None else (before.file, before.entries, before.head)
    return chain.head(*said, *follows, *(() if heading.state is None else (heading.state,)))


def heading(connection: sqlite3.Connection) -> Heading | None:
    """A journal's heading, to be asked whether it is sound; None where there is none, or more than one."""
    rows: list[tuple[Any, ...]] = connection.execute(queries.META).fetchall()
    before: list[tuple[Any, ...]] = []
    if connection.execute(_FOLLOWS).fetchone()[0]:
        before = connection.execute(_PREDECESSOR).fetchall()
    if len(rows) != 1 or len(before) > 1:
        return None
    table, game, rules, created, version, digest, state = rows[0]
    said = Heading(table, game, rules, created, version, digest, state=state)
    if not before:
        return said
    file, entries, head = before[0]
    return replace(said, predecessor=Predecessor(file, entries, head.lower()))

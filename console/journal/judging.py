"""What the seals of a journal prove of it, once it has been gone through.

Each is first looked at by itself: its signature, its place after the one before it, whether it is this
journal's; then against the chain and the tree at its last entry. It knows no file and changes nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator

import msgspec

from console.journal import queries
from console.journal.flaws import Flaw
from console.journal.keys import PublicKey
from console.journal.statement import Seal, Statement
from console.journal.walking import Walk

Row = tuple[int, int, str, bytes, bytes]


class Sealing(msgspec.Struct, frozen=True):
    """What of a journal is sealed."""

    seals: int = 0
    """How many hold, from the first."""
    entries: int = 0
    """How many entries are under the last of them."""
    at: str | None = None
    """When that was made."""
    keys: tuple[PublicKey, ...] = ()
    """By which they are signed, in the order in which they came into use."""


class Found(msgspec.Struct, frozen=True):
    """Something that is not right, and the entry at which it shows."""

    flaw: Flaw
    entry: int


def rows(connection: sqlite3.Connection) -> list[object]:
    """The seals as they stand in the file."""
    if connection.execute(queries.HAS_SEALS).fetchone()[0] < 2:
        return []
    return list(connection.execute(queries.SEALS))


def marked(kept: list[object], head: Seal | None) -> Iterator[int]:
    """The entries at which a seal says what the chain and the tree were."""
    said = None if head is None else head.said
    if said is not None:
        yield said.entries
    for row in kept:
        if isinstance(row, tuple) and isinstance(row[1], int):
            yield row[1]


def judged(
    kept: list[object], walk: Walk, beginning: bytes, keys: Collection[PublicKey]
) -> tuple[Sealing, list[Found]]:
    """What the seals prove up to the first that proves nothing, and what is wrong with that."""
    sealing, before = Sealing(), None
    for number, row in enumerate(kept, 1):
        seal, at, entries = _seal(row)
        said = None if seal is None or at != number else _own(seal, number, entries, beginning, before)
        if seal is None or said is None:
            shows = entries if 0 < entries <= walk.entries else sealing.entries + 1
            return sealing, [*_lost(kept, walk), Found(Flaw.SEAL, shows)]
        wrong = _against(said, walk) or _foreign(seal, entries, keys)
        if wrong is not None:
            return sealing, [*_lost(kept, walk), wrong]
        if entries > walk.entries:
            return sealing, []  # something before it is wrong, and found already
        used = sealing.keys if seal.key in sealing.keys else (*sealing.keys, seal.key)
        sealing, before = Sealing(number, entries, said.at, used), seal
    bare = [Found(Flaw.BARE, 0)] if keys and not kept else []
    return sealing, [*_lost(kept, walk), *bare]


def continued(
    head: Seal, walk: Walk, beginning: bytes, keys: Collection[PublicKey]
) -> tuple[Found] | tuple[()]:
    """What is wrong if the journal does not go on from a seal that was kept elsewhere."""
    said = head.said
    if said is None or said.journal != beginning.hex():
        return (Found(Flaw.OTHER, 0),)
    wrong = _foreign(head, said.entries, keys)
    mark = walk.marks.get(said.entries)
    if mark is None:
        wrong = wrong if walk.flaw else Found(Flaw.HEAD, walk.entries + 1)
    elif (mark.chain.hex(), mark.tree.hex()) != (said.chain, said.tree):
        wrong = Found(Flaw.HEAD, said.entries)
    return () if wrong is None else (wrong,)


def _lost(kept: list[object], walk: Walk) -> list[Found]:
    """The first entry that tells of a seal, where none is."""
    sealed = {row[1] for row in kept if isinstance(row, tuple)}
    lost = min(walk.told.keys() - sealed, default=None)
    return [] if lost is None else [Found(Flaw.LOST, lost)]


def _foreign(seal: Seal, entries: int, keys: Collection[PublicKey]) -> Found | None:
    return Found(Flaw.KEY, entries) if keys and seal.key not in keys else None


def _seal(row: object) -> tuple[Seal | None, int, int]:
    """A row as a seal, its number and its last entry; another program may have put anything there."""
    try:
        # Its bytes are bytes: text in their place would be taken for Base64.
        read = msgspec.convert(row, Row, strict=True, builtin_types=(bytes,))
        number, entries, statement, signature, key = read
    except msgspec.ValidationError:
        return None, 0, 0
    return Seal(statement, signature, key), number, entries


def _own(seal: Seal, number: int, entries: int, beginning: bytes, before: Seal | None) -> Statement | None:
    """What a seal says, if it is signed and stands in its place in its journal."""
    said = seal.said
    if said is None:
        return None
    place = (said.number, said.entries, said.journal, said.previous)
    previous = None if before is None else before.digest
    return said if place == (number, entries, beginning.hex(), previous) else None


def _against(said: Statement, walk: Walk) -> Found | None:
    """What the chain and the tree say to a seal."""
    mark = walk.marks.get(said.entries)
    if mark is None:
        return None if walk.flaw else Found(Flaw.CUT, walk.entries + 1)
    if (mark.chain.hex(), mark.tree.hex()) != (said.chain, said.tree):
        return Found(Flaw.SEALED, said.entries)
    return None if walk.told.get(said.entries) == str(said.number) else Found(Flaw.SEAL, said.entries)

"""The part of a journal that its seals vouch for, and the first seal that proves nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from console.table.journal.proof.checkpoint import Note
from console.table.journal.proof.flaws import Flaw, JournalFlaw
from console.table.journal.proof.keys import PublicKey
from console.table.journal.proof.statement import Seal, Statement
from console.table.journal.proof.walk import Walk

SealRow = tuple[int, int, str, bytes, bytes]


class Sealing(msgspec.Struct, frozen=True):
    seals: int = 0
    """The number of seals that hold, from the first."""
    entries: int = 0
    """The number of entries under the last seal that holds."""
    at: str | None = None
    """The time at which that last seal was made."""
    keys: tuple[PublicKey, ...] = ()
    """The keys that signed, in the order in which they came into use."""


def sealed_entries(kept: list[object], head: Seal | Note | None) -> Iterator[int]:
    """The entries at which a seal names the chain and the tree."""
    content = None if head is None else head.content
    if content is not None:
        yield content.entries
    for row in kept:
        if isinstance(row, tuple) and isinstance(row[1], int):
            yield row[1]


def judge_seals(
    kept: list[object], walk: Walk, beginning: bytes, keys: Collection[PublicKey]
) -> tuple[Sealing, list[JournalFlaw]]:
    """The sealing by the seals up to the first that proves nothing, and the flaws of that one."""
    sealing, before = Sealing(), None
    for number, row in enumerate(kept, 1):
        seal, at, entries = _seal(row)
        statement = None if seal is None or at != number else _own(seal, number, entries, beginning, before)
        if seal is None or statement is None:
            shows = entries if 0 < entries <= walk.entries else sealing.entries + 1
            return sealing, [*_lost(kept, walk), JournalFlaw(Flaw.SEAL, shows)]
        wrong = _against(statement, walk) or _foreign(seal, entries, keys)
        if wrong is not None:
            return sealing, [*_lost(kept, walk), wrong]
        if entries > walk.entries:
            return sealing, []  # an earlier fault has been found already
        used = sealing.keys if seal.key in sealing.keys else (*sealing.keys, seal.key)
        sealing, before = Sealing(number, entries, statement.at, used), seal
    bare = [JournalFlaw(Flaw.BARE, 0)] if keys and not kept else []
    return sealing, [*_lost(kept, walk), *bare]


def continuation_flaw(
    head: Seal | Note, walk: Walk, beginning: bytes, keys: Collection[PublicKey]
) -> tuple[JournalFlaw] | tuple[()]:
    """The flaw if the journal does not go on from a seal, or a note, that was kept elsewhere."""
    content = head.content
    if content is None or content.journal != beginning.hex():
        return (JournalFlaw(Flaw.OTHER, 0),)
    wrong = _foreign(head, content.entries, keys) if isinstance(head, Seal) else None
    mark = walk.marks.get(content.entries)
    if mark is None:
        wrong = wrong if walk.flaw else JournalFlaw(Flaw.HEAD, walk.entries + 1)
    elif (mark.chain.hex(), mark.tree.hex()) != (content.chain, content.tree):
        wrong = JournalFlaw(Flaw.HEAD, content.entries)
    return () if wrong is None else (wrong,)


def _lost(kept: list[object], walk: Walk) -> list[JournalFlaw]:
    """The first entry that notes a seal which is missing."""
    sealed = {row[1] for row in kept if isinstance(row, tuple)}
    lost = min(walk.seal_notes.keys() - sealed, default=None)
    return [] if lost is None else [JournalFlaw(Flaw.LOST, lost)]


def _foreign(seal: Seal, entries: int, keys: Collection[PublicKey]) -> JournalFlaw | None:
    return JournalFlaw(Flaw.KEY, entries) if keys and seal.key not in keys else None


def _seal(row: object) -> tuple[Seal | None, int, int]:
    """A row as a seal, with its number and last entry; the row may be anything: another program's."""
    try:
        # Its bytes are bytes: text in their place would be taken for Base64.
        read = msgspec.convert(row, SealRow, strict=True, builtin_types=(bytes,))
        number, entries, statement, signature, key = read
    except msgspec.ValidationError:
        return None, 0, 0
    return Seal(statement, signature, key), number, entries


def _own(seal: Seal, number: int, entries: int, beginning: bytes, before: Seal | None) -> Statement | None:
    """The seal's statement, if its signature is right and the seal has this number in this journal."""
    statement = seal.content
    if statement is None:
        return None
    place = (statement.number, statement.entries, statement.journal, statement.previous)
    previous = None if before is None else before.digest
    return statement if place == (number, entries, beginning.hex(), previous) else None


def _against(statement: Statement, walk: Walk) -> JournalFlaw | None:
    """The flaw that a seal shows against the chain and the tree at its last entry."""
    mark = walk.marks.get(statement.entries)
    if mark is None:
        return None if walk.flaw else JournalFlaw(Flaw.CUT, walk.entries + 1)
    if (mark.chain.hex(), mark.tree.hex()) != (statement.chain, statement.tree):
        return JournalFlaw(Flaw.SEALED, statement.entries)
    is_noted = walk.seal_notes.get(statement.entries) == str(statement.number)
    return None if is_noted else JournalFlaw(Flaw.SEAL, statement.entries)

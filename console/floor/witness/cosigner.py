"""A witness on its own machine: it follows every chain from the first entry and signs each head.

It is a key and a memory. The followed head is on disk before anything is signed, and a head that goes back,
or to another history, is never signed. A key without its memory is retired: it could sign anything.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote

from console.base.system import put_whole
from console.floor.witness.heads import PostgresHeads
from console.floor.witness.memory import NoMemory, SeenHeads, TurnedBack
from console.table.journal import checkpoint, seal_key, utc_now

ALL: Final = 1 << 62
"""The most digests that are followed before a head is signed."""


_LONGEST: Final = 200
"""Characters of a table in a note's name: a file's name has at most 255, with other parts."""


def note_name(table: str, part: int) -> str:
    """The name of the note of a part's head, for any table's id."""
    name = quote(table, safe="")
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}-{sha256(table.encode()).hexdigest()[:16]}"
    return f"{name}-{part}.note"


class Cosigner:
    """Signs the heads of a floor; key, memory and notes lie side by side."""

    def __init__(self, key: Path, now: Callable[[], datetime] = utc_now) -> None:
        """The key and its memory are made if there is no key. Raises NoMemory if the memory is gone,
        unreadable or another key's, and a JournalError for an unusable key.
        """
        place, is_new = key.with_name(f"{key.name}.heads"), not key.exists()
        if not is_new and not place.exists():
            raise NoMemory("floor.witness.retired", file=str(place))
        self._key, self._now = seal_key(key.parent, key.name), now
        self._memory = SeenHeads(place, now, whole=True, key=self._key.public.id)
        self.notes = key.with_name(f"{key.name}.notes")
        self.public = key.with_name(f"{key.name}.pub")
        if is_new:
            self._memory.keep()
            self.notes.mkdir(mode=0o700, exist_ok=True)
            put_whole(self.public, self._key.public.pem())

    def sign(self, floor: PostgresHeads) -> tuple[list[Path], list[TurnedBack]]:
        """Follow and keep what came since, and sign; returns the notes, and the heads that were turned back.
        Raises NoDoor, NoMemory, OSError.
        """
        turned = self._memory.look(floor, ALL)
        refused, at = {(each.table, each.part) for each in turned}, int(self._now().timestamp())
        written = list[Path]()
        for seen in self._memory.last_heads:
            root = seen.root
            if (seen.table, seen.part) in refused or root is None or not seen.number:
                continue
            head = checkpoint.JournalHead(seen.table, seen.begins, seen.number, seen.chain, root.hex())
            note = self.notes / note_name(seen.table, seen.part)
            put_whole(note, checkpoint.cosign(head, self._key, at).encode())
            written.append(note)
        return written, turned

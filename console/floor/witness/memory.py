"""The memory of a floor's window: every head that it saw, in its own file, so that none goes back unseen.

Anybody who can write the floor's database can turn all of it back, or put another history there. Each window
follows every chain itself, from the last head that it saw to the floor's present one, and keeps the result
before showing anything newer. A head that the chain does not reach is reported as long as it stays.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from console.base.system import content_of, put_whole, read_json
from console.floor.errors import FloorError
from console.floor.witness.diary import DIARY
from console.floor.witness.heads import Head, PostgresHeads
from console.table.journal import GrowingTree, link, utc_now

ROOM: Final = 65_536
"""The most digests that one look follows; the next look continues."""


class HeadChange(StrEnum):
    BACK = "back"
    """The floor has fewer entries than it showed before."""
    OTHER = "other"
    """The floor has other entries: its earlier head does not lead to its present one."""
    GONE = "gone"
    """The floor has nothing of that file any more."""
    AWAY = "away"
    """The account no longer sees that table: it was moved to another studio, or deleted."""


class TurnedBack(msgspec.Struct, frozen=True):
    """The floor was turned back: an earlier and the present state of a table. Times are UTC."""

    table: str
    part: int
    turn: HeadChange
    had: int
    """How many entries the floor showed before."""
    when: str
    number: int
    """How many entries the floor shows now."""
    now: str

    @property
    def key(self) -> str:
        """The phrase that reports it, whose slots are these fields."""
        return "floor.turned.diary" if self.table == DIARY else f"floor.turned.{self.turn}"


class SeenHead(msgspec.Struct, frozen=True):
    """A head that was seen, and reached along the chain; digests are in hex."""

    table: str
    part: int
    begins: str
    number: int
    chain: str
    at: str
    peaks: tuple[str, ...] | None = None
    """The peaks of the tree over its entries; None if they were not followed from the first."""

    @property
    def root(self) -> bytes | None:
        if self.peaks is None:
            return None
        return GrowingTree(self.number, map(bytes.fromhex, self.peaks)).root


class _File(msgspec.Struct, frozen=True):
    heads: tuple[SeenHead, ...] = ()
    key: str = ""
    """The id of the key that signs by this memory."""


class NoMemory(FloorError):
    """The memory's file can't be read or written."""


class SeenHeads:
    def __init__(
        self, place: Path, now: Callable[[], datetime] = utc_now, *, whole: bool = False, key: str = ""
    ) -> None:
        """``whole``: a new part is followed from its first entry, else from its present head. Raises NoMemory
        for an unreadable file, or another key's.
        """
        self.place, self._now, self._whole, self._key = place, now, whole, key
        try:
            file = read_json(content_of(place), type=_File)
        except FileNotFoundError:
            file = _File(key=key)
        except (OSError, msgspec.DecodeError) as error:
            raise NoMemory("floor.memory.unreadable", file=str(place)) from error
        if file.key != key:
            raise NoMemory("floor.memory.unreadable", file=str(place))
        self._seen = {(seen.table, seen.part): seen for seen in file.heads}

    @property
    def last_heads(self) -> tuple[SeenHead, ...]:
        return tuple(self._seen.values())

    def look(self, floor: PostgresHeads, room: int = ROOM) -> list[TurnedBack]:
        """Follow what came since the last look, and keep it on disk; returns the heads that were turned back.
        Raises NoDoor, NoMemory.
        """
        at = self._now().astimezone(UTC).isoformat(timespec="seconds")
        heads = {(head.table, head.part): head for head in floor.heads()}
        found, news = list[TurnedBack](), dict[tuple[str, int], SeenHead]()
        tables = {table for table, _ in heads}
        for key, seen in self._seen.items():
            if key not in heads and seen.number:
                turn = HeadChange.GONE if seen.table in tables else HeadChange.AWAY
                found.append(TurnedBack(*key, turn, seen.number, seen.at, 0, at))
        for key, head in heads.items():
            seen = self._seen.get(key) or self._first(head, at)
            differs, further = self._followed(seen, head, floor, room, at)
            room -= further.number - seen.number
            if differs is not None:
                found.append(TurnedBack(*key, differs, seen.number, seen.at, head.number, at))
            elif further != self._seen.get(key):
                news[key] = further
        if news:
            self._keep(self._seen | news)
        return found

    def forget(self, table: str) -> None:
        """Forget a table whose difference an authorised person has explained. Raises NoMemory."""
        self._keep({key: seen for key, seen in self._seen.items() if key[0] != table})

    def keep(self) -> None:
        """Write the file, even if nothing was seen yet. Raises NoMemory."""
        self._keep(self._seen)

    def _keep(self, heads: dict[tuple[str, int], SeenHead]) -> None:
        try:
            put_whole(self.place, msgspec.json.encode(_File(tuple(heads.values()), self._key)))
        except OSError as error:
            raise NoMemory("floor.memory.unwritable", file=str(self.place)) from error
        self._seen = heads

    def _first(self, head: Head, at: str) -> SeenHead:
        begins = head.begins.hex()
        if self._whole:
            return SeenHead(head.table, head.part, begins, 0, begins, at, ())
        return SeenHead(head.table, head.part, begins, head.number, head.chain.hex(), at)

    @staticmethod
    def _followed(
        seen: SeenHead, head: Head, floor: PostgresHeads, room: int, at: str
    ) -> tuple[HeadChange | None, SeenHead]:
        """The flaw of a head, and the entry up to which the chain to it was followed."""
        if head.begins.hex() != seen.begins:
            return HeadChange.OTHER, seen
        if head.number < seen.number:
            return HeadChange.BACK, seen
        chain, number = bytes.fromhex(seen.chain), seen.number
        tree = None if seen.peaks is None else GrowingTree(number, map(bytes.fromhex, seen.peaks))
        until = min(head.number, seen.number + max(0, room))
        while number < until:
            digests = floor.digests(head.table, head.part, number + 1, until)
            if not digests:
                return HeadChange.OTHER, seen  # Entries are missing that it claims to have.
            for digest in digests:
                chain = link(chain, digest)
                if tree is not None:
                    tree.add(digest)
            number += len(digests)
        if number == head.number and chain != head.chain:
            return HeadChange.OTHER, seen
        if number == seen.number:
            return None, seen
        peaks = None if tree is None else tuple(peak.hex() for peak in tree.peaks)
        return None, SeenHead(head.table, head.part, seen.begins, number, chain.hex(), at, peaks)

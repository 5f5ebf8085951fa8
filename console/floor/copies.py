"""Journals made again from what the floor holds, in a folder of the user's own, for all that reads a journal.

Each copy continues where it ended; its chain is followed here and must lead to the floor's head. If not,
somebody changed or removed entries on the floor: the part is reported, and no copy of it remains.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from console.floor.holdings import HeldPart, Holdings, MissingEntry
from console.table.journal import DamagedJournal, Replica, clear, heading_of, is_heading


class Flaw(StrEnum):
    CHANGED = "changed"
    """The entries do not lead to the head."""
    MISSING = "missing"
    DIGEST = "digest"
    """The floor has only an entry's digest, leading to the head: the door could not take the bytes."""
    UNREAD = "unread"
    """Nobody can read an entry, which is as the table sent it."""
    HEADING = "heading"
    """The file's heading is not the one at which its chain begins, or names another table."""
    DISPUTED = "disputed"
    """The table continued differently than the floor has it."""


class PartCopy(NamedTuple):
    """A part's copy; ``flaw`` is how the entries ``first`` to ``last`` differ from what was shipped."""

    part: HeldPart
    path: Path | None
    """None if no copy could be made."""
    flaw: Flaw | None = None
    first: int = 0
    last: int = 0


_NAME: Final = "{}-{}.db"
_PLAIN: Final = re.compile(r"[\w-][\w.-]{0,150}")
"""A table's name for a file that no system takes for another place."""
_LONGEST: Final = 200
"""Bytes: a disk's names have 255, and other files beside a journal have longer ones."""
_BESIDE: Final = ("-wal", "-shm", "-journal", ".new")


def own_folder() -> Path:
    """The folder of copies by default; nothing is created."""
    from platformdirs import user_cache_path

    return user_cache_path("dealer-console", appauthor=False) / "floor"


_Found = tuple[Flaw, int, int]


class Copies:
    """The copies of the parts of some tables, in the order in which they were met; for one thread."""

    def __init__(
        self,
        holdings: Holdings,
        folder: Path,
        tables: Collection[str] | None = None,
        rooms: Collection[str] | None = None,
    ) -> None:
        """Nothing is copied yet. ``tables`` and ``rooms`` are names; None is any."""
        self._holdings, self._folder, self._wanted = holdings, folder, (tables, rooms)
        self._made: dict[tuple[str, int], PartCopy] = {}
        self._open: dict[tuple[str, int], Replica] = {}

    @property
    def finished(self) -> list[PartCopy]:
        return [*self._made.values()]

    def uncopied_entries(self) -> int:
        """How many entries on the floor are not copied yet. Raises psycopg.Error."""
        held = sum(part.number for part in current(self._holdings.parts(*self._wanted)))
        return max(0, held - sum(copied.part.number for copied in self.finished))

    def brought_up(self) -> Iterator[tuple[int, int]]:
        """Copy up to the floor's present heads, a slice with each step; yields the number of entries done and
        of all. Raises OSError, psycopg.Error.
        """
        parts = current(self._holdings.parts(*self._wanted))
        of, done = sum(part.number for part in parts), 0
        for part, name in zip(parts, _names(parts), strict=True):
            for number in self._part(part, self._folder / _own(part.table) / name):
                yield done + number, of
            done += part.number
            yield done, of

    def _part(self, part: HeldPart, path: Path) -> Iterator[int]:
        key = (part.table, part.part)
        had, replica = self._made.get(key), self._open.get(key)
        if had is not None and had.path is None and had.part.chain == part.chain:
            return
        if had is not None and had.flaw is Flaw.DIGEST:  # Its bytes will not come again, whatever follows.
            self._made[key] = had._replace(part=part)
            return
        if had is not None and replica is not None and replica.path == path:
            if had.flaw is None and (replica.last, replica.head) == (part.number, part.chain):
                return
        else:
            begun = dict(self._holdings.states(part.table, part.part, 0, 0)).get(0)
            if part.is_misnamed or not is_heading(part.heading, part.begins, begun):
                self._made[key] = PartCopy(part, None, Flaw.HEADING)
                return
            if replica is not None:
                replica.close()
            replica = Replica(path, heading_of(part.heading, part.begins, begun), begun)
        self._open[key] = replica
        before = replica.last
        flaw = yield from self._copy_new_entries(part, replica)
        if flaw is not None and before:
            # The earlier copy may itself be what does not fit: try once more, from the first entry.
            heading, begun = replica.began
            self._let_go(key, path)
            replica = self._open[key] = Replica(path, heading, begun)
            flaw = yield from self._copy_new_entries(part, replica)
        if flaw is not None:
            self._let_go(key, path)
            self._made[key] = PartCopy(part, None, *flaw)
        elif part.disputed:
            self._made[key] = PartCopy(part, path, Flaw.DISPUTED, part.number, part.number)
        else:
            self._made[key] = PartCopy(part, path)

    def _let_go(self, key: tuple[str, int], path: Path) -> None:
        self._open.pop(key).close()
        for old in path.parent.glob(f"{path.name}*"):
            clear(old)

    def _copy_new_entries(self, part: HeldPart, replica: Replica) -> Generator[int, None, _Found | None]:
        """Copy what is new on the floor; returns a flaw if it differs from what was shipped."""
        holdings, first = self._holdings, replica.last + 1
        flaw: _Found | None = None
        try:
            for whole in holdings.entries(part.table, part.part, replica.last, part.number):
                replica.append_entries(whole)
                yield replica.last
        except MissingEntry as missing:
            walked = holdings.walk(part)
            is_led = walked.flaw is None and missing.number in walked.alone
            flaw = Flaw.DIGEST if is_led else Flaw.MISSING, missing.number, missing.number
        except DamagedJournal as damaged:
            number = int(damaged.slots["entry"])
            flaw = Flaw.CHANGED, number, part.number
            if number in holdings.walk(part).unread:
                flaw = Flaw.UNREAD, number, number
        replica.keep(holdings.states(part.table, part.part, replica.last_state + 1, replica.last))
        if flaw is None and (replica.last, replica.head) != (part.number, part.chain):
            flaw = Flaw.CHANGED, min(first, part.number), part.number
        return flaw

    def close(self) -> None:
        self._holdings.close()
        for replica in self._open.values():
            replica.close()
        self._open.clear()


def current(parts: Sequence[HeldPart]) -> list[HeldPart]:
    """The parts that no later part repeats from the first entry on: the later part has everything."""
    last = {(part.table, part.begins): part.part for part in parts}
    return [part for part in parts if last[part.table, part.begins] == part.part]


def found_in(parts: Sequence[HeldPart]) -> list[HeldPart]:
    """The current parts, and those they branch off from, which have the entries."""
    kept = {(part.table, part.part) for part in current(parts)}
    for part in sorted(parts, key=lambda part: part.part, reverse=True):
        if (part.table, part.part) in kept and part.forks_of is not None:
            kept.add((part.table, part.forks_of))
    return [part for part in parts if (part.table, part.part) in kept]


def _own(table: str) -> str:
    """A folder's name for a table with any id."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in table)[:32]
    return f"{plain}-{sha256(table.encode()).hexdigest()[:8]}"


def _names(parts: Sequence[HeldPart]) -> list[str]:
    """Each file's name; for a file that the table's next one names, that name, so that it can be followed."""
    called: dict[tuple[str, bytes], str] = {}
    for part in parts:
        with suppress(ValueError):
            before = heading_of(part.heading, part.begins, None).predecessor
            if before is not None and _is_plain(name := Path(before.file).name):
                called[part.table, bytes.fromhex(before.head)] = name
    own = [_NAME.format(_own(part.table), part.part) for part in parts]
    found, taken = list[str](), {(part.table, name) for part, name in zip(parts, own, strict=True)}
    for part, name in zip(parts, own, strict=True):
        given = called.get((part.table, part.chain), name)
        found.append(name if (part.table, given) in taken else given)
        taken.add((part.table, given))
    return found


def _is_plain(name: str) -> bool:
    """Whether a disk can have a file of this name, which is none of SQLite's own."""
    return bool(_PLAIN.fullmatch(name)) and len(name.encode()) < _LONGEST and not name.endswith(_BESIDE)

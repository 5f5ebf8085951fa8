"""One walk through a section of a journal, entry by entry up to the first that is not right."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

import msgspec

from console.base.system import read_json
from console.table.core.state import events
from console.table.core.state.note_kinds import NoteKind
from console.table.journal.file import chain, sql
from console.table.journal.file.connection import BROKEN
from console.table.journal.proof import tree
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.tree import BLOCK, GrowingTree, fold_roots, perfect

StepProgress: TypeAlias = Callable[[int, int], bool]
"""Called with how much is done, and of how much, some hundred times a second; False stops the work."""


class WorkStopped(Exception):
    """Somebody stopped the work: it has no result, and nothing was changed."""


def go_on(done: int, whole: int) -> bool:
    """Always continue: nobody watches the work, and nobody stops it."""
    return True


_AT, _SHIFT = (chain.FIELDS.index(each) for each in ("at", "shift"))
_NOTED: Final = events.kind_of(events.Noted(NoteKind.JOURNAL_SEALED))
_STOOD: Final = "SELECT shift, at FROM entry WHERE number = ?"


class Mark(msgspec.Struct, frozen=True):
    """The chain and the tree's root at an entry."""

    chain: bytes
    tree: bytes


class Section(msgspec.Struct, frozen=True):
    """Entries that follow one another, verified without the others: the chain before the first must be what
    the entries before it lead to. It begins with a block of the tree.
    """

    chain: bytes
    """The chain before its first entry."""
    after: int = 0
    """The number before its first entry."""
    until: int = sys.maxsize
    """The number of its last entry; the last section has all that come."""

    @property
    def is_last(self) -> bool:
        """Whether it goes on to the end of the journal, and has whatever is numbered beyond."""
        return self.until == sys.maxsize

    @property
    def numbers(self) -> tuple[int, int]:
        """The lowest and the highest number in it; in the first, SQLite's lowest."""
        return self.after + 1 if self.after else -sys.maxsize - 1, self.until

    def of(self, marked: Iterable[int]) -> frozenset[int]:
        return frozenset(each for each in marked if self.after < each <= self.until)


class Walk:
    """One walk through a section of a journal; its findings are its attributes."""

    def __init__(
        self, connection: sqlite3.Connection, section: Section, marked: Collection[int] = ()
    ) -> None:
        """``marked`` are the entries at which chain and root are noted."""
        self.head = section.chain
        self.entries = section.after
        """The number of entries that are right, from the first of the journal."""
        self.flaw: Flaw | None = None
        """The flaw of the next entry, if it has one."""
        self.marks: dict[int, Mark] = {}
        """Chain and root at the marked entries; there once it has ended."""
        self.seal_notes: dict[int, str | None] = {}
        """The numbers of the noted seals, by the entries that note them."""
        self.strange_block = 0
        """The first block of the tree that differs, or is missing before a kept one; 0 without any."""
        self.strange_stretch = 0
        """The first entry at which a stretch is kept otherwise than the entries give it; 0 if none is."""
        self.blocks: list[bytes] = []
        """The roots of the tree's whole blocks."""
        self.peaks: dict[int, Peaks] = {}
        """The marked entries."""
        self._connection = connection
        self._section = section
        self._marked = frozenset(marked)
        self._rest: list[bytes] = []
        """The digests of the entries after the last whole block."""
        self._kept_blocks: dict[int, bytes] = {}
        self._stood: tuple[chain.Value, str | None] = (None, None)
        """The last entry's shift and time."""

    def go(self, progress: StepProgress) -> None:
        """Walk to the end, or to the first wrong entry. Raises WorkStopped."""
        after, until = self._section.after, self._section.until
        try:
            whole = self._connection.execute(sql.COUNT).fetchone()[0]
            self._kept_blocks = (
                dict(self._connection.execute(sql.ALL_BLOCKS)) if self._section.is_last else {}
            )
            stretches = _stretches(self._connection, self._section)
            if after:
                shift, at = self._connection.execute(_STOOD, (after,)).fetchone()
                self._stood = shift, _time(at)
            size = min(until, whole) - after
            for row in islice(self._connection.execute(sql.WHOLE, (after,)), until - after):
                if not self._takes(row):
                    return
                self._compare(row[_SHIFT], row[_AT], stretches)
                if not self.entries % BLOCK and not progress((self.entries - after) * whole // size, whole):
                    raise WorkStopped
            if stretches and self.strange_stretch == 0:
                self.strange_stretch = max(1, min(stretches))
        except BROKEN:
            self.flaw = Flaw.FILE

    def end(self, before: Iterable[Finding] = ()) -> None:
        """Compute the roots at the marked entries, and compare the tree's blocks with those that are kept.
        ``before`` are the findings in the sections before this one, all of them and in order.
        """
        blocks = list[bytes]()
        for each in before:
            blocks += each.blocks
            self.peaks |= each.peaks
            self.seal_notes |= each.seal_notes
        self.blocks[:0] = blocks
        whole = GrowingTree()
        for number, (head, rest) in sorted(self.peaks.items()):
            for root in self.blocks[whole.size : number // BLOCK]:
                whole.put(root)
            self.marks[number] = Mark(head, fold_roots((*whole.peaks, *rest)))
        self._compare_blocks()

    def _takes(self, row: chain.Fields) -> bool:
        """Whether the next entry is right; a right entry has been counted on return."""
        digest = row[-2]
        if row[0] != self.entries + 1:
            self.flaw = Flaw.MISSING
            return False
        try:
            head = chain.next_chain(self.head, row[:-2], digest)  # type: ignore[arg-type]
        except UnicodeEncodeError:
            head = None
        if head is None or head != row[-1]:
            self.flaw = Flaw.ALTERED if head is None else Flaw.CHAIN
            return False
        self.head = head
        self.entries += 1
        self._rest.append(digest)  # type: ignore[arg-type]
        if len(self._rest) == BLOCK:
            self.blocks.append(perfect(self._rest))
            self._rest.clear()
        if self.entries in self._marked:
            rest = GrowingTree()
            for each in self._rest:
                rest.add(each)
            self.peaks[self.entries] = Peaks(self.head, rest.peaks)
        if row[1] == _NOTED:
            self._note(row[2])
        return True

    def _compare_blocks(self) -> None:
        """Compare the kept root of each block with the root of its entries. The last roots, or all of them,
        may be missing: a recovered file has none until it is sealed again.
        """
        missing, kept = 0, self._kept_blocks
        for number, root in enumerate(self.blocks, 1):
            stored = kept.pop(number, None)
            if stored is None:
                missing = missing or number
            elif missing or stored != root:
                self.strange_block = self.strange_block or missing or number
        if kept and self.strange_block == 0:
            self.strange_block = max(1, min(kept))

    def _compare(self, shift: chain.Value, at: chain.Value, stretches: dict[int, Stretch]) -> None:
        """Note the first entry at which a stretch is kept wrongly, or is missing."""
        before, latest = self._stood
        time = _time(at)
        self._stood = shift, time
        number = self.entries
        if latest is None or shift != before or time < latest:
            is_kept = stretches.pop(number, None) == (shift, at, latest)
        else:
            is_kept = number not in stretches
        if not is_kept:
            self.strange_stretch = self.strange_stretch or number

    def _note(self, event: chain.Value) -> None:
        with suppress(msgspec.DecodeError):  # a note that no console wrote names no seal
            noted = read_json(str(event), type=events.Noted)
            if noted.what == NoteKind.JOURNAL_SEALED:
                self.seal_notes[self.entries] = noted.text


class Peaks(NamedTuple):
    """The chain at an entry, and the peaks over the entries after the last whole block there."""

    chain: bytes
    rest: tree.Path


class Finding(msgspec.Struct, frozen=True):
    """A process's finding for a section without a fault."""

    head: bytes
    """The chain at its last entry."""
    blocks: list[bytes]
    """The roots of the tree's blocks in it."""
    peaks: dict[int, Peaks]
    seal_notes: dict[int, str | None]
    begun: KeptState
    """The state from which its states were computed again."""
    kept: KeptState
    """The last of them."""
    states: int


KeptState: TypeAlias = tuple[bytes | None, int]
"""A state as it was computed again, and its entry; None is a closed table."""


def _time(at: chain.Value) -> str:
    return at if isinstance(at, str) else ""


Stretch: TypeAlias = tuple[chain.Value, chain.Value, chain.Value]
"""The stretch's shift, the time of its first entry, and that of the entry before."""


def _stretches(connection: sqlite3.Connection, section: Section) -> dict[int, Stretch]:
    lowest, highest = section.numbers
    return {
        number: (shift, at, before)
        for number, shift, at, before in connection.execute(sql.ALL_STRETCHES)
        if lowest <= number <= highest
    }

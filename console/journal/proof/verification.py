"""The verification of a journal: it must be as it was written.

Verifying reads, and changes nothing; a console may be appending meanwhile. The journal is walked entry by
entry up to the first that is not right, and a flaw is named by that entry; each seal is checked by itself,
then against the chain and the tree at its last entry. What this proves, and what it can't:

- Without a seal: every entry has its digest and follows the one before it. Anyone who can write the file can
  recompute all of that after a change, cut the end off, or put another file in its place.
- With seals: the entries under them are those that were signed, by the keys whose fingerprints it names.
  Only a key's public half, kept elsewhere (``keys``), shows that it is the console's: anybody can make one.
- The entries after the last seal are chained; those of a LIVE table are also made again from their events
  (``replayer``), as each column follows from these. A file that was cut back to an earlier seal, with that
  seal's own entry, is a journal as it once was: only a later seal, kept elsewhere
  (``head``), shows it, and so does one if an older copy of the file was put in its place.
- Anyone who has the private key can sign anything.

The kept states are under the chain: each state's entry holds its digest. They are also computed again from
the first entry, if the caller knows how (``replayer``), and each must come out the same.

A long journal is gone through in sections, each by a process of its own: the chain that is stored at the end
of one begins the next, and so does the last state that was kept. Together they prove what one process proves
that goes through all entries. Only a journal in which all is right is verified so; what is wrong, and at
which entry, one process finds.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from enum import StrEnum
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from console.journal.file import chain, consistency, schema_check, sql
from console.journal.file.connection import BROKEN, LimitedConnection, reading
from console.journal.file.errors import (
    DamagedJournal,
    JournalError,
    RollbackJournal,
    StrangeSchema,
    no_journal,
)
from console.journal.file.heading import SCHEMA, Heading, Predecessor, check_schema, heading_in, is_journal
from console.journal.file.high_water_mark import Mark as HighWaterMark
from console.journal.file.high_water_mark import read_mark
from console.journal.file.links import first_bytes
from console.journal.file.place import sibling
from console.journal.file.store import Row, is_vouched_for, newest_vouched_state
from console.journal.proof import tree
from console.journal.proof.checkpoint import Note
from console.journal.proof.keys import PublicKey
from console.journal.proof.newest_seal import NewestSeals
from console.journal.proof.statement import Seal, Statement
from console.journal.proof.tree import BLOCK, GrowingTree, fold_roots, perfect
from console.system.whole_file import true_place
from console.system.worker_process import WorkerEnded, WorkerProcess, free_processors, is_awaited
from console.table.state import events
from console.table.state.entries import Entry
from console.table.state.note_kinds import NoteKind

log = logging.getLogger(__name__)


class Flaw(StrEnum):
    """The part of a journal that is not as it was written."""

    IDENTITY = "identity"
    """The journal's heading: its table, game, rulebook, when and by which console it was made."""
    SCHEMA = "schema"
    """A table, trigger, index or view is not the console's own: nothing in the file counts as proved."""
    ROLLBACK = "rollback"
    """A rollback journal lies beside the file, and SQLite would write it over the file: nothing counts as
    proved.
    """
    ALTERED = "altered"
    """An entry's fields do not give its digest."""
    CHAIN = "chain"
    """An entry is another than the one that was written after the entry before it."""
    MISSING = "missing"
    """An entry is not there, and a later one is."""
    CHECKPOINT = "checkpoint"
    """The state kept at an entry was changed, or is not the state that follows from the entries."""
    TREE = "tree"
    """A stored hash of the tree is not the hash over its entries; the entries themselves are unchanged."""
    SEAL = "seal"
    """A seal is not as it was made, or not this journal's; the entry is the last under it."""
    LOST = "lost"
    """The entry says that the journal was sealed, and the seal is not there."""
    SEALED = "sealed"
    """The chain is whole, and the entries up to this one are not those that were sealed: all was
    recomputed after a change."""
    CUT = "cut"
    """A seal counts more entries than there are: this is the first that was cut off."""
    KEY = "key"
    """A seal is by a key that is not among those that were named."""
    BARE = "bare"
    """Keys were named, and nothing is sealed."""
    HEAD = "head"
    """The entries up to this one are not those under the seal that was kept elsewhere, or this one is not
    there any more."""
    OTHER = "other"
    """The seal that was kept elsewhere is another journal's."""
    MARKED = "marked"
    """The mark in the file that locks the journal names this entry, and it is another one or not there."""
    OLDER = "older"
    """The newest seal that was made of it on this computer is not in it."""
    MARK = "mark"
    """The mark itself is damaged; the journal is as it was written, and may have had a later end."""
    TOLD = "told"
    """The chain is whole, and what the entry says can't have followed on what was before it."""
    DERIVED = "derived"
    """A table or index that the file derives from its entries differs from them; the entries are whole."""
    FILE = "file"
    """SQLite can't read the file from this entry on, or finds it inconsistent."""


StepProgress: TypeAlias = Callable[[int, int], bool]
"""Called with how much is done, and of how much, some hundred times a second; False stops the work."""


class WorkStopped(Exception):
    """Somebody stopped the work: it has no result, and nothing was changed."""


def go_on(done: int, whole: int) -> bool:
    """Always continue: nobody watches the work, and nobody stops it."""
    return True


_AT, _SHIFT = (chain.FIELDS.index(each) for each in ("at", "shift"))
_NOTED: Final = events.kind_of(events.Noted(NoteKind.JOURNAL_SEALED))


class Mark(msgspec.Struct, frozen=True):
    """The chain and the tree's root at an entry."""

    chain: bytes
    tree: bytes


class Section(msgspec.Struct, frozen=True):
    """Entries that follow one another, verified without those before and after them.

    The chain before its first entry is what those before must come to. It begins with a block of the tree.
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
        """Those of these entries that are in it."""
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
        """The first block of the tree that differs from its entries; 0 if there is none. A block that is
        missing though a later one is kept counts too.
        """
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
                if stretches is not None:
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
        """Compare the kept root of each block with the root of its entries.

        The last roots, or all of them, may be missing: a recovered file has none until it is sealed again.
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
        with suppress(
            msgspec.DecodeError, RecursionError, UnicodeError
        ):  # a note that no console wrote names no seal
            noted = msgspec.json.decode(str(event), type=events.Noted)
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


def _stretches(connection: sqlite3.Connection, section: Section) -> dict[int, Stretch] | None:
    """Each stretch by the entry that begins it; None in older journals, which keep none."""
    if not schema_check.keeps_stretches(connection):
        return None
    lowest, highest = section.numbers
    return {
        number: (shift, at, before)
        for number, shift, at, before in connection.execute(sql.ALL_STRETCHES)
        if lowest <= number <= highest
    }


SealRow = tuple[int, int, str, bytes, bytes]


class Sealing(msgspec.Struct, frozen=True):
    """The part of a journal that is sealed."""

    seals: int = 0
    """The number of seals that hold, from the first."""
    entries: int = 0
    """The number of entries under the last seal that holds."""
    at: str | None = None
    """The time at which that last seal was made."""
    keys: tuple[PublicKey, ...] = ()
    """The keys that signed, in the order in which they came into use."""


class JournalFlaw(msgspec.Struct, frozen=True):
    """A flaw, and the entry at which it shows."""

    flaw: Flaw
    entry: int


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
            return sealing, []  # something before it is wrong, and found already
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
    """A row as a seal, with its number and last entry; the row may be anything, as another program may have
    written it.
    """
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


__all__ = ["Flaw", "StateReplayer", "Verdict", "verify"]

_GONE: Final = """
    SELECT min(number) FROM entry
    WHERE number BETWEEN ? AND ? AND state IS NOT NULL AND number NOT IN (SELECT number FROM checkpoint)
"""
"""The first of these entries that says the digest of a state which is not there."""
_STOOD: Final = "SELECT shift, at FROM entry WHERE number = ?"
"""The shift and time of an entry."""
_TIMES: Final = "SELECT at FROM entry ORDER BY number"
_STEPS = 1_000_000
"""SQLite's own steps between two looks at whether somebody stopped it: some hundredths of a second."""


class Verdict(msgspec.Struct, frozen=True):
    """``flaw`` is None if all is as it was written; ``entry`` is the first that is not, 0 if there is
    none.
    """

    entries: int
    """The number of entries that are right, up to the first that is not."""
    head: bytes
    """The chain at the last of them."""
    flaw: Flaw | None = None
    entry: int = 0
    sealing: Sealing = Sealing()
    name: str | None = None
    """The table, trigger, index or view with the flaw, or the file beside the journal; or None."""
    states: int = 0
    """The number of kept states that the entries came to when they were computed again."""
    heading: Heading | None = None
    """The journal's heading; None if it was changed."""
    first: str | None = None
    """The time when its first entry was made, and its last: ISO 8601, UTC. None without an entry."""
    latest: str | None = None
    end: bytes | None = None
    """The state that all its entries come to, if they could be computed again."""

    @property
    def good(self) -> bool:
        """Whether all is as it was written."""
        return self.flaw is None


class StateReplayer(Protocol):
    """Computes a table's states from its entries; supplied by a caller who knows the meaning of entries."""

    def state_after(self, state: bytes | None, rows: Iterable[Row]) -> bytes:
        """The state, as JSON, that results from a state (None: a closed table) and the entries after it."""
        ...

    def agreed(self, stored_state: bytes, computed: bytes) -> bytes | None:
        """The state from which the entries after a kept one, perhaps of an earlier console, are computed;
        None if it is another state than the computed one.
        """
        ...

    def entries_again(self, state: bytes | None, rows: Iterator[Row]) -> Iterator[Entry] | None:
        """The entries as the console makes them of these events, without shift and line. They end before
        the first that no console can have written; None if another version may have made others, or if
        the journal is no LIVE table's.
        """
        ...


Replayers: TypeAlias = Callable[[Heading], StateReplayer | None]
"""How a journal's states are computed again; None if its rulebook is not known here."""


def no_replayer(heading: Heading) -> None:
    """No states are computed again."""


LEAST: Final = 50_000
"""Entries of a section: to start a process takes as long as to verify 20,000."""
MOST: Final = 8
"""Sections: each process takes 32 MB, and what one process does alone is a twentieth."""
SHORTER: Final = 40
"""The last section is shorter by a fortieth of the journal, since its process has SQLite look at the file."""


def refuse_changed(path: Path, progress: StepProgress = go_on) -> None:
    """Raises DamagedJournal at the first entry that is not as it was written: nothing is sealed over it.

    A damaged mark is no such entry; the seal notes it.
    """
    verdict = verify(path, progress=progress)
    if verdict.flaw not in (None, Flaw.MARK):
        raise DamagedJournal(path, verdict.entry)


def verify(
    path: Path,
    keys: Collection[PublicKey] = (),
    head: Seal | Note | None = None,
    progress: StepProgress = go_on,
    replayers: Replayers = no_replayer,
    least: int = LEAST,
    newest_seals: NewestSeals | None = None,
) -> Verdict:
    """Check schema, digests, chain, numbers, kept states, seals and the file. Raises JournalError if the file
    is no journal.

    With ``keys`` every seal must be by one of them, and there must be a seal; with ``head``, a seal that was
    kept elsewhere, the journal must go on from it; with ``newest_seals`` it must hold the newest seal made of
    the file in this place. Raises WorkStopped if ``progress`` says no.

    A journal of twice ``least`` entries or more is verified by several processes, each in a section of its
    own, if ``replayers`` is a function of a module. If one of them finds something wrong, or ends
    before it has found anything, the verdict is that of this process alone.
    """
    try:
        if not is_journal(path):
            raise no_journal(path)
        mark = read_mark(sibling(path, ".lock"))  # first: a table at play goes on from there
        with closing(reading(path)) as connection:
            connection.text_factory = _text
            connection.execute("BEGIN")
            check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
            if not schema_check.has_own_migrations(connection):
                return Verdict(0, b"", Flaw.SCHEMA, name=schema_check.MIGRATIONS)
            if consistency.ends_within_a_page(path, connection):
                return Verdict(0, b"", Flaw.FILE, 1)
            heading = _sound_heading(connection)
            if heading is None:
                verdict = Verdict(0, b"", Flaw.IDENTITY)
            else:
                task = _Task(path, connection, heading, frozenset(), progress, replayers, 0)
                verdict = _verdict(task, keys, head, least, mark)
                if newest_seals is not None and verdict.flaw in (None, Flaw.MARK):
                    verdict = _with_newest_seal(verdict, path, newest_seals)
            return replace(verdict, **_span(connection))
    except StrangeSchema as error:
        return Verdict(0, b"", Flaw.SCHEMA, name=error.slots["name"])
    except RollbackJournal as error:
        return Verdict(0, b"", Flaw.ROLLBACK, name=error.slots["name"])
    except (DamagedJournal, *BROKEN):
        if _is_numbered_otherwise(path):
            return Verdict(0, b"", Flaw.SCHEMA, name="user_version")
        return Verdict(0, b"", Flaw.FILE, 1)


def _is_numbered_otherwise(path: Path) -> bool:
    """Whether the file says that it has a later schema than its own migrations made: it can be read."""
    newest = schema_check.newest_migration(path)
    said = int.from_bytes(first_bytes(path, 64)[60:])
    return newest is not None and newest <= SCHEMA < said


def _with_newest_seal(verdict: Verdict, path: Path, newest_seals: NewestSeals) -> Verdict:
    """The verdict, once the newest seal that was made of the file at this path is known to be in it."""
    with closing(reading(path)) as connection:  # of this moment: a table at play may have sealed meanwhile
        lost = newest_seals.lost_in(connection)
    if lost is None or lost.file != str(true_place(path)):
        return verdict  # a copy that lies elsewhere may be older
    return replace(verdict, flaw=Flaw.OLDER, entry=verdict.entries, name=lost.text)


def _span(connection: sqlite3.Connection) -> dict[str, Any]:
    first, latest = (connection.execute(f"{_TIMES} {way} LIMIT 1").fetchone() for way in ("ASC", "DESC"))
    return {"first": first and str(first[0]), "latest": latest and str(latest[0])}


class _Task(NamedTuple):
    """A journal to verify, and what the caller gave for it."""

    path: Path
    connection: LimitedConnection
    heading: Heading
    marked: frozenset[int]
    progress: StepProgress
    replayers: Replayers
    sealed: int
    """Entries that seals claim; what they claim falsely has a flaw of its own."""

    def go_on(self, entries: int) -> None:
        """Tell the progress at the end of the entries. Raises WorkStopped."""
        if not self.progress(entries, entries):
            raise WorkStopped

    def gone_through(self, section: Section) -> _Walked:
        """The findings of this process in a section."""
        walk = Walk(self.connection, section, self.marked)
        walk.go(self.progress)
        if walk.flaw is Flaw.FILE:
            return _Walked(walk)
        again = _Recomputation(
            self.connection,
            self.heading,
            walk,
            self.replayers(self.heading),
            self.progress,
            section,
        )
        bad = again.go()
        if bad is None and walk.flaw is None:
            bad = _told_otherwise(self, section, walk.entries)
        return _Walked(walk, again, bad)


class _Walked(NamedTuple):
    """A walk, the recomputation of the states there, and the first that is wrong; no recomputation if
    SQLite can't read the file.
    """

    walk: Walk
    again: _Recomputation | None = None
    bad: JournalFlaw | None = None
    is_sound: bool = False
    """Whether SQLite is known to find the file consistent."""


def _verdict(
    task: _Task, keys: Collection[PublicKey], head: Seal | Note | None, least: int, mark: HighWaterMark | None
) -> Verdict:
    connection, progress, heading = task.connection, task.progress, task.heading
    beginning = heading.digest
    kept = connection.execute(sql.SEALS).fetchall()
    claimed = (*sealed_entries(kept, None), 0)
    task = task._replace(marked=frozenset(sealed_entries(kept, head)), sealed=max(claimed))
    walked = _divided(task, least) or _alone(task)
    walk, again, *_ = walked
    sealing, found = judge_seals(kept, walk, beginning, keys)
    if head is not None:
        found = [*continuation_flaw(head, walk, beginning, keys), *found]
    if walk.flaw is not None:
        found.append(JournalFlaw(walk.flaw, walk.entries + 1))
    states = 0
    end = None
    if again is not None:
        states, end = again.states, again.end
        found += _beside(connection, walked, progress)
    if not found and walk.strange_stretch:
        found.append(JournalFlaw(Flaw.DERIVED, walk.strange_stretch))
    if not found and mark is not None:
        found += _marked(connection, heading, mark)
    if not found:
        return Verdict(walk.entries, walk.head, sealing=sealing, states=states, heading=heading, end=end)
    first = min(found, key=lambda each: each.entry or sys.maxsize)  # what shows at no entry comes last
    name = sibling(task.path, ".lock").name if first.flaw in (Flaw.MARKED, Flaw.MARK) else None
    if first.flaw is Flaw.DERIVED:
        name = consistency.STRETCH if walk.strange_stretch else consistency.strange_index(connection)
    return Verdict(walk.entries, walk.head, first.flaw, first.entry, sealing, name, heading=heading)


_NOT_MADE_AGAIN: Final = frozenset({"shift", "line", "state"})
"""The columns of which an event says nothing."""
_UNTELLABLE: Final = (
    msgspec.DecodeError,
    RecursionError,
    ValueError,
    AssertionError,
    LookupError,
    AttributeError,
    TypeError,
    RuntimeError,  # a forged entry, or a bug: either way the state is not computed
)


def _told_otherwise(task: _Task, section: Section, last: int) -> JournalFlaw | None:
    """The first entry of a section after the seals whose columns are not those that the console gives to its
    event. Anybody can recompute the chain over these entries; of those before, the seals say that all is
    as it was.
    """
    connection, after = task.connection, max(section.after, task.sealed)
    replayer = task.replayers(task.heading)
    if replayer is None or after >= last:
        return None
    begun, state, _ = newest_vouched_state(connection, after)
    again = replayer.entries_again(state, _rows(connection, begun))
    if again is None:
        return None
    for number, *stored in islice(connection.execute(sql.WHOLE, (begun,)), last - begun):
        try:
            entry = next(again, None)
            made = None if entry is None else chain.fields(number, entry)
        except _UNTELLABLE:
            made = None
        if made is None or (number > after and not _is_same((number, *stored), made)):
            return JournalFlaw(Flaw.TOLD, max(number, after + 1))
        if not number % BLOCK:
            task.go_on(last)
    return None


def _is_same(stored: chain.Fields, made: chain.Fields) -> bool:
    columns = zip(chain.FIELDS, stored[: len(made)], made, strict=True)
    return all(one == other for name, one, other in columns if name not in _NOT_MADE_AGAIN)


def _rows(connection: sqlite3.Connection, after: int) -> Iterator[Row]:
    time = chain.time_of
    for number, event, refused, at, monotonic in connection.execute(sql.BRIEF, (after,)):
        yield Row(number, event, refused, time(at), monotonic)


def _marked(connection: sqlite3.Connection, heading: Heading, mark: HighWaterMark) -> Iterator[JournalFlaw]:
    """The flaw that the mark beside a journal shows."""
    if not mark.is_sound:
        yield JournalFlaw(Flaw.MARK, 0)
    elif (entry := consistency.first_unlike(connection, heading, mark)) is not None:
        yield JournalFlaw(Flaw.MARKED, entry)


def _alone(task: _Task) -> _Walked:
    """The findings of this process in the whole journal, up to the first wrong entry."""
    walked = task.gone_through(Section(task.heading.digest))
    walked.walk.end()
    return walked


def _divided(task: _Task, least: int) -> _Walked | None:
    """The findings of several processes in a journal that is right, each in a section of its own.

    None if the journal is too small for it, if something in it is wrong, or if a process
    ended before its time: which entry is the first wrong one, one process finds that goes through all.
    """
    call = task.path.absolute(), task.heading, task.replayers, task.sealed
    try:
        *others, last = _sections(task.connection, task.heading, least)
        with ExitStack() as running:
            processes = [
                running.enter_context(WorkerProcess(finding_in, each, each.of(task.marked), *call))
                for each in others
            ]
            if not processes:
                return None
            walked = task.gone_through(last)
            walk, again, bad, _ = walked
            if walk.flaw or walk.strange_stretch or again is None or bad:
                return None
            if not _is_sound(task.connection, walk.entries, task.progress):
                return None
            found = list[Finding]()
            for process in processes:
                finding = process.result(lambda: task.go_on(walk.entries))
                if finding is None:
                    return None
                found.append(finding)
    except WorkerEnded as error:
        log.warning("a journal is verified by one process alone: %s", error)
        return None
    except BROKEN:
        return None
    come_to = [(each.head, each.kept) for each in found]
    begun = [*(each.begun for each in found[1:]), again.begun]
    if come_to != [(each.chain, state) for each, state in zip((*others[1:], last), begun, strict=True)]:
        return None
    walk.end(found)
    again.states += sum(each.states for each in found)
    return walked._replace(is_sound=True)


def finding_in(
    section: Section,
    marked: frozenset[int],
    path: Path,
    heading: Heading,
    replayers: Replayers,
    sealed: int,
) -> Finding | None:
    """The findings of a process of its own in a section of a journal; None if something in it is wrong."""
    try:
        with closing(reading(path)) as connection:
            connection.text_factory = _text
            connection.execute("BEGIN")
            task = _Task(path, connection, heading, marked, lambda *_: is_awaited(), replayers, sealed)
            walk, again, bad, _ = task.gone_through(section)
    except (JournalError, *BROKEN):
        return None
    if walk.entries != section.until or walk.flaw or walk.strange_stretch or again is None or bad:
        return None
    states = (again.begun, again.kept, again.states)
    return Finding(walk.head, walk.blocks, walk.peaks, walk.seal_notes, *states)


def _sections(connection: sqlite3.Connection, heading: Heading, least: int) -> list[Section]:
    """The sections of a journal, one for each process; one section if it is too small."""
    sections = [Section(heading.digest)]
    entries = connection.execute(sql.COUNT).fetchone()[0]
    many = max(1, min(MOST, free_processors(), entries // least))
    for turn in range(1, many):
        after = (entries + entries // SHORTER) * turn // many // BLOCK * BLOCK
        row = connection.execute(sql.CHAIN_AT, (after,)).fetchone()
        if row is not None and isinstance(row[1], bytes) and after > sections[-1].after:
            sections[-1] = replace(sections[-1], until=after)
            sections.append(Section(row[1], after))
    return sections


def _beside(connection: LimitedConnection, walked: _Walked, progress: StepProgress) -> list[JournalFlaw]:
    """Flaws outside the entries: in states, the tree's blocks, and if there are none, in the file."""
    walk, _, bad, is_sound = walked
    found = [] if bad is None else [bad]
    if walk.strange_block and walk.flaw is None:
        found.append(JournalFlaw(Flaw.TREE, walk.strange_block * BLOCK))
    if found or walk.flaw is not None:
        return found
    if not is_sound and not _is_sound(connection, walk.entries, progress):
        is_index = consistency.strange_index(connection) is not None
        found.append(JournalFlaw(Flaw.DERIVED if is_index else Flaw.FILE, walk.entries + 1))
    return found


def _sound_heading(connection: sqlite3.Connection) -> Heading | None:
    """The journal's heading; None if it was changed."""
    heading = heading_in(connection)
    if heading is None or not heading.sound:
        return None
    numbered = (sql.META_ID,) if heading.predecessor is None else (sql.META_ID, sql.PREDECESSOR_ID)
    return heading if all(connection.execute(each).fetchone() == (1,) for each in numbered) else None


class _Recomputation:
    """The states in a section of a journal, computed once more from its first entry to its last.

    After the first section it begins with the last state that was kept before: what that state is to be, the
    section before comes to.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        heading: Heading,
        walk: Walk,
        replayer: StateReplayer | None,
        progress: StepProgress,
        section: Section,
    ) -> None:
        self.states = 0
        """The number of kept states that were computed again and came out the same."""
        self.end: bytes | None = None
        self._connection, self._heading, self._walk = connection, heading, walk
        self._replayer, self._going_on = replayer, progress
        self._section = section
        self._last = 0
        self.begun: KeptState = (None, 0)
        """The state with which it began, in today's layout; of the first section, and if no state is
        computed, a closed table.
        """
        self.kept: KeptState = (None, 0)
        """The last of the states, and its entry."""

    def go(self) -> JournalFlaw | None:
        """The first kept state that is wrong, or the first entry that can't be applied; None if all are
        right.

        A state is right if it is unchanged, if its entry names its digest, and if the entries up to it result
        in the same state.
        """
        numbers = self._section.numbers
        kept = self._connection.execute(sql.CHECKPOINTS_IN, numbers).fetchall()
        rows = sorted(kept, key=lambda row: row[0])
        wrong = self._first_wrong(rows) if not self._section.after else self._first_wrong_after(rows)
        gone = self._connection.execute(_GONE, numbers).fetchone()[0]
        states = [each for each in (wrong, gone) if each is not None]
        if states:
            return JournalFlaw(Flaw.CHECKPOINT, min(states))
        return self._unable()

    def _first_wrong(self, rows: Sequence[Any]) -> int | None:
        """The entry of the first wrong state of a journal."""
        if rows and rows[0][0] < 0:
            return int(rows[0][0])
        begun = rows[0] if rows and rows[0][0] == 0 else None
        if not self._begins(begun):
            return 0
        state = None if begun is None else begun[1]
        return self._wrong_after(state, 0, rows if begun is None else rows[1:])

    def _first_wrong_after(self, rows: Sequence[Any]) -> int | None:
        """The entry of the first wrong state of a section in which the journal goes on."""
        row = self._connection.execute(f"{sql.CHECKPOINTS_TO} LIMIT 1", (self._section.after,)).fetchone()
        number, state = (0, None) if row is None else row[:2]
        if self._replayer is not None and row is not None:
            self.begun = self._state_after(state, number, number), number
        return self._wrong_after(state, number, rows)

    def _wrong_after(self, state: bytes | None, at: int, rows: Sequence[Any]) -> int | None:
        """The entry of the first wrong one of these states, which follow on a state and its entry."""
        for row in rows:
            number, kept = row[:2]
            if not is_vouched_for(*row):
                return int(number)
            if self._replayer is not None and number <= self._walk.entries:
                computed, at = self._state_after(state, at, number), number
                state = None if computed is None else self._replayer.agreed(kept, computed)
                if state is None:
                    return int(number)
                self.states += 1
        if self._replayer is not None:
            self.kept = state, at
        return None

    def _begins(self, row: Any) -> bool:
        """Whether the entries can have begun with the kept first state or, without one, with a
        closed table.
        """
        return (self._heading.state is None) is (row is None) and (row is None or is_vouched_for(*row))

    def _unable(self) -> JournalFlaw | None:
        """The first entry that can't be applied; None if all can."""
        if self._replayer is None or self._walk.flaw is not None or not self._section.is_last:
            return None
        state, at = self.kept
        self.end = self._state_after(state, at, self._walk.entries)
        return JournalFlaw(Flaw.TOLD, self._last or 1) if self.end is None else None

    def _state_after(self, state: bytes | None, after: int, until: int) -> bytes | None:
        """The state that the entries result in; None if an entry can't be applied, as no
        console wrote it.
        """
        assert self._replayer is not None, "asked only where the states can be computed"
        if not self._going_on(self._walk.entries, self._walk.entries):
            raise WorkStopped
        try:
            return self._replayer.state_after(
                state, takewhile(lambda row: row.number <= until, self._rows(after))
            )
        except _UNTELLABLE:
            return None

    def _rows(self, after: int) -> Iterator[Row]:
        for row in _rows(self._connection, after):
            self._last = row.number
            yield row


def end_state_of(path: Path, before: Predecessor, replayers: Replayers) -> bytes | None:
    """The predecessor file's final state; None if that file is missing or not as it was."""
    file = path.parent / Path(before.file).name
    if file == path or not file.is_file():
        return None
    try:
        found = verify(file, replayers=replayers)
    except JournalError:
        return None
    is_it = (found.flaw, found.entries, found.head.hex()) == (None, before.entries, before.head)
    return found.end if is_it else None


def _is_sound(connection: LimitedConnection, entries: int, progress: StepProgress) -> bool:
    """Whether SQLite finds the file consistent; SQLite reads all of it once more."""
    stopped = False

    def stop() -> bool:
        nonlocal stopped
        stopped = True  # should it be interrupted in there, SQLite would not say by whom
        stopped = not progress(entries, entries)
        return stopped

    connection.set_progress_handler(stop, _STEPS)
    try:
        return consistency.is_consistent(connection)
    except BROKEN as error:
        if stopped:
            raise WorkStopped from error
        return False
    finally:
        connection.limit()


def _text(stored: bytes) -> str:
    # This console writes UTF-8 alone. Other bytes are kept as they are, which no digest fits.
    return stored.decode("utf-8", "surrogateescape")

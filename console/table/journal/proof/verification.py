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
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.base.system import WorkerEnded, WorkerProcess, free_processors, is_awaited, true_place
from console.table.journal.file import consistency, errors, schema_check, sql
from console.table.journal.file.connection import BROKEN, LimitedConnection, reading, reading_older
from console.table.journal.file.heading import (
    SCHEMA,
    Heading,
    Predecessor,
    check_schema,
    heading_in,
    is_journal,
)
from console.table.journal.file.high_water_mark import Mark as HighWaterMark
from console.table.journal.file.high_water_mark import read_mark
from console.table.journal.file.links import first_bytes
from console.table.journal.file.place import sibling
from console.table.journal.proof.checkpoint import Note
from console.table.journal.proof.flaws import Flaw, JournalFlaw
from console.table.journal.proof.keys import PublicKey
from console.table.journal.proof.newest_seal import NewestSeals
from console.table.journal.proof.recomputation import Recomputation, Replayers, no_replayer, told_otherwise
from console.table.journal.proof.sealed_part import Sealing, continuation_flaw, judge_seals, sealed_entries
from console.table.journal.proof.statement import Seal
from console.table.journal.proof.tree import BLOCK
from console.table.journal.proof.walk import Finding, Section, StepProgress, Walk, WorkStopped, go_on

log = logging.getLogger(__name__)


_TIMES: Final = "SELECT at FROM entry ORDER BY number"
_STEPS = 1_000_000
"""SQLite's own steps between two looks at whether somebody stopped it: some hundredths of a second."""


class Verdict(msgspec.Struct, frozen=True):
    """``flaw`` is None if all is as it was written; ``entry`` is the first that is not, else 0."""

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
    others: tuple[str, ...] = ()
    """The tables that other programs have added to the file; nothing reads them."""

    @property
    def good(self) -> bool:
        return self.flaw is None


LEAST: Final = 50_000
"""Entries of a section: to start a process takes as long as to verify 20,000."""
MOST: Final = 8
"""Sections: each process takes 32 MB, and what one process does alone is a twentieth."""
SHORTER: Final = 40
"""The last section is shorter by a fortieth of the journal, since its process has SQLite look at the file."""


def refuse_changed(path: Path, progress: StepProgress = go_on) -> None:
    """Raises DamagedJournal at the first entry that is not as written; a damaged mark is only noted."""
    verdict = verify(path, progress=progress)
    if verdict.flaw not in (None, Flaw.MARK):
        raise errors.DamagedJournal(path, verdict.entry)


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
            raise errors.no_journal(path)
        mark = read_mark(sibling(path, ".lock"))  # first: a table at play goes on from there
        with closing(reading(path)) as connection:
            connection.text_factory = _text
            connection.execute("BEGIN")
            check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
            if not schema_check.has_own_migrations(connection):
                return Verdict(0, b"", Flaw.SCHEMA, name=schema_check.MIGRATIONS)
            if consistency.ends_within_a_page(path, connection):
                is_longer = consistency.is_longer(path, connection)
                return Verdict(0, b"", Flaw.LONGER) if is_longer else Verdict(0, b"", Flaw.FILE, 1)
            heading = _sound_heading(connection)
            if heading is None:
                verdict = Verdict(0, b"", Flaw.IDENTITY)
            else:
                task = _Task(path, connection, heading, frozenset(), progress, replayers, 0)
                verdict = _verdict(task, keys, head, least, mark)
                if newest_seals is not None and verdict.flaw in (None, Flaw.MARK):
                    verdict = _with_newest_seal(verdict, path, newest_seals)
            others = schema_check.added_by_others(connection)
            return replace(verdict, others=others, **_span(connection))
    except errors.StrangeSchema as error:
        return Verdict(0, b"", Flaw.SCHEMA, name=error.slots["name"])
    except errors.RollbackJournal as error:
        return Verdict(0, b"", Flaw.ROLLBACK, name=error.slots["name"])
    except (errors.DamagedJournal, *BROKEN):
        if _is_numbered_otherwise(path):
            return Verdict(0, b"", Flaw.SCHEMA, name="user_version")
        return Verdict(0, b"", Flaw.FILE, 1)


def verify_older(path: Path, progress: StepProgress = go_on) -> Verdict:
    """Check heading, digests and chain of a closed file that a refused version began: what a successor goes
    on from. Its kept states and its seals are for the release that reads it. Raises JournalError.
    """
    try:
        with closing(reading_older(path)) as connection:
            connection.text_factory = _text
            heading = _sound_heading(connection)
            if heading is None:
                return Verdict(0, b"", Flaw.IDENTITY)
            walk = Walk(connection, Section(heading.digest))
            walk.go(progress)
            entry = 0 if walk.flaw is None else walk.entries + 1
            return Verdict(walk.entries, walk.head, walk.flaw, entry, heading=heading, **_span(connection))
    except BROKEN:
        return Verdict(0, b"", Flaw.FILE, 1)


def _is_numbered_otherwise(path: Path) -> bool:
    """Whether the file says that it has a later schema than its own migrations made: it can be read."""
    newest = schema_check.newest_migration(path)
    said = int.from_bytes(first_bytes(path, 64)[60:])
    return newest is not None and newest <= SCHEMA < said


def _with_newest_seal(verdict: Verdict, path: Path, newest_seals: NewestSeals) -> Verdict:
    """The verdict, once the newest seal that was made of the file at this path is known to be in it."""
    with closing(reading(path)) as connection:  # read again, since a table at play may have sealed meanwhile
        lost = newest_seals.lost_in(connection)
    if lost is None or lost.file != str(true_place(path)):
        return verdict  # a copy that lies elsewhere may be older
    return replace(verdict, flaw=Flaw.OLDER, entry=verdict.entries, name=lost.text)


def _span(connection: sqlite3.Connection) -> dict[str, Any]:
    first, latest = (connection.execute(f"{_TIMES} {way} LIMIT 1").fetchone() for way in ("ASC", "DESC"))
    return {"first": first and str(first[0]), "latest": latest and str(latest[0])}


class _Task(NamedTuple):
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
        again = Recomputation(
            self.connection,
            self.heading,
            walk,
            self.replayers(self.heading),
            self.progress,
            section,
        )
        bad = again.go()
        if bad is None and walk.flaw is None:
            bad = self._told_otherwise(section, walk.entries)
        return _Walked(walk, again, bad)

    def _told_otherwise(self, section: Section, last: int) -> JournalFlaw | None:
        """The first entry after the seals that is not as the console makes it of its event. Anybody can
        recompute the chain over these entries; of those before, the seals say that all is as it was.
        """
        after, replayer = max(section.after, self.sealed), self.replayers(self.heading)
        if replayer is None or after >= last:
            return None
        return told_otherwise(self.connection, replayer, after, last, lambda: self.go_on(last))


class _Walked(NamedTuple):
    """A walk, its recomputed states (None if SQLite can't read the file), and the first that is wrong."""

    walk: Walk
    again: Recomputation | None = None
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
    first = min(found, key=lambda each: each.entry or sys.maxsize)  # findings without an entry come last
    name = sibling(task.path, ".lock").name if first.flaw in (Flaw.MARKED, Flaw.MARK) else None
    if first.flaw is Flaw.DERIVED:
        name = consistency.STRETCH if walk.strange_stretch else consistency.strange_index(connection)
    return Verdict(walk.entries, walk.head, first.flaw, first.entry, sealing, name, heading=heading)


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
    except (errors.JournalError, *BROKEN):
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


def end_state_of(path: Path, before: Predecessor, replayers: Replayers) -> bytes | None:
    """The predecessor file's final state; None if that file is missing or not as it was."""
    file = path.parent / Path(before.file).name
    if file == path or not file.is_file():
        return None
    try:
        found = verify(file, replayers=replayers)
    except errors.JournalError:
        return None
    is_it = (found.flaw, found.entries, found.head.hex()) == (None, before.entries, before.head)
    return found.end if is_it else None


def _is_sound(connection: LimitedConnection, entries: int, progress: StepProgress) -> bool:
    """Whether SQLite finds the file consistent; SQLite reads all of it once more."""
    stopped = False

    def stop() -> bool:
        nonlocal stopped
        stopped = True  # SQLite's error does not name who interrupted it
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
    # This console writes only UTF-8. Other bytes are kept as they are; no digest fits them.
    return stored.decode("utf-8", "surrogateescape")

"""The verification of a journal's files: each is as it was written, and follows on from the one before.

A file that continues another names its entries and the chain at its end; this name is where its own chain
begins, so that a seal of the later file covers the earlier ones too. A gap, a duplicate file and a file of
another journal are distinct breaks. Verifying reads, and changes nothing.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console.base.system import read_json
from console.table.journal.file import errors, sql
from console.table.journal.file.connection import BROKEN, reading, reading_older
from console.table.journal.file.heading import Heading, heading_in, is_journal
from console.table.journal.file.high_water_mark import marked_heading
from console.table.journal.file.place import lost_journal, sibling
from console.table.journal.older import is_older
from console.table.journal.proof.checkpoint import Note
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.keys import PublicKey
from console.table.journal.proof.newest_seal import NewestSeals
from console.table.journal.proof.recomputation import Replayers
from console.table.journal.proof.sealed_part import Sealing
from console.table.journal.proof.statement import Seal
from console.table.journal.proof.verification import Verdict, verify, verify_older
from console.table.journal.proof.walk import StepProgress, go_on

_UNFINISHED: Final = (".new", ".part", ".rescued", ".wreck")
"""The endings of files that a console was making when it was killed: what they hold is elsewhere, too."""
_UNCOUNTED: Final = "1.0."
"""The versions of the console that counted no entries over files begin so."""
_RECOVERED: Final = re.compile(r".+-recovered-\d{8}T\d{6}Z.*")
"""The name of the file with what could be read of a damaged one."""
_SET_ASIDE: Final = re.compile(r".+-damaged-\d{8}T\d{6}Z.*")
"""The name of a damaged file that a console set aside: the journal in its place names it."""


class Break(StrEnum):
    """The reason why several files are not one journal without a gap."""

    GAP = "gap"
    """One goes on from a file that is not among them, and is not their first; or it is, of a whole folder."""
    APART = "apart"
    """One goes on from none, and is not their first."""
    TWICE = "twice"
    """Two go on from the same file."""
    FORKED = "forked"
    """One begins as another does, and goes on otherwise."""
    PAST = "past"
    """One goes on from an earlier entry of the file before, which was closed there and written to since."""
    COUNTED = "counted"
    """One counts other entries before it, in the ids of halts and corrections, than the files before have."""


class Member(msgspec.Struct, frozen=True):
    """A file with its verdict; ``before`` is its name for the file that it continues, ``copy_of`` the file
    that has all its entries, too.
    """

    path: Path
    verdict: Verdict
    before: str | None = None
    copy_of: Path | None = None
    reader: str | None = None
    """The release that reads it, if a refused version began it: only its chain was verified."""


class FileSequence(msgspec.Struct, frozen=True):
    """The files of one table in order, copies apart; ``broken``: why they are no whole, ``at`` which file."""

    members: tuple[Member, ...]
    broken: Break | None = None
    at: Path | None = None
    copies: tuple[Member, ...] = ()

    @property
    def entries(self) -> int:
        """The number of entries that are right in all files."""
        return sum(each.verdict.entries for each in self.members)

    @property
    def sealing(self) -> Sealing:
        """The seals of all files as one: the last seal's time, every key."""
        each = [member.verdict.sealing for member in self.members if member.verdict.sealing.seals]
        if not each:
            return Sealing()
        keys = tuple(dict.fromkeys(key for one in each for key in one.keys))
        return Sealing(sum(one.seals for one in each), each[-1].entries, each[-1].at, keys)

    @property
    def tail(self) -> int:
        """The number of entries that came after the last seal."""
        left = 0
        for member in reversed(self.members):
            left += member.verdict.entries - member.verdict.sealing.entries
            if member.verdict.sealing.seals:
                break
        return left

    @property
    def good(self) -> bool:
        """Whether all is as it was written, and nothing is missing between the first and the last."""
        return self.broken is None and all(each.verdict.good for each in (*self.members, *self.copies))


class _CountedTable(msgspec.Struct):
    earlier: int = 0


class _FirstState(msgspec.Struct):
    """A table's kept state, as far as a sequence of files needs it."""

    table: _CountedTable = msgspec.field(default_factory=_CountedTable)


class _File(msgspec.Struct, frozen=True):
    path: Path
    heading: Heading | None
    end: tuple[int, str] | None
    """The file's last number and the chain there, as they stand in it."""
    counted: int = 0
    """The entries before it by its first state; 0 in a journal's first file."""
    older: errors.OlderVersion | None = None
    """The refusal of a file that an older version began."""

    @property
    def start(self) -> tuple[int, str] | None:
        """The last entry's number of the file before, and the chain there; None if it continues none."""
        before = None if self.heading is None else self.heading.predecessor
        return None if before is None else (before.entries, before.head)

    @property
    def whose(self) -> tuple[str, ...]:
        """The table; a file without a heading stands alone."""
        heading = self.heading
        return (str(self.path),) if heading is None else (heading.table, heading.game, heading.rules)


def journals_in(folder: Path) -> list[Path]:
    """The journals right in a folder. Raises Unreachable, NotAJournal if it neither has nor lost one."""
    try:
        found = sorted(
            each
            for each in folder.iterdir()
            if each.is_file() and not (is_older(each) or each.suffix in _UNFINISHED) and _is_one(each)
        )
    except OSError as error:
        raise errors.Unreachable(folder, error.strerror or str(error)) from error
    if not found and not lost_journals(folder):
        raise errors.no_journal(folder)
    return found


def lost_journals(path: Path) -> list[errors.NotAJournal]:
    """The error for a missing journal at ``path`` whose mark is still there. Of a folder: one for each such
    journal, and for each ``*.db`` that is none, so that no destroyed file is passed over. Raises
    JournalError, OSError.
    """
    if not path.is_dir():
        lost = lost_journal(path)
        return [] if lost is None else [lost]
    folder = path
    there = [each for each in folder.glob("*.db") if each.is_file() and not each.is_symlink()]
    marked = [each.with_suffix("") for each in folder.glob("*.lock") if marked_heading(each) is not None]
    return [
        errors.no_journal(each)
        for each in sorted({*there, *marked})
        if not (_SET_ASIDE.fullmatch(each.name) or _is_one(each))
    ]


def _is_one(path: Path) -> bool:
    try:
        return is_journal(path)
    except errors.DamagedJournal:
        return True  # its reader will find the damage
    except errors.NotAJournal:
        return False
    except errors.IsLink:
        if path.exists() and _is_one(path.resolve()):
            raise
        return False  # the link leads elsewhere and is not ours


def verify_all(
    paths: Sequence[Path],
    keys: Collection[PublicKey] = (),
    head: Seal | Note | None = None,
    progress: StepProgress = go_on,
    replayers: Replayers = lambda _: None,
    newest_seals: NewestSeals | None = None,
    whole: Collection[Path] = (),
) -> tuple[FileSequence, ...]:
    """Verify each file as :func:`verify` does, and that the files of a table follow on, table by table.

    ``whole``: files found in a folder, which should hold what the first goes on from. ``head``: a seal of any
    one; of a file and its copies it is compared with the file. A file without a seal, of a journal that has
    one elsewhere, counts as entries after the last seal. Raises JournalError, WorkStopped.
    """
    files = list(map(_file, paths))
    _refuse_alone(files)
    copied = _copied(files)
    verdicts = _verdicts(files, copied, keys, head, progress, replayers, newest_seals)
    tables: dict[tuple[str, ...], list[_File]] = {}
    for file in files:
        tables.setdefault(file.whose, []).append(file)
    return tuple(_of_table(each, copied, verdicts, whole) for each in tables.values())


def _refuse_alone(files: Sequence[_File]) -> None:
    """Raises OlderVersion for a file of a refused version from which none goes on that is read here."""
    for file in files:
        if file.older is not None and all(each.older or each.whose != file.whose for each in files):
            raise file.older


def _file(path: Path) -> _File:
    try:
        if not is_journal(path):
            raise errors.no_journal(path)
        with closing(reading(path)) as connection:
            return _read(path, connection)
    except errors.OlderVersion as error:
        with closing(reading_older(path)) as connection:
            return replace(_read(path, connection), older=error)
    except (errors.DamagedJournal, *BROKEN, TypeError, ValueError):
        return _File(path, None, None)  # its verdict gives the reason


def _read(path: Path, connection: sqlite3.Connection) -> _File:
    heading = heading_in(connection)
    row = connection.execute(sql.LAST).fetchone()
    number, chain = row or (0, b"" if heading is None else heading.digest)
    begun = connection.execute(sql.CHECKPOINTS_TO, (0,)).fetchone()
    counted = 0 if begun is None else read_json(begun[1], type=_FirstState).table.earlier
    return _File(path, heading, (int(number), bytes(chain).hex()), counted)


def _copied(files: Sequence[_File]) -> dict[Path, Path]:
    """The copies among the files, each with the file whose copy it is: the one that another file goes on
    from, else the longest one, of equally long ones the one that a console had open, else the first.

    A damaged journal that was set aside is so a copy of the file that was recovered from it.
    """
    own, starts = dict[bytes, _File](), {file.start for file in files}
    for file in sorted(reversed(files), key=lambda each: (each.end in starts, *_rank(each))):
        if file.heading is not None:
            own[file.heading.digest] = file
    return {
        file.path: of.path
        for file in files
        if file.heading is not None
        and (of := own[file.heading.digest]) is not file
        and (_holds(of, file.end) or (of.end in starts and _holds(file, of.end)))
    }


def _rank(file: _File) -> tuple[int, bool]:
    return (0 if file.end is None else file.end[0]), sibling(file.path, ".lock").exists()


def _holds(whole: _File, end: tuple[int, str] | None) -> bool:
    """Whether a file has this entry, the last of another one; so it has all before it."""
    if end is None:
        return False
    number, head = end
    if not number:
        return whole.heading is not None and whole.heading.digest.hex() == head
    opened = reading if whole.older is None else reading_older
    with suppress(*BROKEN, TypeError, ValueError), closing(opened(whole.path)) as connection:
        row = connection.execute(sql.CHAIN_AT, (number,)).fetchone()
        return row is not None and bytes(row[1]).hex() == head
    return False


def _verdicts(
    files: Sequence[_File],
    copied: Collection[Path],
    keys: Collection[PublicKey],
    head: Seal | Note | None,
    progress: StepProgress,
    replayers: Replayers,
    newest_seals: NewestSeals | None,
) -> dict[Path, Verdict]:
    kept = head.content.journal if head is not None and head.content is not None else None
    own = [each for each in files if each.path not in copied]
    of_head = [each.path for each in own if each.heading is not None and each.heading.digest.hex() == kept]
    whole = max(1, sum(each.end[0] for each in files if each.end))
    verdicts, done = dict[Path, Verdict](), 0
    for file in files:
        asked = head if file.path in (of_head or [own[-1].path]) else None
        going_on = _from(done, whole, progress)
        verdicts[file.path] = (
            verify(file.path, keys, asked, going_on, replayers, newest_seals=newest_seals)
            if file.older is None
            else verify_older(file.path, going_on)
        )
        done += file.end[0] if file.end else 0
    return verdicts


def _from(begun: int, whole: int, progress: StepProgress) -> StepProgress:
    return lambda done, _: progress(min(whole, begun + done), whole)


def _of_table(
    files: list[_File], copied: dict[Path, Path], verdicts: dict[Path, Verdict], whole: Collection[Path]
) -> FileSequence:
    own, past = _as_closed([file for file in files if file.path not in copied])
    ordered = _ordered(own)
    past |= {
        of
        for path, of in copied.items()
        if of in verdicts and verdicts[path].flaw is None and verdicts[path].entries > verdicts[of].entries
    }
    if any(verdicts[file.path].sealing.seals for file in ordered):
        verdicts = {path: _not_bare(verdict) for path, verdict in verdicts.items()}
    members = tuple(_member(file, verdicts[file.path]) for file in ordered)
    copies = tuple(
        replace(_member(file, verdicts[file.path]), copy_of=copied[file.path])
        for file in files
        if file.path in copied
    )
    return FileSequence(members, *_broken(ordered, whole, past), copies)


def _member(file: _File, verdict: Verdict) -> Member:
    before = None if file.heading is None else file.heading.predecessor
    reader = None if file.older is None else file.older.reader
    return Member(file.path, verdict, None if before is None else before.file, reader=reader)


def _not_bare(verdict: Verdict) -> Verdict:
    return replace(verdict, flaw=None) if verdict.flaw is Flaw.BARE else verdict


def _as_closed(files: list[_File]) -> tuple[list[_File], set[Path]]:
    """The files, each written to after its closing with the end that it had then, and which they are."""
    ends, then = {file.end for file in files}, dict[Path, tuple[int, str]]()
    for file in files:
        if file.start is not None and file.start not in ends:
            before = (each.path for each in files if each is not file and _holds(each, file.start))
            then.update((path, file.start) for path in before)
    return [replace(each, end=then.get(each.path, each.end)) for each in files], set(then)


def _ordered(files: list[_File]) -> list[_File]:
    """The files in their order, each after the one that it continues; the others by their times."""
    made = sorted(
        files, key=lambda each: (each.start is not None, each.heading.created if each.heading else "")
    )
    ends = {file.end for file in files}
    later: dict[tuple[int, str] | None, list[_File]] = {}
    for file in reversed(made):  # the files are taken from the end of the list
        later.setdefault(file.start, []).append(file)
    ordered: dict[Path, _File] = {}
    coming = [file for file in reversed(made) if file.start not in ends]
    while coming:
        file = coming.pop()
        if ordered.setdefault(file.path, file) is file and file.end is not None:
            coming += [after for after in later.get(file.end, ()) if after.path not in ordered]
    return [*ordered.values(), *(file for file in made if file.path not in ordered)]


def _broken(
    ordered: list[_File], whole: Collection[Path], past: Collection[Path]
) -> tuple[Break | None, Path | None]:
    """The first break between files, and the file that does not continue the one before it. ``past`` are the
    files that were written to after their closing.
    """
    if ordered[0].start is not None and ordered[0].path in whole:
        return Break.GAP, ordered[0].path
    for before, file in pairwise(ordered):
        if file.start is not None and file.start == before.end:
            if before.path in past:
                return Break.PAST, file.path
            if not _counts_on(before, file):
                return Break.COUNTED, file.path
            continue
        if file.start is None:
            begun = [each.heading.digest for each in ordered if each is not file and each.heading is not None]
            is_fork = file.heading is not None and file.heading.digest in begun
            return Break.FORKED if is_fork else Break.APART, file.path
        twice = any(file.start == each.start for each in ordered if each is not file)
        return Break.TWICE if twice else Break.GAP, file.path
    return None, None


def _counts_on(before: _File, file: _File) -> bool:
    """Whether a file counts all entries before it: those that the file before counts, and that file's own.
    After a recovery the count may be higher: lost entries had numbers, too.
    """
    heading = file.heading
    if heading is None or heading.predecessor is None:
        return True  # its verdict gives the reason
    if heading.version.startswith(_UNCOUNTED) or (before.start is not None and not before.counted):
        return file.counted == 0
    counted = before.counted + heading.predecessor.entries
    is_recovered = _RECOVERED.fullmatch(heading.predecessor.file) is not None
    return file.counted >= counted if is_recovered else file.counted == counted

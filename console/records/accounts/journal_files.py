"""The files of one journal, and where in them to begin to read.

A start at the end of a month closes a journal's file and goes on in a new one. Consoles before this version
did so within a round, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias

from console.journal import Identity, JournalError
from console.journal.file.heading import is_journal
from console.journal.reader import Review, review
from console.records.accounts.round_account import BEFORE, is_quiet
from console.table.judging.checkpoints import table_of
from console.table.state.table import Table

_End: TypeAlias = tuple[Identity, int, str]
"""The end of a file: whose it is, its last entry, and the chain there, in hex."""


def joined(files: Sequence[Path]) -> list[list[Path]]:
    """The files of each journal, the oldest first, as far as they continue one another; the journals in the
    order of the files. Raises JournalError.
    """
    ends = [_ends(file) for file in files]
    there = {end for _, end in ends}
    continued: dict[_End, int] = {}
    for at, (begin, _) in enumerate(ends):
        if begin is not None and begin in there:
            continued.setdefault(begin, at)
    later, placed, journals = set(continued.values()), set[int](), list[list[int]]()
    for first in sorted(range(len(files)), key=later.__contains__):
        journal, at = list[int](), first
        while at not in placed:  # a forged file may continue itself: list it once
            placed.add(at)
            journal.append(at)
            at = continued.get(ends[at][1], at)
        if journal:
            journals.append(journal)
    return [[files[at] for at in journal] for journal in sorted(journals, key=min)]


class SameJournal(JournalError):
    """Two files hold one journal: one of them is a copy, or goes on in another way."""

    key = "journal.same"

    def __init__(self, path: Path, other: Path) -> None:
        super().__init__(path, f"and {other} hold the same journal; name one of them", other=str(other))


def refuse_copies(files: Sequence[Path]) -> None:
    """Raises SameJournal where two of the files have one beginning: each of its entries would count twice."""
    known: dict[bytes, Path] = {}
    for file in files:
        with review(file) as journal:
            digest = journal.heading.digest
        if digest in known:
            raise SameJournal(known[digest], file)
        known[digest] = file


def files_of_journal(path: Path) -> list[Path]:
    """The files of the journal that has this file, the oldest first, as far as they lie beside it."""
    found = [path, *_beside(path)]
    return next(journal for journal in joined(found) if path in journal)


def whole_journals(files: Sequence[Path]) -> list[Path]:
    """These files and those beside them that belong to the same journals, each journal's the oldest first: a
    time that somebody asks about may lie in a closed file. Raises JournalError.
    """
    found = list[Path]()
    for file in files:
        if file not in found:
            found += [each for each in files_of_journal(file) if each not in found]
    return found


class ShiftBeginning(NamedTuple):
    """The files beside a journal's file in which its first shift begins."""

    earlier: Sequence[Path] = ()
    """The files before it with entries of the shift, the oldest first."""
    since: datetime | None = None
    """The time of the shift's first entry in them."""
    missing: str | None = None
    """The name of the file that it goes on from, where that one does not lie beside it."""


def shift_beginning(path: Path) -> ShiftBeginning:
    """Where the first shift of the file at ``path`` begins: a journal may have been closed halfway through
    it. A file without entries is of the shift in which the one before it ended. Raises JournalError.
    """
    with review(path) as journal:
        first = next(journal.entries(0), None)
    if file_before(path) is None or (first is not None and first.shift is None):
        return ShiftBeginning()
    files = files_of_journal(path)
    earlier, since = list[Path](), None
    shift = None if first is None else first.shift
    for each in reversed(files[: files.index(path)]):
        with review(each) as journal:
            shift = shift or _last_shift(journal)
            bounds = journal.bounds(None, None, shift) if shift is not None else None
            if bounds is None:
                return ShiftBeginning(earlier, since)
            since = next(journal.entries(bounds[0] - 1)).at
        earlier.insert(0, each)
    return ShiftBeginning(earlier, since, file_before(files[0]))


def _last_shift(journal: Review) -> str | None:
    """The shift in which a file ends."""
    bounds = journal.bounds(None, None, None)
    return None if bounds is None else next(journal.entries(bounds[1] - 1)).shift


def file_before(path: Path) -> str | None:
    """The name of the file that the one at ``path`` goes on from; None if it begins its journal."""
    with review(path) as journal:
        predecessor = journal.heading.predecessor
    return None if predecessor is None else Path(predecessor.file).name


def _beside(path: Path) -> Iterator[Path]:
    """The other readable journals in a file's folder, in the order of their names."""
    there = list[Path]()
    with suppress(OSError):
        there = sorted(path.parent.iterdir())
    for other in there:
        with suppress(JournalError, OSError):
            if other.suffix == path.suffix and other.name != path.name and is_journal(other):
                _ends(other)
                yield other


def _ends(file: Path) -> tuple[_End | None, _End]:
    """The end that a file goes on from, if it continues another one, and its own end."""
    with review(file) as journal:
        heading, bounds = journal.heading, journal.bounds(None, None, None)
        before, last = heading.predecessor, 0 if bounds is None else bounds[1]
        head = journal.chain(last) if last else heading.digest.hex()
        begin = None if before is None else (journal.identity, before.entries, before.head)
        return begin, (journal.identity, last, head)


def before(files: Sequence[Path], at: int, entry: int) -> tuple[int, int]:
    """The file and the entry from which to read what may belong to an entry of the file ``at``: its round may
    have begun in the file before.
    """
    if entry > BEFORE or at == 0:
        return at, max(0, entry - BEFORE)
    with review(files[at - 1]) as journal:
        _, last = journal.bounds(None, None, None) or (0, 0)
    return at - 1, max(0, last + entry - BEFORE)


def beginning(
    files: Sequence[Path], at: int, number: int, may_begin: Callable[[Table], bool] = is_quiet
) -> tuple[int, int]:
    """The file and the entry to follow the table from, before or at an entry of the file ``at``: nothing that
    began earlier is going on there, as far as these files have it.

    ``may_begin`` looks at the table's state.
    """
    while True:
        with review(files[at]) as journal:
            number, state = journal.begin(number)
        if may_begin(table_of(state)) or (number == 0 and at == 0):
            return at, number
        at, number = (at, number - 1) if number > 0 else (at - 1, sys.maxsize)

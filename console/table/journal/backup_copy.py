"""A copy of a journal, made while its table plays, and a journal put back from one.

The copy shows one moment. SQLite's own backup makes it in steps, so that the table's appends never wait for
it, and it is verified before it gets its name. Nothing is ever written over a file that is there.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from console.base.system import name_new
from console.table.journal.file.connection import BROKEN, reading
from console.table.journal.file.errors import DamagedJournal, JournalError, Unreachable, no_journal
from console.table.journal.file.heading import is_journal
from console.table.journal.file.high_water_mark import forget
from console.table.journal.file.place import fresh, refuse_stray_log, sibling
from console.table.journal.proof.seals import refuse_contradicted
from console.table.journal.proof.tree import BLOCK
from console.table.journal.proof.verification import Verdict, verify
from console.table.journal.proof.walk import StepProgress, WorkStopped, go_on

PAGES: Final = 512
"""Pages copied in one step: 2 MiB, some milliseconds."""


_ROUND_SINCE: Final = """
    SELECT 1 FROM entry WHERE number > ? AND (
        kind IN ('card_drawn', 'card_corrected', 'bytes_received')
        OR (kind = 'bets_opened' AND refused IS NULL)
    ) LIMIT 1
"""
_KEPT_BY: Final = """
    SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%@_no@_delete' ESCAPE '@'
"""
_COUNTED: Final = {
    "entry": "number",
    "checkpoint": "number",
    "seal": "entries",
    "subtree": f"number * {BLOCK}",
    "stretch": "number",
}
"""The column by which a row of each table belongs to an entry, or to all up to it."""


class TargetExists(JournalError):
    """Something has this name; it is not written over."""

    key = "record.exists"
    message = "is there already, and is not written over; name another file"


class CopyNotCut(JournalError):
    """SQLite can't leave out the open round; the journal itself has no flaw that verifying knows."""

    key = "journal.not_cut"

    def __init__(self, path: Path, reason: str) -> None:
        message = f"no copy up to the last round that is over can be made: {reason}; --whole copies all of it"
        super().__init__(path, message, reason=reason, option="--whole")


def backup(
    journal: Path,
    copy: Path,
    progress: StepProgress = go_on,
    *,
    whole: bool = True,
    when_cut: Callable[[], None] = lambda: None,
    last_shown: Callable[[Path, int], int] = lambda _, shown: shown,
) -> Verdict:
    """Copy a journal, in use or not, to ``copy``, readable for this user only; returns the verdict on the
    copy.

    If it is not ``whole`` and cards or a next round have come since the last finished round, the copy ends
    there: it is the journal as it stood then, and has no face that nobody has been shown; ``when_cut`` is
    called then. ``last_shown`` may put this end later than the entry it is given, from which the bets could
    open. ``progress`` receives the number of pages, first copied, then verified. Raises WorkStopped, and
    JournalError if ``journal`` is not sound or ``copy`` can't be made; nothing is at ``copy`` then.
    """
    if not is_journal(journal):
        raise no_journal(journal)
    if copy.exists() or copy.is_symlink():
        raise TargetExists(copy)
    refuse_stray_log(copy)
    refuse_contradicted(journal)
    new = sibling(copy, ".part")
    try:
        pages = _copy_pages(journal, new, copy, progress)
        try:
            if not whole and _cut(new, last_shown):
                when_cut()
        except BROKEN as error:
            raise _uncut(journal, new, copy, error) from error
        verdict = verify(
            new, progress=lambda done, of: progress(pages + pages * done // max(of, 1), 2 * pages)
        )
        if verdict.flaw is not None:
            raise DamagedJournal(journal, verdict.entry)
        with new.open("rb+") as file:
            os.fsync(file.fileno())
        try:
            name_new(new, copy)  # fails if a file of this name was made meanwhile
        except FileExistsError:
            raise TargetExists(copy) from None
    except OSError as error:
        raise Unreachable(copy, error.strerror or str(error)) from error
    finally:
        for leftover in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                sibling(new, leftover).unlink(missing_ok=True)
    return verdict


def restore(copy: Path, journal: Path, progress: StepProgress = go_on) -> Verdict:
    """Put a journal back from its copy, which stays, as :func:`backup`; one that is there is not replaced."""
    verdict = backup(copy, journal, progress)
    # The journal may once have had more entries; the person who restores knows.
    forget(sibling(journal, ".lock"))
    return verdict


def _copy_pages(journal: Path, new: Path, copy: Path, progress: StepProgress) -> int:
    """Copy all pages of one moment into a file of its own, without a log; returns how many there are."""
    os.close(fresh(new))
    pages = 1

    def report(_: int, remaining: int, of: int) -> None:
        nonlocal pages
        pages = max(of, 1)
        if not progress(of - remaining, 2 * pages):
            raise WorkStopped

    try:
        with (
            closing(reading(journal)) as source,
            closing(sqlite3.connect(new, isolation_level=None)) as target,
        ):
            # One moment is held, or an append would have the copying begin again.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM meta").fetchone()
            source.backup(target, pages=PAGES, progress=report, sleep=0)
            target.execute("PRAGMA journal_mode = DELETE")
    except BROKEN as error:
        raise _refusal(journal, copy, error) from error
    return pages


def _cut(new: Path, last_shown: Callable[[Path, int], int]) -> bool:
    """Remove the entries after the last round if they have a card or open the next; returns whether. No page
    of the file keeps anything of them.
    """
    from console.table.journal.file.schema import VIEWS  # the view of 1.0 shows cards too soon

    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        (shown,) = connection.execute(VIEWS["shown"]).fetchone()
        shown = last_shown(new, shown)
        if connection.execute(_ROUND_SINCE, (shown,)).fetchone() is None:
            return False
        connection.execute("PRAGMA secure_delete = ON")
        kept = connection.execute(_KEPT_BY).fetchall()
        connection.execute("BEGIN")
        for name, _ in kept:
            connection.execute(f"DROP TRIGGER {name}")
        for table, number in _COUNTED.items():
            connection.execute(f"DELETE FROM {table} WHERE {number} > ?", (shown,))
        for _, text in kept:
            connection.execute(text)
        connection.execute("COMMIT")
    return True


def _uncut(journal: Path, new: Path, copy: Path, error: Exception) -> JournalError:
    """The reason why the round that is open can't be left out of the copy."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (0, sqlite3.SQLITE_ERROR):
        return _refusal(journal, copy, error)
    verdict = verify(new)
    return CopyNotCut(journal, str(error)) if verdict.flaw is None else DamagedJournal(journal, verdict.entry)


def _refusal(journal: Path, copy: Path, error: Exception) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedJournal(journal, 1)
    return Unreachable(copy, str(error))

"""Whether a journal is as it was written.

It reads, and changes nothing; a console may be appending meanwhile. What it finds it names by the first
entry that is not right. What it proves, and what it can't:

- Without a seal: every entry has its digest and follows the one before it. Whoever can write the file can
  compute all of that anew after a change, cut the end off, or put another file in its place.
- With seals: the entries under them are those that were signed, by the keys whose fingerprints it names.
  That a key is the console's only its public half tells, kept elsewhere (``keys``): anybody can make a key.
- The entries after the last seal are chained and no more. Whoever cuts the file back to an earlier seal,
  that seal's own entry included, leaves a journal that was so once: only a later seal, kept elsewhere
  (``head``), shows it, and so does one where an older copy of the file was put in its place.
- Whoever has the private key can sign anything.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

import msgspec

from console.journal import chain, judging, queries
from console.journal.connection import BROKEN, reading
from console.journal.errors import NotAJournal
from console.journal.flaws import Flaw
from console.journal.header import check_schema, is_journal
from console.journal.heading import heading
from console.journal.judging import Found, Sealing
from console.journal.keys import PublicKey
from console.journal.progress import GoingOn, Stopped, go_on
from console.journal.statement import Seal
from console.journal.tree import BLOCK
from console.journal.walking import Walk

__all__ = ["Flaw", "Verdict", "verify"]

_STEPS = 1_000_000
"""Of SQLite's own, between two looks at whether somebody stopped it: some hundredths of a second."""


class Verdict(msgspec.Struct, frozen=True):
    """``flaw`` is None where all is as it was written; ``entry`` is the first that is not, 0 if none is."""

    entries: int
    """How many are right, counted up to the first that is not."""
    head: bytes
    """The chain at the last of them."""
    flaw: Flaw | None = None
    entry: int = 0
    sealing: Sealing = Sealing()


def verify(
    path: Path, keys: Collection[PublicKey] = (), head: Seal | None = None, going_on: GoingOn = go_on
) -> Verdict:
    """Check digests, chain, numbers, checkpoints, seals and the file; a JournalError if it is no journal.

    With ``keys`` every seal must be by one of them, and there must be one; with ``head``, a seal that was
    kept elsewhere, the journal must go on from it. Stopped where ``going_on`` says no.
    """
    if not is_journal(path):
        raise NotAJournal(path)
    try:
        with closing(reading(path)) as connection:
            connection.text_factory = _text
            connection.execute("BEGIN")
            check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
            return _verdict(connection, keys, head, going_on)
    except BROKEN:
        return Verdict(0, b"", Flaw.FILE, 1)


def _verdict(
    connection: sqlite3.Connection, keys: Collection[PublicKey], head: Seal | None, going_on: GoingOn
) -> Verdict:
    beginning = _beginning(connection)
    if beginning is None:
        return Verdict(0, b"", Flaw.IDENTITY)
    kept = judging.rows(connection)
    walk = Walk(connection, beginning, judging.marked(kept, head))
    walk.go(going_on)
    sealing, found = judging.judged(kept, walk, beginning, keys)
    if head is not None:
        found = [*judging.continued(head, walk, beginning, keys), *found]
    if walk.flaw is not None:
        found.append(Found(walk.flaw, walk.entries + 1))
    if walk.flaw is not Flaw.FILE:
        found += _beside(connection, walk, going_on)
    if not found:
        return Verdict(walk.entries, walk.head, sealing=sealing)
    first = min(found, key=lambda each: each.entry or sys.maxsize)  # what shows at no entry comes last
    return Verdict(walk.entries, walk.head, first.flaw, first.entry, sealing)


def _beside(connection: sqlite3.Connection, walk: Walk, going_on: GoingOn) -> list[Found]:
    """What is wrong beside the entries: checkpoints, the tree's blocks, and if nothing else is, the file."""
    found = []
    bad = _bad_checkpoint(connection)
    if bad is not None:
        found.append(Found(Flaw.CHECKPOINT, bad))
    if walk.strange_block and walk.flaw is None:
        found.append(Found(Flaw.TREE, walk.strange_block * BLOCK))
    if not found and walk.flaw is None and not _is_sound(connection, walk.entries, going_on):
        found.append(Found(Flaw.FILE, walk.entries + 1))
    return found


def _beginning(connection: sqlite3.Connection) -> bytes | None:
    """Where the chain begins; None if what the journal says of itself was changed."""
    said = heading(connection)
    if said is None or not said.sound:
        return None
    numbered = (queries.META_ID,) if said.predecessor is None else (queries.META_ID, queries.PREDECESSOR_ID)
    return said.digest if all(connection.execute(each).fetchone() == (1,) for each in numbered) else None


def _bad_checkpoint(connection: sqlite3.Connection) -> int | None:
    return min(
        (row[0] for row in connection.execute(queries.CHECKPOINTS) if not _is_kept(*row)), default=None
    )


def _is_kept(at: int, state: bytes, digest: bytes, head: bytes) -> bool:
    try:
        return chain.seal(at, head, state) == digest
    except UnicodeEncodeError:
        return False  # it is text there, and none that can be


def _is_sound(connection: sqlite3.Connection, entries: int, going_on: GoingOn) -> bool:
    """Whether SQLite finds the file consistent; it reads all of it once more."""
    stopped = False

    def stop() -> bool:
        nonlocal stopped
        stopped = True  # should it be interrupted in there, SQLite would not say by whom
        stopped = not going_on(entries, entries)
        return stopped

    connection.set_progress_handler(stop, _STEPS)
    try:
        strange = connection.execute("SELECT number FROM entry WHERE number < 1").fetchone()
        return strange is None and connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except BROKEN as error:
        if stopped:
            raise Stopped from error
        return False
    finally:
        connection.set_progress_handler(None, 0)


def _text(stored: bytes) -> str:
    # What is no UTF-8 was not written by this console: kept as it is, it can't be digested.
    return stored.decode("utf-8", "surrogateescape")

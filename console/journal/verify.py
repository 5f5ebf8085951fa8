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

The states that are kept to begin from are under the chain: the entry says the digest. They are told again
from the first entry as well, where the caller knows how (``retelling``), and each must come out the same; so
are those of journals of before, for which no entry vouches.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from console.journal import judging, queries
from console.journal.connection import BROKEN, Limited, reading
from console.journal.errors import NotAJournal, StrangeSchema
from console.journal.flaws import Flaw
from console.journal.header import check_schema, is_journal
from console.journal.heading import Heading, heading
from console.journal.judging import Found, Sealing
from console.journal.keys import PublicKey
from console.journal.progress import GoingOn, Stopped, go_on
from console.journal.statement import Seal
from console.journal.store import Believed, Row, is_as_kept, is_vouched_for, may_begin
from console.journal.tree import BLOCK
from console.journal.walking import Walk

__all__ = ["Flaw", "Retelling", "Verdict", "verify"]

_GONE: Final = """
    SELECT min(number) FROM entry WHERE state IS NOT NULL AND number NOT IN (SELECT number FROM checkpoint)
"""
"""The first entry that says the digest of a state which is not there."""
_TIMES: Final = "SELECT at FROM entry ORDER BY number"
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
    name: str | None = None
    """The table, trigger, index or view that is not the console's own, if that is what is wrong."""
    states: int = 0
    """How many kept states the entries came to when they were told again."""
    said: Heading | None = None
    """What the journal says of itself; None if that was changed."""
    first: str | None = None
    """When its first entry was made, and its last: ISO 8601, UTC. None without an entry."""
    latest: str | None = None


class Retelling(Protocol):
    """A table's state as its entries come to it, for who knows what entries mean."""

    def begins(self, state: bytes) -> bool:
        """Whether a journal of before can have begun with this state, as JSON."""
        ...

    def told(self, state: bytes | None, rows: Iterable[Row]) -> bytes:
        """The state, as JSON, that a state (None: a closed table) and the entries after it come to."""
        ...

    def same(self, kept: bytes, told: bytes) -> bool:
        """Whether a state that was kept, perhaps by an earlier console, is the one that was told."""
        ...


Retellings: TypeAlias = Callable[[Heading], Retelling | None]
"""How a journal is told again; None where its rulebook is not known here."""


def verify(
    path: Path,
    keys: Collection[PublicKey] = (),
    head: Seal | None = None,
    going_on: GoingOn = go_on,
    retelling: Retellings = lambda _: None,
) -> Verdict:
    """Check schema, digests, chain, numbers, kept states, seals and the file; a JournalError if it is none.

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
            verdict = _verdict(connection, keys, head, going_on, retelling)
            return replace(verdict, **_span(connection))
    except StrangeSchema as error:
        return Verdict(0, b"", Flaw.SCHEMA, name=error.slots["name"])
    except BROKEN:
        return Verdict(0, b"", Flaw.FILE, 1)


def _span(connection: sqlite3.Connection) -> dict[str, Any]:
    first, latest = (connection.execute(f"{_TIMES} {way} LIMIT 1").fetchone() for way in ("ASC", "DESC"))
    return {"first": first and str(first[0]), "latest": latest and str(latest[0])}


def _verdict(
    connection: Limited,
    keys: Collection[PublicKey],
    head: Seal | None,
    going_on: GoingOn,
    retelling: Retellings,
) -> Verdict:
    said = _said(connection)
    if said is None:
        return Verdict(0, b"", Flaw.IDENTITY)
    beginning = said.digest
    kept = judging.rows(connection)
    walk = Walk(connection, beginning, judging.marked(kept, head))
    walk.go(going_on)
    sealing, found = judging.judged(kept, walk, beginning, keys)
    if head is not None:
        found = [*judging.continued(head, walk, beginning, keys), *found]
    if walk.flaw is not None:
        found.append(Found(walk.flaw, walk.entries + 1))
    states = 0
    if walk.flaw is not Flaw.FILE:
        bad, states = _bad_state(connection, said, walk, retelling(said), going_on)
        found += _beside(connection, walk, bad, going_on)
    if not found:
        return Verdict(walk.entries, walk.head, sealing=sealing, states=states, said=said)
    first = min(found, key=lambda each: each.entry or sys.maxsize)  # what shows at no entry comes last
    return Verdict(walk.entries, walk.head, first.flaw, first.entry, sealing, said=said)


def _beside(connection: Limited, walk: Walk, bad: int | None, going_on: GoingOn) -> list[Found]:
    """What is wrong beside the entries: states, the tree's blocks, and if nothing else is, the file."""
    found = []
    if bad is not None:
        found.append(Found(Flaw.CHECKPOINT, bad))
    if walk.strange_block and walk.flaw is None:
        found.append(Found(Flaw.TREE, walk.strange_block * BLOCK))
    if not found and walk.flaw is None and not _is_sound(connection, walk.entries, going_on):
        found.append(Found(Flaw.FILE, walk.entries + 1))
    return found


def _said(connection: sqlite3.Connection) -> Heading | None:
    """What the journal says of itself; None if that was changed."""
    said = heading(connection)
    if said is None or not said.sound:
        return None
    numbered = (queries.META_ID,) if said.predecessor is None else (queries.META_ID, queries.PREDECESSOR_ID)
    return said if all(connection.execute(each).fetchone() == (1,) for each in numbered) else None


def _bad_state(
    connection: sqlite3.Connection,
    said: Heading,
    walk: Walk,
    retelling: Retelling | None,
    going_on: GoingOn,
) -> tuple[int | None, int]:
    """The entry of the first kept state that is not right, None if all are; how many were told again.

    A state is right if it is as it was kept, if the entry that says its digest says this one, and if the
    entries up to it come to the same. One that no entry vouches for can be right in a journal of before.
    """
    rows = sorted(connection.execute(queries.CHECKPOINTS).fetchall(), key=lambda row: row[0])
    gone = connection.execute(_GONE).fetchone()
    missing = 0 if said.state is not None and (not rows or rows[0][0] != 0) else gone and gone[0]
    state: bytes | None = None
    at = told = 0
    for row in rows:
        number, kept, *_, bound = row
        wrong = None if is_as_kept(*row[:4]) and (bound is None or is_vouched_for(*row)) else number
        if wrong is None and number == 0:
            begins = is_vouched_for(*row) or may_begin(said, row, _begins(retelling))
            wrong, state = (None, kept) if begins else (0, None)
        elif wrong is None and retelling is not None and number <= walk.entries:
            if not going_on(walk.entries, walk.entries):
                raise Stopped
            state, at, told = _told(connection, retelling, state, at, number), number, told + 1
            wrong = None if state is not None and retelling.same(kept, state) else number
        if wrong is not None:
            return (wrong if missing is None else min(wrong, missing)), told
    return missing, told


def _begins(retelling: Retelling | None) -> Believed:
    return (lambda _: True) if retelling is None else retelling.begins


def _told(
    connection: sqlite3.Connection, retelling: Retelling, state: bytes | None, after: int, until: int
) -> bytes | None:
    """The state that the entries come to; None where they can't be told: no console wrote them."""
    rows = (
        Row(number, event, refused, datetime.fromisoformat(at), monotonic)
        for number, event, refused, at, monotonic in connection.execute(queries.BRIEF, (after,))
    )
    try:
        return retelling.told(state, takewhile(lambda row: row.number <= until, rows))
    except (msgspec.DecodeError, ValueError, AssertionError, LookupError, AttributeError, TypeError):
        return None


def _is_sound(connection: Limited, entries: int, going_on: GoingOn) -> bool:
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
        connection.limit()


def _text(stored: bytes) -> str:
    # What is no UTF-8 was not written by this console: kept as it is, it can't be digested.
    return stored.decode("utf-8", "surrogateescape")

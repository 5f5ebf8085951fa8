"""Sealing a journal: a signature over all its entries up to now; and the entries since the last seal.

A seal names the journal, the number of its entries, the chain at the last and the root of the tree over their
digests; it names the seal before it, too. The sealing itself is an entry, the last one under the seal, so
that a seal that is removed is missed. The caller gives the key; its place is not known here. The entries
since can hold a handover that both shifts have signed, or a seal that failed; whether a signature is valid is
checked where a person signs.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from console.base.system import read_json
from console.table.core.state import events
from console.table.core.state.entries import Entry
from console.table.core.state.note_kinds import NoteKind
from console.table.journal.file import sql
from console.table.journal.file.connection import BROKEN, reading
from console.table.journal.file.consistency import first_unlike
from console.table.journal.file.errors import DamagedJournal, JournalError
from console.table.journal.file.heading import heading_in
from console.table.journal.file.high_water_mark import read_mark
from console.table.journal.file.place import sibling
from console.table.journal.proof.keys import PublicKey, SealKey
from console.table.journal.proof.newest_seal import LostSeal, NewestSeals
from console.table.journal.proof.statement import Seal, Statement
from console.table.journal.proof.tree import BLOCK, Blocks
from console.table.journal.reader import once

if TYPE_CHECKING:
    from console.table.core.running.clock import Clock
    from console.table.journal.file.store import SqliteJournal


class NothingToSeal(JournalError):
    """The journal has no entry yet."""

    key = "seal.nothing"
    message = "has no entry yet: there is nothing to seal"


class LacksSeal(JournalError):
    """The newest seal that was made of the journal is not in it."""

    key = "seal.older"

    def __init__(self, path: Path, kept: LostSeal) -> None:
        message = f"lacks seal {kept.text}, which was made of it: it is an older copy, or was changed"
        super().__init__(path, message, seal=kept.text)


class Terms(NamedTuple):
    """The details of a seal before it is made: its number, the shift, when, by whom, the seal before it.
    ``terminal`` is the system's user who makes it at a terminal.
    """

    number: int
    shift: str | None
    at: datetime
    by: str | None
    previous: str | None
    terminal: str | None = None


class Standing(NamedTuple):
    """The table's state at the last entry."""

    shift: str | None
    shoe: int
    round: str | None
    prompt: str
    clauses: str


def seal(
    journal: SqliteJournal,
    key: SealKey,
    clock: Clock,
    by: str | None = None,
    shift: str | None = None,
    *,
    terminal: str | None = None,
    is_copy: bool = False,
) -> Seal:
    """Seal all entries up to now with one that notes the sealing; returns the last seal if nothing came
    since and this key made it: a stranger's seal is sealed over.

    ``by`` is a person's id; ``shift`` is the shift that ends, by default the last entry's; ``terminal`` is
    the system's user, if it is made at a terminal; the seal of a copy, ``is_copy``, is not kept beside
    the key, or the journal itself would lack it. Only for the journal's one writer; the time it takes grows
    with the entries since the last seal. Raises NothingToSeal, LacksSeal, DamagedJournal, NotRecorded.
    """
    newest_seals = NewestSeals(key.folder)
    stood, last, lost = _standing(journal, newest_seals)
    found = journal.found_at_opening
    before = None if last is None else last.content
    if last is not None and before is None:
        raise DamagedJournal(journal.path, journal.last)
    if lost is not None:
        raise LacksSeal(journal.path, lost)
    is_newest = before is not None and before.entries == journal.last
    if last is not None and is_newest and last.key == key.public and not found:
        return last
    journal.refuse_changed(0 if before is None else before.entries)
    number, ended = (1 if before is None else before.number + 1), (stood.shift if shift is None else shift)
    terms = Terms(number, ended, clock.utc(), by, None if last is None else last.digest, terminal)
    made: list[Seal] = []

    def signed(connection: sqlite3.Connection, entries: int, chain: bytes) -> None:
        statement = _statement(connection, entries, chain, terms, key.public)
        written = msgspec.json.encode(statement)
        done = Seal(written.decode(), key.sign(written), key.public.raw)
        row = (number, entries, done.statement, done.signature, done.public_key)
        connection.execute(sql.SEAL, row)
        made.append(done)

    sealed = events.Noted(NoteKind.JOURNAL_SEALED, terms.by, str(terms.number), terms.terminal)
    notes = (*(events.Noted(each, terms.by, None, terms.terminal) for each in found), sealed)
    journal.append([_entry(each, stood, terms, clock.monotonic()) for each in notes], also=signed)
    journal.found_at_opening = ()
    if not is_copy:
        newest_seals.keep(journal.path, made[-1])
    return made[-1]


def _statement(
    connection: sqlite3.Connection, entries: int, chain: bytes, terms: Terms, key: PublicKey
) -> Statement:
    table, game, rules, _, _, head, _ = connection.execute(sql.META).fetchone()
    return Statement(
        journal=head.hex(),
        table=table,
        game=game,
        rules=rules,
        number=terms.number,
        shift=terms.shift,
        entries=entries,
        chain=chain.hex(),
        tree=_grown(connection, entries).hex(),
        at=terms.at.astimezone(UTC).isoformat(timespec="microseconds"),
        by=terms.by,
        key=key.id,
        previous=terms.previous,
    )


def last_seal(path: Path) -> Seal | None:
    """The newest seal of the journal at ``path``, None if it has none. Raises DamagedJournal."""
    try:
        with closing(reading(path)) as connection:
            return newest(connection)
    except BROKEN as error:
        raise DamagedJournal(path, 1) from error


@once
def refuse_contradicted(path: Path) -> None:
    """Raises DamagedJournal if the mark beside a journal or its newest seal names another chain.

    Entries are not compared with their digests here. This finds a journal whose entries, digests and chain
    were all rewritten: it is whole in itself.
    """
    mark = read_mark(sibling(path, ".lock"))  # first: a table at play goes on from there
    try:
        with closing(reading(path)) as connection:
            heading, last = heading_in(connection), newest(connection)
            unlike = None if heading is None else first_unlike(connection, heading, mark)
            if unlike is None and last is not None and not _is_sealed_by(connection, last):
                unlike = _sealed(connection) or 1
    except BROKEN as error:
        raise DamagedJournal(path, 1) from error
    if unlike is not None:
        raise DamagedJournal(path, unlike)


def _is_sealed_by(connection: sqlite3.Connection, seal: Seal) -> bool:
    """Whether the journal has the chain that its seal names. Errors of SQLite go through."""
    statement = seal.content
    there = None if statement is None else connection.execute(sql.CHAIN_AT, (statement.entries,)).fetchone()
    return statement is not None and there is not None and there[1].hex() == statement.chain


def newest(connection: sqlite3.Connection) -> Seal | None:
    row = connection.execute(sql.LAST_SEAL).fetchone()
    return None if row is None else Seal(*row)


def _standing(
    journal: SqliteJournal, newest_seals: NewestSeals
) -> tuple[Standing, Seal | None, LostSeal | None]:
    """The state, the last seal, and the newest if the file lacks it. Raises NothingToSeal, DamagedJournal."""
    try:
        with closing(reading(journal.path)) as connection:
            row = connection.execute(sql.LAST_ENTRY).fetchone()
            if row is None:
                raise NothingToSeal(journal.path)
            return Standing(*row), newest(connection), newest_seals.lost_in(connection)
    except BROKEN as error:
        raise DamagedJournal(journal.path, journal.last) from error


def _entry(noted: events.Noted, standing: Standing, terms: Terms, monotonic: int) -> Entry:
    """The entry of a note made with a seal: it changes nothing at the table, and the prompt stays."""
    return Entry(
        kind=events.kind_of(noted),
        event=events.ENCODER.encode(noted),
        refused=None,
        at=terms.at,
        monotonic=monotonic,
        person=terms.by,
        shift=terms.shift,
        shoe=standing.shoe,
        round=standing.round,
        prompt=standing.prompt.encode(),
        clauses=read_json(standing.clauses, type=tuple[str, ...]),
        line=None,
        raw=None,
    )


def _grown(connection: sqlite3.Connection, entries: int) -> bytes:
    """The root over the first ``entries`` entries; blocks that become whole are kept.

    From the first missing block on, the root is computed from the entries: so the seal is right. The block
    stays missing, and verifying finds that.
    """
    last = connection.execute(sql.LAST_BLOCK).fetchone()[0]
    tree = Blocks(root for (root,) in connection.execute(sql.BLOCKS, {"after": 0, "to": last}))
    for (digest,) in connection.execute(sql.DIGESTS, (tree.whole * BLOCK, entries)):
        block = tree.add(digest)
        if block is not None and tree.whole > last:
            connection.execute(sql.KEEP_BLOCK, (tree.whole, block))
    return tree.root


_LOOKED_AT: Final = 100_000
"""Entries among which the other signature is looked for: some shifts."""
_SIGNED: Final = """
    SELECT number, CAST(event AS BLOB) FROM entry
    WHERE number > ? AND kind = ? AND refused IS NULL ORDER BY number DESC LIMIT 2
"""
_FAILED: Final = """
    SELECT number, CAST(event AS BLOB) FROM entry
    WHERE number > ? AND kind = ? AND instr(event, ?) > 0 ORDER BY number DESC LIMIT 1
"""
_HANDOVER: Final = events.kind_of(events.HandoverSigned(by="", shift="", side="outgoing"))
_NOTED: Final = events.kind_of(events.Noted(NoteKind.JOURNAL_NOT_SEALED))


class SignedShift(NamedTuple):
    """A shift whose handover has both signatures, and the person who signed second."""

    shift: str
    by: str


def both_signed(path: Path) -> SignedShift | None:
    """The shift whose handover the last signature completes, if unsealed; or None. Raises DamagedJournal."""
    try:
        with closing(reading(path)) as connection:
            sealed = _sealed(connection)
            last = connection.execute("SELECT max(number) FROM entry").fetchone()[0] or 0
            rows = connection.execute(_SIGNED, (last - _LOOKED_AT, _HANDOVER)).fetchall()
    except BROKEN as error:
        raise DamagedJournal(path, 1) from error
    if len(rows) < 2 or rows[0][0] <= sealed:
        return None
    second, first = (_decoded(path, number, event, events.HandoverSigned) for number, event in rows)
    if (second.shift, {second.side, first.side}) != (first.shift, {"outgoing", "incoming"}):
        return None
    return SignedShift(second.shift, second.by)


def last_failure(path: Path) -> str | None:
    """The shift or file whose sealing failed last, and why; None if sealed since. Raises DamagedJournal."""
    try:
        with closing(reading(path)) as connection:
            found = connection.execute(
                _FAILED, (_sealed(connection), _NOTED, NoteKind.JOURNAL_NOT_SEALED)
            ).fetchone()
    except BROKEN as error:
        raise DamagedJournal(path, 1) from error
    if found is None:
        return None
    noted = _decoded(path, found[0], found[1], events.Noted)
    return noted.text if noted.what == NoteKind.JOURNAL_NOT_SEALED else None


_Event = TypeVar("_Event")


def _decoded(path: Path, number: int, event: bytes, kind: type[_Event]) -> _Event:
    """The event of an entry. Raises DamagedJournal if no console wrote it, though its digest is right."""
    try:
        return read_json(event, type=kind)
    except msgspec.MsgspecError as error:
        raise DamagedJournal(path, number) from error


def _sealed(connection: sqlite3.Connection) -> int:
    """The number of entries that are under the last seal."""
    seal = newest(connection)
    statement = None if seal is None else seal.content
    return 0 if statement is None else statement.entries

"""Proof that entries belong to a journal, without the rest of the journal.

An entry's bytes give its digest, the digest and a path the root of the tree, and a seal has signed the root:
all four are in an :class:`Inclusion`, which is part of a round's file. It proves that these entries were in
this journal when it was sealed. With a :class:`Context` it also holds everything that they are recounted
from: the journal's heading, the last state that was kept well before them, and every entry from there to well
after.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.base.system import open_plain, place_of, read_json
from console.table.journal.file import chain, sql
from console.table.journal.file.connection import BROKEN, reading
from console.table.journal.file.errors import DamagedJournal, JournalError, no_journal
from console.table.journal.file.heading import Heading, beginning, check_schema, heading_in, is_journal
from console.table.journal.file.links import small_file
from console.table.journal.proof import tree
from console.table.journal.proof.keys import PublicKey
from console.table.journal.proof.statement import Seal, Statement
from console.table.journal.proof.tree import BLOCK

COMMAND: Final = "dealer-console journal seal"


class NotSealed(JournalError):
    """The entry came after the last seal: no seal can prove it yet."""

    key = "proof.not_sealed"

    def __init__(self, path: Path, entry: int) -> None:
        message = f"is not sealed up to entry {entry}: seal it first"
        super().__init__(path, message, entry=str(entry), command=COMMAND)


class NotAProof(JournalError):
    """The file holds no proof of a journal's entries."""

    key = "proof.none"
    message = "holds no proof of a journal's entries"


class ChangedProof(NotAProof):
    """The file was a proof's, and can't be read at a place, a line or the path of a value."""

    key = "proof.changed"

    def __init__(self, path: Path, where: str) -> None:
        JournalError.__init__(self, path, f"was changed or cut off: it can't be read at {where}", where=where)


class EntryProof(msgspec.Struct, frozen=True):
    number: int
    digest: bytes
    """The entry's digest: SHA-256 over ``fields``."""
    fields: bytes
    """The entry's columns as they are digested: one MessagePack array, in the order of chain.FIELDS."""
    path: tuple[bytes, ...]
    """The hashes beside the way, from the leaf upwards (RFC 6962, 2.1.1)."""

    @property
    def columns(self) -> dict[str, Any] | None:
        """The entry's values by the names of the journal's columns; None if the bytes are no entry."""
        return columns_of(self.fields)


def columns_of(fields: bytes) -> dict[str, Any] | None:
    """The values in an entry's digested bytes, by the journal's columns; None if they are no entry's."""
    try:
        values = msgspec.msgpack.decode(fields)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    if not isinstance(values, list):
        return None
    if len(values) == len(chain.FIELDS) - 1:
        values.append(None)  # no state was kept at this entry
    return dict(zip(chain.FIELDS, values, strict=True)) if len(values) == len(chain.FIELDS) else None


class Context(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proof's entries: the journal's beginning, an earlier state, and all entries after it."""

    heading: Heading
    """The journal's heading; the chain begins at its digest, which the seal names."""
    begin: int
    """The entry at which the state was kept; 0 is the journal's beginning."""
    state: bytes | None
    """The table's state there, as JSON; None: a closed table, as every first journal begins."""
    first: int
    """The first of the entries: the one at which the state was kept, which holds its digest, or entry 1."""
    entries: bytes
    """All of them from there on, as they are digested: a MessagePack array of bytes, deflated (RFC 1950)."""
    path: tuple[bytes, ...]
    """The hashes beside the way from all of them to the root, from left to right."""
    later: tuple[EntryProof, ...] = ()
    """Later entries that remark on them or put them right."""
    chain: bytes = b""
    """The chain before the first entry; empty if nothing recounted names the chain."""
    digests: bytes = b""
    """The digests of the entries after the last of these, up to the seal, one after the other."""


class Inclusion(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="what", tag="journal inclusion 1"):
    """Entries of a journal with their paths, and the seal that they lead to. In JSON, bytes are Base64."""

    entries: tuple[EntryProof, ...]
    seal: Seal
    context: Context | None = None
    """The context that they are recounted from; None if somebody removed it."""


class ContextParts(msgspec.Struct, frozen=True):
    """The parts of a context: a state and its entry, the last entry, and single entries after that."""

    begin: int
    state: bytes | None
    last: int
    later: tuple[int, ...] = ()
    chained: bool = False
    """Whether the recounted entries name the chain."""


MOST: Final = 64 << 20
"""Bytes that a context's entries may be when they are inflated: a shift has some ten."""


class _File(msgspec.Struct, frozen=True):
    """The file of a round; only its proof is read here."""

    proof: Inclusion


class Doubt(StrEnum):
    """The part of a proof that does not hold."""

    SEAL = "seal"
    """The seal's signature does not fit what the seal says."""
    KEY = "key"
    """The seal was signed by a key that is not among the requested ones."""
    ENTRY = "entry"
    """An entry's bytes do not give its digest, or are another entry's."""
    PATH = "path"
    """An entry is not below the root that was signed."""


class ProofCheck(msgspec.Struct, frozen=True):
    """A checked proof: ``doubt`` is None if all is right; else ``entry`` is the first wrong entry."""

    entries: int
    statement: Statement | None
    key: PublicKey
    doubt: Doubt | None = None
    entry: int = 0


def inclusion(path: Path, numbers: Iterable[int], context: ContextParts | None = None) -> Inclusion:
    """The proof of these entries of the journal at ``path``, by the first seal that covers them all.

    With ``context`` it also holds everything that they are recounted from, and the seal covers that, too.

    The proof shows its entries whole, a device's bytes too: an entry whose card may still come from the shoe
    must not be among them. Writes nothing; a console may append meanwhile. Raises NotSealed if an entry
    came after the last seal, DamagedJournal if the journal is not as it was sealed, ValueError if a
    number is no entry's.
    """
    wanted = sorted(set(numbers))
    if not wanted or wanted[0] < 1:
        raise ValueError(f"no entries, or one before the first: {wanted[:1]}")
    if not is_journal(path):
        raise no_journal(path)
    try:
        with closing(reading(path)) as connection:
            connection.execute("BEGIN")
            check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
            return _inclusion(path, connection, wanted, context)
    except BROKEN as error:
        raise DamagedJournal(path, wanted[0]) from error


def is_json(path: Path) -> bool:
    """Whether a file begins as a proof's file does, and not as a journal; False if it can't be read."""
    try:
        with open_plain(path) as file:
            return file.read(64).lstrip()[:1] == b"{"
    except OSError:
        return False


def proof_file(path: Path) -> Inclusion:
    """The proof in a JSON file: the file's ``proof``, or all of the file. Raises NotAProof."""
    try:
        written = small_file(path)
        try:
            return read_json(written, type=_File).proof
        except msgspec.ValidationError:
            return read_json(written, type=Inclusion)
    except OSError as error:
        raise NotAProof(path) from error
    except msgspec.DecodeError as error:
        raise _unreadable(path, written) from error


def _unreadable(path: Path, written: bytes) -> NotAProof:
    """Why a file holds no proof: it never was a proof's, or is not as it was written."""
    try:
        read_json(written, type=_File)
    except msgspec.DecodeError as error:
        line, within = place_of(error, written)
        if (line or within.startswith("$.proof.")) and written.lstrip()[:1] == b"{" and b'"proof"' in written:
            return ChangedProof(path, within or f"{path.name}:{line}")
    return NotAProof(path)


def _inclusion(
    path: Path, connection: sqlite3.Connection, positions: list[int], context: ContextParts | None
) -> Inclusion:
    beyond = () if context is None else (context.last, *context.later)
    entry = max(positions[-1], *beyond, 0)
    row = connection.execute(sql.SEAL_OVER, (entry,)).fetchone()
    if row is None:
        raise NotSealed(path, entry)
    seal = Seal(*row)
    statement = seal.content
    if statement is None:
        raise DamagedJournal(path, positions[-1])
    below = subtrees(connection)

    def proven(number: int) -> EntryProof:
        return EntryProof(
            *_entry(path, connection, number), tree.audit_path(number - 1, statement.entries, below)
        )

    made = Inclusion(
        tuple(map(proven, positions)),
        seal,
        None
        if context is None
        else _context(path, connection, context, statement, tuple(map(proven, context.later))),
    )
    held = check(made)
    if held.doubt is not None:
        raise DamagedJournal(path, held.entry)
    return made


def _context(
    path: Path,
    connection: sqlite3.Connection,
    context: ContextParts,
    statement: Statement,
    later: tuple[EntryProof, ...],
) -> Context:
    first = max(1, context.begin)
    rows = connection.execute(sql.DIGESTED, (first - 1,)).fetchmany(context.last - first + 1)
    entries = msgspec.msgpack.encode([chain.pack(row[:-1]) for row in rows])
    heading = heading_in(connection)
    if heading is None or len(rows) != context.last - first + 1:
        raise DamagedJournal(path, first)
    made = Context(
        heading,
        context.begin,
        context.state,
        first,
        zlib.compress(entries, 9),
        tree.span_path(first - 1, context.last, statement.entries, subtrees(connection)),
        later,
    )
    if context.chained:
        before = connection.execute(sql.CHAIN_AT, (first - 1,)).fetchone()
        after = connection.execute(sql.DIGESTS, (context.last, statement.entries)).fetchall()
        digests = b"".join(digest for (digest,) in after)
        made = replace(made, chain=heading.digest if before is None else before[1], digests=digests)
    if covered_entries(made, statement) is None:
        raise DamagedJournal(path, first)
    return made


def _entry(path: Path, connection: sqlite3.Connection, number: int) -> tuple[int, bytes, bytes]:
    row = connection.execute(sql.DIGESTED, (number - 1,)).fetchone()
    if row is None or row[0] != number:
        raise DamagedJournal(path, number)
    return number, row[-1], chain.pack(row[:-1])


def subtrees(connection: sqlite3.Connection) -> tree.Below:
    """The roots over any part of a journal's tree that a path needs, from its digests and whole blocks."""

    @cache
    def below(first: int, past: int) -> bytes:
        # Paths halve the tree, so a part that begins within a block also ends within it.
        after, to = (first // BLOCK, past // BLOCK) if not first % BLOCK else (0, 0)
        blocks = tree.Blocks(root for (root,) in connection.execute(sql.BLOCKS, {"after": after, "to": to}))
        for (digest,) in connection.execute(sql.DIGESTS, (first + blocks.whole * BLOCK, past)):
            blocks.add(digest)
        return blocks.root

    return below


def check(proof: Inclusion, keys: Collection[PublicKey] = ()) -> ProofCheck:
    """The result of checking a proof by itself; with ``keys``, one of them must have signed it."""
    statement, key = proof.seal.content, proof.seal.key
    if statement is None or not proof.entries:
        return ProofCheck(0, statement, key, Doubt.SEAL)
    if keys and key not in keys:
        return ProofCheck(0, statement, key, Doubt.KEY)
    for place, each in enumerate(proof.entries):
        doubt = _doubt(each, statement)
        if doubt is not None:
            return ProofCheck(place, statement, key, doubt, each.number)
    return ProofCheck(len(proof.entries), statement, key)


def covered_entries(context: Context, statement: Statement) -> tuple[bytes, ...] | None:
    """A context's entries as digested, if the statement covers all of it; else None. The whole context is the
    heading, the state, the entries, the chain, and the entries that came later.
    """
    fields = _inflated(context.entries)
    if fields is None or context.first != max(1, context.begin) or not _begins(context, fields, statement):
        return None
    digests = [chain.digest_of(each) for each in fields]
    root = tree.root_over(
        [tree.leaf(each) for each in digests], context.first - 1, statement.entries, context.path
    )
    numbers = [(columns_of(each) or {}).get("number") for each in fields]
    if (
        root is None
        or root.hex() != statement.tree
        or numbers != [*range(context.first, context.first + len(fields))]
    ):
        return None
    if any(_doubt(each, statement) is not None for each in context.later):
        return None
    if context.chain or context.digests:
        heads = _heads(context.chain, [*digests, *_cut(context.digests)])
        last = context.first + len(fields) - 1
        if len(context.digests) != 32 * (statement.entries - last) or heads[-1].hex() != statement.chain:
            return None
    return tuple(fields)


def chain_at(context: Context, entry: int) -> str | None:
    """The chain at an entry of a sealed context (:func:`covered_entries`), in hex; None without one."""
    fields = _inflated(context.entries) or ()
    place = entry - context.first
    if not context.chain or not 0 <= place < len(fields):
        return None
    heads = _heads(context.chain, [chain.digest_of(each) for each in fields[: place + 1]])
    return heads[-1].hex()


def _begins(context: Context, fields: Sequence[bytes], statement: Statement) -> bool:
    """Whether the heading is the journal's, and the state is the one to which the heading is bound."""
    heading = context.heading
    if not heading.sound or beginning(heading).hex() != statement.journal or not fields:
        return False
    if context.begin:
        bound = (columns_of(fields[0]) or {}).get("state")
        return context.state is not None and bound == chain.state_digest(context.state)
    if context.state is None:
        return heading.state is None and heading.predecessor is None
    return heading.state == chain.state_digest(context.state)


def _inflated(packed: bytes) -> Sequence[bytes] | None:
    """The entries' bytes; None if they are not packed as entries are, or are too many."""
    unpacking = zlib.decompressobj()
    try:
        entries = unpacking.decompress(packed, MOST)
        if not unpacking.eof or unpacking.unused_data:
            return None
        return msgspec.msgpack.decode(entries, type=list[bytes])
    except (zlib.error, msgspec.DecodeError, RecursionError):
        return None


def _heads(before: bytes, digests: Iterable[bytes]) -> list[bytes]:
    """The chain after each of these digests."""
    heads = []
    for each in digests:
        before = chain.link(before, each)
        heads.append(before)
    return heads


def _cut(digests: bytes) -> list[bytes]:
    return [digests[at : at + 32] for at in range(0, len(digests), 32)]


def _doubt(each: EntryProof, statement: Statement) -> Doubt | None:
    columns = each.columns
    if columns is None or columns["number"] != each.number or chain.digest_of(each.fields) != each.digest:
        return Doubt.ENTRY
    root = tree.root_of_path(tree.leaf(each.digest), each.number - 1, statement.entries, each.path)
    return None if root is not None and root.hex() == statement.tree else Doubt.PATH

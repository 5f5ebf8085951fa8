"""That entries are a journal's, shown without the rest of it.

An entry's bytes give its digest, the digest and a path the root of the tree, and a seal has signed the root:
all four are in an :class:`Inclusion`, which is part of the file of a round. It proves that these entries were
in this journal when it was sealed; that nothing else belonged to them it can't prove.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from console.journal.file import chain, sql
from console.journal.file.connection import BROKEN, reading
from console.journal.file.errors import Damaged, JournalError, NotAJournal
from console.journal.file.heading import check_schema, is_journal
from console.journal.proof import tree
from console.journal.proof.keys import PublicKey
from console.journal.proof.statement import Seal, Statement
from console.journal.proof.tree import BLOCK

COMMAND: Final = "dealer-console journal seal"


class NotSealed(JournalError):
    """An entry came after the last seal: there is nothing yet that it could be proven by."""

    key = "proof.not_sealed"

    def __init__(self, path: Path, entry: int) -> None:
        said = f"is not sealed up to entry {entry}: seal it first"
        super().__init__(path, said, entry=str(entry), command=COMMAND)


class NotAProof(JournalError):
    """The file holds no proof of a journal's entries."""

    key = "proof.none"

    def __init__(self, path: Path) -> None:
        super().__init__(path, "holds no proof of a journal's entries")


class Proven(msgspec.Struct, frozen=True):
    """An entry, and the way from it to the root."""

    number: int
    digest: bytes
    """Of the entry: SHA-256 over ``fields``."""
    fields: bytes
    """The entry's columns as they are digested: one MessagePack array, in the order of chain.FIELDS."""
    path: tuple[bytes, ...]
    """The hashes beside the way, from the leaf upwards (RFC 6962, 2.1.1)."""

    @property
    def columns(self) -> dict[str, Any] | None:
        """What the entry says, by the names of the journal's columns; None where it is no entry."""
        try:
            values = msgspec.msgpack.decode(self.fields)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        if not isinstance(values, list):
            return None
        if len(values) == len(chain.FIELDS) - 1:
            values.append(None)  # no state was kept at it
        return dict(zip(chain.FIELDS, values, strict=True)) if len(values) == len(chain.FIELDS) else None


class Inclusion(msgspec.Struct, frozen=True, tag_field="what", tag="journal inclusion 1"):
    """Entries of a journal with their paths, and the seal that they lead to. In JSON, bytes are Base64."""

    entries: tuple[Proven, ...]
    seal: Seal


class _File(msgspec.Struct, frozen=True):
    """The file of a round, of which only the proof is read here."""

    proof: Inclusion


class Doubt(StrEnum):
    """What of a proof does not hold."""

    SEAL = "seal"
    """Nobody signed the seal as it stands there."""
    KEY = "key"
    """It was signed by a key that is not among those that were asked for."""
    ENTRY = "entry"
    """An entry's bytes do not give its digest, or are another entry's."""
    PATH = "path"
    """An entry is not below the root that was signed."""


class Held(msgspec.Struct, frozen=True):
    """What a proof comes to: ``doubt`` is None where all holds; else ``entry`` is the first that does not."""

    entries: int
    said: Statement | None
    key: PublicKey
    doubt: Doubt | None = None
    entry: int = 0


def inclusion(path: Path, numbers: Iterable[int]) -> Inclusion:
    """The proof of these entries of the journal at ``path``, by the first seal that covers them all.

    It shows its entries whole, a device's bytes too: one whose card may still come from the shoe is not to be
    among them. Writes nothing; a console may append meanwhile. Raises NotSealed where one came after the last
    seal, Damaged where the journal is not as it was sealed, ValueError where a number is no entry's.
    """
    wanted = sorted(set(numbers))
    if not wanted or wanted[0] < 1:
        raise ValueError(f"no entries, or one before the first: {wanted[:1]}")
    if not is_journal(path):
        raise NotAJournal(path)
    try:
        with closing(reading(path)) as connection:
            connection.execute("BEGIN")
            check_schema(path, connection.execute("PRAGMA user_version").fetchone()[0])
            return _inclusion(path, connection, wanted)
    except BROKEN as error:
        raise Damaged(path, wanted[0]) from error


def is_json(path: Path) -> bool:
    """Whether a file begins as a proof's file does, and no journal; False where it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip()[:1] == b"{"
    except OSError:
        return False


def proof_file(path: Path) -> Inclusion:
    """The proof in a JSON file: the file's ``proof``, or the whole of it. Raises NotAProof."""
    try:
        written = path.read_bytes()
        try:
            return msgspec.json.decode(written, type=_File).proof
        except msgspec.ValidationError:
            return msgspec.json.decode(written, type=Inclusion)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotAProof(path) from error


def consistency(path: Path, old: int, new: int) -> tree.Path:
    """The hashes that show that the tree over ``new`` entries goes on from the one over ``old`` of them.

    With two seals' roots, :func:`console.journal.proof.tree.continues` checks it without the journal. Raises
    Damaged.
    """
    try:
        with closing(reading(path)) as connection:
            connection.execute("BEGIN")
            return tree.consistency_path(old, new, subtrees(connection))
    except BROKEN as error:
        raise Damaged(path, old) from error


def _inclusion(path: Path, connection: sqlite3.Connection, wanted: list[int]) -> Inclusion:
    seal = _covering(path, connection, wanted[-1])
    said = seal.said
    if said is None:
        raise Damaged(path, wanted[-1])
    below = subtrees(connection)
    made = Inclusion(
        tuple(
            Proven(*_entry(path, connection, number), tree.audit_path(number - 1, said.entries, below))
            for number in wanted
        ),
        seal,
    )
    held = check(made)
    if held.doubt is not None:
        raise Damaged(path, held.entry)
    return made


def _covering(path: Path, connection: sqlite3.Connection, entry: int) -> Seal:
    row = None
    if connection.execute(sql.HAS_SEALS).fetchone()[0] == 2:
        row = connection.execute(sql.SEAL_OVER, (entry,)).fetchone()
    if row is None:
        raise NotSealed(path, entry)
    return Seal(*row)


def _entry(path: Path, connection: sqlite3.Connection, number: int) -> tuple[int, bytes, bytes]:
    row = connection.execute(sql.DIGESTED, (number - 1,)).fetchone()
    if row is None or row[0] != number:
        raise Damaged(path, number)
    return number, row[-1], chain.packed(row[:-1])


def subtrees(connection: sqlite3.Connection) -> tree.Below:
    """The roots over any part of a journal's tree that a path needs, from its digests and whole blocks."""

    @cache
    def below(first: int, past: int) -> bytes:
        blocks = tree.Growing()
        if not first % BLOCK:
            for (root,) in connection.execute(sql.BLOCKS, (first // BLOCK, past // BLOCK)):
                blocks.put(root)
        rest = tree.Growing()
        for (digest,) in connection.execute(sql.DIGESTS, (first + blocks.size * BLOCK, past)):
            rest.add(digest)
        return tree.folded((*blocks.peaks, *rest.peaks))

    return below


def check(proof: Inclusion, keys: Collection[PublicKey] = ()) -> Held:
    """Whether a proof holds, by itself; with ``keys``, whether one of them signed it."""
    said, key = proof.seal.said, proof.seal.key
    if said is None or not proof.entries:
        return Held(0, said, key, Doubt.SEAL)
    if keys and key not in keys:
        return Held(0, said, key, Doubt.KEY)
    for place, each in enumerate(proof.entries):
        doubt = _doubt(each, said)
        if doubt is not None:
            return Held(place, said, key, doubt, each.number)
    return Held(len(proof.entries), said, key)


def _doubt(each: Proven, said: Statement) -> Doubt | None:
    columns = each.columns
    if columns is None or columns["number"] != each.number or chain.hashed(each.fields) != each.digest:
        return Doubt.ENTRY
    root = tree.root_above(tree.leaf(each.digest), each.number - 1, said.entries, each.path)
    return None if root is not None and root.hex() == said.tree else Doubt.PATH

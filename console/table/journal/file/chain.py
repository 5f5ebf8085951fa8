"""The digests of a journal, and the chain over them.

An entry's digest is SHA-256 over its fields as one MessagePack array, the number first, each value with its
type and its length, so that no two entries give the same bytes. The chain at an entry is SHA-256 over the
chain before it and the entry's digest: the digests alone suffice to follow the chain, and to prove one entry
without the others. The chain begins at the digest of the journal's heading.

A chain shows that something was changed, not by whom: anybody who can write the file can recompute the
chain from there to the end, or cut the end off. A copy of the chain's head, kept elsewhere, shows both.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec

from console.table.core.state.entries import Entry

Value: TypeAlias = str | int | bytes | None
Fields: TypeAlias = tuple[Value, ...]

# fmt: off
FIELDS: Final = (
    "number", "kind", "event", "refused", "at", "monotonic", "person",
    "shift", "shoe", "round", "prompt", "clauses", "line", "raw", "state",
)
# fmt: on
"""An entry's columns, in the order in which they are digested.

``state`` is the digest of the table's state that was kept at the entry. If none was, it is left out of
what is digested: so digests are those of journals from before there was such a column.
"""

_pack = msgspec.msgpack.Encoder().encode
_clauses = msgspec.json.Encoder().encode


def fields(number: int, entry: Entry, state: bytes | None = None) -> Fields:
    """The entry as stored and digested, in the order of :data:`FIELDS`; ``state``: its state's digest."""
    if entry.at.tzinfo is None:
        raise ValueError(f"the time of a {entry.kind} says no zone: {entry.at}")
    return (
        number,
        entry.kind,
        entry.event.decode(),
        entry.refused,
        moment(entry.at),
        entry.monotonic,
        entry.person,
        entry.shift,
        entry.shoe,
        entry.round,
        entry.prompt.decode(),
        _clauses(entry.clauses).decode(),
        entry.line,
        entry.raw,
        state,
    )


def digest(values: Fields) -> bytes:
    """The digest of an entry's fields, 32 bytes."""
    return sha256(pack(values)).digest()


def pack(values: Fields) -> bytes:
    """The bytes from which an entry's digest is computed."""
    return _pack(values if values[-1] is not None else values[:-1])


def digest_of(packed: bytes) -> bytes:
    """The digest of an entry from its packed bytes."""
    return sha256(packed).digest()


def link(chain: bytes, digest: bytes) -> bytes:
    """The chain's value after an entry: SHA-256 over the value before it and the entry's digest."""
    return sha256(chain + digest).digest()


def next_chain(chain: bytes, values: Fields, digest: bytes) -> bytes | None:
    """The chain's value after an entry with these fields; None if ``digest`` is not theirs."""
    if sha256(_pack(values if values[-1] is not None else values[:-1])).digest() != digest:
        return None
    return sha256(chain + digest).digest()


def state_digest(state: bytes) -> bytes:
    """The digest of a table's state; the entry at which the state is kept contains it."""
    return sha256(_pack(("state", state))).digest()


def head(table: str, game: str, rules: str, created: str, version: str, *before: Value) -> bytes:
    """The beginning of a journal's chain: the digest of its heading. ``before``: the heading's values about a
    journal that it continues, and its first state's digest.
    """
    return sha256(_pack(("journal", table, game, rules, created, version, *before))).digest()


def seal(number: int, chain: bytes, state: bytes) -> bytes:
    """The digest of a checkpoint together with the chain at its entry: valid for this state here only."""
    return sha256(_pack(("checkpoint", number, chain, state))).digest()


def writable(values: Fields) -> Fields:
    """An entry's fields with lone surrogates written as escapes, so that any line is kept."""
    return tuple(
        value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
        for value in values
    )


def moment(at: datetime) -> str:
    """A time as entries have it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def time_of(at: str) -> datetime:
    """The time that an entry has. Raises TypeError, ValueError if no console wrote it."""
    found = datetime.fromisoformat(at)
    if found.tzinfo is None or not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise ValueError(f"no entry's time: {at}")
    return found


_FIRST_YEAR, _LAST_YEAR = 2, 9998
"""Beyond these a time has no value in another zone."""

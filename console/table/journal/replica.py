"""A journal made again from the bytes of its entries, wherever the bytes were kept meanwhile.

The new file equals the first, entry for entry, so that everything that reads a journal reads it. Entries are
followed along the chain, which is computed here; whether the chain leads where the witness says, the caller
checks.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, Self

import msgspec
from msgspec.structs import replace

from console.base.system import read_json
from console.table.journal.file import chain, sql
from console.table.journal.file.connection import BROKEN, kept_if_good, reading, writing
from console.table.journal.file.errors import DamagedJournal, Unreachable
from console.table.journal.file.heading import Heading, Predecessor, beginning, heading_in, is_journal
from console.table.journal.file.links import is_private
from console.table.journal.file.place import build_as, sibling
from console.table.journal.file.store import is_vouched_for
from console.table.journal.file.write_failures import is_of_the_disk

_Int = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
_Text = str | None
# number, kind, event, refused, at, monotonic, person, shift, shoe, round, prompt, clauses, line, raw, state
_Plain = tuple[_Int, str, str, _Text, str, _Int, _Text, _Text, _Int, _Text, str, str, _Text, bytes | None]
_WithState = tuple[
    _Int, str, str, _Text, str, _Int, _Text, _Text, _Int, _Text, str, str, _Text, bytes | None, bytes
]  # fmt: skip
_unpacked: Final[dict[int, Callable[[bytes], tuple[Any, ...]]]] = {
    0x9E: msgspec.msgpack.Decoder(_Plain).decode,
    0x9F: msgspec.msgpack.Decoder(_WithState).decode,
}
"""The decoders of an entry without and with a state's digest, by the first byte: arrays of 14 and 15."""


class _HeadingFields(msgspec.Struct, frozen=True):
    table: str
    game: str
    rules: str
    created: str
    version: str
    follows: Predecessor | None = None


def heading_of(written: str, begins: bytes, state: bytes | None) -> Heading:
    """The heading from its JSON and the first state, unchecked. Raises msgspec.DecodeError."""
    fields = read_json(written, type=_HeadingFields)
    made = Heading(
        fields.table, fields.game, fields.rules, fields.created, fields.version, begins, fields.follows
    )
    return made if state is None else replace(made, state=chain.state_digest(state))


def is_heading(written: str, begins: bytes, state: bytes | None) -> bool:
    """Whether this heading and this first state give the chain's beginning."""
    try:
        return beginning(heading_of(written, begins, state)) == begins
    except msgspec.DecodeError:
        return False


class Replica:
    """The file at a path; an existing file goes on, if it is the user's own and begins so."""

    def __init__(self, path: Path, heading: Heading, state: bytes | None) -> None:
        """``state`` is the journal's first, if any. Raises JournalError, OSError, sqlite3.Error."""
        self.path, self.began = path, (heading, state)
        if not self._is_there(heading):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_private(path.parent):
                raise PermissionError(f"{path.parent}: others could write a journal there")
            new = sibling(path, ".new")
            try:
                build_as(new, heading, state)
            except sqlite3.Error as error:
                raise Unreachable(path, str(error)) from error
            os.replace(new, path)
        # With a log beside it, so that others read while it goes on. What the power takes is made again.
        self._connection = writing(path)
        with kept_if_good(self._connection):
            self._connection.execute("PRAGMA synchronous = OFF")
            found = self._connection.execute(sql.LAST).fetchone()
        self.last: int = int(found[0]) if found else 0
        self.head: bytes = bytes(found[1]) if found else heading.digest

    def _is_there(self, heading: Heading) -> bool:
        if not is_private(self.path) or not is_private(self.path.parent):
            return False
        try:
            if not is_journal(self.path):
                return False
            with closing(reading(self.path)) as connection:
                return heading_in(connection) == heading
        except (*BROKEN, DamagedJournal):
            return False

    def append_entries(self, packed: Sequence[bytes]) -> None:
        """Append these entries. Raises DamagedJournal at the first that is none or not the next, Unreachable
        if the disk takes none; none is kept then.
        """
        number, head, rows = self.last, self.head, []
        for number, whole in enumerate(packed, self.last + 1):
            values = values_of(whole)
            if values is None or values[0] != number:
                raise DamagedJournal(self.path, number)
            digest = chain.digest_of(whole)
            head = chain.link(head, digest)
            rows.append((*values, digest, head))
        try:
            with self._transaction():
                self._connection.executemany(sql.APPEND, rows)
        except BROKEN as error:
            raise DamagedJournal(self.path, self.last + 1) from error
        self.last, self.head = number, head

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction of which all is kept or nothing. Raises Unreachable if the disk takes none."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.rollback()
            if is_of_the_disk(error):
                raise Unreachable(self.path, str(error)) from error
            raise

    def keep(self, states: Iterable[tuple[int, bytes]]) -> None:
        """Keep the states for which their entries vouch. Raises Unreachable if the disk takes none."""
        for number, state in states:
            asked = "SELECT chain, state FROM entry WHERE number = ?"
            row = self._connection.execute(asked, (number,)).fetchone()
            if row is not None:
                kept = (number, state, chain.seal(number, row[0], state))
                if is_vouched_for(*kept, *row):
                    with self._transaction():
                        self._connection.execute(sql.KEEP, kept)

    @property
    def last_state(self) -> int:
        """The entry of the last state, 0 before any."""
        found: int | None = self._connection.execute("SELECT max(number) FROM checkpoint").fetchone()[0]
        return found or 0

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def values_of(packed: bytes) -> chain.Fields | None:
    """An entry's fields from its bytes; None if no console can have written them. A field of another type, a
    text that is none, or a time that no calendar has makes them unreadable.
    """
    decode = _unpacked.get(packed[0]) if packed else None
    if decode is None:
        return None
    try:
        values = decode(packed)
        fields = values if len(values) == len(chain.FIELDS) else (*values, None)
        chain.time_of(values[_AT])
    except (ValueError, RecursionError, OverflowError):
        return None
    return fields if chain.pack(fields) == packed else None


_AT: Final = chain.FIELDS.index("at")

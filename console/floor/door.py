"""A table's way to the floor's one door: a batch goes in, and the answer says where to go on.

Every call has a deadline: a server that hangs is given up as one that is gone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from console.floor.database import Watched
    from console.journal.file.heading import Heading
    from console.journal.shipment import Batch

DEADLINE: Final = 5.0
"""Seconds that a call may take."""


class Said(StrEnum):
    """What the door says to a batch."""

    TAKEN = "taken"
    KNOWN = "known"
    """It had all of them already, to the byte."""
    BEHIND = "behind"
    """It lacks entries before them."""
    FORKED = "forked"
    """Another entry stands there, or another chain leads there."""
    REPLACED = "replaced"
    """A file that begins otherwise stands there."""
    SHRUNK = "shrunk"
    """The file ends before what it shipped."""
    DISPUTED = "disputed"
    """It was one of the last three before: nothing is taken of this file any more."""


STOPS: Final = frozenset({Said.FORKED, Said.REPLACED, Said.SHRUNK, Said.DISPUTED})
"""After these the file goes on as another part."""


class OnTheWay(NamedTuple):
    """Who took the table's call and is not there yet."""

    part: int
    call: int
    """The entry with which the call began."""
    who: str
    """The person's id."""
    name: str
    at: datetime
    """When it was taken, by the floor's clock."""


class Answer(NamedTuple):
    """What the door said, and the floor's head: how far the part has come, and the chain there."""

    said: Said
    number: int
    chain: bytes
    coming: OnTheWay | None = None
    """The floor's news for the table's dealer; :meth:`Door.pass_by` has none."""


class Held(NamedTuple):
    """A part of a table's journal as the floor holds it."""

    part: int
    begins: bytes
    number: int
    chain: bytes
    stopped: bool


class NoDoor(Exception):
    """The floor can't be reached now, or does not answer: to be tried again."""


class NotTaken(Exception):
    """The door can't take what a batch holds, whoever sends it again."""


class Door(Protocol):
    """Where a table's entries go in. Each call raises NoDoor, and where it says so NotTaken."""

    def hello(self) -> list[Held]:
        """The parts of the table's journal that the floor holds, in order."""
        ...

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        """Send a batch, or with none in it a sign of life. Raises NotTaken."""
        ...

    def pass_by(self, part: int, batch: Batch) -> Answer:
        """Send the digest alone of a batch's only entry."""
        ...

    def keep_states(self, part: int, states: Sequence[tuple[int, bytes]]) -> int:
        """Send states by the entries at which they were kept; the last that the floor holds, -1 of none."""
        ...

    def fileno(self) -> int | None:
        """What becomes readable when the floor may have news, or has gone; None where there is nothing.

        Only the floor's hint comes there: the news themselves are in the next answer.
        """
        return None

    def close(self) -> None:
        """Let go of the connection."""
        ...


class PostgresDoor:
    """The door of a floor in PostgreSQL, by a table's own account."""

    def __init__(self, dsn: str, table: str, password: str | None = None, deadline: float = DEADLINE) -> None:
        """Nothing is connected yet; ``dsn`` names the account as ``user``."""
        self._dsn, self._table, self._password = dsn, table, password
        self._deadline = deadline
        self._connection: Watched | None = None
        self._said: tuple[bytes, str] = (b"", "")
        """The last heading sent, by where its file begins, as JSON."""

    def hello(self) -> list[Held]:
        """See :class:`Door`."""
        with self._talking() as connection:
            rows = connection.execute("SELECT * FROM floor.hello(%s)", (self._table,)).fetchall()
        return [Held(*row) for row in rows]

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        """See :class:`Door`."""
        if self._said[0] != heading.digest:
            self._said = heading.digest, _heading_said(heading)
        told = (
            *(self._table, part, heading.digest, self._said[1], batch.first, batch.before),
            *(list(batch.times), list(batch.kinds), list(batch.packed)),
            None if state is None else state.decode(),
        )
        return self._answered(
            "SELECT said, number, chain, news FROM floor.ship(%s, %s, %b, %s, %s, %b, "
            "%s::timestamptz[], %s::text[], %b::bytea[], %s::jsonb)",
            told,
        )

    def pass_by(self, part: int, batch: Batch) -> Answer:
        """See :class:`Door`."""
        from console.journal.file.chain import hashed

        (at,), (kind,), (packed,) = batch.times, batch.kinds, batch.packed
        told = (self._table, part, batch.first, at, kind, hashed(packed))
        return self._answered(
            "SELECT said, number, chain, NULL FROM floor.pass(%s, %s, %s, %s, %s, %b)", told
        )

    def fileno(self) -> int | None:
        """See :class:`Door`."""
        there = self._connection
        return None if there is None or there.closed else there.fileno()

    def keep_states(self, part: int, states: Sequence[tuple[int, bytes]]) -> int:
        """See :class:`Door`."""
        told = (self._table, part, [number for number, _ in states], [state for _, state in states])
        with self._talking() as connection:
            row = connection.execute(
                b"SELECT floor.keep_states(%s, %s, %s::bigint[], %b::bytea[])", told
            ).fetchone()
        assert row is not None, "a function answers with one row"
        return int(str(row[0]))

    def close(self) -> None:
        """See :class:`Door`."""
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    def _answered(self, statement: str, told: tuple[object, ...]) -> Answer:
        with self._talking() as connection:
            row = connection.execute(statement.encode(), told).fetchone()
        assert row is not None, "a function answers with one row"
        said, number, head, news = row
        return Answer(Said(said), number, bytes(head), _coming(news))

    @contextmanager
    def _talking(self) -> Iterator[Watched]:
        import psycopg

        from console.floor.database import connected, listen_to

        try:
            if self._connection is None or self._connection.closed:
                self._connection = connected(self._dsn, self._password)
                self._connection.until = time.monotonic() + self._deadline
                listen_to(self._connection, self._connection.info.user)
            self._connection.until = time.monotonic() + self._deadline
            yield self._connection
        except (psycopg.errors.DataError, psycopg.errors.ProgramLimitExceeded) as error:
            raise NotTaken(str(error).splitlines()[0]) from error
        except psycopg.Error as error:
            self.close()
            raise NoDoor(str(error).strip().partition("\n")[0]) from error


def _coming(news: dict[str, Any] | None) -> OnTheWay | None:
    """Who comes, of the door's news; fields of a later floor are passed over."""
    said = (news or {}).get("coming")
    if said is None:
        return None
    at = datetime.fromisoformat(said["at"]).astimezone(UTC)
    return OnTheWay(said["part"], said["call"], said["who"], said["name"], at)


def _heading_said(heading: Heading) -> str:
    """What a file says of itself, as JSON."""
    import msgspec

    names = ("table", "game", "rules", "created", "version")
    said = {name: getattr(heading, name) for name in names}
    return msgspec.json.encode(said | {"follows": heading.predecessor}).decode()

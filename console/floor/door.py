"""A table's way to the floor's one door: a batch goes in, and the answer gives the next one. Every call has a
deadline: a server that hangs is treated as one that is gone.
"""

from __future__ import annotations

import secrets
import selectors
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from console.base.errors import Trouble, trouble_of
from console.base.system import read_json
from console.floor.errors import FloorError
from console.table.journal import utc_now

if TYPE_CHECKING:
    from console.floor.database import DeadlineConnection, Password
    from console.table.journal import Batch, Heading

_OTHER: Final = b"SELECT counts, who, name FROM floor.passed_over(%s, %b)"
START: Final = secrets.token_bytes(16)
"""The id of this console's start, which distinguishes two consoles of one table."""
DEADLINE: Final = 5.0
"""Seconds that a call may take."""
ASKS_CLOCK: Final = 10.0
"""Seconds between two looks at the server's clock."""
PLAYED_AT_MOST: Final = 200
"""The most entries of a batch from play alone: more are a backlog, taken from four tables at a time."""


class BatchStatus(StrEnum):
    TAKEN = "taken"
    KNOWN = "known"
    """The floor had all its entries already, to the byte."""
    BEHIND = "behind"
    """The floor lacks entries before it."""
    FORKED = "forked"
    """Another entry is there, or another chain leads there."""
    REPLACED = "replaced"
    """A file with another beginning is there."""
    SHRUNK = "shrunk"
    """The file ends before what it shipped: a dispute, once the table has checked and confirmed it."""
    DISPUTED = "disputed"
    """One of the last three disputed the part before: nothing of it is taken any more."""
    TWINS = "twins"
    """Two consoles ship as this table: nothing is taken until somebody decides which one counts."""
    WAIT = "wait"
    """Four tables catch up already: the batch was not looked at, and must come again."""


STOPS: Final = frozenset({BatchStatus.FORKED, BatchStatus.REPLACED, BatchStatus.SHRUNK, BatchStatus.DISPUTED})
"""Statuses after which the file continues as another part."""


class OnTheWay(NamedTuple):
    """The person who took the table's call and is not there yet."""

    part: int
    call: int
    """The entry with which the call began."""
    who: str
    """The person's id."""
    name: str
    at: datetime
    """When it was taken, by the floor's clock."""


class OtherConsole(NamedTuple):
    """The console that counts instead of this one, of two that play as the table."""

    console: str
    """The id of its start, in hex."""
    who: str
    """The id of the person who decided it at a wall."""
    name: str


class OnDuty(NamedTuple):
    """The supervisor on duty of the table's studio, as the floor reports it."""

    who: str
    """The person's id; empty for nobody."""
    name: str
    since: datetime | None
    """A time of the floor's clock; None if nobody has been there yet."""


class Answer(NamedTuple):
    """The door's answer, and the floor's head: how far the part has come, and the chain there."""

    status: BatchStatus
    number: int
    chain: bytes
    coming: OnTheWay | None = None
    """The floor's news for the table's dealer; :meth:`PostgresDoor.pass_by` has none."""
    other: OtherConsole | None = None
    """The console that counts instead, with TWINS, once somebody decided so."""
    sets: Mapping[str, str] | None = None
    """The card sets that other tables have put aside, each with its table's id (empty from an earlier floor);
    None while no set comes into play here.
    """
    duty: OnDuty | None = None
    """The supervisor on duty; None from a floor that does not know it."""
    clock_ahead: float | None = None
    """Seconds, at least, by which the table's clock is ahead of the floor's; None if not asked."""


class FloorPart(NamedTuple):
    part: int
    begins: bytes
    number: int
    chain: bytes
    stopped: bool
    follows: tuple[int, str] | None = None
    """The end of the file before this one, by this file: its last entry, and the chain there in hex."""


class NoDoor(Exception):
    """The floor can't be reached now, or does not comply: try again later."""

    def __init__(self, reason: str, trouble: Trouble | None = None) -> None:
        """``trouble`` is the cause; None if only the reason is known."""
        super().__init__(reason)
        self.trouble = trouble or trouble_of(Exception(reason))


class AccountRefused(NoDoor):
    """The floor answers, but refuses this table's account, its token or its name: try again later."""

    def __init__(self, reason: str, known: str = "") -> None:
        """``known`` is the account's own table, if that is another one."""
        super().__init__(reason, Trouble.REFUSED)
        self.known = known


class CallTooLong(NoDoor):
    """The call was not answered within its deadline, or took the server longer than a statement may."""


class BatchRefused(Exception):
    """The floor can't take something in the batch, from any sender."""


OF_AN_ENTRY: Final[Mapping[str, tuple[str, ...]]] = {
    "22": (),  # This is a value that no column holds.
    "23": ("entry_size", "entry_labels"),
    "54": (),  # This is a value beyond PostgreSQL's limits.
}
"""The classes of SQLSTATE by which an entry can be refused, class 23 only by the schema's own checks of
entries. Whether it is the entry's own fault shows :meth:`PostgresDoor.takes_another`. Other refusals are the
server's, and last until it is repaired.
"""


def _is_of_an_entry(error: Exception) -> bool:
    """Whether the entries themselves are refused; an error without SQLSTATE is the client's own."""
    import psycopg

    state = getattr(error, "sqlstate", None)
    if state is None or not isinstance(error, psycopg.Error):
        return isinstance(error, (ValueError, psycopg.DataError))
    checks = OF_AN_ENTRY.get(state[:2])
    return checks is not None and (not checks or error.diag.constraint_name in checks)


_Selector: Final = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""poll() if possible: select() knows no descriptor from 1,024 on, and a studio in one process has more."""


def readable(descriptors: Sequence[int], timeout: float) -> set[int]:
    """The readable or broken descriptors: as soon as there is one, after ``timeout`` at most."""
    with _Selector() as selector:
        for each in descriptors:
            selector.register(each, selectors.EVENT_READ)
        return {key.fd for key, _ in selector.select(timeout)}


_ORDINARY: Final = '{"event":"noted","what":"restarted"}'
_NOTHING_ELSE: Final = (0, None, "", 0, None, "{}", "[]", None, None)
"""The columns of a note from ``monotonic`` on."""


class PostgresDoor:
    """The way in for a table's entries, by its account. Each call raises NoDoor; some raise BatchRefused."""

    def __init__(
        self,
        dsn: str,
        table: str,
        password: Password = None,
        deadline: float = DEADLINE,
        console: bytes = START,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """Nothing is connected yet; ``dsn`` names the account as ``user``. ``console`` is the id of the
        console's start, ``now`` the table's own clock, UTC.
        """
        self._dsn, self._table, self._password = dsn, table, password
        self._deadline, self._console, self._now = deadline, console, now
        self._connection: DeadlineConnection | None = None
        self._turn, self._prepares = 0, True
        self.floor = ""
        """The database that answered last, as ``system:timeline``; empty before the first answer, and if the
        server may not tell us. A lower timeline of the same system is a replaced server, which answers no
        call.
        """
        self._sent_heading: tuple[bytes, str] = (b"", "")
        """The last heading sent, by its file's beginning, as JSON."""
        self._clock_due = 0.0

    def hello(self) -> list[FloorPart]:
        """The parts of the table's journal that the floor holds, in order."""
        with self._talking() as connection:
            (known,) = connection.row(b"SELECT floor.knock(%s)", (self._table,))
            if known is not None:  # The account belongs to the table of this name.
                raise AccountRefused(f"not the account of table {self._table}", str(known))
            rows = connection.execute("SELECT * FROM floor.held(%s)", (self._table,)).fetchall()
        return [floor_part(row) for row in rows]

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        """Send a batch, or if empty a sign of life. Raises BatchRefused, and CallTooLong of NoDoor."""
        text = self._heading(heading)
        slots = (
            *(self._table, part, heading.digest, text, batch.first, batch.before),
            *(list(batch.times), list(batch.kinds), list(batch.packed)),
            None if state is None else state.decode(),
            *(self._console, self._now()),
        )
        by = "catch_up" if len(batch.packed) > PLAYED_AT_MOST else "ship"
        answer = self._answered(
            f"SELECT said, number, chain, news FROM floor.{by}(%s, %s, %b, %s, %s, %b, "
            "%s::timestamptz[], %s::text[], %b::bytea[], %s::jsonb, %b, %s)",
            slots,
        )
        answer = answer._replace(clock_ahead=self._clock_ahead())
        return answer._replace(other=self._other()) if answer.status is BatchStatus.TWINS else answer

    def _clock_ahead(self) -> float | None:
        """The seconds by which the table's clock is ahead of the server's, without what a delayed question
        explains; None between two questions.
        """
        if time.monotonic() < self._clock_due:
            return None
        with self._talking() as connection:
            before = self._now()
            (there,) = connection.row(b"SELECT clock_timestamp()")
            after = self._now()
        self._clock_due = time.monotonic() + ASKS_CLOCK
        earliest, latest = ((each - there).total_seconds() for each in (before, after))
        return float(max(earliest, min(latest, 0.0)))

    def _other(self) -> OtherConsole | None:
        """The console that somebody chose instead of this one."""
        with self._talking() as connection:
            row = connection.execute(_OTHER, (self._table, self._console)).fetchone()
        return None if row is None else OtherConsole(*row)

    def _heading(self, heading: Heading) -> str:
        if self._sent_heading[0] != heading.digest:
            self._sent_heading = heading.digest, _heading_text(heading)
        return self._sent_heading[1]

    def branch(self, part: int, heading: Heading, from_part: int, after: int, chain: bytes) -> bool:
        """Begin a part that continues another part's entry: number ``after`` of ``from_part``, if its chain
        is ``chain``. Returns False if the floor's entries lead elsewhere, or another part took the number.
        """
        slots = (self._table, part, heading.digest, self._heading(heading), from_part, after, chain)
        with self._talking() as connection:
            return bool(connection.row(b"SELECT floor.branch(%s, %s, %b, %s, %s, %s, %b)", slots)[0])

    def takes_another(self, part: int, heading: Heading, batch: Batch) -> bool:
        """Whether the server takes an ordinary entry now in the place of a refused one. It is tried and taken
        back: a check of the house's own, or a server that writes nothing, refuses every entry.
        """
        at = self._now().isoformat()
        packed = msgspec.msgpack.encode((batch.first, "noted", _ORDINARY, None, at, *_NOTHING_ELSE))
        another = msgspec.structs.replace(batch, times=(at,), kinds=("noted",), packed=(packed,))
        try:
            with self._talking() as connection, connection.transaction(force_rollback=True):
                PostgresDoor.ship(self, part, heading, another)
        except BatchRefused:
            return False
        return True

    def pass_by(self, part: int, batch: Batch) -> Answer:
        """Send only the digest of a batch's single entry. Raises BatchRefused."""
        from console.table.journal import digest_of

        (at,), (kind,), (packed,) = batch.times, batch.kinds, batch.packed
        kind_sent = kind[:50].encode("ascii", "replace").replace(b"\0", b"?").decode()
        time_sent = at[:50].encode("ascii", "replace").replace(b"\0", b"?").decode()
        slots = (self._table, part, batch.first, batch.before, time_sent, kind_sent, digest_of(packed))
        return self._answered(
            "SELECT said, number, chain, NULL FROM floor.pass_by(%s, %s, %s, %b, %s, %s, %b)", slots
        )

    def shrunk(self, part: int, number: int, chain: bytes) -> None:
        """Report that the file really ends at ``number``, before what the floor holds: a dispute."""
        with self._talking() as connection:
            connection.execute("SELECT floor.shrunk(%s, %s, %s, %b)", (self._table, part, number, chain))

    def digest_over(self, part: int, first: int, last: int) -> bytes:
        """One digest over the digests of these entries on the floor, 16,384 at most."""
        with self._talking() as connection:
            slots = (self._table, part, first, last)
            return bytes(connection.row(b"SELECT floor.digest_over(%s, %s, %s, %s)", slots)[0])

    def fileno(self) -> int | None:
        """The descriptor, if any, that becomes readable when the floor may have news, or has gone. It carries
        only the floor's hint: the next answer has the news.
        """
        there = self._connection
        return None if there is None or there.closed else there.fileno()

    def keep_states(self, part: int, states: Sequence[tuple[int, bytes]]) -> int:
        """Send states with their entries; returns the last entry whose state the floor holds, or -1."""
        slots = (self._table, part, [number for number, _ in states], [state for _, state in states])
        with self._talking() as connection:
            asked = b"SELECT floor.keep_states(%s, %s, %s::bigint[], %b::bytea[])"
            return int(connection.row(asked, slots)[0])

    def close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    def _answered(self, statement: str, slots: tuple[object, ...]) -> Answer:
        with self._talking() as connection:
            status, number, head, news = connection.row(statement.encode(), slots)
        said, coming = BatchStatus(status), _coming(news)
        return Answer(said, number, bytes(head), coming, sets=_sets(news), duty=_duty(news))

    @contextmanager
    def _talking(self) -> Iterator[DeadlineConnection]:
        import psycopg

        from console.floor.database import (
            DeadlinePassed,
            ServerReplaced,
            checked_timeline,
            connect,
            listen_to_hints,
        )

        try:
            if self._connection is None or self._connection.closed:
                self._connection = connect(
                    self._dsn, self._password, turn=self._turn, prepares=self._prepares
                )
                self._connection.until = time.monotonic() + self._deadline
                self.floor = checked_timeline(self._connection, self.floor)
                listen_to_hints(self._connection)
            self._connection.until = time.monotonic() + self._deadline
            yield self._connection
        except (psycopg.Error, FloorError, ValueError) as error:
            if _is_of_an_entry(error):
                raise BatchRefused((str(error).splitlines() or [type(error).__name__])[0]) from error
            self.close()
            if isinstance(error, ServerReplaced):
                self._turn += 1  # Another of the servers is in its place.
            # A pooler has another connection for each transaction, which does not know what one keeps.
            self._prepares &= not isinstance(
                error, psycopg.errors.InvalidSqlStatementName | psycopg.errors.DuplicatePreparedStatement
            )
            unreached = no_door(error)
            if unreached.trouble in _REFUSALS:
                raise AccountRefused(str(unreached)) from error
            if isinstance(error, DeadlinePassed | psycopg.errors.QueryCanceled):
                raise CallTooLong(str(unreached), unreached.trouble) from error
            raise unreached from error


_REFUSALS: Final = frozenset({Trouble.REFUSED, Trouble.RIGHTS})
"""Causes by which the floor refuses the table."""


def no_door(error: Exception) -> NoDoor:
    """The caller's error for one of the database's: its first line, and its cause."""
    return NoDoor(str(error).strip().partition("\n")[0], trouble_of(error))


def floor_part(row: tuple[Any, ...]) -> FloorPart:
    """A part as the floor has it; ``follows`` is None if the heading can't be read."""
    part, begins, number, chain, stopped, heading = row
    follows = None
    with suppress(msgspec.DecodeError):
        predecessor = read_json(heading, type=_Heading).follows
        follows = None if predecessor is None else (predecessor.entries, predecessor.head)
    return FloorPart(part, bytes(begins), number, bytes(chain), stopped, follows)


class _Follows(msgspec.Struct, frozen=True):
    entries: int
    head: str


class _Heading(msgspec.Struct, frozen=True):
    """The part of a file's heading that is needed here."""

    follows: _Follows | None = None


def _coming(news: dict[str, Any] | None) -> OnTheWay | None:
    """The person who comes, from the door's news; fields of a later floor are ignored."""
    coming = (news or {}).get("coming")
    if coming is None:
        return None
    at = datetime.fromisoformat(coming["at"]).astimezone(UTC)
    return OnTheWay(coming["part"], coming["call"], coming["who"], coming["name"], at)


def _sets(news: dict[str, Any] | None) -> dict[str, str] | None:
    """Each card set put aside at another table, with that table, from the door's news."""
    at = (news or {}).get("sets_at")
    return None if at is None else {each: str(at[each])[:64] for each in sorted(at)}


def _duty(news: dict[str, Any] | None) -> OnDuty | None:
    """The supervisor on duty, from the door's news; None if it says nothing of that."""
    duty = (news or {}).get("duty")
    if not isinstance(duty, dict):
        return None
    since = duty["since"]
    at = None if since is None else datetime.fromisoformat(since).astimezone(UTC)
    return OnDuty(str(duty["who"]), str(duty["name"]), at)


def _heading_text(heading: Heading) -> str:
    names = ("table", "game", "rules", "created", "version")
    fields = {name: getattr(heading, name) for name in names}
    return msgspec.json.encode(fields | {"follows": heading.predecessor}).decode()

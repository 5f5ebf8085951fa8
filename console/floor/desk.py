"""A window's requests to a PostgreSQL floor, by the window's own account: read all tables, take a call. Each
call blocks, so a desk is not used in the thread that paints. Two threads may share a desk: questions and the
waiting for hints have a connection each.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from console.base.errors import Trouble, trouble_of
from console.base.plain_text import stripped
from console.floor.door import NoDoor, no_door, readable
from console.floor.reported_names import ReportedName, read_names
from console.floor.self_report import ReadReport, read_report
from console.floor.texts import NAME, NOTE, one_line
from console.floor.wall import (
    Boss,
    CallOver,
    CallTaker,
    Changes,
    DiaryDecision,
    EndedAccount,
    Reading,
    RefusedConsole,
    SeenCall,
    SeenDuty,
    SeenTable,
    Shelf,
    Twins,
)

if TYPE_CHECKING:
    from psycopg import Notify

    from console.floor.database import DeadlineConnection

DEADLINE: Final = 3.0
"""Seconds that a call may take."""
_READING: Final = b"SELECT * FROM floor.whole_reading()"
_CHANGES: Final = b"SELECT * FROM floor.seen(%s)"
_DISPUTES: Final = b"SELECT table_id, date_part('epoch', %s - since) FROM floor.open_disputes()"
_MORE_DISPUTES: Final = b"SELECT table_id, many FROM floor.more_disputes()"
_DECISION: Final = b"SELECT who, name, age, about, reason FROM floor.last_decision(%s, %s)"
_REFUSALS: Final = b"SELECT table_id, why, asked, address, age FROM floor.refusals()"
OWN_WAIT: Final = 15.0
"""Seconds after an unanswered attempt for which the server may still count it among an account's connections:
a resumed server takes up waiting attempts, and ends each when it finds nobody there.
"""
LOOKS_AT_REFUSALS: Final = 5.0
"""Seconds between two looks at the server's log."""
LOOKS_AT_OVERDUE: Final = 5.0
"""Seconds between two checks of accounts beyond their limits, or without them."""
_ENDED: Final = b"SELECT table_id, called, what, about, age FROM floor.ended()"
_LOCKED: Final = "account_locked"
_SLOWED: Final = "slowed"
_FAILING: Final = "failing"
_DUTIES: Final = b"SELECT studio, who, name, since FROM floor.on_duty()"
_CAN_STORE: Final = b"SELECT floor.can_store()"
_CLOCKS: Final = b"SELECT table_id, ahead FROM floor.clocks_apart()"
_WHY: Final = {"retired": "locked"}
"""A listed table that may not log in is not retired: somebody locked its account."""
MISSED_AFTER: Final = 6.0
"""Seconds without a sign of life after which the server's log is asked why."""
LONGEST_SHELVING: Final = 3600.0
"""Seconds for which an alarm may be laid aside."""
DISPUTES: Final = {"shrunk": "cut", "forked": "rewritten", "replaced": "replaced", "unreadable": "unreadable"}
"""The window's name of each dispute, by the door's status."""


class PostgresDesk:
    """A window's questions to the floor, asked in a thread. Each call blocks and has a deadline. It raises
    NoDoor (:mod:`console.floor.door`) with the cause if the floor can't be reached now, or does not comply.
    """

    def __init__(
        self, dsn: str, password: str | None = None, deadline: float = DEADLINE, supervisor: str | None = None
    ) -> None:
        """Nothing is connected yet; ``dsn`` names the window's account as ``user``. ``supervisor`` is the
        connection for a supervisor's questions; None: the window's own.
        """
        self._asking = _LazyConnection(dsn, password, deadline)
        if supervisor is None or supervisor == dsn:
            self._settling = self._asking
        else:
            self._settling = _LazyConnection(supervisor, password, deadline)
        self._hearing = _LazyConnection(dsn, password, deadline, hears=True)
        self._server = ""
        self._names: tuple[ReportedName, ...] = ()
        self._reports: dict[str, tuple[str, ReadReport]] = {}
        """Each table's last self-report, as it came and decoded."""
        self._last: tuple[datetime, frozenset[str]] | None = None
        """The moment of the last reading, and its tables."""
        self._refused: dict[str, RefusedConsole] = {}
        self._turned_away: dict[str, RefusedConsole] = {}
        """The refused consoles by their table, with those whose account is locked."""
        self._strangers: tuple[RefusedConsole, ...] = ()
        self._ended_sessions: tuple[EndedAccount, ...] = ()
        self._clocks: dict[str, float] = {}
        """The seconds by which tables' clocks are ahead of the server's, if two looks agree."""
        self._doubted = frozenset[str]()
        """The tables for which the last look found that."""
        self._full_since: float | None = None
        """Since when the server's disk takes nothing, on the monotonic clock."""
        self._refusals_due = self._overdue_due = 0.0
        self._end, self._ended = socket.socketpair()

    def read(self) -> Reading:
        began = time.perf_counter()
        with self._asking.open() as connection:
            if self._asking.is_new:
                self._server, self._names = _server(connection), read_names(connection)
            rows = connection.execute(_READING, binary=True).fetchall()
            at = rows[0][-1] if rows else None
            tables = _with_dispute_ages(connection, tuple(map(self._table_of, rows)), at)
            self._look_at_refusals(connection, tables)
            self._end_overdue(connection)
            duties = _duties(connection)
        self._turned_away = self._refused | {
            each.table: RefusedConsole(why=each.why, address=each.address, age=each.age)
            for each in self._ended_sessions
            if each.is_locked
        }
        self._last = None if at is None else (at, frozenset(seen.table for seen in tables))
        took = time.perf_counter() - began
        return Reading(
            tables=self._with_refusals(tables),
            strangers=self._strangers,
            ended=self._ended_sessions,
            names=self._names,
            duties=duties,
            server=self._server,
            full_for=None if self._full_since is None else time.monotonic() - self._full_since,
            took=took,
            at=at,
        )

    def _with_refusals(self, tables: tuple[SeenTable, ...]) -> tuple[SeenTable, ...]:
        refused, clocks = self._turned_away, self._clocks
        if not refused and not clocks:
            return tables
        return tuple(
            replace(seen, refused=refused.get(seen.table), clock_ahead=clocks.get(seen.table, 0.0))
            if seen.table in refused or seen.table in clocks
            else seen
            for seen in tables
        )

    def _look_at_refusals(self, connection: DeadlineConnection, tables: tuple[SeenTable, ...]) -> None:
        """Ask who is refused, which no heard table is. A refused console's table may be in no list."""
        missed = {seen.table for seen in tables if seen.silence is None or seen.silence > MISSED_AFTER}
        now = time.monotonic()
        if now >= self._refusals_due:
            self._refusals_due = now + LOOKS_AT_REFUSALS
            found = [
                (
                    table,
                    RefusedConsole(why=_WHY.get(why, why), asked=one_line(asked), address=address, age=age),
                )
                for table, why, asked, address, age in connection.execute(_REFUSALS)
            ]
            self._refused = {table: refusal for table, refusal in found if table in missed}
            self._strangers = tuple(refusal for table, refusal in found if table is None)
        else:
            self._refused = {table: refusal for table, refusal in self._refused.items() if table in missed}

    def _end_overdue(self, connection: DeadlineConnection) -> None:
        """End overdue sessions, lock accounts that changed their limits, learn whose they are and whose clock
        is wrong, and test whether the server can write.
        """
        now = time.monotonic()
        if now < self._overdue_due:
            return
        from psycopg import errors

        self._overdue_due = now + LOOKS_AT_OVERDUE
        (stores,) = connection.row(_CAN_STORE)
        try:
            connection.execute(b"SELECT floor.end_overdue()")
        except (errors.DiskFull, errors.IoError):
            stores = False
        self._full_since = None if stores else self._full_since or now
        # Two checks in a row must find a clock wrong: one batch may only have waited at the server.
        clocks = connection.execute(_CLOCKS).fetchall()
        self._clocks = {table: ahead for table, ahead in clocks if table in self._doubted}
        self._doubted = frozenset(table for table, _ in clocks)
        self._ended_sessions = tuple(map(_ended, connection.execute(_ENDED)))

    def wait_for_hint(self, timeout: float) -> bool:
        """Wait at most ``timeout`` for a hint; a new connection counts as one, since one may be lost."""
        with self._hearing.open() as connection:
            if self._hearing.is_new or self._hearing.hinted:
                self._hearing.hinted = False
                return True
            end = time.monotonic() + timeout
            while (left := end - time.monotonic()) > 0:
                ready = readable([connection.fileno(), self._end.fileno()], left)
                if connection.fileno() not in ready:
                    return False
                # Only half of a hint, or the line's end, may have arrived.
                connection.pgconn.consume_input()
                if _drained(connection):
                    return True
            return False

    def changes(self) -> Changes | None:
        """The tables with hints since the last reading. None if a whole reading is needed: before the first
        one, and for a table that was not in the last.
        """
        if self._last is None:
            return None
        since, known = self._last
        # It uses the connection that heard the hint: its thread is awake, and the other line may be waiting.
        with self._hearing.open() as connection:
            rows = connection.execute(_CHANGES, (since,), binary=True).fetchall()
            tables = _with_dispute_ages(connection, tuple(map(self._table_of, rows)), since)
        if not known.issuperset(seen.table for seen in tables):
            return None
        return Changes(since=since, tables=self._with_refusals(tables))

    def take_call(self, table: str, call: SeenCall, boss: Boss) -> CallTaker:
        """Take a call: 'I am coming'. Returns the first person who took it. Raises CallOver."""
        row = self._row_of("SELECT * FROM floor.take(%s, %s, %s, %s)", table, call.number, boss.id, boss.name)
        if row is None:
            raise CallOver(table, call.number)
        who, name, age, arrived = row
        return _taking(who, name, age, arrived=arrived)

    def release(self, table: str, call: SeenCall, boss: Boss) -> None:
        """Give a taken call back before arrival: one's own, or by a supervisor's account anybody's."""
        self._row_of("SELECT floor.release(%s, %s, %s, %s)", table, call.number, boss.id, boss.name)

    def shelve(self, table: str, what: str, boss: Boss, reason: str, seconds: float) -> None:
        """Lay an alarm of a table aside. Raises ValueError beyond an hour or without a reason."""
        if not 0 < seconds <= LONGEST_SHELVING or not stripped(reason):
            raise ValueError("an alarm is laid aside for an hour at most, and with a reason")
        given = table, what, boss.id, boss.name, stripped(reason), seconds
        self._row_of("SELECT floor.shelve(%s, %s, %s, %s, %s, %s)", *given)

    def unshelve(self, table: str, what: str, boss: Boss) -> None:
        """End the laying aside of an alarm early."""
        self._row_of("SELECT floor.unshelve(%s, %s, %s, %s)", table, what, boss.id, boss.name)

    def settle(self, table: str, boss: Boss, reason: str) -> DiaryDecision | None:
        """Mark a table's open disputes as explained, and so no longer shown, by a supervisor's account.
        Returns the decision that counts, perhaps an earlier one, or None if the table was never disputed.
        Raises ValueError, and PermissionError for a pit boss's account.
        """
        given = table, boss.id, boss.name, stripped(reason)
        with self._by_supervisor() as connection:
            (counts,) = connection.row(b"SELECT floor.settle_dispute(%s, %s, %s, %s)", given)
            return _decision(connection, table, "settled", counts=counts)

    def explain(self, table: str, boss: Boss, reason: str) -> None:
        """Record why the floor shows another history of a table than this window saw, by a supervisor's
        account; each window has its own memory and explanation. Raises as settle.
        """
        with self._by_supervisor() as connection:
            given = table, boss.id, boss.name, stripped(reason)
            connection.execute(b"SELECT floor.settle(%s, %s, %s, %s)", given)

    @contextmanager
    def _by_supervisor(self) -> Iterator[DeadlineConnection]:
        import psycopg

        with self._settling.open() as connection:
            try:
                yield connection
            except psycopg.errors.InsufficientPrivilege as error:
                if trouble_of(error) is Trouble.GONE:
                    raise
                raise PermissionError(str(error)) from error

    def count(self, table: str, console: str, boss: Boss, reason: str) -> DiaryDecision | None:
        """Decide which console counts, by its id, of those that play as one table. Returns the decision that
        counts, perhaps an earlier one; None if no two consoles play, or the id is neither's and nobody has
        decided.
        """
        given = table, bytes.fromhex(console), boss.id, boss.name, stripped(reason)
        with self._asking.open() as connection:
            (counts,) = connection.row(b"SELECT floor.count_console(%s, %b, %s, %s, %s)", given)
            return _decision(connection, table, "counted", counts=counts)

    def set_duty(self, by: Boss, *, begins: bool) -> None:
        """Make a person the supervisor on duty instead of anybody before, or end that person's duty."""
        self._row_of("SELECT floor.set_duty(%s, %s, %s)", by.id, by.name, begins)

    def prepare(self) -> bool:
        """Have the next week's partitions made, hourly. Returns whether entries lie outside all of them."""
        with self._asking.open() as connection:
            return bool(connection.row(b"SELECT floor.prepare_days()")[0])

    def close(self) -> None:
        """Close the connections, from any thread; a thread that waits for a hint goes on."""
        with suppress(OSError):
            self._ended.send(b"!")
        for line in {self._asking, self._settling, self._hearing}:
            line.close()
        self._end.close()
        self._ended.close()

    def _row_of(self, statement: str, *values: object) -> tuple[Any, ...] | None:
        with self._asking.open() as connection:
            return connection.execute(statement.encode(), values).fetchone()

    def _table_of(self, row: Sequence[Any]) -> SeenTable:
        report = self._report_of(row[0], row[7])
        seen = dict(zip(_SEEN, (*row[:7], *row[8:12], row[22]), strict=True))
        call, call_part, kind, age, widened, by, by_name, taken, arrived, shelved = row[12:22]
        twins, disputed = row[23:25]
        if seen["silence"] is not None and report.report is not None:
            seen["silence"] += report.report.unanswered  # Its line lives, and the table does not answer.
        if call is not None:
            taker = None if by is None else _taking(by, by_name, taken, arrived=arrived)
            seen["call"] = SeenCall(
                part=call_part, number=call, kind=kind, age=age, taken=taker, widened=widened
            )
        if shelved is not None:
            seen["shelved"] = msgspec.convert(shelved, tuple[Shelf, ...])
        return SeenTable(
            **seen | {each: one_line(seen[each]) for each in ("name", "studio")},
            report=report.report,
            unread=not report.is_whole,
            disputed=DISPUTES.get(disputed, disputed or ""),
            twins=None if twins is None else msgspec.convert(twins, Twins),
        )

    def _report_of(self, table: str, text: str | None) -> ReadReport:
        """A table's self-report; most tables report the same again."""
        if text is None:
            return ReadReport(None, True)
        if table not in self._reports or self._reports[table][0] != text:
            report, is_whole = read_report(text)
            self._reports[table] = text, ReadReport(_cut(report), is_whole)
        return self._reports[table][1]


_SEEN: Final = (
    *("table", "name", "studio", "room", "switch", "game", "rules"),
    *("silence", "changed", "part", "number", "stood"),
)
"""The fields of a row that a :class:`SeenTable` has as they are, in order."""


class _LazyConnection:
    """A connection made when needed, and given up when it fails."""

    def __init__(self, dsn: str, password: str | None, deadline: float, *, hears: bool = False) -> None:
        """``hears``: whether it listens to the hints."""
        self._dsn, self._password, self._deadline, self._hears = dsn, password, deadline, hears
        self._connection: DeadlineConnection | None = None
        self._turn, self._floor = 0, ""
        """The number of the server that is tried first, and the ``system:timeline`` of the last one."""
        self._lock = threading.Lock()
        self._closed = False
        self._unanswered = float("-inf")
        """When an attempt had no answer, on the monotonic clock."""
        self.is_new = False
        """Whether the connection was made just now."""
        self.hinted = False
        """Whether a hint came during another question."""

    @contextmanager
    def open(self) -> Iterator[DeadlineConnection]:
        """The connection, only for this thread meanwhile. Raises NoDoor if the floor can't be reached."""
        import psycopg

        from console.floor.database import ServerReplaced, checked_timeline, connect, listen_to_hints

        with self._lock:
            if self._closed:
                raise NoDoor("closed")
            try:
                self.is_new = self._connection is None or self._connection.closed
                if self._connection is None or self._connection.closed:
                    self._connection = connect(self._dsn, self._password, turn=self._turn)
                    self._connection.until = time.monotonic() + self._deadline
                    self._floor = checked_timeline(self._connection, self._floor)
                    if self._hears:
                        listen_to_hints(self._connection, self._note_hint)
                self._connection.until = time.monotonic() + self._deadline
                yield self._connection
            except psycopg.errors.DataError as error:
                raise ValueError(str(error).partition("\n")[0]) from error
            except psycopg.Error as error:
                self._let_go()
                self._turn += isinstance(error, ServerReplaced)
                unreached = no_door(error)
                if unreached.trouble is Trouble.LOST:
                    self._unanswered = time.monotonic()
                elif unreached.trouble is Trouble.MANY and time.monotonic() < self._unanswered + OWN_WAIT:
                    unreached.trouble = Trouble.LOST  # The many may be this window's own tries.
                raise unreached from error

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._let_go()

    def _note_hint(self, _: Notify) -> None:
        self.hinted = True

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
            self._connection = None


def _with_dispute_ages(
    connection: DeadlineConnection, tables: tuple[SeenTable, ...], at: datetime | None
) -> tuple[SeenTable, ...]:
    """The tables; a disputed one has the seconds from its first open dispute to ``at``. The floor is asked
    only if there is a dispute.
    """
    if at is None or not any(seen.disputed for seen in tables):
        return tables
    ages = dict(connection.execute(_DISPUTES, (at,)).fetchall())
    more = dict(connection.execute(_MORE_DISPUTES).fetchall())
    return tuple(
        replace(seen, disputed_for=ages[seen.table], more_disputes=more.get(seen.table, 0))
        if seen.disputed and seen.table in ages
        else seen
        for seen in tables
    )


def _decision(connection: DeadlineConnection, table: str, kind: str, *, counts: bool) -> DiaryDecision | None:
    """The last decision of a kind on a table; ``counts``: it is the one asked for."""
    row = connection.execute(_DECISION, (table, kind)).fetchone()
    if row is None:
        return None
    _, name, age, about, reason = row
    return DiaryDecision(
        name=one_line(name), age=age, console=about, reason=one_line(reason, NOTE), counts=counts
    )


def _drained(connection: DeadlineConnection) -> bool:
    """Whether there were hints, which are now all read."""
    found = False
    while connection.pgconn.notifies() is not None:
        found = True
    return found


def _ended(row: tuple[Any, ...]) -> EndedAccount:
    table, called, what, about, age = row
    is_locked = what == _LOCKED
    why, _, address = about.partition(" ") if is_locked else ("", "", about)
    return EndedAccount(
        table=table,
        called=one_line(called),
        is_locked=is_locked,
        is_slowed=what == _SLOWED,
        is_failing=what == _FAILING,
        why=why,
        address=one_line(address),
        age=age,
    )


def _server(connection: DeadlineConnection) -> str:
    (is_standby,) = connection.row(b"SELECT pg_is_in_recovery()")
    return f"{connection.info.host} {'standby' if is_standby else 'primary'}"


def _taking(who: str, name: str, age: float, *, arrived: bool) -> CallTaker:
    """The person at the table, perhaps by the table's own name for them."""
    return CallTaker(who=who, name=one_line(name) if arrived else name, age=age, arrived=arrived)


_MOST: Final = {"faults": 16, "sets_aside": 100, "newer": 16, "drifts": 16, "people": 64, "wheels": 20}
"""The most values read of a field: no table has more devices, the floor keeps as many names and sets."""
_LAST_ENTRY: Final = (1 << 53) - 1
"""The highest number of an entry that is believed."""
_FIRST_TIME: Final = datetime(1, 1, 2, tzinfo=UTC)
_LAST_TIME: Final = datetime(9999, 12, 30, tzinfo=UTC)
"""The times that any zone can show; the floor takes no entry outside them."""


def _cut(value: Any, field: str = "") -> Any:
    """A table's report with shortened texts, showable times, and no more values than a table has: one table's
    report can't fill a window's time and memory. ``field`` is the value's field.
    """
    match value:
        case Enum() | bool() | None:
            return value
        case str():
            return one_line(value, NOTE if field == "drifts" else NAME)
        case int():
            return min(value, _LAST_ENTRY)
        case datetime():
            return min(max(value, _FIRST_TIME), _LAST_TIME)  # times beyond these can't be shown in every zone
        case tuple():
            most = _MOST.get(field)
            first = value if most is None else value[: 4 * most]
            return tuple(dict.fromkeys(_cut(each, field) for each in first))[:most]
        case dict():
            return {one_line(key): _cut(each) for key, each in islice(value.items(), _MOST[field])}
        case msgspec.Struct():
            return replace(
                value, **{name: _cut(getattr(value, name), name) for name in value.__struct_fields__}
            )
    return value


def _duties(connection: DeadlineConnection) -> tuple[SeenDuty, ...] | None:
    """The supervisors on duty; None if the studios never had one."""
    rows = connection.execute(_DUTIES).fetchall()
    present = tuple(
        SeenDuty(studio=one_line(studio), who=who, name=one_line(name), since=since)
        for studio, who, name, since in rows
        if who
    )
    return present if rows else None

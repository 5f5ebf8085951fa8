"""A connection to the floor's database on which no call lasts longer than its deadline. A server that hangs,
or is behind a line that swallows data, answers nothing; psycopg checks the deadline each tenth of a second
while it waits.
"""

from __future__ import annotations

import os
import re
import select
import time
from collections.abc import Callable, Generator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
from psycopg import pq, sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from console import __version__
from console.base.errors import Trouble, trouble_of
from console.base.system import open_plain

Result = TypeVar("Result")

_OWN: Final = {
    "connect_timeout": "4",
    "application_name": f"dealer-console {__version__}",
    # A server's settings for other software would change what is sent and read. The floor's days are UTC: a
    # moment from a server in Tokyo belongs to no other day.
    "options": "-c timezone=UTC -c datestyle=ISO,YMD -c intervalstyle=postgres -c bytea_output=hex "
    "-c standard_conforming_strings=on -c search_path=pg_catalog -c client_min_messages=notice "
    "-c default_transaction_isolation=read\\ committed -c default_transaction_deferrable=off "
    "-c statement_timeout=4500 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=9000",
    "passfile": os.path.join(os.devnull, "none"),  # libpq warns about an existing file that is no plain one.
    "client_encoding": "UTF8",
    "target_session_attrs": "read-write",
    "sslcertmode": "disable",
    "gssencmode": "disable",
    # An idle connection, too, notices that its peer disappeared without closing it.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Settings of every connection, which the environment can't change."""


_NEEDED: Final = {
    "server_encoding": "UTF8",
    "client_encoding": "UTF8",
    "DateStyle": "ISO",
    "IntervalStyle": "postgres",
    "standard_conforming_strings": "on",
}
"""The settings that a server itself reports, and how each must begin: a pooler drops what was asked."""


class WrongSettings(psycopg.OperationalError):
    """The database, or a pooler before it, lacks the settings that the floor needs."""

    trouble: Final = Trouble.CHANGED


class DeadlinePassed(psycopg.OperationalError):
    """The call was not answered within its deadline."""


class DeadlineConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection whose waits end at :attr:`until`, on the monotonic clock, with DeadlinePassed."""

    until = float("inf")

    def wait(
        self, gen: Generator[Any, Any, Result], interval: float = 0.1, timeout: float | None = None
    ) -> Result:
        """See psycopg."""
        return super().wait(self._watched(gen), interval, timeout)

    def row(self, statement: bytes, slots: Sequence[object] = ()) -> tuple[Any, ...]:
        """The one row that a function of the floor returns."""
        row = self.execute(statement, slots).fetchone()
        assert row is not None, "a function answers with one row"
        return row

    def _watched(self, gen: Generator[Any, Any, Result]) -> Generator[Any, Any, Result]:
        try:
            waits_for = next(gen)
            while True:
                ready = yield waits_for
                if not ready and time.monotonic() > self.until:
                    raise DeadlinePassed("no answer within its deadline")
                waits_for = gen.send(ready)
        except StopIteration as end:
            result: Result = end.value
            return result


Password = str | Callable[[], str | None] | None
"""A password, or the function that gives it at each connecting: a new token needs no restart."""


def connect(
    dsn: str, password: Password = None, *, turn: int = 0, prepares: bool = True
) -> DeadlineConnection:
    """Connect to the first server that answers; settings in the user's environment count for nothing. Of
    several servers the one ``turn`` places on is tried first. ``prepares``: statements may be kept at the
    server. ``dsn`` appears in files and messages, so it never has the password. Raises psycopg.Error.
    """
    for key in [key for key in os.environ if key.startswith("PG")]:
        del os.environ[key]  # A service named there would override every setting made here.
    settings: dict[str, Any] = {
        **_OWN,
        **{key: value for key, value in conninfo_to_dict(dsn).items() if value},
    }
    for key in ("host", "port"):
        each = str(settings.get(key, "")).split(",")
        if len(each) > 1:
            settings[key] = ",".join(each[turn % len(each) :] + each[: turn % len(each)])
    if (root := settings.get("sslrootcert", "system")) != "system":
        try:
            open_plain(Path(root)).close()  # libpq would wait for a pipe.
        except OSError as error:
            raise psycopg.OperationalError(f"root certificate file {root!r}: {error.strerror}") from error
    secret = password() if callable(password) else password
    if secret is not None:
        settings["password"] = secret
    try:
        connection = DeadlineConnection.connect(
            **settings, autocommit=True, prepare_threshold=1 if prepares else None
        )
    except psycopg.OperationalError as error:
        # A text that is not the known English one may be the server's, in its own language.
        if trouble_of(error) is Trouble.LOST and not isinstance(error, psycopg.errors.ConnectionTimeout):
            error.sqlstate = _state_at_connecting(make_conninfo(**settings), str(error))
        raise
    assert isinstance(connection, DeadlineConnection)
    for name, needed in _NEEDED.items():
        found = connection.info.parameter_status(name) or ""
        if not found.startswith(needed):
            connection.close()
            raise WrongSettings(f"the setting {name} is {found!r}, and has to be {needed!r}")
    return connection


_TRACED_FOR: Final = 4.0
"""Seconds for the attempt that is traced."""
_STATE: Final = re.compile(rb'ErrorResponse.*? C "([0-9A-Z]{5})"')


@lru_cache(maxsize=64)
def _state_at_connecting(conninfo: str, _text: str) -> str | None:
    """The SQLSTATE with which the server refuses a connection; None if it doesn't answer, or accepts it.
    libpq gives such an error only as text, in the server's language. Its trace of the messages has the state,
    so one more attempt is traced, into memory; once for each text, as psycopg never frees a trace's stream.
    """
    trace = os.memfd_create("trace")
    made = pq.PGconn.connect_start(conninfo.encode())
    try:
        made.trace(trace)
        waits_for, ends = pq.PollingStatus.WRITING, time.monotonic() + _TRACED_FOR
        while waits_for not in (pq.PollingStatus.OK, pq.PollingStatus.FAILED) and made.socket >= 0:
            reads = [made.socket] if waits_for == pq.PollingStatus.READING else []
            writes = [] if reads else [made.socket]
            if not any(select.select(reads, writes, [], max(0.0, ends - time.monotonic()))):
                break
            waits_for = pq.PollingStatus(made.connect_poll())
    except psycopg.Error:  # The socket is no longer there.
        pass
    finally:
        made.untrace()
        made.finish()
        found = _STATE.search(os.pread(trace, 1 << 16, 0))
        os.close(trace)
    return None if found is None else found[1].decode()


_TIMELINE: Final = (
    b"SELECT (SELECT system_identifier FROM pg_control_system()), "
    b"('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int"
)


class ServerReplaced(psycopg.OperationalError):
    """Another server has taken this server's place: whatever this one takes is lost."""


def checked_timeline(connection: DeadlineConnection, known: str) -> str:
    """The database's identity as ``system:timeline``; ``known`` if the server may not tell us. After a
    failover the old server may return with old data. Raises ServerReplaced, psycopg.Error.
    """
    try:
        row = connection.row(_TIMELINE)
    except psycopg.errors.InsufficientPrivilege:  # The owner of another server may have forbidden it.
        return known
    system, _, timeline = known.partition(":")
    if system == str(row[0]) and int(str(row[1])) < int(timeline):
        connection.close()
        raise ServerReplaced(f"a server that was replaced: its timeline is {row[1]}, and {timeline} was seen")
    return f"{row[0]}:{row[1]}"


def listen_to_hints(
    connection: DeadlineConnection, noted: Callable[[psycopg.Notify], None] | None = None
) -> None:
    """Listen to the hints for the account, which make the connection readable. Only the account learns the
    channel's name, since any account may send to a channel that it can name. Each answer reads the hints
    before it, so that they do not pile up; ``noted``, if given, is called with each. Raises psycopg.Error.
    """
    (channel,) = connection.row(b"SELECT floor.own_channel()")
    connection.add_notify_handler(noted or (lambda _: None))
    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))

"""A program that is a table's account whose holder does the floor harm: by connections, by large sorts, by
notes to everybody, by transactions left open, by large entries.

Its arguments are the account's data source name, the kind of harm, and a folder for its journal. It writes
``at work`` once it has begun.
"""

from __future__ import annotations

import itertools
import json
import secrets
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NoReturn

import psycopg

from console.floor.door import NoDoor, PostgresDoor
from console.floor.shipper import Shipper
from tests.floor.studio import journal
from tests.floor.test_hostile_texts import with_note
from tests.instruments.bench.play import lines_and_entries

Connection = psycopg.Connection[tuple[Any, ...]]
_LISTENS: Final = (
    b"LISTEN floor",
    b"SET idle_in_transaction_session_timeout = 0",
    b"SET statement_timeout = 0",
)
_LARGE_SORT: Final = b"""
    WITH RECURSIVE g (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < 9000000)
    SELECT count(*) FROM (SELECT i FROM g ORDER BY -i) AS x
"""
_TURN: Final = 0.5
"""Seconds for which one kind of harm has a connection, of those that do all in turn: an account has four."""
_SHIP: Final = b"""
    SELECT said FROM floor.ship(
        'H1', %s, %s, '{}', 1, %s, %s::timestamptz[], %s::text[], %b::bytea[], %s::jsonb
    )
"""
_MUCH: Final = "x" * (1 << 20)
FACES: Final[dict[str, tuple[tuple[str, tuple[object, ...]], ...]]] = {
    "log": (
        (f"SELEC '{8 * _MUCH}'", ()),
        ("SELECT %s::integer", (_MUCH,)),
        ("SELECT floor.hello(%s)", (_MUCH,)),
        ("SELECT %s::jsonb", (_MUCH,)),
        (f'SELECT FROM "{_MUCH}"', ()),
        (f"SELECT 1 / 0 -- {_MUCH}", ()),
        ("SELECT set_config('work_mem', %s, false)", (_MUCH,)),
        (f'EXECUTE "{_MUCH}"', ()),
    ),
    "settings": (
        ("ALTER ROLE CURRENT_USER SET search_path = '{much}'", ()),
        ("ALTER ROLE CURRENT_USER SET application_name = '{much}'", ()),
        ("ALTER ROLE CURRENT_USER IN DATABASE {database} SET search_path = '{much}'", ()),
        ("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC", ()),
        ("ALTER ROLE CURRENT_USER SET statement_timeout = 0", ()),
        ("ALTER ROLE CURRENT_USER RESET ALL", ()),
    ),
}
"""Statements by which a token makes the server's own parts work: its log, and what guards the accounts."""
_WIDE: Final = 60_000
VALUES: Final[tuple[dict[str, object], ...]] = (
    {"place": "60,40"},
    {"place": "1,1"},
    {"faults": [[f"d{at}", "lost"] for at in range(2_000)]},
    {"reason": "x" * _WIDE},
    {"people": {f"P{at}": "x" * 30 for at in range(1_400)}},
    {"entry": 10**18},
    {"round": "\u202e" * (_WIDE // 8)},
    {"mode": "live", "certificate": {"at": "2026-05-01T00:00:00Z", "newer": ["software"] * 3_000}},
)
"""Values of a table's report that a layout, a list or a text could scale with."""
_SHIP_FROM: Final = b"""
    SELECT said FROM floor.ship(
        'H1', %s, %s, %s, 1, %s, %s::timestamptz[], %s::text[], %b::bytea[], NULL, %b, now()
    )
"""
UNREADABLE: Final = b"\x9e\x01\xa1\xff"
"""An entry that the door takes, and in which a text is no UTF-8."""
STOLEN: Final = "MALLORY"
"""The name that the table gives everybody."""


class HostileTable:
    """A table's account, its journal's folder, and the harm that it can do."""

    def __init__(self, dsn: str, folder: Path) -> None:
        """Nothing is connected yet."""
        self._dsn = dsn
        self._folder = folder
        self._shipping = threading.Event()
        """Set once a large entry was taken by the floor."""

    def begin(self, kind: str) -> None:
        """Begin this kind of harm in threads of its own; returns once it is under way."""
        harms: dict[str, tuple[Callable[[], NoReturn], ...]] = {
            "each in turn": (self._in_turn,) * 4,
            "connections": (self._connections,),
            "disk": (self._disk,) * 4,
            "queue": (self._queue, self._queue, self._queue, self._idle),
            "idle": (self._idle,) * 4,
            "large": (self._large,),
            "all at once": (self._disk, self._queue, self._idle, self._large, self._connections),
        }
        harms |= {face: (self._statements(face),) * 4 for face in FACES}
        harms |= {"values": (self._values,), "parts": (self._parts,) * 4, "attempts": (self._attempts,) * 4}
        for harm in harms[kind]:
            threading.Thread(target=harm, daemon=True).start()
        if self._large in harms[kind]:
            self._shipping.wait(60)

    def _connected(self) -> Connection:
        return psycopg.connect(self._dsn, autocommit=True)

    def _repeat(self, act: Callable[[Connection], None], *first: bytes) -> NoReturn:
        """Do it without end on one connection, and on a new one where the server has ended it."""
        while True:
            with suppress(psycopg.Error), self._connected() as connection:
                for statement in first:
                    connection.execute(statement)
                while True:
                    act(connection)

    def _in_turn(self) -> NoReturn:
        """All that a token can do, one after the other on a connection of its own."""
        kinds = (self._false_names, self._unreadable, self._open_entry, self._fill, self._much_memory)
        for each in itertools.cycle((*kinds, self._all_busy)):
            until = time.monotonic() + _TURN
            with suppress(psycopg.Error), self._connected() as connection:
                for setting in (*_LISTENS[1:], b"SET work_mem = '2GB'"):
                    connection.execute(setting)
                while time.monotonic() < until:
                    each(connection)
        raise AssertionError("it has no end")

    def _ship(
        self, connection: Connection, packed: bytes | None = None, told: dict[str, object] | None = None
    ) -> None:
        """A batch in a part of its own."""
        begins, part = secrets.token_bytes(32), secrets.randbelow(1 << 30) + 1
        entries = [] if packed is None else [packed]
        times, kinds = ["2026-05-01T00:00:00Z"] * len(entries), ["note"] * len(entries)
        text = None if told is None else json.dumps(told)
        connection.execute(_SHIP, (part, begins, begins, times, kinds, entries, text))

    def _false_names(self, connection: Connection) -> None:
        self._ship(connection, told={"people": dict.fromkeys(("D1", "P1", "P2"), STOLEN)})

    def _unreadable(self, connection: Connection) -> None:
        self._ship(connection, UNREADABLE)

    def _open_entry(self, connection: Connection) -> None:
        """An entry of the diary in a transaction that stays open."""
        call = {"number": 1, "since": datetime.now(UTC).isoformat(), "kind": "call"}
        self._ship(connection, told={"call": call})
        connection.execute(b"BEGIN")
        connection.execute(b"SET CONSTRAINTS ALL IMMEDIATE")
        self._ship(connection, told={"call": {**call, "arrived": "P1"}})
        time.sleep(4 * _TURN)  # longer than a call may wait
        connection.execute(b"ROLLBACK")

    def _fill(self, connection: Connection) -> None:
        self._ship(connection, b"\x9e\x01" + secrets.token_bytes(1 << 19))

    def _much_memory(self, connection: Connection) -> None:
        large = "'x'"
        for _ in range(9):
            large = f"format('{10 * '%1$s'}', {large})"
        connection.execute(f"SELECT length({large})".encode())

    def _all_busy(self, connection: Connection) -> None:
        for channel in (b"floor", b"other"):
            connection.execute(b"NOTIFY " + channel)

    def _statements(self, face: str) -> Callable[[], NoReturn]:
        """Each statement of a face, one after the other, without end."""

        def run() -> NoReturn:
            each = itertools.cycle(FACES[face])

            def act(connection: Connection) -> None:
                statement, values = next(each)
                if face == "settings":
                    statement = statement.format(much=20 * _MUCH, database=connection.info.dbname)
                with suppress(psycopg.Error):
                    connection.execute(statement.encode(), values or None)
                if connection.closed:
                    time.sleep(0.05)  # else a locked account does nothing but knock
                    raise psycopg.OperationalError

            while True:
                with suppress(psycopg.Error):
                    self._repeat_once(act)
                time.sleep(0.05)

        return run

    def _repeat_once(self, act: Callable[[Connection], None]) -> None:
        with self._connected() as connection:
            while True:
                act(connection)

    def _values(self) -> NoReturn:
        each = itertools.cycle(VALUES)

        def act(connection: Connection) -> None:
            since = {"standing": "playing", "since": "2026-05-01T00:00:00Z"}
            self._ship(connection, told={**since, **next(each)})
            time.sleep(0.05)

        self._repeat(act)

    def _parts(self) -> NoReturn:
        """Parts without end: empty, with an entry, with a heading that can't be read, large, that go on."""
        headings = itertools.cycle(
            ("{}", "x", '{"follows": {"entries": 0, "head": ""}}', "[" * 900, "{}", "")
        )

        def act(connection: Connection) -> None:
            begins, part = secrets.token_bytes(32), secrets.randbelow(1 << 30) + 1
            entries = [UNREADABLE] if part % 3 == 0 else []
            times, kinds = ["2026-05-01T00:00:00Z"] * len(entries), ["note"] * len(entries)
            slots = (part, begins, next(headings), begins, times, kinds, entries, None)
            connection.execute(_SHIP_FROM, slots)

        self._repeat(act)

    def _attempts(self) -> NoReturn:
        """Batches of which nothing is taken: known, forked, behind, replaced, of two consoles, refused."""
        begins, large = bytes(31) + b"1", b"\x9e\x01" + secrets.token_bytes(1 << 19)
        every = itertools.cycle(
            (
                (1, begins, 1, begins, large),
                (1, begins, 2, bytes(32), large),
                (1, begins, 90, begins, large),
                (1, bytes(32), 1, bytes(32), large),
                (1, begins, 1, begins, b"\x00" + large),
                (2, begins, 5, begins, large),
            )
        )
        consoles = itertools.cycle((b"1" * 16, b"2" * 16))
        asked = b"""SELECT said FROM floor.ship('H1', %s, %s, '{}', %s, %s, '{2026-05-01T00:00Z}', '{note}',
            %b::bytea[], NULL, %b, now())"""

        def act(connection: Connection) -> None:
            part, begun, first, before, entry = next(every)
            with suppress(psycopg.errors.DataError):
                connection.execute(asked, (part, begun, first, before, [entry], next(consoles)))

        self._repeat(act)

    def _connections(self) -> NoReturn:
        held: list[Connection] = []
        while True:
            try:
                held.append(self._connected())
            except psycopg.Error:
                time.sleep(0.01)

    def _disk(self) -> NoReturn:
        def sort(connection: Connection) -> None:
            with suppress(psycopg.errors.ConfigurationLimitExceeded):
                connection.execute(_LARGE_SORT)

        self._repeat(sort)

    def _queue(self) -> NoReturn:
        def tell_everybody(connection: Connection) -> None:
            connection.execute(b"NOTIFY floor, '%s'" % str(time.time()).ljust(7000, "x").encode())

        self._repeat(tell_everybody)

    def _idle(self) -> NoReturn:
        def leave_open(connection: Connection) -> None:
            connection.execute(b"BEGIN")
            connection.execute(b"SELECT floor.hello('H1')")
            connection.execute(b"SELECT 1")
            time.sleep(3600)

        self._repeat(leave_open, *_LISTENS)

    def _large(self) -> NoReturn:
        entry, path = lines_and_entries(12)[1][2], self._folder / "H1.db"
        with journal(path) as kept:
            shipper = Shipper(path, PostgresDoor(self._dsn, "H1"), None)
            while True:
                kept.append([with_note(entry, "x" * 400_000) for _ in range(4)])
                with suppress(NoDoor):
                    while shipper.step():
                        self._shipping.set()


if __name__ == "__main__":
    HostileTable(sys.argv[1], Path(sys.argv[3])).begin(sys.argv[2])
    print("at work", flush=True)
    time.sleep(3600)

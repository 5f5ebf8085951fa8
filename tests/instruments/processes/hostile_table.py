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
from typing import Any, Final, NamedTuple, NoReturn

import psycopg

from console.floor.door import NoDoor, PostgresDoor
from console.floor.shipper import Shipper
from tests.floor.studio_server import journal
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
        'H1', %s, %s, '{}', 1, %s, %s::timestamptz[], %s::text[], %b::bytea[], %s::jsonb, NULL, NULL
    )
"""
_MUCH: Final = "x" * (1 << 20)
_RANDOM: Final = secrets.token_hex(1 << 18)
_WIDE: Final = 60_000
UNREADABLE: Final = b"\x9e\x01\xa1\xff"
"""An entry that the door takes, and in which a text is no UTF-8."""
STOLEN: Final = "MALLORY"
"""The name that the table gives everybody."""


class Attack(NamedTuple):
    """Statements that are sent one after the other, with their values."""

    statements: tuple[str, ...]
    values: Callable[[int], tuple[object, ...]] = lambda _: ()
    """By the number of the time."""


def _says(statement: str, *values: object) -> Attack:
    return Attack((statement,), lambda _: values)


def _sets(*statements: str) -> Attack:
    """Each begins with the account's own role; ``{much}`` is a large value, ``{random}`` one that can't be
    compressed, ``{database}`` the database.
    """
    return Attack(tuple(f"ALTER ROLE CURRENT_USER {each}" for each in statements))


def _reports(**fields: object) -> Attack:
    """A sign of life whose report has these fields."""
    told = json.dumps({"standing": "playing", "since": "2026-05-01T00:00:00Z", **fields})
    return _ships(lambda _: (1, bytes(32), "{}", 1, bytes(32), [], [], [], told, b"1" * 16))


def _ships(slots: Callable[[int], tuple[object, ...]]) -> Attack:
    """The door, in a console's own words: part, its begin, heading, first entry, what is before it, times,
    kinds, entries, report, console.
    """
    door = "SELECT said, number, chain, news FROM floor.ship(%s, %s, %b, %s, %s, %b, "
    door += "%s::timestamptz[], %s::text[], %b::bytea[], %s::jsonb, %b, %s)"
    return Attack((door,), lambda at: ("H1", *slots(at), datetime.now(UTC)))


def _part(
    number: Callable[[int], int] = lambda _: secrets.randbelow(1 << 30) + 1,
    heading: Callable[[int], str] = lambda _: "{}",
    entry: Callable[[int], bytes | None] = lambda _: None,
    kind: Callable[[int], str] = lambda _: "note",
) -> Attack:
    """A part of its own each time, of a console that has no id."""

    def slots(at: int) -> tuple[object, ...]:
        begins, packed = secrets.token_bytes(32), entry(at)
        many = 0 if packed is None else 1
        of_entry = (["2026-05-01T00:00:00Z"] * many, [kind(at)] * many, [packed] * many)
        return (number(at), begins, heading(at), 1, begins, *of_entry, None, None)

    return _ships(slots)


def _attempt(
    part: int = 1, begins: bytes = bytes(31) + b"1", first: int = 1, before: bytes | None = None
) -> Attack:
    """A batch of half a megabyte by two consoles in turn, of which all but the first is not taken."""
    return _ships(lambda at: _batch(at, part, begins, first, before or begins, b"\x9e\x01" + _LARGE))


def _batch(at: int, part: int, begins: bytes, first: int, before: bytes, entry: bytes) -> tuple[object, ...]:
    console = (b"1" * 16, b"2" * 16)[at % 2]
    return (part, begins, "{}", first, before, ["2026-05-01T00:00Z"], ["note"], [entry], None, console)


def _calls(at: int) -> tuple[object, ...]:
    """A sign of life with another call, to which a pit boss has come already."""
    call = {"number": secrets.randbelow(1 << 40), "since": "2026-05-01T00:00:00Z", "kind": "call"}
    told = {"standing": "playing", "since": "2026-05-01T00:00:00Z", "call": {**call, "arrived": f"P{at}"}}
    return (1, bytes(32), "{}", 1, bytes(32), [], [], [], json.dumps(told), b"1" * 16)


_LARGE: Final = secrets.token_bytes(1 << 19)
_KNOWN: Final = bytes(31) + b"1"

FACES: Final[dict[str, dict[str, Attack]]] = {
    "log": {
        "a statement of 8 MB": _says(f"SELEC '{8 * _MUCH}'"),
        "a large value": _says("SELECT %s::integer", _MUCH),
        "a value of the door": _says("SELECT floor.hello(%s)", _MUCH),
        "a large report": _says("SELECT %s::jsonb", _MUCH),
        "a relation's name": _says(f'SELECT FROM "{_MUCH}"'),
        "a comment": _says(f"SELECT 1 / 0 -- {_MUCH}"),
        "a setting": _says("SELECT set_config('work_mem', %s, false)", _MUCH),
        "a prepared statement's name": _says(f'EXECUTE "{_MUCH}"'),
        "many short ones": _says("SELECT 1 / 0"),
    },
    "settings": {
        "two of 200 MB": _sets("SET search_path = '{much}'", "SET application_name = '{much}'"),
        "in this database": _sets(
            "IN DATABASE {database} SET search_path = '{much}'",
            "IN DATABASE {database} SET statement_timeout = 0",
        ),
        "default privileges": _says("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC"),
        "no time limit": _sets("SET statement_timeout = 0"),
        "all reset": _sets("RESET ALL"),
        "its password": _sets("PASSWORD 'mine'"),
        "two hundred of its own": _sets(*(f"SET mine.number_{at} = 'x'" for at in range(200))),
        "the log again": _sets("SET log_min_duration_statement = 0", "SET work_mem = '1GB'"),
    },
    "values": {
        "place 60,40": _reports(place="60,40"),
        "a place beyond all numbers": _reports(place=f"{10**30},{10**30}"),
        "2,000 faults": _reports(faults=[[f"d{at}", "lost"] for at in range(2_000)]),
        "a long reason": _reports(reason="x" * _WIDE),
        "1,400 people": _reports(people={f"P{at}": "x" * 30 for at in range(1_400)}),
        "an entry's number": _reports(entry=10**18),
        "a round of signs that turn": _reports(round="\u202e" * (_WIDE // 8)),
        "3,000 changes since the certificate": _reports(
            mode="live", certificate={"at": "2026-05-01T00:00:00Z", "newer": ["software"] * 3_000}
        ),
        "a call and an arrival each time": _ships(_calls),
    },
    "parts": {
        "empty ones": _part(),
        "an unreadable entry in each": _part(entry=lambda _: UNREADABLE),
        "an unreadable heading": _part(heading=lambda _: "x"),
        "a heading of 60 kB": _part(heading=lambda _: f'{{"table": "{"x" * _WIDE}"}}'),
        "one that goes on from nothing": _part(
            heading=lambda _: '{"follows": {"entries": 0, "head": ""}}', entry=lambda _: UNREADABLE
        ),
        "downwards": _part(number=lambda at: (1 << 30) - at, entry=lambda _: UNREADABLE),
        "a kind of its own in each": _part(entry=lambda _: UNREADABLE, kind=lambda _: secrets.token_hex(16)),
        "half a megabyte in each": _part(entry=lambda _: b"\x9e\x01" + _LARGE),
    },
    "attempts": {
        "two consoles": _ships(
            lambda at: _batch(
                at, 1, _KNOWN, at % 7 + 1, _KNOWN if at % 7 == 0 else bytes(32), b"\x9e\x01" + _LARGE
            )
        ),
        "known": _attempt(),
        "forked": _attempt(first=2, before=bytes(32)),
        "behind": _attempt(first=90),
        "replaced": _ships(
            lambda at: _batch(at, 1, secrets.token_bytes(32), 1, bytes(32), b"\x9e\x01" + _LARGE)
        ),
        "refused": _ships(lambda at: _batch(at, 1, _KNOWN, 1, _KNOWN, b"\x00" + _LARGE)),
        "behind in another part": _attempt(part=2, first=5),
    },
    "as a console": {
        "what is held": _says("SELECT * FROM floor.held(%s)", "H1"),
        "what another table has": _says("SELECT * FROM floor.held(%s)", "G0"),
        "a function that is not there": _says("SELECT floor.mine(%s)", "H1"),
        "a value of another kind": _says("SELECT floor.digest_over(%s, %s, %s, %s)", "H1", "x", 1, 1),
        "a digest over all": _says("SELECT floor.digest_over(%s, %s, %s, %s)", "H1", 1, 1, 1 << 40),
        "its own channel": _says("SELECT floor.own_channel()"),
        "the door's own name and another": Attack(
            ("SELECT floor.knock(%s)",), lambda at: (("H1", f"G{at}")[at % 2],)
        ),
        "signs of life": _ships(lambda _: (1, _KNOWN, "{}", 1, _KNOWN, [], [], [], None, b"1" * 16)),
        "states that are none": _says(
            "SELECT floor.keep_states(%s, %s, %s::bigint[], %b::bytea[])", "H1", 1, [1], [b"{}"]
        ),
        "the end that is shorter": _says("SELECT floor.shrunk(%s, %s, %s, %b)", "H1", 1, 0, _KNOWN),
    },
    "writes": {
        "notes to nobody": _says(f"BEGIN; {500 * 'NOTIFY x; COMMIT; BEGIN; '} COMMIT"),
        "numbers of transactions": _says(f"{500 * 'BEGIN; SELECT pg_current_xact_id(); COMMIT; '} SELECT 1"),
        "its own limits as they are": _sets("SET statement_timeout = '10s'"),
        "half a megabyte, rolled back": Attack(
            ("BEGIN", "ALTER ROLE CURRENT_USER SET search_path = '{random}'", "ROLLBACK")
        ),
        "half a megabyte, and away": _sets("SET search_path = '{random}'", "RESET search_path"),
        "privileges, and back": Attack(
            (
                "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC",
                "ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC",
            )
        ),
        "its password as it is": _sets("PASSWORD NULL"),
    },
}
"""The effects of a token on the server's own parts: its log, what guards the accounts, the walls, the index,
the quota, its processors by a console's own words, its WAL and transactions past the floor's functions; the
attacks of each by their names.
"""
REPORTED: Final = (
    *("log: a statement of 8 MB", "log: a large value", "settings: two of 200 MB", "values: place 60,40"),
    *("parts: empty ones", "attempts: two consoles"),
)
"""The attacks that somebody else had found first."""


class HostileTable:
    """A table's account, its journal's folder, and the harm that it can do."""

    def __init__(self, dsn: str, folder: Path) -> None:
        """Nothing is connected yet."""
        self._dsn = dsn
        self._folder = folder
        self._at_work = threading.Event()
        """Set once the server has answered the first attack, or has taken a large entry."""

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
        harms |= {
            f"{face}: {name}": (self._attacks(attack),) * (1 if face == "settings" else 4)
            for face, attacks in FACES.items()
            for name, attack in attacks.items()
        }
        for harm in harms[kind]:
            threading.Thread(target=harm, daemon=True).start()
        if self._large in harms[kind] or kind.partition(":")[0] in FACES:
            self._at_work.wait(60)

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

    def _attacks(self, attack: Attack) -> Callable[[], NoReturn]:
        """One attack, over and over; a locked account knocks twenty times a second."""

        def run() -> NoReturn:
            times = itertools.count()
            while True:
                with suppress(psycopg.Error), self._connected() as connection:
                    names = {"much": 200 * _MUCH, "database": connection.info.dbname, "random": _RANDOM}
                    while not connection.closed:
                        for statement in attack.statements:
                            if any(f"{{{name}}}" in statement for name in names):
                                statement = statement.format_map(names)
                            with suppress(psycopg.Error):
                                connection.execute(statement.encode(), attack.values(next(times)) or None)
                            self._at_work.set()
                time.sleep(0.05)

        return run

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
                        self._at_work.set()


if __name__ == "__main__":
    HostileTable(sys.argv[1], Path(sys.argv[3])).begin(sys.argv[2])
    print("at work", flush=True)
    time.sleep(3600)

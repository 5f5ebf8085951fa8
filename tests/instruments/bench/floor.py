"""The floor: a table's append beside its shipper, the door beside plain statements of PostgreSQL, and what a
window waits for.

The embedded server runs on the same machine, so what it takes is taken from the table too.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psycopg

from console.floor.desk import PostgresDesk
from console.floor.door import PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.operation import add_studio, add_table, add_window
from console.floor.schema import migrate
from console.floor.self_report import Call, CallKind, SelfReport, TableStanding, encode_report
from console.floor.shipper import Shipper, ShippingThread
from console.floor.wall import Boss
from console.table.core import Entry
from console.table.journal import Batch, Heading, Shipment
from tests.instruments.bench import tile, wall
from tests.instruments.bench.appending import SETTLED
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.play import GAME, lines_and_entries, opened, written

A_TURN = 100
TABLES = 200
BOSS = Boss("P1", "Jonas", "pit_boss")
ROWS = 2_000
"""Entries that go in a turn, at each size of a batch."""
APPEND = "1,000 commits a turn; theirs: the same journal with no floor; ours: its shipper woken by each"
SHIPPED = 1_000
"""Commits of a turn beside a shipper: some ten batches. A turn that is shorter than the pause between two
batches has one or none, as it happens, and most of what it takes falls into the next turn.
"""
SENT_WITHIN = 60.0
"""Seconds in which the floor has all of a turn, or something is wrong."""
READ = "the quickest of 100: every table as a window sees it; theirs: the states alone"
TAKE = "from the press until the table's door has answered who comes; theirs: one bare UPDATE of the call"
INSERT = "theirs: INSERT of the same rows, ON CONFLICT DO NOTHING, by executemany in a transaction a batch"
COPY = "theirs: COPY of the same rows, which may be there twice afterwards"


def measure(folder: Path, pairs: int) -> list[Measured]:
    """Both, on one server."""
    with server_for_measures() as server, ExitStack() as stack:
        admin = stack.enter_context(psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True))
        migrate(admin)
        add_studio(admin, "Riga")
        account = add_table(admin, "T1", studio="Riga", game="baccarat", rules="sv").account
        dsn = f"{server.dsn} user={account}"
        lines = list(_doors(folder, admin, dsn, pairs))
        lines += _windows(server, admin, dsn, pairs)
        lines += [tile.measure(folder, server, admin, pairs)]
        lines += [_append(folder / "shipping", dsn, "shipping", pairs, is_reached=True)]
        with _stopped(server):
            lines += [_append(folder / "hanging", dsn, "the floor hanging", pairs)]
        admin.close()
        server.stop(at_once=True)
        lines += [_append(folder / "gone", dsn, "the floor gone", pairs)]
        return [*lines, *wall.measure(pairs)]


@contextmanager
def server_for_measures() -> Iterator[Server]:
    """A server of one's own, with the usual settings: what it says is on disk is."""
    folder = Path(tempfile.mkdtemp(prefix="floor-"))
    folder.chmod(0o711)  # a server that root starts runs as nobody
    server = Server(folder / "f")
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


@contextmanager
def _stopped(server: Server) -> Iterator[None]:
    """A server whose processes all stand still: it takes a connection, and answers nothing."""
    every = [server.pid, *_children(server.pid)]
    for process in every:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in every:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def _children(process: int) -> list[int]:
    told = (path / "stat" for path in Path("/proc").iterdir() if path.name.isdigit())
    found = list[int]()
    for path in told:
        with suppress(OSError):
            name, _, rest = path.read_text("utf-8", "replace").rpartition(")")
            if int(rest.split()[1]) == process:
                found.append(int(name.partition(" ")[0]))
    return found


def _append(folder: Path, dsn: str, how: str, pairs: int, *, is_reached: bool = False) -> Measured:
    """``is_reached``: the floor takes what is sent, and nothing of a turn is left for the next one."""
    entries = lines_and_entries(5_000)[1]
    folder.mkdir()
    with opened(folder / "ours.db") as ours, opened(folder / "theirs.db") as theirs:
        shipper = Shipper(folder / "ours.db", PostgresDoor(dsn, "T1"), GAME)
        shipping = ShippingThread(shipper)
        shipping.start()

        def append(entry: Entry) -> None:
            ours.append([entry])
            shipping.wake()

        shipped, alone = _turn(append, entries), _turn(lambda entry: theirs.append([entry]), entries)

        def turn() -> float:
            spent, until = shipped(), monotonic() + SENT_WITHIN
            while is_reached and (shipper.receipt is None or shipper.receipt.number < ours.last):
                assert monotonic() < until, "the floor takes what is sent"
                sleep(0.01)
            return spent

        turn(), alone()  # the logs have their full length then
        sleep(SETTLED)
        taken = compared(turn, alone, pairs)
        shipping.stop()
    return Measured.rate(f"append, {how}", taken, SHIPPED, "entries", 0.95, APPEND)


def _turn(append: Callable[[Entry], object], entries: Sequence[Entry]) -> Callable[[], float]:
    coming = cycle(entries)

    def turn() -> float:
        due = list(islice(coming, SHIPPED))
        return timed(lambda: [append(entry) for entry in due])

    return turn


def _doors(
    folder: Path, admin: psycopg.Connection[tuple[Any, ...]], dsn: str, pairs: int
) -> Iterator[Measured]:
    shipment = Shipment(written(folder / "played.db", ROWS))
    whole = list[Batch]()
    while not whole or whole[-1].last < ROWS:
        whole.append(shipment.batch(whole[-1].last + 1 if whole else 1, ROWS))
    columns = "table_id text, part integer, number bigint, day date, at timestamptz, kind text, packed bytea"
    key = "PRIMARY KEY (table_id, part, number, day)"
    admin.execute(f"CREATE TABLE public.plain ({columns}, {key})".encode())
    insert = "INSERT INTO public.plain VALUES (%s, %s, %s, current_date, %s, %s, %s) ON CONFLICT DO NOTHING"
    parts = iter(range(1, 1_000_000))
    door = PostgresDoor(dsn, "T1")
    for size, goal in ((1, 0.7), (10, 0.7), (100, 0.7)):
        many = min(ROWS, size * 200)
        batches = [each for each in _cut(whole, size) if each.last <= many]

        def ours(batches: list[Batch] = batches) -> float:
            part = next(parts)
            return timed(lambda: [door.ship(part, shipment.heading, batch) for batch in batches])

        def theirs(batches: list[Batch] = batches) -> float:
            part = next(parts)

            def put(batch: Batch) -> None:
                rows = [
                    ("T1", part, batch.first + at, *row)
                    for at, row in enumerate(zip(batch.times, batch.kinds, batch.packed, strict=True))
                ]
                with admin.transaction(), admin.cursor() as cursor:
                    cursor.executemany(insert, rows)

            return timed(lambda: deque(map(put, batches)))

        taken = compared(ours, theirs, pairs)
        yield Measured.rate(f"door, {size} a batch", taken, many, "entries", goal, INSERT)

    def copied() -> float:
        part = next(parts)

        def put() -> None:
            for batch in _cut(whole, 1_000):
                with admin.cursor() as cursor, cursor.copy("COPY public.copied FROM STDIN") as copy:
                    for at, row in enumerate(zip(batch.times, batch.kinds, batch.packed, strict=True)):
                        copy.write_row(("T1", part, batch.first + at, "2026-01-01", *row))

        return timed(put)

    def shipped() -> float:
        part = next(parts)
        return timed(lambda: [door.ship(part, shipment.heading, batch) for batch in _cut(whole, 1_000)])

    admin.execute(f"CREATE TABLE public.copied ({columns})".encode())
    taken = compared(shipped, copied, pairs)
    door.close()
    yield Measured.rate("door, 1000 a batch", taken, ROWS, "entries", 0.42, COPY)


def _windows(
    server: Server, admin: psycopg.Connection[tuple[Any, ...]], dsn: str, pairs: int
) -> Iterator[Measured]:
    """The waits of a window: for all tables' states, and until the table whose call it takes knows of it."""
    names = ["T1", *(f"B{number}" for number in range(2, TABLES + 1))]
    for name in names:
        add_table(admin, name, studio="Riga", game="baccarat", rules="sv", room="A", switch="A1")
    window = add_window(admin, "bench", studio="Riga", role="boss")
    admin.execute("TRUNCATE floor.state")
    begin = Heading("T1", "baccarat", "sv", "2026-05-01T00:00:00.000Z", "0.3.0", bytes(32))
    with admin.cursor() as cursor:
        told = [(name, encode_report(_told(number)).decode()) for number, name in enumerate(names)]
        cursor.executemany("INSERT INTO floor.state VALUES (%s, 99, now(), now(), %s)", told)
        rows = [(name, bytes(32), bytes(32)) for name in names]
        cursor.executemany("INSERT INTO floor.journal VALUES (%s, 99, %b, '{}', 0, %b, now())", rows)
    since = "(told -> 'call' ->> 'since')::timestamptz"
    calls = (
        f"SELECT table_id, 7, {since}, 99, 'call', now() FROM floor.state WHERE told -> 'call' IS NOT NULL"
    )
    admin.execute(f"INSERT INTO floor.call {calls}".encode())
    desk, door = PostgresDesk(f"{server.dsn} user={window}"), PostgresDoor(dsn, "T1")
    empty, state = Batch(1, bytes(32)), encode_report(_told(0))

    def read() -> float:
        return min(timed(desk.read) for _ in range(A_TURN))

    def bare() -> float:
        asked = "SELECT table_id, told::text FROM floor.state"
        return min(timed(lambda: admin.execute(asked).fetchall()) for _ in range(A_TURN))

    taken = compared(read, bare, pairs)
    span = Measured.span(f"states of {TABLES} tables", taken, "ms", 20, READ)
    yield span._replace(goal="<= 3 ms", met=taken.ours <= 0.003)

    door.ship(99, begin, empty, state)
    (seen,) = (each for each in desk.read().tables if each.table == "T1")
    call = seen.call
    assert call is not None, "it was told"

    def take_and_hear() -> float:
        def both() -> None:
            desk.take_call("T1", call, BOSS)
            there = door.fileno()
            assert there is not None, "it is connected"
            select.select([there], [], [], 10)
            assert door.ship(99, begin, empty, state).coming is not None, "the hint came before"

        spent = timed(both)
        desk.release("T1", call, BOSS)
        door.ship(99, begin, empty, state)
        return spent

    def update() -> float:
        asked = "UPDATE floor.call SET kind = kind WHERE table_id = 'T1' AND ended IS NULL RETURNING taken_by"
        return timed(lambda: admin.execute(asked))

    taken = compared(take_and_hear, update, max(pairs, 15))
    span = Measured.span("a call is taken and heard of", taken, "ms", 100, TAKE)
    yield span._replace(goal="<= 100 ms", met=taken.ours <= 0.1)
    desk.close()
    door.close()


def _told(number: int) -> SelfReport:
    """The report of table ``number``; every tenth table calls."""
    at = datetime(2026, 5, 1, 3, number % 60, tzinfo=UTC)
    call = Call(number=7, kind=CallKind.CALL, since=at) if number % 10 == 0 else None
    return SelfReport(
        standing=TableStanding.PLAYING,
        since=at,
        entry=1_000 + number,
        phase="dealing",
        action="deal",
        actor="dealer",
        round=f"B{number}-812",
        round_open=True,
        dealer="Guðrún",
        call=call,
    )


def _cut(whole: list[Batch], size: int) -> list[Batch]:
    """The same entries in batches of a size; the chain before each is followed again."""
    from console.table.journal import chain

    times = [at for batch in whole for at in batch.times]
    kinds = [kind for batch in whole for kind in batch.kinds]
    packed = [each for batch in whole for each in batch.packed]
    found, head = list[Batch](), whole[0].before
    for at in range(0, len(packed), size):
        some = slice(at, at + size)
        found.append(Batch(at + 1, head, tuple(times[some]), tuple(kinds[some]), tuple(packed[some])))
        for each in packed[some]:
            head = chain.link(head, chain.digest_of(each))
    return found

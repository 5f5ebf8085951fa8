"""The floor: a table's append beside its shipper, and the door beside plain statements of PostgreSQL.

The embedded server runs on the same machine, so what it takes is taken from the table too.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import psycopg

from console.floor.door import PostgresDoor
from console.floor.embedded import SUPERUSER, Server, running
from console.floor.schema import add_table, migrate
from console.floor.shipper import Shipper, ShippingThread
from console.journal.shipment import Batch, Shipment
from console.table.state.entries import Entry
from tests.bench.goals import Measured
from tests.bench.pairs import compared, timed
from tests.bench.play import GAME, opened, played, written

A_TURN = 100
ROWS = 2_000
"""Entries that go in a turn, at each size of a batch."""
APPEND = "100 commits a turn; theirs: the same journal with no floor; ours: its shipper woken by each"
INSERT = "theirs: INSERT of the same rows, ON CONFLICT DO NOTHING, by executemany in a transaction a batch"
COPY = "theirs: COPY of the same rows, which may be there twice afterwards"


def measure(folder: Path, pairs: int) -> list[Measured]:
    """Both, on one server."""
    with _server() as server, ExitStack() as stack:
        admin = stack.enter_context(psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True))
        migrate(admin)
        account = add_table(admin, "T1", studio="Riga", game="baccarat", rules="sv")
        dsn = f"{server.dsn} user={account}"
        lines = list(_doors(folder, admin, dsn, pairs))
        lines += [_append(folder / "shipping", dsn, "shipping", pairs)]
        with _stopped(server):
            lines += [_append(folder / "hanging", dsn, "the floor hanging", pairs)]
        admin.close()
        server.stop(at_once=True)
        lines += [_append(folder / "gone", dsn, "the floor gone", pairs)]
        return lines


@contextmanager
def _server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="floor-"))
    folder.chmod(0o711)  # a server that root starts runs as nobody
    try:
        with running(folder / "f") as server:
            yield server
    finally:
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


def _append(folder: Path, dsn: str, how: str, pairs: int) -> Measured:
    entries = played(5_000)[1]
    folder.mkdir()
    with opened(folder / "ours.db") as ours, opened(folder / "theirs.db") as theirs:
        shipping = ShippingThread(Shipper(folder / "ours.db", PostgresDoor(dsn, "T1"), GAME))
        shipping.start()

        def shipped(entry: Entry) -> None:
            ours.append([entry])
            shipping.wake()

        taken = compared(_turn(shipped, entries), _turn(lambda entry: theirs.append([entry]), entries), pairs)
        shipping.stop()
    return Measured.rate(f"append, {how}", taken, A_TURN, "entries", 0.95, APPEND)


def _turn(append: Callable[[Entry], object], entries: Sequence[Entry]) -> Callable[[], float]:
    coming = cycle(entries)

    def turn() -> float:
        due = list(islice(coming, A_TURN))
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
    yield Measured.rate("door, 1000 a batch", taken, ROWS, "entries", 0.4, COPY)


def _cut(whole: list[Batch], size: int) -> list[Batch]:
    """The same entries in batches of a size; the chain before each is followed anew."""
    from console.journal.file import chain

    times = [at for batch in whole for at in batch.times]
    kinds = [kind for batch in whole for kind in batch.kinds]
    packed = [each for batch in whole for each in batch.packed]
    found, head = list[Batch](), whole[0].before
    for at in range(0, len(packed), size):
        some = slice(at, at + size)
        found.append(Batch(at + 1, head, tuple(times[some]), tuple(kinds[some]), tuple(packed[some])))
        for each in packed[some]:
            head = chain.link(head, chain.hashed(each))
    return found

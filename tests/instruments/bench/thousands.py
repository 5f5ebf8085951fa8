"""``python3 -m tests.instruments.bench.thousands [--tables 2000] [--minutes 10]``: thousands by one relay.

No table is played whole: each sends entries that were played, at its own moments, with its own chain. One
process holds one connection and says every tenth of a second what has come, all in one go, and for a table of
which nothing came for two seconds a sign of life. A table's account may ship for that table alone, so the
floor is given one here that is every table's: no house has such. The last line says whether all is there.
``--wall`` shows the wall's window in a process beside it.
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg

from console.floor.embedded import SUPERUSER, Server
from console.floor.operation import add_studio, add_table, add_window
from console.floor.schema import migrate
from console.floor.self_report import SelfReport, TableStanding, encode_report
from console.table.journal import Shipment, chain
from tests.instruments.bench.floor import server_for_measures
from tests.instruments.bench.play import written

TICK: Final = 0.1
"""Seconds between two of the relay's messages."""
ALIVE: Final = 2.0
"""Seconds after which a table says that it is alive."""
RATE: Final = 0.4
"""Entries a second of a table: as at a table of real baccarat."""
_SHIP: Final = (
    b"SELECT said, number, chain FROM floor.ship(%s, 1, %b, '{}', %s, %b, "
    b"%s::timestamptz[], %s::text[], %b::bytea[], %s::jsonb, NULL, NULL)"
)


class Loaded(NamedTuple):
    """The results of a run."""

    entries: int
    held: int
    """Entries that the floor has at its end."""
    distinct: int
    heads: int
    """Tables whose head at the floor is their own."""
    seconds: float
    server: float
    """Cores."""
    relay: float
    server_pss: float
    """MiB."""
    relay_pss: float
    waits: Sequence[float]
    """Seconds from an entry's commit to the floor's acknowledgement, in order."""
    late: float
    """The share of ticks that began after the next was due."""

    def percentile(self, share: float) -> float:
        """The wait in milliseconds that this share of all stays under."""
        return 1000 * self.waits[min(len(self.waits) - 1, int(len(self.waits) * share))]


class RelayedTable:
    """A table as the relay knows it: how far it is, its chain, what is due."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.begins = name, sha256(name.encode()).digest()
        self.last, self.chain = 0, self.begins
        self.due = list[float]()
        """When the entries that are not sent yet were committed."""
        self.said_at = 0.0
        self.state = encode_report(
            SelfReport(
                standing=TableStanding.PLAYING,
                since=datetime(2026, 5, 1, 3, tzinfo=UTC),
                phase="dealing",
                action="deal",
                actor="dealer",
                round=f"{name}-1",
                round_open=True,
                dealer=f"D{number}",
            )
        ).decode()


@contextmanager
def wall(server: Server, seconds: float) -> Iterator[None]:
    """The wall's window in a process beside it; what it says at its end is printed."""
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        account = add_window(admin, "bench wall", studio="Riga", role="boss")
    command = [sys.executable, "-m", "tests.instruments.bench.wall_beside"]
    window = subprocess.Popen([*command, f"{server.dsn} user={account}", f"{seconds}"])
    try:
        yield
    finally:
        window.wait(seconds)


def loaded(
    server: Server,
    tables: int,
    seconds: float,
    rate: float,
    folder: Path,
    seed: int = 1,
    show: Callable[[Server, float], AbstractContextManager[None]] | None = None,
) -> Loaded:
    """Let ``tables`` tables play for ``seconds`` through one relay; ``show`` prints how they are
    meanwhile.
    """
    most = int(seconds * rate * 2) + 60
    packed, times, kinds = _played(folder, most)
    names = [f"L{number}" for number in range(tables)]
    account = _known(server, names)
    every = [RelayedTable(name, number) for number, name in enumerate(names)]
    chance = random.Random(seed)
    waits = list[float]()
    with (
        nullcontext() if show is None else show(server, seconds),
        psycopg.connect(f"{server.dsn} user={account}", autocommit=True, prepare_threshold=0) as relay,
    ):
        began = time.monotonic()
        coming = [(began + chance.expovariate(rate), at) for at in range(tables)]
        heapq.heapify(coming)
        for table in every:
            table.said_at = began - chance.uniform(0, ALIVE)
        worked, served, ticks, late = time.process_time(), _processor(server.pid), 0, 0
        due = began
        while (now := time.monotonic()) < began + seconds:
            due += TICK
            while coming[0][0] <= now:
                at, number = coming[0]
                every[number].due.append(at)
                heapq.heapreplace(coming, (at + chance.expovariate(rate), number))
            _send(
                relay,
                [each for each in every if each.due or now - each.said_at >= ALIVE],
                now,
                waits,
                packed,
                times,
                kinds,
            )
            ticks += 1
            if (left := due - time.monotonic()) > 0:
                time.sleep(left)
            else:
                late, due = late + 1, time.monotonic()
        _send(relay, [each for each in every if each.due], time.monotonic(), waits, packed, times, kinds)
        took = time.monotonic() - began
        worked, served = time.process_time() - worked, _processor(server.pid) - served
        pss = sum(map(_pss, [server.pid, *children(server.pid)])), _pss(os.getpid())
    waits.sort()
    held, distinct, heads = _held(server, every)
    sent = sum(each.last for each in every)
    return Loaded(sent, held, distinct, heads, took, served / took, worked / took, *pss, waits, late / ticks)


def _send(
    relay: psycopg.Connection[tuple[Any, ...]],
    some: Sequence[RelayedTable],
    now: float,
    waits: list[float],
    packed: Sequence[bytes],
    times: Sequence[str],
    kinds: Sequence[str],
) -> None:
    answers = deque[tuple[RelayedTable, psycopg.Cursor[tuple[Any, ...]]]]()
    with relay.pipeline():
        for table in some:
            first, many = table.last, len(table.due)
            cut = slice(first, first + many)
            told = (table.name, table.begins, first + 1, table.chain, list(times[cut]), list(kinds[cut]))
            cursor = relay.cursor()
            cursor.execute(_SHIP, (*told, list(packed[cut]), table.state))
            answers.append((table, cursor))
            for each in packed[cut]:
                table.chain = chain.link(table.chain, chain.digest_of(each))
            table.last, table.said_at = first + many, now
    heard = time.monotonic()
    for table, cursor in answers:
        row = cursor.fetchone()
        assert row is not None and row[1:] == (table.last, table.chain), (table.name, row)
        waits += [heard - at for at in table.due]
        table.due.clear()


def _played(folder: Path, most: int) -> tuple[list[bytes], list[str], list[str]]:
    shipment = Shipment(written(folder / "played.db", most))
    packed, times, kinds = list[bytes](), list[str](), list[str]()
    while len(packed) < most:
        batch = shipment.batch(len(packed) + 1, most)
        packed += batch.packed
        times += batch.times
        kinds += batch.kinds
    return packed, times, kinds


def _known(server: Server, names: Sequence[str]) -> str:
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        migrate(admin)
        add_studio(admin, "Riga")
        account = add_table(admin, names[0], studio="Riga", game="baccarat", rules="sv").account
        admin.execute("ALTER TABLE floor.tables DROP CONSTRAINT tables_account_key")
        with admin.cursor() as cursor:
            rows = [(name, name, account) for name in names[1:]]
            cursor.executemany(
                "INSERT INTO floor.tables VALUES (%s, 'Riga', %s, '', '', 'baccarat', 'sv', %s)", rows
            )
    return account


def _held(server: Server, every: Sequence[RelayedTable]) -> tuple[int, int, int]:
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        counted = admin.execute(
            "SELECT count(*), count(DISTINCT (table_id, number)) FROM floor.entry"
        ).fetchone()
        heads = dict(
            (name, (number, bytes(head)))
            for name, number, head in admin.execute("SELECT table_id, number, chain FROM floor.journal")
        )
    assert counted is not None, "it counts"
    return counted[0], counted[1], sum(heads.get(each.name) == (each.last, each.chain) for each in every)


def children(process: int) -> Iterator[int]:
    """The processes that a process has made."""
    for path in Path("/proc").iterdir():
        try:
            stat = (path / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if path.name.isdigit() and int(stat[1]) == process:
            yield int(path.name)


def _processor(process: int) -> float:
    """Seconds of the processor's time of a server and of those that it made."""
    found = 0
    for each in (process, *children(process)):
        try:
            stat = Path(f"/proc/{each}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        found += int(stat[11]) + int(stat[12])
    return found / os.sysconf("SC_CLK_TCK")


def _pss(process: int) -> float:
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0.0
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")) / 1024


def main(argv: Sequence[str]) -> int:
    """Do it, and print what it came to; 1 if something is not there, or twice."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.instruments.bench.thousands", description=__doc__)
    parser.add_argument("--tables", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=RATE, help="entries a second of a table")
    parser.add_argument("--wall", action="store_true", help="the wall's window in a process beside it")
    given = parser.parse_args(argv)
    with (
        tempfile.TemporaryDirectory(prefix="dealer-console-bench-") as folder,
        server_for_measures() as server,
    ):
        seconds, show = given.minutes * 60, wall if given.wall else None
        found = loaded(server, given.tables, seconds, given.rate, Path(folder), show=show)
    print(
        f"{given.tables:,} tables, {found.entries:,} entries in {found.seconds:.0f} s "
        f"({found.entries / found.seconds:,.0f} a second): commit to floor "
        f"p50 {found.percentile(0.5):.0f} ms, p99 {found.percentile(0.99):.0f} ms, "
        f"most {1000 * found.waits[-1]:.0f} ms; {found.late:.1%} of the ticks late"
    )
    print(
        f"server {found.server:.3f} core, {found.server_pss:.0f} MiB; "
        f"relay {found.relay:.3f} core, {found.relay_pss:.0f} MiB"
    )
    whole = (found.held, found.distinct, found.heads) == (found.entries, found.entries, given.tables)
    print(
        f"sent {found.entries:,}, held {found.held:,}, distinct {found.distinct:,}, "
        f"heads that are the tables' own {found.heads:,} of {given.tables:,}: "
        f"{'all is there, once' if whole else 'NOT WHOLE'}"
    )
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

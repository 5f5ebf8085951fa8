"""One table's token in wrong hands, beside eleven tables that play: how much later the others' entries come.

Each kind of harm is measured beside a stretch without it, in turn, so that whatever else the machine does
meets both.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final

import psycopg
from msgspec.structs import replace

from console.floor.desk import PostgresDesk
from console.floor.door import NoDoor, PostgresDoor
from console.floor.embedded import SUPERUSER
from console.floor.holdings import Holdings
from console.floor.operation import add_table
from console.floor.self_report import Call, CallKind, encode_report
from console.floor.shipper import Shipper, ShippingThread
from console.floor.wall import SeenCall
from console.floor.witness.diary import check_diary
from console.table.journal import Batch, SqliteJournal
from tests.floor.studio_server import CALLED, EMPTY, JONAS, FloorServer, journal, new_floor
from tests.instruments.harm.driving import PATIENCE, ROOT
from tests.instruments.harm.floors import forever, held_otherwise, sent, served
from tests.instruments.harm.report import Harm
from tests.instruments.processes.hostile_table import STOLEN

HOSTILE: Final = "tests.instruments.processes.hostile_table"
UPHOLDS: Final = "whatever one table does, the others' entries arrive no later than twice as late"
KEPT: Final = "one table's token harms its own table alone"
GOOD: Final = 11
HONEST: Final = 5
LONGEST_WAIT: Final = 1.0
"""Seconds that a call may wait for a wall, and a press at the wall for its answer."""
TWICE: Final = 2.0
_EACH: Final = 0.25
"""Seconds between two entries of a table."""
LOOKS: Final = 0.01
"""Seconds between two looks at what has arrived."""
_SETTLES: Final = 0.5
KINDS: Final = ("connections", "disk", "queue", "idle", "large", "all at once")


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """Each kind by itself, then all at once."""
    seconds, times = (3.0, 1) if quick else (10.0, 3)
    with served() as server:
        place = folder / "promise"
        place.mkdir()
        with new_floor(server, "promise") as floor:
            yield promise(floor, place, 20.0 if quick else 600.0)
        for number, kind in enumerate(KINDS):
            place = folder / f"hostile{number}"
            place.mkdir()
            with new_floor(server, f"hostile{number}") as floor:
                yield beside(floor, place, kind, seconds, times)


def promise(floor: FloorServer, folder: Path, seconds: float, longest: float = LONGEST_WAIT) -> Harm:
    """One token doing all that it can at once, beside five honest tables and two walls; ``longest`` is the
    longest that an honest call may wait, in seconds.
    """
    harm = Harm("hostile table: each in turn", upholds=KEPT)
    account = floor.admin.execute("SELECT account FROM floor.tables WHERE table_id = 'H1'").fetchone()
    if account is None:
        account = (add_table(floor.admin, "H1", studio="Riga", game="baccarat", rules="sv").account,)
    asked = [sys.executable, "-m", HOSTILE, f"{floor.dsn} user={account[0]}", "each in turn", str(folder)]
    waits, took, desks = list[float](), list[float](), (floor.desk(), floor.desk("supervisor"))
    door, sign_of_life = floor.door(), Batch(1, EMPTY.digest)
    with playing(floor, folder, HONEST - 1) as tables:
        with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            try:
                assert child.stdout is not None
                child.stdout.readline()
                began = time.monotonic()
                while time.monotonic() < began + seconds:
                    call = Call(number=len(waits) + 1, kind=CallKind.CALL, since=datetime.now(UTC))
                    asked_at = time.monotonic()
                    door.ship(1, EMPTY, sign_of_life, encode_report(replace(CALLED, call=call)))
                    for desk in desks:
                        waits.append(_seen(desk, "T1", call.number, asked_at))
                    floor.admin.execute(b"DELETE FROM floor.deeds")  # faster than people press
                    asked_at = time.monotonic()
                    seen = SeenCall(part=1, number=call.number, kind="call", age=0)
                    desks[0].take_call("T1", seen, JONAS)
                    took.append(time.monotonic() - asked_at)
                    harm.done(1)
            finally:
                child.kill()
                child.wait(PATIENCE)
        reading = desks[0].read()
    for table in tables:
        sent(Shipper(table.path, table.door(floor), None))
        harm.lost += held_otherwise(floor, [table.path], table.name)
    harm.lost += [
        f"{name.table} calls {name.who} {name.name}"
        for name in reading.names
        if name.name == STOLEN and name.table != "H1"
    ]
    harm.lost += [f"a call waited for {wait:.1f} s" for wait in waits if wait > longest]
    harm.lost += [f"'Take the call' took {wait:.1f} s" for wait in took if wait > longest]
    harm.lost += [f"the diary: {flaw}" for flaw in check_diary(floor.admin).flaws]
    holdings, named = Holdings(floor.admin), set[str]()
    for part in holdings.parts(None):
        walked = holdings.walk(part)
        if walked.flaw is not None or walked.unread:
            named.add(part.name)
    harm.lost += [] if named == {"H1"} else [f"verify names {sorted(named)}"]
    harm.note = (
        f"{len(took)} calls, the longest seen after {1000 * max(waits):.0f} ms and taken in "
        f"{1000 * max(took):.0f} ms; {_did(floor)}"
    )
    return harm


def _seen(desk: PostgresDesk, table: str, call: int, since: float) -> float:
    """Seconds from ``since`` until a wall shows the call, however long that takes."""
    while time.monotonic() < since + PATIENCE:
        with suppress(NoDoor):
            desk.wait_for_hint(0.05)
            for seen in desk.read().tables:
                if seen.table == table and seen.call is not None and seen.call.number == call:
                    break
            else:
                continue
            break
    return time.monotonic() - since


def beside(floor: FloorServer, folder: Path, kind: str, seconds: float, times: int) -> Harm:
    """A hostile table of this kind, beside the others and not, in turn."""
    harm = Harm(f"hostile table: {kind}", upholds=UPHOLDS)
    account = add_table(floor.admin, "H1", studio="Riga", game="baccarat", rules="sv").account
    asked = [
        sys.executable,
        "-m",
        HOSTILE,
        f"{floor.dsn} user={account}",
        kind,
        str(folder),
    ]
    calm, hostile, most, queue = list[float](), list[float](), 0, 0.0
    with playing(floor, folder) as tables, wall(floor):
        waits_of(floor, tables, 1.0)  # the first batches make connections
        for _ in range(times):
            calm += waits_of(floor, tables, seconds)
            with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
                try:
                    assert child.stdout is not None
                    child.stdout.readline()
                    time.sleep(_SETTLES)
                    hostile += waits_of(floor, tables, seconds)
                    row = floor.admin.execute(_HELD, (account,)).fetchone() or (0, 0.0)
                    most, queue = max(most, row[0]), max(queue, row[1])
                finally:
                    child.kill()
                    child.wait(PATIENCE)
            time.sleep(_SETTLES)
            harm.done(round(GOOD * seconds / _EACH))
    for table in tables:
        sent(Shipper(table.path, table.door(floor), None))
        harm.lost += held_otherwise(floor, [table.path], table.name)
    later, slowest = (_share(hostile, calm, at) for at in (50, 95))
    harm.note = (
        f"median {later:.2f} and 95th percentile {slowest:.2f} of the time without, "
        f"{1000 * statistics.median(calm):.0f} ms; {most} connections, {100 * queue:.2f} % of the queue, "
        f"{_did(floor)}"
    )
    harm.lost += [] if later <= TWICE else [f"{kind}: entries arrive {later:.2f} times as late"]
    asked_role = "SELECT rolcanlogin FROM pg_roles WHERE rolname = %s"
    is_locked = floor.admin.execute(asked_role, (account,)).fetchone() == (False,)
    harm.note += "; locked" if is_locked else ""
    harm.lost += [] if most or is_locked else [f"{kind}: it did nothing, and so nothing is proved"]
    harm.lost += [] if most <= 4 else [f"{kind}: {most} connections"]
    return harm


_HELD: Final = """
    SELECT (SELECT count(*) FROM pg_stat_activity WHERE usename = %s), pg_notification_queue_usage()
"""


def _did(floor: FloorServer) -> str:
    """The hostile table's doings, in words: if it did nothing, that nothing was late would prove nothing."""
    asked = "SELECT temp_bytes >> 20 FROM pg_stat_database WHERE datname = current_database()"
    (disk,) = floor.admin.execute(asked).fetchone() or (0,)
    asked = "SELECT coalesce(sum(octet_length(packed)) >> 20, 0) FROM floor.entry WHERE table_id = 'H1'"
    (large,) = floor.admin.execute(asked).fetchone() or (0,)
    asked = "SELECT count(*) FROM floor.diary WHERE what = 'session_ended'"
    (ended,) = floor.admin.execute(asked).fetchone() or (0,)
    return f"{disk} MB of temporary files, {large} MB of entries, {ended} times ended"


def _share(hostile: list[float], calm: list[float], at: int) -> float:
    return _percentile(hostile, at) / _percentile(calm, at)


def _percentile(values: list[float], at: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[at - 1]


class GoodTable:
    """A good table: what it recorded and when, by the number of the entry."""

    def __init__(self, floor: FloorServer, folder: Path, name: str) -> None:
        self.name, self.path = name, folder / f"{name}.db"
        self._account = add_table(floor.admin, name, studio="Riga", game="baccarat", rules="sv").account
        self.recorded = dict[int, float]()
        self.journal: SqliteJournal = journal(self.path)
        self._every = forever()
        self.thread = ShippingThread(Shipper(self.path, self.door(floor), None))

    def door(self, floor: FloorServer) -> PostgresDoor:
        """Its own, set again."""
        return PostgresDoor(f"{floor.dsn} user={self._account}", self.name)

    def play(self) -> None:
        """One entry, and on its way."""
        self.journal.append(list(islice(self._every, 1)))
        self.recorded[self.journal.last] = time.monotonic()
        self.thread.wake()


@contextmanager
def playing(floor: FloorServer, folder: Path, many: int = GOOD) -> Iterator[list[GoodTable]]:
    """The good tables at play, each in its turn, in one thread."""
    ended = threading.Event()
    with ExitStack() as stack:
        tables = [GoodTable(floor, folder, f"G{number}") for number in range(many)]
        for table in tables:
            stack.enter_context(closing(table.journal))
            table.thread.start()

        def play() -> None:
            while not ended.is_set():
                for table in tables:
                    table.play()
                    ended.wait(_EACH / many)

        player = threading.Thread(target=play)
        player.start()
        try:
            yield tables
        finally:
            ended.set()
            player.join()
            for table in tables:
                table.thread.stop(5)


@contextmanager
def wall(floor: FloorServer) -> Iterator[list[float]]:
    """A pit boss's window reads once a second, and so looks who is beyond its limits; the seconds of each
    reading.
    """
    ended, took = threading.Event(), list[float]()
    desk = PostgresDesk(f"{floor.dsn} user={floor.windows['boss']}")

    def read() -> None:
        while not ended.wait(1.0):
            began = time.monotonic()
            with suppress(NoDoor):  # an answer that never came took too long
                desk.read()
            took.append(time.monotonic() - began)

    wall = threading.Thread(target=read)
    wall.start()
    try:
        yield took
    finally:
        ended.set()
        wall.join()
        desk.close()


def waits_of(floor: FloorServer, tables: list[GoodTable], seconds: float) -> list[float]:
    """For each entry that was recorded within ``seconds`` seconds, the seconds until it arrived."""
    began = time.monotonic()
    until, waits = began + seconds, list[float]()
    arrived = {table.name: max(table.recorded, default=0) for table in tables}
    names = {table.name: table for table in tables}
    with psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True) as looks:
        while time.monotonic() < until + PATIENCE:
            now = time.monotonic()
            for name, number in looks.execute("SELECT table_id, number FROM floor.journal").fetchall():
                table = names.get(name)
                if table is None:
                    continue
                for each in range(arrived[name] + 1, number + 1):
                    recorded = table.recorded.get(each, now)
                    if began <= recorded < until:
                        waits.append(now - recorded)
                arrived[name] = max(arrived[name], number)
            if now >= until and all(
                arrived[table.name]
                >= max((n for n, at in list(table.recorded.items()) if at < until), default=0)
                for table in tables
            ):
                break
            time.sleep(LOOKS)
    return waits

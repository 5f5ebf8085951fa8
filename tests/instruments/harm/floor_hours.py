"""Eight hours of forty tables in forty-eight minutes: how late entries come, and what grows that must not.

Whole simulated tables play, each with its journal, its shipper and its troubles, in this process; the server
has its usual settings; a wall hears all of them in a process of its own. What a pulled cable or a card that
nobody has seen holds back is late for a reason, and is counted beside what was to come at once.
"""

from __future__ import annotations

import logging
import os
import select
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import psycopg

from console.floor.desk import PostgresDesk
from console.floor.door import Answer, BatchStatus, PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.operation import add_studio, add_table, add_window
from console.floor.schema import migrate
from console.floor.self_report import read_report
from console.floor.shipper import Shipper
from console.floor.studio.floor_start import _warm_decoders
from console.floor.studio.plan import StudioPlan
from console.floor.studio.simulated_studio import Studio
from console.table.core import SystemClock
from console.table.journal import Batch, Heading, Shipment
from tests.floor.studio_server import FloorServer
from tests.instruments.bench.floor import server_for_measures
from tests.instruments.bench.thousands import children
from tests.instruments.harm.driving import PATIENCE, ROOT
from tests.instruments.harm.floors import UPHOLDS, held_otherwise, sent
from tests.instruments.harm.report import Harm

TABLES: Final = 40
HOURS: Final = 8
FASTER: Final = 10
"""Play is this many times as fast as at real tables."""
RATE: Final = 0.4
"""Entries a second of a real table of baccarat."""
LINES: Final = 0.9
"""Entries that a line of a simulated table makes, on the average."""
CALM: Final = 100.0
"""Seconds from one trouble to the next at a table: help takes as long as at a real one."""
LOOKS: Final = 24
"""The number of looks at the processes' memory and handles, at equal distances."""
FILLED: Final = 0.25
"""The share of the time in which all is filled that is filled once."""
MORE: Final = 1.15
"""The largest memory at the end, as a multiple of the memory after that share."""
BESIDE: Final = 8.0
"""MiB that it may be more in any case."""


class Taken(NamedTuple):
    """Resources that a server with all its processes, a wall or the studio holds at a moment."""

    handles: int
    threads: int
    own: float
    """MiB that are nobody else's: without the server's shared buffers, which fill as they are meant to."""
    share: float
    """MiB with its share of what it has in common with others."""


class Waits:
    """Seconds from an entry's moment to the door's answer, by what it waited for; for all tables' threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.at_once, self.unseen, self.cable = (array("d") for _ in range(3))
        """Waits of entries that were due at once; of those that the table itself held back, since they name a
        card that nobody has been shown or follow such a card; of those that were held back by a pulled cable
        or a server that was away.
        """

    def took(self, batch: Batch, since: datetime, held_to: int = 0) -> None:
        """A batch has been taken that was sent by a line that is there since then; the table had held back
        entries up to ``held_to``.
        """
        now = datetime.now(UTC)
        moments = enumerate(map(datetime.fromisoformat, batch.times), batch.first)
        with self._lock:
            for number, at in moments:
                late = (now - at).total_seconds()
                waited = self.unseen if number <= held_to else self.at_once
                (self.cable if at < since else waited).append(late)


class TimedDoor(PostgresDoor):
    """A table's door that notes how late its entries came."""

    def __init__(self, dsn: str, table: str, waits: Waits) -> None:
        super().__init__(dsn, table)
        self._waits, self._held_to = waits, (0, 0)
        self.since = datetime.now(UTC)

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        """Send a batch as any door does, and measure how long its entries waited."""
        answer = super().ship(part, heading, batch, state)
        if answer.status is BatchStatus.TAKEN and batch.packed:
            self._waits.took(batch, self.since, max(self._held_to, (part, 0))[1])
        report = None if state is None else read_report(state).report
        if report is not None and report.held_back:
            self._held_to = part, batch.last + report.held_back
        return answer


def hours(folder: Path, tables: int = TABLES, minutes: float = HOURS * 60 / FASTER) -> Harm:
    """Let ``tables`` tables play for ``minutes`` minutes before a wall; afterwards the server has every
    entry, once.
    """
    harm = Harm(f"{minutes:g} minutes of {tables} tables, ten times as fast", upholds=UPHOLDS)
    plan = StudioPlan(folder=folder / "tables", tables=tables, pace=LINES / (RATE * FASTER), calm=CALM)
    waits = Waits()
    with server_for_measures() as server:
        accounts, boss, walkers = _known(server, plan)

        def door(table: str) -> PostgresDoor:
            return TimedDoor(f"{server.dsn} user={accounts[table]}", table, waits)

        with ExitStack() as stack, _wall(f"{server.dsn} user={boss}") as wall:
            _warm_decoders(plan)
            desk = PostgresDesk(f"{server.dsn} user={walkers}")
            studio = Studio(plan, SystemClock(), door, stack, desk)
            with studio.at_play():
                looks = _looked(server, wall, minutes)
        # What lies face down at the end has no shipper any more that waits for its being shown.
        journals = {planned.name: planned.journal for planned in plan.studio_tables}
        for name, journal in journals.items():
            sent(Shipper(journal, PostgresDoor(f"{server.dsn} user={accounts[name]}", name), None))
        _count(server, accounts, journals, harm)
    harm.lost += [] if wall.heard > minutes * 10 else [f"the wall heard {wall.heard} readings"]
    harm.lost += grown(looks)
    harm.note = told(looks, waits, harm.checked / (minutes * 60), wall.heard)
    return harm


def _known(server: Server, plan: StudioPlan) -> tuple[dict[str, str], str, str]:
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        migrate(admin)
        add_studio(admin, "Riga")
        accounts = {
            planned.name: add_table(
                admin, planned.name, studio="Riga", game=planned.game, rules=planned.rules
            ).account
            for planned in plan.studio_tables
        }
        windows = [add_window(admin, name, studio="Riga", role="boss") for name in ("wall", "walkers")]
    return accounts, windows[0], windows[1]


def _count(server: Server, accounts: dict[str, str], journals: dict[str, Path], harm: Harm) -> None:
    """Check that every table's bytes are there, each once, and nothing is disputed."""
    with psycopg.connect(f"{server.dsn} user={SUPERUSER}", autocommit=True) as admin:
        floor = FloorServer(server, server.dsn, admin, accounts, [], [], {})
        for name, journal in journals.items():
            harm.done(Shipment(journal).last()[0], held_otherwise(floor, [journal], name))
        said = admin.execute(
            "SELECT count(*), count(DISTINCT (table_id, part, number)) FROM floor.entry"
        ).fetchone()
    assert said is not None, "it counts"
    held, distinct = said
    harm.lost += [] if held == distinct == harm.checked else [f"{harm.checked} sent, {held} held, {distinct}"]


# --- what the processes have ----------------------------------------------------------------------


def _looked(server: Server, wall: _Wall, minutes: float) -> list[dict[str, Taken]]:
    """The resources of each process group, at each look."""
    found, each = list[dict[str, Taken]](), minutes * 60 / LOOKS
    until = time.monotonic()
    for _ in range(LOOKS):
        until += each
        time.sleep(max(0.0, until - time.monotonic()))
        found.append(
            {
                "server": taken([server.pid, *children(server.pid)]),
                "wall": taken([wall.process.pid]),
                "tables": taken([os.getpid()]),
            }
        )
    return found


def taken(processes: Sequence[int]) -> Taken:
    """The resources of these processes together; one that has ended meanwhile has none."""
    handles, threads, own, share = 0, 0, 0, 0
    for process in processes:
        place = Path(f"/proc/{process}")
        try:
            lines = (place / "smaps_rollup").read_text("ascii").splitlines()
            handles += len(list((place / "fd").iterdir()))
            threads += len(list((place / "task").iterdir()))
        except OSError:
            continue
        said = {line.partition(":")[0]: int(line.split()[1]) for line in lines[1:]}
        own, share = own + said["Pss_Anon"], share + said["Pss"]
    return Taken(handles, threads, own / 1024, share / 1024)


def grown(looks: Sequence[dict[str, Taken]]) -> list[str]:
    """The processes that have more at the end than once all caches were filled."""
    first, last, found = looks[int(len(looks) * FILLED)], looks[-1], list[str]()
    for name in first:
        before, after = first[name].own, last[name].own
        if after > before * MORE + BESIDE:
            found.append(f"{name}: {before:.0f} MiB of its own, {after:.0f} at the end")
    if last["wall"].handles > first["wall"].handles + 2:
        found.append(f"wall: {first['wall'].handles} handles, {last['wall'].handles} at the end")
    return found


def told(looks: Sequence[dict[str, Taken]], waits: Waits, rate: float, heard: int) -> str:
    """The figures in a line."""
    said = [f"{rate:.0f} entries a second"]
    for what, late in (
        ("due at once", waits.at_once),
        ("held back for an unseen card", waits.unseen),
        ("after a cable", waits.cable),
    ):
        ordered = sorted(late)
        if ordered:
            at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99)]
            said.append(
                f"{len(ordered):,} {what}: p50 {1000 * at[0]:.0f} ms, p99 {1000 * at[1]:.0f} ms, "
                f"most {ordered[-1]:.1f} s"
            )
    first, last = looks[int(len(looks) * FILLED)], looks[-1]
    for name, before in first.items():
        after, at_first = last[name], looks[0][name]
        said.append(
            f"{name} {at_first.own:.0f} > {before.own:.0f} > {after.own:.0f} MiB of its own "
            f"(with its share {before.share:.0f} > {after.share:.0f}), "
            f"handles {before.handles} > {after.handles}"
        )
    return "; ".join((*said, f"the wall heard {heard:,} readings"))


# --- the wall, a process of its own ---------------------------------------------------------------


class _Wall:
    """The wall's process, and at its end how many readings it heard."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process, self.heard = process, 0


@contextmanager
def _wall(dsn: str) -> Iterator[_Wall]:
    command = [sys.executable, "-m", "tests.instruments.harm.floor_hours", dsn]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None, "it is a pipe"
        process.stdout.readline()
        wall = _Wall(process)
        try:
            yield wall
        finally:
            said, _ = process.communicate(timeout=PATIENCE)
            wall.heard = msgspec.json.decode(said or b"0", type=int)


def main(dsn: str) -> None:
    """A wall of Riga until its input ends; how many readings it heard."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    logging.disable(logging.WARNING)
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from console.base.words import Words
    from console.floor.ui.floor_window import FloorWindow, WallOptions
    from console.floor.wall import Reading
    from console.table.people.table_people import TrainingPeople

    heard = 0

    def count(_: Reading) -> None:
        nonlocal heard
        heard += 1

    application = QApplication([])
    people, words = TrainingPeople(()), Words("de")
    silent = WallOptions(beep=lambda: None)
    window = FloorWindow(PostgresDesk(dsn), people, words, "Riga", clock=SystemClock(), options=silent)
    window.line.reading_came.connect(count)
    window.resize(1920, 1080)
    window.show()
    window.start()
    print("begun", flush=True)

    def look() -> None:
        if select.select([sys.stdin], [], [], 0)[0]:
            window.close()
            application.quit()

    timer = QTimer(interval=200)
    timer.timeout.connect(look)
    timer.start()
    application.exec()
    print(heard, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])

"""Twenty-four hours at tables of all games in some minutes: whether anything grows that must not.

After each hour of the table's own clock it is looked at what the console has taken of the machine, and how
long a press or a card took to its painted view. The last hour is held against the first: absolute figures say
nothing on another machine. After the last one more is played while every allocation is traced.
"""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import tempfile
import threading
import tracemalloc
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import msgspec
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from console.table.core import encode_table
from console.table.game.card_set import CardSet
from tests.instruments.harm.around import delete_what_is_due
from tests.instruments.harm.driving import ROOT
from tests.instruments.harm.nights import StaffedTable, night
from tests.instruments.harm.report import Harm

GAMES: Final = ("roulette", "blackjack", "baccarat")
"""The longest first."""
HOURS: Final = 8
"""A shift of each game, twenty-four hours in all."""
HOUR: Final = 3_600.0
AT_ONCE: Final = 2
"""Tables that are played beside each other, each in a process of its own."""
RULES: Final = "sv"


class Hour(msgspec.Struct, frozen=True):
    """A table's resources when an hour was over, and what had happened by then."""

    memory: float
    """Resident, MiB."""
    blocks: int
    """Blocks of Python's own memory."""
    handles: int
    threads: int
    widgets: int
    log: float
    """The journal's write-ahead log, MiB."""
    state: int
    """Bytes of the table as a checkpoint keeps it, without its card set: of that a fixed number of shoes is
    kept, more than are dealt in eight hours.
    """
    taken: float
    """Milliseconds from a card or a press to its painted view, the hour's median. It has no limit: what else
    the machine does says more there than the console.
    """
    worked: float
    """Milliseconds of the processor's time in it: what else the machine does says less there."""
    entries: int
    done: dict[str, int]


class Soaked(msgspec.Struct, frozen=True):
    """A table's hours, what was still held of all that was allocated in one more, and how long it took."""

    game: str
    hours: tuple[Hour, ...]
    traced: float
    """MiB."""
    seconds: float
    bugs: tuple[str, ...] = ()


LIMITS: Final[dict[str, tuple[float, float]]] = {
    "memory": (1.15, 0),
    "blocks": (1.1, 0),
    "handles": (1.0, 2),
    "threads": (1.0, 1),
    "widgets": (1.25, 5),
    "log": (1.0, 6),
    "state": (2.0, 0),
    "worked": (1.5, 0.5),
}
"""The last hour's figure may be at most this multiple of the first's, and so much more beside that."""
BETWEEN: Final = 2.0
"""Seconds of play between two things that a try rehearses."""
TRACED_AT_MOST: Final = 1.0
"""MiB in an hour: what is kept of the last views, prompts and incidents comes and goes."""


def soaked(game: str, folder: Path, hours: int = HOURS, hour: float = HOUR) -> Soaked:
    """Go through all that can happen, then play ``hours`` hours of ``hour`` seconds each, and one that is
    traced.
    """
    begun = perf_counter()
    with night(game, RULES, folder) as table:
        table.rehearse()
        found = list[Hour]()
        while len(found) < hours:
            found.append(_played(table, hour))
            said = f"{game}: {len(found)} of {hours} hours after {perf_counter() - begun:.0f} s"
            print(said, file=sys.stderr, flush=True)
        traced = _traced(table, hour)
    return Soaked(game, tuple(found), traced, perf_counter() - begun, tuple(table.bugs))


def tried(game: str, folder: Path, seconds: float, incidents: int) -> Soaked:
    """Do the same things twice, ``incidents`` incidents among them, nothing by chance and nothing traced."""
    begun, found = perf_counter(), list[Hour]()
    with night(game, RULES, folder) as table:
        table.by_chance = False
        for _ in range(3):
            table.rehearse(incidents, between=BETWEEN)
            found.append(_played(table, seconds))
    return Soaked(game, tuple(found[1:]), 0.0, perf_counter() - begun, tuple(table.bugs))


def _played(table: StaffedTable, seconds: float) -> Hour:
    table.taken.clear()
    table.worked.clear()
    table.play(seconds)
    delete_what_is_due()
    gc.collect()
    return Hour(
        memory=_resident(),
        blocks=sys.getallocatedblocks(),
        handles=len(list(Path("/proc/self/fd").iterdir())),
        threads=threading.active_count(),
        widgets=len(QApplication.allWidgets()),
        log=table.log.stat().st_size / 2**20,
        state=len(encode_table(replace(table.shown.table, card_set=CardSet()))),
        taken=_middle(table.taken),
        worked=_middle(table.worked),
        entries=table.view.entry,
        done=dict(table.done),
    )


def _middle(seconds: list[float]) -> float:
    """The median in milliseconds; 0 of none, where no card was dealt and nothing pressed."""
    return median(seconds) * 1000 if seconds else 0.0


def _resident() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def _traced(table: StaffedTable, seconds: float) -> float:
    """MiB that are held of what was allocated in so long; what fills a cache for the first time is not."""
    tracemalloc.start()
    try:
        table.play(seconds / 4)
        delete_what_is_due()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        table.play(seconds)
        delete_what_is_due()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / 2**20


def grown(soak: Soaked, of: Iterable[str] = LIMITS) -> list[str]:
    """Each resource that grew, with its figures; ``of`` names those that are looked at."""
    first, last = soak.hours[0], soak.hours[-1]
    return [
        f"{name} {getattr(first, name):,.4g} in the first hour, {getattr(last, name):,.4g} in the last"
        for name in of
        if getattr(last, name) > getattr(first, name) * LIMITS[name][0] + LIMITS[name][1]
    ]


def wrong(soak: Soaked) -> list[str]:
    """All that is not as it must be."""
    rounds = [hour.done["rounds"] for hour in soak.hours]
    stood = [number for number, pair in enumerate(pairwise(rounds), 2) if pair[0] == pair[1]]
    held = [f"{soak.traced:.2f} MiB held of one hour"] if soak.traced > TRACED_AT_MOST else []
    return [*grown(soak), *held, *soak.bugs, *(f"no round was played in hour {number}" for number in stood)]


# --- all of it ------------------------------------------------------------------------------------


def soak(hours: int = HOURS) -> list[Harm]:
    """Play a table of each game for ``hours`` hours; a line for each."""
    with ThreadPoolExecutor(AT_ONCE) as at_once:
        return list(at_once.map(lambda game: _harm(game, hours), GAMES))


def _harm(game: str, hours: int) -> Harm:
    """The result of a table's run in a process of its own; one that stood still, or broke, is lost."""
    command = [sys.executable, "-m", "tests.instruments.harm.soak", game, str(hours)]
    ended = subprocess.run(command, stdout=subprocess.PIPE, cwd=ROOT, check=False)
    harm = Harm(f"{hours} hours of {game}")
    if ended.returncode:
        harm.done(0, [f"{game}: ended with {ended.returncode}; what it said is above"])
        return harm
    found = msgspec.json.decode(ended.stdout, type=Soaked)
    harm.times, harm.checked = found.hours[-1].done["rounds"], found.hours[-1].entries
    harm.lost, harm.note = wrong(found), figures_of(found)
    return harm


def figures_of(found: Soaked) -> str:
    """The figures: the first hour's, and the last one's."""
    first, last = found.hours[0], found.hours[-1]
    done = last.done
    return (
        f"memory {first.memory:.0f} > {last.memory:.0f} MiB, traced {found.traced:+.2f} MiB/h, "
        f"handles {first.handles} > {last.handles}, threads {first.threads} > {last.threads}, "
        f"widgets {first.widgets} > {last.widgets}, log {first.log:.1f} > {last.log:.1f} MiB, "
        f"state {first.state:,} > {last.state:,} bytes, painted in {first.taken:.1f} > {last.taken:.1f} ms, "
        f"processor {first.worked:.1f} > {last.worked:.1f} ms; "
        f"{done['incidents']} incidents, {done['faults']} faults of devices, {done['people']} people; "
        f"{found.seconds:.0f} s"
    )


def main(game: str, hours: int) -> None:
    """One table in this process; what it came to as JSON."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # what the offscreen platform can't do
    logging.disable(logging.WARNING)  # how many cables are pulled
    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory(prefix="dealer-console-soak-") as folder:
        os.environ["XDG_DATA_HOME"] = folder  # the key that seals is not the user's
        found = soaked(game, Path(folder), hours)
    sys.stdout.buffer.write(msgspec.json.encode(found))
    assert application is not None


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

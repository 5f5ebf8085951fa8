"""The time from the start of the process to the first painted prompt, beside a window with only a label.

The table is a LIVE one with a shoe on a pty. Once the last 5,000 entries of its journal come after its last
checkpoint, as they may in a journal of an older console; once as many as a restart has to fold at most.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from console.table.core import Person, Role
from console.table.core.running.table_journal import CHECKPOINT_EVERY
from console.table.people import PeopleFile
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, of_pairs
from tests.instruments.bench.play import written

ENTRIES = 5_000


class Painted(NamedTuple):
    """Seconds to the first paint, and the most memory until then, MiB."""

    seconds: float
    memory: float


def measure(folder: Path, pairs: int) -> list[Measured]:
    """Time and memory of the same starts."""
    return [
        line
        for entries in (ENTRIES, CHECKPOINT_EVERY)
        for line in _measured(folder / str(entries), entries, pairs)
    ]


def _measured(folder: Path, entries: int, pairs: int) -> list[Measured]:
    folder.mkdir()
    device, port = os.openpty()
    table = live_table(folder, os.ttyname(port), entries)
    (folder / "journal.db").rename(folder / "kept.db")
    taken: dict[str, list[Painted]] = {"console": [], "bare": []}

    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # both find their bytecode, as at any start but the first

    def ours() -> float:
        for leftover in folder.glob("journal.db*"):
            leftover.unlink()
        shutil.copy(folder / "kept.db", folder / "journal.db")
        taken["console"].append(started(env, "console", str(table)))
        return taken["console"][-1].seconds

    def theirs() -> float:
        taken["bare"].append(started(env, "bare"))
        return taken["bare"][-1].seconds

    seconds = compared(ours, theirs, pairs)
    memory = of_pairs([(a.memory, b.memory) for a, b in zip(*taken.values(), strict=True)])
    for end in (device, port):
        os.close(end)
    how, after = (
        f"processes; {entries:,} entries folded; theirs: QMainWindow and QLabel",
        f"after {entries:,}",
    )
    peak = f"{how}; the peak of resident memory"
    start = Measured.span(f"start to the first prompt {after}", seconds, "ms", None, how)
    return [
        start._replace(goal="<= 0.5 s", met=seconds.ours <= 0.5),
        Measured.span(f"memory at the first prompt {after}", memory, "MiB", None, peak),
    ]


def started(env: dict[str, str], *what: str) -> Painted:
    """Start a process and wait for what it says of its first paint."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "tests.instruments.bench.painted", *what]
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=env).stdout.split()
    return Painted(float(said[0]) - begun, float(said[1]))


def live_table(folder: Path, port: str, entries: int) -> Path:
    """A LIVE table's file, with its journal and its people beside it."""
    written(folder / "journal.db", entries)
    people = PeopleFile(folder / "people.json", pepper=folder / "pepper")
    people.add(Person("S1", "Saga", Role.SUPERVISOR, "sv"), "481592")
    people.add(Person("D1", "Disa", Role.DEALER, "sv"), "730264")
    file = folder / "table.toml"
    file.write_text(
        f"""name = "T1"\ngame = "baccarat"\nrules = "sv"\nlanguage = "sv"
journal = "journal.db"\npeople = "people.json"
pepper = "pepper"\n\n[[device]]\nname = "shoe"\nurl = "{port}"\n""",
        "utf-8",
    )
    return file

"""The log's memory: a million entries opened, filtered and paged to the end, beside an empty one.

Each in a process of its own, which says what it holds at its end; the cache of the system is not counted.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import of_pairs
from tests.instruments.bench.play import opened

READER: Final = "tests.instruments.processes.log_reader"
AT_MOST: Final = 10
"""MiB more than the empty one."""


def memory(many: Path, folder: Path, pairs: int) -> Measured:
    """The most that each held, in MiB; a Linux figure."""
    empty = folder / "empty.journal"
    opened(empty).close()
    taken = [(_held(many), _held(empty)) for _ in range(min(pairs, 3))]
    both = of_pairs(taken)
    more = both.ours - both.theirs
    how = "every page to the end, unfiltered and filtered, and the counts; theirs: a journal without entries"
    ours, theirs = (f"{each:,.1f} MiB" for each in (both.ours, both.theirs))
    return Measured("log, memory", ours, theirs, both.ratio, f"+{AT_MOST} MiB", more <= AT_MOST, how)


def _held(path: Path) -> float:
    said = subprocess.run(
        [sys.executable, "-m", READER, str(path)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return int(said.split()[0]) / 1024

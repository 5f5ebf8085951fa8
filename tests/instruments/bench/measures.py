"""``python3 -m tests bench [name...] [--quick]``: one line a goal.

Each measure runs in a process of its own, so that none goes on from what another has left behind.

A goal that is missed is said plainly and is no failure: the exit status is 0 whenever all was measured,
else 1.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

MEASURES = {
    "start": "starting",
    "beside": "beside",
    "wire": "painting",
    "append": "appending",
    "sync": "syncing",
    "replay": "replaying",
    "verify": "verifying",
    "trial": "trying",
    "restart": "restarting",
    "engine": "engine",
    "blackjack": "blackjack_engine",
    "review": "reviewing",
    "review_window": "review_window",
    "views": "views",
    "growth": "growth",
    "floor": "floor",
}
"""The measures that can be asked for, each with its module."""
ENTRIES = (
    "of floor: its search over so many entries of 200 tables, 10000000 or 100000000, and nothing else; "
    "of growth: the largest of its journals, beside a tenth of it and so on"
)
PAIRS, FEWER = 11, 6
MISSED, UNMEASURED = "bench: missed: ", "what could not be measured"


def main(argv: Sequence[str]) -> int:
    """Set up, measure what is asked for, print a line for each goal."""
    given = arguments(argv)
    os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # what the offscreen platform can't do
    pairs = FEWER if given.quick else PAIRS
    print(f"bench: medians of {pairs} interleaved pairs, the ratio is ours by theirs", flush=True)
    names = given.names or [*MEASURES]
    if given.entries is not None:
        missed = measured("floor_search" if names == ["floor"] else "growth", pairs, given.entries)
    elif len(names) == 1:
        missed = measured(MEASURES[names[0]], pairs)
    else:
        missed = [line for name in names for line in measured_apart(name, quick=given.quick)]
    print(f"{MISSED}{', '.join(missed)}" if missed else "bench: every goal is met")
    return 1 if UNMEASURED in missed else 0


def measured_apart(name: str, *, quick: bool) -> list[str]:
    """Measure in a process of its own, print its lines as they come, and name what was missed."""
    missed: list[str] = []
    command = [sys.executable, "-m", "tests", "bench", name, *(["--quick"] if quick else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as measure:
        assert measure.stdout is not None
        for line in measure.stdout:
            if line.startswith(MISSED):
                missed += line.removeprefix(MISSED).rstrip().split(", ")
            elif not line.startswith("bench: "):
                print(line, end="", flush=True)
    if measure.returncode:
        print(f"bench: {name} ended with {measure.returncode}: nothing is known of it", flush=True)
        missed.append(UNMEASURED)
    return missed


def measured(module: str, pairs: int, *asked: int) -> list[str]:
    """Measure, print at once, and name what was missed."""
    missed = []
    with tempfile.TemporaryDirectory(prefix="dealer-console-bench-") as folder:
        for line in import_module(f"tests.instruments.bench.{module}").measure(Path(folder), pairs, *asked):
            print(line.line(), flush=True)
            missed += [line.name] if line.met is False else []
    return missed


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 -m tests bench", description=__doc__, allow_abbrev=False)
    names = ", ".join(MEASURES)
    parser.add_argument("names", nargs="*", metavar="name", help=f"of {names}; none: all")
    parser.add_argument("--quick", action="store_true", help=f"{FEWER} pairs, not {PAIRS}")
    parser.add_argument("--entries", type=int, metavar="N", help=ENTRIES)
    given = parser.parse_args(argv)
    if given.entries is not None and (given.names not in (["floor"], ["growth"]) or given.entries < 200_000):
        parser.error("--entries: of floor or of growth alone, 200,000 or more")
    if unknown := [name for name in given.names if name not in MEASURES]:
        parser.error(f"{', '.join(unknown)}: no such measure; there are {names}")
    return given

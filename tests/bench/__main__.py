"""``python3 -m tests.bench [name...] [--quick]``: the set-up, then one line a goal.

A goal that is missed is said plainly and is no failure: the exit status is 0 whenever all was measured.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

MEASURES = {
    "start": "starting",
    "wire": "painting",
    "append": "appending",
    "sync": "syncing",
    "replay": "replaying",
    "trial": "trying",
    "restart": "restarting",
    "engine": "engine",
    "blackjack": "blackjack_engine",
    "review": "reviewing",
    "review_window": "review_window",
    "views": "views",
    "floor": "floor",
}
"""What can be asked for, and the module that measures it."""
ENTRIES = "of floor: its search over so many entries of 200 tables, 10000000 or 100000000, and nothing else"
PAIRS, FEWER = 11, 6


def main(argv: Sequence[str]) -> int:
    """Set up, measure what is asked for, print a line for each goal."""
    given = arguments(argv)
    from console.setup.environment import ROOT, enter

    enter(window=True, extras=["bench", "floor"])
    os.chdir(ROOT)
    if not os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # what the offscreen platform can't do
    pairs = FEWER if given.quick else PAIRS
    print(f"bench: medians of {pairs} interleaved pairs, the ratio is ours by theirs", flush=True)
    if given.entries is not None:
        missed = measured("floor_search", pairs, given.entries)
    else:
        missed = [line for name in given.names or MEASURES for line in measured(MEASURES[name], pairs)]
    print(f"bench: missed: {', '.join(missed)}" if missed else "bench: every goal is met")
    return 0


def measured(module: str, pairs: int, *asked: int) -> list[str]:
    """Measure, print at once, and name what was missed."""
    missed = []
    with tempfile.TemporaryDirectory(prefix="dealer-console-bench-") as folder:
        for line in import_module(f"tests.bench.{module}").measure(Path(folder), pairs, *asked):
            print(line.line(), flush=True)
            missed += [line.name] if line.met is False else []
    return missed


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench", description=__doc__, allow_abbrev=False)
    names = ", ".join(MEASURES)
    parser.add_argument("names", nargs="*", metavar="name", help=f"of {names}; none: all")
    parser.add_argument("--quick", action="store_true", help=f"{FEWER} pairs, not {PAIRS}")
    parser.add_argument("--entries", type=int, metavar="N", help=ENTRIES)
    given = parser.parse_args(argv)
    if given.entries is not None and (given.names != ["floor"] or given.entries < 200_000):
        parser.error("--entries: of floor alone, 200,000 or more")
    if unknown := [name for name in given.names if name not in MEASURES]:
        parser.error(f"{', '.join(unknown)}: no such measure; there are {names}")
    return given


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""``python3 -m tests.bench [name...] [--quick] [--long]``: the set-up, then one line a goal.

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
    "engine": "engine",
    "append": "appending",
    "replay": "replaying",
    "start": "starting",
    "wire": "painting",
}
"""What can be asked for, and the module that measures it."""
LONG = {"restart": "restarting"}
"""What takes more than a minute: measured when asked for, or with ``--long``."""
PAIRS, FEWER = 9, 6


def main(argv: Sequence[str]) -> int:
    """Set up, measure what is asked for, print a line for each goal."""
    given = arguments(argv)
    from console.bootstrap import ROOT, enter

    enter(window=True, extras=["bench"])
    os.chdir(ROOT)
    if not os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    measures = MEASURES | (LONG if given.long or given.names else {})
    pairs = FEWER if given.quick else PAIRS
    print(f"bench: each line is the median of {pairs} interleaved pairs, ours by theirs", flush=True)
    missed = [line for name in given.names or measures for line in measured(measures[name], pairs)]
    print(f"bench: {len(missed)} goals missed" if missed else "bench: every goal met")
    return 0


def measured(module: str, pairs: int) -> list[str]:
    """Measure, print at once, and name what was missed."""
    missed = []
    with tempfile.TemporaryDirectory(prefix="dealer-console-bench-") as folder:
        for line in import_module(f"tests.bench.{module}").measure(Path(folder), pairs):
            print(line.line(), flush=True)
            missed += [line.name] if line.met is False else []
    return missed


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench", description=__doc__, allow_abbrev=False)
    names = [*MEASURES, *LONG]
    parser.add_argument(
        "names", nargs="*", metavar="name", help=f"of {', '.join(names)}; none: the short ones"
    )
    parser.add_argument("--quick", action="store_true", help=f"{FEWER} pairs, not {PAIRS}")
    parser.add_argument("--long", action="store_true", help="what takes minutes too")
    given = parser.parse_args(argv)
    if unknown := [name for name in given.names if name not in names]:
        parser.error(f"{', '.join(unknown)}: no such measure; there are {', '.join(names)}")
    return given


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

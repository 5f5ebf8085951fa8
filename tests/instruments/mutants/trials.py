"""``python3 -m tests mutants words``, ``rooms`` or ``rows``: how many planted faults the tests would find.

``words``: ``--count`` wrong words a language (500); the exit status is 1 under the goals.
``rooms``: ``--sample`` changes (400) over what decides at a table and shows it, or in one ``--room``; what
came of each is kept in a file and not tried again, but for the survivors with ``--again``. One that is killed
takes some seconds, one that lives a minute or two; ``--quick`` asks its own room and the transcripts alone.
``rows``: the same of tables alone: each limit, each order of two columns, each row, each term of a sum.
Either makes the same ones for a ``--seed``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from console.base.setup import ROOT


def main(argv: Sequence[str]) -> int:
    """Make them, try them, say what survived."""
    options = argparse.ArgumentParser(prog="python3 -m tests mutants")
    options.add_argument("what", choices=("words", "rooms", "rows"))
    options.add_argument("--count", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--sample", type=int, default=400)
    options.add_argument("--room", help="console/table/core/play, say")
    options.add_argument("--only", nargs="*", default=(), help="operators: RowOut TermOut, say")
    options.add_argument("--kept", type=Path, default=ROOT / ".mutants.jsonl", help="what came of each")
    options.add_argument("--again", action="store_true", help="try the survivors again")
    options.add_argument("--quick", action="store_true", help="fewer tests")
    wanted = options.parse_args(argv)
    if wanted.what == "words":
        return words(wanted.seed, wanted.count)
    return rooms(wanted)


def words(seed: int, count: int) -> int:
    """Wrong words: 0 if as many are caught as the goals say."""
    from tests.instruments.mutants.words import report

    lines, good = report(seed, count)
    print("\n".join(lines))
    return 0 if good else 1


def rooms(wanted: argparse.Namespace) -> int:
    """Changes of the rules; that some survive is no failure, for some say the same in other words."""
    from tests.instruments.mutants.rooms import ROOMS, mutants_of_rooms, report

    of = [wanted.room] if wanted.room else ROOMS
    chosen = mutants_of_rooms(of, wanted.sample, wanted.seed, wanted.only, of_rows=wanted.what == "rows")
    print("\n".join(report(of, chosen, wanted.kept, wanted.again, wanted.quick)))
    return 0

"""``python3 -m tests differ``: random lines against a second reader of the protocol.

The reader (``tests.instruments.differ.reference``) was made from the table protocol's text alone, without the
table's code. Lines that might happen at a table, most of them what the prompt asks for, are told to it and to
``console drive``; where a view differs, lines are left out until the fewest are left that show it. What is
printed is a command to be run, the field, the console's value and the text's. Differences of one game, field
and kind of line are shrunk once and counted. The exit status is 0 only if there is none.

``--minutes 10`` is how long, or ``--lines 30000`` how many lines; the last line says how many of them came in
a halt. ``--seed N`` is where chance begins, ``--game`` and ``--rules`` one of them alone, ``--table FILE``
another copy of the decision table, ``--trouble 0.3`` how much goes wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import inf
from pathlib import Path


def main(argv: Sequence[str]) -> int:
    """Play and report; 1 if anything differs."""
    from tests.instruments.differ.cases import RULES, TABLE
    from tests.instruments.differ.reference.table_values import GAMES

    parser = argparse.ArgumentParser("python3 -m tests differ", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    parser.add_argument("--lines", type=int, help="how many lines at least, however long they take")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins (0)")
    parser.add_argument("--game", choices=GAMES, help="one game alone")
    parser.add_argument("--rules", choices=RULES, help="one rulebook alone")
    parser.add_argument("--trouble", type=float, help="how much goes wrong, 0 to 1; as it comes if left out")
    parser.add_argument("--table", type=Path, default=TABLE, help="the decision table to read")
    given = parser.parse_args(argv)
    from tests.instruments.differ import cases
    from tests.instruments.differ.comparing import Search, search

    cases.TABLE_READ = given.table.resolve()
    wanted = Search(
        games=(given.game,) if given.game else GAMES,
        rules=(given.rules,) if given.rules else RULES,
        seed=given.seed,
        trouble=given.trouble,
    )
    seconds = given.minutes * 60 if given.lines is None else inf
    found = search(wanted, seconds=seconds, lines=given.lines, tell=lambda text: print(text, flush=True))
    return 1 if found else 0

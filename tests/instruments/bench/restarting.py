"""A restart on a journal of a million entries beside one of a thousand.

Both are built through the journal's own append, thousands of entries a transaction: the same hours at the
table again and again, with a checkpoint where each begins. What is to be folded after the last one is equal.
"""

from __future__ import annotations

from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from console.table.core import SystemClock
from console.table.core.judging import checkpoints
from console.table.custody import open_session
from console.table.game import load_rulebook
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.play import FIRST, SV, lines_and_entries, opened

MANY, FEW = 1_000_000, 1_000
AT_ONCE = 5_000
FOLDED = 500
RULEBOOK = load_rulebook("sv")


def measure(folder: Path, pairs: int) -> list[Measured]:
    """From opening the file to the table that takes its next line."""
    many, few = built(folder / "many.db", MANY), built(folder / "few.db", FEW)
    beside = compared(lambda: restarted(many), lambda: restarted(few), pairs)
    size = many.stat().st_size / 2**20
    how = f"{MANY:,} entries ({size:,.0f} MiB) beside {FEW:,}, {FOLDED} to fold in both; files in the cache"
    return [Measured.span("restart", beside, "ms", 1.2, how)]


def built(path: Path, entries: int) -> Path:
    """A journal whose last checkpoint lies ``FOLDED`` entries before its end."""
    kept, state = lines_and_entries(AT_ONCE)[1][:AT_ONCE], checkpoints.encode_table(FIRST)
    with opened(path, begin=FIRST) as journal:
        while left := entries - FOLDED - journal.last:
            journal.append(kept[: min(left, AT_ONCE)], state)
        journal.append(list(islice(kept, FOLDED)))
        assert journal.last == entries
    return path


def restarted(path: Path) -> float:
    """Seconds; closing is not measured."""
    with ExitStack() as stack:
        return timed(lambda: open_session(path, SV, RULEBOOK, SystemClock(), stack))

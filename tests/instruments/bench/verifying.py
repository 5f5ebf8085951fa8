"""A long journal verified by several processes, beside one process that verifies it alone.

It has a million entries of play under a seal, with the states that were kept, and is verified as by
``dealer-console journal verify``. Time is the clock's: it is what somebody waits. As many processes work
as there are processors, so on one processor there is nothing to gain.
"""

from __future__ import annotations

import sys
from pathlib import Path

from console.base.system import free_processors
from console.table.core import SetClock
from console.table.custody.verdict import replayer
from console.table.journal import seal_key, verify
from console.table.journal.proof.seals import seal
from console.table.journal.proof.verification import LEAST, MOST
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import Turn, compared, timed
from tests.instruments.bench.play import filled, opened

ENTRIES = 1_000_000
FEWER = 3
"""Of three pairs of other measures there is one of these: a pair of a million entries takes half a minute."""


def measure(folder: Path, pairs: int, entries: int = ENTRIES, least: int = LEAST) -> list[Measured]:
    """Several processes, each with ``least`` entries or more, beside one."""
    path = filled(folder / "table.journal", entries)
    with opened(path) as journal:
        seal(journal, seal_key(folder / "keys"), SetClock())
    several, one = (verify(path, replayers=replayer, least=each) for each in (least, sys.maxsize))
    assert several == one and one.flaw is None and one.states, one
    found = compared(_turn(path, least), _turn(path, sys.maxsize), max(1, pairs // FEWER))
    processes = min(free_processors(), MOST, one.entries // least)
    how = f"{one.entries:,} entries, {processes} processes; theirs: one"
    return [Measured.rate("verified by several processes", found, one.entries, "entries", 1.8, how)]


def _turn(path: Path, least: int) -> Turn:
    return lambda: timed(lambda: verify(path, replayers=replayer, least=least))

"""A table's appends while somebody reads its log: beside the same appends with nobody reading.

Read without a pause by another process, as a review on the same machine would at its worst; and in the
console's own process, a page at each frame of a screen, as somebody scrolls.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from shutil import copyfile
from typing import Final

from msgspec.structs import replace

from console.table.journal import Filter, Log
from console.table.journal.log.index import place_of
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.play import lines_and_entries, opened

PAGER: Final = "tests.instruments.processes.log_pager"
A_TURN: Final = 100
FRAME: Final = 1 / 60
GOAL: Final = 1.6
KIND: Final = Filter(kinds=frozenset({"step_done"}))


def writing(journal: Path, folder: Path, pairs: int) -> list[Measured]:
    """Seconds for a number of durable appends, with a reader and without."""
    path = folder / "written.journal"
    for file, copy in ((journal, path), (place_of(journal), place_of(path))):
        copyfile(file, copy)
        with copy.open("rb+") as copied:
            os.fsync(copied.fileno())  # otherwise the first checkpoint would wait for all of it
    coming = cycle(lines_and_entries(5_000)[1])
    with opened(path) as table, _another_process(path) as reads:

        def turn() -> float:
            due = list(islice(coming, A_TURN))
            return timed(lambda: [table.append([entry]) for entry in due])

        def beside_a_process() -> float:
            reads.touch()
            try:
                return turn()
            finally:
                reads.unlink()

        def beside_a_thread() -> float:
            with _own_thread(path):
                return turn()

        how = f"{A_TURN} appends of one entry a turn, four times the pairs, WAL FULL; theirs: nobody reads"
        return [
            Measured.span(name, compared(ours, turn, 4 * pairs), "ms", GOAL, f"{how}; {said}")
            for name, ours, said in (
                ("append, a review beside", beside_a_process, "ours: another process pages without a pause"),
                ("append, a review within", beside_a_thread, "ours: a thread reads 60 pages a second"),
            )
        ]


@contextmanager
def _another_process(path: Path) -> Iterator[Path]:
    """A process that reads while the file that is yielded is there."""
    reads = path.with_name("reads")
    reader = subprocess.Popen([sys.executable, "-m", PAGER, path, reads], stdout=subprocess.PIPE)
    assert reader.stdout is not None
    try:
        reader.stdout.readline()
        yield reads
        assert reader.poll() is None, "it read to the end"
    finally:
        reader.kill()
        reader.communicate()


@contextmanager
def _own_thread(path: Path) -> Iterator[None]:
    ended, began = threading.Event(), threading.Event()

    def scroll() -> None:
        with Log([path]) as log:
            rows = log.newest(KIND)
            began.set()
            while not ended.is_set():
                due = time.perf_counter() + FRAME
                rows = log.newest(replace(KIND, until=rows[-1].at if rows else None))
                time.sleep(max(0.0, due - time.perf_counter()))

    reader = threading.Thread(target=scroll)
    reader.start()
    try:
        began.wait()
        yield
    finally:
        ended.set()
        reader.join()

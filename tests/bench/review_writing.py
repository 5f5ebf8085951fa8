"""A table's appends while somebody reads its log: beside the same appends with nobody reading.

Read without a pause by another process, as a review on the same machine would at its worst; and in the
console's own process, a page at each frame of a screen, as somebody scrolls.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from shutil import copyfile
from typing import Final

from console.journal.log import Log
from console.journal.log_index import beside
from console.journal.log_rows import Filter
from tests.bench.goals import Measured
from tests.bench.pairs import compared, timed
from tests.bench.play import opened, played

A_TURN: Final = 200
FRAME: Final = 1 / 60
GOAL: Final = 1.6
KIND: Final = Filter(kinds=frozenset({"step_done"}))
READING: Final = """
import sys
from pathlib import Path
from console.journal.log import Log
from console.journal.log_rows import Filter

filter = Filter(kinds=frozenset({"step_done"}))
with Log([Path(sys.argv[1])]) as log:
    print("reading", flush=True)
    while True:
        page = log.newest(filter)
        for _ in range(20):
            page = log.before(page.rows[-1].place, filter) if page.older else log.newest(filter)
        log.refresh()
"""


def writing(journal: Path, folder: Path, pairs: int) -> list[Measured]:
    """Seconds for so many durable appends, with a reader and without."""
    path = folder / "written.journal"
    copyfile(journal, path)
    copyfile(beside(journal), beside(path))
    coming = cycle(played(5_000)[1])
    with opened(path) as table:

        def turn() -> float:
            due = list(islice(coming, A_TURN))
            return timed(lambda: [table.append([entry]) for entry in due])

        how = f"{A_TURN} appends of one entry a turn, WAL FULL; theirs: nobody reads"
        return [
            Measured.span(name, compared(_while(read, path, turn), turn, pairs), "ms", GOAL, f"{how}; {said}")
            for name, read, said in (
                ("append, a review beside", _another_process, "ours: another process pages without a pause"),
                ("append, a review within", _own_thread, "ours: a thread reads 60 pages a second"),
            )
        ]


def _while(read: Callable[[Path], object], path: Path, turn: Callable[[], float]) -> Callable[[], float]:
    def ours() -> float:
        with read(path):  # type: ignore[attr-defined]
            return turn()

    return ours


@contextmanager
def _another_process(path: Path) -> Iterator[None]:
    reader = subprocess.Popen([sys.executable, "-c", READING, str(path)], stdout=subprocess.PIPE)
    assert reader.stdout is not None
    try:
        reader.stdout.readline()
        yield
    finally:
        reader.kill()
        reader.communicate()


@contextmanager
def _own_thread(path: Path) -> Iterator[None]:
    ended, began = threading.Event(), threading.Event()

    def scroll() -> None:
        with Log([path]) as log:
            page = log.newest(KIND)
            began.set()
            while not ended.is_set():
                due = time.perf_counter() + FRAME
                page = log.before(page.rows[-1].place, KIND) if page.older else log.newest(KIND)
                time.sleep(max(0.0, due - time.perf_counter()))

    reader = threading.Thread(target=scroll)
    reader.start()
    try:
        began.wait()
        yield
    finally:
        ended.set()
        reader.join()

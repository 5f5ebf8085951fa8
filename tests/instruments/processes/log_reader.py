"""A program that pages through a journal's log, unfiltered and filtered, and says how much memory it took.

Its argument is the journal. It writes the most of its resident memory, in KiB, and the number of pages.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

from console.table.journal import Filter, Log, Tally
from tests.instruments.processes.resident_memory import most_resident


def read_all(path: Path) -> int:
    """Read each page, count the rows, read those in the middle; the number of pages of the last filter."""
    pages = 0
    with Log([path]) as log:
        for filter in (Filter(), Filter(kinds=frozenset({"step_done"}), refused=False)):
            rows, pages = log.newest(filter), 0
            while rows:
                rows, pages = log.newest(replace(filter, until=rows[-1].at)), pages + 1
            tally = Tally(log, filter)
            while tally.step():
                pass
            tally.rows(tally.found // 2, 100)
    return pages


if __name__ == "__main__":
    last_pages = read_all(Path(sys.argv[1]))
    print(most_resident(), last_pages)

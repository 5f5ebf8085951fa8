"""A program that opens the log's screen on a journal, filters it, goes through it and to its end.

Its argument is the journal. It writes the most of its resident memory, in KiB.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import console.table.ui  # noqa: F401 (before whatever else meets Qt: see there)
from console.supervisor.review import JournalReads
from console.table.journal import Filter
from tests.instruments.bench.review_window import Seen
from tests.instruments.bench.reviewing import KIND
from tests.instruments.processes.resident_memory import most_resident


def go_through(path: Path) -> None:
    """Open, filter, choose every 2,000th row, go to the end; the screen is painted at last."""
    seen = Seen(lambda: JournalReads((path,)))
    if not seen.is_empty:
        for wanted in (Filter(), KIND):
            seen.screen.query.look_for(wanted)
            seen.wait(lambda: seen.screen.query.found.done and seen.screen.row is not None)
            rows = seen.screen.list
            for at in range(0, seen.screen.query.rows.count, 2_000):
                rows.choose(at)
                seen.app.processEvents()
            QTest.keyClick(seen.screen.list, Qt.Key.Key_End)
            seen.wait(lambda: seen.screen.row is not None)
    seen.screen.list.viewport().repaint()
    seen.inquiries.stop()


if __name__ == "__main__":
    go_through(Path(sys.argv[1]))
    print(most_resident())

"""The log on the screen over a million entries: its first page and its end, beside rows that cost nothing.

Theirs is the same screen with the same thread, whose rows are made up: what remains is what the journal
costs. Memory is of processes of their own, one over the million, one over a journal without an entry.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from console.base.words import Words
from console.supervisor.review import (
    FilterChoices,
    Glance,
    JournalReader,
    JournalReads,
    SearchProgress,
    Story,
)
from console.supervisor.ui.review import JournalInquiries
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.core import SystemClock
from console.table.journal import Filter, LogPlace, LogRow, Word
from tests.instruments.bench import reviewing
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import Compared, compared, of_pairs
from tests.instruments.bench.play import opened
from tests.instruments.bench.reviewing import KIND, MANY

AT_MOST: Final = 2.0
MORE: Final = 10
"""MiB more than the empty view."""
PATIENCE: Final = 30.0
"""Seconds that anything may take before the bench gives up."""


class MadeUp:
    """Rows that cost nothing: all the same but for their numbers."""

    def __init__(self, row: LogRow, count: int) -> None:
        self._row, self._count = row, count

    def about(self) -> FilterChoices:
        return FilterChoices((), (), {}, (), (), (), (), (), (), self._row.at)

    def look_for(self, wanted: Filter) -> None:
        """Every row fits."""

    def count(self) -> SearchProgress:
        return SearchProgress(self._count, True, self._count)

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        numbers = range(first, min(self._count, first + limit))
        return tuple(replace(self._row, place=self._place(number)) for number in numbers)

    def _place(self, number: int) -> LogPlace:
        return replace(self._row.place, number=self._count - number)

    def words_of(self, typed: str, language: str) -> tuple[Word, ...]:
        return ()

    def bytes_of(self, place: LogPlace) -> tuple[LogRow, ...]:
        return ()

    def number_at(self, moment: datetime) -> int:
        return 0

    def glance(self, place: LogPlace) -> Glance | None:
        return None

    def story(self, place: LogPlace) -> Story | None:
        return None

    def prepare(self) -> float:
        return 1.0

    def close(self) -> None:
        """Nothing is open."""


class Seen:
    """The log's screen with what it reads; a person's keys, and the time until what they ask is painted."""

    def __init__(self, reads: Callable[[], JournalReader]) -> None:
        self.app = QApplication.instance() or QApplication([])
        self.inquiries = JournalInquiries(reads)
        self.screen = LogScreen(self.inquiries, Words("en"), SystemClock())
        self.screen.resize(1280, 800)
        self.screen.show()
        self.inquiries.start()
        self.screen.begin(None, lambda _: ())
        self.wait(lambda: self.screen.query.found.done and (self.is_empty or self.screen.row is not None))

    @property
    def is_empty(self) -> bool:
        """Whether there is no row."""
        return not self.screen.query.rows.count

    def wait(self, true: Callable[[], bool]) -> None:
        """Turn the loop until something is so."""
        ends = perf_counter() + PATIENCE
        while not true():
            self.app.processEvents()
            if perf_counter() > ends:
                raise TimeoutError("the log's screen was waited for in vain")

    def first_page(self) -> float:
        """Seconds from the asking to the first page painted."""
        begun = perf_counter()
        self.screen.query.look_for(self.screen.query.wanted)
        self.wait(lambda: self.screen.row is not None)
        self.screen.list.viewport().repaint()
        return perf_counter() - begun

    def end(self) -> float:
        """Seconds from the press of End to the last page painted."""
        QTest.keyClick(self.screen.list, Qt.Key.Key_Home)
        self.wait(lambda: self.screen.row is not None)
        self.screen.list.viewport().repaint()
        begun = perf_counter()
        QTest.keyClick(self.screen.list, Qt.Key.Key_End)
        self.wait(lambda: self.screen.row is not None)
        self.screen.list.viewport().repaint()
        return perf_counter() - begun

    def close(self) -> None:
        """Let go of it."""
        self.inquiries.stop()
        self.screen.deleteLater()


def measure(folder: Path, pairs: int) -> list[Measured]:
    """First page, the end, memory."""
    many = reviewing.cached(MANY)
    ours = Seen(lambda: JournalReads((many,)))
    row = ours.screen.row
    assert row is not None, "a journal of a million entries has a first row"
    count = ours.screen.query.rows.count
    theirs = Seen(lambda: MadeUp(row, count))
    how = f"{count:,} entries; theirs: the same screen with made-up rows"
    lines = [
        Measured.span(
            "log's window, first page",
            compared(ours.first_page, theirs.first_page, pairs),
            "ms",
            AT_MOST,
            how,
        ),
        Measured.span("log's window, the end", compared(ours.end, theirs.end, pairs), "ms", AT_MOST, how),
    ]
    ours.screen.query.look_for(KIND)
    ours.wait(lambda: ours.screen.query.found.done and ours.screen.row is not None)
    filtered = _first_page(ours, theirs, pairs)
    lines.append(Measured.span("log's window, filtered", filtered, "ms", AT_MOST, how))
    ours.close()
    theirs.close()
    return [*lines, memory(many, folder, pairs)]


def _first_page(ours: Seen, theirs: Seen, pairs: int) -> Compared:
    return compared(ours.first_page, theirs.first_page, pairs)


def memory(many: Path, folder: Path, pairs: int) -> Measured:
    """The largest memory of a view, in MiB; a Linux figure."""
    empty = folder / "empty.journal"
    opened(empty).close()
    taken = [(_held(many), _held(empty)) for _ in range(min(pairs, 3))]
    both = of_pairs(taken)
    more = both.ours - both.theirs
    how = "opened, filtered, gone through and to its end; theirs: a journal without entries"
    ours, theirs = (f"{each:,.1f} MiB" for each in (both.ours, both.theirs))
    return Measured("log's window, memory", ours, theirs, both.ratio, f"+{MORE} MiB", more <= MORE, how)


def _held(path: Path) -> float:
    command = [sys.executable, "-m", "tests.instruments.processes.log_window", str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return int(said.split()[-1]) / 1024

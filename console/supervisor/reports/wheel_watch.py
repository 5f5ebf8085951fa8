"""Looks at a wheel's figures with each thousand spins and each shift, while its table plays."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Final

from console.supervisor.reports.wheel_figures import Conclusion, WheelReport
from console.table.core import NoteKind, ShownTable, Table, UnusualWheel
from console.table.journal import JournalError

log = logging.getLogger(__name__)

SPINS: Final = 1000
"""Spins between two looks."""
LIMIT: Final = 7.5e-6
"""The chance, at most, that a look is wrong, over all its tests. A month has some 43 looks by spins and 90 by
shifts, so a true wheel gives one alarm in 1,000 months.
"""
_FILES: Final = 2
"""How many of the journal's files are read: this month's, and the one before."""


class WheelWatch:
    """Watches one journal; called in the table's thread, it reads in its own thread."""

    def __init__(self, journal: Path, note: Callable[[NoteKind, str], object]) -> None:
        """``note`` is called in the watch's own thread, once for each test of a wheel."""
        self._journal, self._note = journal, note
        self._looked: int | None = None
        self._shift_began = False
        self._thread: Thread | None = None
        self._ends = False

    def observe(self, shown: ShownTable) -> None:
        table = shown.table
        if getattr(shown.job, "what", None) is NoteKind.SHIFT_BEGAN:
            self._shift_began = True
        is_due = self._looked is None or self._shift_began or table.round_number - self._looked >= SPINS
        is_reading = self._thread is not None and self._thread.is_alive()
        if not is_due or is_reading or table.open_round or not table.is_open or self._ends:
            return
        self._looked, self._shift_began = table.round_number, False
        self._thread = Thread(target=self._look, args=(table,), name="wheel figures", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ends = True
        self.wait()

    def wait(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _look(self, table: Table) -> None:
        # It is imported here so that no start waits for a module of statistics.
        from console.supervisor.history.timeline import ReportCancelled
        from console.supervisor.reports.journal_reports import wheel_report
        from console.table.journal import archives

        try:
            report = wheel_report(
                archives.volumes(self._journal)[-_FILES:], None, self._goes_on, significant=LIMIT
            )
        except ReportCancelled:
            return  # The table closes, and its next start looks again.
        except (JournalError, OSError) as error:
            log.warning("the figures of the wheel can't be computed: %s", error)
            return
        for each in unusual_wheels(report):
            if not any(table.is_noted_as(each, known) for known in table.wheel.unusual):
                self._note(NoteKind.WHEEL_UNUSUAL, each.text)

    def _goes_on(self, _entry: int) -> bool:
        sleep(0.005)  # This lets the table's thread work.
        return not self._ends


def unusual_wheels(report: WheelReport) -> Iterator[UnusualWheel]:
    """The tests of each wheel, and of its dealers' steps, that chance alone does not explain."""
    for wheel in report.wheels:
        serial = wheel.serial or ""
        tests = {
            "numbers": wheel.by_number.conclusion,
            "sectors": wheel.by_sector.conclusion,
            "arcs": wheel.by_arc.conclusion,
            "equal": wheel.equal.conclusion,
            "steps": wheel.by_step.conclusion,
            "repeated": wheel.repeated.conclusion,
        }
        for name, conclusion in tests.items():
            if conclusion is Conclusion.UNUSUAL:
                yield UnusualWheel(serial, name, wheel.spins)
        for each in wheel.by_dealer:
            for name, test in (("steps", each.steps), ("arcs", each.arcs)):
                if test.conclusion is Conclusion.UNUSUAL:
                    yield UnusualWheel(serial, name, each.spins, each.who)

"""Looks at a running table's openings whether its devices still read as they did once it was commissioned."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Final

from console.journal import JournalError
from console.table.running.clock import Clock
from console.table.state.drifted import Drift
from console.table.state.table import Table

log = logging.getLogger(__name__)

EVERY: Final = 4 * 3600
"""Seconds at least between two looks: each of them can be wrong by chance."""
_SECOND: Final = 1_000_000_000


class DriftWatch:
    """Looks at one journal; it is called in the table's thread, and reads in a thread of its own."""

    def __init__(self, journal: Path, clock: Clock, found: Callable[[Drift], object]) -> None:
        """``found`` is told each drift that the table does not know yet, in the watch's own thread."""
        self._journal, self._clock, self._found = journal, clock, found
        self._looked: int | None = None
        self._preparing = False
        self._thread: Thread | None = None

    def see(self, table: Table) -> None:
        """Look where a shoe or a wheel is being made ready: as the table opens, and with each shoe."""
        before, self._preparing = self._preparing, table.preparation is not None
        if self._preparing and not before:
            self.look(table)

    def look(self, table: Table) -> None:
        """Begin to look if it is due, and return at once."""
        now = self._clock.monotonic()
        recently = self._looked is not None and now - self._looked < EVERY * _SECOND
        if table.commissioned is None or recently or (self._thread is not None and self._thread.is_alive()):
            return
        self._looked = now
        told = {(each.device, each.measure) for each in table.commissioned.drifts}
        begun = Thread(target=self._run, args=(told,), name="device drift", daemon=True)
        begun.start()
        self._thread = begun

    def wait(self) -> None:
        """Wait until a look that was begun has ended."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, told: set[tuple[str, str]]) -> None:
        # Imported here: no start waits for a module of statistics, nor does a table without a certificate.
        from console.reports.drift.journal_drift import journal_drift

        try:
            drifts = journal_drift(self._journal)
        except (JournalError, OSError) as error:
            log.warning("the drift of the devices can't be told: %s", error)
            return
        for drift in drifts:
            if (drift.device, drift.measure) not in told:
                self._found(drift)

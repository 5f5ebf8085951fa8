"""A table's own health, written at a pace while it plays: Prometheus' text file, beside its collector.

A thread of its own reads the journal as ``console status`` does, only the new entries each time, and rests so
often that the window does not notice it. A failed write keeps nobody from playing: it is logged once, and the
file's own age shows it. If the table stands still, so does this thread: the figures say for how long.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from console.floor.monitoring.text_file import ForeignFile, write_metrics
from console.supervisor.reports import HealthWatch
from console.table.journal import JournalError, utc_now

log = logging.getLogger(__name__)

REST: Final = 0.02
"""Seconds of rest after each stretch that is read: four fifths of the time are the window's."""


class OwnHealth:
    """Writes a table's text file at regular intervals."""

    def __init__(
        self, journal: Path, target: Path, every: float, now: Callable[[], datetime] = utc_now
    ) -> None:
        """Nothing is written yet; ``every`` is in seconds."""
        self._journal, self._target, self._every, self._now = journal, target, every, now
        self._ended = threading.Event()
        self._watch = HealthWatch(journal, lambda: self._ended.wait(REST))
        self._last_error = ""
        self._thread = threading.Thread(target=self._run, name="own health", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()

    def write(self) -> bool:
        """Look, and write the figures; returns whether that worked. It never raises."""
        try:
            at, left = self._now(), shutil.disk_usage(self._journal.parent).free
            write_metrics(self._target, [self._watch.look(at, left)], at)
        except (JournalError, ForeignFile, OSError, ImportError, RuntimeError) as error:
            if str(error) != self._last_error:
                self._last_error = str(error)
                log.warning("the table's health can't be written to %s: %s", self._target, error)
            return False
        self._last_error = ""
        return True

    def _run(self) -> None:
        while not self._ended.is_set():
            self.write()
            self._ended.wait(self._every)

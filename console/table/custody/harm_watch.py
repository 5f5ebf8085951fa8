"""Checks between rounds whether the journal of a running table still is as it was written.

SQLite notices damage to the main file only in pages that it reads, and a running table reads almost none: the
damage would show at the next start. So a thread with a connection of its own checks while no round is open:
the schema, the journal's heading, its end, and less often every page. No commit waits for it. It reports its
findings; the table decides what is done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread
from typing import Final

import msgspec

from console.table.core.running.clock import SECOND, Clock
from console.table.journal import SqliteJournal
from console.table.journal.file.heading import Heading
from console.table.journal.rescue.harm import harm_of

log = logging.getLogger(__name__)

EVERY: Final = 20
"""Seconds at least between two looks."""
ALL_PAGES_EVERY: Final = 900
"""Seconds at least between two looks at every page, which take about a second for each 100 MiB."""


class Harm(msgspec.Struct, frozen=True):
    """The harm to a file, in plain English, and the heading that the file had before."""

    of: Heading | None
    finding: str


class HarmWatch:
    """Checks one journal; it is called in the table's thread."""

    def __init__(self, journal: SqliteJournal, clock: Clock, on_harm: Callable[[Harm], None]) -> None:
        """``on_harm`` is called with the harm, in the watch's thread or that of a caller of :meth:`look`."""
        self._journal, self._clock, self._found = journal, clock, on_harm
        self._looked = clock.monotonic()  # a start has just read the file and must not be slowed
        self._looked_at_all: int | None = None
        self._thread: Thread | None = None
        self._harm: Harm | None = None

    def look(self) -> None:
        """Begin a check if one is due, and return at once; only while no round is open."""
        now = self._clock.monotonic()
        if self._thread is not None and self._thread.is_alive():
            return
        harm, self._harm = self._harm, None
        if harm is not None and harm.of == self._journal.heading and self._journal.is_in_place:
            self._found(harm)  # at the first report a round may have been open
            return
        if now - self._looked < EVERY * SECOND:
            return
        if not self._journal.is_in_place:
            return  # the file was moved or has no entry yet, which the next entry finds
        self._looked = now
        whole = self._looked_at_all is None or now - self._looked_at_all >= ALL_PAGES_EVERY * SECOND
        if whole:
            self._looked_at_all = now
        begun = Thread(target=self._run, args=(whole,), name="journal watch", daemon=True)
        begun.start()  # started before anybody who waits for it can get it
        self._thread = begun

    def wait(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _run(self, whole: bool) -> None:
        try:
            of, finding = self._journal.heading, harm_of(self._journal, every_page=whole)
            harm = None if finding is None else Harm(of, finding)
        except Exception as error:  # the table plays on whatever the error is
            log.warning("the journal can't be looked at: %s", error)
            return
        if harm is not None and self._journal.is_in_place:
            log.error("the journal is harmed: %s", harm.finding)
            self._harm = harm
            self._found(harm)

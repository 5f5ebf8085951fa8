"""Checks now and then, while a table plays, whether its devices still read as when it was commissioned."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Final

from console.table.core import SECOND, Clock, ComparedReads, NoteKind, Phase, Table
from console.table.journal import JournalError

log = logging.getLogger(__name__)

EVERY: Final = 4 * 3600
"""The least seconds between two looks: each of them can be wrong by chance."""
FIRST_ROUNDS: Final = 15
"""Rounds of cards after the opening until today's first reads are checked."""
FIRST_SPINS: Final = 60
"""Spins of a wheel after the opening until then."""


class DriftWatch:
    """Checks one journal; called in the table's thread, it reads in its own thread."""

    def __init__(
        self,
        journal: Path,
        clock: Clock,
        note: Callable[[NoteKind, str], object],
        first_rounds: int = FIRST_ROUNDS,
    ) -> None:
        """``first_rounds`` after the opening today's first reads are checked. ``note`` is called with the
        kind of note and its text, in the watch's own thread: for each drift that is new to the table, and
        once today's first reads are unchanged.
        """
        self._journal, self._clock, self._note = journal, clock, note
        self._first_rounds = first_rounds
        self._looked: int | None = None
        self._was_closed: bool | None = None
        """Whether the table was closed; None before it was seen."""
        self._opened: tuple[tuple[int, int], int] | None = None
        """The moment at which the table was opened, and its rounds until then; None once looked at."""
        self._thread: Thread | None = None

    def observe(self, table: Table, moment: tuple[int, int]) -> None:
        """Check when due: while a shoe or a wheel is made ready, and between rounds. ``moment`` is the last
        entry's: see :attr:`console.table.core.running.station.ShownTable.moment`.
        """
        is_closed = table.phase is Phase.CLOSED and table.preparation is None
        began_open = self._was_closed is None and not is_closed
        if self._was_closed and not is_closed:
            self._opened = moment, table.round_number
        if began_open and (table.open_round or not self._begin(table, None, moment[0])):
            return  # The journal knows the opening, which is searched for later.
        self._was_closed = is_closed
        if is_closed or table.open_round:
            return
        if self._opened is not None and table.round_number - self._opened[1] >= self._first_rounds:
            file, entry = self._opened[0]
            if self._begin(table, (entry, moment[0] - file)):
                self._opened = None
        else:
            self.look(table)

    @property
    def _looked_recently(self) -> bool:
        return self._looked is not None and self._clock.monotonic() - self._looked < EVERY * SECOND

    def look(self, table: Table) -> None:
        """Begin a check unless there was one a short time ago, and return at once."""
        if not self._looked_recently:
            self._begin(table, None)

    def _begin(self, table: Table, today: tuple[int, int] | None, began_in: int | None = None) -> bool:
        """Begin a check; returns whether it began. ``began_in`` is the file of the last entry, as in
        :meth:`observe`, if the journal must be searched for the table's opening.
        """
        if table.commissioned is None or (self._thread is not None and self._thread.is_alive()):
            return False
        self._looked = self._clock.monotonic()
        known = {(each.device, each.measure) for each in table.commissioned.drifts}
        find = None if began_in is None else (began_in, table.round_number)
        begun = Thread(target=self._run, args=(known, today, find), name="device drift", daemon=True)
        begun.start()
        self._thread = begun
        return True

    def wait(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _run(
        self, known: set[tuple[str, str]], today: tuple[int, int] | None, find: tuple[int, int] | None
    ) -> None:
        # Imported here: no start waits for a module of statistics, nor does a table without a certificate.
        from console.commissioning.drift.journal_drift import DayOpening, journal_drift, last_opening

        try:
            if find is not None and (found := last_opening(self._journal)) is not None:
                (opening, rounds), (file, round_number) = found, find
                if self._opened is None and not self._was_closed:  # Otherwise it has been opened again since.
                    self._opened = (file - opening.files_since, opening.entry), round_number - rounds
            looked = journal_drift(self._journal, None if today is None else DayOpening(*today))
        except (JournalError, OSError) as error:
            log.warning("the drift of the devices can't be computed: %s", error)
            return
        if not looked.has_reference:
            log.warning("the file with the certificate is not beside the journal: no reads are compared")
        for drift in looked.drifts:
            if (drift.device, drift.measure) not in known:
                self._note(NoteKind.CERTIFICATE_DRIFT, drift.text)
        drifting = {drift.device for drift in looked.drifts}
        for device, reads in looked.compared.items():
            if device not in drifting:
                self._note(NoteKind.CERTIFICATE_COMPARED, ComparedReads(device, reads).text)

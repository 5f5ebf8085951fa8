"""A table's journal sealed when a shift is over, and the key for that made at the first run.

Knows the journal and the names of shifts; no screen. It is asked in the table's thread, after what happened
has been shown: a seal takes some hundredths of a second, once a shift.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from console.journal import JournalError, SqliteJournal
from console.table.clock import Clock
from console.table.entries import NotRecorded

if TYPE_CHECKING:
    from console.journal.keys import SealKey
    from console.journal.statement import Seal

log = logging.getLogger(__name__)


class ShiftSeals:
    """Seals a journal once the shift has another name than before."""

    def __init__(
        self,
        journal: SqliteJournal,
        clock: Clock,
        shift: Callable[[datetime], str],
        since: datetime,
        key: Callable[[], SealKey] | None = None,
    ) -> None:
        """``since`` is when something happened last: what an earlier shift left unsealed is sealed first."""
        self._journal = journal
        self._clock = clock
        self._shift = shift
        self._key = key or own_key
        self._now = shift(since)

    def look(self) -> Seal | None:
        """Seal if the shift is over; the seal then. One that can't be made is logged, and play goes on."""
        before, self._now = self._now, self._shift(self._clock.utc())
        if before == self._now:
            return None
        from console.journal.seals import seal  # with its library, which takes 14 ms to load

        try:
            return seal(self._journal, self._key(), self._clock, shift=before)
        except (JournalError, NotRecorded) as error:
            log.warning("the shift %s is not sealed: %s", before, error)
            return None


def own_key() -> SealKey:
    """The user's key, made where there is none; NoKey, NotPrivate."""
    from console.journal.keys import default_folder, seal_key

    return seal_key(default_folder())


def make_key() -> None:
    """Have the key before a shift's end asks for it; why there is none is logged."""
    try:
        own_key()
    except JournalError as error:
        log.warning("no journal can be sealed: %s", error)

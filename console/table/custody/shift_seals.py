"""Seals a table's journal when a shift has ended or both shifts have signed; makes the key at the first run.

It knows the journal and the names of shifts, but no screen. It is called in the table's thread, after an
event has been shown or when the clock says so: a seal takes some hundredths of a second, once a shift. A seal
that fails is reported, is tried again during the next shift, and the next seal that succeeds covers what it
should have covered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from console.table.core.running.clock import SECOND, Clock
from console.table.core.state.entries import NotRecorded
from console.table.core.state.note_kinds import SealTrouble
from console.table.journal import JournalError, SqliteJournal
from console.table.journal.older import forget_older

if TYPE_CHECKING:
    from console.table.journal.proof.keys import SealKey
    from console.table.journal.proof.statement import Seal

log = logging.getLogger(__name__)

AGAIN_AFTER: Final = 300
"""Seconds after which a seal that could not be made is tried again."""


def _ignore(_: str) -> None:
    """Report nothing."""


class ShiftSeals:
    """Seals a journal as soon as the shift's name has changed."""

    def __init__(
        self,
        journal: SqliteJournal,
        clock: Clock,
        shift: Callable[[datetime], str],
        since: datetime,
        key: Callable[[], SealKey] | None = None,
        failed: Callable[[str], None] = _ignore,
    ) -> None:
        """``since``: the time of the last event; an earlier shift that was left unsealed is sealed first.
        ``failed`` is called with the shift whose seal could not be made, and each reason once.
        """
        self._journal = journal
        self._clock = clock
        self._shift = shift
        self._key = key or own_key
        self._failed = failed
        self._now = shift(since)
        self._unsealed: str | None = None
        self._tried_at = 0
        self._reported = ""
        self._error: Exception | None = None

    @property
    def lacks_seal(self) -> bool:
        return self._unsealed is not None

    @property
    def is_due(self) -> bool:
        """Whether a seal is to be made by the clock, whatever comes at the table; asked in any thread."""
        return self._shift(self._clock.utc()) != self._now or self._is_due_again

    @property
    def _is_due_again(self) -> bool:
        return self.lacks_seal and self._clock.monotonic() - self._tried_at >= AGAIN_AFTER * SECOND

    def look(self, *, signed: bool = False) -> Seal | None:
        """Seal if the shift has ended, or an earlier seal is missing; returns the seal, or None. ``signed``:
        a person may just have signed a handover; the second signature causes a seal.
        """
        before, self._now = self._now, self._shift(self._clock.utc())
        if before != self._now:
            return self._seal(before, None)
        if signed and (done := self._both_signed()) is not None:
            return self._seal(*done)
        if self._unsealed is not None and self._is_due_again:
            return self._seal(self._unsealed, None)
        return None

    def seal_now(self, by: str) -> Exception | None:
        """Seal everything up to now, at this person's request; returns the error if it failed, else None."""
        self._error = None
        self._seal(self._now, by)
        return self._error

    def _seal(self, shift: str, by: str | None) -> Seal | None:
        from console.table.journal.proof.seals import seal  # with its library, which takes 14 ms to load

        self._tried_at = self._clock.monotonic()
        try:
            made = seal(self._journal, self._key(), self._clock, by, shift)
        except (JournalError, NotRecorded) as error:
            self._error = error
            self._unsealed, why = shift, SealTrouble(shift, str(error)).text
            log.warning("a shift is not sealed: %s", why)
            if why != self._reported:
                self._reported = why
                self._failed(why)
            return None
        self._unsealed, self._reported = None, ""
        forget_older(self._journal.path)
        return made

    def _both_signed(self) -> tuple[str, str] | None:
        from console.table.journal.proof.seals import both_signed

        try:
            return both_signed(self._journal.path)
        except JournalError as error:
            log.warning("no signature can be looked for: %s", error)
            return None


def own_key() -> SealKey:
    """The user's key, made if it does not exist. Raises NoKey, NotPrivate."""
    from console.table.journal.proof.keys import default_folder, seal_key

    return seal_key(default_folder())


def make_key(failed: Callable[[str], None] = _ignore) -> None:
    """Make the key before a shift's end needs it; a failure is logged, and ``failed`` is called with it."""
    try:
        own_key()
    except JournalError as error:
        log.warning("no journal can be sealed: %s", error)
        failed(str(error))

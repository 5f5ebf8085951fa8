"""A table's journal sealed when a shift is over or both shifts have signed; its key made at the first run.

Knows the journal and the names of shifts; no screen. It is asked in the table's thread, after what happened
has been shown: a seal takes some hundredths of a second, once a shift. One that can't be made is told, tried
again while the next shift plays, and what it left is held by the next that can.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from console.journal import JournalError, SqliteJournal
from console.journal.older import forget_older
from console.table.running.clock import Clock
from console.table.state.entries import NotRecorded

if TYPE_CHECKING:
    from console.journal.proof.keys import SealKey
    from console.journal.proof.statement import Seal

log = logging.getLogger(__name__)

AGAIN_AFTER: Final = 300
"""Seconds after which a seal that could not be made is tried again."""
_SECOND: Final = 1_000_000_000


def _nobody(_: str) -> None:
    """Report to nobody."""


class ShiftSeals:
    """Seals a journal once the shift has another name than before."""

    def __init__(
        self,
        journal: SqliteJournal,
        clock: Clock,
        shift: Callable[[datetime], str],
        since: datetime,
        key: Callable[[], SealKey] | None = None,
        failed: Callable[[str], None] = _nobody,
    ) -> None:
        """``since`` is when something happened last: what an earlier shift left unsealed is sealed first.

        ``failed`` is told of which shift a seal could not be made, and why; once for each reason.
        """
        self._journal = journal
        self._clock = clock
        self._shift = shift
        self._key = key or own_key
        self._failed = failed
        self._now = shift(since)
        self._owed: str | None = None
        self._tried_at = 0
        self._told = ""
        self._error: Exception | None = None

    @property
    def owes(self) -> bool:
        """Whether a shift that is over could not be sealed yet."""
        return self._owed is not None

    def look(self, *, signed: bool = False) -> Seal | None:
        """Seal if the shift is over, or if an earlier seal is still to be made. Returns the seal; if it can't
        be made, play goes on.

        ``signed``: somebody may just have signed a handover; the second signature seals.
        """
        before, self._now = self._now, self._shift(self._clock.utc())
        if before != self._now:
            return self._seal(before, None)
        if signed and (done := self._both_signed()) is not None:
            return self._seal(*done)
        if self._owed is not None and self._clock.monotonic() - self._tried_at >= AGAIN_AFTER * _SECOND:
            return self._seal(self._owed, None)
        return None

    def seal_now(self, by: str) -> Exception | None:
        """Seal what there is up to now, as this person asked; why that could not be, else None."""
        self._error = None
        self._seal(self._now, by)
        return self._error

    def _seal(self, shift: str, by: str | None) -> Seal | None:
        from console.journal.proof.seals import seal  # with its library, which takes 14 ms to load

        self._tried_at = self._clock.monotonic()
        try:
            made = seal(self._journal, self._key(), self._clock, by, shift)
        except (JournalError, NotRecorded) as error:
            self._error = error
            self._owe(shift, error)
            return None
        self._owed, self._told = None, ""
        forget_older(self._journal.path)
        return made

    def _owe(self, shift: str, error: Exception) -> None:
        self._owed, why = shift, f"{shift}: {error}"
        log.warning("a shift is not sealed: %s", why)
        if why != self._told:
            self._told = why
            self._failed(why)

    def _both_signed(self) -> tuple[str, str] | None:
        from console.journal.proof.seals import both_signed

        try:
            return both_signed(self._journal.path)
        except JournalError as error:
            log.warning("no signature can be looked for: %s", error)
            return None


def own_key() -> SealKey:
    """The user's key, made where there is none. Raises NoKey, NotPrivate."""
    from console.journal.proof.keys import default_folder, seal_key

    return seal_key(default_folder())


def make_key(failed: Callable[[str], None] = _nobody) -> None:
    """Have the key before a shift's end asks for it; why there is none is logged, and ``failed`` told."""
    try:
        own_key()
    except JournalError as error:
        log.warning("no journal can be sealed: %s", error)
        failed(str(error))

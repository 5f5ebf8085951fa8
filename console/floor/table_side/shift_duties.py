"""What a table still owes for the shift that is over: both signatures of its handover.

It knows the shift's name alone, no person and no journal.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from console.table.state.table import HandoverSigners

SIDES: Final = frozenset(("outgoing", "incoming"))


class ShiftDuties:
    """Which shift ended while somebody was at the table, and whether its handover is signed."""

    def __init__(self, shift: Callable[[datetime], str], since: datetime) -> None:
        """``shift`` names the shift of a moment; ``since`` is when something last happened."""
        self._shift = shift
        self._now = shift(since)
        self._ended: str | None = None

    def is_unsigned(self, handed: HandoverSigners | None, now: datetime) -> bool:
        """Whether the handover of the shift that ended last wants a signature."""
        shift = self._shift(now)
        if shift != self._now:
            self._ended, self._now = self._now, shift
        if self._ended is None:
            return False
        signed = handed is not None and handed.shift >= self._ended and handed.signed.keys() >= SIDES
        return not signed

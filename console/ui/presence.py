"""Whether somebody is at this screen: when the session locks.

Times are seconds of a monotonic clock and come from the caller. It knows no window and no PIN.
"""

from __future__ import annotations


class Presence:
    """How long nobody has touched anything."""

    def __init__(self, *, lock_after: float) -> None:
        """Seconds without input after which the session locks."""
        self._lock_after = lock_after
        self._last_input = 0.0
        self.locked = False

    def touched(self, now: float) -> None:
        """Somebody pressed something, or a card was dealt."""
        self._last_input = now

    def lock_due(self, now: float) -> bool:
        """Whether nobody has touched anything for so long that the session locks (GLI-19: five minutes)."""
        return not self.locked and now - self._last_input >= self._lock_after

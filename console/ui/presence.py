"""Who is at this screen: when a pit boss's step-up ends, and when the session locks.

Times are seconds of a monotonic clock and come from the caller. It knows no window and no PIN.
"""

from __future__ import annotations

from math import ceil


class Presence:
    """How long a step-up lasts, and how long nobody has touched anything."""

    def __init__(self, *, lock_after: float, step_up: float) -> None:
        """Seconds without input after which the session locks, and seconds that a step-up lasts."""
        self._lock_after = lock_after
        self._step_up = step_up
        self._last_input = 0.0
        self._stepped_up_at: float | None = None
        self.locked = False

    def touched(self, now: float) -> None:
        """Somebody pressed something, or a card was dealt."""
        self._last_input = now

    def stepped_up(self, now: float) -> None:
        """A pit boss took over at the dealer's screen; each press begins the time anew."""
        self._stepped_up_at = now
        self.touched(now)

    def stepped_down(self) -> None:
        """The pit boss left."""
        self._stepped_up_at = None

    def step_up_left(self, now: float) -> int | None:
        """Whole seconds of the step-up that are left, rounded up; None without one."""
        if self._stepped_up_at is None:
            return None
        return max(0, ceil(self._stepped_up_at + self._step_up - now))

    def step_up_over(self, now: float) -> bool:
        """Whether a step-up has come to its end."""
        return self.step_up_left(now) == 0

    def lock_due(self, now: float) -> bool:
        """Whether nobody has touched anything for so long that the session locks (GLI-19: five minutes)."""
        return not self.locked and now - self._last_input >= self._lock_after

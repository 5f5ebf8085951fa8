"""The time of a press by its event's own stamp, and not by its handling in the window's thread.

The window system stamps each event in milliseconds of a clock of its own. No event is handled before it was
made, so the smallest difference ever seen between handling and stamp is that of the two clocks, or a little
more: a press is never taken for older than it is, and never for newer than its handling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtGui import QGuiApplication, QInputEvent

_STAMPED: Final = ("xcb", "wayland")
"""Platforms whose events have such a time: X11 and Wayland."""
_AGES: Final = 60.0
"""Seconds for which two clocks are trusted to run alike; then they are compared again."""
_LOST: Final = 30.0
"""Seconds that no event ever waits: a longer wait means that the window system's clock began again (it wraps
after 49 days).
"""


class EventTimes:
    """The times of one window's events, in seconds of a monotonic clock."""

    def __init__(self, monotonic: Callable[[], float], *, stamped: bool | None = None) -> None:
        """``stamped``: whether events have a time of their own; None to ask the platform."""
        self._monotonic, self._stamped = monotonic, stamped
        self._apart, self._before, self._since = float("inf"), float("inf"), float("-inf")

    def time_of(self, event: QInputEvent) -> float:
        """The time when an event was made; the present time where nothing says it."""
        now, stamp = self._monotonic(), event.timestamp() / 1000
        if not (self._has_stamps() and stamp):
            return now
        apart = now - stamp
        if apart - min(self._apart, self._before) > _LOST:
            self._apart = self._before = float("inf")
        if now - self._since > _AGES:
            self._since, self._before, self._apart = now, self._apart, apart
        self._apart = min(self._apart, apart)
        return stamp + min(self._apart, self._before)

    def _has_stamps(self) -> bool:
        if self._stamped is None:
            self._stamped = QGuiApplication.platformName().startswith(_STAMPED)
        return self._stamped

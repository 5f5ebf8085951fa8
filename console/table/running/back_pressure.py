"""Back pressure against a flood of bytes: whoever brings more has to wait while too many are unhandled.

It counts bytes; it knows no device and no table.
"""

from __future__ import annotations

import threading
from typing import Final

AT_MOST: Final = 1 << 14
"""Bytes of devices that wait for the table; a burst of 200 lines of a wheel has a quarter of it."""


class BackPressure:
    """Between those who read devices, each in a thread of its own, and the one who takes what they bring."""

    def __init__(self, at_most: int = AT_MOST) -> None:
        """Nothing waits."""
        self._at_most = at_most
        self._waiting = 0
        self._is_open = False
        self._change = threading.Condition()

    def pass_on(self, size: int) -> None:
        """Count bytes that come, once there is room; a piece that is larger than all of it has it alone."""
        with self._change:
            self._change.wait_for(lambda: self._is_open or self._has_room(size))
            self._waiting += size

    def taken(self, size: int) -> None:
        """So many were taken."""
        with self._change:
            self._waiting = max(0, self._waiting - size)
            self._change.notify_all()

    def open(self) -> None:
        """Let everything through from now on: nobody waits for a table that has ended."""
        with self._change:
            self._is_open = True
            self._change.notify_all()

    def _has_room(self, size: int) -> bool:
        return self._waiting == 0 or self._waiting + size <= self._at_most

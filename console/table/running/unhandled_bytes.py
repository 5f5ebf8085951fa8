"""The number of device bytes that wait for the table; with too many, the reader of a device waits."""

from __future__ import annotations

import threading
from typing import Final

AT_MOST: Final = 1 << 14
"""Bytes of devices that wait for the table; a burst of 200 lines of a wheel has a quarter of it."""


class UnhandledBytes:
    """The count shared by the threads that read devices and by the one thread that handles their bytes."""

    def __init__(self, at_most: int = AT_MOST) -> None:
        """Nothing waits."""
        self._at_most = at_most
        self._waiting = 0
        self._is_open = False
        self._waiters = 0
        self._lock = threading.Lock()
        self._change = threading.Condition(self._lock)

    def pass_on(self, size: int) -> None:
        """Wait until there is room for these bytes, then count them.

        A piece that is larger than the limit waits until the count is zero.
        """
        with self._lock:
            if not self._has_room(size):
                self._wait_for_room(size)
            self._waiting += size

    def note_handled(self, size: int) -> None:
        """Take note that the table has handled ``size`` bytes."""
        with self._lock:
            self._waiting = max(0, self._waiting - size)
            if self._waiters:
                self._change.notify_all()

    def open(self) -> None:
        """Let all bytes through from now on: nobody waits for a table that has ended."""
        with self._change:
            self._is_open = True
            self._change.notify_all()

    def _wait_for_room(self, size: int) -> None:
        self._waiters += 1
        try:
            self._change.wait_for(lambda: self._has_room(size))
        finally:
            self._waiters -= 1

    def _has_room(self, size: int) -> bool:
        return self._waiting == 0 or self._waiting + size <= self._at_most or self._is_open

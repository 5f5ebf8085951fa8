"""The second of two quick presses: whoever presses twice means one act, and the key may do another by then.

It knows when a press came; it does not know what a press does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_TWICE: Final = 0.5
"""Seconds within which a press is the second one of the press before it."""


class SecondPress:
    """Tells a second press on what changes with the first: 'Take the call' is 'Release the call' then."""

    def __init__(self, now: Callable[[], float]) -> None:
        """``now`` tells when the press that is being handled began, in seconds."""
        self._now = now
        self._last = float("-inf")

    def comes(self) -> bool:
        """Whether a press that comes now is a second one; a third one is the second of that."""
        before = self._last
        self.done()
        return self._last - before < _TWICE

    def done(self) -> None:
        """An act was done now, by whatever press: the next one may be its second."""
        self._last = self._now()

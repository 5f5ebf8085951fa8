"""The second of two quick presses: a double press means one act, and the key may have another act by then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_TWICE: Final = 0.5
"""Seconds within which a press is the second one of the press before it."""


class DoublePress:
    """Recognises a second press on a key that the first one changes: 'Take the call' is then 'Release the
    call'.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """``now`` gives when the present press began, in seconds."""
        self._now = now
        self._last = float("-inf")

    def comes(self) -> bool:
        """Whether a press that comes now is a second one; a third press is the second after it."""
        before = self._last
        self.done()
        return self._last - before < _TWICE

    def done(self) -> None:
        """Note an act, by any press: the next press may be its second."""
        self._last = self._now()

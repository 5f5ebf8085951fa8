"""Unknown badges: each waits by itself, and a reader to which ever new ones are held waits with all of them.

Every wait ends, and what was long ago is forgotten: a card that is none of this house's, held there over and
over, keeps nobody else out. Pure but for what it remembers; times are seconds of a clock that nobody sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.people import tries

LONGEST: Final = 40
"""Seconds that anybody waits for a badge at the most."""
FORGOTTEN: Final = 600
"""Seconds without another one after which what was counted is forgotten."""
_READER: Final = ""
_MOST: Final = 1000
"""How many unknown badges are remembered."""


class BadgeTries:
    """What one reader has been shown that nobody has."""

    def __init__(self) -> None:
        self._tries: dict[str, tuple[int, float]] = {}

    def seconds_left(self, badge: str, now: float) -> int:
        """Whole seconds until this badge counts again at this reader; 0 at once."""
        return max(self._lasting(badge, now))

    def count(self, badge: str, now: float) -> None:
        """An unknown badge was held there; the same one again is counted for itself alone."""
        known = self._wrong(badge, now) > 0
        for key in (badge,) if known else (badge, _READER):
            wrong = self._wrong(key, now) + 1
            self._tries.pop(key, None)
            self._tries[key] = (wrong, now)
        while len(self._tries) > _MOST:
            self._tries.pop(next(key for key in self._tries if key != _READER))

    def _wrong(self, key: str, now: float) -> int:
        wrong, since = self._tries.get(key, (0, now))
        return 0 if now - since >= FORGOTTEN else wrong

    def _lasting(self, badge: str, now: float) -> Iterator[int]:
        for key in (badge, _READER):
            since = self._tries.get(key, (0, now))[1]
            yield tries.seconds_left(self._wrong(key, now), since, now, most=LONGEST)

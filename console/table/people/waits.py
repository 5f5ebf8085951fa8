"""A person's wait after wrong tries: none at first, then ever longer, then until a supervisor helps.

Each unknown badge has its own wait, and a reader with ever new unknown badges waits for all of them. Every
wait ends and old tries are forgotten, so that a card from another house at the reader keeps nobody else out.
Times are seconds of a monotonic clock, which the caller gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, inf
from typing import Final

FREE: Final = 4
"""The wrong try after which the wait begins."""
FIRST_WAIT: Final = 5
"""Seconds after the fourth; each further one doubles them."""
LAST: Final = 10
"""The wrong try after which a supervisor has to reset the PIN."""


def wait_after(wrong: int) -> int:
    """Seconds of waiting after this many wrong tries in a row."""
    return 0 if wrong < FREE else FIRST_WAIT * 2 ** (min(wrong, LAST) - FREE)


def seconds_left(wrong: int, since: float, now: float, *, most: float = inf) -> int:
    """Whole seconds until the next try counts, rounded up; ``since`` is when the last wrong one was."""
    return max(0, ceil(since + min(wait_after(wrong), most) - now))


def is_locked(wrong: int) -> bool:
    """Whether waiting no longer helps."""
    return wrong >= LAST


LONGEST: Final = 40
"""The longest wait for a badge, in seconds."""
FORGOTTEN: Final = 600
"""Seconds without a further try after which earlier tries are forgotten."""
_READER: Final = ""
_MOST: Final = 1000
"""For how many unknown badges tries are counted."""


class BadgeTries:
    def __init__(self) -> None:
        self._tries: dict[str, tuple[int, float]] = {}

    def seconds_left(self, badge: str, now: float) -> int:
        """Whole seconds until this badge is checked again at this reader; 0: at once."""
        return max(self._lasting(badge, now))

    def count(self, badge: str, now: float) -> None:
        """Count a try with an unknown badge: only a badge's first one counts against the reader too."""
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
            yield seconds_left(self._wrong(key, now), since, now, most=LONGEST)

"""How long somebody waits after wrong tries: nothing, then ever longer, then a supervisor.

Pure: the count and the time are told.
"""

from __future__ import annotations

from math import ceil, inf
from typing import Final

FREE: Final = 4
"""The wrong try after which the wait begins."""
FIRST_WAIT: Final = 5
"""Seconds after the fourth; each further one doubles them."""
LAST: Final = 10
"""The wrong try after which a supervisor has to reset the PIN."""


def wait_after(wrong: int) -> int:
    """Seconds that this many wrong tries in a row cost."""
    return 0 if wrong < FREE else FIRST_WAIT * 2 ** (min(wrong, LAST) - FREE)


def seconds_left(wrong: int, since: float, now: float, *, most: float = inf) -> int:
    """Whole seconds until the next try counts, rounded up; ``since`` is when the last wrong one was."""
    return max(0, ceil(since + min(wait_after(wrong), most) - now))


def is_locked(wrong: int) -> bool:
    """Whether waiting no longer helps."""
    return wrong >= LAST

"""Which shift a moment belongs to, by the starting times that the studio has set."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final

STARTS: Final = (time(6), time(14), time(22))
"""Starting times where none are configured, local."""


def shift_at(local: datetime, starts: tuple[time, ...] = STARTS) -> str:
    """The shift that a local moment falls into, named by the day and time at which it began.

    The hours before a day's first start belong to the last shift of the day before.
    """
    now = local.time()
    begun = [start for start in starts if start <= now]
    day = local.date() if begun else local.date() - timedelta(days=1)
    return f"{day.isoformat()} {max(begun or starts).isoformat('minutes')}"

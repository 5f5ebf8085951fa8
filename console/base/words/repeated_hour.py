"""The hour that a clock shows twice as summer time ends: its times differ in their distance from UTC."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo
from typing import Final

SET_BACK: Final = timedelta(hours=1)
"""The time by which clocks are set back as summer time ends."""


def distance(local: datetime | time) -> str:
    """A local time's distance from UTC: ``+02:00``."""
    text = f"{local:%z}"
    return f"{text[:3]}:{text[3:5]}"


def repeated_distance(at: datetime, zone: tzinfo | None = None) -> str:
    """The distance from UTC of a time that this zone (None: the machine's) shows twice; else empty."""
    local = at.astimezone(zone)
    wall = local.replace(tzinfo=None)
    twins = ((at + step).astimezone(zone).replace(tzinfo=None) for step in (-SET_BACK, SET_BACK))
    return distance(local) if wall in twins else ""

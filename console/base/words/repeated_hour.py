"""The times that a clock shows more than once: in the repeated hour at the end of summer time, and when it
was set back. The first differ in their UTC offset; the others are numbered, ``#1`` and ``#2``.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final

SET_BACK: Final = timedelta(hours=1)
"""The time by which clocks are set back as summer time ends."""


class Which(tzinfo):
    """A UTC offset whose name distinguishes a time from the others that a clock shows alike."""

    def __init__(self, name: str, ahead: timedelta = timedelta()) -> None:
        self.name, self._ahead = name, ahead

    def __getinitargs__(self) -> tuple[str, timedelta]:
        return self.name, self._ahead

    def utcoffset(self, moment: datetime | None) -> timedelta:
        return self._ahead

    def dst(self, moment: datetime | None) -> timedelta:
        return timedelta()

    def tzname(self, moment: datetime | None) -> str:
        return self.name


def in_turn(at: datetime, turn: int) -> datetime:
    """A UTC moment as one of those that a clock set back shows alike, the first by 1."""
    return at.replace(tzinfo=Which(f"#{turn}"))


def turn_of(at: datetime | time) -> int:
    """The turn of a moment whose time a clock showed again after it was set back; 0 if it came once."""
    return int(at.tzinfo.name.rpartition("#")[2] or 0) if isinstance(at.tzinfo, Which) else 0


def comes_before(one: datetime, other: datetime) -> bool:
    """Whether a moment comes before another, even one that a clock set back showed as an earlier time."""
    return one < other or 0 < turn_of(one) < turn_of(other)


def distance(local: datetime | time) -> str:
    """A local time's UTC offset: ``+02:00``."""
    text = f"{local:%z}"
    return f"{text[:3]}:{text[3:5]}"


def which_of(at: datetime, zone: tzinfo | None = None) -> str:
    """The end of a time that a clock of this zone (None: the machine's) shows more than once, to distinguish
    it: its UTC offset, its number, or both; empty for any other.
    """
    local = at.astimezone(zone)
    wall = local.replace(tzinfo=None)
    twins = ((at + step).astimezone(zone).replace(tzinfo=None) for step in (-SET_BACK, SET_BACK))
    ahead = distance(local) if wall in twins else ""
    return f"{ahead}#{turn}" if (turn := turn_of(at)) else ahead


def moments_of(local: datetime, zone: tzinfo | None = None, which: str | None = None) -> list[datetime]:
    """The moments at which a clock of this zone (None: the machine's) shows this time, the first one first:
    two as summer time ends, unless ``which`` names one of them, and none in the hour that it leaves out.
    """
    both = {local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)}
    shown = [each for each in sorted(both) if each.astimezone(zone).replace(tzinfo=None, fold=0) == local]
    return [each for each in shown if which is None or which_of(each, zone) == which]


def which_of_cell(cell: datetime | time) -> str:
    """The end of a time in a document's cell, from the name of its zone; empty without a zone."""
    if cell.tzinfo is None:
        return ""
    return cell.tzinfo.name if isinstance(cell.tzinfo, Which) else distance(cell)

"""The charts of a report as values: bars, intervals, and the reason for an exception; nothing is painted."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import chain
from statistics import median
from typing import Final, Literal

import msgspec

from console.supervisor.records.documents.paper import Part
from console.supervisor.reports.figures import HOUR, Figures, Hour
from console.supervisor.reports.finding_rows import Dealers

_FULL: Final = 0.75
"""The part of an hour that the table must have been open for the hour to be compared."""
_SLOW: Final = 0.8
"""An hour below this part of the usual pace is an exception, which gets a reason."""
_WORTH: Final = 60.0
"""Seconds that a halt or a preparation must have lasted to be given as a reason."""
_SHORTEST: Final = 60.0
"""The seconds for which the table must be open in an hour that has a pace."""


class Slow(msgspec.Struct, frozen=True):
    """A slow hour, and something that took time in it, with its seconds."""

    start: datetime
    why: Literal["off", "halts", "cards", "unknown"]
    halts: int
    seconds: float


class Pace(msgspec.Struct, frozen=True):
    """Rounds an hour over the interval. ``usual`` is the median of the full hours; ``slow`` has all that took
    time in the slowest hours, the longest first.
    """

    hours: tuple[Hour, ...]
    usual: float | None
    slow: tuple[Slow, ...]


class KindBar(msgspec.Struct, frozen=True):
    """The number of incidents of a kind; the kind is "" if none was reported."""

    kind: str
    count: int


class Kinds(msgspec.Struct, frozen=True):
    """Incidents by kind, the most frequent first; equal counts are ordered by name when shown."""

    bars: tuple[KindBar, ...]


class CardCounts(msgspec.Struct, frozen=True):
    """How often each card came, in a new deck's order; ``expected`` is each card's count by chance."""

    counts: tuple[int, ...]
    expected: float


Chart = Pace | Kinds | Dealers | CardCounts


class ChartedPart(Part, frozen=True, kw_only=True):
    """A part of a document that a page also paints as a chart; elsewhere its rows suffice."""

    chart: Chart
    said: tuple[str, ...] = ()
    """The label of each hour, each dealer or each rank in the chart."""


def rate(hour: Hour) -> float | None:
    """Rounds an hour; None, without a bar, for an hour in which the table was hardly open."""
    return _rate(hour) if hour.open_seconds >= _SHORTEST else None


def pace(hours: tuple[Hour, ...]) -> Pace:
    """The pace, and the hours furthest below it."""
    full = [hour for hour in hours if hour.open_seconds >= HOUR * _FULL]
    usual = median(_rate(hour) for hour in full) if full else None
    slowest = min(map(_rate, full), default=0.0)
    if usual is None or slowest >= usual * _SLOW:
        return Pace(hours, usual, ())
    slow = (_causes(hour) for hour in full if _rate(hour) == slowest)
    return Pace(hours, usual, tuple(chain.from_iterable(slow)))


def _rate(hour: Hour) -> float:
    return hour.rounds * HOUR / hour.open_seconds


def _causes(hour: Hour) -> list[Slow]:
    lengths: dict[Literal["off", "halts", "cards"], float]
    lengths = {"off": hour.off_seconds, "halts": hour.stood_seconds, "cards": hour.prepared_seconds}
    found = [Slow(hour.start, why, hour.halts, took) for why, took in lengths.items() if took >= _WORTH]
    return sorted(found, key=lambda each: -each.seconds) or [Slow(hour.start, "unknown", hour.halts, 0.0)]


def kinds(figures: Figures) -> tuple[KindBar, ...]:
    """Incidents by kind, the most frequent first."""
    counted: Counter[str] = Counter()
    for each in figures.incidents:
        counted[each.kind] += each.count
    return tuple(KindBar(*each) for each in counted.most_common())

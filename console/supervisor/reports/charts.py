"""The charts of a report as values: bars, intervals, and the reason for an exception; nothing is painted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from itertools import chain
from statistics import median
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from console.supervisor.records.documents.paper import Part
from console.supervisor.reports.figures import HOUR, Figures, Hour, PitBossFigures
from console.supervisor.reports.shift_report import TableReport
from console.supervisor.reports.significance import SURE, poisson_interval

COMPARED: Final = 90
"""Over how many days, to the interval's end, dealers are compared by default."""
FEWEST: Final = 500
"""Rounds below which a dealer is not compared: with few incidents in a thousand, nothing would show."""
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


class RoundsAtTable(msgspec.Struct, frozen=True):
    """A dealer's rounds at a table, and the incidents in them, by the table's own report."""

    table: str
    rounds: int
    incidents: int


class DealerRate(msgspec.Struct, frozen=True):
    """A dealer's incidents in a thousand rounds, with the confidence interval; None if there are too few."""

    who: str
    rounds: int
    incidents: int
    rate: float | None
    low: float | None
    high: float | None
    verdict: Literal["above", "below", "no_difference", "too_few"]
    tables: tuple[RoundsAtTable, ...] = ()
    """The tables at which they were dealt, if several."""


class Dealers(msgspec.Struct, frozen=True):
    """Each dealer against all dealers together, over the rounds of the period."""

    since: datetime | None
    house: float | None
    rounds: int
    dealers: tuple[DealerRate, ...]
    fewest: int = FEWEST
    sure: float = SURE


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


def against_the_house(tables: Iterable[TableReport]) -> Dealers:
    """Each dealer of these tables against all of them; those with the fewest rounds come last."""
    rounds: Counter[str] = Counter()
    incidents: Counter[str] = Counter()
    begun: list[datetime] = []
    at_tables = defaultdict[str, list[RoundsAtTable]](list)
    for table in tables:
        begun += [table.begun] if table.begun is not None else []
        for dealer in table.dealers:
            if dealer.who is not None:
                named = table.origin.label or table.origin.table
                own = RoundsAtTable(named, dealer.figures.rounds, dealer.figures.incident_count)
                rounds[dealer.who] += own.rounds
                incidents[dealer.who] += own.incidents
                at_tables[dealer.who] += [own] if own.rounds or own.incidents else []
    house = incidents.total() * 1000 / rounds.total() if rounds.total() else None
    ordered = sorted((who for who in rounds if rounds[who]), key=lambda who: (-rounds[who], who))
    compared = (_against(who, rounds[who], incidents[who], house or 0.0) for who in ordered)
    with_tables = tuple(
        replace(each, tables=tuple(at_tables[each.who])) if len(at_tables[each.who]) > 1 else each
        for each in compared
    )
    return Dealers(min(begun, default=None), house, rounds.total(), with_tables)


class PitBossRate(NamedTuple):
    figures: PitBossFigures
    rate: DealerRate
    """Its acts of all four kinds, as a dealer's incidents."""


def pit_bosses_against_the_house(tables: Iterable[TableReport]) -> tuple[float, tuple[PitBossRate, ...]]:
    """The acts of all pit bosses in 1,000 rounds, and each one against that, the fewest rounds last."""
    summed = dict[str, PitBossFigures]()
    for each in (figures for table in tables for figures in table.pit_bosses):
        known = asdict(summed.get(each.who, PitBossFigures(each.who)))
        summed[each.who] = PitBossFigures(
            **{name: value if name == "who" else known[name] + value for name, value in asdict(each).items()}
        )
    rounds, acts = sum(each.rounds for each in summed.values()), sum(each.acts for each in summed.values())
    house = acts * 1000 / rounds if rounds else 0.0
    ordered = sorted(summed.values(), key=lambda each: (-each.rounds, each.who))
    return house, tuple(
        PitBossRate(each, _against(each.who, each.rounds, each.acts, house)) for each in ordered
    )


def _against(who: str, rounds: int, incidents: int, house: float) -> DealerRate:
    if rounds < FEWEST:
        return DealerRate(who, rounds, incidents, None, None, None, "too_few")
    low, high = (end * 1000 / rounds for end in poisson_interval(incidents))
    verdict: Literal["above", "below", "no_difference"] = "no_difference"
    if low > house:
        verdict = "above"
    elif high < house:
        verdict = "below"
    return DealerRate(who, rounds, incidents, incidents * 1000 / rounds, low, high, verdict)

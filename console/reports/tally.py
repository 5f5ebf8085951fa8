"""Counts figures up, moment by moment: the same for a whole table and for each of its dealers."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec

from console.reports.figures import Count, DealerFigures, Figures, IncidentCount
from console.reports.spread import Lengths


class Tally:
    """What has been counted so far."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        """Whole numbers, by the name that they have in Figures."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.incidents: Counter[tuple[str, str, str]] = Counter()
        self.halts: Counter[str] = Counter()
        self.to_result, self.waits = Lengths(), Lengths()

    @property
    def figures(self) -> Figures:
        """What it comes to."""
        counted = Figures(
            to_result=self.to_result.spread,
            waits=self.waits.spread,
            incidents=tuple(sorted(IncidentCount(*what, count) for what, count in self.incidents.items())),
            halts=counts(self.halts),
        )
        return msgspec.structs.replace(counted, **self.counts, **self.seconds)


class Tallies:
    """The table's own tally, and one for each dealer."""

    def __init__(self) -> None:
        self.whole = Tally()
        self._dealers: dict[str | None, Tally] = {}

    def of(self, dealer: str | None) -> tuple[Tally, Tally]:
        """Those that something counts in which happened at this dealer's table."""
        return self.whole, self._dealers.setdefault(dealer, Tally())

    @property
    def dealers(self) -> tuple[DealerFigures, ...]:
        """The dealers by their ids, then what happened without any; none of whom nothing is known."""
        known = [DealerFigures(who, tally.figures) for who, tally in self._dealers.items()]
        told = (each for each in known if each.figures != Figures())
        return tuple(sorted(told, key=lambda each: (each.who is None, each.who or "")))


def counts(counter: Counter[str]) -> tuple[Count, ...]:
    """What was counted, by name."""
    return tuple(Count(name, counter[name]) for name in sorted(counter) if counter[name])

"""Findings about people and wheels as values: what was compared, and the chance that honest play shows it.

Every sentence of a report that points to somebody is a :class:`Row` here, which states its chance;
``python3 -m tests innocents`` measures it. A person is held against what others had at the same tables, since
tables differ, and the limit is divided by the number of people compared, as the wheels' is. Acts that one
cause brings come together: their dispersion is taken from everybody else (Wedderburn, Biometrika 61, 1974).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import ceil, floor
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import asdict

from console.supervisor.reports.figures import PitBossFigures
from console.supervisor.reports.shift_report import RARE_RUN, TableReport
from console.supervisor.reports.significance import poisson_interval

COMPARED: Final = 90
"""Over how many days, to the interval's end, dealers are compared by default."""
FEWEST: Final = 500
"""Rounds below which a person is not compared: with few acts in a thousand, nothing would show."""


class Row(msgspec.Struct, frozen=True):
    """A sentence that points to somebody or something; its phrases begin with ``finding.`` and the name."""

    name: str
    concerns: Literal["dealer", "pit_boss", "wheel", "cards", "device"]
    chance: float | None = None
    """The chance, at most, that a report on honest play has it; None for two records beside one another, from
    which nobody concludes by chance.
    """


DEALERS: Final = Row("dealers", "dealer", 1 / 20)
PIT_BOSSES: Final = Row("pit_bosses", "pit_boss", 1 / 40)
"""Only too many acts are a finding: in a shift that several share nobody knows whose was the table."""
QUICK: Final = Row("quick", "dealer")
SHORT_BALL: Final = Row("short_ball", "device")
TWO_TABLES: Final = Row("two_tables", "dealer")
RUN: Final = Row("run", "cards", 1 / RARE_RUN)
"""Of each round that begins it."""
WHEELS: Final = Row("wheels", "wheel", 1 / 20)
ROWS: Final = (DEALERS, PIT_BOSSES, QUICK, SHORT_BALL, TWO_TABLES, RUN, WHEELS)


class RoundsAtTable(msgspec.Struct, frozen=True):
    """A person's rounds at a table, and the incidents or acts in them, by the table's own report."""

    table: str
    rounds: int
    incidents: int


class DealerRate(msgspec.Struct, frozen=True):
    """A person's incidents or acts in a thousand rounds, with the interval; None if there are too few."""

    who: str
    rounds: int
    incidents: int
    rate: float | None
    low: float | None
    high: float | None
    verdict: Literal["above", "below", "no_difference", "too_few"]
    tables: tuple[RoundsAtTable, ...] = ()
    """The tables at which they were dealt, if several."""
    expected: float | None = None
    """The figure of the same tables in a thousand rounds, by everybody."""


class Dealers(msgspec.Struct, frozen=True):
    """Each dealer against all dealers together, over the rounds of the period."""

    since: datetime | None
    house: float | None
    rounds: int
    dealers: tuple[DealerRate, ...]
    fewest: int = FEWEST
    sure: float = 1 - (DEALERS.chance or 0)
    """How sure all comparisons together are."""

    @property
    def compared(self) -> int:
        return sum(each.verdict != "too_few" for each in self.dealers)


class Share(NamedTuple):
    """A person's part of what happened at one table, which the number names."""

    who: str
    table: int
    named: str
    rounds: int
    acts: int


_TOGETHER: Final = 2.0
"""How many acts are taken to come together where too few people were there to know."""
_FEW, _ENOUGH = 5, 30
"""Degrees of freedom below which their dispersion is not believed, and from which it is believed alone."""


def against_the_house(tables: Iterable[TableReport]) -> Dealers:
    """Each dealer of these tables against all of them; those with the fewest rounds come last."""
    begun, shares = list[datetime](), list[Share]()
    for at, table in enumerate(tables):
        begun += [table.begun] if table.begun is not None else []
        named = table.origin.label or table.origin.table
        for dealer in table.dealers:
            if dealer.who is not None:
                of = dealer.figures
                shares.append(Share(dealer.who, at, named, of.rounds, of.incident_count))
    rounds = sum(each.rounds for each in shares)
    house = sum(each.acts for each in shares) * 1000 / rounds if rounds else None
    return Dealers(min(begun, default=None), house, rounds, compare(shares, DEALERS))


class PitBossRate(NamedTuple):
    figures: PitBossFigures
    rate: DealerRate
    """Its acts of all four kinds, as a dealer's incidents."""


def pit_bosses_against_the_house(tables: Iterable[TableReport]) -> tuple[float, tuple[PitBossRate, ...]]:
    """The acts of all pit bosses in 1,000 rounds, and each one's in the rounds of the tables in that one's
    charge, against all acts there; the fewest rounds last.
    """
    summed, shares, played = dict[str, PitBossFigures](), list[Share](), dict[int, int]()
    for at, table in enumerate(tables):
        played[at] = table.whole.rounds + table.whole.voids
        for each in table.pit_bosses:
            known = asdict(summed.get(each.who, PitBossFigures(each.who)))
            of = {name: known[name] + value for name, value in asdict(each).items() if name != "who"}
            summed[each.who] = PitBossFigures(each.who, **of)
            named = table.origin.label or table.origin.table
            shares.append(Share(each.who, at, named, each.rounds, each.acts))
    rounds, acts = sum(played.values()), sum(each.acts for each in shares)
    house = acts * 1000 / rounds if rounds else 0.0
    return house, tuple(PitBossRate(summed[each.who], each) for each in compare(shares, PIT_BOSSES, played))


def compare(
    shares: Sequence[Share], row: Row, played: Mapping[int, int] | None = None
) -> tuple[DealerRate, ...]:
    """Each person against what the same tables have, the most rounds first. ``played`` are the rounds of each
    table, if several people answer for one round: then only more than all of them had there is a finding.
    """
    by_person = defaultdict[str, list[Share]](list)
    for each in shares:
        if each.rounds or (each.acts and played is not None):
            by_person[each.who].append(each)
    rounds = {who: sum(each.rounds for each in own) for who, own in by_person.items()}
    of_tables = Counter(played or ())
    acts = Counter[int]()
    for each in shares:
        acts[each.table] += each.acts
        of_tables[each.table] += 0 if played is not None else each.rounds
    number = sum(each >= FEWEST for each in rounds.values())
    sides = 1 if played is not None else 2
    sure = 1 - 2 * (row.chance or 0) / sides / max(1, number)
    found = list[DealerRate]()
    for who in sorted(rounds, key=lambda who: (-rounds[who], who)):
        own, had = by_person[who], sum(each.acts for each in by_person[who])
        tables = tuple(RoundsAtTable(each.named, each.rounds, each.acts) for each in own)
        tables = tables if len(tables) > 1 or played is not None else ()
        if rounds[who] < FEWEST:
            found.append(DealerRate(who, rounds[who], had, None, None, None, "too_few", tables))
            continue
        expected = sum(acts[each.table] * each.rounds / max(1, of_tables[each.table]) for each in own)
        together = _dispersion([each for each in shares if each.who != who])
        low = together * poisson_interval(floor(had / together), sure)[0]
        high = together * poisson_interval(ceil(had / together), sure)[1]
        verdict: Literal["above", "below", "no_difference"] = "no_difference"
        if low > expected:
            verdict = "above"
        elif high < expected and played is None:
            verdict = "below"
        per = 1000 / rounds[who]
        ends = (had * per, low * per, high * per)
        found.append(DealerRate(who, rounds[who], had, *ends, verdict, tables, expected * per))
    return tuple(found)


def _dispersion(shares: Iterable[Share]) -> float:
    """How many acts come together: Pearson's statistic of the people at each table, by its freedom."""
    tables = defaultdict[int, list[Share]](list)
    for each in shares:
        if each.rounds:
            tables[each.table].append(each)
    value = freedom = 0.0
    for own in tables.values():
        rate = sum(each.acts for each in own) / sum(each.rounds for each in own)
        if rate:
            freedom += len(own) - 1
            value += sum((each.acts - rate * each.rounds) ** 2 / (rate * each.rounds) for each in own)
    least = 1.0 if freedom >= _ENOUGH else _TOGETHER
    return max(least, value / freedom) if freedom >= _FEW else least

"""The figures of a wheel: its numbers and a test of them, its warnings and the faults of its reader. A wheel
is its serial number, at any table. A spin is a finished round: the number by which it was settled, as
corrected afterwards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from itertools import pairwise
from math import ceil
from typing import Final

import msgspec

from console.supervisor.reports.figures import NamedCount
from console.supervisor.reports.significance import (
    LEAST_EXPECTED,
    SIGNIFICANT,
    poisson_interval,
    spins_to_see,
    statistic,
    tail,
)
from console.table.game.roulette import SECTORS, WHEEL, Sector

POCKETS: Final = len(WHEEL)
ARCS: Final = 8
"""Into how many parts of four or five neighbouring pockets the rim is divided: a tilt shows in them."""
BIASES: Final = (10, 20, 50)
"""The per cents of a number that comes too often for which the report gives the spins to find out."""


_TESTS: Final = 6
"""How many tests each wheel has besides that of each dealer's steps."""


class Conclusion(StrEnum):
    TOO_FEW = "too_few"
    """Too few spins: nothing can be concluded."""
    AS_CHANCE = "as_chance"
    """Chance alone can explain the figures, which does not prove that the wheel is true."""
    UNUSUAL = "unusual"
    """Chance seldom gives this, among all tests of a report: inspect the wheel. It proves no bias."""


class PocketGroup(msgspec.Struct, frozen=True):
    """Pockets that are counted together, and how often the ball fell into one of them."""

    name: str
    numbers: tuple[int, ...]
    count: int
    expected: float


class ChiSquare(msgspec.Struct, frozen=True):
    """A chi-square test: its statistic, degrees of freedom, and how likely it is by chance alone."""

    statistic: float
    freedom: int
    p: float
    needed: int
    """How many spins the test needs: five expected in the smallest part."""
    limit: float
    """The p below which the result is unusual, considering the tests of all wheels."""
    # A file for programs has always called it so.
    conclusion: Conclusion = msgspec.field(name="reading")


class RepeatedRun(msgspec.Struct, frozen=True):
    """The longest run of numbers that recurred in order: a long one means a stuck sensor, or a replay."""

    length: int
    chance: float
    """The chance, at most, of such a run in so many spins."""
    conclusion: Conclusion


class EqualSuccessors(msgspec.Struct, frozen=True):
    """How often a number came twice in a row, and by chance: one spin in 37. More mean a stuck sensor."""

    count: int
    expected: float
    low: float
    high: float
    """The means that agree with the count, as sure as the report's limit asks."""
    conclusion: Conclusion


class Detectable(msgspec.Struct, frozen=True):
    """The spins needed to show, in four cases of five, that a result comes ``per_cent`` per cent too often:
    ``number`` for a single number by the test of numbers; ``sector`` for the voisins by that of sectors.
    """

    per_cent: int
    number: int
    sector: int


class Errors(msgspec.Struct, frozen=True):
    faults: tuple[NamedCount, ...] = ()
    """Faults, counted by their meaning."""
    broken_lines: int = 0
    silences: int = 0
    losses: int = 0

    def per_thousand(self, count: int, spins: int) -> float | None:
        """Faults in a thousand spins; None without a spin."""
        return count * 1000 / spins if spins else None


class WheelCounts(msgspec.Struct, frozen=True):
    """The counts of one wheel; ``serial`` is None if nobody entered one."""

    serial: str | None
    counts: tuple[int, ...]
    """By number, 0 to 36."""
    first: datetime | None = None
    last: datetime | None = None
    """The time of the last spin, in UTC."""
    errors: Errors = Errors()
    numbers: bytes = b""
    """The numbers in the order in which they came."""
    tables: tuple[NamedCount, ...] = ()
    """The tables at which it stood, by their own report, and how many of the spins each counts."""
    dealers: tuple[str | None, ...] = ()
    """The dealer of each spin, in the order of the numbers; None if nobody was signed in."""
    typed: frozenset[int] = frozenset()
    """The places in that order of numbers that a person typed, which no sensor has sent again."""

    @property
    def spins(self) -> int:
        return sum(self.counts)


class DealerSteps(msgspec.Struct, frozen=True):
    """The steps round the rim in the spins of one dealer, whose hand may have a habit, and their numbers by
    arc: where one dealer's differ, a hand aims; a wheel's own differ under everybody.
    """

    who: str
    spins: int
    steps: ChiSquare
    arcs: ChiSquare


class WheelFigures(msgspec.Struct, frozen=True):
    serial: str | None
    spins: int
    counts: tuple[int, ...]
    """By number, 0 to 36."""
    expected: float
    """The expected count of each number."""
    sectors: tuple[PocketGroup, ...]
    """Voisins, tiers, orphelins."""
    arcs: tuple[PocketGroup, ...]
    """Clockwise from zero."""
    by_number: ChiSquare
    by_sector: ChiSquare
    by_arc: ChiSquare
    repeated: RepeatedRun
    equal: EqualSuccessors
    by_step: ChiSquare
    """The pockets from each number to the next one round the rim, 37 classes."""
    by_dealer: tuple[DealerSteps, ...]
    """The steps of each dealer whose spins allow a conclusion."""
    errors: Errors
    first: datetime | None
    last: datetime | None
    tables: tuple[NamedCount, ...] = ()
    """The tables at which it stood, by their own report, and how many of the spins each counts."""


class WheelReport(msgspec.Struct, frozen=True):
    """All wheels that were counted, and how many spins it takes to show a bias."""

    wheels: tuple[WheelFigures, ...]
    tests: int
    """How many tests this report has."""
    detectable: tuple[Detectable, ...]


def wheel_report_of(counted: Sequence[WheelCounts], significant: float = SIGNIFICANT) -> WheelReport:
    """The report, which calls a true wheel unusual with a chance of at most ``significant``."""
    active = [each for each in counted if each.spins or each.errors != Errors()]
    steps = [_steps_by_dealer(each) for each in active]
    tests = _TESTS * len(active) + 2 * sum(map(len, steps))
    limit = significant / max(1, tests)
    wheels = tuple(_figures(one, by_dealer, limit) for one, by_dealer in zip(active, steps, strict=True))
    return WheelReport(wheels, tests, detectable(limit))


def detectable(limit: float) -> tuple[Detectable, ...]:
    """The spins needed to find biases of some sizes with a power of 80 %; p below ``limit`` is unusual."""
    voisins = len(_sector(Sector.VOISINS)) / POCKETS
    return tuple(
        Detectable(
            bias,
            spins_to_see(_effect(bias / 100, 1 / POCKETS), POCKETS - 1, limit),
            spins_to_see(_effect(bias / 100, voisins), 2, limit),
        )
        for bias in BIASES
    )


def _effect(bias: float, share: float) -> float:
    """A part's addition to the statistic for each spin too often, while the rest is too rare."""
    return bias**2 * share / (1 - share)


def _steps(numbers: bytes) -> Iterator[int]:
    return ((_PLACES[later] - _PLACES[one]) % POCKETS for one, later in pairwise(numbers))


_PLACES: Final = {number: at for at, number in enumerate(WHEEL)}


def _step_test(steps: Counter[int], limit: float) -> ChiSquare:
    spins = steps.total()
    classes = [PocketGroup(str(at), (at,), steps[at], spins / POCKETS) for at in range(POCKETS)]
    return chi_square(classes, limit)


def _steps_by_dealer(counted: WheelCounts) -> dict[str, Counter[int]]:
    """The steps in the spins of each dealer who has enough of them for the test."""
    by_dealer = defaultdict[str, Counter[int]](Counter)
    for step, who in zip(_steps(counted.numbers), counted.dealers[1:], strict=False):
        if who is not None:
            by_dealer[who][step] += 1
    return {who: steps for who, steps in sorted(by_dealer.items()) if steps.total() >= _NEEDED}


_NEEDED: Final = LEAST_EXPECTED * POCKETS


def equal_successors(steps: Counter[int], limit: float = SIGNIFICANT) -> EqualSuccessors:
    """The numbers that came twice in a row: unusual if chance's mean lies outside the count's interval."""
    count, expected = steps[0], steps.total() / POCKETS
    low, high = poisson_interval(count, 1 - limit)
    conclusion = Conclusion.AS_CHANCE if low <= expected <= high else Conclusion.UNUSUAL
    if steps.total() < _NEEDED:
        conclusion = Conclusion.TOO_FEW
    return EqualSuccessors(count, expected, low, high, conclusion)


def _figures(counted: WheelCounts, by_dealer: dict[str, Counter[int]], limit: float) -> WheelFigures:
    steps = Counter(_steps(counted.numbers))
    read = bytes(number for at, number in enumerate(counted.numbers) if at not in counted.typed)
    sectors = tuple(_part(counted.counts, each, _sector(each)) for each in _SECTORS)
    arcs = _arcs(counted.counts)
    numbers = tuple(_part(counted.counts, str(number), (number,)) for number in range(POCKETS))
    of_dealers = defaultdict[str | None, list[int]](list)
    for number, who in zip(counted.numbers, counted.dealers, strict=False):
        of_dealers[who].append(number)
    dealers = (
        DealerSteps(
            who,
            of.total(),
            _step_test(of, limit),
            chi_square(_arcs([*map(of_dealers[who].count, range(POCKETS))]), limit),
        )
        for who, of in by_dealer.items()
    )
    return WheelFigures(
        serial=counted.serial,
        spins=counted.spins,
        counts=counted.counts,
        expected=counted.spins / POCKETS,
        sectors=sectors,
        arcs=arcs,
        by_number=chi_square(numbers, limit),
        by_sector=chi_square(sectors, limit),
        by_arc=chi_square(arcs, limit),
        repeated=repeated_run(read, limit),
        equal=equal_successors(Counter(_steps(read)), limit),
        by_step=_step_test(steps, limit),
        by_dealer=tuple(dealers),
        errors=counted.errors,
        first=counted.first,
        last=counted.last,
        tables=counted.tables,
    )


_LONGEST: Final = 64
"""Longer runs are counted as so long."""


def repeated_run(numbers: bytes, limit: float = SIGNIFICANT) -> RepeatedRun:
    """The longest run that came twice; of each two places a true wheel repeats so many numbers with a chance
    of 1 in 37 to their power.
    """
    shorter, longer = 0, min(_LONGEST, max(0, len(numbers) - 1)) + 1
    while longer - shorter > 1:
        middle = (shorter + longer) // 2
        runs = [numbers[at : at + middle] for at in range(len(numbers) - middle + 1)]
        shorter, longer = (middle, longer) if len(set(runs)) < len(runs) else (shorter, middle)
    pairs = len(numbers) * (len(numbers) - 1) / 2
    chance = min(1.0, pairs / POCKETS**shorter) if shorter else 1.0  # a run of no numbers is not rare
    conclusion = Conclusion.UNUSUAL if chance < limit else Conclusion.AS_CHANCE
    return RepeatedRun(shorter, chance, conclusion)


def chi_square(parts: Sequence[PocketGroup], limit: float = SIGNIFICANT) -> ChiSquare:
    """Test the parts into which the whole wheel is divided; a p below ``limit`` is unusual."""
    counts, sizes = [part.count for part in parts], [len(part.numbers) for part in parts]
    value = statistic(counts, [size / POCKETS for size in sizes])
    freedom = len(parts) - 1
    p, needed = tail(value, freedom), ceil(LEAST_EXPECTED * POCKETS / min(sizes))
    conclusion = Conclusion.UNUSUAL if p < limit else Conclusion.AS_CHANCE
    if sum(counts) < needed:
        conclusion = Conclusion.TOO_FEW
    return ChiSquare(value, freedom, p, needed, limit, conclusion)


_SECTORS: Final = (Sector.VOISINS, Sector.TIERS, Sector.ORPHELINS)
"""The sectors into which the wheel is divided; jeu zéro is part of the voisins."""


def _sector(sector: Sector) -> tuple[int, ...]:
    """The numbers of a sector in the wheel's order (LT-ROU-07, LT-ROU-09, LT-ROU-10)."""
    covered = frozenset[int]().union(*(stack.numbers for stack in SECTORS[sector]))
    return tuple(number for number in WHEEL if number in covered)


def arcs_of_wheel() -> tuple[tuple[int, ...], ...]:
    """The rim in eight parts as equal as they can be, clockwise, the first one beginning at zero."""
    return tuple(
        tuple(number for at, number in enumerate(WHEEL) if at * ARCS // POCKETS == arc) for arc in range(ARCS)
    )


def _arcs(counts: Sequence[int]) -> tuple[PocketGroup, ...]:
    return tuple(_part(counts, str(number), arc) for number, arc in enumerate(arcs_of_wheel(), 1))


def _part(counts: Sequence[int], name: str, numbers: tuple[int, ...]) -> PocketGroup:
    count = sum(counts[number] for number in numbers)
    return PocketGroup(name, numbers, count, sum(counts) * len(numbers) / POCKETS)

"""The figures of a wheel: its numbers and a test of them, its warnings and the faults of its reader.

A wheel is its serial number, wherever it stands. A spin is a finished round: the number by which it was
settled, as it was corrected afterwards if it was. Nothing here is in the words of any language.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from math import ceil
from typing import Final

import msgspec

from console.supervisor.reports.figures import NamedCount
from console.supervisor.reports.significance import LEAST_EXPECTED, SIGNIFICANT, spins_to_see, statistic, tail
from console.table.game.roulette import SECTORS, WHEEL, Sector

POCKETS: Final = len(WHEEL)
ARCS: Final = 8
"""Into how many parts the rim is divided, of four or five neighbouring pockets each: a tilt shows in them."""
BIASES: Final = (10, 20, 50)
"""For a number that comes too often by these per cents, the report gives the spins to find out."""


_TESTS: Final = 4
"""The tests of each wheel."""


class Conclusion(StrEnum):
    TOO_FEW = "too_few"
    """Too few spins: nothing can be concluded."""
    AS_CHANCE = "as_chance"
    """Nothing that chance alone can't explain; this does not prove that the wheel is true."""
    UNUSUAL = "unusual"
    """Chance seldom gives this, among all tests of a report: inspect the wheel. It proves no bias."""


class PocketGroup(msgspec.Struct, frozen=True):
    """Pockets that are counted together, and how often the ball fell into one of these."""

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
    """The number of spins that the test needs: five expected in the smallest part."""
    limit: float
    """Below this p the result is unusual; it takes the tests of all wheels into account."""
    # A file that was written for programs has always called it so.
    conclusion: Conclusion = msgspec.field(name="reading")


class RepeatedRun(msgspec.Struct, frozen=True):
    """The longest run of numbers that had come before in the same order.

    A wheel has no memory: a long one is a sensor that stands still, or a line that is played again.
    """

    length: int
    chance: float
    """The chance, at most, that so many spins have such a run anywhere."""
    conclusion: Conclusion


class Detectable(msgspec.Struct, frozen=True):
    """The number of spins that are needed to show, in four cases of five, that a result comes ``per_cent``
    per cent too often.

    ``number`` is for a single number by the test of numbers; ``sector`` for the voisins by that of sectors.
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
    """The tables at which it stood, by their own word, and how many of the spins each counts."""

    @property
    def spins(self) -> int:
        return sum(self.counts)


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
    errors: Errors
    first: datetime | None
    last: datetime | None
    tables: tuple[NamedCount, ...] = ()
    """The tables at which it stood, by their own word, and how many of the spins each counts."""


class WheelReport(msgspec.Struct, frozen=True):
    """All wheels that were counted, and how many spins it takes to show a bias."""

    wheels: tuple[WheelFigures, ...]
    tests: int
    """The number of tests that were made in this report."""
    detectable: tuple[Detectable, ...]


def wheel_report_of(counted: Sequence[WheelCounts]) -> WheelReport:
    active = [each for each in counted if each.spins or each.errors != Errors()]
    tests = _TESTS * len(active)
    limit = SIGNIFICANT / max(1, tests)
    return WheelReport(tuple(_figures(each, limit) for each in active), tests, detectable())


def detectable() -> tuple[Detectable, ...]:
    """How many spins it takes to find biases of some sizes, at a level of 5 % with a power of 80 %."""
    voisins = len(_sector(Sector.VOISINS)) / POCKETS
    return tuple(
        Detectable(
            bias,
            spins_to_see(_effect(bias / 100, 1 / POCKETS), POCKETS - 1),
            spins_to_see(_effect(bias / 100, voisins), 2),
        )
        for bias in BIASES
    )


def _effect(bias: float, share: float) -> float:
    """The addition of a part to the statistic for each spin too often, the rest by as much less."""
    return bias**2 * share / (1 - share)


def _figures(counted: WheelCounts, limit: float) -> WheelFigures:
    sectors = tuple(_part(counted, each, _sector(each)) for each in _SECTORS)
    arcs = tuple(_part(counted, str(number), arc) for number, arc in enumerate(arcs_of_wheel(), 1))
    numbers = tuple(_part(counted, str(number), (number,)) for number in range(POCKETS))
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
        repeated=repeated_run(counted.numbers, limit),
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
    chance = min(1.0, pairs / POCKETS**shorter) if shorter else 1.0  # no number at all is no rare thing
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


def _part(counted: WheelCounts, name: str, numbers: tuple[int, ...]) -> PocketGroup:
    count = sum(counted.counts[number] for number in numbers)
    return PocketGroup(name, numbers, count, counted.spins * len(numbers) / POCKETS)

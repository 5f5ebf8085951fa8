"""Fisher's test of counts and Mann and Whitney's of times, held to counting and to tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from statistics import NormalDist, pstdev

import pytest

from console.commissioning.drift.journal_drift import fisher, mann_whitney


def counted(hits: int, of: int, other_hits: int, other_of: int) -> float:
    """The same by whole numbers: the share of all ways in which no more even one is."""
    together = hits + other_hits
    ways = {one: comb(of, one) * comb(other_of, together - one) for one in range(together + 1)}
    return sum(each for each in ways.values() if each <= ways[hits]) / comb(of + other_of, together)


@pytest.mark.parametrize(
    ("hits", "of", "other_hits", "other_of"),
    [(3, 4, 1, 4), (0, 52, 3, 52), (2, 2000, 15, 2000), (9, 10, 3, 30), (0, 5, 0, 5)],
)
def test_fishers_test_is_what_counting_all_ways_gives(
    hits: int, of: int, other_hits: int, other_of: int
) -> None:
    assert fisher(hits, of, other_hits, other_of) == pytest.approx(counted(hits, of, other_hits, other_of))


def test_the_lady_who_tastes_tea() -> None:
    """Fisher's own example (The Design of Experiments, 1935): 3 of 4 cups, two-sided 34/70."""
    assert fisher(3, 4, 1, 4) == pytest.approx(34 / 70)


@pytest.mark.parametrize(
    ("values", "others"),
    [
        ([1.1, 2.4, 2.9, 3.3, 4.7, 5.2, 6.0], [3.1, 4.1, 5.6, 6.3, 7.4, 7.9, 8.8, 9.5]),
        ([1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 4.0], [2.0, 3.0, 4.0, 4.0, 4.0, 5.0, 5.0, 6.0]),
    ],
)
def test_mann_and_whitneys_test_is_near_to_counting_all_orders(
    values: list[float], others: list[float]
) -> None:
    """Seven and eight values: all 6,435 orders are counted. The normal distribution of their spread, half a
    pair nearer to the middle (the correction for continuity), is a sixth off there.
    """
    every = sorted(values + others)

    def larger(those: Sequence[float], rest: Sequence[float]) -> float:
        return sum((one > other) + (one == other) / 2 for one in those for other in rest)

    sums = [
        larger([every[at] for at in which], [each for at, each in enumerate(every) if at not in which])
        for which in combinations(range(15), 8)
    ]
    here = larger(others, values)
    away = abs(here - 28)
    exact = sum(abs(each - 28) >= away for each in sums) / len(sums)
    chance, share = mann_whitney(values, others)
    assert share == here / 56
    assert chance == pytest.approx(exact, rel=0.2)
    assert chance == pytest.approx(2 * NormalDist(0, pstdev(sums)).cdf(0.5 - away))


def test_equal_or_missing_values_show_no_difference() -> None:
    assert mann_whitney([1.0] * 20, [1.0] * 20) == (1.0, 0.5)
    assert mann_whitney([], [1.0]) == (1.0, 0.5)

"""Fisher's test of counts and Mann and Whitney's of times, held to counting and to tables."""

from __future__ import annotations

from itertools import combinations
from math import comb

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


def test_mann_and_whitneys_test_is_near_to_counting_all_orders() -> None:
    """Seven and eight values: all 6,435 orders are counted. The normal distribution is a sixth off there."""
    values, others = [1.1, 2.4, 2.9, 3.3, 4.7, 5.2, 6.0], [3.1, 4.1, 5.6, 6.3, 7.4, 7.9, 8.8, 9.5]
    every = sorted(values + others)

    def larger(which: tuple[int, ...]) -> int:
        chosen = [every[at] for at in which]
        rest = [each for at, each in enumerate(every) if at not in which]
        return sum(one > other for one in chosen for other in rest)

    sums = [larger(which) for which in combinations(range(15), 8)]
    here = sum(one > other for one in others for other in values)
    exact = sum(abs(each - 28) >= abs(here - 28) for each in sums) / len(sums)
    chance, share = mann_whitney(values, others)
    assert share == here / 56
    assert chance == pytest.approx(exact, rel=0.2)


def test_equal_or_missing_values_show_no_difference() -> None:
    assert mann_whitney([1.0] * 20, [1.0] * 20) == (1.0, 0.5)
    assert mann_whitney([], [1.0]) == (1.0, 0.5)

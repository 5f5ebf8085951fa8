"""The chi-square test against published tables, and against counts that chance made."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from console.supervisor.reports.significance import critical, spins_to_see, statistic, tail

PUBLISHED = {
    (1, 0.05): 3.841,
    (1, 0.01): 6.635,
    (2, 0.05): 5.991,
    (2, 0.001): 13.816,
    (3, 0.05): 7.815,
    (7, 0.05): 14.067,
    (7, 0.01): 18.475,
    (10, 0.1): 15.987,
    (30, 0.05): 43.773,
    (40, 0.01): 63.691,
    (60, 0.05): 79.082,
    (100, 0.05): 124.342,
}
"""Upper critical values of the chi-square distribution (NIST/SEMATECH e-Handbook, 1.3.6.7.4)."""

NONCENTRAL = {1: 7.849, 2: 9.635, 3: 10.903, 4: 11.935, 7: 14.351}
"""The noncentrality for a power of 0.8 at 0.05, by freedom (Cohen 1988, table 9.4; Haynam et al. 1970)."""

ROUNDING = 1e-12


@pytest.mark.parametrize(("freedom", "chance"), PUBLISHED)
def test_the_tail_is_that_of_the_published_tables(freedom: int, chance: float) -> None:
    value = PUBLISHED[freedom, chance]
    assert critical(freedom, chance) == pytest.approx(value, abs=6e-4)
    assert tail(value, freedom) == pytest.approx(chance, rel=2e-3)


def test_a_greater_value_is_always_less_likely() -> None:
    for freedom in range(1, 61):
        tails = [tail(step / 2, freedom) for step in range(300)]
        assert tails[0] == 1.0, freedom
        for before, after in pairwise(tails):
            assert 0 <= after <= before + ROUNDING and before <= 1, freedom


def test_odd_and_even_degrees_of_freedom_lie_between_one_another() -> None:
    for value in (0.5, 5.0, 20.0, 51.0, 90.0):
        tails = [tail(value, freedom) for freedom in range(1, 60)]
        assert all(after >= before - ROUNDING for before, after in pairwise(tails))


def test_nothing_off_is_certain_and_far_off_is_impossible() -> None:
    assert tail(0.0, 36) == 1.0
    assert tail(5000.0, 36) == tail(5000.0, 7) == 0.0


def test_the_statistic_is_pearsons() -> None:
    # A die thrown sixty times: the worked example of many a textbook.
    assert statistic([5, 8, 9, 8, 10, 20], [1 / 6] * 6) == pytest.approx(13.4)
    assert statistic([30, 14, 34, 45, 57, 20], [0.2, 0.1, 0.15, 0.2, 0.3, 0.05]) == pytest.approx(
        10**2 / 40 + 6**2 / 20 + 4**2 / 30 + 5**2 / 40 + 3**2 / 60 + 10**2 / 10
    )
    assert statistic([0, 0], [0.5, 0.5]) == 0.0


@pytest.mark.parametrize("freedom", NONCENTRAL)
def test_the_power_is_that_of_the_published_tables(freedom: int) -> None:
    assert spins_to_see(1e-3, freedom) == pytest.approx(NONCENTRAL[freedom] * 1000, abs=2)


def test_a_fair_wheel_is_unusual_as_often_as_the_limit_says() -> None:
    chance = random.Random(2026)
    shares, seen, rounds = [1 / 37] * 37, 0, 2000
    for _ in range(rounds):
        counts = [0] * 37
        for number in chance.choices(range(37), k=370):
            counts[number] += 1
        seen += tail(statistic(counts, shares), 36) < 0.05
    assert 0.035 < seen / rounds < 0.065


def test_a_bias_is_seen_as_often_as_the_power_says() -> None:
    chance = random.Random(37)
    bias, shares, seen, rounds = 1.0, [1 / 37] * 37, 0, 400
    spins = spins_to_see(bias**2 / 36, 36)
    weights = [(1 + bias) / 37] + [(1 - (1 + bias) / 37) / 36] * 36
    for _ in range(rounds):
        counts = [0] * 37
        for number in chance.choices(range(37), weights, k=spins):
            counts[number] += 1
        seen += tail(statistic(counts, shares), 36) < 0.05
    assert 0.74 < seen / rounds < 0.86

"""Two tests of how far chance explains a count: Pearson's chi-square test, and the interval of a Poisson
count.

Tail probabilities of the test are the closed forms of Abramowitz and Stegun, Handbook of Mathematical
Functions (1964), 26.4.4 for an odd number of degrees of freedom and 26.4.5 for an even one; the power against
a bias is the mixture of 26.4.25. The ends of the interval (F. Garwood, Biometrika 28, 1936) are the means at
which a count so high, or so low, would come in half of the doubt that is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, erfc, exp, lgamma, log, pi, sqrt
from typing import Final

LEAST_EXPECTED: Final = 5
"""How many results each class needs for the statistic to follow the distribution (Cochran 1954)."""
SIGNIFICANT: Final = 0.05
"""The chance of a false alarm that is usual for a single test (Fisher 1925)."""
POWER: Final = 0.8
"""How often the test should find a bias that exists."""

_FINE: Final = 1e-13
"""A sum of a few hundred doubles (2.2e-16 each) is exact to about this."""
_STEPS: Final = 200


def statistic(counts: Sequence[int], shares: Sequence[float]) -> float:
    """Pearson's statistic, 0 without counts; ``shares`` are the classes' chances, together 1."""
    total = sum(counts)
    if total == 0:
        return 0.0
    return sum(
        (count - total * share) ** 2 / (total * share) for count, share in zip(counts, shares, strict=True)
    )


@lru_cache(maxsize=1024)
def tail(value: float, freedom: int) -> float:
    """The probability of the statistic ``value`` or more by chance; ``freedom`` is at least 1."""
    if value <= 0:
        return 1.0
    return min(1.0, _odd(value, freedom) if freedom % 2 else _even(value, freedom))


def _even(value: float, freedom: int) -> float:
    term = total = exp(-value / 2)
    for number in range(1, freedom // 2):
        term *= value / 2 / number
        total += term
    return total


def _odd(value: float, freedom: int) -> float:
    total = 0.0
    term = sqrt(2 * value / pi) * exp(-value / 2)
    for number in range(3, freedom + 2, 2):
        total += term
        term *= value / number
    return erfc(sqrt(value / 2)) + total


def critical(freedom: int, chance: float = SIGNIFICANT) -> float:
    """The value that the statistic exceeds by chance only as often as ``chance``."""
    return _root(lambda value: chance - tail(value, freedom))


def spins_to_see(effect: float, freedom: int, chance: float = SIGNIFICANT) -> int:
    """How many spins it takes to see a deviation as often as :data:`POWER`, by a test that is wrong as often
    as ``chance``. ``effect``, above 0, is what the deviation adds to the statistic for each spin: the sum of
    (share - share by chance) squared over share by chance.
    """
    limit = critical(freedom, chance)
    return ceil(_root(lambda added: _seen(limit, freedom, added) - POWER) / effect)


def _seen(limit: float, freedom: int, added: float) -> float:
    """The tail of the noncentral distribution: a bias moved its statistic by ``added`` on average."""
    weight, total, weighed = exp(-added / 2), 0.0, 0.0
    for number in range(_STEPS + int(added)):
        weighed += weight
        total += weight * tail(limit, freedom + 2 * number)
        if 1 - weighed < _FINE:
            break
        weight *= added / 2 / (number + 1)
    return total


def _root(rises: Callable[[float], float]) -> float:
    """The zero of a rising function of a positive number."""
    low, high = 0.0, 1.0
    while rises(high) < 0:
        low, high = high, high * 2
    while high - low > _FINE * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    return high


SURE: Final = 0.95
"""How often such an interval contains the true rate, at least."""

_NOTHING: Final = 1e-18
"""A part of the sum so small changes no digit of a double (2.2e-16)."""


@lru_cache(maxsize=1024)
def poisson_interval(count: int, sure: float = SURE) -> tuple[float, float]:
    """The lowest and the highest mean that agree with a count."""
    doubt = (1 - sure) / 2
    above = count + 10 * (count + 10) ** 0.5
    low = 0.0 if count == 0 else _bound(lambda mean: 1 - _at_most(count - 1, mean) - doubt, count)
    return low, _bound(lambda mean: doubt - _at_most(count, mean), above)


def _at_most(count: int, mean: float) -> float:
    """The probability that a Poisson count of this mean is at most ``count``."""
    if mean <= 0:
        return 1.0
    if count > mean:
        return 1 - _tail(count + 1, mean, +1)
    return _tail(count, mean, -1)


def _tail(first: int, mean: float, way: int) -> float:
    """The sum of probabilities from ``first``, up or down, while they matter."""
    total, number = 0.0, first
    term = exp(number * log(mean) - mean - lgamma(number + 1))
    while number >= 0 and term > _NOTHING * total and term > 0:
        total += term
        term *= mean / (number + 1) if way > 0 else number / mean
        number += way
    return total


def _bound(above_zero: Callable[[float], float], highest: float) -> float:
    """The zero of a growing function, between 0 and ``highest``."""
    low, high = 0.0, float(highest)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if above_zero(middle) > 0 else (middle, high)
    return (low + high) / 2

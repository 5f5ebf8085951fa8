"""How sure a counted rate is: the exact interval of a Poisson count (F. Garwood, Biometrika 28, 1936).

Its ends are the means at which a count so high, or so low, would come in half of the doubt that is left.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, lgamma, log
from typing import Final

SURE: Final = 0.95
"""How often such an interval holds the true rate, at least."""

_NOTHING: Final = 1e-18


def poisson_interval(count: int, sure: float = SURE) -> tuple[float, float]:
    """The lowest and the highest mean that a count is believed to come from."""
    doubt = (1 - sure) / 2
    above = count + 10 * (count + 10) ** 0.5
    low = 0.0 if count == 0 else _root(lambda mean: 1 - _at_most(count - 1, mean) - doubt, count)
    return low, _root(lambda mean: doubt - _at_most(count, mean), above)


def _at_most(count: int, mean: float) -> float:
    """How likely a Poisson count of this mean is no more than ``count``."""
    if mean <= 0:
        return 1.0
    if count > mean:
        return 1 - _tail(count + 1, mean, +1)
    return _tail(count, mean, -1)


def _tail(first: int, mean: float, way: int) -> float:
    """The probabilities from ``first`` on, up or down, until they no longer count."""
    total, number = 0.0, first
    term = exp(number * log(mean) - mean - lgamma(number + 1))
    while number >= 0 and term > _NOTHING * total and term > 0:
        total += term
        term *= mean / (number + 1) if way > 0 else number / mean
        number += way
    return total


def _root(above_zero: Callable[[float], float], highest: float) -> float:
    """Where a growing function is zero, between 0 and ``highest``."""
    low, high = 0.0, float(highest)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if above_zero(middle) > 0 else (middle, high)
    return (low + high) / 2

"""Two tests of whether two samples have one source: Fisher's of counts, Mann and Whitney's of times.

Both are two-sided. Fisher's is exact (R. A. Fisher, Statistical Methods for Research Workers, 1925, section
21.02): its rate of false findings never exceeds its level. Mann and Whitney's (Annals of Mathematical
Statistics 18, 1947) is computed by the normal distribution with the variance for ties, which is near enough
from some twenty values on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, sqrt
from typing import Final

_EQUAL: Final = 1e-7
"""The share by which two probabilities may differ and count as equal."""


def fisher(hits: int, of: int, other_hits: int, other_of: int) -> float:
    """The probability, where both have the same rate, that their hits lie as unevenly as these or more so.

    ``of`` and ``other_of`` are the numbers of trials; 1.0 where there was no trial or no hit.
    """
    together, tried = hits + other_hits, of + other_of
    low, high = max(0, together - other_of), min(of, together)

    def logarithm(one: int) -> float:
        return _ways(of, one) + _ways(other_of, together - one) - _ways(tried, together)

    here = logarithm(hits)
    terms = (logarithm(one) for one in range(low, high + 1))
    return min(1.0, sum(exp(each) for each in terms if each <= here + _EQUAL))


def _ways(of: int, hits: int) -> float:
    """The logarithm of the number of ways to choose ``hits`` out of ``of``."""
    return lgamma(of + 1) - lgamma(hits + 1) - lgamma(of - hits + 1)


def mann_whitney(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The probability of a difference as large as this by chance, and the share of pairs that are larger.

    The share says how often one of ``others`` is larger than one of ``values``, ties counted half: 0.5 where
    neither is.
    """
    many, other_many = len(values), len(others)
    if not many or not other_many:
        return 1.0, 0.5
    pairs = sorted([(value, 0) for value in values] + [(value, 1) for value in others])
    ranks, ties, at = 0.0, 0, 0
    while at < len(pairs):
        end = at
        while end < len(pairs) and pairs[end][0] == pairs[at][0]:
            end += 1
        same = end - at
        ranks += (at + 1 + end) / 2 * sum(which for _, which in pairs[at:end])
        ties += same**3 - same
        at = end
    larger = ranks - other_many * (other_many + 1) / 2
    total = many + other_many
    spread = many * other_many / 12 * (total + 1 - ties / (total * (total - 1))) if total > 1 else 0.0
    share = larger / (many * other_many)
    if spread <= 0:
        return 1.0, share
    away = max(0.0, abs(larger - many * other_many / 2) - 0.5) / sqrt(spread)
    return erfc(away / sqrt(2)), share

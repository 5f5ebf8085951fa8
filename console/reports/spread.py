"""Many lengths of time in a few figures, kept in as little room however many they are."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

_TENTHS: Final = 10
_LONGEST: Final = 4 * 3600 * _TENTHS
"""Tenths of a second from which on lengths are not told apart any more: four hours."""


class Spread(msgspec.Struct, frozen=True):
    """How many lengths there were, their median to a tenth of a second, their mean, the longest; in seconds.

    All but ``count`` are None where there was none.
    """

    count: int = 0
    median: float | None = None
    mean: float | None = None
    longest: float | None = None


class Lengths:
    """Takes lengths in seconds one by one, and remembers how many of each tenth of a second there were."""

    def __init__(self) -> None:
        self._tenths: Counter[int] = Counter()
        self._sum = self._longest = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self._tenths[min(round(seconds * _TENTHS), _LONGEST)] += 1
        self._sum += seconds
        self._longest = max(self._longest, seconds)

    @property
    def spread(self) -> Spread:
        """What they come to."""
        count = self._tenths.total()
        if not count:
            return Spread()
        middle = (self._at((count - 1) // 2) + self._at(count // 2)) / 2 / _TENTHS
        return Spread(count, middle, self._sum / count, self._longest)

    def _at(self, place: int) -> int:
        """The length at a place of them all in their order, from 0."""
        for tenths in sorted(self._tenths):
            place -= self._tenths[tenths]
            if place < 0:
                return tenths
        raise IndexError("no length at this place")

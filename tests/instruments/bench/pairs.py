"""Interleaved pairs: two ways of doing one thing in turn, and the median of their ratios.

A machine's speed drifts by half within minutes; two neighbours in time share it, and only their ratio
says anything. Who goes first alternates, so that neither always finds the warmer cache.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple

Turn = Callable[[], float]
"""Does its part once and says what it came to: seconds, or a figure of its own."""


class Compared(NamedTuple):
    """The medians of both sides, and of ours by theirs in each pair."""

    ours: float
    theirs: float
    ratio: float


def compared(ours: Turn, theirs: Turn, pairs: int) -> Compared:
    """Take ``pairs`` pairs of turns, after a pair that is not counted."""
    ours(), theirs()
    return of_pairs([_pair(ours, theirs, ours_first=bool(number % 2)) for number in range(pairs)])


def of_pairs(taken: list[tuple[float, float]]) -> Compared:
    """The medians of pairs of ours and theirs."""
    return Compared(
        median(ours for ours, _ in taken),
        median(theirs for _, theirs in taken),
        median(ours / theirs for ours, theirs in taken),
    )


def timed(work: Callable[[], object]) -> float:
    """Seconds that a piece of work takes; what lies about from before is collected first."""
    gc.collect()
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _pair(ours: Turn, theirs: Turn, *, ours_first: bool) -> tuple[float, float]:
    if ours_first:
        return ours(), theirs()
    second = theirs()
    return ours(), second

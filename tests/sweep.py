"""Sweeps: ``python3 -m tests sweeps`` tries each whole, the suite a sample of it.

A sweep is one test over a product: languages by screens, rehearsals by rulebooks, games by seeds. Its sample
has each row and each column at least once, and is drawn by no chance.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from typing import Final, TypeVar

One = TypeVar("One")
Other = TypeVar("Other")

ASKED: Final = "TESTS_SWEEP"
"""The variable that makes a run try all."""
IS_WHOLE: Final = os.environ.get(ASKED) == "whole"


def sampled(whole: Iterable[One], sample: Iterable[One]) -> list[One]:
    """A chosen sample; in a sweep all."""
    return list(whole if IS_WHOLE else sample)


def by_turns(one: Sequence[One], other: Sequence[Other], begin: int = 0) -> list[tuple[One, Other]]:
    """Each of both at least once, paired by turns; in a sweep each with each.

    ``begin`` is the place in ``other`` of the first turn. Tests that pair the same two begin at different
    places, so that together they try each pair.
    """
    if IS_WHOLE:
        return list(product(one, other))
    turns = range(max(len(one), len(other)))
    return [(one[at % len(one)], other[(begin + at) % len(other)]) for at in turns]


def each_kind(whole: Iterable[One], kind: Callable[[One], Hashable]) -> list[One]:
    """The first of each kind; in a sweep all."""
    every, first = list(whole), dict[Hashable, One]()
    for each in every:
        first.setdefault(kind(each), each)
    return sampled(every, first.values())


def times(whole: int, sample: int) -> int:
    """The number of tries: of a whole sweep, or of its sample."""
    return whole if IS_WHOLE else sample

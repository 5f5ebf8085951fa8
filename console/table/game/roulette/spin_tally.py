"""The count of each number in the last spins; casinos call the extremes hot and cold. Every spin is
independent (any number is due one time in 37), so a tally shows past numbers, never the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

POCKETS: Final = 37
LEAST: Final = 2 * POCKETS
"""The number of spins that it takes until a number's count says anything at all."""


class NumberCount(NamedTuple):
    number: int
    times: int


class SpinTally(NamedTuple):
    """The numbers that came most often and most rarely in ``spins`` spins, the most extreme first."""

    spins: int
    hot: tuple[NumberCount, ...]
    cold: tuple[NumberCount, ...]


def tally(numbers: Sequence[int], limit: int = 4) -> SpinTally | None:
    """The tally of spins in the order played; None of fewer than 74. Of two alike the later is hotter."""
    if len(numbers) < LEAST:
        return None
    times = Counter(numbers)
    last = {number: at for at, number in enumerate(numbers)}
    ranked = sorted(range(POCKETS), key=lambda number: (times[number], last.get(number, -1)))
    counts = [NumberCount(number, times[number]) for number in ranked]
    return SpinTally(len(numbers), tuple(counts[: -limit - 1 : -1]), tuple(counts[:limit]))

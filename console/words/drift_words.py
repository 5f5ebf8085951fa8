"""What of a device's reads is not as it was once its table was commissioned, in words."""

from __future__ import annotations

from math import floor, log10
from typing import Final

from console.table.state.commissioned import Drift, Measure, drift_of
from console.words import Words

_PLACES = {Measure.BETWEEN: 1}
_MOST_LOOKS: Final = 1_000_000
"""Less likely than once in so many is told as this."""


def compared_text(words: Words, text: str) -> str:
    """What was noted of a comparison: a drift with how sure it is, or how many reads are as they were. As it
    stands, where it says another thing.
    """
    device, _, reads = text.partition(" ")
    if reads.isascii() and reads.isdecimal():
        return words.text("drift.compared", device=_device(words, device), reads=words.figure(int(reads), 0))
    drift = drift_of(text)
    return text if drift is None else proved(words, drift)


def drift_text(words: Words, drift: Drift) -> str:
    """A drift with both figures: per thousand reads, or seconds."""
    places = _PLACES.get(drift.measure, 0 if min(drift.then, drift.now) >= 10 else 1)
    figures = {"then": words.figure(drift.then, places), "now": words.figure(drift.now, places)}
    return words.text(f"drift.{drift.measure}", device=_device(words, drift.device), **figures)


def proved(words: Words, drift: Drift) -> str:
    """A drift with both figures, in how many reads, and how seldom chance alone shows it."""
    return words.beside((drift_text(words, drift), sure(words, drift)))


def sure(words: Words, drift: Drift) -> str:
    """In how many reads it was found, where that is known, and how seldom chance alone would show so much."""
    figures = {"reads": words.figure(drift.reads, 0), "looks": words.figure(looks(drift.chance), 0)}
    return words.text("drift.sure" if drift.reads else "drift.sure.untold", **figures)


def looks(chance: float) -> int:
    """In how many comparisons a chance comes once: a round number, never more than it is."""
    many = min(1 / chance, _MOST_LOOKS) if chance > 0 else _MOST_LOOKS
    whole = 10.0 ** floor(log10(max(many, 1)))
    return int(max(1, many // whole) * whole)


def _device(words: Words, device: str) -> str:
    return words.find(f"log.device.{device}") or device

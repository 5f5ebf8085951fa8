"""Drifts in words: how a device's reads have changed since its table was commissioned; and unusual wheels."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10
from typing import Final

from console.base.plain_text import visible
from console.base.words import Words
from console.table.core.state.commissioning_state import ComparedReads, Drift, Measure, drift_of
from console.table.core.state.table import UnusualWheel

_PLACES = {Measure.BETWEEN: 1}
_MOST_LOOKS: Final = 1_000_000
"""The rarest chance that is stated: anything rarer is stated as this."""


def compared_text(words: Words, text: str) -> str:
    """A noted comparison: a drift with its certainty, or the number of unchanged reads; else the text."""
    if compared := ComparedReads.of(text):
        figures = {"reads": words.figure(compared.reads, 0)}
        return words.text("drift.compared", device=_device(words, compared.device), **figures)
    drift = drift_of(text)
    return text if drift is None else proven_drift_text(words, drift)


def unusual_text(words: Words, wheel: UnusualWheel, name_of: Callable[[str], str]) -> str:
    """A test by which a wheel is unusual: wheel, test, spins if known; a later console may name any test."""
    test = f"wheel_figures.test.{wheel.test}"
    named = words.find(f"{test}_of", name=name_of(wheel.who)) if wheel.who else words.find(test)
    named = named or visible(wheel.test)
    serial = visible(wheel.serial) or words.text("wheel_figures.unnoted")
    spins = words.count("wheel_figures.spins", wheel.spins) if wheel.spins else None
    return words.side_by_side((serial, named, spins))


def drift_text(words: Words, drift: Drift) -> str:
    """A drift with both figures: per thousand reads, or seconds."""
    places = _PLACES.get(drift.measure, 0 if min(drift.then, drift.now) >= 10 else 1)
    figures = {"then": words.figure(drift.then, places), "now": words.figure(drift.now, places)}
    return words.text(f"drift.{drift.measure}", device=_device(words, drift.device), **figures)


def proven_drift_text(words: Words, drift: Drift) -> str:
    """A drift with both figures, its number of reads, and how seldom chance alone shows it."""
    return words.side_by_side((drift_text(words, drift), sure(words, drift)))


def sure(words: Words, drift: Drift) -> str:
    """The number of reads, if it is known, and how seldom chance alone would show such a drift."""
    figures = {"reads": words.figure(drift.reads, 0), "looks": words.figure(looks(drift.chance), 0)}
    return words.text("drift.sure" if drift.reads else "drift.sure.untold", **figures)


def looks(chance: float) -> int:
    """The number of comparisons in which chance alone shows a drift once, rounded down."""
    many = min(1 / chance, _MOST_LOOKS) if chance > 0 else _MOST_LOOKS
    whole = 10.0 ** floor(log10(max(many, 1)))
    return int(max(1, many // whole) * whole)


def _device(words: Words, device: str) -> str:
    return words.find(f"log.device.{device}") or device

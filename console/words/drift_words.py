"""What of a device's reads is not as it was once its table was commissioned, in words."""

from __future__ import annotations

from console.table.state.drifted import Drift, Measure, drift_of
from console.words import Words

_PLACES = {Measure.BETWEEN: 1}


def drift_text(words: Words, text: str) -> str:
    """What was noted of a drift: device, what, then and now; as it stands, where it says another thing."""
    drift = drift_of(text)
    return text if drift is None else told(words, drift)


def told(words: Words, drift: Drift) -> str:
    """A drift with both figures: per thousand reads, or seconds."""
    places = _PLACES.get(drift.measure, 0 if min(drift.then, drift.now) >= 10 else 1)
    figures = {"then": words.figure(drift.then, places), "now": words.figure(drift.now, places)}
    device = words.find(f"log.device.{drift.device}") or drift.device
    return words.text(f"drift.{drift.measure}", device=device, **figures)

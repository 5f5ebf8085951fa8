"""A drift: what of a device's reads is not as it was at its commissioning, as a journal notes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

DRIFTED: Final = "certificate_drift"
"""What a console notes, at an opening, of a device whose reads are not as they were at its commissioning."""


class Measure(StrEnum):
    """What is compared; ``drift.NAME`` says it."""

    UNREAD = "unread"
    REPEATED = "repeated"
    FAULTS = "faults"
    BETWEEN = "between"


class Drift(msgspec.Struct, frozen=True):
    """What drifts: per thousand reads, or in seconds the median of what lies between two reads."""

    device: str
    measure: Measure
    then: float
    now: float
    chance: float
    """How likely a device that reads as before would show so much by chance."""

    @property
    def text(self) -> str:
        """As it is noted: ``shoe unread 1.00 12.50 3e-05``."""
        return f"{self.device} {self.measure} {self.then:.2f} {self.now:.2f} {self.chance:.0e}"


def drift_of(text: str) -> Drift | None:
    """The drift that was noted so; None where it says another thing, as a later console may."""
    try:
        device, measure, then, now, chance = text.split(" ")
        return Drift(device, Measure(measure), float(then), float(now), float(chance))
    except ValueError:
        return None

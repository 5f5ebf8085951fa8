"""A drift: what of a device's reads is not as it was at its commissioning, as a journal notes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

DRIFTED: Final = "certificate_drift"
"""What a console notes of a device whose reads are not as they were at its commissioning."""
COMPARED: Final = "certificate_compared"
"""What it notes of a device whose first reads since the opening are as they were then: ``shoe 57``."""


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
    reads: int = 0
    """Of how many reads ``now`` is; 0 in an entry of an earlier console, which did not say it."""

    @property
    def text(self) -> str:
        """As it is noted: ``shoe unread 1.00 12.50 3.1e-05 4000``."""
        said = f"{self.device} {self.measure} {self.then:.2f} {self.now:.2f} {self.chance:.1e}"
        return f"{said} {self.reads}" if self.reads else said


def drift_of(text: str) -> Drift | None:
    """The drift that was noted so; None where it says another thing, as a later console may."""
    try:
        device, measure, then, now, chance, *reads = text.split(" ")
        of = int(reads[0]) if reads else 0
        return Drift(device, Measure(measure), float(then), float(now), float(chance), of)
    except ValueError:
        return None

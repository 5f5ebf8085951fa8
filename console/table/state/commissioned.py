"""What a table was commissioned with, what of it is another one now, and which device reads otherwise."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

_WHEEL: Final = "wheel"


class Newer(StrEnum):
    """What is at work at a table and is not what its certificate speaks of.

    ``commissioning.stale.NAME`` says it.
    """

    SOFTWARE = "software"
    RULEBOOK = "rulebook"
    DEVICES = "devices"
    DRIFT = "drift"
    """A device no longer reads as it did then."""


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


class LevelTold(StrEnum):
    """What a signed certificate says of the wheel's level (ROU-3.2.2)."""

    FOUND = "found"
    """The technician who signed found it level."""
    KEPT = "kept"
    """The devices were not tested again: what the certificate before said of it stands."""


class Levelled(msgspec.Struct, frozen=True):
    """Who found the wheel level, and when."""

    by: str
    """The technician's id."""
    at: datetime


class InstalledDevice(msgspec.Struct, frozen=True):
    """A device as the table's file names it. Its port is left out: a device at another port is the same."""

    role: str
    model: str
    serial: str = ""

    def is_another(self, than: InstalledDevice) -> bool:
        """Whether it is certainly another one: a serial that is not known says nothing."""
        if (self.role, self.model) != (than.role, than.model):
            return True
        return bool(self.serial and than.serial) and self.serial != than.serial


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """What is at work at a table: software and rulebook by their digests (SHA-256, hex), and the devices."""

    version: str
    """Of the console, for people; what is compared is the manifest."""
    manifest: str
    rulebook: str
    """Of the rulebook with the incident rows that it takes."""
    devices: tuple[InstalledDevice, ...] = ()

    def with_wheel(self, serial: str | None) -> Installed:
        """What is at work, with the wheel's serial number that the pit boss entered at the wheel check
        (ROU-3.2.1).
        """
        if serial is None:
            return self
        noted = (replace(each, serial=serial) if each.role == _WHEEL else each for each in self.devices)
        return replace(self, devices=tuple(noted))

    def has_other_devices(self, than: Installed) -> bool:
        """Whether a device was exchanged, taken away or added."""
        ours, theirs = ({each.role: each for each in installed.devices} for installed in (self, than))
        return ours.keys() != theirs.keys() or any(ours[role].is_another(theirs[role]) for role in ours)


class Commissioning(msgspec.Struct, frozen=True, kw_only=True):
    """The table's last commissioning, as its journal has it."""

    at: datetime
    digest: str
    """The certificate's SHA-256."""
    by: str
    """The technician's id."""
    authorised_by: str
    """The supervisor's id."""
    installed: Installed | None = None
    """None in an entry of an earlier console, which did not say it."""
    drifts: tuple[Drift, ...] = ()
    """What of a device's reads was not as then; it stands until the table is commissioned again."""
    level: Levelled | None = None
    """None where nobody found the wheel level, or the game has none."""

    def level_of(self, serial: str | None) -> Levelled | None:
        """Who found the wheel level that stands there now, by the serial that was noted at its check; None
        where it is another wheel.
        """
        if self.installed is None or self.level is None:
            return self.level
        return None if self.installed.with_wheel(serial).has_other_devices(self.installed) else self.level

    def with_drift(self, drift: Drift) -> Commissioning:
        """The commissioning with a drift that was found now; it replaces an earlier one of the same device
        and measure.
        """
        about = (drift.device, drift.measure)
        others = (each for each in self.drifts if (each.device, each.measure) != about)
        return replace(self, drifts=(*others, drift))

    def older_than(self, now: Installed) -> tuple[Newer, ...]:
        """What is at work now and was not there when the certificate was signed.

        An entry that does not say what was there was made by earlier software.
        """
        then = self.installed
        if then is None:
            return (Newer.SOFTWARE,)
        differ = {
            Newer.SOFTWARE: then.manifest != now.manifest,
            Newer.RULEBOOK: then.rulebook != now.rulebook,
            Newer.DEVICES: now.has_other_devices(then),
            Newer.DRIFT: bool(self.drifts),
        }
        return tuple(each for each, is_so in differ.items() if is_so)

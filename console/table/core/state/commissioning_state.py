"""The equipment of a table's commissioning, what has changed since, and which device reads otherwise."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from console.base.plain_text import name_key

_WHEEL: Final = "wheel"


class Newer(StrEnum):
    """A part that differs from the one in the certificate; ``commissioning.stale.NAME`` is its phrase."""

    SOFTWARE = "software"
    RULEBOOK = "rulebook"
    DEVICES = "devices"
    DRIFT = "drift"
    """A device no longer reads as it did then."""
    FAILED = "failed"
    """A later commissioning failed."""

    @property
    def is_noted_when_found(self) -> bool:
        """Whether the journal notes it when it is found; the other parts are noted at each start."""
        return self in (Newer.DRIFT, Newer.FAILED)


class Measure(StrEnum):
    """The measure that is compared; ``drift.NAME`` is its phrase."""

    UNREAD = "unread"
    REPEATED = "repeated"
    FAULTS = "faults"
    BETWEEN = "between"


class Drift(msgspec.Struct, frozen=True):
    """A device's drift: per thousand reads, or in seconds the median of the time between two reads."""

    device: str
    measure: Measure
    then: float
    now: float
    chance: float
    """How likely it is that a device that reads as before shows such a difference by chance."""
    reads: int = 0
    """The number of reads behind ``now``; 0 in an entry of an earlier console, which did not give it."""

    @property
    def text(self) -> str:
        """The text of the drift's note: ``shoe unread 1.00 12.50 3.1e-05 4000``."""
        text = f"{self.device} {self.measure} {self.then:.2f} {self.now:.2f} {self.chance:.1e}"
        return f"{text} {self.reads}" if self.reads else text


def drift_of(text: str) -> Drift | None:
    """The drift with this text; None if the text is another, as a later console's may be."""
    try:
        device, measure, then, now, chance, *reads = text.split(" ")
        of = int(reads[0]) if reads else 0
        return Drift(device, Measure(measure), float(then), float(now), float(chance), of)
    except ValueError:
        return None


class ComparedReads(msgspec.Struct, frozen=True):
    """A device that reads as at its commissioning, as the text of its note."""

    device: str
    """The device's role."""
    reads: int
    """The number of its reads that were compared."""

    @property
    def text(self) -> str:
        """The text: ``shoe 4000``."""
        return f"{self.device} {self.reads}"

    @classmethod
    def of(cls, text: str) -> ComparedReads | None:
        """The device with this text; None if the text is another, such as a drift's."""
        device, _, reads = text.partition(" ")
        is_number = reads.isascii() and reads.isdecimal() and len(reads) <= _DIGITS
        return cls(device, int(reads)) if is_number else None


_DIGITS: Final = 18
"""The most digits of a number of reads: a text that somebody put into a journal may have more."""


class LevelFinding(StrEnum):
    """A signed certificate's finding on the wheel's level (ROU-3.2.2)."""

    FOUND = "found"
    """A person read from the spirit level that it is level; who that was, the certificate does not say."""
    KEPT = "kept"
    """The devices were not tested again: the finding of the certificate before stands."""


class LevelWheel(msgspec.Struct, frozen=True):
    by: str
    """The id of the technician who signed the certificate."""
    at: datetime
    """The time when the certificate was made: between its last proof and its first signature."""
    serial: str | None = None
    """The wheel's serial; None: it was not known, and the first that is noted at a check is taken for it."""

    def of_wheel(self, serial: str, is_same: Callable[[str, str], bool]) -> LevelWheel | None:
        """The finding for the present wheel, whose serial is now known; None if it is about another wheel."""
        is_here = self.serial is None or is_same(self.serial, serial)
        return replace(self, serial=serial) if is_here else None


class InstalledDevice(msgspec.Struct, frozen=True):
    """A device as the table's file names it. Its port is left out: a device at another port is the same."""

    role: str
    model: str
    serial: str = ""

    def is_another(self, other: InstalledDevice) -> bool:
        """Whether it is certainly another device: a serial that is not known proves nothing."""
        if (self.role, self.model) != (other.role, other.model):
            return True
        return bool(self.serial and other.serial) and name_key(self.serial) != name_key(other.serial)


class Equipment(msgspec.Struct, frozen=True, kw_only=True):
    """The equipment of a table: software and rulebook by their digests (SHA-256, hex), and the devices."""

    version: str
    """The console's version, for people; the manifest is compared."""
    manifest: str
    rulebook: str
    """The digest of the rulebook with the incident rows that it takes."""
    devices: tuple[InstalledDevice, ...] = ()

    @property
    def wheel(self) -> str | None:
        """The serial of the wheel; None if it is not known, or the table's file has no wheel."""
        return next((each.serial for each in self.devices if each.role == _WHEEL), None) or None

    def with_wheel(self, serial: str | None) -> Equipment:
        """The equipment with the wheel's serial number that was entered at the wheel check (ROU-3.2.1)."""
        if serial is None:
            return self
        noted = (replace(each, serial=serial) if each.role == _WHEEL else each for each in self.devices)
        return replace(self, devices=tuple(noted))

    def has_other_devices(self, other: Equipment) -> bool:
        ours, theirs = ({each.role: each for each in installed.devices} for installed in (self, other))
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
    installed: Equipment | None = None
    """None in an entry of an earlier console, which did not say it."""
    drifts: tuple[Drift, ...] = ()
    """The drifts of the devices' reads since then; they stand until the table is commissioned again."""
    level: LevelWheel | None = None
    """None if the wheel was not found level, if another wheel stands there now, or without a wheel."""
    noted: str | None = None
    """The wheel's serial as it was noted last at its check since then."""
    has_failed: bool = False
    """Whether a later commissioning failed."""

    def with_wheel(self, serial: str, is_same: Callable[[str, str], bool]) -> Commissioning:
        """The commissioning after a wheel's serial was noted at its check (ROU-3.2.1).

        If the certificate names no serial, the first noted serial counts as that of its wheel. The level
        of another wheel is not known, and is not known again when the first one comes back.
        """
        then = self.installed
        if then is not None and then.wheel is None:
            then = then.with_wheel(serial)
        level = None if self.level is None else self.level.of_wheel(serial, is_same)
        return replace(self, installed=then, level=level, noted=serial)

    @property
    def has_another_wheel(self) -> bool:
        then = self.installed
        return then is not None and then.with_wheel(self.noted).has_other_devices(then)

    def with_drift(self, drift: Drift) -> Commissioning:
        """The commissioning with a new drift, which replaces an earlier one of device and measure."""
        about = (drift.device, drift.measure)
        others = (each for each in self.drifts if (each.device, each.measure) != about)
        return replace(self, drifts=(*others, drift))

    def older_than(self, now: Equipment) -> tuple[Newer, ...]:
        """The equipment that is at work now and was not when the certificate was signed. An entry that does
        not name its equipment was made by earlier software.
        """
        then, now = self.installed, now.with_wheel(self.noted)
        if then is None:
            return (Newer.SOFTWARE, *((Newer.FAILED,) if self.has_failed else ()))
        differ = {
            Newer.SOFTWARE: then.manifest != now.manifest,
            Newer.RULEBOOK: then.rulebook != now.rulebook,
            Newer.DEVICES: now.has_other_devices(then),
            Newer.DRIFT: bool(self.drifts),
            Newer.FAILED: self.has_failed,
        }
        return tuple(each for each, is_so in differ.items() if is_so)

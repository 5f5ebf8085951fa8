"""What the proofs of a window were made on: screens that a person looked at, devices that were tested.

A certificate names no screen, and mostly no device by its serial. So what was there while it was tested
must be there still, and not unplugged in between, when it is signed.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QGuiApplication

from console.commissioning.proof import Proof


class ProvedOn:
    """What stood there; nothing before the first proof."""

    def __init__(self) -> None:
        """Nobody has looked at a screen, and no device was tested."""
        self._seen: dict[str, Proof] = {}
        """What a person found of the panel, by the names of the proofs."""
        self._screens: tuple[tuple[str, ...], ...] | None = None
        self._devices: set[str] = set()

    def look(self, proofs: Iterable[Proof]) -> None:
        """A person has found this of the screens that are there now, and of what belongs to them."""
        self._screens = _screens()
        self._seen |= {proof.name: proof for proof in proofs}

    def as_seen(self, proofs: Iterable[Proof]) -> tuple[Proof, ...]:
        """These proofs, with what a person found in place of what says that nobody looked."""
        return tuple(self._seen.get(proof.name, proof) for proof in proofs)

    def forget_screens(self) -> None:
        """What a person found counts no more."""
        self._screens, self._seen = None, {}

    @property
    def has_other_screens(self) -> bool:
        """Whether another screen is there now than those that a person looked at."""
        return self._screens not in (None, _screens())

    def test(self, role: str) -> None:
        """The device of this role was tested."""
        self._devices.add(role)

    def forget_devices(self) -> None:
        """Each is tested anew."""
        self._devices.clear()

    def was_tested(self, role: str) -> bool:
        """Whether this device was tested."""
        return role in self._devices


def _screens() -> tuple[tuple[str, ...], ...]:
    """The screens as they name themselves, with their ports and their sizes."""
    return tuple(
        (each.name(), each.manufacturer(), each.model(), each.serialNumber(), str(each.size().toTuple()))
        for each in QGuiApplication.screens()
    )

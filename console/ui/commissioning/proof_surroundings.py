"""The things on which a window's proofs were made: screens that a person looked at, devices that were tested.

A certificate names no screen, and mostly no device by its serial. So each screen and device of a proof must
still be there when the certificate is signed, without having been unplugged.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QGuiApplication

from console.commissioning.proof import Proof


class ProofSurroundings:
    """The screens and devices of the proofs; none before the first proof."""

    def __init__(self) -> None:
        """No screen has been looked at, and no device tested."""
        self._seen: dict[str, Proof] = {}
        """A person's findings on the panel, by the names of the proofs."""
        self._screens: tuple[tuple[str, ...], ...] | None = None
        self._devices: set[str] = set()

    def look(self, proofs: Iterable[Proof]) -> None:
        """Keep a person's findings on the present screens and their parts."""
        self._screens = _screens()
        self._seen |= {proof.name: proof for proof in proofs}

    def with_findings(self, proofs: Iterable[Proof]) -> tuple[Proof, ...]:
        """These proofs, with a person's findings in place of the proofs that say that nobody looked."""
        return tuple(self._seen.get(proof.name, proof) for proof in proofs)

    def forget_screens(self) -> None:
        """Drop a person's findings."""
        self._screens, self._seen = None, {}

    @property
    def has_other_screens(self) -> bool:
        """Whether the screens are no longer those that a person looked at."""
        return self._screens not in (None, _screens())

    def test(self, role: str) -> None:
        """The device of this role was tested."""
        self._devices.add(role)

    def forget_devices(self) -> None:
        """Have each device tested anew."""
        self._devices.clear()

    def was_tested(self, role: str) -> bool:
        """Whether this device was tested."""
        return role in self._devices


def _screens() -> tuple[tuple[str, ...], ...]:
    """The names that the screens give of themselves, with their ports and their sizes."""
    return tuple(
        (each.name(), each.manufacturer(), each.model(), each.serialNumber(), str(each.size().toTuple()))
        for each in QGuiApplication.screens()
    )

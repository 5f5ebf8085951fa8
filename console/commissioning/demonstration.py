"""A commissioning shown in two minutes: simulated devices with one planted fault, the real rules, no table.
Its result is a sample of a certificate, as its title says: nobody can sign it, and none of it is written
beside a journal or entered in one.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Final

from msgspec.structs import replace

from console.base.software import running_console
from console.base.words import Words
from console.commissioning.certificate import Certificate
from console.commissioning.certificate_paper import certificate_paper
from console.commissioning.devices.device_findings import SPINS, DeviceFindings, deck_proofs, wheel_proofs
from console.commissioning.proofs.computer_clock import clock_discipline
from console.commissioning.proofs.machine_proofs import clock_proof, commit_proof, parts_proof
from console.commissioning.proofs.rules_proof import rules_proofs
from console.commissioning.table_as_it_stands import as_it_stands
from console.commissioning.table_proofs import ProofsIncomplete, Step
from console.supervisor.records import Paper, Proof, Section
from console.table.config import DeviceConfig, TableConfig
from console.table.devices import CardModel, DeviceRole, WheelNumber
from console.table.game import DECK, Card, has_wheel, load_rulebook

SECTIONS: Final = (Section.MACHINE, Section.DEVICES, Section.RULES)
UNREAD: Final = Card("7H")
"""The card that the simulated shoe can't read: the planted fault."""
MISTAKEN: Final = (17, 20)
"""The number that the simulated wheel gives, and the number in which the ball lies."""
_COMMITS: Final = 200
"""A tenth of a commissioning's: the sample proves nothing."""
_PACE: Final = 6.0
"""Seconds for which each proof of a device stays to be read."""
_TOGETHER: Final = 0.2
"""Seconds for which proofs are collected before they are shown."""


class Demonstration:
    """The proofs of the demonstration, as they are made; the caller asks for them in a thread."""

    def __init__(self, config: TableConfig, pace: float = _PACE) -> None:
        """``config`` is the simulated table's; ``pace``: seconds for each proof of a device."""
        self._config, self._pace = config, pace
        self._stopped = Event()
        self._steps = self._run_steps()

    def more(self) -> tuple[Step, ...]:
        """The proofs that have come since. Raises ProofsIncomplete if it was stopped."""
        steps: list[Step] = []
        until = time.monotonic() + _TOGETHER
        for step in self._steps:
            if self._stopped.is_set():
                raise ProofsIncomplete("stopped")
            steps.append(step)
            if isinstance(step, Section) or step.section is Section.DEVICES or time.monotonic() >= until:
                break
        return tuple(steps)

    def stop(self) -> None:
        """End the demonstration. A thread that waits for more lines learns that none will come."""
        self._stopped.set()

    def _run_steps(self) -> Iterator[Step]:
        yield Section.MACHINE
        yield parts_proof(running_console().folder)
        yield clock_proof(clock_discipline())
        with tempfile.TemporaryDirectory(prefix="dealer-console-") as folder:
            yield commit_proof(Path(folder), _COMMITS)
        yield Section.DEVICES
        for proof in device_proofs(self._config.game):
            self._stopped.wait(self._pace)
            yield proof
        yield Section.RULES
        yield from rules_proofs(load_rulebook(self._config.rules), self._config.game)


def device_proofs(game: str) -> Iterator[Proof]:
    if has_wheel(game):
        numbers = (MISTAKEN[0], *range(SPINS - 1))
        yield from wheel_proofs(DeviceFindings(readings=[*map(WheelNumber, numbers)], seen=[MISTAKEN]))
        return
    device = DeviceConfig.usual(DeviceRole.SHOE, "loop://")
    model, findings, decoder = device.model.made, DeviceFindings(), device.attached_device.decoder
    assert isinstance(model, CardModel), "a shoe reads cards"
    voice = model.voice(device.format)
    scans = (voice.unread() if card == UNREAD else voice.outside(card) for card in DECK)
    for piece in (*scans, voice.cut_card() or b""):
        decoder, readings = decoder.feed(piece)
        findings.readings += readings
    yield from deck_proofs(findings, device)


def sample(config: TableConfig, proofs: Sequence[Proof], at: datetime) -> Certificate:
    """The certificate of these proofs, unsigned and without a digest. Raises OSError, RulebookError."""
    return replace(as_it_stands(config, at), proofs=tuple(proofs))


def sample_paper(certificate: Certificate, words: Words) -> Paper:
    """The sample's document, whose title and head say that it is no certificate."""
    paper = certificate_paper(certificate, words)
    marked = words.text("commissioning.demonstration.marked")
    return replace(paper, title=words.text("commissioning.demonstration.sample"), head=(marked, *paper.head))

"""The devices, for real: a test deck through the shoe, ten spins of the wheel, over the table's own port. A
person draws and spins; the readings are compared with what must come. Each piece of bytes goes through a
separate table, with a journal on the table's disk, which measures the time until the prompt is recorded.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Event
from typing import Final, Protocol

from console.commissioning.devices import device_findings
from console.commissioning.devices.device_cable import CableStep, cable_proof, pull_test
from console.commissioning.devices.wheel_course import course_proofs
from console.commissioning.devices.wheel_level import level_clauses, level_proof
from console.commissioning.trial_folder import trial_folder
from console.supervisor.records import Proof
from console.table.config import DeviceConfig, TableConfig
from console.table.core import Session, SystemClock
from console.table.custody import UNNAMED, make_folder, open_session
from console.table.devices import (
    CardRead,
    CardUnread,
    CutCardRead,
    DeviceRole,
    Health,
    HeardPort,
    SerialLink,
    WheelDecoder,
    WheelNumber,
)
from console.table.game import DECK, load_rulebook
from console.table.journal import Identity

QUIET: Final = 30.0
"""Seconds without a byte after which the test stops waiting."""
FIRST: Final = 120.0
"""Seconds that may pass before the first byte."""


class Person(Protocol):
    def prompt(self, role: DeviceRole) -> None:
        """Ask the person to draw the deck or to spin."""

    def progress(self, done: int, of: int) -> None:
        """Show the person how far the test has come."""

    def sees(self, number: int) -> int | None:
        """The number in which the ball lies; None if it is the wheel's number."""

    def level(self) -> bool | None:
        """Whether the spirit level on its rim shows the wheel level; None: it was not measured."""

    def cable(self, step: CableStep) -> None:
        """Ask the person to pull the plug, to put it back, or for one card more."""


def device_proofs(
    config: TableConfig, person: Person, *, quiet: float = QUIET, first: float = FIRST
) -> Iterator[Proof]:
    """The proofs of every device in the table's file, after a wheel's level, which has no device. Raises
    OSError, JournalError, RulebookError.
    """
    make_folder(config.journal)
    if clauses := level_clauses(load_rulebook(config.rules), config.game):
        yield level_proof(person.level(), clauses)
    for device in config.devices:
        findings = _findings(device, config, person, quiet, first)
        decoder = device.attached_device.decoder
        yield from (
            device_findings.deck_proofs(findings, device)
            if device.role is not DeviceRole.WHEEL
            else device_findings.wheel_proofs(findings)
        )
        if isinstance(decoder, WheelDecoder):
            yield from course_proofs(findings.lines, decoder)
        yield cable_proof(device.role, findings.pulled)


def untried_proofs(config: TableConfig) -> Iterator[Proof]:
    """The devices' proofs, if nobody asked to try them. Raises RulebookError."""
    if clauses := level_clauses(load_rulebook(config.rules), config.game):
        yield level_proof(None, clauses)
    yield from (device_findings.untried_proof(device.role, "device.not_tried") for device in config.devices)


def _findings(
    device: DeviceConfig, config: TableConfig, person: Person, quiet: float, first: float
) -> device_findings.DeviceFindings:
    """All that comes from a device until the deck or the spins are through, or it was quiet too long."""
    came: queue.Queue[tuple[float, bytes]] = queue.Queue()
    findings, decoder, opened = device_findings.DeviceFindings(), device.attached_device.decoder, Event()
    port = HeardPort(device.attached_device)
    healths: queue.Queue[Health] = queue.Queue()

    def on_health(health: Health) -> None:
        if opened.is_set():
            healths.put(health)
        elif health is Health.CONNECTED:
            opened.set()

    link = SerialLink(
        device.url, lambda data: came.put((time.perf_counter(), data)), on_health, baud=device.baud
    )
    with ExitStack() as stack:
        hear = _recorded(config, device, stack)
        link.start()
        stack.callback(link.stop)
        if not opened.wait(quiet):
            findings.lost = True
            return findings
        person.prompt(device.role)  # It is asked once the port is open: earlier bytes are thrown away.
        wait, answered = first, 0.0
        while not _through(findings, device):
            try:
                at, data = came.get(timeout=wait)
            except queue.Empty:
                break
            hear(data)
            port.hear(data)
            findings.sounds_like = port.sounds_like
            if at >= answered:  # An earlier reading waited for the person, not for the console.
                findings.took.append((time.perf_counter() - at) * 1e3)
            decoder, found = device_findings.read_piece(decoder, data, findings)
            for reading in found:
                findings.readings.append(reading)
                if isinstance(reading, WheelNumber):
                    saw, answered = person.sees(reading.number), time.perf_counter()
                    if saw is not None:
                        findings.seen.append((reading.number, saw))
            person.progress(*_progress(findings, device))
            wait = quiet
        findings.lost = not healths.empty()
        if findings.took and not findings.lost:
            findings.pulled = pull_test(person.cable, decoder, came, healths, first)
    return findings


def _recorded(config: TableConfig, device: DeviceConfig, stack: ExitStack) -> Callable[[bytes], object]:
    """A separate table that takes bytes in a round, with a journal beside the table's."""
    place = stack.enter_context(trial_folder(config.journal.parent))
    identity = Identity(UNNAMED, config.game, config.rules)
    rulebook = load_rulebook(config.rules)
    opened = open_session(place / "devices.db", identity, rulebook, SystemClock(), stack, is_ready=True)
    session: Session = opened.session
    session.attach(device.attached_device)
    return lambda data: session.receive(device.role, data)


def _through(findings: device_findings.DeviceFindings, device: DeviceConfig) -> bool:
    done, of = _progress(findings, device)
    cut = any(isinstance(reading, CutCardRead) for reading in findings.readings)
    return done >= of and (device.role is not DeviceRole.SHOE or cut)


def _progress(findings: device_findings.DeviceFindings, device: DeviceConfig) -> tuple[int, int]:
    if device.role is DeviceRole.WHEEL:
        return sum(isinstance(reading, WheelNumber) for reading in findings.readings), device_findings.SPINS
    drawn = sum(isinstance(reading, CardRead | CardUnread) for reading in findings.readings)
    return drawn, len(DECK)

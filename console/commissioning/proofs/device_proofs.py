"""The devices, for real: a test deck through the shoe, ten spins of the wheel, over the table's own port.

A person draws and spins; what comes is compared with what must. Each piece of bytes goes through a table of
its own, with a journal on the table's disk: so it is measured how long it takes until the prompt is recorded.
"""

from __future__ import annotations

import queue
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, Protocol

import msgspec

from console.commissioning.proof import Proof, Said, Section, Slots, left_out, tried
from console.commissioning.proofs.device_cable import Pulled, Step, cable_proof, pulled
from console.commissioning.proofs.wheel_course import course_proofs
from console.config import Device, TableConfig
from console.custody.table_opening import UNNAMED, make_folder, open_session
from console.devices.health import Health
from console.devices.model import CardModel, Decoder, DeviceRole, WheelDecoder
from console.devices.port import SerialLink
from console.devices.readings import CardRead, CardUnread, CutCardRead, Reading, WheelFault, WheelNumber
from console.devices.wheel_status import PLACE_BETS, WINNING_NUMBER, WheelStatus
from console.game.cards import DECK
from console.game.rulebook import load_rulebook
from console.journal import Identity
from console.table.running.clock import SystemClock
from console.table.running.session import Session

SPINS: Final = 10
QUIET: Final = 30.0
"""Seconds without a byte after which nothing more is waited for."""
_SLOWEST_MS: Final = 300.0
"""Milliseconds up to which no screen says that it is saving."""
FIRST: Final = 120.0
"""Seconds that may pass before the first byte."""


_tried = partial(tried, Section.DEVICES)


class Person(Protocol):
    """Who stands at the device."""

    def asked(self, role: DeviceRole) -> None:
        """Is asked to draw the deck or to spin."""

    def progress(self, done: int, of: int) -> None:
        """Sees how far it has come."""

    def sees(self, number: int) -> int | None:
        """The number in which the ball lies; None where it is the one that the wheel gave."""

    def cable(self, step: Step) -> None:
        """Is asked to pull the plug, to put it back, or for one card more."""


class Heard(msgspec.Struct):
    """What came of a device."""

    readings: list[Reading] = []
    took: list[float] = []
    """Milliseconds from a piece's arrival to the recorded prompt."""
    lost: bool = False
    """Whether the port could not be opened, or was lost meanwhile."""
    seen: list[tuple[int, int]] = []
    """Numbers of the wheel, and those that a person saw, where they differ."""
    lines: list[WheelStatus] = []
    """The wheel's lines, in their order."""
    pulled: Pulled | None = None
    """What came of pulling its plug; None where it was not heard before."""


def device_proofs(
    config: TableConfig, person: Person, *, quiet: float = QUIET, first: float = FIRST
) -> Iterator[Proof]:
    """Every device of the table's file, one after the other. Raises OSError, JournalError."""
    make_folder(config.journal)
    for device in config.devices:
        heard = _heard(device, config, person, quiet, first)
        decoder = device.attached.decoder
        yield from deck_proofs(heard, device) if device.role is not DeviceRole.WHEEL else wheel_proofs(heard)
        if isinstance(decoder, WheelDecoder):
            yield from course_proofs(heard.lines, decoder)
        yield cable_proof(device.role, heard.pulled)


def not_tried(config: TableConfig) -> Iterator[Proof]:
    """The devices, where nobody asked to try them."""
    for device in config.devices:
        what, expected = Said(f"commissioning.device.{device.role}"), Said("commissioning.device.expected")
        yield left_out(Section.DEVICES, device.role, what, expected, Said("commissioning.device.not_tried"))


def deck_proofs(heard: Heard, device: Device) -> Iterator[Proof]:
    """Of a deck that was drawn: every face once, the cut card, failed scans."""
    faces = Counter(str(reading.card) for reading in heard.readings if isinstance(reading, CardRead))
    missing = [str(card) for card in DECK if not faces[str(card)]]
    double = [face for face, times in faces.items() if times > 1]
    unread = sum(isinstance(reading, CardUnread) for reading in heard.readings)
    named: Slots = {
        "read": len(DECK) - len(missing),
        "missing": _named(missing),
        "double": _named(double),
        "unread": unread,
    }
    good = not missing and not double and not unread and not heard.lost
    found = Said("commissioning.deck.found", named)
    expected = Said("commissioning.deck.expected", {"faces": len(DECK)})
    yield _tried(f"deck {device.role}", Said(f"commissioning.device.{device.role}"), expected, found, good)
    model = device.model.made
    if isinstance(model, CardModel) and model.voice(device.format).cut_card() is not None:
        cuts = sum(isinstance(reading, CutCardRead) for reading in heard.readings)
        found = Said("commissioning.cut_card.found", {"times": cuts})
        yield _tried(
            f"cut card {device.role}",
            Said("commissioning.cut_card"),
            Said("commissioning.cut_card.expected"),
            found,
            cuts == 1,
        )
    yield from _prompt_proof(heard, device.role)


def wheel_proofs(heard: Heard) -> Iterator[Proof]:
    """Of ten spins: each number as a person saw it, and what the wheel warned of."""
    numbers = [reading.number for reading in heard.readings if isinstance(reading, WheelNumber)]
    warned = Counter(str(each.meaning) for each in heard.readings if isinstance(each, WheelFault))
    wrong = ", ".join(f"{said} ≠ {saw}" for said, saw in heard.seen) or "–"
    named: Slots = {"spins": len(numbers), "wrong": wrong, "warned": ", ".join(warned) or "–"}
    good = len(numbers) >= SPINS and not heard.seen and not warned and not heard.lost
    expected = Said("commissioning.spins.expected", {"spins": SPINS})
    yield _tried(
        "spins", Said("commissioning.device.wheel"), expected, Said("commissioning.spins.found", named), good
    )
    yield from _prompt_proof(heard, DeviceRole.WHEEL)


def _prompt_proof(heard: Heard, role: DeviceRole) -> Iterator[Proof]:
    took = sorted(heard.took)
    if took:
        figures = {"p50_ms": took[len(took) // 2], "p99_ms": took[(len(took) * 99 - 1) // 100]}
        good = figures["p99_ms"] <= _SLOWEST_MS
        expected = Said("commissioning.prompt.expected", {"most": _SLOWEST_MS})
        yield _tried(f"prompt {role}", Said("commissioning.prompt"), expected, "", good, figures)


def _heard(device: Device, config: TableConfig, person: Person, quiet: float, first: float) -> Heard:
    """All that a device says until the deck or the spins are through, or it has been quiet for too long."""
    came: queue.Queue[tuple[float, bytes]] = queue.Queue()
    heard, decoder, opened = Heard(), device.attached.decoder, Event()
    told: queue.Queue[Health] = queue.Queue()

    def on_health(health: Health) -> None:
        if opened.is_set():
            told.put(health)
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
            heard.lost = True
            return heard
        person.asked(device.role)  # now that the port is open: what came before is thrown away
        wait = first
        while not _through(heard, device):
            try:
                at, data = came.get(timeout=wait)
            except queue.Empty:
                break
            hear(data)
            heard.took.append((time.perf_counter() - at) * 1e3)
            decoder, found = _read(decoder, data, heard)
            for reading in found:
                heard.readings.append(reading)
                if isinstance(reading, WheelNumber) and (saw := person.sees(reading.number)) is not None:
                    heard.seen.append((reading.number, saw))
            person.progress(*_progress(heard, device))
            wait = quiet
        heard.lost = not told.empty()
        if heard.took and not heard.lost:
            heard.pulled = pulled(person, device.role, decoder, came, told, first)
    return heard


def _read(decoder: Decoder, data: bytes, heard: Heard) -> tuple[Decoder, list[Reading]]:
    """The readings of a piece; each line of a wheel is kept. A number that already stood there as the port
    was opened is that of no spin here.
    """
    if not isinstance(decoder, WheelDecoder):
        after, found = decoder.feed(data)
        return after, list(found)
    readings: list[Reading] = []
    for piece in decoder.one_by_one(data):
        before = decoder.last
        decoder, found = decoder.feed(piece)
        line = decoder.last
        stood = not heard.lines and PLACE_BETS in decoder.course
        if line is None or (stood and line.state == WINNING_NUMBER):
            continue
        if line is not before:
            heard.lines.append(line)
        readings += found
    return decoder, readings


def _recorded(config: TableConfig, device: Device, stack: ExitStack) -> Callable[[bytes], object]:
    """A table of its own that takes bytes in a round, with a journal beside the table's."""
    place = stack.enter_context(
        tempfile.TemporaryDirectory(dir=config.journal.parent, prefix=".commissioning-")
    )
    identity = Identity(UNNAMED, config.game, config.rules)
    rulebook = load_rulebook(config.rules)
    opened = open_session(
        Path(place) / "devices.db", identity, rulebook, SystemClock(), stack, made_ready=True
    )
    session: Session = opened.session
    session.attach(device.attached)
    return lambda data: session.hear(device.role, data)


def _through(heard: Heard, device: Device) -> bool:
    done, of = _progress(heard, device)
    cut = any(isinstance(reading, CutCardRead) for reading in heard.readings)
    return done >= of and (device.role is not DeviceRole.SHOE or cut)


def _progress(heard: Heard, device: Device) -> tuple[int, int]:
    if device.role is DeviceRole.WHEEL:
        return sum(isinstance(reading, WheelNumber) for reading in heard.readings), SPINS
    drawn = sum(isinstance(reading, CardRead | CardUnread) for reading in heard.readings)
    return drawn, len(DECK)


def _named(faces: list[str]) -> str:
    return ", ".join(faces) or "–"

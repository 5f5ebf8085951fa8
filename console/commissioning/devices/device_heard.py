"""What came of a device under test, and the proofs of it: of a test deck, of the spins, of the time it took.

Values alone: whoever reads the port gives the pieces, one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from console.commissioning.devices.device_cable import Pulled
from console.commissioning.proof import Proof, Said, Section, Slots, tried
from console.config import DeviceConfig
from console.devices.model import CardModel, Decoder, DeviceRole, WheelDecoder
from console.devices.readings import CardRead, CardUnread, CutCardRead, Reading, WheelFault, WheelNumber
from console.devices.wheel_status import PLACE_BETS, WINNING_NUMBER, WheelStatus
from console.game.cards import DECK

SPINS: Final = 10
"""A reader that misreads one spin in four shows it in 94 of 100 tests of so many (1 - 0.75**10)."""
SLOWEST_MS: Final = 300.0
"""Milliseconds up to which no screen says that it is saving."""

_tried = partial(tried, Section.DEVICES)


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
    painted: list[float] = []
    """Milliseconds from a piece's arrival until what came of it was painted, in the table's own window."""
    otherwise: list[tuple[str, str]] = []
    """Faces that were asked for, each with the one that came in its place."""


def deck_proofs(heard: Heard, device: DeviceConfig) -> Iterator[Proof]:
    """Of a deck that was drawn: every face once, the cut card, failed scans."""
    faces = Counter(str(reading.card) for reading in heard.readings if isinstance(reading, CardRead))
    missing = [str(card) for card in DECK if not faces[str(card)]]
    double = [face for face, times in faces.items() if times > 1]
    unread = sum(isinstance(reading, CardUnread) for reading in heard.readings)
    named: Slots = {
        "read": len(DECK) - len(missing),
        "missing_cards": " ".join(missing),
        "double_cards": " ".join(double),
        "unread": unread,
    }
    good = not missing and not double and not unread and not heard.lost and not heard.otherwise
    key = "found"
    if heard.otherwise:
        key, named["otherwise_cards"] = "otherwise", " ".join(map("≠".join, heard.otherwise))
    found = Said(f"commissioning.deck.{key}", named)
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
    faults = (each for each in heard.readings if isinstance(each, WheelFault))
    warned = dict.fromkeys(f"wheel_figures.fault.{each.meaning}" for each in faults)
    wrong = "\n".join(f"{said} ≠ {saw}" for said, saw in heard.seen)
    named: Slots = {"spins": len(numbers), "wrong_list": wrong, "warned_keys": " ".join(warned)}
    good = len(numbers) >= SPINS and not heard.seen and not warned and not heard.lost
    expected = Said("commissioning.spins.expected", {"spins": SPINS})
    yield _tried(
        "spins", Said("commissioning.device.wheel"), expected, Said("commissioning.spins.found", named), good
    )
    yield from _prompt_proof(heard, DeviceRole.WHEEL)


def _prompt_proof(heard: Heard, role: DeviceRole) -> Iterator[Proof]:
    for what, measured in (("prompt", heard.took), ("painted", heard.painted)):
        took = sorted(measured)
        if took:
            figures = {"p50_ms": took[len(took) // 2], "p99_ms": took[(len(took) * 99 - 1) // 100]}
            good = figures["p99_ms"] <= SLOWEST_MS
            expected = Said("commissioning.prompt.expected", {"most": SLOWEST_MS})
            yield _tried(f"{what} {role}", Said(f"commissioning.{what}"), expected, "", good, figures)


def read_piece(decoder: Decoder, data: bytes, heard: Heard) -> tuple[Decoder, list[Reading]]:
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

"""The findings about a device under test, and their proofs: of a test deck, of the spins, of the time taken.
The caller reads the port and gives the pieces in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from console.commissioning.devices.device_cable import PullResult
from console.supervisor.records import (
    Finding,
    Phrase,
    Proof,
    Section,
    Slots,
    Subject,
    Verdict,
    left_out,
    tried,
)
from console.table.config import DeviceConfig
from console.table.devices import (
    CardModel,
    CardRead,
    CardUnread,
    CutCardRead,
    Decoder,
    DeviceRole,
    Reading,
    WheelDecoder,
    WheelFault,
    WheelNumber,
    wheel_status,
)
from console.table.game import DECK

SPINS: Final = 10
"""Spins of a test: 94 of 100 such tests show a reader that misreads one in four (1 - 0.75**10)."""
SLOWEST_MS: Final = 300.0
"""Milliseconds in which no screen shows that it is saving."""

_subject = partial(Subject, Section.DEVICES)


class DeviceFindings(msgspec.Struct):
    readings: list[Reading] = []
    took: list[float] = []
    """Milliseconds from a piece's arrival to the recorded prompt."""
    lost: bool = False
    """Whether the port could not be opened, or was lost meanwhile."""
    seen: list[tuple[int, int]] = []
    """The wheel's numbers that differ from those a person saw, with both."""
    lines: list[wheel_status.WheelStatus] = []
    pulled: PullResult | None = None
    """The result of pulling the plug; None if nothing had come before."""
    painted: list[float] = []
    """Milliseconds from a piece's arrival until its effect was painted in the table's own window."""
    sounds_like: DeviceRole | None = None
    """The role of another device that speaks at this one's port."""
    otherwise: list[tuple[str, str]] = []
    """Faces that were asked for, each with the face that came instead."""


def deck_proofs(findings: DeviceFindings, device: DeviceConfig) -> Iterator[Proof]:
    """The proofs of a drawn deck: every face once, the cut card, failed scans."""
    faces = Counter(str(reading.card) for reading in findings.readings if isinstance(reading, CardRead))
    missing = [str(card) for card in DECK if not faces[str(card)]]
    double = [face for face, times in faces.items() if times > 1]
    unread = sum(isinstance(reading, CardUnread) for reading in findings.readings)
    named: Slots = {
        "read": len(DECK) - len(missing),
        "missing_cards": " ".join(missing),
        "double_cards": " ".join(double),
        "unread": unread,
    }
    good = not missing and not double and not unread and not findings.lost and not findings.otherwise
    key = "deck.found"
    if findings.otherwise:
        key, named["otherwise_cards"] = "deck.otherwise", " ".join(map("≠".join, findings.otherwise))
    deck = _subject(f"device deck {device.role}", f"device.{device.role}", "deck.expected", faces=len(DECK))
    yield deck.with_finding(_exchanged(findings) or tried(key, good, **named))
    model = device.model.made
    if isinstance(model, CardModel) and model.voice(device.format).cut_card() is not None:
        cuts = sum(isinstance(reading, CutCardRead) for reading in findings.readings)
        cut_card = _subject(f"device cut card {device.role}", "cut_card")
        yield cut_card.with_finding(tried("cut_card.found", cuts == 1, times=cuts))
    yield from _prompt_proof(findings, device.role)


def wheel_proofs(findings: DeviceFindings) -> Iterator[Proof]:
    """The proofs of ten spins: each number as a person saw it, and the wheel's warnings."""
    numbers = [reading.number for reading in findings.readings if isinstance(reading, WheelNumber)]
    faults = (each for each in findings.readings if isinstance(each, WheelFault))
    warned = dict.fromkeys(f"wheel_figures.fault.{each.meaning}" for each in faults)
    wrong = "\n".join(f"{number} ≠ {saw}" for number, saw in findings.seen)
    named: Slots = {"spins": len(numbers), "wrong_list": wrong, "warned_keys": " ".join(warned)}
    good = len(numbers) >= SPINS and not findings.seen and not warned and not findings.lost
    subject = _subject("device spins", "device.wheel", "spins.expected", spins=SPINS)
    yield subject.with_finding(_exchanged(findings) or tried("spins.found", good, **named))
    yield from _prompt_proof(findings, DeviceRole.WHEEL)


def untried_proof(role: DeviceRole, why: str) -> Proof:
    return _subject(f"device {role}", f"device.{role}", "device.expected").with_finding(left_out(why))


def _exchanged(findings: DeviceFindings) -> Finding | None:
    """The finding that another device speaks at this one's port."""
    if findings.sounds_like is None:
        return None
    return Finding(Verdict.FAILED, Phrase(f"exchanged.{findings.sounds_like}"))


def _prompt_proof(findings: DeviceFindings, role: DeviceRole) -> Iterator[Proof]:
    for what, measured in (("prompt", findings.took), ("painted", findings.painted)):
        took = sorted(measured)
        if took:
            figures = {"p50_ms": took[len(took) // 2], "p99_ms": took[(len(took) * 99 - 1) // 100]}
            subject = _subject(f"device {what} {role}", what, "prompt.expected", most=SLOWEST_MS)
            yield subject.with_finding(tried("", figures["p99_ms"] <= SLOWEST_MS, figures))


def read_piece(decoder: Decoder, data: bytes, findings: DeviceFindings) -> tuple[Decoder, list[Reading]]:
    """The readings in a piece of a device's bytes, with each line of a wheel. A number from before the port
    was opened belongs to no spin of the test.
    """
    if not isinstance(decoder, WheelDecoder):
        after, found = decoder.feed(data)
        return after, list(found)
    readings: list[Reading] = []
    for piece in decoder.one_by_one(data):
        before = decoder.last
        decoder, found = decoder.feed(piece)
        line = decoder.last
        stood = not findings.lines and wheel_status.PLACE_BETS in decoder.course
        if line is None or (stood and line.state == wheel_status.WINNING_NUMBER):
            continue
        if line is not before:
            findings.lines.append(line)
        readings += found
    return decoder, readings

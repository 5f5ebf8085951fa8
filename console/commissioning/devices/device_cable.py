"""The plug of a device, pulled and put back: the loss is noticed, and the next message is read."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from enum import StrEnum

import msgspec

from console.supervisor.records import Proof, Section, Subject, left_out, tried
from console.table.devices import CardRead, CardUnread, Decoder, DeviceRole, Health, WheelDecoder


class CableStep(StrEnum):
    """A person's next step with the cable, ``commissioning.ask.NAME``."""

    PULL = "pull"
    PLUG_IN = "plug_in"
    DRAW_ONE = "draw_one"


class PullResult(msgspec.Struct):
    noticed: bool = False
    """Whether the port reported the loss."""
    back: bool = False
    """Whether the port was opened again."""
    read: bool = False
    """Whether the next card, or the wheel's next line, was read."""
    lost: int = 0
    """Bytes of messages that were broken off or are unreadable."""


def pull_test(
    ask: Callable[[CableStep], object],
    decoder: Decoder,
    came: queue.Queue[tuple[float, bytes]],
    health: queue.Queue[Health],
    patience: float,
) -> PullResult:
    """Have ``ask`` ask the person for each step, and wait at most ``patience`` seconds for its effect."""
    found = PullResult()
    ask(CableStep.PULL)
    found.noticed = _comes(health, Health.LOST, patience)
    if not found.noticed:
        return found
    while not came.empty():  # These bytes were on their way before the plug was pulled.
        decoder = decoder.successor(came.get()[1])
    found.lost = len(decoder.remainder)
    ask(CableStep.PLUG_IN)
    found.back = _comes(health, Health.CONNECTED, patience)
    if not found.back:
        return found
    if isinstance(decoder, WheelDecoder):
        decoder = decoder.cut_off()
    else:
        ask(CableStep.DRAW_ONE)
    until = time.monotonic() + patience
    while not found.read and (left := until - time.monotonic()) > 0:
        try:
            _, data = came.get(timeout=left)
        except queue.Empty:
            break
        if isinstance(decoder, WheelDecoder):
            lines = decoder.lines(data)
            whole = [line for line in lines if decoder.status_of(line)]
            found.lost += sum(len(line) for line in lines if line not in whole)
            found.read = bool(whole)
        after, readings = decoder.feed(data)
        decoder = after
        found.read = found.read or any(isinstance(each, CardRead | CardUnread) for each in readings)
    return found


def _comes(health: queue.Queue[Health], wanted: Health, patience: float) -> bool:
    until = time.monotonic() + patience
    while (left := until - time.monotonic()) > 0:
        try:
            if health.get(timeout=left) is wanted:
                return True
        except queue.Empty:
            break
    return False


def cable_proof(role: DeviceRole, pull: PullResult | None) -> Proof:
    """The proof of the cable; None if nothing had come from the device before."""
    subject = Subject(Section.DEVICES, f"device cable {role}", "cable")
    if pull is None:
        return subject.with_finding(left_out("cable.unheard"))
    key = "read" if pull.read else "unread" if pull.back else "away" if pull.noticed else "untold"
    return subject.with_finding(tried(f"cable.{key}", pull.read, lost=pull.lost))

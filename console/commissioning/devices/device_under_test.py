"""One device, tested at its own table: what a person is asked to do, what came, and the proofs. Bytes, the
port's health and a person's presses go in. It opens no port and knows no screen: the table's own link reads
the device, and its session has already recorded each byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from console.commissioning.devices import device_findings
from console.commissioning.devices.device_cable import PullResult, cable_proof
from console.commissioning.devices.wheel_course import course_proofs
from console.commissioning.devices.wheel_level import level_proof
from console.supervisor.records import Proof, Section, Slots, Subject, left_out, tried
from console.table.config import DeviceConfig
from console.table.devices import (
    CardModel,
    CardRead,
    CardUnread,
    CutCardRead,
    Decoder,
    DeviceRole,
    Health,
    HeardPort,
    Reading,
    WheelDecoder,
    WheelNumber,
)
from console.table.game import DECK, Card


class PersonTask(StrEnum):
    """A person's present task, ``commissioning.asked.NAME``."""

    DRAW = "draw"
    """The whole deck, and the cut card."""
    HOLD = "hold"
    """A card drawn half, and held."""
    DRAW_OUT = "draw_out"
    """The held card, drawn to its end."""
    SPIN = "spin"
    NUMBER = "number"
    """Report whether the ball lies in the wheel's number."""
    PULL = "pull"
    PLUG_IN = "plug_in"
    DRAW_ONE = "draw_one"
    """A card after the plug is in again."""
    LEVEL = "level"
    """Report whether the wheel is level, by a spirit level on its rim."""
    HEAR = "hear"
    """Nothing: with the plug in again, the wheel sends by itself."""
    OVER = "over"


class HalfDraw(msgspec.Struct):
    """The readings of a card that was drawn half, held, and drawn to its end."""

    early: int = 0
    """How often the card was read while only half of it was out."""
    read: int = 0
    """How often the card was read once it was out."""
    unread: int = 0
    """How often the device reported that it can't read the card."""
    tried: bool = False
    said_by: tuple[str, str] | None = None
    """The name and the id of the person who reported that the card is held, and that nothing was read."""
    said_at: int | None = None
    """When that was, by the clock that measures (``perf_counter_ns``)."""
    silent: float | None = None
    """The seconds from then until the next reading; None if none came."""


_CARDS: Final = frozenset((DeviceRole.SHOE, DeviceRole.READER))


class DeviceUnderTest:
    """One device, from the first card or spin to the plug that was put back."""

    def __init__(self, device: DeviceConfig, level: tuple[str, ...] = ()) -> None:
        """``level`` are the clauses by which a wheel's level is checked, if it is asked for."""
        self.device, self.findings = device, device_findings.DeviceFindings()
        self.half, self.in_order = HalfDraw(), False
        self.of_cards = device.role in _CARDS
        self.asked = PersonTask.DRAW if self.of_cards else PersonTask.LEVEL if level else PersonTask.SPIN
        self._level = level
        self._is_level: bool | None = None
        self.last: Reading | None = None
        self.number: int | None = None
        """The wheel's number that must be confirmed."""
        self._decoder: Decoder = device.attached_device.decoder
        self._port = HeardPort(device.attached_device)
        self._pulled, self._left_out = PullResult(), False
        self._at = 0
        """How many of the cards that are asked for one by one were drawn."""

    # --- what is asked for ------------------------------------------------------------------------

    @property
    def has_port(self) -> bool:
        """Whether this is a device; a wheel without a sensor has none."""
        return bool(self.device.url)

    @property
    def reports_cut_card(self) -> bool:
        model = self.device.model.made
        return isinstance(model, CardModel) and model.voice(self.device.format).cut_card() is not None

    @property
    def card(self) -> Card | None:
        """The card to draw now; None: any card, or the cut card."""
        return DECK[self._at] if self.asks_one_by_one and self._at < len(DECK) else None

    @property
    def asks_one_by_one(self) -> bool:
        return self.in_order and self.asked is PersonTask.DRAW

    @property
    def asks_cut_card(self) -> bool:
        if self.asked is not PersonTask.DRAW or not self.reports_cut_card:
            return False
        return self._at >= len(DECK) if self.in_order else not self.missing

    @property
    def may_change_order(self) -> bool:
        """Whether the order of the cards can still be changed, as none has come."""
        return self.asked is PersonTask.DRAW and not self.findings.readings

    @property
    def faces(self) -> Counter[Card]:
        """How often each face of the deck came."""
        return Counter(each.card for each in self.findings.readings if isinstance(each, CardRead))

    @property
    def missing(self) -> tuple[Card, ...]:
        """The faces that have not come."""
        return tuple(card for card in DECK if not self.faces[card])

    @property
    def cut_cards(self) -> int:
        return sum(isinstance(each, CutCardRead) for each in self.findings.readings)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(each.number for each in self.findings.readings if isinstance(each, WheelNumber))

    @property
    def progress(self) -> tuple[int, int]:
        """How many cards or spins are done, and of how many."""
        if not self.of_cards:
            return len(self.numbers) - (self.number is not None), device_findings.SPINS
        cut = min(self.cut_cards, 1) if self.reports_cut_card else 0
        return len(DECK) - len(self.missing) + cut, len(DECK) + self.reports_cut_card

    # --- what comes -------------------------------------------------------------------------------

    def receive(self, data: bytes, at: int | None = None) -> bool:
        """Take a piece of bytes; returns whether it was read. ``at`` is when its last byte came out of the
        port (``perf_counter_ns``).
        """
        self._port.hear(data)
        self.findings.sounds_like = self._port.sounds_like
        return self._take(data, at)

    def _take(self, data: bytes, at: int | None) -> bool:
        if self.asked in (PersonTask.LEVEL, PersonTask.PULL, PersonTask.PLUG_IN):
            return self._on_its_way(data)
        if self.asked is PersonTask.HEAR and isinstance(self._decoder, WheelDecoder):
            return self._wheel_again(self._decoder, data)
        if self.asked is not PersonTask.DRAW and self.of_cards:
            self._decoder, found = self._decoder.feed(data)
            for reading in found:
                self._after_the_deck(reading, at)
            return bool(found)
        self._decoder, readings = device_findings.read_piece(self._decoder, data, self.findings)
        for reading in readings:
            self.findings.readings.append(reading)
            self._take_reading(reading)
        return bool(readings)

    def _take_reading(self, reading: Reading) -> None:
        if isinstance(reading, CardRead | CardUnread | CutCardRead | WheelNumber):
            self.last = reading
        if isinstance(reading, WheelNumber):
            self.number, self.asked = reading.number, PersonTask.NUMBER
        elif self.in_order:
            self._in_its_turn(reading)
        elif not self.missing and (self.cut_cards or not self.reports_cut_card):
            self.asked = PersonTask.HOLD

    def _in_its_turn(self, reading: Reading) -> None:
        wanted = DECK[self._at] if self._at < len(DECK) else None
        match reading:
            case CardRead(card=card) if card == wanted or wanted is None:
                self._next()
            case CardRead(card=card) if self._at and card == DECK[self._at - 1]:
                pass  # Its number shows that the last reading was sent again.
            case CardRead(card=card):
                self.findings.otherwise.append((str(wanted), str(card)))
                self._next()
            case CardUnread():
                self._next()
            case CutCardRead() if wanted is None:
                self.asked = PersonTask.HOLD

    def _next(self) -> None:
        self._at = min(self._at + 1, len(DECK))
        if self._at == len(DECK) and not self.reports_cut_card:
            self.asked = PersonTask.HOLD

    def _after_the_deck(self, reading: Reading, at: int | None) -> None:
        if not isinstance(reading, CardRead | CardUnread):
            return
        self.last, was_read = reading, isinstance(reading, CardRead)
        if self.asked is PersonTask.HOLD:
            self.half.early += was_read
            self.half.unread += not was_read
        elif self.asked is PersonTask.DRAW_OUT:
            said_at = self.half.said_at
            silent = None if at is None or said_at is None else (at - said_at) / 1e9
            if silent is not None and silent < 0:  # the reading waited to be entered while the person pressed
                self.half.early += was_read
                self.half.unread += not was_read
                return
            self.half.silent = silent
            self.half.read += was_read
            self.half.unread += not was_read
            self.asked = PersonTask.PULL
        elif self.asked is PersonTask.DRAW_ONE:
            self._pulled.read, self.asked = True, PersonTask.OVER

    def _on_its_way(self, data: bytes) -> bool:
        """Whether a reading was on its way before the plug was out, perhaps a half card's second one."""
        self._decoder, found = self._decoder.feed(data)
        if self.asked is PersonTask.PULL and self.half.tried:
            self.half.read += sum(isinstance(each, CardRead) for each in found)
        return False

    def _wheel_again(self, decoder: WheelDecoder, data: bytes) -> bool:
        lines = decoder.lines(data)
        whole = [line for line in lines if decoder.status_of(line)]
        self._pulled.lost += sum(len(line) for line in lines if line not in whole)
        self._decoder = decoder.successor(data)
        if whole:
            self._pulled.read, self.asked = True, PersonTask.OVER
        return bool(whole)

    def port(self, health: Health) -> None:
        """Take the port's health: it was lost, or is open again."""
        if health is Health.LOST and self.asked is PersonTask.PULL:
            self._pulled.noticed, self._pulled.lost = True, len(self._decoder.remainder)
            self.asked = PersonTask.PLUG_IN
        elif health is Health.CONNECTED and self.asked is PersonTask.PLUG_IN:
            self._pulled.back = True
            if isinstance(self._decoder, WheelDecoder):
                self._decoder = self._decoder.cut_off()
            self.asked = PersonTask.DRAW_ONE if self.of_cards else PersonTask.HEAR
        elif health is Health.LOST and self.asked is not PersonTask.OVER:
            self.findings.lost = True

    # --- what a person says -----------------------------------------------------------------------

    def change_order(self) -> None:
        """Ask for the cards one by one, or in any order."""
        if self.may_change_order:
            self.in_order = not self.in_order

    def go_on(self, by: tuple[str, str] | None = None, at: int | None = None) -> None:
        """Go on to the next step: the person did it, or nothing more can come. ``by`` are the person's name
        and id, ``at`` is the time of the press (``perf_counter_ns``).
        """
        match self.asked:
            case PersonTask.DRAW if self.in_order and self._at < len(DECK):
                self._next()
            case PersonTask.DRAW:
                self.asked = PersonTask.HOLD if self.findings.readings else PersonTask.OVER
            case PersonTask.HOLD:
                self.half.tried, self.asked = True, PersonTask.DRAW_OUT
                self.half.said_by, self.half.said_at = by, at
            case PersonTask.DRAW_OUT:
                self.asked = PersonTask.PULL
            case PersonTask.SPIN:
                self.asked = (
                    PersonTask.PULL if self.findings.readings or self.findings.lines else PersonTask.OVER
                )
            case PersonTask.NUMBER:
                self.confirm(None)
            case PersonTask.LEVEL:
                self.say_level(True)
            case _:
                self.asked = PersonTask.OVER

    def confirm(self, saw: int | None) -> None:
        """Take the number that a person saw; None if it is the one that the wheel read."""
        if self.number is not None and saw is not None and saw != self.number:
            self.findings.seen.append((self.number, saw))
        self.number = None
        self.asked = PersonTask.PULL if len(self.numbers) >= device_findings.SPINS else PersonTask.SPIN

    def say_level(self, is_level: bool | None) -> None:
        """Take the person's answer about the wheel's level; None: nobody measured it."""
        self._is_level, self.asked = is_level, PersonTask.SPIN if self.has_port else PersonTask.OVER

    def leave_out(self) -> None:
        """Leave the device out: nobody tries it."""
        self._left_out, self.asked = True, PersonTask.OVER

    # --- what it proves ---------------------------------------------------------------------------

    def proofs(self) -> Iterator[Proof]:
        role = self.device.role
        if self._level:
            yield level_proof(self._is_level, self._level)
        if not self.has_port:
            return
        if self._left_out:
            yield device_findings.untried_proof(role, "device.left_out")
            return
        if self.of_cards:
            yield from device_findings.deck_proofs(self.findings, self.device)
            yield half_proof(role, self.half)
        else:
            yield from device_findings.wheel_proofs(self.findings)
            decoder = self.device.attached_device.decoder
            if isinstance(decoder, WheelDecoder):
                yield from course_proofs(self.findings.lines, decoder)
        yield cable_proof(role, self._pulled if self.findings.readings or self.findings.lines else None)


def under_test(devices: Sequence[DeviceConfig], level: tuple[str, ...]) -> tuple[DeviceUnderTest, ...]:
    """A table's devices; ``level`` are the clauses of a wheel's level, measured even without a sensor."""
    tested = tuple(
        DeviceUnderTest(device, level if device.role is DeviceRole.WHEEL else ()) for device in devices
    )
    if not level or any(each.device.role is DeviceRole.WHEEL for each in tested):
        return tested
    return (DeviceUnderTest(DeviceConfig.usual(DeviceRole.WHEEL, ""), level), *tested)


def half_proof(role: DeviceRole, half: HalfDraw) -> Proof:
    """The proof of a half-drawn card: not read while half out; read once, or unreadable, when out."""
    subject = Subject(Section.DEVICES, f"device half {role}", "half")
    if not half.tried:
        return subject.with_finding(left_out("half.not_tried"))
    slots: Slots = {"early": half.early, "read": half.read, "unread": half.unread}
    key = "half.found"
    if half.said_by is not None:  # An earlier console's certificate has neither person nor time.
        key = "half.silent" if half.silent is None else "half.held"
        slots |= dict(zip(("name", "id"), half.said_by, strict=True))
        slots |= {} if half.silent is None else {"seconds": half.silent}
    good = not half.early and (half.read == 1 or (not half.read and half.unread > 0))
    return subject.with_finding(tried(key, good, **slots))

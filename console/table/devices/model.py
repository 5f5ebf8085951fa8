"""The role of a device, and each model's parts: a decoder, a port's speed, a silence, a simulated voice. A
model knows bytes and their meaning. It opens no port, and does not know whether a card or a number is due.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import ClassVar, Final, Protocol, Self, TypeAlias

import msgspec

from console.table.devices.line_format import Format
from console.table.devices.readings import Reading, ShoePlace, WheelFaultMeaning
from console.table.devices.wheel_status import WheelStatus
from console.table.game.cards import Card

_LINE_ENDED: Final = re.compile(rb"(?<=[\r\n])(?![\r\n])")


class DeviceRole(StrEnum):
    """The role of a device at a table, and its name in the table protocol."""

    SHOE = "shoe"
    READER = "reader"
    WHEEL = "wheel"


class Decoder(msgspec.Struct, frozen=True):
    """The position in a device's bytes: a value, and part of the table's state."""

    def feed(self, data: bytes) -> tuple[Self, tuple[Reading, ...]]:
        """Take bytes, in any pieces; returns the next decoder and the readings that are complete. No bytes
        make it raise an error, and none take longer than a few milliseconds.
        """
        raise NotImplementedError

    def feed_fresh(self, data: bytes) -> tuple[Self, tuple[Reading, ...]]:
        """As :meth:`feed`, just after the port was opened: a line that is no reading is a greeting."""
        return self.feed(data)

    def cut_off(self) -> Self:
        """The decoder after a gap in the device's bytes: what had begun before the gap does not go on after
        it, and a wheel's steps across it are not judged.
        """
        raise NotImplementedError

    def by_guide(self, *, blanks: bool, states: bool, beats: bool, words: bool) -> Self:
        """The decoder that reads a number field by the maker's guide, warnings by their states, counts its
        lines, and takes any other line of a reader for a failed scan, or as up to 1.2.
        """
        return self

    @property
    def remainder(self) -> bytes:
        """The bytes that may be the beginning of a message."""
        raise NotImplementedError

    @property
    def reports_ball(self) -> bool:
        """Whether it reports that the ball is on its track; not every model does."""
        return True

    def one_by_one(self, data: bytes) -> tuple[bytes, ...]:
        """The bytes in pieces of one report each: a wheel's line together with its warnings."""
        return (data,)

    def successor(self, data: bytes) -> Self:
        """The next decoder of :meth:`feed` alone: for bytes whose readings are known already."""
        return self.feed(data)[0]

    def repeats(self, data: bytes) -> int:
        """The number of messages in these bytes that repeat the one before, so that they give no reading."""
        return 0

    def reads_as(self, other: Decoder) -> bool:
        """Whether the other decoder reads the same bytes in the same way: it has this model and format."""
        return type(self) is type(other)


class WheelDecoder(Decoder, frozen=True):
    """A decoder of a wheel's lines."""

    @property
    def course(self) -> tuple[int, ...]:
        """The states of a spin that this model reports, in their order, up to its number."""
        raise NotImplementedError

    @property
    def games(self) -> int:
        raise NotImplementedError

    @property
    def last(self) -> WheelStatus | None:
        """The last whole line's content; a new object for each line."""
        raise NotImplementedError

    @property
    def warnings(self) -> tuple[WheelFaultMeaning, ...]:
        """The faults that the last line reports, each as long as it stands."""
        return () if self.last is None else self.last.warnings

    @property
    def retries(self) -> bool:
        """Whether the wheel repeats a launch that failed."""
        return False

    @property
    def is_off(self) -> bool:
        """Whether the wheel says that it is off, or its rotor stands while bets would be placed."""
        return False

    @property
    def has_beat(self) -> bool:
        """Whether it sends a line each half second, whatever happens."""
        return False

    def one_by_one(self, data: bytes) -> tuple[bytes, ...]:
        return tuple(piece for piece in _LINE_ENDED.split(data) if piece)

    def lines(self, data: bytes) -> tuple[bytes, ...]:
        """The lines that end in these bytes and are reported, whole or damaged, without their line ends."""
        raise NotImplementedError

    def status_of(self, line: bytes) -> WheelStatus | None:
        """The content of a line without its end; None if it is damaged, or no line of this model."""
        raise NotImplementedError

    def unreadable_lines(self, data: bytes) -> int:
        """The number of lines in these bytes that can't be read: cut short, or damaged."""
        return sum(not self.status_of(line) for line in self.lines(data))


class CardVoice(Protocol):
    """The messages of a simulated shoe or reader of a model."""

    names_places: ClassVar[bool]
    """Whether the device reports the place at which it counts a card."""
    repeats_last: ClassVar[bool]
    """Whether the device sends its last message again after its cable was unplugged."""

    def start_message(self) -> bytes:
        """The message that it was switched on, or loaded; empty for a model without one."""

    def card(self, card: Card, place: ShoePlace) -> bytes:
        """A card that was read."""

    def outside(self, card: Card) -> bytes:
        """A card read outside a game; the same as :meth:`card` for a model that can't tell them."""

    def unread(self) -> bytes:
        """A card that could not be read."""

    def cut_card(self) -> bytes | None:
        """The message for the cut card; None for a device that can't see it."""

    def result(self, winner: str, *, player_pair: bool, banker_pair: bool) -> bytes | None:
        """The device's own result of a coup; None for a device that does not count one."""


class WheelVoice(Protocol):
    def says(self, status: WheelStatus, *, begins: bool) -> bytes:
        """The line that the wheel repeats each half second in this state; ``begins``: it has just begun."""

    def truncated_line(self, line: bytes) -> bytes:
        """The line without its end, as when bytes were lost."""


class CardModel(msgspec.Struct, frozen=True):
    """A model of a shoe or card reader."""

    roles: frozenset[DeviceRole]
    decoder: Callable[[Format], Decoder]
    """Makes a new decoder."""
    kind: type[Decoder]
    voice: Callable[[Format], CardVoice]
    baud: int = 9600
    """Bits a second if the table's file does not say."""
    never_quiet: float | None = None
    """Seconds without a byte after which it counts as silent, whatever is due; None if any silence is normal.
    """
    groups: frozenset[str] = frozenset()
    """The named groups that its pattern may have; none if its lines have a format of their own."""


class WheelModel(msgspec.Struct, frozen=True):
    """A model of a wheel; the fields are as in :class:`CardModel`."""

    roles: frozenset[DeviceRole]
    decoder: Callable[[Format], WheelDecoder]
    kind: type[WheelDecoder]
    voice: Callable[[Format], WheelVoice]
    baud: int = 9600
    never_quiet: float | None = None
    groups: frozenset[str] = frozenset()


Model: TypeAlias = CardModel | WheelModel

"""What a device is for, and what every model of one has: a decoder, a port's speed, a silence, a voice.

A model knows bytes and their meaning. It opens nothing, and never knows whether a card or a number is due.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, Protocol, Self, TypeAlias

import msgspec

from console.devices.line_format import Format
from console.devices.readings import Reading, ShoePlace
from console.devices.wheel_status import WheelStatus
from console.game.cards import Card

_LINE_ENDED: Final = re.compile(rb"(?<=[\r\n])(?![\r\n])")


class DeviceRole(StrEnum):
    """What a device does at a table, and its name in the table protocol."""

    SHOE = "shoe"
    READER = "reader"
    WHEEL = "wheel"


class Decoder(msgspec.Struct, frozen=True):
    """Where the reading of a device's bytes stands: a value, part of the table's state."""

    def feed(self, data: bytes) -> tuple[Self, tuple[Reading, ...]]:
        """Take bytes, split anyhow; give the next decoder and the readings that they completed.

        No bytes raise anything, and none takes longer than a few milliseconds.
        """
        raise NotImplementedError

    @property
    def tells_ball(self) -> bool:
        """Whether it tells that the ball is in its track, as not every make does."""
        return True

    def one_by_one(self, data: bytes) -> tuple[bytes, ...]:
        """The same bytes, parted so that what is told together comes alone: a wheel's line, with what it
        warns of.
        """
        return (data,)

    def after(self, data: bytes) -> Self:
        """The next decoder alone, as :meth:`feed` gives it: for bytes whose readings are known already."""
        return self.feed(data)[0]

    def reads_as(self, other: Decoder) -> bool:
        """Whether the other one makes the same of the same bytes: a decoder of this model and format."""
        return type(self) is type(other)


class WheelDecoder(Decoder, frozen=True):
    """A decoder of a wheel's lines."""

    @property
    def games(self) -> int:
        """How many games have been heard before this one."""
        raise NotImplementedError

    @property
    def last(self) -> WheelStatus | None:
        """What the last whole line said; another object with each one."""
        raise NotImplementedError

    def one_by_one(self, data: bytes) -> tuple[bytes, ...]:
        """Parted after each line's end."""
        return tuple(piece for piece in _LINE_ENDED.split(data) if piece)

    def cut_off(self) -> Self:
        """The decoder after the wheel could not be heard for a while: no step is judged over the gap."""
        raise NotImplementedError

    def lines(self, data: bytes) -> tuple[bytes, ...]:
        """The lines that these bytes end and that are told of, whole or not, without their ends."""
        raise NotImplementedError

    def status_of(self, line: bytes) -> WheelStatus | None:
        """What a line without its end says; None if it is not whole, or is no line of this model's."""
        raise NotImplementedError

    def broken(self, data: bytes) -> int:
        """How many lines of these bytes say nothing: cut short, or garbled."""
        return sum(not self.status_of(line) for line in self.lines(data))


class CardVoice(Protocol):
    """What a simulated shoe or reader of a model sends."""

    names_places: ClassVar[bool]
    """Whether it says where it counts a card."""
    repeats_last: ClassVar[bool]
    """Whether it sends its last message again when its cable was out."""

    def loaded(self) -> bytes:
        """That it was switched on, or loaded; nothing from one that does not know it."""

    def card(self, card: Card, place: ShoePlace) -> bytes:
        """A card that was read."""

    def outside(self, card: Card) -> bytes:
        """A card that was read outside a game; as :meth:`card` where it knows of none."""

    def unread(self) -> bytes:
        """A card that could not be read."""

    def cut_card(self) -> bytes | None:
        """The cut card; None from a device that can't see it."""

    def result(self, winner: str, *, player_pair: bool, banker_pair: bool) -> bytes | None:
        """Its own result of a coup; None from a device that counts none."""


class WheelVoice(Protocol):
    """What a simulated wheel of a model sends."""

    def says(self, status: WheelStatus, *, begins: bool) -> bytes:
        """What is sent for half a second in this state; ``begins``: its first."""

    def shortened(self, said: bytes) -> bytes:
        """The same, with its end lost on the way."""


@dataclass(frozen=True, slots=True)
class CardModel:
    """A make of shoe or card reader."""

    roles: frozenset[DeviceRole]
    """What one can be at a table."""
    decoder: Callable[[Format], Decoder]
    """A decoder that has read nothing yet."""
    kind: type[Decoder]
    voice: Callable[[Format], CardVoice]
    baud: int = 9600
    """Bits a second where the table's file says none."""
    never_quiet: float | None = None
    """Seconds without a byte after which it is silent, whatever is due; None: as quiet as it likes."""
    groups: frozenset[str] = frozenset()
    """The named groups that its pattern may have; none: it has no pattern, its format is its own."""


@dataclass(frozen=True, slots=True)
class WheelModel:
    """A make of wheel; the fields are :class:`CardModel`'s."""

    roles: frozenset[DeviceRole]
    decoder: Callable[[Format], WheelDecoder]
    kind: type[WheelDecoder]
    voice: Callable[[Format], WheelVoice]
    baud: int = 9600
    never_quiet: float | None = None
    groups: frozenset[str] = frozenset()


Model: TypeAlias = CardModel | WheelModel

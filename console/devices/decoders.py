"""Which decoder reads which device of the table protocol."""

from __future__ import annotations

from typing import Literal, TypeAlias

from console.devices.angel_eye import AngelEye
from console.devices.card_lines import CardLines
from console.devices.wheel import Wheel

DeviceName: TypeAlias = Literal["shoe", "reader", "wheel"]
"""A device of the table protocol."""

Decoder: TypeAlias = AngelEye | CardLines | Wheel
"""A decoder is a value: ``feed`` gives the next one, and JSON and back changes nothing."""


def decoder_for(name: DeviceName) -> Decoder:
    """A decoder that has read nothing yet: the shoe's frames, the reader's lines, the wheel's lines."""
    match name:
        case "shoe":
            return AngelEye()
        case "reader":
            return CardLines()
        case "wheel":
            return Wheel()

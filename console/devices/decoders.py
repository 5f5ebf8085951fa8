"""Which decoder reads which device of the table protocol."""

from __future__ import annotations

from typing import Literal, TypeAlias

from console.devices.angel_eye import AngelEye
from console.devices.card_lines import CardLines
from console.devices.wheel import Wheel

Decoder: TypeAlias = AngelEye | CardLines | Wheel
"""A decoder is a value: ``feed`` gives the next one, and JSON and back changes nothing."""


def decoder_for(name: Literal["shoe", "reader", "wheel"]) -> Decoder:
    """A decoder that has read nothing yet: the shoe's frames, the reader's lines, the wheel's lines."""
    match name:
        case "shoe":
            return AngelEye()
        case "reader":
            return CardLines()
        case "wheel":
            return Wheel()

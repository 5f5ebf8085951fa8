"""Every model of a device that can be attached, one row each, and the usual model of each role."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Union

import msgspec

from console.base.system import read_json
from console.table.devices.line_format import NONE, Format
from console.table.devices.model import DeviceRole, Model
from console.table.devices.models import angel_eye, cammegh, card_lines, text_cards, text_wheel


class DeviceModel(StrEnum):
    made: Model
    """The model itself: its decoder, its port's speed, its silence, its simulated voice."""

    def __new__(cls, name: str, model: Model) -> DeviceModel:
        """A row: its name, and the model that its module makes."""
        row = str.__new__(cls, name)
        row._value_ = name
        row.made = model
        return row

    ANGEL_EYE = "angel_eye", angel_eye.MODEL
    CARD_LINES = "card_lines", card_lines.MODEL
    CAMMEGH = "cammegh", cammegh.MODEL
    TEXT_CARDS = "text_cards", text_cards.MODEL
    TEXT_WHEEL = "text_wheel", text_wheel.MODEL


USUAL: Final = {
    DeviceRole.SHOE: DeviceModel.ANGEL_EYE,
    DeviceRole.READER: DeviceModel.CARD_LINES,
    DeviceRole.WHEEL: DeviceModel.CAMMEGH,
}
"""The model of a role if none is named."""

if TYPE_CHECKING:
    from console.table.devices.model import Decoder as Decoder
else:
    # The decoders of all rows, which their tags tell apart in a kept state.
    Decoder = Union[tuple(row.made.kind for row in DeviceModel)]  # noqa: UP007 (of as many as there are)


def decoder_for(role: str) -> Decoder:
    return USUAL[DeviceRole(role)].made.decoder(NONE)


def model_of_name(model: str) -> DeviceModel:
    """The model with this name. Raises ValueError if there is none."""
    found = next((row for row in DeviceModel if row == model), None)
    if found is None:
        raise ValueError(f"{model}: no such model; there are {', '.join(DeviceModel)}")
    return found


class AttachedDevice(msgspec.Struct, frozen=True):
    role: DeviceRole
    model: DeviceModel
    format: Format = NONE

    @property
    def decoder(self) -> Decoder:
        return self.model.made.decoder(self.format)

    @property
    def note(self) -> str:
        return f"{self.role} {self.model} {msgspec.json.encode(self.format).decode()}"


def attached_device(note: str) -> AttachedDevice | None:
    """The attached model in a note; None if this console has no such model for the role."""
    try:
        role, model, *rest = note.split(" ", 2)
        format = read_json(rest[0] if rest else "{}", type=Format)
        found = AttachedDevice(DeviceRole(role), model_of_name(model), format)
    except ValueError:
        return None
    return found if found.role in found.model.made.roles else None

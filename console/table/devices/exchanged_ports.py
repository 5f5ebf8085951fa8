"""The device whose lines come at another's port: two cables, or two addresses, may have been exchanged."""

from __future__ import annotations

from typing import Final

from console.table.devices.catalogue import USUAL, AttachedDevice, decoder_for
from console.table.devices.model import Decoder, DeviceRole, WheelDecoder
from console.table.devices.readings import CardUnread, Nothing, Reading


class HeardPort:
    """One device's port, heard for the words of other roles' usual models at the same speed."""

    def __init__(self, attached: AttachedDevice) -> None:
        self._attached = attached
        self.sounds_like: DeviceRole | None = None
        """The role whose device speaks here; None while the port's own does, or nobody that is known."""
        self.forget()

    def forget(self) -> None:
        """Begin again: the plug was pulled."""
        self._own: Decoder = self._attached.decoder
        self._others = {role: decoder_for(role) for role in USUAL if role is not self._attached.role}
        self.sounds_like = None

    @property
    def is_unended(self) -> bool:
        """Whether bytes came that are no whole line or message yet."""
        return bool(self._own.remainder)

    def hear(self, data: bytes) -> None:
        self._own, is_own = _understood(self._own, data)
        found = {role: _understood(decoder, data) for role, decoder in self._others.items()}
        self._others = {role: decoder for role, (decoder, _) in found.items()}
        if is_own:
            self.sounds_like = None
        else:
            heard = (role for role, (_, is_its) in found.items() if is_its)
            self.sounds_like = next(heard, self.sounds_like)


_NO_WORDS: Final = (CardUnread, Nothing)
"""The readings that any line of text gives a reader of lines."""


def _understood(decoder: Decoder, data: bytes) -> tuple[Decoder, bool]:
    """The decoder after these bytes, and whether they said anything that is its model's own."""
    if not isinstance(decoder, WheelDecoder):
        after, found = decoder.feed(data)
        return after, any(_is_own(reading) for reading in found)
    line, found_any = decoder.last, False
    for piece in decoder.one_by_one(data):
        decoder, readings = decoder.feed(piece)
        found_any = found_any or decoder.last is not line or any(_is_own(each) for each in readings)
    return decoder, found_any


def _is_own(reading: Reading) -> bool:
    return not isinstance(reading, _NO_WORDS)

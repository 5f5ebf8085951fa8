"""Typed credentials as a value: an id, then a PIN, from any keys or readers. Pure; the module knows neither
the id's person nor the look of a key.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.table.people.answers import PIN_LEAST, PIN_MOST, is_badge

_ID_MOST: Final = 20
"""The longest input: a badge's number comes the same way and is longer than any id."""

Submitted = Literal["pin", "badge"]


class Field(StrEnum):
    ID = "id"
    PIN = "pin"


class TypedCredentials(msgspec.Struct, frozen=True):
    id: str = ""
    pin: str = ""
    field: Field = Field.ID

    def with_key(self, letter: str) -> TypedCredentials:
        """The credentials after one more key; a key that does not fit the field changes nothing."""
        if self.field is Field.PIN:
            fits = letter.isascii() and letter.isdigit() and len(self.pin) < PIN_MOST
            return msgspec.structs.replace(self, pin=self.pin + letter) if fits else self
        fits = letter.isascii() and (letter.isalnum() or letter == "-") and len(self.id) < _ID_MOST
        return msgspec.structs.replace(self, id=self.id + letter.upper()) if fits else self

    def without_last_key(self) -> TypedCredentials:
        """The credentials without the field's last key; a PIN field that is empty then stays."""
        if self.field is Field.ID:
            return msgspec.structs.replace(self, id=self.id[:-1])
        return msgspec.structs.replace(self, pin=self.pin[:-1])

    def at(self, field: Field) -> TypedCredentials:
        """The credentials with another field to type in; the PIN is deleted."""
        return TypedCredentials(self.id, "", field)

    def submission(self) -> Submitted | None:
        """The id and PIN that Enter would check; None while Enter only moves on."""
        if self.field is Field.PIN:
            return "pin" if len(self.pin) >= PIN_LEAST else None
        return "badge" if is_badge(self.id) else None

    def on_enter(self) -> TypedCredentials:
        """Enter, if there is nothing to check: move from the id to the PIN."""
        return self.at(Field.PIN) if self.field is Field.ID and self.id else self

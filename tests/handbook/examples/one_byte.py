"""A card reader that sends one byte a card: its place in a new deck, 255 where it could not read it."""

from __future__ import annotations

from typing import ClassVar, Final

from console.table.devices import CardModel, CardRead, CardUnread, Decoder, DeviceRole, Reading
from console.table.devices.line_format import Format
from console.table.devices.readings import ShoePlace
from console.table.game import DECK, Card


class OneByte(Decoder, frozen=True, tag="one_byte"):
    """The bytes read so far: none has to be kept, since a byte is whole."""

    def feed(self, data: bytes) -> tuple[OneByte, tuple[Reading, ...]]:
        """A reading for each byte; none raises anything."""
        return self, tuple(CardRead(DECK[byte]) if byte < len(DECK) else CardUnread() for byte in data)


class OneByteVoice:
    """The bytes that a simulated device sends."""

    names_places: ClassVar[bool] = False
    repeats_last: ClassVar[bool] = False

    def __init__(self, format: Format) -> None:
        """No format but its own."""

    def start_message(self) -> bytes:
        """None: it does not know that a shoe was loaded."""
        return b""

    def card(self, card: Card, place: ShoePlace) -> bytes:
        """The card's place in a new deck."""
        return bytes((DECK.index(card),))

    def outside(self, card: Card) -> bytes:
        """As any card."""
        return bytes((DECK.index(card),))

    def unread(self) -> bytes:
        """A card that it could not read."""
        return b"\xff"

    def cut_card(self) -> None:
        """It can't see the cut card."""

    def result(self, winner: str, *, player_pair: bool, banker_pair: bool) -> None:
        """It counts no coup."""


MODEL: Final = CardModel(
    roles=frozenset((DeviceRole.READER,)),
    decoder=lambda _: OneByte(),
    kind=OneByte,
    voice=OneByteVoice,
    baud=19200,
)

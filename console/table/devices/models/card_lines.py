"""Card readers that send one card a line: a decoder as a value, and the messages of such a reader. It knows
card texts. Two equal lines are two cards of an eight-deck shoe: no line is dropped for its value.
"""

from __future__ import annotations

from typing import ClassVar, Final

from console.table.devices.card_line_decoder import CardLineDecoder
from console.table.devices.line_format import NONE, Format
from console.table.devices.model import CardModel, DeviceRole
from console.table.devices.readings import CardRead, Reading, ShoePlace
from console.table.devices.transport import understood
from console.table.game.cards import DECK, Card, Rank


def _texts(card: Card) -> tuple[str, ...]:
    ranks = ("T", "10") if card.rank is Rank.TEN else (card.rank.value,)
    return tuple(text for rank in ranks for text in (rank + card.suit, card.suit + rank))


_CARDS: Final = {text.encode(): card for card in DECK for text in _texts(card)}


class CardLines(CardLineDecoder, frozen=True, tag="card_lines"):
    """The position in a reader's lines; part of the table's state."""

    def after_line(self, line: bytes) -> tuple[CardLines, tuple[Reading, ...] | None]:
        """A line is a card. Every other one (``NOREAD``, ``?``) is a failed scan or somebody else's."""
        card = understood(line, _card)
        return self, None if card is None else (CardRead(card),)


def _card(line: bytes) -> Card | None:
    return _CARDS.get(line.strip().upper())


def card_line(card: Card) -> bytes:
    return card.encode() + b"\r\n"


UNREAD_LINE: Final = b"NOREAD\r\n"
"""The line of a card that could not be read."""


class CardLinesVoice:
    """The messages of a simulated reader. It can't see the cut card, names no place, and numbers nothing."""

    names_places: ClassVar[bool] = False
    repeats_last: ClassVar[bool] = False
    """Always False: the same line twice means two cards."""

    def __init__(self, format: Format = NONE) -> None:
        """There is no format but its own."""

    def start_message(self) -> bytes:
        """A reader does not know that a shoe was loaded."""
        return b""

    def card(self, card: Card, place: ShoePlace) -> bytes:
        return card_line(card)

    def outside(self, card: Card) -> bytes:
        return card_line(card)

    def unread(self) -> bytes:
        """``NOREAD``."""
        return UNREAD_LINE

    def cut_card(self) -> None:
        """Nothing: the cards' codes are all that it sees."""

    def result(self, winner: str, *, player_pair: bool, banker_pair: bool) -> None:
        """Nothing: it counts no coup."""


MODEL: Final = CardModel(
    roles=frozenset((DeviceRole.READER,)),
    decoder=lambda _: CardLines(),
    kind=CardLines,
    voice=CardLinesVoice,
)

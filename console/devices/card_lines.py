"""Card readers that send one card a line: a decoder as a value, and what such a reader sends.

It knows line ends and card texts. Two equal lines are two cards of an eight-deck shoe: nothing is
dropped for its value.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from console.devices.readings import CardRead, CardUnread, Reading
from console.game.cards import DECK, Card, Rank

LONGEST: Final = 64
"""Bytes of a line that are kept; a line as long as this is no card, whatever it begins with."""

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")


def _texts(card: Card) -> tuple[str, ...]:
    ranks = ("T", "10") if card.rank is Rank.TEN else (card.rank.value,)
    return tuple(text for rank in ranks for text in (rank + card.suit, card.suit + rank))


_CARDS: Final = {text.encode(): card for card in DECK for text in _texts(card)}


class CardLines(msgspec.Struct, frozen=True, tag="card_lines"):
    """Where the reading of a reader's lines stands; part of the table's state.

    ``begun`` is the line that has not ended; after a CR (``after_cr``) an LF belongs to the line before.
    """

    begun: bytes = b""
    after_cr: bool = False

    def feed(self, data: bytes) -> tuple[CardLines, tuple[Reading, ...]]:
        """Take bytes, split anyhow; give the next decoder and a reading for each line that ended.

        A line that is no card (``NOREAD``, ``?``, an empty one) is a failed scan. No bytes raise anything.
        """
        if not data:
            return self, ()
        *lines, begun = self._split(data)
        return _rest(begun, data), tuple(_reading(line) for line in lines)

    def after(self, data: bytes) -> CardLines:
        """The next decoder alone, as :meth:`feed` gives it: for bytes whose readings are known already."""
        return _rest(self._split(data)[-1], data) if data else self

    def _split(self, data: bytes) -> list[bytes]:
        received = self.begun + (data[1:] if self.after_cr and data[0] == 0x0A else data)
        return _LINE_END.split(received)


def _rest(begun: bytes, data: bytes) -> CardLines:
    return CardLines(begun[:LONGEST], after_cr=data.endswith(b"\r"))


def _reading(line: bytes) -> Reading:
    card = _CARDS.get(line.strip().upper()) if len(line) < LONGEST else None
    return CardRead(card) if card else CardUnread()


def card_line(card: Card) -> bytes:
    """The line of a card that was read."""
    return card.encode() + b"\r\n"


UNREAD_LINE: Final = b"NOREAD\r\n"
"""The line of a card that could not be read."""

"""Card readers that send one card a line: a decoder as a value, and what such a reader sends.

It knows line ends and card texts. Two equal lines are two cards of an eight-deck shoe: nothing is
dropped for its value.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from console.devices.readings import CardRead, CardUnread, Nothing, Reading
from console.game.cards import DECK, Card, Rank

LONGEST: Final = 64
"""Bytes of a line that are kept; a line as long as this is no card, whatever it begins with."""

SCANS_AT_MOST: Final = 52
"""Failed scans in a row that are scans: more, without one card among them, are noise on the line."""
NOISE: Final = Nothing("noise")

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")


def _texts(card: Card) -> tuple[str, ...]:
    ranks = ("T", "10") if card.rank is Rank.TEN else (card.rank.value,)
    return tuple(text for rank in ranks for text in (rank + card.suit, card.suit + rank))


_CARDS: Final = {text.encode(): card for card in DECK for text in _texts(card)}


class CardLines(msgspec.Struct, frozen=True, tag="card_lines"):
    """Where the reading of a reader's lines stands; part of the table's state.

    ``begun`` is the line that has not ended; after a CR (``after_cr``) an LF belongs to the line before.
    ``unread`` is how many lines were no card since the last that was one, up to where they are noise.
    """

    begun: bytes = b""
    after_cr: bool = False
    unread: int = 0

    def feed(self, data: bytes) -> tuple[CardLines, tuple[Reading, ...]]:
        """Take bytes, split anyhow; give the next decoder and a reading for each line that ended.

        A line that is no card (``NOREAD``, ``?``, an empty one) is a failed scan, and noise once they do not
        end. No bytes raise anything.
        """
        if not data:
            return self, ()
        *lines, begun = self._split(data)
        unread, readings = self.unread, list[Reading]()
        for line in lines:
            reading = _reading(line)
            unread = 0 if isinstance(reading, CardRead) else min(unread + 1, SCANS_AT_MOST + 2)
            if unread <= SCANS_AT_MOST:
                readings.append(reading)
            elif unread == SCANS_AT_MOST + 1:
                readings.append(NOISE)
        return CardLines(begun[:LONGEST], data.endswith(b"\r"), unread), tuple(readings)

    def after(self, data: bytes) -> CardLines:
        """The next decoder alone, as :meth:`feed` gives it: for bytes whose readings are known already."""
        return self.feed(data)[0]

    def _split(self, data: bytes) -> list[bytes]:
        received = self.begun + (data[1:] if self.after_cr and data[0] == 0x0A else data)
        return _LINE_END.split(received)


def _reading(line: bytes) -> Reading:
    card = _CARDS.get(line.strip().upper()) if len(line) < LONGEST else None
    return CardRead(card) if card else CardUnread()


def card_line(card: Card) -> bytes:
    """The line of a card that was read."""
    return card.encode() + b"\r\n"


UNREAD_LINE: Final = b"NOREAD\r\n"
"""The line of a card that could not be read."""

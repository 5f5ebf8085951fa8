"""Card readers that send one card a line: a decoder as a value, and the messages of such a reader.

It knows line ends and card texts. Two equal lines are two cards of an eight-deck shoe: no line is dropped for
its value.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from console.table.devices.line_format import NONE, Format
from console.table.devices.model import CardModel, Decoder, DeviceRole
from console.table.devices.readings import CardRead, CardUnread, Nothing, Reading, ShoePlace
from console.table.game.cards import DECK, Card, Rank

LONGEST: Final = 64
"""Bytes of a line that are kept; a line as long as this is no card, whatever it begins with."""

SCANS_AT_MOST: Final = 52
"""Failed scans in a row that are scans: more, without one card among them, are noise on the line."""
NOISE: Final = Nothing("noise")

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_UNSEEN: Final = re.compile(rb"[\x00-\x1f\x7f\xff]+")
"""The bytes that an opening port and a re-plugged scanner send: NUL, FF, STX and ETX, a break."""
_AIM: Final = re.compile(rb"^\][A-Za-z][0-9A-Za-z](?=.)")
"""The prefix by which a scanner names the kind of code: ``]C0`` before a Code 128."""
_FRAME: Final = re.compile(rb"\x05[^\x03\x05]*\x03[0-9A-F]{0,2}")
"""A shoe's message, which comes if the shoe is plugged into the reader's port."""
_ENQ: Final = b"\x05"
_WORDS: Final = re.compile(rb"[A-Za-z]{2,}[^A-Za-z]")
_FAILS: Final = re.compile(rb"READ\b|SCAN\b|ERR|FAIL|BAD\b", re.IGNORECASE)
"""A word in the line of a failed scan, however many words it has; any other line of words is a greeting."""
_CARD: Final = rb"(?:(?:10|[2-9ATJQK])[SHDC]|[SHDC](?:10|[2-9ATJQK]))"
_CARDS_IN_ONE: Final = re.compile(rb"(?:%b.?){2,}" % _CARD, re.IGNORECASE)
"""The lines of two cards or more whose ends were garbled on the way, which may look like words."""
GREETING: Final = Nothing("greeting")


def _texts(card: Card) -> tuple[str, ...]:
    ranks = ("T", "10") if card.rank is Rank.TEN else (card.rank.value,)
    return tuple(text for rank in ranks for text in (rank + card.suit, card.suit + rank))


_CARDS: Final = {text.encode(): card for card in DECK for text in _texts(card)}


class CardLines(Decoder, frozen=True, tag="card_lines"):
    """The position in a reader's lines; part of the table's state.

    ``begun`` is the line that has not ended; after a CR (``after_cr``) an LF belongs to the line before.
    ``unread`` is how many lines were no card since the last that was one, up to where they are noise.
    """

    begun: bytes = b""
    after_cr: bool = False
    unread: int = 0

    @property
    def remainder(self) -> bytes:
        return self.begun

    def feed(self, data: bytes) -> tuple[CardLines, tuple[Reading, ...]]:
        """Take bytes, split anyhow; returns the next decoder and a reading for each line that ended.

        A line that is no card (``NOREAD``, ``?``, an empty one) is a failed scan, and noise once they do not
        end. Bytes that nobody types and a greeting are neither. No bytes raise an error.
        """
        if not data:
            return self, ()
        *lines, begun = self._split(data)
        unread, readings = self.unread, list[Reading]()
        for line in lines:
            reading = _reading(line)
            if isinstance(reading, Nothing):
                readings.append(reading)
                continue
            unread = 0 if isinstance(reading, CardRead) else min(unread + 1, SCANS_AT_MOST + 2)
            if unread <= SCANS_AT_MOST:
                readings.append(reading)
            elif unread == SCANS_AT_MOST + 1:
                readings.append(NOISE)
        return CardLines(begun[:LONGEST], data.endswith(b"\r"), unread), tuple(readings)

    def _split(self, data: bytes) -> list[bytes]:
        received = self.begun + (data[1:] if self.after_cr and data[0] == 0x0A else data)
        return _LINE_END.split(received)


def _reading(line: bytes) -> Reading:
    of_shoe = line.startswith(_ENQ)
    text = _FRAME.sub(b"", line) if of_shoe else line
    seen = _AIM.sub(b"", _UNSEEN.sub(b"", text).strip())
    card = _CARDS.get(seen.upper()) if len(text) < LONGEST else None
    if card is not None:
        return CardRead(card)
    if of_shoe or (line and not seen):
        return NOISE
    greets = _WORDS.search(seen) and not _FAILS.search(seen) and not _CARDS_IN_ONE.fullmatch(seen)
    return GREETING if greets else CardUnread()


def card_line(card: Card) -> bytes:
    """The line of a card that was read."""
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

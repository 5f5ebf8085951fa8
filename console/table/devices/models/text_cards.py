"""A shoe or card reader of any make that sends lines of text: the table's file gives their format.

The groups of its patterns: ``card``, or ``rank`` and ``suit``; ``cut_card``; ``unread``, a card that could
not be read; ``error``; ``battery``, in per cent; ``seq``, the number of a message, which distinguishes a
message that is sent again from a card that is equal to the one before.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import ClassVar, Final

from msgspec.structs import replace

from console.table.devices.card_line_decoder import CardLineDecoder
from console.table.devices.line_format import NONE, Format, Lines, is_set, percent, text_of, usable
from console.table.devices.model import CardModel, Decoder, DeviceRole
from console.table.devices.readings import (
    BatteryLevel,
    CardRead,
    CardUnread,
    CutCardRead,
    FaultMeaning,
    Reading,
    ShoeFault,
    ShoePlace,
    Target,
)
from console.table.devices.transport import understood
from console.table.game.cards import Card

GROUPS: Final = frozenset(("card", "rank", "suit", "cut_card", "unread", "error", "battery", "seq"))
_DIGITS: Final = frozenset("0123456789")
_WORDS: Final = re.compile(r"\(\?P<\w+>|([^\W\d_]{3,})")


@lru_cache(maxsize=32)
def _words(format: Format) -> tuple[str, ...]:
    return tuple(word.upper() for each in format.patterns for word in _WORDS.findall(each) if word)


class TextCards(CardLineDecoder, frozen=True, tag="text_cards"):
    """The position in the lines; part of the table's state."""

    format: Format = NONE
    error: str = ""
    """The error that the device is in, as it says it; it may say it with every line."""
    seq: str | None = None
    """The number of the last message."""
    power: int | None = None
    """The battery's, in per cent."""

    @property
    def own_words(self) -> tuple[str, ...]:
        return _words(self.format)

    def reads_as(self, other: Decoder) -> bool:
        return isinstance(other, TextCards) and other.format == self.format

    def after_line(self, line: bytes) -> tuple[TextCards, tuple[Reading, ...] | None]:
        """The first pattern that a line matches says what it means; with letters of no card it is no line."""
        known = usable(self.format, GROUPS)
        if known is None:
            return self, ()
        groups = understood(line, partial(_groups, known))
        if groups is None:
            return self, None
        if "seq" in groups and groups["seq"] == self.seq:
            return self, ()
        error = groups["error"] if is_set(groups, "error") else "" if "error" in groups else self.error
        power = percent(groups.get("battery"), self.power)
        after = replace(self, seq=groups.get("seq", self.seq), error=error, power=power)
        return after, tuple(_readings(self, after, known, groups))


def _groups(known: Lines, line: bytes) -> dict[str, str] | None:
    groups = known.groups_of(text_of(line))
    if groups and (groups.get("card") or groups.get("rank")) and known.card_of(groups) is None:
        return groups if is_set(groups, "unread") else None
    return groups


def _readings(before: TextCards, after: TextCards, known: Lines, groups: dict[str, str]) -> list[Reading]:
    readings = list[Reading]()
    if is_set(groups, "cut_card"):
        readings.append(CutCardRead())
    if is_set(groups, "unread"):
        readings.append(CardUnread())
    elif (card := known.card_of(groups)) is not None:
        readings.append(CardRead(card))
    if after.error != before.error and after.error:
        readings.append(
            ShoeFault(int("".join(filter(_DIGITS.__contains__, after.error))[:9] or 0), FaultMeaning.UNKNOWN)
        )
    if after.power != before.power and after.power is not None:
        readings.append(BatteryLevel(after.power))
    return readings


class TextCardsVoice:
    """The messages of a simulated device: the shortest line of a pattern with the wanted meaning."""

    names_places: ClassVar[bool] = False
    repeats_last: ClassVar[bool] = False

    def __init__(self, format: Format = NONE) -> None:
        self._known = usable(format, GROUPS)
        self._seq = 0

    def start_message(self) -> bytes:
        """Nothing: no pattern has a line for it."""
        return b""

    def card(self, card: Card, place: ShoePlace) -> bytes:
        known = self._known
        if known is None:
            return b""
        texts = [{"card": text} for text, one in known.cards.items() if one == card]
        texts += [
            {"rank": rank, "suit": suit}
            for rank, ours in known.ranks.items()
            for suit, our_suit in known.suits.items()
            if (ours, our_suit) == (card.rank, card.suit)
        ]
        for each in texts:
            for change in (str, str.lower):
                if line := self._line({name: change(text) for name, text in each.items()}):
                    return line
        return b""

    def outside(self, card: Card) -> bytes:
        """The bytes of a card outside a round: those of any card."""
        return self.card(card, ShoePlace(Target.PLAYER, 1))

    def unread(self) -> bytes:
        """The line of a card that could not be read; if no pattern has one, a line that none takes."""
        return self._line({"unread": None}) or b"?!\r\n"

    def cut_card(self) -> bytes | None:
        return self._line({"cut_card": None}) or None

    def result(self, winner: str, *, player_pair: bool, banker_pair: bool) -> None:
        """Nothing: it counts no coup."""

    def _line(self, groups: dict[str, str | None]) -> bytes:
        """The line with these groups, numbered if lines are; empty for a pattern without such a line."""
        if self._known is None:
            return b""
        self._seq = (self._seq + 1) % 10
        for more in ({}, {"seq": str(self._seq)}):
            if (line := self._known.line_of({**groups, **more})) is not None:
                return line.encode() + b"\r\n"
        return b""


MODEL: Final = CardModel(
    roles=frozenset((DeviceRole.SHOE, DeviceRole.READER)),
    decoder=lambda format: TextCards(format),
    kind=TextCards,
    voice=TextCardsVoice,
    groups=GROUPS,
)

"""A shoe or card reader of any make that sends lines of text: the table's file gives their format.

The groups of its patterns: ``card``, or ``rank`` and ``suit``; ``cut_card``; ``unread``, a card that could
not be read; ``error``; ``battery``, in per cent; ``seq``, the number of a message, which distinguishes a
message that is sent again from a card that is equal to the one before.
"""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec.structs import replace

from console.table.devices.line_format import NONE, Format, Lines, is_set, percent, split, text_of, usable
from console.table.devices.line_pattern import LONGEST
from console.table.devices.model import CardModel, Decoder, DeviceRole
from console.table.devices.readings import (
    BatteryLevel,
    CardRead,
    CardUnread,
    CutCardRead,
    FaultMeaning,
    Nothing,
    Reading,
    ShoeFault,
    ShoePlace,
    Target,
)
from console.table.game.cards import Card

GROUPS: Final = frozenset(("card", "rank", "suit", "cut_card", "unread", "error", "battery", "seq"))
GARBLED_AT_MOST: Final = 52
"""Lines in a row that match nothing and are failed scans: more, with no other among them, are noise."""
_DIGITS: Final = frozenset("0123456789")
NOISE: Final = Nothing("noise")


class TextCards(Decoder, frozen=True, tag="text_cards"):
    """The position in the lines; part of the table's state."""

    format: Format = NONE
    begun: bytes = b""
    """The line that has not ended."""
    garbled: int = 0
    """Lines since the last that matched, up to where they are noise."""
    error: str = ""
    """The error that the device is in, as it says it; it may say it with every line."""
    seq: str | None = None
    """The number of the last message."""
    power: int | None = None
    """The battery's, in per cent."""

    @property
    def remainder(self) -> bytes:
        return self.begun

    def feed(self, data: bytes) -> tuple[TextCards, tuple[Reading, ...]]:
        """Take bytes, split anyhow; returns the next decoder and the readings of every line that ended.

        A line that matches no pattern is a failed scan, and noise once they do not end; so is a card in
        letters that are no card's. No bytes raise an error.
        """
        lines, begun = split(self.begun, data)
        decoder, readings = self, list[Reading]()
        known = usable(self.format, GROUPS)
        for line in lines if known is not None else ():
            decoder, found = decoder._after_line(known, line) if known is not None else (decoder, ())
            readings += found
        return replace(decoder, begun=begun), tuple(readings)

    def reads_as(self, other: Decoder) -> bool:
        return isinstance(other, TextCards) and other.format == self.format

    def _after_line(self, known: Lines, line: bytes) -> tuple[TextCards, tuple[Reading, ...]]:
        groups = known.groups_of(text_of(line)) if len(line) <= LONGEST else None
        if groups is None:
            garbled = min(self.garbled + 1, GARBLED_AT_MOST + 2)
            reading = CardUnread() if garbled <= GARBLED_AT_MOST else NOISE
            return replace(self, garbled=garbled), (reading,) if garbled <= GARBLED_AT_MOST + 1 else ()
        if "seq" in groups and groups["seq"] == self.seq:
            return replace(self, garbled=0), ()
        error = groups["error"] if is_set(groups, "error") else "" if "error" in groups else self.error
        power = percent(groups.get("battery"), self.power)
        after = replace(self, garbled=0, seq=groups.get("seq", self.seq), error=error, power=power)
        return after, tuple(_readings(self, after, known, groups))


def _readings(before: TextCards, after: TextCards, known: Lines, groups: dict[str, str]) -> list[Reading]:
    readings = list[Reading]()
    if is_set(groups, "cut_card"):
        readings.append(CutCardRead())
    if is_set(groups, "unread"):
        readings.append(CardUnread())
    elif groups.get("card") or groups.get("rank"):
        card = known.card_of(groups)
        readings.append(CardRead(card) if card else CardUnread())
    if after.error != before.error and after.error:
        readings.append(ShoeFault(_code(after.error), FaultMeaning.UNKNOWN))
    if after.power != before.power and after.power is not None:
        readings.append(BatteryLevel(after.power))
    return readings


def _code(error: str) -> int:
    """The error's number: the digits in the device's text, or 0."""
    return int("".join(filter(_DIGITS.__contains__, error))[:9] or 0)


class TextCardsVoice:
    """The messages of a simulated device: the shortest line that a pattern matches with the
    wanted meaning.
    """

    names_places: ClassVar[bool] = False
    repeats_last: ClassVar[bool] = False

    def __init__(self, format: Format = NONE) -> None:
        self._known = usable(format, GROUPS)
        self._seq = 0

    def start_message(self) -> bytes:
        """Nothing: no pattern has a line for it."""
        return b""

    def card(self, card: Card, place: ShoePlace) -> bytes:
        """A line with the card, in the maker's letters."""
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
        """The line of the cut card; None if no pattern has one."""
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

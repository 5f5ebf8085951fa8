"""The frames of the Angel Eye II-EX baccarat shoe, both ways: a decoder as a value, a voice.

It knows framing, check bytes and sequence numbers. It never answers the shoe, and never knows
whether a card was due.
"""

from __future__ import annotations

import re
from functools import reduce
from itertools import cycle
from operator import xor
from typing import ClassVar, Final, Literal, TypeAlias

from console.table.devices.line_format import NONE, Format
from console.table.devices.model import CardModel, Decoder, DeviceRole
from console.table.devices.readings import (
    CardRead,
    CardUnread,
    CutCardRead,
    FaultMeaning,
    Nothing,
    Reading,
    Retransmitted,
    ShoeFault,
    ShoePlace,
    ShoeResult,
    ShoeStandBy,
    ShoeStarted,
    Target,
)
from console.table.game.cards import Card, Rank, Suit

Winner: TypeAlias = Literal["player", "banker", "tie"]

LONGEST: Final = 30
"""Bytes from sequence number to payload that a frame may have; the longest known has eight."""

_ENQ: Final = b"\x05"

# Payload bytes carry bit 7 and check bytes are hexadecimal digits, so neither ENQ nor ETX can stand
# inside a frame: an ENQ always begins one, and a broken frame never takes the next one with it.
_FRAME: Final = re.compile(rb"\x05([^\x03\x05]{2,%d}\x03)([0-9A-F]{2})" % LONGEST)
_BEGUN: Final = re.compile(
    rb"\x05(?:[^\x03\x05]{0,%d}|[^\x03\x05]{2,%d}\x03[0-9A-F]?)\Z" % (LONGEST, LONGEST)
)

_TARGETS: Final = {
    0: Target.PLAYER,
    1: Target.BANKER,
    2: Target.BURN,
    4: Target.FIRST_CARD,
    5: Target.BURN_COUNT,
}
_SUITS: Final = {1: Suit.DIAMONDS, 2: Suit.CLUBS, 3: Suit.SPADES, 4: Suit.HEARTS}
_RANKS: Final = dict(enumerate(Rank, start=1))
_WINNERS: Final[dict[int, Winner]] = {1: "player", 2: "tie", 4: "banker"}
NOWHERE: Final = ShoePlace(Target.UNKNOWN, 0)
_FORCED_QUIT: Final = 7
_CANNOT_READ: Final = 1
_FAULTS: Final = {
    2: FaultMeaning.OVERDRAW,
    3: FaultMeaning.BUTTON,
    4: FaultMeaning.REVERSED_AT_EXIT,
    5: FaultMeaning.REVERSED_MIDWAY,
    6: FaultMeaning.WRONG_DECK,
    7: FaultMeaning.DRAWING_TIME_OUT,
}
_CARDS: Final = {
    0x80 | suit << 4 | rank: Card(_RANKS[rank] + _SUITS[suit]) for suit in _SUITS for rank in _RANKS
}
_CARD_BYTES: Final = {card: byte for byte, card in _CARDS.items()}
_TARGET_NUMBERS: Final = {target: number for number, target in _TARGETS.items()}


class AngelEye(Decoder, frozen=True, tag="angel_eye"):
    """The position in a shoe's bytes; part of the table's state.

    ``begun`` holds a frame that has not ended, at most :data:`LONGEST` bytes and a few; ``last_seq`` is the
    sequence number of the frame before, None when the next frame is new whatever its number.
    """

    begun: bytes = b""
    last_seq: int | None = None

    @property
    def remainder(self) -> bytes:
        return self.begun

    def feed(self, data: bytes) -> tuple[AngelEye, tuple[Reading, ...]]:
        """Take bytes, split anyhow; returns the next decoder and the readings that they completed.

        A frame with a wrong check is ignored, as is one with the number of the frame before it: the shoe
        sends each message up to three times. No bytes raise an error.
        """
        received = self.begun + data
        last_seq, readings, end = self.last_seq, [], 0
        for frame in _FRAME.finditer(received):
            end = frame.end()
            body = frame[1]
            if frame[2] != _check(body) or (body[0] == last_seq and body[1:2] != b"S"):
                continue
            # After a start no number is a repeat: the shoe may begin again with the one it had.
            last_seq = None if body[1:2] == b"S" else body[0]
            readings.append(_reading(chr(body[1]), body[2:-1]))
        return AngelEye(_begun(received, end), last_seq), tuple(readings)

    def cut_off(self) -> AngelEye:
        return AngelEye(last_seq=self.last_seq)

    def repeats(self, data: bytes) -> int:
        last_seq, repeats = self.last_seq, 0
        for frame in _FRAME.finditer(self.begun + data):
            body = frame[1]
            if frame[2] == _check(body):
                repeats += body[0] == last_seq and body[1:2] != b"S"
                last_seq = None if body[1:2] == b"S" else body[0]
        return repeats

    def successor(self, data: bytes) -> AngelEye:
        received = self.begun + data
        begun, at = _begun(received, 0), len(received)
        # Searched back from the last ENQ to a whole frame: after a restart a shift's bytes come at once.
        while (at := received.rfind(_ENQ, 0, at)) >= 0:
            frame = _FRAME.match(received, at)
            if frame is not None and frame[2] == _check(frame[1]):
                return AngelEye(begun, None if frame[1][1:2] == b"S" else frame[1][0])
        return AngelEye(begun, self.last_seq)


def _begun(received: bytes, end: int) -> bytes:
    """The bytes after the last whole frame, which may be the beginning of another."""
    if end == len(received):
        return b""
    begun = _BEGUN.search(received, max(end, len(received) - LONGEST - 3))
    return begun[0] if begun else b""


def _check(body: bytes) -> bytes:
    return b"%02X" % reduce(xor, body)


def _reading(code: str, payload: bytes) -> Reading:
    match code:
        case "D":
            return _dealt(payload)
        case "d":
            card = _card(payload)
            return CardRead(card, NOWHERE, in_game=False) if card else CardUnread(in_game=False)
        case "C":
            return CutCardRead()
        case "G":
            return _result(payload)
        case "E":
            return _fault(payload)
        case "S":
            return ShoeStarted()
        case "P":
            return ShoeStandBy()
        case "R":
            return Retransmitted(_card(payload))
        case _:
            return Nothing(code)


def _card(payload: bytes) -> Card | None:
    return _CARDS.get(payload[1]) if len(payload) == 2 else None


def _dealt(payload: bytes) -> CardRead | CardUnread:
    """A card code that is no card is a failed scan: the frame is whole, so a card did come out."""
    card = _card(payload)
    if card is None:
        return CardUnread()
    target = _TARGETS.get(payload[0] >> 4 & 7)
    return CardRead(card, ShoePlace(target, payload[0] & 15) if target else NOWHERE)


def _result(payload: bytes) -> ShoeResult:
    """A result that makes no sense has no winner, so that it can agree with no hand."""
    if len(payload) != 1:
        return ShoeResult(None)
    winner = payload[0] >> 4 & 7
    return ShoeResult(
        _WINNERS.get(winner),
        player_pair=bool(payload[0] & 1),
        banker_pair=bool(payload[0] & 2),
        forced_quit=winner == _FORCED_QUIT,
    )


def _fault(payload: bytes) -> CardUnread | ShoeFault:
    code = payload[0] & 63 if payload else 0
    if code == _CANNOT_READ:
        return CardUnread()
    return ShoeFault(code, _FAULTS.get(code, FaultMeaning.UNKNOWN))


def frame(seq: str, code: str, payload: bytes = b"") -> bytes:
    """A whole frame; ``seq`` and ``code`` are one ASCII character each, payload bytes get bit 7."""
    body = (seq + code).encode("ascii") + bytes(byte | 0x80 for byte in payload) + b"\x03"
    return b"\x05" + body + _check(body)


def dealt_frame(seq: str, place: ShoePlace, card: Card) -> bytes:
    """A card dealt in a game; the place's index is 1 to 15."""
    return frame(seq, "D", bytes((_TARGET_NUMBERS[place.target] << 4 | place.index, _CARD_BYTES[card])))


def out_of_game_frame(seq: str, card: Card) -> bytes:
    """A card drawn outside a game, while the shoe is locked."""
    return frame(seq, "d", bytes((0, _CARD_BYTES[card])))


def result_frame(seq: str, winner: str, *, player_pair: bool, banker_pair: bool) -> bytes:
    [number] = [number for number, name in _WINNERS.items() if name == winner]
    return frame(seq, "G", bytes((number << 4 | banker_pair << 1 | player_pair,)))


def fault_frame(seq: str, code: int) -> bytes:
    """The shoe in error mode; code 1 is a card that it cannot read."""
    return frame(seq, "E", bytes((0x40 | code,)))


class AngelEyeVoice:
    """The messages of a simulated shoe; their numbers start over when it is loaded."""

    names_places: ClassVar[bool] = True
    repeats_last: ClassVar[bool] = True
    """In case that it was lost; if not, its number says that it is the same."""

    def __init__(self, format: Format = NONE) -> None:
        self._seqs = cycle("0123456789")

    def start_message(self) -> bytes:
        self._seqs = cycle("0123456789")
        return frame(next(self._seqs), "S")

    def card(self, card: Card, place: ShoePlace) -> bytes:
        return dealt_frame(next(self._seqs), place, card)

    def outside(self, card: Card) -> bytes:
        """A card drawn while the shoe is locked."""
        return out_of_game_frame(next(self._seqs), card)

    def unread(self) -> bytes:
        """Error mode: it cannot read."""
        return fault_frame(next(self._seqs), _CANNOT_READ)

    def cut_card(self) -> bytes:
        return frame(next(self._seqs), "C")

    def result(self, winner: str, *, player_pair: bool, banker_pair: bool) -> bytes:
        return result_frame(next(self._seqs), winner, player_pair=player_pair, banker_pair=banker_pair)


MODEL: Final = CardModel(
    roles=frozenset((DeviceRole.SHOE,)),
    decoder=lambda _: AngelEye(),
    kind=AngelEye,
    voice=AngelEyeVoice,
    baud=4800,
)

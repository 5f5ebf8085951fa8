"""What a device of the card table can say, whatever bytes it says it in.

A reading is what the device claims. Whether a card is due, or can be in the shoe at all, is the
table's to judge; nothing here knows a coup.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

from console.game.cards import Card


class Target(StrEnum):
    """Where the shoe believes that a dealt card goes."""

    PLAYER = "player"
    BANKER = "banker"
    BURN = "burn"
    FIRST_CARD = "first_card"
    """The card that sets how many are burned."""
    BURN_COUNT = "burn_count"


class ShoePlace(msgspec.Struct, frozen=True):
    """A target and the card's position in it, from 1: ``ShoePlace(Target.PLAYER, 3)`` is the third card."""

    target: Target
    index: int


class FaultMeaning(StrEnum):
    """Why a shoe went into error, but for a card it could not read: that is :class:`CardUnread`."""

    OVERDRAW = "overdraw"
    BUTTON = "button"
    REVERSED_AT_EXIT = "reversed_at_exit"
    REVERSED_MIDWAY = "reversed_midway"
    WRONG_DECK = "wrong_deck"
    DRAWING_TIME_OUT = "drawing_time_out"
    UNKNOWN = "unknown"


class CardRead(msgspec.Struct, frozen=True, tag="card"):
    """A card left the shoe and was read.

    ``place`` is None where the device names none (a reader of lines, a target of an unknown number).
    ``in_game`` is False for a card that the shoe saw drawn outside a game: such a card is never due.
    """

    card: Card
    place: ShoePlace | None = None
    in_game: bool = True


class CardUnread(msgspec.Struct, frozen=True, tag="unread"):
    """A card left the shoe and could not be read: a failed scan."""

    in_game: bool = True


class CutCardRead(msgspec.Struct, frozen=True, tag="cut_card"):
    """The cut card came out."""


class ShoeResult(msgspec.Struct, frozen=True, tag="result"):
    """The shoe's own count of the coup.

    ``winner`` is None when the shoe's coup was broken off (``forced_quit``) or its result makes no sense.
    """

    winner: Literal["player", "banker", "tie"] | None
    player_pair: bool = False
    banker_pair: bool = False
    forced_quit: bool = False


class ShoeFault(msgspec.Struct, frozen=True, tag="fault"):
    """The shoe went into error; ``code`` is the number on its display."""

    code: int
    meaning: FaultMeaning


class ShoeStarted(msgspec.Struct, frozen=True, tag="started"):
    """The shoe was switched on or its box was swapped; it numbers its messages anew."""


class ShoeStandBy(msgspec.Struct, frozen=True, tag="stand_by"):
    """The shoe waits for a game."""


class Retransmitted(msgspec.Struct, frozen=True, tag="retransmitted"):
    """The shoe repeats a card of before: evidence for the journal, never a new card."""

    card: Card | None


class Nothing(msgspec.Struct, frozen=True, tag="nothing"):
    """A message that changes nothing at the table (a lock, a preset); ``kind`` is its code."""

    kind: str


Reading: TypeAlias = (
    CardRead
    | CardUnread
    | CutCardRead
    | ShoeResult
    | ShoeFault
    | ShoeStarted
    | ShoeStandBy
    | Retransmitted
    | Nothing
)
"""All that a decoder can give."""

"""What can be due in a round of blackjack: a card, answers, the dealer's look or hand at the hole card.

These are the words in which a round says what it expects; it never knows when, nor who is at the seats.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.game.blackjack_hand import Choice

DEALER: Final = "dealer"
"""The dealer's hand, where a player's is a number."""


class Face(StrEnum):
    """How a card is dealt."""

    UP = "up"
    DOWN = "down"


class Refusal(StrEnum):
    """Why an answer is not taken; the first that holds."""

    NO_SUCH_HAND = "no_such_hand"
    OUT_OF_TURN = "out_of_turn"
    NOT_OFFERED = "not_offered"


class Place(msgspec.Struct, frozen=True, gc=False):
    """Where a card goes: the hand, its position from 1, the seat (None: the dealer's), up or down."""

    hand: int | Literal["dealer"]
    card: int
    seat: int | None = None
    face: Face = Face.UP

    @property
    def name(self) -> str:
        """The hand as a correction names it: ``dealer``, or seat and hand as ``3.1``."""
        return DEALER if self.seat is None else f"{self.seat}.{self.hand}"

    @property
    def face_down(self) -> bool:
        """Whether nobody may see the card yet (BJ-1.1-hole)."""
        return self.face is Face.DOWN


class SeatsDue(StrEnum):
    """The game server has to say who has bet (BJ-2.1.2, LT-BJ-02)."""

    AWAIT_SEATS = "await_seats"


class InsuranceStage(msgspec.Struct, frozen=True, gc=False):
    """Answers that are due of several seats, in any order (BJ-3.7, LT-BJ-07)."""

    seats: tuple[int, ...]
    offers: tuple[Choice, ...]


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The answer that is due of one hand (BJ-3.5-i, LT-BJ-06)."""

    seat: int
    hand: int
    offers: tuple[Choice, ...]


class HoleDue(StrEnum):
    """What the dealer has to do with the hole card (BJ-3.7, LT-BJ-09)."""

    PEEK = "peek"
    TURN_HOLE = "turn_hole"


Due = Place | SeatsDue | InsuranceStage | Decision | HoleDue

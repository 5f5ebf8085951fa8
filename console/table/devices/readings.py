"""The readings of the table's devices, whatever bytes they come in.

A reading is the device's claim. Whether a card or a number is due, or is possible at all, the table judges;
nothing here knows a coup or a spin.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

from console.table.game.cards import Card


class Target(StrEnum):
    """The place where the shoe believes that a dealt card goes."""

    PLAYER = "player"
    BANKER = "banker"
    BURN = "burn"
    FIRST_CARD = "first_card"
    """The card that sets how many are burned."""
    BURN_COUNT = "burn_count"
    UNKNOWN = "unknown"
    """A place that the shoe names and nobody knows: it is never the place that is due."""


class ShoePlace(msgspec.Struct, frozen=True):
    """A target and the card's position in it, from 1: ``ShoePlace(Target.PLAYER, 3)`` is the third card."""

    target: Target
    index: int


class FaultMeaning(StrEnum):
    """Why a shoe went into error, but for an unreadable card: that is :class:`CardUnread`."""

    OVERDRAW = "overdraw"
    BUTTON = "button"
    REVERSED_AT_EXIT = "reversed_at_exit"
    REVERSED_MIDWAY = "reversed_midway"
    WRONG_DECK = "wrong_deck"
    DRAWING_TIME_OUT = "drawing_time_out"
    UNKNOWN = "unknown"


class CardRead(msgspec.Struct, frozen=True, tag="card"):
    """A card left the shoe and was read; ``place`` is None if the device names none. ``in_game`` is False for
    a card that the shoe saw drawn outside a game: such a card is never due.
    """

    card: Card
    place: ShoePlace | None = None
    in_game: bool = True


class CardUnread(msgspec.Struct, frozen=True, tag="unread"):
    """A card left the shoe and could not be read: a failed scan. ``says_so`` is False of a line that is no
    card and has no words of a failed scan: it is one only while a card is due.
    """

    in_game: bool = True
    says_so: bool = True


class CutCardRead(msgspec.Struct, frozen=True, tag="cut_card"):
    """The cut card came out."""


class ShoeResult(msgspec.Struct, frozen=True, tag="result"):
    """The shoe's count of the coup; ``winner`` None: broken off (``forced_quit``), or without sense."""

    winner: Literal["player", "banker", "tie"] | None
    player_pair: bool = False
    banker_pair: bool = False
    forced_quit: bool = False


class ShoeFault(msgspec.Struct, frozen=True, tag="fault"):
    """The shoe went into error; ``code`` is the number on its display."""

    code: int
    meaning: FaultMeaning


class ShoeStarted(msgspec.Struct, frozen=True, tag="started"):
    """The shoe was switched on or its box was swapped; its message numbers start over."""


class ShoeStandBy(msgspec.Struct, frozen=True, tag="stand_by"):
    """The shoe waits for a game."""


class Retransmitted(msgspec.Struct, frozen=True, tag="retransmitted"):
    """The shoe repeats an earlier card: evidence for the journal, never a new card."""

    card: Card | None


class BallInTrack(msgspec.Struct, frozen=True, tag="ball_in_track"):
    """The wheel senses the ball in its track: the dealer has sent it."""


Rotor: TypeAlias = Literal["", "wheel_stopped", "wrong_direction"]
"""Why it is no spin by what the rotor did; empty if it turned on."""


class WheelNumber(msgspec.Struct, frozen=True, tag="wheel_number"):
    """The wheel's winning number, 0 to 36; it comes once a game of the wheel's own count."""

    number: int
    rotor: Rotor = ""
    """The reason in the rotor's turning by which it is no spin (LT-ROU-26)."""


class NumberChanged(msgspec.Struct, frozen=True, tag="number_changed"):
    """The wheel gives another number than the one it gave in the same game; reported once a game."""

    number: int


class WheelFaultMeaning(StrEnum):
    """The faults of a wheel, in the order in which the table protocol names one of several."""

    LAUNCH_FAILED = "launch_failed"
    """A launch failed that the wheel does not repeat, or not with success (bit 8)."""
    SAME_DIRECTION = "same_direction"
    """The ball runs in the direction of the rotor (bit 2)."""
    NO_BALL = "no_ball"
    """No ball is sensed although it must fall (bit 1)."""
    FAILURE = "failure"
    """Sensor, motor or encoder failed (bit 4)."""
    POCKETS = "pockets"
    """Its number is of a wheel that is set for another number of pockets."""
    BALL_NOT_SEEN = "ball_not_seen"
    """The ball is no longer seen in its track (state 7), and does not come to a pocket."""
    VOID_GAME = "void_game"
    """Bit 8 as consoles up to 1.2 read it, in any state."""
    ILLEGAL_STEP = "illegal_step"
    """The wheel's state made a step that is not possible."""
    CLOSED_IN_GAME = "closed_in_game"
    """The wheel closed itself between place bets and the number."""


class WheelFault(msgspec.Struct, frozen=True, tag="wheel_fault"):
    """The wheel warns, or contradicts itself; a bit that stays set is reported once a game. If a line has
    several, the ball's direction comes first. ``game`` counts the decoder's games, from 0.
    """

    meaning: WheelFaultMeaning
    game: int = 0


class LaunchRepeated(msgspec.Struct, frozen=True, tag="launch_repeated"):
    """The launch failed, and the wheel repeats it by itself; reported once until the ball runs."""


class NoMoreBets(msgspec.Struct, frozen=True, tag="no_more_bets"):
    """The wheel's own time for bets is over: the ball is about to fall."""


class BatteryLevel(msgspec.Struct, frozen=True, tag="battery"):
    """The charge of the device's battery, in per cent; reported when it changes."""

    percent: int


class Nothing(msgspec.Struct, frozen=True, tag="nothing"):
    """A message that changes nothing at the table (a lock, a wheel's step); ``kind`` is its code."""

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
    | BallInTrack
    | LaunchRepeated
    | NoMoreBets
    | WheelNumber
    | NumberChanged
    | WheelFault
    | BatteryLevel
    | Nothing
)
"""All that a decoder can give."""

"""Players' answers in a round of cards, when they were asked, and which answers counted: plain values. It
never says whose fault a late answer is: it has the moment at which the console took the line.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

import msgspec

from console.table.game.blackjack.hands import Choice


class MissReason(StrEnum):
    LATE = "late"
    """The time for this question was over before it came (BJ-3.5-iii, LT-BJ-08)."""
    TWICE = "twice"
    """This question had been answered already."""
    HALT = "halt"
    """Play stood still."""
    EARLY = "early"
    """The hand had not been asked yet."""
    STALE = "stale"
    """Its line named another round, or its hand's question had changed since the view that it answers."""
    NOT_OFFERED = "not_offered"
    NO_HAND = "no_hand"
    NO_DEALER = "no_dealer"
    """Nobody dealt: no dealer was signed in."""
    OTHER = "other"
    """A person's line that was not taken: its refusal says why."""


NOT_SET: Final = 0.0
"""The seconds of a clock that was not set: a kept state omits this very object, not an equal number."""


class PlayerAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer for a hand, or the lack of one in time; times are UTC."""

    at: datetime
    seat: int
    hand: int
    choice: Choice
    insurance: bool = False
    """Whether it answers the question about the dealer's ace, and not how the hand is played."""
    asked: datetime | None = None
    """Since when the hand was being asked as it came; None if it was not."""
    left: float | None = None
    """Seconds that were left, to a thousandth; below zero once its time was over."""
    by: str | None = None
    """The pit boss who moved on if no answer came; None for the game server."""
    reason: str | None = None
    refused: str | None = None
    missed: MissReason | None = None
    """The reason why it did not count; None if it did."""
    behind: float | None = None
    """Seconds from the time's end if it was late, from the answer that counted if it came twice."""
    clock_set: float = NOT_SET
    """The seconds by which the clock had been set in this round when it came, forward positive."""

    @property
    def is_counted(self) -> bool:
        return self.missed is None


class PlayerAnswers(msgspec.Struct, frozen=True):
    """A round's answers in the order in which they came, and the player who is asked now, since when."""

    given: tuple[PlayerAnswer, ...] = ()
    asked: tuple[int, int] | None = None
    """Seat and hand; zeros while several seats are asked about the dealer's ace."""
    since: datetime | None = None
    """A time of the clock as it runs now, even if it was set since."""
    clock_set: float = NOT_SET
    """The seconds by which the clock was set in this round, forward positive."""

    def last(self, seat: int, hand: int, *, insurance: bool) -> PlayerAnswer | None:
        """The last answer that counted to one of a hand's questions: insurance, or how it is played."""
        question = (seat, hand, insurance)
        own = (each for each in reversed(self.given) if (each.seat, each.hand, each.insurance) == question)
        return next((each for each in own if each.is_counted), None)

    @property
    def timed_out(self) -> frozenset[tuple[int, int]]:
        """The hands that stand because no answer came in time, each by its seat and its number there."""
        last = {(each.seat, each.hand): each for each in self.given if each.missed is None}
        return frozenset(
            [hand for hand, each in last.items() if each.choice is Choice.TIMEOUT and not each.insurance]
        )


EVERY_SEAT: Final = (0, 0)
"""The seats that are asked about the dealer's ace: every seat that has not answered."""

KEPT: Final = 200
"""Answers that a table keeps of a round; a server that floods it fills the journal, not the screen."""

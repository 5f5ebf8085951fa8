"""Roulette: the 37 pockets, the wheel's order, and a spin from its bets to its number. A spin is a value. It
never knows who deals, the odds of a bet, or the remedy when something goes wrong.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Final, Literal, Never

import msgspec
from msgspec.structs import replace

from console.table.game.cards import Card
from console.table.game.played_round import PlayedRound

WHEEL: Final = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5,
    24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)  # fmt: skip
"""The numbers clockwise round the single-zero wheel, from zero on (ROU-3.3.2, LT-ROU-11)."""

RED: Final = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
"""The red numbers; zero is green, the rest are black (ROU-3.3.2, LT-ROU-01)."""


class Colour(StrEnum):
    """A pocket's colour."""

    RED = "red"
    BLACK = "black"
    GREEN = "green"


class Pocket(msgspec.Struct, frozen=True):
    """A number with its properties; zero is in no even chance, dozen or column (LT-ROU-01)."""

    number: int
    colour: Colour
    parity: Literal["odd", "even"] | None
    half: Literal["low", "high"] | None
    dozen: int | None
    """1 to 3: 1-12, 13-24, 25-36 (LT-ROU-06)."""
    column: int | None
    """1 to 3: that of the numbers 1, 2 and 3."""


@cache
def pocket(number: int) -> Pocket:
    """The pocket of a number. Raises ValueError if the wheel has none."""
    if number not in range(37):
        raise ValueError(f"{number}: no pocket of the wheel; there are 0 to 36")
    if number == 0:
        return Pocket(0, Colour.GREEN, None, None, None, None)
    return Pocket(
        number,
        Colour.RED if number in RED else Colour.BLACK,
        "odd" if number % 2 else "even",
        "low" if number <= 18 else "high",
        (number - 1) // 12 + 1,
        (number - 1) % 3 + 1,
    )


class Due(StrEnum):
    SPIN = "spin"
    NUMBER = "await_number"
    SAME_NUMBER = "confirm_number"


class BallRun(msgspec.Struct, frozen=True):
    """The ball's run as the dealer confirmed it: full turns, and against the wheel or with it."""

    turns: int
    direction: Literal["against", "with"]


class EarlyNumber(msgspec.Struct, frozen=True):
    """A number that belongs to no spin: its entry, and when it was read."""

    number: int
    entry: int
    at: datetime
    source: Literal["last"] | None = None
    """``last`` if the wheel named it in its next game, since no line with it came; else None."""


class Spin(PlayedRound[Never], msgspec.Struct, frozen=True, tag="roulette", tag_field="game"):
    """A round of roulette: the ball's run, the numbers of reader and dealer, and the known number."""

    run: BallRun | None = None
    """The valid run; a reader's number before it waits and does not count (ROU-3.1.1, LT-ROU-25)."""
    recorded: int | None = None
    """The reader's last number of this round, until the number is known."""
    said: int | None = None
    """The dealer's number, while it is to be confirmed."""
    number: int | None = None
    """The winning number, once it is known."""
    mistaken: int | None = None
    """The number by which bets were paid before the video showed another (LT-ROU-33)."""
    respun: bool = False
    """Whether the ball is sent again with the bets standing (LT-ROU-27a, LT-ROU-27c)."""
    earlier: tuple[int, ...] = ()
    """The numbers by which it was settled before the present one, in order (LT-ROU-33)."""
    of_game: int | None = None
    """The wheel's game of the recorded number, as it counts them; None of a reader without states."""
    run_at: datetime | None = None
    run_by: str | None = None
    """The dealer who confirmed the run."""
    is_told: bool = False
    """Whether the dealer or the wheel has told of a ball that was sent."""
    nobodys: tuple[EarlyNumber, ...] = ()
    """The numbers that were read while no ball could be in play, in order."""
    paid: tuple[int, ...] = ()
    """The numbers by which its bets were paid before the present number was known. They were paid by an
    announcement or by hand. A number that was announced to be wrong before the bets were settled is not among
    them (ROU-3.1.3, LT-ROU-33).
    """

    @property
    def next_due(self) -> Due | None:
        """The thing that is due; None once the number is known."""
        if self.number is not None:
            return None
        if self.run is None:
            return Due.SPIN
        return Due.NUMBER if self.said is None else Due.SAME_NUMBER

    @property
    def outcome(self) -> Pocket | None:
        return None if self.number is None else pocket(self.number)

    @property
    def early(self) -> tuple[EarlyNumber, ...]:
        """The numbers that belong to no spin, until the round's number is known."""
        return () if self.number is not None else self.nobodys

    @property
    def wrong(self) -> int | None:
        """The number that was recorded by mistake, by reader or dealer, once the right one is known."""
        first = self.recorded if self.mistaken is None else self.mistaken
        return None if self.number is None or first == self.number else first

    @property
    def mistakes(self) -> tuple[int, ...]:
        """Every number that was recorded or announced by mistake, once the right one is known (LT-ROU-33).

        The reader's number is one if it differed from the dealer's. If the video itself was read
        wrongly and then again, the present number can be among them: bets were credited by it before another
        number replaced it.
        """
        if self.number is None:
            return ()
        others = {self.recorded, self.mistaken, *self.earlier} - {None, self.number}
        again = {self.number} if len(self.earlier) > 1 and self.number in self.earlier else set()
        return tuple(sorted(number for number in others | again if number is not None))

    def deal(self, card: Card) -> Spin:
        """Raises ValueError always: no card is due at a wheel."""
        raise ValueError(f"{card}: no card is due, roulette is played without")

    # --- what happens -----------------------------------------------------------------------------

    def ran(self, run: BallRun) -> Spin:
        """The ball made a valid run; a number that was already recorded becomes the winning number."""
        return replace(self, run=run, number=self.recorded)

    def with_reading(self, number: int) -> Spin:
        """The spin with the reader's number: the winning one if the ball has run, else it waits."""
        known = number if self.run is not None else None
        return replace(self, recorded=number, number=known)

    def with_entry(self, number: int) -> Spin:
        """The spin with the dealer's number: the same number a second time makes it the winning one."""
        if number == self.said:
            return replace(self, number=number)
        return replace(self, said=number)

    def with_video_number(self, number: int, *, paid: bool = False) -> Spin:
        """The winning number is the video's (LT-ROU-30b, LT-ROU-33); the number recorded first is kept.
        ``paid``: bets were paid by the number that was known until now.
        """
        first = self.number if self.mistaken is None else self.mistaken
        again = self.number is not None and self.number not in (number, *self.earlier)
        earlier = (*self.earlier, self.number) if again and self.number is not None else self.earlier
        was_paid = paid and self.number is not None and self.number not in self.paid
        by = (*self.paid, self.number) if was_paid and self.number is not None else self.paid
        return replace(self, number=number, mistaken=first, earlier=earlier, paid=by)

    def next_run(self) -> Spin:
        """The spin of another run of the ball, for the bets that lie; nothing of it is recorded yet."""
        return Spin(respun=True, nobodys=self.nobodys)

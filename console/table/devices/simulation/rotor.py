"""A wheel as its sensor sees it, in steps of half a second: states, rotor, ball, and mishaps.

Chance comes from the caller. It knows no table, no wire and no clock: its caller says when the ball is sent,
and asks for the sensor's next line.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, Literal

from console.table.devices import wheel_status
from console.table.devices.wheel_status import (
    BALL,
    BALL_REMOVED,
    CLOSED,
    FAILURE,
    NO_MORE_BETS,
    PLACE_BETS,
    SAME_DIRECTION,
    START,
    VOID_GAME,
    WINNING_NUMBER,
    Direction,
    WheelStatus,
)

Fault = Literal["same_direction", "failed_launch", "number_change"]
"""The possible faults of the next spin."""

GAMES: Final = 1000
"""Spins after which the counter begins again."""
SPEED: Final = 140
"""The rotor's speed as it turns, in tenths of a revolution a minute."""
SHOWN: Final = 4
"""Lines for which a number is shown; the sensor promises two."""
OUT_OF_ORDER: Final = 6
"""Lines for which the sensor is out of order after a fault, until somebody has repaired it."""
FALLING: Final = 4
"""Lines from the ball's leaving the track to its pocket."""
_BITS: Final[dict[Fault, tuple[int, int]]] = {
    "same_direction": (SAME_DIRECTION, SAME_DIRECTION | VOID_GAME),
    "failed_launch": (VOID_GAME, VOID_GAME | BALL_REMOVED),
}
"""The warning bits of a spin that goes wrong, while the ball runs and at its end."""


class Rotor:
    """The wheel in its present state; each call of :meth:`pass_on` is half a second later."""

    def __init__(self, chance: random.Random, numbers: Sequence[int] = range(37), game: int = 1) -> None:
        """A wheel just switched on; ``numbers`` are those that the ball may come to."""
        self._chance, self._numbers = chance, numbers
        self.state, self.game, self._for = CLOSED, game % GAMES, 0
        self.winner = chance.choice(numbers)
        self._direction: Direction = "clockwise"
        self._running = 1
        self._bits = 0
        self._fault: Fault | None = None
        self.next_fault: Fault | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the ball can be sent: the rotor turns again, the other way."""
        return self.state == PLACE_BETS and self._for > 2

    @property
    def runs(self) -> bool:
        """Whether the ball was sent, and has not come to a pocket."""
        return self.state in (BALL, NO_MORE_BETS)

    def send_ball(self, running: int) -> None:
        """Send the ball, which runs for ``running`` status lines, at least one, if the wheel is ready."""
        if not self.is_ready:
            return
        self._fault, self.next_fault = self.next_fault, None
        self._running = max(1, running)
        self._enter(BALL, _BITS.get(self._fault, (0, 0))[0] if self._fault else 0)

    def let_next_fail(self, fault: Fault) -> None:
        self.next_fault = fault

    def close(self, *, broken: bool) -> None:
        """Close at once, in any state; ``broken``: for a sensor that failed."""
        self._enter(CLOSED, FAILURE if broken else 0)
        self._fault = None

    def pass_on(self) -> tuple[WheelStatus, bool]:
        """The sensor's present status, and whether this state has just begun; then half a second passes."""
        seen, begins = self._status(), self._for == 0
        self._for += 1
        if self._for >= self._length():
            self._go_on()
        return seen, begins

    def _length(self) -> float:
        """Lines in this state; a wheel that waits for the ball waits as long as it must."""
        match self.state:
            case wheel_status.CLOSED:
                return OUT_OF_ORDER if self._bits else 2
            case wheel_status.BALL:
                return self._running
            case wheel_status.NO_MORE_BETS:
                return min(FALLING, self._running)
            case wheel_status.WINNING_NUMBER:
                return SHOWN
            case wheel_status.START:
                return 1
            case _:
                return float("inf")

    def _go_on(self) -> None:
        match self.state:
            case wheel_status.CLOSED:
                self._enter(START)
            case wheel_status.START:
                self._enter(PLACE_BETS)
            case wheel_status.BALL:
                self._enter(NO_MORE_BETS, self._bits)
            case wheel_status.NO_MORE_BETS:
                bits = _BITS.get(self._fault, (0, 0))[1] if self._fault else 0
                if not bits:
                    self.winner = self._chance.choice(self._numbers)
                self._enter(WINNING_NUMBER, bits)
            case _:
                self.game = (self.game + 1) % GAMES
                self._fault = None
                self._enter(PLACE_BETS)

    def _enter(self, state: int, bits: int = 0) -> None:
        self.state, self._bits, self._for = state, bits, 0

    def _status(self) -> WheelStatus:
        return WheelStatus(self.state, self.game, self._number(), self._bits, self._speed(), self._direction)

    def _number(self) -> int:
        """The winner; one that changes does so after its first line."""
        if self._fault == "number_change" and self.state == WINNING_NUMBER and self._for:
            return (self.winner + 1) % 37
        return self.winner

    def _speed(self) -> int:
        """The rotor's speed; while bets are placed it is stopped and turned the other way."""
        if self.state == PLACE_BETS and self._for == 1:
            return 0
        if self.state == PLACE_BETS and self._for == 2:
            self._direction = "anticlockwise" if self._direction == "clockwise" else "clockwise"
            return SPEED // 2
        return SPEED + self._chance.randint(-6, 6)

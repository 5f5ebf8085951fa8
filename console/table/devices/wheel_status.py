"""The status that a wheel reports, in lines of any form: its state, its number, its warnings."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from console.table.devices.readings import WheelFaultMeaning

Direction: TypeAlias = Literal["clockwise", "anticlockwise"]

START, PLACE_BETS, BALL, NO_MORE_BETS, WINNING_NUMBER, CLOSED = range(1, 7)

BALL_REMOVED: Final = 1
"""The bit that says that the ball is out, or not sensed; between two spins that is no fault."""
SAME_DIRECTION: Final = 2
"""The bit of a ball that was spun in the rotor's direction."""
FAILURE: Final = 4
"""The bit of a sensor, a motor or an encoder that failed."""
VOID_GAME: Final = 8
"""The bit of a spin that does not count."""
_WARNINGS: Final = {
    SAME_DIRECTION: WheelFaultMeaning.SAME_DIRECTION,
    FAILURE: WheelFaultMeaning.FAILURE,
    VOID_GAME: WheelFaultMeaning.VOID_GAME,
}


class WheelStatus(msgspec.Struct, frozen=True):
    """The content of a whole line."""

    state: int
    """1 game start, 2 place bets, 3 ball in track, 4 no more bets, 5 winning number, 6 closed."""
    game: int
    """The wheel's counter of its spins."""
    number: int
    """The winning number in state 5, else that of the game before."""
    bits: int
    """1 ball removed, 2 same direction, 4 failure, 8 void game."""
    speed: int | None
    """The rotor's, in a unit that is not published; None from a wheel that does not report it."""
    direction: Direction | None
    """None from a wheel that does not report it."""

    @property
    def warnings(self) -> tuple[WheelFaultMeaning, ...]:
        return tuple(meaning for bit, meaning in _WARNINGS.items() if self.bits & bit)

"""The status that a wheel reports, in lines of any form: its state, its number, its warnings."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from console.table.devices.readings import WheelFaultMeaning

Direction: TypeAlias = Literal["clockwise", "anticlockwise"]

START, PLACE_BETS, BALL, NO_MORE_BETS, WINNING_NUMBER, CLOSED, NOT_SEEN = range(1, 8)

BALL_REMOVED: Final = 1
"""The bit that says that the ball is out, or not sensed; between two spins that is no fault."""
SAME_DIRECTION: Final = 2
"""The bit of a ball that was spun in the rotor's direction."""
FAILURE: Final = 4
"""The bit of a sensor, a motor or an encoder that failed."""
VOID_GAME: Final = 8
"""The bit of a launch that failed. The wheel repeats it by itself."""
_WARNINGS: Final = {
    SAME_DIRECTION: WheelFaultMeaning.SAME_DIRECTION,
    FAILURE: WheelFaultMeaning.FAILURE,
    VOID_GAME: WheelFaultMeaning.VOID_GAME,
}


class WheelStatus(msgspec.Struct, frozen=True):
    """The content of a whole line."""

    state: int
    """1 game start, 2 place bets, 3 ball in track, 4 no more bets, 5 winning number, 6 closed or off, 7 the
    ball is no longer seen in its track.
    """
    game: int
    """The wheel's counter of its games."""
    number: int | None
    """The winning number in state 5, else that of the game before; None before the first since power-on, and
    if it is of a wheel that is set for other pockets.
    """
    bits: int
    """1 no ball sensed, 2 ball sent the way of the rotor, 4 sensor, motor or encoder, 8 launch failed."""
    speed: int | None
    """The rotor's, in tenths of a revolution a minute; None from a wheel that does not report it."""
    direction: Direction | None
    """None from a wheel that does not report it."""
    is_other_pocket: bool = False
    """Whether its number is none of a European wheel: ``00``, ``05``, ``37``."""

    @property
    def warnings(self) -> tuple[WheelFaultMeaning, ...]:
        """The meanings of its bits by themselves, in whatever state the wheel is."""
        return tuple(meaning for bit, meaning in _WARNINGS.items() if self.bits & bit)

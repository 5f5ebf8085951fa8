"""What a screen shows of a roulette table's wheel beside its round, as a plain value without a word.

What of it the reader said is as the reader said it: it is shown, and decides nothing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec


class WheelView(msgspec.Struct, frozen=True):
    """What the wheel's reader last told, and what the dealer confirmed of the ball's run."""

    state: int | None = None
    """1 game start, 2 place bets, 3 ball in track, 4 no more bets, 5 winning number, 6 closed."""
    speed: int | None = None
    """The rotor's, in the reader's own unit, which is not published."""
    turning: Literal["clockwise", "anticlockwise"] | None = None
    heard: datetime | None = None
    """When its last whole line came, in UTC."""
    serial: str | None = None
    """As the pit boss noted it at the check of the wheel, or as it is configured."""
    turns: int | None = None
    direction: Literal["against", "with"] | None = None
    """Of the ball's run, once the dealer has confirmed it."""
    turns_asked: int = 3
    """How many full turns make a spin valid (ROU-3.1.1, LT-ROU-25)."""
    has_reader: bool = True
    halted: str | None = None
    """Why play is halted, while it is: also with no pit boss there whose prompt would say it."""
    differs: int | None = None
    """The second number, where two differ."""

"""What a wheel's records have beside those of cards: the number, what was said of the spin, worksheets.

Values alone, without a word of any language. Amounts are in minor units.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from console.devices.wheel import WheelStatus
from console.game.worksheet import Worksheet


class Stood(msgspec.Struct, frozen=True):
    """How a spin stood: its number, those that were said of it, and the ball's valid run."""

    number: int | None
    """The winning number, once it is known."""
    recorded: int | None
    """The reader's."""
    said: int | None
    """The dealer's, while it is to be confirmed."""
    mistaken: int | None
    """The number that was known before another was found to be right (LT-ROU-33)."""
    second: int | None
    """The second number, where two that differ halt the table."""
    turns: int | None
    direction: Literal["against", "with"] | None


class SpinTold(msgspec.Struct, frozen=True):
    """What somebody said of the spin: the ball's run, or the number; ``cause`` is why a run is no spin."""

    entry: int
    at: datetime
    by: str
    turns: int | None = None
    direction: Literal["against", "with"] | None = None
    number: int | None = None
    cause: str | None = None
    refused: str | None = None


class Reckoned(msgspec.Struct, frozen=True):
    """A worksheet as it was asked for: by which round, and by which of its numbers.

    ``recorded`` is the wrong number that was recorded, None where none was, and ``paid`` whether bets were
    paid by it; ``draft``: the next one is the same with a bet more or less.
    """

    entry: int
    at: datetime
    by: str
    round: str | None
    void: bool
    number: int | None
    recorded: int | None
    paid: bool
    worksheet: Worksheet
    draft: bool = False


class Heard(msgspec.Struct, frozen=True):
    """A line of the wheel's reader: its text, and what it says; None of a status line that is not whole."""

    line: str
    status: WheelStatus | None

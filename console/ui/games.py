"""What the screen knows of each game: how its round lies on the felt, how its results look.

The one place that a game is added to; nothing else on the screen asks for a game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.ui.coup_on_felt import CoupOnFelt
from console.ui.frozen import FROZEN_COUP, FROZEN_SEATS, Frozen
from console.ui.marks import coup_name, dealer_name, draw_coup, draw_dealer
from console.ui.on_felt import OnFelt
from console.ui.roads import draw_big_road
from console.ui.surface import Surface
from console.ui.wheel.marks import FROZEN_SPIN, MOST, WIDE, draw_last_number, last_number_name
from console.words import Words


class GameOnScreen(msgspec.Struct, frozen=True):
    """A game as the screen shows it."""

    lay: Callable[[Surface], OnFelt]
    draw_result: Callable[[QPainter, str, Words], None]
    """How a round ended, in the rail."""
    result_name: Callable[[str, Words], str]
    frozen: Frozen
    """The round as it lay when something went wrong."""
    by_hand: str
    """The phrase under the table while cards are entered by hand."""
    small: float | None = None
    """How small the table is drawn beside a pad, where the cards on it make no difference."""
    heading: str = "rail.last_results"
    """The phrase over the last results."""
    result_width: float = 28
    most_results: int = 14
    newest_first: bool = False
    """Whether the newest result stands first, beside the heading; else it ends the row."""
    board: Callable[[QPainter, QRectF, Sequence[str], Words, float], None] | None = None
    """What the results look like on a board in a box, ``u`` pixels a unit; None where the game has none."""


def _lay_wheel(felt: Surface) -> OnFelt:
    """Wheel and layout; only a table that has them loads them."""
    from console.ui.wheel.wheel_on_felt import WheelOnFelt

    return WheelOnFelt(felt)


def _lay_seats(felt: Surface) -> OnFelt:
    """Seven seats; only a table that has them loads them."""
    from console.ui.seats.seats_on_felt import SeatsOnFelt

    return SeatsOnFelt(felt)


def _draw_numbers(painter: QPainter, box: QRectF, results: Sequence[str], words: Words, u: float) -> None:
    """The last numbers; only a table that has a wheel loads them."""
    from console.ui.wheel.last_numbers import draw_last_numbers

    draw_last_numbers(painter, box, results, words)


_GAMES: Final = {
    "baccarat": GameOnScreen(
        CoupOnFelt, draw_coup, coup_name, FROZEN_COUP, "manual.points", board=draw_big_road
    ),
    "blackjack": GameOnScreen(_lay_seats, draw_dealer, dealer_name, FROZEN_SEATS, "manual.totals", 0.6),
    "roulette": GameOnScreen(
        _lay_wheel,
        draw_last_number,
        last_number_name,
        FROZEN_SPIN,
        "manual.totals",
        heading="rail.last_numbers",
        result_width=WIDE,
        most_results=MOST,
        newest_first=True,
        board=_draw_numbers,
    ),
}


def on_screen(game: str) -> GameOnScreen:
    """A game as the screen shows it."""
    return _GAMES[game]

"""A spot of the layout by the name of its bet; amounts are written as in every document of the console.

Pure functions of what was picked.
"""

from __future__ import annotations

from console.ui.wheel.spots import Spot
from console.words import Words
from console.words.bets import bet_name


def spot_name(words: Words, spot: Spot, each: int | None = None) -> str:
    """``Split 8–11``, ``3rd dozen``, ``Neighbours of 17, 2 each side``."""
    return bet_name(words, spot.wager(0, each or 1))

"""What the screen knows of each game: how its round lies on the felt, where its cut card goes in.

The one place that a third game is added to; nothing else on the screen asks for a game's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from console.ui.coup_on_felt import CoupOnFelt
from console.ui.on_felt import OnFelt
from console.ui.surface import Surface


class GameOnScreen(msgspec.Struct, frozen=True):
    """A game as the screen shows it."""

    lay: Callable[[Surface], OnFelt]
    cut_card_from_end: int
    """Cards behind the cut card of a full shoe."""


_GAMES: Final = {
    "baccarat": GameOnScreen(CoupOnFelt, 7),
}


def on_felt(game: str, felt: Surface) -> OnFelt:
    """A game's part of a felt."""
    return _GAMES[game].lay(felt)


def cut_card_from_end(game: str) -> int:
    """Cards behind the cut card (BAC-3.3.4, BJ-3.3.4)."""
    return _GAMES[game].cut_card_from_end

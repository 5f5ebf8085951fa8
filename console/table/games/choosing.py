"""Which games there are, and the one that a table plays by its rulebook."""

from __future__ import annotations

from typing import Final

from console.game.rulebook import Rulebook
from console.table.games.baccarat import Baccarat
from console.table.games.blackjack import Blackjack
from console.table.games.game import Game
from console.table.games.roulette import Roulette

GAMES: Final = (Baccarat.name, Blackjack.name, Roulette.name)
"""The games that a table can play."""


def game_of(rulebook: Rulebook, name: str) -> Game:
    """The game of this name by a rulebook; ValueError if no table plays it."""
    match name:
        case Baccarat.name:
            return Baccarat(rulebook.baccarat)
        case Blackjack.name:
            return Blackjack(rulebook.blackjack)
        case Roulette.name:
            return Roulette(rulebook.roulette)
    raise ValueError(f"{name}: no such game; there are {', '.join(GAMES)}")

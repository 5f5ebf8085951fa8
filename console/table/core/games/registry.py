"""The rules of play of each game at a table: a row for each of :data:`console.table.game.games.GAMES`. A
game's module is imported when its table is made.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from console.table.core.games.game import Game
from console.table.game.games import GAMES
from console.table.game.rulebook import Rulebook

_AT_TABLES: Final = {
    "baccarat": "Baccarat",
    "blackjack": "Blackjack",
    "roulette": "Roulette",
    "dragon_tiger": "DragonTiger",
}
"""The type of each, in the module of the game's name."""


def game_of(rulebook: Rulebook, name: str) -> Game:
    """A rulebook's game of this name. Raises LacksGame if it has none, ValueError if no table plays it."""
    if name not in _AT_TABLES:
        raise ValueError(f"{name}: no such game; there are {', '.join(GAMES)}")
    module = import_module(f"console.table.core.games.{name}")
    game: Game = getattr(module, _AT_TABLES[name])(rulebook.rules_of(name))
    return game

"""The rules of play of each game at a table: a row for each of :data:`console.table.game.games.GAMES`. A
game's module is imported when its table is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.table.core.games.game import Game
from console.table.game.games import GAMES
from console.table.game.rulebook import Rulebook


def _baccarat(rulebook: Rulebook) -> Game:
    from console.table.core.games.baccarat import Baccarat
    from console.table.game.baccarat.rules import BaccaratRules

    return Baccarat(rulebook.of(BaccaratRules))


def _blackjack(rulebook: Rulebook) -> Game:
    from console.table.core.games.blackjack import Blackjack
    from console.table.game.blackjack.rules import BlackjackRules

    return Blackjack(rulebook.of(BlackjackRules))


def _roulette(rulebook: Rulebook) -> Game:
    from console.table.core.games.roulette import Roulette
    from console.table.game.roulette.rules import RouletteRules

    return Roulette(rulebook.of(RouletteRules))


def _dragon_tiger(rulebook: Rulebook) -> Game:
    from console.table.core.games.dragon_tiger import DragonTiger
    from console.table.game.duel import DragonTigerRules

    return DragonTiger(rulebook.of(DragonTigerRules))


_AT_TABLES: Final[dict[str, Callable[[Rulebook], Game]]] = {
    "baccarat": _baccarat,
    "blackjack": _blackjack,
    "roulette": _roulette,
    "dragon_tiger": _dragon_tiger,
}


def game_of(rulebook: Rulebook, name: str) -> Game:
    """A rulebook's game of this name. Raises LacksGame if it has none, ValueError if no table plays it."""
    if name not in _AT_TABLES:
        raise ValueError(f"{name}: no such game; there are {', '.join(GAMES)}")
    return _AT_TABLES[name](rulebook)

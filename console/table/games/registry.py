"""The rules of play of each game at a table: a row for each of :data:`console.game.games.GAMES`.

A game's module is imported when its table is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.game.games import GAMES
from console.game.rulebook import Rulebook
from console.table.games.game import Game


def _baccarat(rulebook: Rulebook) -> Game:
    from console.game.baccarat.rules import BaccaratRules
    from console.table.games.baccarat import Baccarat

    return Baccarat(rulebook.of(BaccaratRules))


def _blackjack(rulebook: Rulebook) -> Game:
    from console.game.blackjack.rules import BlackjackRules
    from console.table.games.blackjack import Blackjack

    return Blackjack(rulebook.of(BlackjackRules))


def _roulette(rulebook: Rulebook) -> Game:
    from console.game.roulette.rules import RouletteRules
    from console.table.games.roulette import Roulette

    return Roulette(rulebook.of(RouletteRules))


def _dragon_tiger(rulebook: Rulebook) -> Game:
    from console.game.duel import DragonTigerRules
    from console.table.games.dragon_tiger import DragonTiger

    return DragonTiger(rulebook.of(DragonTigerRules))


_AT_TABLES: Final[dict[str, Callable[[Rulebook], Game]]] = {
    "baccarat": _baccarat,
    "blackjack": _blackjack,
    "roulette": _roulette,
    "dragon_tiger": _dragon_tiger,
}


def game_of(rulebook: Rulebook, name: str) -> Game:
    """The game of this name by a rulebook. Raises LacksGame if the rulebook has no such game, ValueError if
    no table plays it.
    """
    if name not in _AT_TABLES:
        raise ValueError(f"{name}: no such game; there are {', '.join(GAMES)}")
    return _AT_TABLES[name](rulebook)

"""The games: a row each, and the one place where a game is found by its name.

Everything that the house has to know of a game before it plays it is here. A game's play at a table is a row
in :mod:`console.table.games.registry`, its look at a table a row in :mod:`console.ui.felt.games`, each under
the same name. A game's own modules are imported when somebody plays it, and not before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, NamedTuple


class GameRow(NamedTuple):
    """Everything that the house has to know of a game."""

    name: str
    """The name in the command line, a table's file, a rulebook and the journal."""
    prefix: str
    """The beginning of its clauses, behind the ``LT-`` of the Lithuanian document: ``BAC`` of
    ``LT-BAC-03``.
    """
    rules_type: str
    """The type of a rulebook's part for the game, as an entry point names it: ``module:class``."""
    devices: tuple[str, ...]
    """The roles of the devices that can read at its table; a simulated one has the first."""
    hands: tuple[str, ...] = ()
    """The hands that a correction names, beside a seat's: ``player``, ``dealer``."""
    bets: tuple[str, ...] = ()
    """The bets with a stake and nothing else, in a game whose rules list them nowhere that lines know."""
    is_answered: bool = False
    """Whether its players answer over the game server's link, so that no table plays it without one."""
    is_example: bool = False
    """Whether no document gives its rules: the house wrote them, and TRAINING alone may play it."""

    def rules(self) -> Any:
        """The type of its rules, a :class:`~console.game.table_rules.TableRules`; its module is imported now.

        The row has the type by name, so that this table is a leaf: the modules of a game's rules may read it.
        """
        module, _, name = self.rules_type.partition(":")
        return getattr(import_module(module), name)


_ROWS: Final = (
    GameRow(
        "baccarat",
        "BAC",
        "console.game.baccarat.rules:BaccaratRules",
        ("shoe", "reader"),
        ("player", "banker"),
    ),
    GameRow(
        "blackjack",
        "BJ",
        "console.game.blackjack.rules:BlackjackRules",
        ("reader",),
        ("dealer",),
        is_answered=True,
    ),
    GameRow("roulette", "ROU", "console.game.roulette.rules:RouletteRules", ("wheel",)),
    GameRow(
        "dragon_tiger",
        "DT",
        "console.game.duel:DragonTigerRules",
        ("reader",),
        hands=("dragon", "tiger"),
        bets=("dragon", "tiger"),
        is_example=True,
    ),
)

GAMES: Final = {row.name: row for row in _ROWS}
"""The games by their names; the first is played where none is asked for."""

DOCUMENTED: Final = tuple(row.name for row in _ROWS if not row.is_example)
"""The games of the rule documents: a LIVE table may play them, if its rulebook has them."""

EXAMPLE_BETS: Final = frozenset(bet for row in _ROWS if row.is_example for bet in row.bets)
"""Bets that no document knows: at a table of theirs they are no bets of another game, but none at all."""

PREFIXES: Final = tuple(row.prefix for row in _ROWS)
"""The beginnings of the games' clauses."""


def has_wheel(game: str) -> bool:
    """Whether a ball is spun in the game. A game that this console does not know, from a later journal,
    counts as a card game.
    """
    return game in GAMES and "wheel" in GAMES[game].devices

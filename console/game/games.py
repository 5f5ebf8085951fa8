"""Which games there are: a row each, and the one place where a game is asked for by its name.

What all the house has to know of a game before it plays it is here. How it is played at a table is a row in
:mod:`console.table.games.registry`, how it looks one in :mod:`console.ui.felt.games`, each under the same
name. A game's own modules are imported when somebody plays it, and not before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from console.game.table_rules import TableRules


class GameRow(NamedTuple):
    """Everything that the house has to know of a game."""

    name: str
    """As the command line, a table's file, a rulebook and the journal have it."""
    prefix: str
    """How its clauses begin, behind the ``LT-`` of the Lithuanian document: ``BAC`` of ``LT-BAC-03``."""
    rules: Callable[[], type[TableRules]]
    """What a rulebook's part for it is read as."""
    devices: tuple[str, ...]
    """The roles of the devices that can read at its table; a simulated one has the first."""
    hands: tuple[str, ...] = ()
    """Those that a correction names, beside a seat's: ``player``, ``dealer``."""
    bets: tuple[str, ...] = ()
    """What is bet on with a stake and nothing else, in a game whose rules list it nowhere that lines know."""
    is_answered: bool = False
    """Whether its players answer over the game server's link, so that no table plays it without one."""
    is_example: bool = False
    """Whether no document gives its rules: the house wrote them, and TRAINING alone may play it."""


def _baccarat() -> type[TableRules]:
    from console.game.baccarat.rules import BaccaratRules

    return BaccaratRules


def _blackjack() -> type[TableRules]:
    from console.game.blackjack.rules import BlackjackRules

    return BlackjackRules


def _roulette() -> type[TableRules]:
    from console.game.roulette.rules import RouletteRules

    return RouletteRules


def _dragon_tiger() -> type[TableRules]:
    from console.game.duel import DragonTigerRules

    return DragonTigerRules


_ROWS: Final = (
    GameRow("baccarat", "BAC", _baccarat, ("shoe", "reader"), ("player", "banker")),
    GameRow("blackjack", "BJ", _blackjack, ("reader",), ("dealer",), is_answered=True),
    GameRow("roulette", "ROU", _roulette, ("wheel",)),
    GameRow(
        "dragon_tiger",
        "DT",
        _dragon_tiger,
        ("reader",),
        hands=("dragon", "tiger"),
        bets=("dragon", "tiger"),
        is_example=True,
    ),
)

GAMES: Final = {row.name: row for row in _ROWS}
"""The games by their names; the first is played where none is asked for."""

DOCUMENTED: Final = tuple(row.name for row in _ROWS if not row.is_example)
"""Those that the rule documents give: what a LIVE table may play, if its rulebook has it."""

EXAMPLE_BETS: Final = frozenset(bet for row in _ROWS if row.is_example for bet in row.bets)
"""Bets that no document knows: at a table of theirs they are no bets of another game, but none at all."""

PREFIXES: Final = tuple(row.prefix for row in _ROWS)
"""How the games' clauses begin."""


def has_wheel(game: str) -> bool:
    """Whether a ball is spun in it. A game that this console does not know, from a later journal, counts as a
    card game.
    """
    return game in GAMES and "wheel" in GAMES[game].devices

"""The games: a row each, and the one place where a game is found by its name.

Everything that the house has to know of a game before it plays it is here. A game's play at a table is a row
in :mod:`console.table.core.games.registry`, its look at a table a row in :mod:`console.table.ui.felt.games`,
each under the same name. A game's own modules are imported when somebody plays it, and not before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, NamedTuple


class SampleRound(NamedTuple):
    """Lines of a round, in the short words of scenes; its dealer is D1."""

    bets: tuple[str, ...] = ("bets open", "bets closed")
    begun: str = ""
    """The line into the middle of a round; at blackjack seat 1 holds eleven then."""
    whole: tuple[str, ...] = ()
    """All lines of a round; empty if no row of a decision table begins after one."""
    in_order: tuple[str, ...] = ()
    """Rounds whose cards come in a new deck's order, and the halt for it taken back."""


class GameRow(NamedTuple):
    name: str
    """The name in the command line, a table's file, a rulebook and the journal."""
    prefix: str
    """The beginning of its clauses, after a Lithuanian document's ``LT-``: ``BAC`` of ``LT-BAC-03``."""
    letter: str
    """The beginning of its tables' names in a simulated studio: ``B`` of ``B3``."""
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
    sample: SampleRound = SampleRound()
    """A round by which a commissioning brings a table to a moment; a game of the documents needs one."""
    is_example: bool = False
    """Whether no document gives its rules: the house wrote them, and TRAINING alone may play it."""

    def rules(self) -> Any:
        """The type of its rules, a :class:`~console.table.game.table_rules.TableRules`, imported now. The row
        has the type by name, so that this table is a leaf: the modules of a game's rules may read it.
        """
        module, _, name = self.rules_type.partition(":")
        return getattr(import_module(module), name)


_SEEN_OUT: Final = ("withdraw P1 because the hand is to be seen out", "done D1", "done D1")
_COUP: Final = SampleRound(
    begun="card 2H 4S 3D 2C",
    whole=("bets open", "bets closed", "card 9H 2S KD 4C", "done D1", "done D1"),
    in_order=(
        *("bets open", "bets closed", "card 2S 3S 4S 5S", "done D1", "done D1"),
        *("bets open", "bets closed", "card 6S 7S 8S 9S TS", *_SEEN_OUT),
    ),
)
_BETS, _DEALT = ("bets open", "seats 1 3", "bets closed"), "card 4H 9S 8D 7C 5H 9C"
STAND: Final = ("decide 1.1 stand", "decide 3.1 stand", "done D1")
"""Both seats of blackjack's sample round stand, and the hole card is turned: the result is due."""
_HANDS: Final = SampleRound(
    bets=_BETS,
    begun=_DEALT,
    whole=(*_BETS, _DEALT, *STAND, "done D1", "done D1"),
    in_order=(
        *(*_BETS, "card AS 2S 3S 4S 5S 6S", "decide 1.1 hit", "card 7S", "decide 1.1 hit", "card 8S"),
        *(*STAND, "card 9S", *_SEEN_OUT),
    ),
)
_VALID: Final = "spin D1 99 against"
"""The most turns that a line may report, so that a spin is valid under every rulebook."""
_SPIN: Final = SampleRound(begun=_VALID, whole=("bets open", "bets closed", _VALID, "number 11", "done D1"))

_HERE: Final = "console.table.game"

_ROWS: Final = (
    GameRow(
        "baccarat",
        "BAC",
        "B",
        f"{_HERE}.baccarat.rules:BaccaratRules",
        ("shoe", "reader"),
        ("player", "banker"),
        sample=_COUP,
    ),
    GameRow(
        "blackjack",
        "BJ",
        "J",
        f"{_HERE}.blackjack.rules:BlackjackRules",
        ("reader",),
        ("dealer",),
        is_answered=True,
        sample=_HANDS,
    ),
    GameRow("roulette", "ROU", "R", f"{_HERE}.roulette.rules:RouletteRules", ("wheel",), sample=_SPIN),
    GameRow(
        "dragon_tiger",
        "DT",
        "D",
        "console.table.game.duel:DragonTigerRules",
        ("reader",),
        hands=("dragon", "tiger"),
        bets=("dragon", "tiger"),
        is_example=True,
    ),
)

GAMES: Final = {row.name: row for row in _ROWS}

USUAL_GAME: Final = _ROWS[0].name
"""The game that is played if none is asked for."""

DOCUMENTED: Final = tuple(row.name for row in _ROWS if not row.is_example)
"""The games of the rule documents: a LIVE table may play them, if its rulebook has them."""

EXAMPLE_BETS: Final = frozenset(bet for row in _ROWS if row.is_example for bet in row.bets)
"""Bets that no document knows: at a table of theirs they are no bets of another game, but none at all."""

PREFIXES: Final = tuple(row.prefix for row in _ROWS)
"""The beginnings of the games' clauses."""


def has_wheel(game: str) -> bool:
    """Whether a ball is spun in the game; one from a later journal, unknown here, counts as a card game."""
    return game in GAMES and "wheel" in GAMES[game].devices

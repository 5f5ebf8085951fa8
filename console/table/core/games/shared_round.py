"""A round from a shoe that every bet shares: nobody has a seat, decides, or is asked for anything. The
questions for games with seats and decisions are answered here once, with nothing.
"""

from __future__ import annotations

from typing import ClassVar, Final, NoReturn

from console.table.core.protocol.lines import OF_CARDS, Line
from console.table.core.state import events
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Play, Table
from console.table.game.worksheet import Wager
from console.table.incidents.facts import Fact


class SharedRound:
    """The common part of such games (see :class:`console.table.core.games.game.CardGame`)."""

    name: ClassVar[str]
    lines: Final[frozenset[type[Line]]] = OF_CARDS
    begins_in: Final = Phase.DEALING
    wheel: Final = None

    def after_press(self, play: Play) -> None:
        """None: such a round moves on by cards alone."""
        return None

    def refusal(self, table: Table, event: events.EventOfSomeGames) -> Refusal:
        """Always out of turn: no player answers."""
        return Refusal.OUT_OF_TURN

    def after_players(self, play: Play, event: events.PlayersEvent) -> NoReturn:
        """Raises ValueError: no player answers."""
        raise ValueError(f"{events.kind_of(event)} is no event of {self.name}")

    def without_hand(self, play: Play, seat: int, hand: int, *, void: bool, first_alone: bool) -> NoReturn:
        """Raises ValueError: nobody has a seat."""
        raise ValueError(f"no rule of {self.name} takes one player out of a round")

    def is_refunded(self, play: Play) -> bool:
        """Always False: nobody has a seat."""
        return False

    def has_bet(self, play: Play, wager: Wager, *, void: bool) -> bool:
        return True

    def known_fact(self, table: Table, fact: str, facts: dict[str, Fact]) -> None:
        """Always None: the round itself knows no fact of an incident; the table or people do."""
        return None

    def contradicts(self, table: Table, facts: dict[str, Fact]) -> bool:
        """Always False: no fact of an incident can contradict the round."""
        return False

    def lacks_hand(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        return False

    def can_be(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Always True: whether a kind can be reported depends on the moment alone."""
        return True

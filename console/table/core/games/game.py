"""The interface between a table and its game.

The course of rounds, halts, incidents and the journal are the table's own; here are the questions that each
game answers for itself, about a round (a :data:`console.table.core.state.table.Play`) or the table that it
lies on. Questions about cards, or about a wheel, are asked of those games alone.
"""

from __future__ import annotations

from typing import Protocol

from console.table.core.protocol.lines import Line
from console.table.core.state import events
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Play, ShoesResult, Table
from console.table.core.state.views import Prompt, RoundView, Say
from console.table.game.cards import Card
from console.table.game.roulette.rules import RouletteRules
from console.table.game.rule_values import TableLimits
from console.table.game.table_rules import CardRules, TableRules
from console.table.game.worksheet import Wager, Worksheet
from console.table.incidents.facts import Fact


class Game(Protocol):
    """A game by a rulebook."""

    @property
    def name(self) -> str:
        """The name of the game's row in :data:`console.table.game.games.GAMES`."""

    @property
    def rules(self) -> TableRules:
        ...

    @property
    def lines(self) -> frozenset[type[Line]]:
        """The protocol's lines that only some games have, and this one does."""

    @property
    def cards(self) -> CardGame | None:
        """The game as one that is dealt from a shoe; None if it isn't."""

    @property
    def wheel(self) -> WheelGame | None:
        """The game as one in which a ball is spun; None if it isn't."""

    # --- the course of a round --------------------------------------------------------------------

    def begin(self) -> Play:
        ...

    @property
    def begins_in(self) -> Phase:
        """The phase in which a round begins once its bets are closed."""

    def phase(self, play: Play) -> Phase:
        """Dealing, deciding or spinning while anything is due in a round, then result."""

    def prompt(self, table: Table) -> Prompt:
        ...

    def refusal(self, table: Table, event: events.EventOfSomeGames) -> Refusal | None:
        """The reason why an event that only some games have is refused now; None if it is accepted."""

    # --- its end ----------------------------------------------------------------------------------

    def announcement(self, play: Play) -> Say:
        ...

    def result(self, play: Play) -> str:
        """The result of a decided round in a word, for the list of the last results."""

    def view(self, table: Table) -> RoundView:
        """The table's round as everybody may see it; only if there has been one."""

    # --- bets -------------------------------------------------------------------------------------

    def bet_refusal(self, bet: str) -> Refusal | None:
        """The reason why this table can't take a bet of this name; None if it can."""

    def has_bet(self, play: Play, wager: Wager, *, void: bool) -> bool:
        """Whether the round, which may be ``void``, has the place of a bet of this table."""

    def worksheet(
        self, play: Play, wagers: tuple[Wager, ...], void: bool, limits: TableLimits | None
    ) -> Worksheet:
        """The bets' returns, and the limits that they break: the table's own, else the rulebook's."""

    # --- what went wrong --------------------------------------------------------------------------

    def known_fact(self, table: Table, fact: str, facts: dict[str, Fact]) -> Fact | None:
        """The value of an incident's fact that the round knows, given the others; None if none."""

    def contradicts(self, table: Table, facts: dict[str, Fact]) -> bool:
        """Whether the given facts contradict the round (refused as bad_input)."""

    def lacks_hand(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Whether an incident of this kind names a hand that the round does not have."""

    def can_be(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Whether the round has the subject of an incident of this kind with these facts."""


class CardGame(Game, Protocol):
    """A game that is dealt from a shoe."""

    @property
    def rules(self) -> CardRules:
        ...

    @property
    def burn_clauses(self) -> tuple[str, ...]:
        """The clauses of the burn after a shuffle; empty if nothing is burned (LT-BAC-03)."""

    def burns(self, first: Card) -> int:
        """The number of cards that are burned after this first one."""

    def picked_up(self, play: Play) -> bytes:
        """The round's cards as they go into the discard rack (BAC-3.6.1, BJ-3.6)."""

    def after_press(self, play: Play) -> Play | None:
        """The round after the dealer's press for the due step; None if that step is no press."""

    def after_players(self, play: Play, event: events.PlayersEvent) -> Play:
        ...

    def agrees(self, play: Play, event: events.ShoeResulted | ShoesResult) -> bool:
        """Whether the shoe's own result equals that of this round, and the round is decided."""

    def with_other_card(self, answered_play: Play, play: Play, at: int, card: Card) -> Play | None:
        """The round with another card as its ``at``-th, from 0; None if it could not have been dealt so.
        ``answered_play`` is the round after the last answer: only later cards can be corrected.
        """

    def redealt(self, cards: tuple[Card, ...]) -> Play:
        """The round of these cards. Raises ValueError if a round is more than its cards."""

    def without_last(self, play: Play) -> Play:
        """The round without the last card dealt, whose place is due again. Raises ValueError before any."""

    def without_hand(self, play: Play, seat: int, hand: int, *, void: bool, first_alone: bool) -> Play:
        """The round without a hand, its bet returned; the rest of a ``void`` one stays (LT-BJ-2.3.8)."""

    def is_refunded(self, play: Play) -> bool:
        """Whether no seat is left in the round: the bets of every one are back."""


class WheelGame(Game, Protocol):
    """A game in which a ball is spun: the table decides the course of a spin, by the rules."""

    @property
    def rules(self) -> RouletteRules:
        ...


def of_cards(game: Game) -> CardGame:
    """The game as a card game. Raises AssertionError for a wheel's: only call it if cards are certain."""
    cards = game.cards
    assert cards is not None, f"{game.name} is played without cards"
    return cards


def of_wheel(game: Game) -> WheelGame:
    """The game as one with a wheel. Only call it if a wheel is certain."""
    wheel = game.wheel
    assert wheel is not None, f"{game.name} is played without a wheel"
    return wheel

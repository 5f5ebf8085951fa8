"""What a table asks of its game.

The course of rounds, halts, incidents and the journal are the table's own; here is named what each game
answers for itself, about a round (a :data:`console.table.state.table.Play`) or the table that it lies on.
What only cards have, or only a wheel, is asked of those games alone.
"""

from __future__ import annotations

from typing import Protocol

from console.game.cards import Card
from console.game.roulette.rules import RouletteRules
from console.game.rule_values import TableLimits
from console.game.table_rules import CardRules, TableRules
from console.game.worksheet import Wager, Worksheet
from console.incidents.facts import Fact
from console.table.protocol.lines import Line
from console.table.state import events
from console.table.state.phases import Phase
from console.table.state.reasons import Refusal
from console.table.state.table import Play, Table
from console.table.state.views import Prompt, RoundView, Say


class Game(Protocol):
    """A game by a rulebook."""

    @property
    def name(self) -> str:
        """That of its row in :data:`console.game.games.GAMES`."""
        ...

    @property
    def rules(self) -> TableRules:
        """What the rulebook says of it."""
        ...

    def limited(self, limits: TableLimits | None) -> Game:
        """The game with the table's own limits; None keeps its rulebook's."""
        ...

    @property
    def lines(self) -> frozenset[type[Line]]:
        """The protocol's lines that only some games have, and this one does."""
        ...

    @property
    def cards(self) -> CardGame | None:
        """The game as one that is dealt from a shoe; None if it isn't."""
        ...

    @property
    def wheel(self) -> WheelGame | None:
        """The game as one in which a ball is spun; None if it isn't."""
        ...

    # --- the course of a round --------------------------------------------------------------------

    def begin(self) -> Play:
        """A round as bets open."""
        ...

    @property
    def begins_in(self) -> Phase:
        """The phase in which a round begins once its bets are closed."""
        ...

    def phase(self, play: Play) -> Phase:
        """Dealing, deciding or spinning while anything is due in a round, then result."""
        ...

    def prompt(self, table: Table) -> Prompt:
        """What is due in a round that is being played."""
        ...

    def refusal(self, table: Table, event: events.Own) -> Refusal | None:
        """Why an event that only some games have can't be taken now."""
        ...

    # --- its end ----------------------------------------------------------------------------------

    def said(self, play: Play) -> Say:
        """The announcement of a decided round."""
        ...

    def result(self, play: Play) -> str:
        """How a decided round ended, in a word, for the list of the last results."""
        ...

    def view(self, table: Table) -> RoundView:
        """The table's round as everybody may see it; only if there has been one."""
        ...

    # --- bets -------------------------------------------------------------------------------------

    def bet_refusal(self, on: str) -> Refusal | None:
        """Why a bet of this name can't be this table's."""
        ...

    def has_bet(self, play: Play, wager: Wager) -> bool:
        """Whether the round has what a bet, which is this table's, is on."""
        ...

    def worksheet(self, play: Play, wagers: tuple[Wager, ...], void: bool) -> Worksheet:
        """What such bets bring back, and which limits they break; ``void``: the round is."""
        ...

    # --- what went wrong --------------------------------------------------------------------------

    def known(self, table: Table, fact: str, facts: dict[str, Fact]) -> Fact | None:
        """What the round itself says of an incident's fact, given the others; None if nothing."""
        ...

    def contradicts(self, table: Table, facts: dict[str, Fact]) -> bool:
        """Whether the given facts contradict the round (refused as bad_input)."""
        ...

    def lacks_hand(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Whether an incident of this kind names a hand that the round does not have."""
        ...

    def can_be(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Whether the round has what an incident of this kind with these facts is about."""
        ...


class CardGame(Game, Protocol):
    """A game that is dealt from a shoe."""

    @property
    def rules(self) -> CardRules:
        """What the rulebook says of it, its cards with it."""
        ...

    @property
    def burn_clauses(self) -> tuple[str, ...]:
        """What the burn after a shuffle rests on; none where nothing is burned (LT-BAC-03)."""
        ...

    def burns(self, first: Card) -> int:
        """How many cards are burned after this first one."""
        ...

    def pressed(self, play: Play) -> Play | None:
        """The round after the dealer has pressed for what is due; None if that is no press."""
        ...

    def happened(self, play: Play, event: events.Answered) -> Play:
        """The round after what players did; it was not refused."""
        ...

    def agrees(self, play: Play, event: events.ShoeResulted) -> bool:
        """Whether the shoe's own result is that of this round, and it is decided."""
        ...

    def mended(self, since: Play, play: Play, at: int, card: Card) -> Play | None:
        """The round with another card as its ``at``-th, from 0; None if it could not have been dealt so.

        ``since`` is the round as the last answer left it: only what came after can be mended.
        """
        ...

    def redealt(self, cards: tuple[Card, ...]) -> Play:
        """The round that these cards give. Raises ValueError where a round is more than its cards."""
        ...

    def refunded(self, play: Play, seat: int, *, void: bool) -> Play:
        """The round without a seat, whose bets go back; of one that is ``void`` the rest stays as it is.

        LT-BJ-2.3.8.
        """
        ...

    def is_refunded(self, play: Play) -> bool:
        """Whether no seat is left in the round: the bets of every one are back."""
        ...


class WheelGame(Game, Protocol):
    """A game in which a ball is spun: what comes of it is the table's to say, by the rules."""

    @property
    def rules(self) -> RouletteRules:
        """What the rulebook says of it, its wheel with it."""
        ...


def of_cards(game: Game) -> CardGame:
    """The game as a card game. Raises AssertionError for a wheel's: only call it where cards are certain."""
    cards = game.cards
    assert cards is not None, f"{game.name} is played without cards"
    return cards


def of_wheel(game: Game) -> WheelGame:
    """The game as one with a wheel: for what can only be where there is one."""
    wheel = game.wheel
    assert wheel is not None, f"{game.name} is played without a wheel"
    return wheel

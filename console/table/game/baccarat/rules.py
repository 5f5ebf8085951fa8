"""A rulebook's baccarat: odds and restrictions of its bets, the burn, and the clauses behind each prompt. It
knows no house: its values come from the rulebook's file.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from console.table.game.baccarat.coup import Coup, Hand
from console.table.game.rule_values import Clause, Clauses, Odds, PrintedRule, Rule
from console.table.game.table_rules import CardAnnouncements, CardPrompts, CardRules


class Bet(StrEnum):
    """The bets of baccarat; the last six are side bets (LT-BAC-09)."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    EITHER_PAIR = "either_pair"
    PERFECT_PAIR = "perfect_pair"
    BIG = "big"
    SMALL = "small"


class Burn(Rule, frozen=True):
    """After loading, the first card and as many more as its value are burned (LT-BAC-03)."""

    clauses: Clauses


class DealClauses(Rule, frozen=True):
    """The clauses behind the deal of each card; the banker's third by whether the player drew."""

    player_1: Clauses
    banker_1: Clauses
    player_2: Clauses
    banker_2: Clauses
    player_3: Clauses
    banker_3_player_stood: Clauses
    banker_3_player_drew: Clauses

    def due(self, coup: Coup) -> tuple[str, ...]:
        """The clauses behind the card that is due in this coup; none once the coup is decided."""
        place, dealt = coup.next_place, len(coup.player) + len(coup.banker)
        if place is None:
            return ()
        if dealt < 4:
            return (self.player_1, self.banker_1, self.player_2, self.banker_2)[dealt]
        if place.hand is Hand.PLAYER:
            return self.player_3
        return self.banker_3_player_drew if len(coup.player) == 3 else self.banker_3_player_stood


class PromptClauses(CardPrompts, frozen=True):
    deal: DealClauses


class Announcements(CardAnnouncements, frozen=True):
    player_wins: Clauses
    banker_wins: Clauses
    tie: Clauses


class Payouts(Rule, frozen=True):
    """The odds of the main bets (BAC-2.2, LT-BAC-08)."""

    player: Odds
    banker: Odds
    tie: Odds


class SideBets(Rule, frozen=True):
    """The odds of the side bets, if a rulebook has them (LT-BAC-09)."""

    player_pair: Odds
    banker_pair: Odds
    either_pair: Odds
    perfect_pair: Odds
    big: Odds
    small: Odds


class Restriction(Rule, frozen=True):
    clause: Clause
    never_together: tuple[Bet, Bet]


class BaccaratRules(CardRules, frozen=True, kw_only=True):
    """A rulebook's baccarat."""

    game: ClassVar[str] = "baccarat"

    prompts: PromptClauses
    announcements: Announcements
    payouts: Payouts
    side_bets: SideBets | None = None
    burn: Burn | None = None
    restrictions: tuple[Restriction, ...] = ()

    @property
    def printed(self) -> tuple[PrintedRule, ...]:
        """The banker's payment and the tie's (BAC-2.2)."""
        banker = "commission" if self.payouts.banker.odds < 1 else "even"
        return (
            PrintedRule("banker", ("commission", "even"), banker),
            PrintedRule.of_odds("tie", ("8:1", "9:1"), self.payouts.tie.odds),
        )

    @property
    def limited_bets(self) -> tuple[str, ...]:
        """Each bet that this house takes can have stakes of its own (LT-BAC-10)."""
        return tuple(bet for bet in Bet if self.odds(bet) is not None)

    def odds(self, bet: Bet) -> Fraction | None:
        """The odds of this bet to one; None if this house does not take it."""
        paid: Odds | None = getattr(self.payouts, bet, None) or getattr(self.side_bets, bet, None)
        return paid.odds if paid else None

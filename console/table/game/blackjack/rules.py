"""A rulebook's blackjack: odds of its bets, players' time, surrender, and the clauses behind each prompt. It
knows no house: its values come from the rulebook's file.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

import msgspec

from console.table.game.blackjack.hands import DEALER, Due, HandPlace, HoleDue, InsuranceStage, SeatsDue
from console.table.game.blackjack.side_bets import Pair, Three
from console.table.game.rule_values import Clauses, Count, Erratum, Odds, PickUp, PrintedRule, Rule
from console.table.game.table_rules import CardAnnouncements, CardPrompts, CardRules


class DecisionTime(Rule, frozen=True):
    """The time that a player has for an answer, in seconds (BJ-3.5-ii, LT-BJ-08)."""

    seconds: Count
    clauses: Clauses
    unanswered: Clauses
    """The clauses of a hand without an answer: the dealer moves on, without a card (BJ-3.5-iii, LT-BJ-08)."""


class DealersFirst(PickUp, frozen=True, kw_only=True):
    """The cards are collected beginning with the dealer's own (BJ-3.6)."""

    first: Literal["dealer"]


class Surrender(Rule, frozen=True):
    """A player may give up against the dealer's ace, for half the bet (LT-BJ-07)."""

    clauses: Clauses


class Notices(StrEnum):
    """The notices always in every player's view (BJ-1.2.3, BJ-1.3); the figures are the rulebook's own."""

    DEALER_DRAWS = "dealer_draws_to_16_stands_on_17"
    BLACKJACK_PAYS = "blackjack_pays"
    INSURANCE_PAYS = "insurance_pays"
    SPLIT_ACES = "split_aces_one_card"
    LIMITS = "limits"


class Notice(Rule, frozen=True):
    """A notice in view of players; its words are the phrase ``notice.<name>``."""

    notice: Notices
    clauses: Clauses


class DealClauses(Rule, frozen=True):
    first: Clauses
    dealer_up: Clauses
    second: Clauses
    hole: Clauses
    split_second: Clauses
    next: Clauses
    dealer_next: Clauses

    def due(self, place: HandPlace, split: bool) -> tuple[str, ...]:
        """The clauses behind the card for this place; ``split`` says that its seat has split."""
        if place.hand == DEALER:
            return (self.dealer_up, self.hole, self.dealer_next)[min(place.card, 3) - 1]
        if place.card > 2:
            return self.next
        if place.card == 1:
            return self.first
        return self.split_second if split else self.second


class PromptClauses(CardPrompts, frozen=True):
    await_seats: Clauses
    deal: DealClauses
    insurance: Clauses
    peek: Clauses
    decision: Clauses
    turn_hole: Clauses

    def due(self, due: Due, split: bool = False) -> tuple[str, ...]:
        """The clauses behind what a round waits for; ``split``: the seat whose card is due has split."""
        match due:
            case SeatsDue():
                return self.await_seats
            case HandPlace():
                return self.deal.due(due, split)
            case InsuranceStage():
                return self.insurance
            case HoleDue.PEEK:
                return self.peek
            case HoleDue.TURN_HOLE:
                return self.turn_hole
        return self.decision


class Announcements(CardAnnouncements, frozen=True):
    blackjack: Clauses
    dealer_result: Clauses


class Payouts(Rule, frozen=True):
    """The odds of a won hand, a blackjack and insurance (BJ-2.3, BJ-2.5.3, LT-BJ-13)."""

    win: Odds
    blackjack: Odds
    insurance: Odds


class PerfectPairs(Rule, frozen=True):
    """The odds of perfect pairs (LT-BJ-11)."""

    perfect: Odds
    coloured: Odds
    mixed: Odds

    def of(self, pair: Pair) -> Odds:
        odds: Odds = getattr(self, pair)
        return odds


class TwentyOnePlusThree(Rule, frozen=True):
    """The odds of 21+3 (LT-BJ-12)."""

    suited_trips: Odds
    straight_flush: Odds
    three_of_a_kind: Odds
    straight: Odds
    flush: Odds

    def of(self, three: Three) -> Odds:
        odds: Odds = getattr(self, three)
        return odds


class SideBets(Rule, frozen=True, rename={"plus_three": "21+3"}):
    """The side bets, if a rulebook has them."""

    perfect_pairs: PerfectPairs
    plus_three: TwentyOnePlusThree


class BlackjackRules(CardRules, frozen=True, kw_only=True):
    """A rulebook's blackjack."""

    game: ClassVar[str] = "blackjack"

    decision_time: DecisionTime
    pick_up: DealersFirst
    notices: Annotated[tuple[Notice, ...], msgspec.Meta(min_length=1)]
    prompts: PromptClauses
    announcements: Announcements
    payouts: Payouts
    side_bets: SideBets | None = None
    surrender: Surrender | None = None
    errata: tuple[Erratum, ...] = ()

    @property
    def printed(self) -> tuple[PrintedRule, ...]:
        """The dealer's soft 17, in every rulebook (BJ-4.4-ii), and a blackjack's payment (BJ-1.2.3)."""
        return (
            PrintedRule("soft_17", ("hit", "stand"), "stand"),
            PrintedRule.of_odds("blackjack", ("3:2", "6:5"), self.payouts.blackjack.odds),
        )

    @property
    def limited_bets(self) -> tuple[str, ...]:
        """The bets with stakes of their own: the side bets; others follow from the first bet (LT-BJ-14)."""
        return tuple(SideBets.__struct_encode_fields__) if self.side_bets else ()

    @property
    def answer_seconds(self) -> int:
        """The seconds that a player has for an answer (BJ-3.5-ii, LT-BJ-08)."""
        return self.decision_time.seconds

    @property
    def no_answer_clauses(self) -> tuple[str, ...]:
        """The clauses behind a hand without an answer (BJ-3.5-iii, LT-BJ-08)."""
        return self.decision_time.unanswered
